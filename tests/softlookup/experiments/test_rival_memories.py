from itertools import product
from math import exp, log
from typing import Any

import numpy as np
import pytest
from scipy import stats

from softlookup.book import book
from softlookup.experiments import rival_memories
from softlookup.experiments.echo import find_echo
from softlookup.experiments.rival_memories import CRITERION, Cued, Curve, face_rivals
from softlookup.experiments.sign_draws import draw_signs
from softlookup.hopfield import couple, settle_in_turn
from softlookup.memory import recall
from tether.values import Estimate


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    return float(one @ other / np.sqrt((one @ one) * (other @ other)))


def softmax_loop(cue: np.ndarray, patterns: np.ndarray, beta: float) -> np.ndarray:
    scores = [beta * sum(q * x for q, x in zip(cue, pattern, strict=True)) for pattern in patterns]
    weights = [exp(score - max(scores)) for score in scores]
    return np.array(sum(w * pattern for w, pattern in zip(weights, patterns, strict=True)))


def test_both_networks_answer_as_a_plain_loop_over_trials_says() -> None:
    rivals = face_rivals(
        np.random.default_rng(6),
        width=24,
        noise=0.3,
        beta=9.0,
        few=(4,),
        trials=40,
        many=(7,),
        sets=3,
        cues=11,
    )
    rng, root = np.random.default_rng(6), np.sqrt(24)
    patterns = draw_signs(rng, 40, 4, 24).astype(float)
    cues = patterns[:, 0] / root + 0.3 * rng.standard_normal((40, 1, 24), np.float32)[:, 0]
    hits = np.zeros(4)
    for stored, cue in zip(patterns, cues, strict=True):
        signs, couplings = np.sign(cue), couple(stored)
        helped = np.sign(couplings @ cue)
        answers = [
            settle_in_turn(couplings, signs).states,
            settle_in_turn(couplings, helped).states,
            softmax_loop(signs / root, stored / root, 9.0),
            softmax_loop(cue, stored / root, 9.0),
        ]
        hits += [cosine(answer, stored[0]) >= CRITERION for answer in answers]
    curves = (rivals.classical_signs, rivals.classical_whole, rivals.softmax_signs, rivals.softmax_whole)
    assert [curve.at(4).value for curve in curves] == pytest.approx(hits / 40)
    assert 0 < hits.min() < hits.max() < 40
    shared = draw_signs(rng, 3, 7, 24).astype(float)
    chosen = rng.integers(7, size=(3, 11))
    noise = 0.3 * rng.standard_normal((3, 11, 24), np.float32)
    found = [
        cosine(softmax_loop(shared[i, k] / root + noise[i, j], shared[i] / root, 9.0), shared[i, k])
        >= CRITERION
        for i in range(3)
        for j, k in enumerate(chosen[i])
    ]
    assert rivals.softmax_whole.at(7).value == pytest.approx(np.mean(found))
    assert rivals.softmax_whole.at(7).trials == 33


def test_no_count_of_the_book_hangs_on_rounding(monkeypatch: pytest.MonkeyPatch) -> None:
    # Cosines of float32 are good to about 1e-6, which is well below the doubt; those of float64 to 1e-14.
    assert book.rivals.margin > 1e-10
    sizes: dict[str, Any] = {
        "width": 64, "noise": 0.3, "beta": 16.0, "few": (5,), "trials": 300,
        "many": (40,), "sets": 5, "cues": 60,
    }  # fmt: skip
    quick = face_rivals(np.random.default_rng(3), **sizes)
    monkeypatch.setattr(rival_memories, "DOUBT", 2.0)
    exact = face_rivals(np.random.default_rng(3), **sizes)
    for name in ("classical_signs", "classical_whole", "softmax_signs", "softmax_whole"):
        for one, other in zip(getattr(quick, name).points, getattr(exact, name).points, strict=True):
            assert (one.patterns, one.rate.value) == (other.patterns, other.rate.value)


def test_ratios_have_the_ends_of_independent_estimates() -> None:
    rivals = book.rivals
    for rate in (0.5, 0.95):
        for lead, over, under in (
            (rivals.lead(rate), rivals.softmax_whole, rivals.classical_signs),
            (rivals.lead_by_signs(rate), rivals.softmax_signs, rivals.classical_signs),
            (rivals.lead_by_all(rate), rivals.softmax_whole, rivals.classical_whole),
        ):
            one, other = over.held(rate), under.held(rate)
            assert lead.value == one.value / other.value
            assert one.low / other.high < lead.low < min(one.low / other.value, one.value / other.high)
            assert one.high / other.low > lead.high > max(one.high / other.value, one.value / other.low)
    # Two logarithms that scatter by 3 and by 4 hundredths differ by one that scatters by 5.
    rng = np.random.default_rng(9)
    ones, others = np.exp(rng.normal(0, [[0.03], [0.04]], (2, 100_000)))
    low, high = np.quantile(ones / others, [0.025, 0.975])
    ratio = rival_memories._divide(
        *(Estimate(1, exp(-1.96 * spread), exp(1.96 * spread), 9) for spread in (0.03, 0.04))
    )
    assert ratio.low == pytest.approx(low, abs=2e-3)
    assert ratio.high == pytest.approx(high, abs=2e-3)


