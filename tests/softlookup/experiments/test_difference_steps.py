from math import isclose

import numpy as np
import pytest

from softlookup.experiments.difference_steps import differentiate_thrice, sweep_steps
from softlookup.experiments.recipe import Recipe
from softlookup.softmax import softmax


def test_the_third_derivative_agrees_with_differences_of_softmax_itself() -> None:
    z = np.array([0.3, -1.2, 2.0, 0.7])
    h = 0.01
    steps = h * np.eye(4)
    # The five-point stencil of the third derivative: its own error is of order h².
    stencil = (
        softmax(z + 2 * steps) - 2 * softmax(z + steps) + 2 * softmax(z - steps) - softmax(z - 2 * steps)
    )
    np.testing.assert_allclose(differentiate_thrice(softmax(z)), stencil.T / (2 * h**3), atol=1e-4)


def test_the_wide_steps_follow_the_truncation_term_and_the_narrow_ones_rounding(recipe: Recipe) -> None:
    sweep = sweep_steps(np.random.default_rng(0), recipe.jacobian.logits, smallest=12, rows=200)
    assert [row.step for row in sweep.steps] == [10.0**-k for k in range(1, 13)]
    for exponent in (1, 2, 3):
        assert isclose(sweep.at(exponent).ratio, 1, rel_tol=1e-3)
    assert isclose(sweep.truncation_slope, 2, abs_tol=1e-3)
    assert sweep.rounding_slope_error < 0.1
    assert sweep.margin <= 1
    assert sweep.best_exponent == 5
    assert not sweep.at(12).error < 1e-6


def test_the_best_step_by_theory_is_where_the_sum_of_both_is_least(recipe: Recipe) -> None:
    sweep = sweep_steps(np.random.default_rng(0), recipe.jacobian.logits, smallest=2, rows=2)
    h = np.logspace(-7, -3, 100_001)
    first = sweep.steps[0]
    total = first.truncation * (h / first.step) ** 2 + first.rounding * first.step / h
    assert isclose(sweep.balance, h[total.argmin()], rel_tol=1e-3)


def test_the_chapters_own_difference_is_the_one_at_its_step(recipe: Recipe) -> None:
    sweep = sweep_steps(np.random.default_rng(0), recipe.jacobian.logits, smallest=5, rows=2)
    assert sweep.at(5).step == recipe.jacobian.step
    assert isclose(sweep.at(5).error.value, recipe.jacobian.difference_error.value, rel_tol=0.5)


def test_a_step_that_was_not_tried_is_an_error(recipe: Recipe) -> None:
    sweep = sweep_steps(np.random.default_rng(0), recipe.jacobian.logits, smallest=3, rows=2)
    with pytest.raises(IndexError, match="expected an exponent from 1 to 3, found 0"):
        sweep.at(0)
