"""What the answers to exercises quote, reckoned once more by other ways."""

from fractions import Fraction
from math import e, exp, hypot, log

import numpy as np
import pytest
from scipy.special import softmax

from softlookup.book import book


def test_a_levelled_row_shares_alike_between_the_two() -> None:
    row = book.head.bob
    assert book.levelled.raised_by == pytest.approx(log(row.on.p2.weight / row.on.bob.weight), rel=1e-12)
    # Unnormalised, bob comes to have what p2 has; all else stays.
    whole = 1 - row.on.bob.weight + row.on.p2.weight
    assert book.levelled.first == pytest.approx(row.on.p2.weight / whole, rel=1e-12)
    assert book.levelled.own == pytest.approx(book.levelled.first, rel=1e-12)


def test_flat_slopes_are_fractions() -> None:
    quarter = Fraction(1, 4)
    assert book.flat_slopes.own == pytest.approx(float(quarter * (1 - quarter)), rel=1e-12)
    assert book.flat_slopes.other == pytest.approx(float(-quarter * quarter), rel=1e-12)
    # Two keys that trade: (1, -1, 0, 0) is stretched by own - other, and nothing is stretched more.
    assert book.flat_slopes.norm == pytest.approx(float(quarter), rel=1e-12)


def test_a_nudge_is_done_by_scipy_and_foretold_nearly() -> None:
    logits = book.jacobian.logits
    after = softmax(logits + np.array([0, 0, 0, 0, book.nudged.rise]))
    assert book.nudged.done == pytest.approx(after - softmax(logits), abs=1e-15)
    # Half the second slope, p (1 - p) (1 - 2p) at most 0.1 in size, times the squared rise is left out.
    assert np.abs(book.nudged.done - book.nudged.foretold).max() < 0.1 / 2 * book.nudged.rise**2


def test_a_merged_sum_is_the_sum_over_all_that_was_met() -> None:
    # A sum of 2 relative to a largest score of 1: two keys that scored 1, say.
    scores = [1.0, 1.0, 3.0]
    assert book.merged.merged == pytest.approx(sum(exp(z - 3) for z in scores), rel=1e-12)
    assert book.merged.share == pytest.approx(softmax(scores)[2], rel=1e-12)
    assert book.merged.wrong_share == pytest.approx(Fraction(1, 3), rel=1e-12)


def test_noise_of_width_256_is_as_long_as_its_law_says() -> None:
    at = book.wide_noise.at(0.3)
    assert at.length == pytest.approx(0.3 * 16, rel=1e-12)
    assert at.lead == pytest.approx(16 / hypot(1, 4.8), rel=1e-12)
    assert book.noise_norms.at(0.3).lead < at.lead < 1 / 0.3


def test_a_look_alike_takes_what_a_crowd_would() -> None:
    repeat = book.near_repeat
    assert repeat.beside_it == pytest.approx(1 / (1 + e**-1.6), rel=1e-12)

    def keep(strangers: int) -> float:
        return exp(16) / (exp(16) + strangers)

    assert keep(repeat.strangers) >= repeat.beside_it > keep(repeat.strangers + 1)
