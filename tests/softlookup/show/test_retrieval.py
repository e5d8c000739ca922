import math

import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.retrieval import draw_approach, draw_needed_sharpness, trace_lookups
from support.drawn import read_markup, read_parts, read_points, read_rows
from tether.values import Drawing

COSINES = np.linspace(-1 / 3, 0.99, 60)
MARKED = (-1 / 3, 0, 0.5, 0.9, 0.99)


@pytest.fixture(scope="module")
def approach() -> Drawing:
    return draw_approach(book.limit, np.linspace(0, 10, 101), (3, 8))


@pytest.fixture(scope="module")
def needed() -> Drawing:
    return draw_needed_sharpness(book.correlated, COSINES, MARKED)


def test_the_trace_holds_the_sources_figures() -> None:
    lines = trace_lookups(book.retrieval, (3, 8)).splitlines()
    assert lines[0] == "asked for: slot 2"
    assert lines[3].split() == ["3", "0.3333", "0.0433", "0.0433", "0.8700", "0.0433", "0.1300", "0.9807"]
    assert lines[4].split() == ["8", "0.1250", "0.0003", "0.0003", "0.9990", "0.0003", "0.0010", "1.0000"]


def test_the_approach_draws_weight_and_slope_to_scale(approach: Drawing) -> None:
    curves = {name: read_points(path) for name, path in read_parts(approach, "curve").items()}
    assert set(curves) == {"weight", "cosine", "slope"}
    (left, start), (right, end) = curves["weight"][0], curves["weight"][-1]
    first, last = 1 / 4, math.exp(10) / (math.exp(10) + 3)
    for name in ("weight", "slope"):
        for x, y in curves[name]:
            p = 1 / (1 + 3 * math.exp(-10 * (x - left) / (right - left)))
            value = p if name == "weight" else p * (1 - p)
            assert y == pytest.approx(start + (value - first) / (last - first) * (end - start), abs=0.1)
    assert "peak of 0.25 near 1.10" in approach.alt
    assert "weight 0.8700, cosine 0.9807 and slope 0.1131 at 3" in approach.alt


def test_the_needed_sharpness_is_the_closed_form(needed: Drawing) -> None:
    for row in read_rows(needed):
        cosine, gap = float(row["cosine"]), math.log(99 * 3)
        # Six digits of a cosine near 1 leave four of what 1 over the rest makes of it.
        assert float(row["along"]) == pytest.approx(gap / (1 - cosine), rel=2e-4)
        assert float(row["best"]) == pytest.approx(gap / math.sqrt((1 - cosine) * 4 / 3), rel=2e-4)
    assert "from 4.27 at a cosine of -0.33 to 569 at 0.99" in needed.alt
    assert "from 4.27 to 49.3" in needed.alt


def test_curves_differ_by_more_than_colour(approach: Drawing, needed: Drawing) -> None:
    for drawing in (approach, needed):
        styles = [path.get("style", "") for path in read_parts(drawing, "curve").values()]
        assert len({style.partition("dasharray")[2] for style in styles}) == len(styles)
        assert read_markup(drawing).get("aria-label") == drawing.alt
