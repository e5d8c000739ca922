"""Source C's figures, as it prints them: those of its forward pass, all from one set of 100 numbers.

And those of its training that no run gives.
"""

from dataclasses import replace

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.gpt_forward import trace_forward
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.gpt_traced import TRACED
from support.source_c import IMPOSSIBLE, NAMES, PRINTED


@pytest.mark.parametrize("what", PRINTED)
def test_every_figure_that_can_be_had_is_reproduced_to_the_printed_digit(what: str) -> None:
    printed, compute = PRINTED[what]
    numbers = printed.split()
    digits = len(numbers[0].partition(".")[2])
    assert [f"{value:.{digits}f}" for value in np.ravel(compute(book))] == numbers


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_be_had_is_not_reproduced(what: str) -> None:
    printed, compute = IMPOSSIBLE[what]
    numbers = [float(number) for number in printed.split()]
    half_digit = 0.5 * 10.0 ** -len(printed.split()[0].partition(".")[2])
    assert (np.abs(np.ravel(compute(book)) - numbers) > half_digit).all()


def test_the_words_lead_in_its_order() -> None:
    assert tuple(guess.word for guess in book.forward.i.top[:3]) == NAMES


@pytest.mark.parametrize("name", ["w_q", "w_k", "w_v", "w_o", "embeddings"])
def test_other_numbers_move_the_figures(name: str) -> None:
    model = traced_parameters()
    moved = trace_forward(replace(model, **{name: 1.1 * getattr(model, name)}), traced_vocabulary(), TRACED)
    kept = book.forward
    assert any(
        not np.allclose(getattr(moved.love, part), getattr(kept.love, part), atol=5e-3)
        for part in ("q", "k", "v", "probabilities")
    )
