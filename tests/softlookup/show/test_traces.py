import dataclasses
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.book import book
from softlookup.show.traces import lay_out, measure, trace_matrix, trace_row
from softlookup.world import TYPE_OF

LINE = re.compile(r"^(\w+)\s+(\w+)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+([\d.]+)(?:\s+(\d))?$")


def read_lines(query: str) -> list[re.Match[str]]:
    """Give the lines of a trace that hold a key's numbers."""
    found = [LINE.match(line) for line in trace_row(book.head, query, TYPE_OF).splitlines()]
    return [match for match in found if match]


@pytest.mark.parametrize("query", list(TYPE_OF))
def test_a_trace_holds_the_numbers_of_its_row(query: str) -> None:
    head, i = book.head, book.world.entities.index(query)
    lines = read_lines(query)
    assert [line[1] for line in lines] == list(book.world.entities)
    for j, line in enumerate(lines):
        raw = float(np.dot(head.queries[i], head.keys[j]))
        assert float(line[3]) == pytest.approx(raw, abs=0.5001e-4)
        assert float(line[4]) == pytest.approx(raw / 2, abs=0.5001e-4)
        assert float(line[5]) == pytest.approx(float(head.weights[i, j]), abs=0.5001e-4)
        assert line[2] == TYPE_OF[line[1]]
    ranked = sorted((line for line in lines if line[6]), key=lambda line: line[6])
    best = sorted(range(13), key=lambda j: -float(head.weights[i, j]))[:3]
    assert [line[1] for line in ranked] == [book.world.entities[j] for j in best]


def test_bobs_trace_is_source_as() -> None:
    lines = read_lines("bob")
    raw = "-2.3871 1.0730 -2.0115 -1.0990 0.1258 -0.8574 -1.4944 0.5753 -0.4054 -3.6375 0.1508 2.0572 -0.2016"
    weights = "0.0248 0.1397 0.0299 0.0472 0.0870 0.0532 0.0387 0.1089 0.0667 0.0133 0.0881 0.2286 0.0739"
    assert [line[3] for line in lines] == raw.split()
    assert [line[5] for line in lines] == weights.split()
    trace = trace_row(book.head, "bob", TYPE_OF)
    assert "p2 0.2286, bob 0.1397, mit 0.1089" in trace
    assert "[0.3032, -0.2232, 0.2016, 0.3022]" in trace


def test_columns_end_where_they_should() -> None:
    lines = trace_row(book.head, "bob", TYPE_OF).splitlines()[2:16]
    for column in (3, 4, 5):
        ends = {m.end(column) for m in map(LINE.match, lines) if m}
        assert len(ends) == 1
    assert all(line == line.rstrip() for line in lines)


def test_roundoff_shows_its_bound_only() -> None:
    trace = trace_row(book.head, "bob", TYPE_OF)
    assert trace.endswith("sums to 1 within 1e-12")
    assert "e-16" not in trace


def test_a_row_that_does_not_sum_to_one_is_not_traced() -> None:
    wrong = dataclasses.replace(book.head, weights=book.head.weights * 1.001)
    with pytest.raises(ValueError, match="sum to 1 within 1e-12"):
        trace_row(wrong, "bob", TYPE_OF)


def test_a_matrix_is_read_back() -> None:
    matrix = np.array([[1.5, -0.00004], [-10.25, 3.0]])
    text = trace_matrix(matrix, digits=4, names=["a", "bb"])
    assert text == "a     1.5000  0.0000\nbb  -10.2500  3.0000"
    bare = [[float(cell) for cell in line.split()] for line in trace_matrix(matrix, digits=4).splitlines()]
    assert np.allclose(bare, matrix, atol=0.5001e-4)


@given(st.lists(st.tuples(st.text("aé注·√", max_size=5), st.text("019.-", max_size=6)), min_size=1))
def test_cells_line_up_on_a_screen(rows: list[tuple[str, str]]) -> None:
    lines = lay_out([[*row, "|"] for row in rows], "lrl")
    assert len({measure(line) for line in lines}) == 1


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("q·k/√4", 6), ("é", 1), ("e\u0301", 1), ("注意", 4), ("→", 1), ("\u200b", 0)],
)
def test_widths_are_those_on_a_screen(text: str, width: int) -> None:
    assert measure(text) == width
