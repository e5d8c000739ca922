import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.experiments.dictionary import open_dictionary


@given(st.floats(-20, 20), st.floats(-20, 20))
def test_an_order_is_answered_as_by_hand(sweet: float, bitter: float) -> None:
    answer = open_dictionary().ask(sweet, bitter)
    scores = [2 * sweet, 2 * bitter, sweet + bitter]
    np.testing.assert_allclose(answer.scores, scores, atol=1e-12)
    exponentials = [math.exp(score - max(scores)) for score in scores]
    weights = [e / sum(exponentials) for e in exponentials]
    np.testing.assert_allclose(answer.weights, weights, rtol=1e-12)
    minutes = sum(weight * value for weight, value in zip(weights, (6, 1, 4), strict=True))
    assert answer.output == pytest.approx(minutes)


def test_the_sweet_order_by_hand() -> None:
    answer = open_dictionary().ask(1, 0)
    e, total = math.e, math.e**2 + math.e + 1
    np.testing.assert_allclose(answer.scores, [2, 0, 1])
    np.testing.assert_allclose(answer.weights, [e**2 / total, 1 / total, e / total])
    np.testing.assert_allclose(answer.query, [1, 0])


def test_an_order_that_says_nothing_gets_the_plain_mean() -> None:
    assert open_dictionary().ask(0, 0).output == pytest.approx((6 + 1 + 4) / 3)


def test_a_strong_order_gets_one_drink_exactly() -> None:
    dictionary = open_dictionary()
    assert dictionary.ask(1000, 0).output == 6
    assert dictionary.ask(0, 1000).output == 1


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_a_slightly_other_order_gets_a_slightly_other_answer(sweet: float, bitter: float) -> None:
    dictionary = open_dictionary()
    moved = dictionary.ask(sweet + 1e-6, bitter).output - dictionary.ask(sweet, bitter).output
    # Values differ by 5 at most and keys by 2, and the slope of a mean is their covariance.
    assert abs(moved) <= 1e-6 * 5 * 2
