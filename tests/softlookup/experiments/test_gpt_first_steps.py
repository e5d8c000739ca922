import math

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.gpt_first_steps import PAIR, descend
from softlookup.experiments.gpt_quoted_steps import find_rate
from softlookup.experiments.gpt_updates import count_updates
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.loss import loss
from softlookup.gpt.traced import traced_parameters, traced_vocabulary


def descend_by_hand(rate: float, updates: int) -> list[float]:
    """Give P(love) before each update and after the last, from the formulas for one word in the context.

    The head's output is ``h = x W_v``, so x, W_v and W_o alone take part.
    """
    parameters = traced_parameters()
    x, w_v, w_o = parameters.embeddings[0], parameters.w_v, parameters.w_o
    love = np.eye(22)[1]
    chances = []
    for _ in range(updates + 1):
        h = x @ w_v
        exponentials = np.exp(h @ w_o)
        p = exponentials / exponentials.sum()
        chances.append(float(p[1]))
        g = w_o @ (p - love)
        x, w_v, w_o = x - rate * w_v @ g, w_v - rate * np.outer(x, g), w_o - rate * np.outer(h, p - love)
    return chances


def test_the_descent_is_the_one_by_hand() -> None:
    np.testing.assert_allclose(book.descent.chances, descend_by_hand(0.02, 25), rtol=1e-12)
    np.testing.assert_allclose(book.descent.losses, -np.log(book.descent.chances), rtol=1e-12)


def test_source_c_first_steps() -> None:
    descent = book.descent
    np.testing.assert_allclose(descent.chances[:5], [0.1700, 0.1787, 0.1878, 0.1973, 0.2073], atol=5e-5)
    assert descent.leads_after == 8
    assert descent.first_above(0.56) == 25
    assert descent.leaders[:9] == ("pizza",) * 8 + ("love",)
    assert descent.w_o_love[1, 0] == pytest.approx(1.305, abs=5e-4)
    assert descent.largest[0] == pytest.approx(0.0196, abs=5e-5)
    with pytest.raises(ValueError, match=r"found 0\.564 at best"):
        descent.first_above(0.9)


def test_what_cannot_move_does_not() -> None:
    descent = book.descent
    assert set(descent.w_q.tolist()) == {0.4}
    assert {tuple(row) for row in descent.embeddings[:, 1].tolist()} == {(0.1, 0.3)}
    assert len({tuple(row) for row in descent.embeddings[:, 0].tolist()}) == 26


def test_the_rates_bracket_the_printed_step() -> None:
    quoted = book.quoted_steps
    for rate, w_o in ((quoted.lowest_rate, 1.3045), (quoted.highest_rate, 1.3055)):
        after = descend(traced_parameters(), traced_vocabulary(), rate, 1)
        assert after.w_o_love[1, 0] == pytest.approx(w_o, rel=1e-12)
    assert (quoted.lowest_rate, quoted.highest_rate) == pytest.approx((0.0169, 0.0207), abs=5e-5)
    assert quoted.slope == pytest.approx(0.32 * (0.17 - 1), abs=1e-5)


def test_the_printed_moves_do_next_to_nothing() -> None:
    quoted, start = book.quoted_steps, float(book.descent.chances[0])
    assert quoted.moved_w_q == quoted.moved_embedding == start
    assert quoted.moved_all == quoted.moved_w_o == pytest.approx(0.1702, abs=5e-5)
    # Moving one entry of love's column by 0.005 moves its logit by 0.0016.
    odds = start / (1 - start) * math.exp(0.32 * 0.005)
    assert quoted.moved_w_o == pytest.approx(odds / (1 + odds), rel=1e-12)


def test_the_needed_rate_does_what_it_is_needed_for() -> None:
    quoted = book.quoted_steps
    assert descend_by_hand(quoted.rate_needed, 4)[-1] == pytest.approx(0.56, abs=1e-9)
    jump = descend(traced_parameters(), traced_vocabulary(), quoted.rate_needed, 1)
    assert jump.w_o_love[1, 0] == pytest.approx(quoted.w_o_then, rel=1e-12)
    assert jump.largest[0] == pytest.approx(quoted.largest_then, rel=1e-12)
    batch = batch_pairs([PAIR], traced_vocabulary())
    assert find_rate(traced_parameters(), batch, 0.5636673538, 25) == pytest.approx(0.02, abs=1e-9)


def test_the_allowance_is_the_sum_of_squared_updates_over_the_rate() -> None:
    allowance, first = book.allowance, book.first_pair
    at_most = 4 * (6 * 0.0205**2 / book.quoted_steps.lowest_rate)
    parts = (0.32**2 + 0.6**2) * 2 * (1 - first.chance) ** 2 * book.quoted_steps.highest_rate
    assert math.log(allowance.chance / first.chance) == pytest.approx(at_most + 4 * parts, rel=1e-6)
    # The model's own first step takes less off, and about what first order says.
    taken = float(book.descent.losses[0] - book.descent.losses[1])
    assert taken < allowance.attention + allowance.w_o
    slopes = np.concatenate([array.ravel() for _, array in first.gradient])
    assert taken == pytest.approx(0.02 * slopes @ slopes, rel=0.02)


def test_each_arrays_share_is_what_it_does_alone() -> None:
    parameters, gradient, shares = traced_parameters(), book.first_pair.gradient, book.shares
    assert shares.embedding + shares.w_v + shares.w_o == pytest.approx(1)
    batch, rate = batch_pairs([PAIR], traced_vocabulary()), 1e-6
    start = float(loss(parameters, batch))
    falls = {}
    for name, array in parameters:
        moved = parameters.change(**{name: array - rate * dict(gradient)[name]})
        falls[name] = start - float(loss(moved, batch))
    total = sum(falls.values())
    assert falls["w_q"] == falls["w_k"] == 0
    assert falls["embeddings"] / total == pytest.approx(shares.embedding, abs=1e-4)
    assert falls["w_o"] / total == pytest.approx(shares.w_o, abs=1e-4)


def test_gains_and_falls_are_differences() -> None:
    descent = book.descent
    assert descent.gains[3] == pytest.approx(0.20725 - 0.19733, abs=1e-5)
    assert descent.falls[0] == pytest.approx(1.77195 - 1.72180, abs=1e-5)
    growing = descent.gains_grow_for
    assert all(descent.gains[i] < descent.gains[i + 1] for i in range(growing - 1))
    assert growing == descent.updates or descent.gains[growing] <= descent.gains[growing - 1]
    assert book.quoted_steps.pizza_leads == (True, True, True, True)
    assert [descent.pizza_leads(step) for step in (0, 7, 8)] == [True, True, False]


def test_updates_are_counted_as_a_sum_over_batches() -> None:
    told = count_updates(tokens=300e9, batch=3.2e6, smallest=32e3, ramp=12e9)
    assert told.at_full == 93_750
    seen, updates = 0.0, 0
    while seen < 300e9:
        seen += 32e3 + (3.2e6 - 32e3) * min(1.0, seen / 12e9)
        updates += 1
    assert told.in_all == pytest.approx(updates, rel=1e-3)
    assert told.tokens_per_update == pytest.approx(300e9 / updates, rel=1e-3)
