"""The chapter on one update with two names: bits, bounds, energies and a head's own sharpness."""

import decimal
import itertools
import math
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.optimize
import scipy.special
import scipy.stats

from softlookup.arrays import FloatArray
from softlookup.book import book
from softlookup.experiments.effective_beta import expect_product_of_norms, measure_beta
from softlookup.experiments.memory_energy import descend, split_fall
from softlookup.experiments.memory_equality import (
    bound_difference,
    compare_updates,
    step_columns,
    step_memory,
)
from softlookup.experiments.memory_landscape import DEGREES
from softlookup.experiments.memory_orders import add_in_order, count_orders
from softlookup.memory import energy, recall
from softlookup.values.seeds import Stream, make_generator

Floats = npt.NDArray[np.float64]
DISTANCES = ("one_by_one", "columns", "backwards", "folded", "single")


def draw(*shapes: tuple[int, ...], seed: int = 0) -> tuple[Floats, ...]:
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in shapes)


def reckon_exactly(cue: FloatArray, patterns: FloatArray, beta: float) -> list[Fraction]:
    """Reckon the update in fractions; only each exponential is rounded, to 30 digits."""
    rows = [[Fraction(float(x)) for x in pattern] for pattern in patterns]
    logits = [
        Fraction(beta) * sum(Fraction(float(a)) * b for a, b in zip(cue, row, strict=True)) for row in rows
    ]
    shares = [Fraction((decimal.Decimal(z.numerator) / decimal.Decimal(z.denominator)).exp()) for z in logits]
    weights = [share / sum(shares) for share in shares]
    return [
        sum((w * row[a] for w, row in zip(weights, rows, strict=True)), Fraction()) for a in range(len(cue))
    ]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("beta", [0.3, 5.0, 40.0])
@pytest.mark.parametrize("width", [1, 3, 16])
def test_no_way_of_reckoning_is_farther_from_the_truth_than_half_the_bound(
    width: int, beta: float, dtype: type[np.floating[Any]]
) -> None:
    cues, patterns = (array.astype(dtype) for array in draw((2, width), (7, width)))
    factor = cues.dtype.type(beta)
    bound = bound_difference(cues, patterns, beta, float(np.finfo(dtype).eps) / 2)
    truth = [reckon_exactly(cue, patterns, beta) for cue in cues]
    for found in (
        step_memory(cues, patterns, beta),
        step_columns(cues, patterns, beta),
        recall(cues, patterns[::-1], beta),
        recall(factor * cues, patterns, 1),
    ):
        for row, exact in zip(found, truth, strict=True):
            for a, b in zip(row, exact, strict=True):
                assert float(abs(Fraction(float(a)) - b)) <= bound / 2


def test_the_bound_is_no_wider_than_it_must_be_by_far() -> None:
    for name in DISTANCES:
        distance = getattr(book.equality, name)
        assert distance.seen <= distance.guaranteed
        assert not distance.seen < distance.guaranteed * 1e-5, "a bound so wide would say nothing"


def test_both_ways_of_writing_the_step_are_the_formula() -> None:
    cues, patterns = draw((4, 6), (9, 6))
    expected = scipy.special.softmax(5 * cues @ patterns.T, axis=-1) @ patterns
    np.testing.assert_allclose(step_memory(cues, patterns, 5), expected, atol=1e-14)
    np.testing.assert_allclose(step_columns(cues, patterns, 5), expected, atol=1e-14)


def test_all_cases_are_counted_and_equal() -> None:
    found = book.equality
    assert found.cases == 3 * 8 * 7 * 2
    assert found.equal == found.cases
    assert found.power_cases == 2 * found.cases
    assert found.power_equal == found.power_cases


def test_a_factor_that_is_no_power_of_two_is_found_out() -> None:
    found = compare_updates(np.random.default_rng(1), ((16,), (64,), (64,)), beta=3, powers=(3, 5))
    assert found.power_equal < found.power_cases


