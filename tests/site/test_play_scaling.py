"""The explorable of the chapter on scaling, held to the same draws made in Python."""

import numpy as np
import pytest

from softlookup.book import book as values
from softlookup.experiments.drawn_scores import DrawnScores, draw_scores
from softlookup.softmax import softmax
from support.playing import compare, open_play
from support.visiting import Site, Visitor

PAGE, NAME = "attention/scaling/", "scaling"
QUERIES, KEYS = 100, 13


def expect(drawn: DrawnScores) -> dict[str, float]:
    rows = {
        "score": drawn.raw[0],
        "rawWeight": softmax(drawn.raw[0]),
        "scaledWeight": softmax(drawn.raw[0] / np.sqrt(drawn.d_k)),
    }
    return {
        "deviation.raw": drawn.raw_deviation,
        "deviation.scaled": drawn.scaled_deviation,
        "peak.raw": drawn.raw_peak,
        "peak.scaled": drawn.scaled_peak,
        **{f"{name}.{j}": number for name, row in rows.items() for j, number in enumerate(row)},
    }


def test_it_starts_where_the_book_is(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    assert (values.drawn_scores.queries, values.drawn_scores.keys) == (QUERIES, KEYS)
    assert compare(play.turn(), expect(values.drawn_scores)) == {}
    assert play.whose == "book"


def test_every_width_and_draw_gives_what_python_gives(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    seed = 0
    for width, presses in ((1, 0), (2, 1), (7, 1), (64, 0), (200, 2), (512, 0)):
        seed += presses
        found = play.turn({"d_k": width, "redraw": presses})
        assert compare(found, expect(draw_scores(seed, width, QUERIES, KEYS))) == {}, (width, seed)


def test_the_bars_count_every_score(book: Site, visitor: Visitor) -> None:
    page = open_play(book, visitor, PAGE, NAME).page
    reckon = "([data, state]) => softLookup.explorables.scaling.reckon(data, state)"
    for width in (4, 300):
        found = page.evaluate(reckon, [{"queries": QUERIES, "keys": KEYS}, {"d_k": width, "seed": 5}])
        drawn = draw_scores(5, width, QUERIES, KEYS)
        for scores, bars, end in ((drawn.raw, "rawBars", 64), (drawn.scaled, "scaledBars", 4)):
            counts, _ = np.histogram(np.clip(scores, -end, end), np.linspace(-end, end, 33))
            np.testing.assert_allclose(found[bars], counts / scores.size, atol=1e-9)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [("1 / Math.sqrt(width)", "1 / width"), ("(1 + j) * width", "j * width"), ("0.5);", "0.4);")],
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str) -> None:
    play = open_play(book, visitor, PAGE, NAME, slipped=(right, wrong))
    assert compare(play.turn(), expect(values.drawn_scores)) != {}
