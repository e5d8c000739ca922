import math
from itertools import pairwise

import numpy as np
import pytest

from softlookup.experiments.clocks import set_clocks
from softlookup.experiments.gpt_alike import Alike
from softlookup.experiments.gpt_explains import Ranges
from softlookup.experiments.gpt_it import It, Kind, Preference
from softlookup.experiments.gpt_order import permute_context
from softlookup.experiments.gpt_ways import Schooling
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.show.clocks import draw_clocks
from softlookup.show.gpt_explains import draw_leads, tabulate_alike
from softlookup.show.gpt_it import draw_it, tabulate_it, trace_orders, write_estimate
from support.drawn import SPACE, read_markup, read_parts, read_rows, read_size
from tether.values import Drawing, Estimate

CONTEXT = ("the", "dog", "chased", "the", "cat", "because", "it")
SWAPPED = ("the", "cat", "chased", "the", "dog", "because", "it")


def prefer(dog: list[float], cat: list[float]) -> Preference:
    return Preference(np.array(dog), np.array(cat), np.zeros(7))


def read_dots(drawing: Drawing, part: str) -> list[tuple[float, float]]:
    """Give the places of the markers of one part."""
    for element in read_markup(drawing).iter():
        if element.get("data-part") == part:
            uses = [child for child in element.iter() if child.tag == f"{SPACE}use"]
            return [(float(use.get("x", "0")), float(use.get("y", "0"))) for use in uses]
    return []


@pytest.fixture(scope="module")
def it() -> It:
    kind = Kind(
        before=prefer([0.2, 0.3, 0.1], [0.1, 0.5, 0.1]),
        after=prefer([0.0, 1.0, 0.25], [1.0, 0.0, 0.5]),
        swapped=prefer([0.5, 0.2, 0.1], [0.1, 0.1, 0.1]),
        later=prefer([0.1, 0.1, 0.2], [0.1, 0.1, 0.1]),
        loss=Estimate(0.3, 0.2, 0.4, 3),
        known=np.array([0.9, 0.8, 0.3]),
        known_swapped=np.array([0.4, 0.7, 0.2]),
    )
    return It(Schooling(2, 3, 10, 0.1), CONTEXT, kind, kind, kind)


def test_the_trace_has_each_word_above_its_weight() -> None:
    orders = permute_context(traced_parameters(), traced_vocabulary(), CONTEXT, SWAPPED, "was")
    lines = trace_orders(orders).splitlines()
    assert lines[0] == "without positions"
    assert lines[8] == "with sinusoidal positions"
    given = dict(zip(lines[1].split(), lines[2].split(), strict=True))
    turned = dict(zip(lines[4].split(), lines[5].split(), strict=True))
    assert given["dog"] == turned["dog"] == f"{orders.plain.weights[1]:.4f}"
    assert given["cat"] == turned["cat"] == f"{orders.plain.weights[4]:.4f}"
    assert lines[3] == lines[6]
    assert lines[11].endswith(f"so P(was) = {orders.placed.probability:.4f}")


def test_an_estimate_is_written_with_its_interval() -> None:
    assert write_estimate(Estimate(-0.1164, -0.1961, -0.0366, 100)) == "−0.116 [−0.196,\u00a0−0.037]"
    assert write_estimate(Estimate(-0.0001, -0.0049, 0.004, 9)) == "0.000 [−0.005,\u00a00.004]"


def test_the_table_has_a_row_for_each_width_and_kind(it: It) -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in tabulate_it((it, it)).splitlines()
    ]
    assert [row[0] for row in rows[2:5]] == ["none, 2", "sinusoidal, 2", "learned, 2"]
    assert len(rows) == 2 + 6
    assert rows[0][1] == "after"
    assert rows[3][1].startswith("−0.083 [")  # (-1 + 1 - 0.25) / 3
    assert rows[2][3] == "0"
    assert rows[3][3].startswith("0.125 [")  # ((1 + 0.4) / 2 + (-1 + 0.1) / 2 + (0.25 + 0) / 2) / 3


def test_points_stand_where_their_weights_say(it: It) -> None:
    drawing = draw_it(it)
    points = read_dots(drawing, "dots:after, no positions")
    assert len(points) == 3
    (left, top), (right, bottom), (x, y) = points  # (0, 1), (1, 0) and (0.25, 0.5)
    assert x == pytest.approx(left + 0.25 * (right - left), abs=0.1)
    assert y == pytest.approx(bottom + 0.5 * (top - bottom), abs=0.1)
    assert "after, no positions: dog ahead in 1 of 3" in drawing.alt
    assert "before, no positions: dog ahead in 1 of 3" in drawing.alt
    row = read_rows(drawing)[2]
    assert (row["dog, after, learned"], row["cat, after, learned"]) == ("0.25", "0.50")


def test_bars_are_as_long_as_the_room_and_in_the_order_of_the_leads() -> None:
    weights = np.zeros((3, 6))
    weights[:, 1], weights[:, 3] = [0.5, 0.1, 0.2], [0.1, 0.4, 0.2]
    ranges = Ranges(
        words=("the", "dog", "chased", "cat", "because", "it"),
        weights=weights,
        low=weights,
        high=weights,
        lead_low=np.array([0.2, -0.8, -0.2]),
        lead_high=np.array([0.5, -0.2, 0.1]),
        free=np.zeros(3, np.intp),
    )
    drawing = draw_leads(ranges)
    rows = read_rows(drawing)
    assert [row["lead"] for row in rows] == ["-0.30", "0.00", "0.40"]
    heights = [read_size(path)[1] for _, path in sorted(read_parts(drawing, "range").items())]
    np.testing.assert_allclose(np.array(heights) / heights[1], [2, 1, 1], atol=0.02)
    assert "0.40 long on average; 1 of them reach both sides of 0" in drawing.alt
    dots = read_dots(drawing, "dots:lead")
    assert all(one[0] < other[0] and one[1] > other[1] for one, other in pairwise(dots))


def test_rows_of_models_that_are_alike_are_told_by_place() -> None:
    weights = np.full((2, 7), 0.1)
    weights[:, 6] = 0.4
    table = tabulate_alike(Alike(0.06, 0.01, CONTEXT, weights))
    head, _, first, second = ([cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines())
    assert head[:3] == ["model", f"{CONTEXT[6]} 6", f"{CONTEXT[5]} 5"]
    assert head[5:] == ["chased 2", "dog 1", "the 0"]
    assert first[0] == "1"
    assert second == ["2", "0.40", *["0.10"] * 6]


def test_hands_turn_clockwise_from_the_top() -> None:
    drawing = draw_clocks(set_clocks(8, 4))
    dots = read_dots(drawing, "dial:0")
    xs, ys = (np.array(part) for part in zip(*dots, strict=True))
    # A circle through all of them: its centre is where place 0 and place 3.14 would balance.
    radius = math.hypot(xs[1] - xs[0], ys[1] - ys[0]) / (2 * math.sin(0.5))
    angles = np.arange(8)
    np.testing.assert_allclose(xs, xs[0] + radius * np.sin(angles), atol=0.2)
    np.testing.assert_allclose(ys, ys[0] + radius * (1 - np.cos(angles)), atol=0.2)  # SVG counts downwards
    assert "401.1 degrees in pair 0 and 4.0 degrees in pair 1" in drawing.alt
    assert len(read_rows(drawing)) == 16
