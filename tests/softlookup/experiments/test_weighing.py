import math

import numpy as np
import numpy.typing as npt
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from softlookup.experiments import weighing
from softlookup.experiments.weighing import check_shifts, compare_rules, sweep_temperature
from softlookup.softmax import softmax

SCORES = (2, 1, 0.5, -1)


@given(st.floats(0.05, 1e6))
def test_the_weights_at_a_temperature(temperature: float) -> None:
    tempered = sweep_temperature(SCORES).at(temperature)
    exponentials = [math.exp((score - 2) / temperature) for score in SCORES]
    weights = [e / sum(exponentials) for e in exponentials]
    np.testing.assert_allclose(tempered.weights, weights, rtol=1e-12, atol=1e-300)
    assert tempered.largest_weight == pytest.approx(weights[0])
    assert tempered.entropy == pytest.approx(scipy.stats.entropy(weights), abs=1e-13)
    assert tempered.perplexity == pytest.approx(math.exp(scipy.stats.entropy(weights)))


def test_hotter_is_flatter_between_one_key_and_all_of_them() -> None:
    temperature = sweep_temperature(SCORES)
    entropies = [temperature.at(t).entropy for t in (0.001, 0.1, 0.5, 1, 2, 10, 1e9)]
    assert entropies == sorted(entropies)
    assert entropies[0] == 0
    assert entropies[-1] == pytest.approx(temperature.largest_entropy)
    assert temperature.largest_entropy == math.log(4)


@pytest.mark.parametrize("refused", [0, -1, float("nan")])
def test_a_temperature_is_above_zero(refused: float) -> None:
    with pytest.raises(ValueError, match="above 0"):
        sweep_temperature(SCORES).at(refused)


def test_only_exponentials_keep_the_ratio_when_all_scores_rise() -> None:
    rules = compare_rules((1, 2), lift=10)
    np.testing.assert_allclose(rules.plain.before, [1 / 3, 2 / 3])
    np.testing.assert_allclose(rules.plain.after, [11 / 23, 12 / 23])
    np.testing.assert_allclose(rules.squares.before, [1 / 5, 4 / 5])
    np.testing.assert_allclose(rules.squares.after, [121 / 265, 144 / 265])
    expected = [1 / (1 + math.e), math.e / (1 + math.e)]
    np.testing.assert_allclose(rules.softmax.before, expected)
    np.testing.assert_allclose(rules.softmax.after, expected)
    for rule, before, after in (
        (rules.plain, 2, 12 / 11),
        (rules.squares, 4, 144 / 121),
        (rules.softmax, math.e, math.e),
    ):
        assert rule.ratio_before == pytest.approx(before)
        assert rule.ratio_after == pytest.approx(after)


def test_what_rounding_leaves_of_the_laws_is_small() -> None:
    check = check_shifts(np.random.default_rng(4), rows=500, keys=7, reach=100.0)
    assert check.shift_error < 1e-12
    assert check.ratio_error < 1e-12
    assert check.row_sum_error < 1e-12


def test_weights_by_another_rule_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def share_powers_of_two(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        powers = 2**scores
        shares: npt.NDArray[np.float64] = powers / powers.sum(axis=-1, keepdims=True) * 1.001
        return shares

    monkeypatch.setattr(weighing, "softmax", share_powers_of_two)
    check = weighing.check_shifts(np.random.default_rng(4), rows=50, keys=7, reach=1.0)
    # Powers of two don't mind a shift either; it is the ratio that gives them away, and the sum.
    assert check.shift_error < 1e-12
    assert not check.ratio_error < 0.1
    assert not check.row_sum_error < 0.9e-3


def test_a_larger_reach_costs_more_digits() -> None:
    near, far = (check_shifts(np.random.default_rng(4), 500, 7, reach) for reach in (1.0, 1e6))
    # The check can fail: shifted by a million, the sixth last digit of a score is lost.
    assert near.shift_error < 1e-14
    assert not far.shift_error < 1e-12


def test_every_row_is_shifted_by_a_draw_of_its_own_either_way(monkeypatch: pytest.MonkeyPatch) -> None:
    given_scores = []

    def watch(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        given_scores.append(scores)
        return softmax(scores).astype(np.float64)

    monkeypatch.setattr(weighing, "softmax", watch)
    weighing.check_shifts(np.random.default_rng(4), rows=500, keys=7, reach=100.0)
    plain, shifted = given_scores
    assert plain.shape == (500, 7)
    shifts = shifted - plain
    np.testing.assert_allclose(shifts, shifts[:, :1] * np.ones(7), rtol=1e-12)
    assert (shifts.min(), shifts.max()) == pytest.approx((-100, 100), abs=2)
    assert abs(shifts.mean()) < 4 * 100 / np.sqrt(3 * 500)
    assert abs(plain.mean()) < 4 / np.sqrt(3500)
    assert plain.std() == pytest.approx(1, abs=0.05)
