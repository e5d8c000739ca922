import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.heads import draw_pair, draw_wide, tabulate_sums, trace_shapes
from support.drawn import read_parts, read_rows


def test_the_shapes_are_those_of_the_arrays() -> None:
    trace = trace_shapes(book.multi_head, book.head.features)
    shapes = [line.partition("(")[2].partition(")")[0] for line in trace.splitlines()]
    assert shapes == ["13, 8", *["13, 4", "13, 13", "13, 4"] * 2, "13, 8", "13, 8"]


def test_the_third_score_is_the_sum_of_the_others() -> None:
    _, _, *body = tabulate_sums(book.multi_head, book.wide_head, "bob").splitlines()
    assert len(body) == 13
    for line in body:
        _, _, first, second, both, *weights, _ = (cell.strip() for cell in line.split("|"))
        assert float(both) == pytest.approx(float(first) + float(second), abs=1.5e-4)
        assert all(0 < float(weight) < 0.1 for weight in weights)


def test_the_bars_are_the_weights() -> None:
    weights = np.stack([head.bob.weights for head in book.multi_head.heads])
    drawing = draw_pair(book.world.entities, weights, "bob")
    assert len(read_parts(drawing, "bar")) == 26
    rows = read_rows(drawing)
    for place, row in enumerate(rows):
        assert row["key"] == book.world.entities[place]
        assert [float(row["head 1"]), float(row["head 2"])] == pytest.approx(weights[:, place], abs=1e-6)
    assert "head 1 gives most to ml, 0.0884 and head 2 gives most to logic, 0.0925" in drawing.alt


def test_the_third_bars_are_the_full_width_heads() -> None:
    drawing = draw_wide(book.world.entities, book.multi_head, book.wide_head, "bob")
    assert len(read_parts(drawing, "bar")) == 39
    drawn = [float(row["full width"]) for row in read_rows(drawing)]
    assert drawn == pytest.approx(book.wide_head.head.bob.weights, abs=1e-6)
    # The full-width head weighs by the product of both heads' weights, to a power.
    pair = [head.bob.weights for head in book.multi_head.heads]
    product = (pair[0] * pair[1]) ** (1 / np.sqrt(2))
    assert drawn == pytest.approx(product / product.sum(), abs=1e-6)
    assert "full width gives most to ml" in drawing.alt
