import math
from itertools import pairwise

import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.marks import spread_labels
from softlookup.show.temperatures import draw_temperature_bars, draw_temperature_curves
from support.drawn import read_markup, read_parts, read_points, read_rows, read_size
from tether.values import Drawing

SCORES = book.temperature.scores
FEW = [0.1, 0.5, 1, 2, 10]
MANY = np.geomspace(0.1, 20, 40)


def weigh(temperature: float) -> list[float]:
    """Give the weights by the definition, term by term."""
    terms = [math.exp(score / temperature) for score in SCORES.tolist()]
    return [term / sum(terms) for term in terms]


@pytest.fixture(scope="module")
def bars() -> Drawing:
    return draw_temperature_bars(FEW, SCORES, np.array([book.temperature.at(t).weights for t in FEW]))


@pytest.fixture(scope="module")
def curves() -> Drawing:
    weights = np.array([book.temperature.at(float(t)).weights for t in MANY])
    return draw_temperature_curves(MANY, SCORES, weights)


def test_bars_are_as_high_as_their_weights(bars: Drawing) -> None:
    parts = read_parts(bars, "bar")
    unit = read_size(parts["0.1:0"])[1] / weigh(0.1)[0]
    for temperature in FEW:
        for i, weight in enumerate(weigh(temperature)):
            height = read_size(parts[f"{temperature:g}:{i}"])[1]
            assert height == pytest.approx(unit * weight, abs=0.02)
    feet = {max(y for _, y in read_points(path)) for path in parts.values()}
    assert len(feet) == 1


def test_curves_go_through_the_weights(curves: Drawing) -> None:
    paths = read_parts(curves, "curve")
    points = {int(name): read_points(path) for name, path in paths.items()}
    left, right = points[0][0][0], points[0][-1][0]
    # Two heights fix the scale: the first curve's ends.
    (high, low), (start, end) = (weigh(0.1)[0], weigh(20)[0]), (points[0][0][1], points[0][-1][1])
    for i, line in points.items():
        for x, y in line:
            temperature = 0.1 * (20 / 0.1) ** ((x - left) / (right - left))
            expected = start + (high - weigh(temperature)[i]) * (end - start) / (high - low)
            assert y == pytest.approx(expected, abs=0.25)


def test_curves_differ_by_more_than_colour(curves: Drawing) -> None:
    dashes = [path.get("style", "") for path in read_parts(curves, "curve").values()]
    assert len({style.partition("dasharray")[2] for style in dashes}) == len(SCORES)
    words = [element.text for element in read_markup(curves).iter() if "score" in (element.text or "")]
    assert words == ["score 2", "score 1", "score 0.5", "score −1"]


def test_data_are_the_numbers_drawn(bars: Drawing, curves: Drawing) -> None:
    for line in read_rows(bars):
        i = SCORES.tolist().index(float(line["score"]))
        assert float(line["weight"]) == pytest.approx(weigh(float(line["temperature"]))[i], abs=1e-6)
    for line in read_rows(curves):
        weights = [float(line[f"score {score:g}"]) for score in SCORES]
        assert weights == pytest.approx(weigh(float(line["temperature"])), abs=1e-5)


def test_labels_keep_their_order_and_their_distance() -> None:
    placed = spread_labels([0.27, 0.26, 0.25, 0.1], 0.08)
    gaps = [above - below for above, below in pairwise(placed)]
    assert min(gaps) == pytest.approx(0.08)
    assert sum(placed) == pytest.approx(0.88)
    assert spread_labels([0.9, 0.1], 0.08) == [0.9, 0.1]


def test_the_description_gives_the_weights_at_both_ends(curves: Drawing) -> None:
    first, last = weigh(float(MANY[0])), weigh(float(MANY[-1]))
    assert f"falls from {first[0]:.2f} to {last[0]:.2f};" in curves.alt
    assert f"between {min(last):.2f} and {max(last):.2f}," in curves.alt
