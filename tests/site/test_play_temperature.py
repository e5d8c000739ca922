"""The explorable of the chapter on softmax, held to softlookup over a grid of scores and temperatures."""

import numpy as np
import pytest
from scipy.stats import entropy

from softlookup.book import book as values
from softlookup.softmax import softmax
from support.playing import compare, open_play
from support.visiting import Site, Visitor

PAGE, NAME = "attention/softmax/", "temperature"
SCORES: list[list[float]] = [
    [2, 1, 0.5, -1],
    [0, 0, 0, 0],
    [1, 1, -3, 1],
    [1000, -1000, 999.5, 0],
    [-5, -5.5, -7, 5],
]
TEMPERATURES = [0.001, 0.1, 0.5, 1, 2.871, 10, 100_000]


def turn(temperature: float, scores: list[float]) -> dict[str, float]:
    return {f"scores.{i}": score for i, score in enumerate(scores)} | {"temperature": temperature}


def expect(temperature: float, scores: list[float]) -> dict[str, float]:
    weights = softmax(np.array(scores, dtype=np.float64) / temperature)
    spread = float(entropy(weights))
    return {
        **{f"score.{i}": score for i, score in enumerate(scores)},
        **{f"weight.{i}": weight for i, weight in enumerate(weights)},
        "entropy": spread,
        "perplexity": np.exp(spread),
    }


def test_it_starts_where_the_book_is(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    start = values.temperature.at(1)
    found = play.turn()
    assert compare(found, expect(1, values.temperature.scores.tolist())) == {}
    assert found["perplexity"] == pytest.approx(start.perplexity, abs=1e-9)
    assert play.shown("weight.0") == f"{start.largest_weight:.4f}"
    assert play.whose == "book"


def test_every_setting_gives_what_python_gives(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    for scores in SCORES:
        for temperature in TEMPERATURES:
            unlike = compare(play.turn(turn(temperature, scores)), expect(temperature, scores))
            assert unlike == {}, (temperature, scores)


@pytest.mark.parametrize(
    ("right", "wrong"), [("scale(scores, 1 / temperature)", "scale(scores, temperature)"), ("exp(s", "cos(s")]
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str) -> None:
    play = open_play(book, visitor, PAGE, NAME, slipped=(right, wrong))
    assert compare(play.turn(turn(2, SCORES[0])), expect(2, SCORES[0])) != {}
