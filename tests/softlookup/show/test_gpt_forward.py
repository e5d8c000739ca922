"""The small GPT's traces and its two planes, read back."""

import re

import pytest

from softlookup.book import book
from softlookup.show.gpt_forward import (
    trace_outputs,
    trace_prediction,
    trace_projections,
    trace_scores,
    write_vector,
)
from softlookup.show.gpt_spaces import draw_spaces
from support.drawn import read_markup, read_parts, read_points, read_rows
from tether.values import Drawing


@pytest.fixture(scope="module")
def spaces() -> Drawing:
    return draw_spaces(book.forward)


def test_the_projections_are_the_posts() -> None:
    head, *lines = trace_projections(book.forward).splitlines()
    assert head.split() == ["i", "love", "pizza"]
    assert [line.split()[0] for line in lines] == ["x", "q", "k", "v"]
    assert [re.findall(r"\[.*?\]", line)[1] for line in lines] == [
        "[0.10, 0.30]",
        "[0.10, 0.25]",
        "[0.24, 0.08]",
        "[0.14, 0.27]",
    ]


def test_the_scores_stand_in_three_tables_with_the_future_masked() -> None:
    raw, masked, weights = (part.splitlines() for part in trace_scores(book.forward).split("\n\n"))
    assert raw[0].split() == ["q·k", "i", "love", "pizza"]
    assert masked[1].split() == ["i", "0.1686", "−∞", "−∞"]
    assert masked[3].count("−∞") == 0
    assert weights[2].split() == ["love", "0.5095", "0.4905", "0.0000"]
    assert len({len(line) for line in (raw[0], masked[0], weights[0])}) == 1


def test_the_prediction_is_ranked_and_drawn_to_scale() -> None:
    lines = trace_prediction(book.forward, book.forward.i).splitlines()[1:]
    assert len(lines) == 22
    assert [line.split()[1] for line in lines[:3]] == ["pizza", "broccoli", "love"]
    shares = [float(line.split()[3]) for line in lines]
    assert shares == sorted(shares, reverse=True)
    assert [line.count("█") for line in lines] == [round(60 * share) for share in shares]


def test_the_outputs_tell_what_the_context_adds() -> None:
    lines = trace_outputs(book.forward).splitlines()
    assert [line.split("[")[0].split() for line in lines[3:6]] == [
        ["love", "alone"],
        ["in", "context"],
        ["moved", "by"],
    ]
    assert [line.partition("[")[2] for line in lines[3:6]] == [
        "0.1400, 0.2700]",
        "0.2317, 0.4381]",
        "0.0917, 0.1681]",
    ]
    assert write_vector(book.forward.love.v, 2) == "[0.14, 0.27]"


def find_dot(drawing: Drawing, part: str) -> tuple[float, float]:
    """Give where a dot is drawn."""
    (group,) = (one for one in read_markup(drawing).iter() if one.get("data-part") == part)
    (use,) = (one for one in group.iter() if one.tag.endswith("use"))
    return float(use.get("x", "")), float(use.get("y", ""))


def test_loves_output_is_drawn_on_the_line_at_its_weight(spaces: Drawing) -> None:
    start, end = read_points(read_parts(spaces, "segment")["love"])
    share = float(book.forward.love.weights[0])
    for drawn, first, last in zip(find_dot(spaces, "output:love"), start, end, strict=True):
        assert drawn == pytest.approx(first + share * (last - first), abs=0.02)
    assert find_dot(spaces, "value:love") == pytest.approx(start, abs=0.02)
    assert find_dot(spaces, "value:i") == find_dot(spaces, "output:i") == pytest.approx(end, abs=0.02)


def test_the_data_are_the_numbers_drawn(spaces: Drawing) -> None:
    for place, row in zip(book.forward.places, read_rows(spaces), strict=True):
        numbers = [float(cell) for name, cell in row.items() if name != "word"]
        assert row["word"] == place.word
        assert numbers == pytest.approx([*place.x, *place.v, *place.output], abs=1e-6)


def test_the_description_names_both_planes(spaces: Drawing) -> None:
    assert "love at [0.10, 0.30]" in spaces.alt
    assert "love's own value [0.14, 0.27] goes to [0.232, 0.438]" in spaces.alt
    assert read_markup(spaces).get("aria-label") == spaces.alt
