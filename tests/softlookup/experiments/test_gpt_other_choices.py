import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.gpt_other_choices import GENTLE, WILD, Choice, Reached, fit_figures
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from support.source_c import NAMES, PRINTED

CHOICES = [("gentle", GENTLE), ("wild", WILD)]


def find_reached(name: str) -> Reached:
    reached: Reached = getattr(book.choices, name)
    return reached


@pytest.mark.parametrize("name", ["gentle", "wild"])
@pytest.mark.parametrize("what", PRINTED)
def test_every_figure_that_source_c_prints_and_that_can_be_had_is_had(name: str, what: str) -> None:
    reached = find_reached(name)
    steps = SimpleNamespace(w_o_love=reached.w_o_love[:, None], largest=reached.largest)
    instead: Any = SimpleNamespace(forward=reached.forward, descent=steps, corpus=book.corpus)
    printed, compute = PRINTED[what]
    digits = len(printed.split()[0].partition(".")[2])
    assert [f"{value:.{digits}f}" for value in np.ravel(compute(instead))] == printed.split()


@pytest.mark.parametrize("name", ["gentle", "wild"])
def test_the_leaders_are_those_of_source_c_in_its_order(name: str) -> None:
    assert tuple(guess.word for guess in find_reached(name).forward.i.top[:3]) == NAMES


@pytest.mark.parametrize(("name", "choice"), CHOICES)
def test_plain_loops_walk_the_same_way(name: str, choice: Choice) -> None:
    parameters = fit_figures(traced_parameters(), traced_vocabulary(), choice)
    x, w_v = parameters.embeddings[0].tolist(), parameters.w_v.tolist()
    w_o, rate, told = parameters.w_o.tolist(), choice.rate, find_reached(name)
    for update in range(5):
        h = [x[0] * w_v[0][c] + x[1] * w_v[1][c] for c in range(2)]
        powers = [math.exp(h[0] * w_o[0][word] + h[1] * w_o[1][word]) for word in range(22)]
        miss = [power / sum(powers) - (word == 1) for word, power in enumerate(powers)]
        assert told.chances[update] == pytest.approx(miss[1] + 1, rel=1e-8)
        assert told.w_o_love[update] == pytest.approx(w_o[0][1], rel=1e-8)
        g = [sum(a * b for a, b in zip(w_o[c], miss, strict=True)) for c in range(2)]
        by_x = [w_v[r][0] * g[0] + w_v[r][1] * g[1] for r in range(2)]
        if update < 4:
            slopes = [*by_x, *(x[r] * g[c] for r in range(2) for c in range(2))]
            slopes += [h[c] * part for c in range(2) for part in miss]
            assert told.largest[update] == pytest.approx(rate * max(map(abs, slopes)), rel=1e-8)
        w_v = [[w_v[r][c] - rate * x[r] * g[c] for c in range(2)] for r in range(2)]
        w_o = [[w_o[c][word] - rate * h[c] * miss[word] for word in range(22)] for c in range(2)]
        x = [x[r] - rate * by_x[r] for r in range(2)]


def test_what_the_page_says_of_them() -> None:
    gentle, wild, quoted = book.choices.gentle, book.choices.wild, book.quoted_steps
    for reached in (gentle, wild):
        assert quoted.lowest_rate < reached.rate < quoted.highest_rate
    assert max(gentle.largest) < 0.0205
    assert gentle.leads
    assert wild.leads
    assert wild.chances[4] > 0.56 > gentle.chances[4] > book.descent.chances[4]
    assert min(wild.largest[1:]) > 0.0205
    assert wild.most_later == max(wild.largest[1:].tolist())
    assert book.choices.ours == 3.4
