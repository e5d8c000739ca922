import math

import numpy as np
import pytest
import scipy.special

from softlookup.experiments.special_rows import weigh_special_rows

SCORES = (2, 1, 0.5, -1)


def test_finite_scores_are_weighed_alike() -> None:
    special = weigh_special_rows(SCORES, penalty=-1e9)
    for row in (special.plain, special.one_forbidden):
        expected = scipy.special.softmax(row.scores)
        np.testing.assert_allclose(row.weights, expected, rtol=1e-14)
        np.testing.assert_allclose(row.formula, expected, rtol=1e-14)
        assert row.total == pytest.approx(1)
    assert special.one_forbidden.weights[0] == 0


def test_what_the_formula_cannot_say_is_defined() -> None:
    special = weigh_special_rows(SCORES, penalty=-1e9)
    assert [np.isnan(row.formula).any() for row in special] == [False, False, True, True, True]
    np.testing.assert_array_equal(special.all_forbidden.weights, [0, 0, 0, 0])
    np.testing.assert_array_equal(special.infinite.weights, [0.5, 0.5, 0, 0])
    assert np.isnan(special.unknown.weights).all()
    assert special.all_forbidden.total == 0
    assert math.isnan(special.unknown.total)


def test_a_finite_penalty_on_all_scores_forbids_nothing() -> None:
    special = weigh_special_rows((2, 1, 1 / 3, -1), penalty=-1e9)
    # Its size is that of the spacing of floats at the penalty.
    assert special.penalty_error < 2 * np.spacing(1e9)
    assert not special.penalty_error < 1e-12
    assert np.spacing(np.float32(1e9)) > 2 * 3
    np.testing.assert_array_equal(special.penalised_float32, [0.25] * 4)
