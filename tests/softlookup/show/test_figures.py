import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from softlookup.book import book
from softlookup.show.figures import DARK, draw_matrix, draw_row
from support.drawn import read_markup, read_parts, read_points, read_rows, read_size, read_style
from tether.values import Drawing

NAMES = book.world.entities
Floats = npt.NDArray[np.floating]


@pytest.fixture(scope="module")
def matrix() -> Drawing:
    return draw_matrix(NAMES, book.head.weights, "bob")


@pytest.fixture(scope="module")
def row() -> Drawing:
    return draw_row(NAMES, book.head.bob.weights, "bob")


def test_every_cell_is_as_dark_as_its_weight(matrix: Drawing) -> None:
    cells = read_parts(matrix, "cell")
    assert len(cells) == len(NAMES) ** 2
    top = max(max(line) for line in book.head.weights.tolist())
    for i, query in enumerate(NAMES):
        for j, key in enumerate(NAMES):
            style = read_style(cells[f"{query}:{key}"])
            share = float(style.get("opacity", style.get("fill-opacity", "1")))
            assert share == pytest.approx(float(book.head.weights[i, j]) / top, abs=1e-4)


def test_rows_run_down_and_columns_to_the_right(matrix: Drawing) -> None:
    cells = {name: read_points(path)[0] for name, path in read_parts(matrix, "cell").items()}
    assert cells["alice:bob"][0] > cells["alice:alice"][0]
    assert cells["alice:bob"][1] == cells["alice:alice"][1]
    assert cells["bob:alice"][1] > cells["alice:alice"][1]
    assert cells["bob:alice"][0] == cells["alice:alice"][0]
    (left, top), (right, bottom) = cells["alice:alice"], cells[f"{NAMES[-1]}:{NAMES[-1]}"]
    steps = len(NAMES) - 1
    for i, query in enumerate(NAMES):
        for j, key in enumerate(NAMES):
            expected = left + (right - left) * j / steps, top + (bottom - top) * i / steps
            assert cells[f"{query}:{key}"] == pytest.approx(expected, abs=0.1)


def test_the_frame_is_round_the_row_it_names(matrix: Drawing) -> None:
    (frame,) = read_parts(matrix, "frame").values()
    ys = [y for _, y in read_points(frame)]
    cells = read_parts(matrix, "cell")
    for name, path in cells.items():
        inside = all(min(ys) <= y <= max(ys) for _, y in read_points(path))
        assert inside == name.startswith("bob:")


def test_numbers_in_cells_are_the_largest_of_the_framed_row(matrix: Drawing) -> None:
    printed = {t.text for t in read_markup(matrix).iter() if (t.text or "").startswith(".")}
    largest = sorted(book.head.bob.weights.tolist(), reverse=True)[:3]
    assert printed == {f"{weight:.2f}".removeprefix("0") for weight in largest}


def test_a_number_on_a_dark_cell_is_in_the_papers_colour(matrix: Drawing) -> None:
    looks = {
        t.text: read_style(t)["fill"] for t in read_markup(matrix).iter() if (t.text or "").startswith(".")
    }
    top = float(book.head.weights.max())
    for number, fill in looks.items():
        assert fill == ("var(--sl-paper)" if float(f"0{number}") / top > DARK else "var(--sl-ink)")


def test_bars_are_as_long_as_their_weights(row: Drawing) -> None:
    bars = {key: read_size(path)[0] for key, path in read_parts(row, "bar").items()}
    weights = dict(zip(NAMES, book.head.bob.weights.tolist(), strict=True))
    assert set(bars) == set(NAMES)
    unit = bars["p2"] / weights["p2"]
    for key, width in bars.items():
        assert width == pytest.approx(unit * weights[key], abs=0.02)


def test_bars_stand_in_falling_order(row: Drawing) -> None:
    bars = read_parts(row, "bar")
    by_height = sorted(bars, key=lambda key: read_points(bars[key])[0][1])
    weights = dict(zip(NAMES, book.head.bob.weights.tolist(), strict=True))
    assert by_height == sorted(NAMES, key=lambda key: -weights[key])


def test_the_dashed_line_is_at_an_equal_share(row: Drawing) -> None:
    line = next(e for e in read_markup(row).iter() if e.get("data-part") == "uniform")
    xs = {x for x, _ in read_points(line[0])}
    bar = read_points(read_parts(row, "bar")["p2"])
    left = min(x for x, _ in bar)
    width = read_size(read_parts(row, "bar")["p2"])[0]
    expected = left + width * (1 / len(NAMES)) / float(book.head.bob.weights.max())
    assert list(xs) == [pytest.approx(expected, abs=0.02)]
    ys = [y for _, y in read_points(line[0])]
    heights = [y for path in read_parts(row, "bar").values() for _, y in read_points(path)]
    assert min(ys) < min(heights) < max(heights) < max(ys)


def test_data_are_the_numbers_drawn(matrix: Drawing, row: Drawing) -> None:
    for line in read_rows(matrix):
        i, j = NAMES.index(line["query"]), NAMES.index(line["key"])
        assert float(line["weight"]) == pytest.approx(float(book.head.weights[i, j]), abs=1e-6)
    assert len(read_rows(matrix)) == 169
    for line in read_rows(row):
        weight = float(book.head.bob.weights[NAMES.index(line["key"])])
        assert float(line["weight"]) == pytest.approx(weight, abs=1e-6)
    assert len(read_rows(row)) == 13


def test_descriptions_name_what_leads(matrix: Drawing, row: Drawing) -> None:
    for drawing in (matrix, row):
        assert "p2 (0.2286), bob (0.1397) and mit (0.1089)" in drawing.alt
        assert read_markup(drawing).get("aria-label") == drawing.alt
    above = sum(weight > 1 / 13 for weight in book.head.bob.weights.tolist())
    assert f"{above} of 13" in row.alt


@settings(max_examples=15, deadline=None)
@given(arrays(np.float64, st.integers(2, 6), elements=st.floats(-4, 4)))
def test_any_row_can_be_drawn(scores: Floats) -> None:
    weights = np.exp(scores) / np.exp(scores).sum()
    names = [f"k{i}" for i in range(len(weights))]
    bars = read_parts(draw_row(names, weights, "q"), "bar")
    widths = [read_size(bars[name])[0] for name in names]
    assert np.allclose(np.array(widths) / max(widths), weights / weights.max(), atol=1e-3)


def test_names_stand_beside_what_they_name(row: Drawing, matrix: Drawing) -> None:
    edge = min(x for path in read_parts(row, "bar").values() for x, _ in read_points(path))
    for key in NAMES:
        (name,) = (t for t in read_markup(row).iter() if (t.text or "").split(". ")[-1] == key)
        assert (read_style(name)["text-anchor"], float(name.get("x", "")) < edge) == ("end", True)
    cells = [point for path in read_parts(matrix, "cell").values() for point in read_points(path)]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    for words in ("key →", "query ↓"):
        (told,) = (t for t in read_markup(matrix).iter() if t.text == words)
        assert read_style(told)["text-anchor"] == "end"
        assert float(told.get("x", "")) < left
        assert float(told.get("y", "")) < top