def test_half_is_judged_near_a_half_and_curves_are_in_order() -> None:
    points = book.rivals.softmax_whole.points
    counts = [point.patterns for point in points]
    assert counts == sorted(counts)
    assert {point.patterns for point in points if point.rate.trials == 40_000} == {440, 520}
    assert book.rivals.widest == max(
        (p.rate.high - p.rate.low) / 2
        for curve in (book.rivals.classical_signs, book.rivals.classical_whole, book.rivals.softmax_signs,
                      book.rivals.softmax_whole)
        for p in curve.points
    )  # fmt: skip
    assert book.rivals.softmax_whole.held(0.5).trials == 40_000
    assert book.rivals.softmax_signs.held(0.5).trials == 4000
    assert book.rivals.lead(0.5).trials == book.rivals.classical_signs.held(0.5).trials == 5000
    # A plain loop over fresh memories of 475 patterns, each asked once, is right in about half.
    rng, hits = np.random.default_rng(11), []
    for _ in range(1500):
        patterns = rng.choice([-1.0, 1.0], (475, 64)) / 8
        answer = recall(patterns[0] + 0.3 * rng.standard_normal(64), patterns, 16.0)
        hits.append(cosine(answer, patterns[0]) >= CRITERION)
    assert np.mean(hits) == pytest.approx(0.5, abs=4 * 0.5 / np.sqrt(1500))


def test_the_share_of_wrong_signs_is_a_normal_tail() -> None:
    expected = stats.norm.cdf(-1 / (0.3 * 8))
    assert book.rivals.flipped == pytest.approx(expected, rel=1e-12)
    rng = np.random.default_rng(7)
    cues = 1 / 8 + 0.3 * rng.standard_normal(400_000)
    assert (cues < 0).mean() == pytest.approx(expected, abs=4e-3)


def test_where_a_curve_falls_through_a_rate_is_found_by_hand() -> None:
    def make(*rates: float) -> Curve:
        counts = (10, 100, 1000)
        points = zip(counts, rates, strict=True)
        return Curve(tuple(Cued(n, Estimate(r, r - 0.1, r + 0.1, 50)) for n, r in points))

    held = make(0.9, 0.6, 0.2).held(0.4)
    assert held.value == pytest.approx(10**2.5)
    assert held.low == pytest.approx(100 * 10 ** (0.1 / 0.4))
    assert held.high == pytest.approx(100 * 10 ** (0.3 / 0.4))
    assert make(0.3, 0.3, 0.2).held(0.5).high == 10
    with pytest.raises(ValueError, match=r"never falls below 0\.1"):
        make(0.9, 0.6, 0.2).held(0.1)


def test_held_numbers_stand_between_rates_above_and_below() -> None:
    rivals = book.rivals
    for curve in (rivals.classical_signs, rivals.classical_whole, rivals.softmax_signs, rivals.softmax_whole):
        for rate in (0.5, 0.95):
            held = curve.held(rate)
            assert held.low < held.value < held.high
            before = max(p.patterns for p in curve.points if p.patterns <= held.value)
            after = min(p.patterns for p in curve.points if p.patterns >= held.value)
            assert curve.at(before).value >= rate >= curve.at(after).value


def test_what_is_stored_is_counted() -> None:
    rivals = book.rivals
    couplings = couple(draw_signs(np.random.default_rng(1), 6, 64).astype(float))
    assert rivals.couplings == len(couplings[np.triu_indices(64, 1)])
    values = np.unique(couplings[np.triu_indices(64, 1)])
    assert set(values) <= {-6, -4, -2, 0, 2, 4, 6}
    assert rivals.coupling_bits(6) == pytest.approx(rivals.couplings * log(7) / log(2))
    assert rivals.stored(31) == 31 * 64 <= rivals.couplings
    assert rivals.stored(85) < rivals.coupling_bits(6)


def test_the_rivals_mean_weight_and_the_echo_are_those_of_all_sign_patterns() -> None:
    width, beta = 9, 3.0
    everyone = np.array(list(product((-1, 1), repeat=width))) / np.sqrt(width)
    cue = everyone[0]
    weights = np.exp(beta * everyone @ cue)
    echo = find_echo(width, beta)
    assert echo.rival == pytest.approx(weights.mean(), rel=1e-12)
    np.testing.assert_allclose(weights @ everyone / weights.sum(), echo.length * cue, atol=1e-15)


def test_a_clean_cue_passes_among_very_many_patterns_as_the_echo_says() -> None:
    rng, count = np.random.default_rng(4), 40_000
    patterns = draw_signs(rng, count, 64) / np.float32(8)
    answer = recall(patterns[0], patterns, 16.0)
    weight = book.echo.weight(count)
    along = weight + (1 - weight) * book.echo.length
    assert float(answer @ patterns[0]) == pytest.approx(along, abs=0.005)
    assert cosine(answer, patterns[0]) > 0.99
    assert book.echo.weight(round(book.echo.half)) == pytest.approx(0.5, abs=1e-6)