def test_orders_are_counted_by_adding_one_number_after_another() -> None:
    found = count_orders(np.random.default_rng(2), pairs=200, width=7, beta=5, power=4)
    rng = np.random.default_rng(2)
    q, x = rng.normal(size=(200, 7)), rng.normal(size=(200, 7))
    backwards = folded = 0
    for a, b in zip(q.tolist(), x.tolist(), strict=True):
        terms = [s * t for s, t in zip(a, b, strict=True)]
        score = list(itertools.accumulate(terms))[-1]
        backwards += list(itertools.accumulate(terms[::-1]))[-1] != score
        early = list(itertools.accumulate((5 * s) * t for s, t in zip(a, b, strict=True)))[-1]
        folded += early != 5 * score
    assert (found.backwards, found.folded, found.folded_power) == (backwards, folded, 0)
    assert 0 < found.backwards_share < 1
    assert found.folded_share == folded / 200


def test_adding_in_order_rounds_after_each_term() -> None:
    assert add_in_order(np.array([[1.0, 2.0**-53, 2.0**-53]])).tolist() == [1.0]
    assert add_in_order(np.array([[2.0**-53, 2.0**-53, 1.0]])).tolist() == [1 + 2.0**-52]


@pytest.mark.parametrize("beta", [0.5, 4.0, 30.0])
def test_a_fall_is_half_the_squared_step_and_a_divergence(beta: float) -> None:
    state, patterns = draw((5, 6), (9, 6))
    distance, divergence = split_fall(state, patterns, beta)
    moved = recall(state, patterns, beta)
    np.testing.assert_allclose(distance, ((moved - state) ** 2).sum(axis=-1) / 2)
    before, after = (scipy.special.softmax(beta * where @ patterns.T, axis=-1) for where in (state, moved))
    np.testing.assert_allclose(divergence, scipy.stats.entropy(before, after, axis=-1) / beta, atol=1e-12)
    fall = energy(state, patterns, beta) - energy(moved, patterns, beta)
    np.testing.assert_allclose(fall, distance + divergence, atol=1e-12)
    assert (divergence > 0).all()


def test_descents_are_followed_as_they_say() -> None:
    found = descend(np.random.default_rng(4), (1, 16), starts=5, steps=3, patterns=20, width=16)
    assert [row.beta for row in found.rows] == [1, 16]
    assert found.falls == 2 * 5 * 3
    assert found.broken == 0
    assert found.identity_error < 1e-13
    rng = np.random.default_rng(4)
    patterns = rng.normal(size=(20, 16))
    patterns /= np.sqrt((patterns**2).sum(axis=-1, keepdims=True))
    begun = rng.normal(size=(5, 16)) / 2
    for row in found.rows:
        steps, places, near = [], set(), 0
        mean, worst, own, kept = patterns.mean(axis=0), 1.0, set(), 0
        for state in begun:
            moved, taken = state, 0
            while taken == 0 or math.dist(moved, state) > found.tolerance:
                state, taken = moved, taken + 1  # noqa: PLW2901
                moved = scipy.special.softmax(row.beta * patterns @ state) @ patterns
            steps.append(taken)
            places.add(tuple(moved.round(3) + 0.0))
            near += (patterns @ moved).max() / np.sqrt(moved @ moved) >= 0.9
            worst = min(worst, float(mean @ moved / np.sqrt((mean @ mean) * (moved @ moved))))
        for pattern in patterns:
            moved = pattern
            for _ in range(3000):
                moved = scipy.special.softmax(row.beta * patterns @ moved) @ patterns
            own.add(tuple(moved.round(3) + 0.0))
            kept += pattern @ moved / np.sqrt(moved @ moved) >= 0.9
        assert row.to_mean == pytest.approx(worst, abs=1e-5)
        assert (row.kept, row.valleys) == (kept, len(places | own))
        assert (row.median_steps, row.most_steps) == (int(np.median(steps)), max(steps))
        assert (row.ends, row.at_patterns, row.settled) == (len(places), near, 5)
    with pytest.raises(KeyError, match="found 2"):
        found.at(2)


def test_small_valleys_are_found_that_random_starts_miss() -> None:
    """At 8 each stored pattern stays where it is, though no random start comes near one."""
    for beta, kept, valleys in ((1, 0, 1), (4, 0, 1), (8, 100, 101)):
        row = book.energies.at(beta)
        assert (row.at_patterns, row.ends) == (0, 1)
        assert (row.kept, row.valleys) == (kept, valleys)
        assert row.to_mean > 0.99
    # Told apart by SciPy's own search for the lowest point near a pattern.
    rng = make_generator(Stream.ENERGY)
    patterns = rng.normal(size=(100, 64))
    patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
    for beta, stays in ((4, False), (8, True)):
        for pattern in patterns[:3]:
            found = scipy.optimize.minimize(
                lambda u, beta=beta: float(energy(u, patterns, beta)),
                pattern,
                jac=lambda u, beta=beta: u - recall(u, patterns, beta),
            )
            assert (pattern @ found.x >= 0.9 * np.linalg.norm(found.x)) == stays


