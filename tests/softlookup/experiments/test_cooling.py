import numpy as np
import pytest
import scipy.optimize
import scipy.special

from softlookup.experiments.cooling import follow_temperature

SCORES = np.array([2, 1, 0.5, -1])
GRID = np.geomspace(0.2, 20, 41)


def test_formulas_agree_with_central_differences() -> None:
    cooling = follow_temperature(SCORES, GRID, step=1e-5)
    assert cooling.weight_error < 1e-8
    assert cooling.entropy_error < 1e-7
    assert cooling.entropy_slope > 0
    assert cooling.temperatures == len(GRID)


def test_a_coarse_step_is_told_from_a_fine_one() -> None:
    # The check can fail: with a coarse step the difference is no derivative.
    assert not follow_temperature(SCORES, GRID, step=0.1).weight_error < 1e-3


def test_a_weight_turns_where_a_search_finds_its_maximum() -> None:
    cooling = follow_temperature(SCORES, GRID, step=1e-5)
    assert cooling.mean == SCORES.mean()
    (turn,) = cooling.turns
    assert turn.score == 1

    def lack(temperature: float) -> float:
        return -float(scipy.special.softmax(SCORES / temperature)[1])

    found = scipy.optimize.minimize_scalar(lack, bounds=(0.1, 50), method="bounded", options={"xatol": 1e-9})
    assert turn.temperature == pytest.approx(found.x, rel=1e-5)
    assert turn.weight == pytest.approx(-found.fun, rel=1e-12)


def test_every_score_between_mean_and_largest_turns() -> None:
    cooling = follow_temperature(np.array([0.0, 3, 1, 2, -4]), GRID, step=1e-5)
    assert [turn.score for turn in cooling.turns] == [2, 1]
