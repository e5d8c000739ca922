"""What the answers to the exercises on the small GPT quote, reckoned once more by other ways."""

from math import hypot, log

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import softmax

from softlookup.book import book


def test_a_longer_corpus_is_counted_by_hand() -> None:
    longer = book.longer.corpus
    assert (longer.size, len(longer.vocabulary), len(longer.tasks)) == (29 + 4, 22, 23 + 3)
    assert longer.undecided == (("i", "love"), ("the",))
    # Both contexts have two answers, once each.
    assert book.longer.floor == pytest.approx(4 * log(2) / 26, rel=1e-12)
    assert book.third_answer.floor == pytest.approx(3 * log(3) / 24, rel=1e-12)


def test_the_first_slope_is_that_of_a_tiny_step() -> None:
    # To first order an update takes rate · length² off the loss; the fall at rate 0.02 is a little less.
    fall = book.descent.falls[0] / book.descent.rate
    assert fall < book.first_slope.length**2 < 1.05 * fall
    squares = [float(np.sum(array * array)) for _, array in book.first_pair.gradient]
    assert book.first_slope.length == pytest.approx(hypot(*(square**0.5 for square in squares)), rel=1e-12)


def test_a_slower_ramp_is_an_integral() -> None:
    ramp = book.slower_ramp

    def pace(tokens: float) -> float:
        return 1 / (ramp.smallest + (ramp.batch - ramp.smallest) * tokens / ramp.ramp)

    assert ramp.in_ramp == pytest.approx(quad(pace, 0, ramp.ramp)[0], rel=1e-6)
    assert ramp.in_all == pytest.approx(ramp.in_ramp + 276e9 / 3.2e6, rel=1e-12)


def test_an_opposite_word_is_followed_by_hand() -> None:
    model, rate, i, love, pizza = book.forward.parameters, 0.02, 0, 1, 2
    e, w_v, w_o = model.embeddings.copy(), model.w_v, model.w_o
    e[pizza] = -e[i]
    # A word alone puts out its value; the three updates are those of the chapter.
    r = np.eye(22)[love] - softmax(e[i] @ w_v @ w_o)
    after_w_o = w_o + rate * np.outer(e[i] @ w_v, r)
    after_w_v = w_v + rate * np.outer(e[i], w_o @ r)
    assert book.opposite.before == pytest.approx(softmax(e[pizza] @ w_v @ w_o)[love], rel=1e-12)
    assert book.opposite.after == pytest.approx(softmax(e[pizza] @ after_w_v @ after_w_o)[love], rel=1e-12)
    assert book.opposite.after < book.opposite.before