def test_a_heads_pairs_have_the_sharpness_of_their_lengths() -> None:
    found, head = book.head_betas, book.head
    betas = [[math.hypot(*q) * math.hypot(*k) / 2 for k in head.keys] for q in head.queries]
    assert (found.width, found.pairs, found.root, found.scale) == (4, 13 * 13, 2, 0.5)
    assert found.median == pytest.approx(sorted(itertools.chain(*betas))[84])
    low, high = scipy.stats.mstats.mquantiles(np.ravel(betas), (0.05, 0.95), alphap=1, betap=1)
    assert (found.low, found.high) == pytest.approx((low, high))
    assert found.means == pytest.approx([math.fsum(row) / 13 for row in betas])
    # Taken out of the logits again, it leaves a cosine.
    cosines = head.scaled / np.array(betas)
    assert np.abs(cosines).max() <= 1 + 1e-12


def test_the_rate_of_rises_tells_its_setting() -> None:
    assert (book.energies.rise_keys, book.energies.rise_width, book.energies.rises.trials) == (10, 8, 4000)


def test_a_step_with_other_values_raises_the_energy_now_and_then() -> None:
    rng = np.random.default_rng(5)
    rises, trials = 0, 2000
    for _ in range(trials):
        keys, image, start = (
            rng.normal(size=(10, 8)),
            rng.normal(size=(8, 8)) / np.sqrt(8),
            rng.normal(size=8),
        )
        moved = scipy.special.softmax(keys @ start) @ keys @ image
        before, after = (z @ z / 2 - scipy.special.logsumexp(keys @ z) for z in (start, moved))
        rises += after > before
    found = book.energies.rises
    error = math.sqrt(found.value * (1 - found.value) * (1 / trials + 1 / found.trials))
    assert abs(rises / trials - found.value) < 4 * error


def test_the_landscapes_patterns_and_paths_are_what_they_say() -> None:
    for landscape in (book.landscapes.soft, book.landscapes.sharp):
        expected = [(math.cos(math.radians(a)), math.sin(math.radians(a))) for a in DEGREES]
        np.testing.assert_allclose(landscape.patterns, expected, atol=1e-15)
        assert landscape.rises == 0
        for path in landscape.paths:
            for before, after in itertools.pairwise(path.states):
                weights = scipy.special.softmax(landscape.beta * landscape.patterns @ before)
                np.testing.assert_allclose(after, weights @ landscape.patterns, atol=1e-14)
            assert min(math.dist(path.states[-1], end) for end in landscape.ends) < 0.01


@pytest.mark.parametrize("width", [1, 4, 64, 256])
def test_the_expected_product_of_norms_is_scipys(width: int) -> None:
    assert expect_product_of_norms(width) == pytest.approx(
        scipy.stats.chi(width).mean() ** 2 / math.sqrt(width)
    )


def test_effective_sharpness_is_near_its_law_and_the_root_of_the_width() -> None:
    for row in book.effective_beta.rows:
        off = (row.mean.value - row.exact) / ((row.mean.high - row.mean.low) / 2 / 1.96)
        assert abs(off) < 4
        # |q| |k| / sqrt(d): the product of two independent chi variables.
        assert row.exact == pytest.approx(row.root * (1 - 1 / (2 * row.width)), rel=1 / (4 * row.width))
        assert row.low < row.exact < row.high
        assert row.scale * row.root == pytest.approx(1)


def test_clean_cues_weigh_their_own_pattern_by_the_law_of_the_rivals() -> None:
    rng = np.random.default_rng(6)
    found = measure_beta(rng, (2,), 10, (1, 8), memories=400, patterns=30, width=16)
    # A rival's score is one coordinate of a random unit vector, (2 B - 1) with B of a beta law.
    law = 2 * scipy.stats.beta(15 / 2, 15 / 2).rvs((20_000, 29), random_state=7) - 1
    for beta in (1, 8):
        expected = (1 / (1 + np.exp(beta * (law - 1)).sum(axis=-1))).mean()
        weight = found.weight_at(beta)
        assert abs(weight.value - expected) < 2 * (weight.high - weight.low)
