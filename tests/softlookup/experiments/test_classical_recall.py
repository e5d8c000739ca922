from itertools import product
from math import erf

import numpy as np
import pytest
from scipy import optimize, stats

from softlookup.book import book
from softlookup.experiments.classical_recall import load_network
from softlookup.experiments.classical_theory import find_capacity, share_unstable
from softlookup.experiments.sign_draws import draw_signs
from softlookup.hopfield import couple


def test_signs_are_fair_independent_coins_of_the_shape_asked_for() -> None:
    signs = draw_signs(np.random.default_rng(1), 500, 3, 67)
    assert signs.shape == (500, 3, 67)
    assert signs.dtype == np.int8
    assert set(np.unique(signs)) == {-1, 1}
    flat = signs.ravel().astype(np.float64)
    tolerance = 5 / np.sqrt(len(flat))
    assert abs(flat.mean()) < tolerance
    for lag in (1, 3, 8, 67):
        assert abs((flat[:-lag] * flat[lag:]).mean()) < tolerance


@pytest.mark.parametrize(("patterns", "width"), [(2, 4), (3, 3), (4, 4), (5, 4), (3, 7)])
def test_the_share_of_unstable_signs_is_that_of_all_ways_the_coins_can_fall(
    patterns: int, width: int
) -> None:
    sums = [sum(coins) for coins in product((-1, 1), repeat=(patterns - 1) * (width - 1))]
    expected = sum(total < -(width - 1) for total in sums) / len(sums)
    assert share_unstable(patterns, width) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(("patterns", "width"), [(9, 64), (25, 64), (69, 500), (80, 500)])
def test_the_share_of_unstable_signs_is_a_binomial_tail(patterns: int, width: int) -> None:
    coins = (patterns - 1) * (width - 1)
    # 2k - coins < -(width - 1), strictly.
    expected = stats.binom.cdf(np.ceil((coins - width + 1) / 2) - 1, coins, 0.5)
    assert share_unstable(patterns, width) == pytest.approx(expected, rel=1e-9)


def settle_loop(patterns: np.ndarray, state: np.ndarray) -> np.ndarray:
    """Visit signs one by one with the couplings of the whole network, until a round turns none."""
    couplings, now = couple(patterns.astype(float)), state.astype(float)
    while True:
        before = now.copy()
        for i in range(len(now)):
            field = couplings[i] @ now
            if field:
                now[i] = np.sign(field)
        if np.array_equal(before, now):
            return now


def test_a_sweep_counts_what_a_plain_loop_over_trials_counts() -> None:
    sweep = load_network(np.random.default_rng(8), width=24, counts=(3, 6), trials=60)
    rng = np.random.default_rng(8)
    for load in sweep.loads:
        overlaps, unstable = [], []
        for patterns in draw_signs(rng, 60, load.patterns, 24).astype(float):
            overlaps.append(settle_loop(patterns, patterns[0]) @ patterns[0] / 24)
            unstable.append(((couple(patterns) @ patterns[0]) * patterns[0] < 0).mean())
        assert load.near.value == pytest.approx(np.mean(np.array(overlaps) >= 0.9))
        assert load.close.value == pytest.approx(np.mean(np.array(overlaps) >= 0.97))
        assert load.perfect.value == pytest.approx(np.mean(np.array(overlaps) == 1))
        assert load.overlap.value == pytest.approx(np.mean(overlaps))
        assert load.unstable.value == pytest.approx(np.mean(unstable))
        assert load.perfect.value == pytest.approx(np.mean(np.array(unstable) == 0))
        assert load.near.trials == 60
    assert sweep.loads[1].near.value < 1


@pytest.mark.parametrize("sweep", ["classical_64", "classical_500"])
def test_measured_shares_are_within_five_standard_errors_of_the_exact_ones(sweep: str) -> None:
    for load in getattr(book, sweep).loads:
        exact, trials = load.expected_unstable, load.near.trials
        # Signs of a pattern are not quite independent of each other, hence the factor of two.
        tolerance = 5 * 2 * np.sqrt(exact / (trials * load.width))
        assert load.unstable.value == pytest.approx(exact, abs=tolerance)
        assert load.near.value >= load.close.value >= load.perfect.value
        assert load.expected_perfect == pytest.approx((1 - exact) ** load.width)


def test_more_patterns_are_kept_worse() -> None:
    for sweep in (book.classical_64, book.classical_500):
        for name in ("near", "perfect", "overlap"):
            values = [getattr(load, name).value for load in sweep.loads]
            assert values == sorted(values, reverse=True)


def test_the_rates_agree_with_those_that_were_measured_before_this_book() -> None:
    # The figures of an earlier, separate simulation, with its numbers rounded to 0.001.
    for patterns, rate in ((5, 1.000), (9, 0.950), (16, 0.548), (25, 0.079)):
        near = book.classical_64.at(patterns).near
        assert near.low - 0.01 < rate < near.high + 0.01
    assert book.classical_500.at(60).near.value == pytest.approx(0.985, abs=0.02)
    assert book.classical_500.at(60).perfect.value == pytest.approx(0.48, abs=0.05)
    assert book.classical_500.at(80).near.value == pytest.approx(0.716, abs=0.05)


def residuals(unknowns: np.ndarray, load: float) -> list[float]:
    """Give the three equations of Amit, Gutfreund and Sompolinsky at zero noise, for m, r and C."""
    overlap, noise, response = unknowns
    width = np.sqrt(2 * load * noise)
    return [
        overlap - erf(overlap / width),
        noise - 1 / (1 - response) ** 2,
        response - np.sqrt(2 / (np.pi * load * noise)) * np.exp(-((overlap / width) ** 2)),
    ]


@pytest.mark.parametrize("load", [0.05, 0.1, 0.12, 0.137])
def test_the_overlap_solves_all_three_equations(load: float) -> None:
    expected = find_capacity().overlap_at(load)
    start = np.array([expected, 1.3, 0.1])
    found, _, status, _ = optimize.fsolve(residuals, start, args=(load,), full_output=True)
    assert status == 1
    assert found[0] == pytest.approx(expected, abs=1e-8)


def test_the_capacity_is_the_largest_load_and_the_known_one() -> None:
    capacity = find_capacity()
    found = optimize.minimize_scalar(
        lambda y: -0.5 * (erf(y) / y - 2 / np.sqrt(np.pi) * np.exp(-y * y)) ** 2,
        bounds=(0.5, 5),
        method="bounded",
    )
    assert capacity.load == pytest.approx(-found.fun, abs=1e-9)
    assert capacity.overlap == pytest.approx(erf(found.x), abs=1e-5)
    assert capacity.load == pytest.approx(0.138, abs=5e-4)
    assert capacity.overlap_at(0.999 * capacity.load) > capacity.overlap
    assert capacity.perfect(64) == pytest.approx(64 / (2 * np.log(64)))


def test_the_wide_network_is_near_the_endless_one_below_its_capacity() -> None:
    for patterns in (40, 50):
        load = book.classical_500.at(patterns)
        assert load.overlap.value == pytest.approx(book.classical_limit.overlap_at(load.load), abs=0.002)


def test_far_above_the_critical_load_a_start_on_the_pattern_leaves_a_remnant() -> None:
    rng, overlaps = np.random.default_rng(12), []
    for _ in range(12):
        patterns = rng.choice([-1.0, 1.0], (150, 500))
        overlaps.append(settle_loop(patterns, patterns[0]) @ patterns[0] / 500)
    beyond = book.classical_beyond.at(150)
    error = np.std(overlaps, ddof=1) / np.sqrt(12)
    assert abs(np.mean(overlaps) - beyond.overlap.value) < 4 * error
    assert np.mean(overlaps) > 5 * error
    # The equation has no root there but 0: its left side stays above the right one.
    places = np.linspace(0.01, 6, 600)
    sides = [y * (np.sqrt(2 * 0.3) + 2 / np.sqrt(np.pi) * np.exp(-y * y)) - erf(y) for y in places]
    assert min(sides) > 0
