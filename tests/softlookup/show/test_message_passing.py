import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.costs import draw_memory, tabulate_record, tabulate_small_race
from softlookup.show.graphs import draw_rings, draw_surroundings
from softlookup.show.layers import draw_shares, stack_layers, tabulate_layers, tabulate_relations
from softlookup.show.same_row import draw_ranges
from support.drawn import read_parts, read_rows, read_size


def test_the_table_of_rules_adds_up() -> None:
    near = book.hops.at(1).moved
    _, _, *body = tabulate_layers(book.layers, "bob", near).splitlines()
    assert len(body) == 6
    for line in body:
        _, _, *cells, total, _ = (cell.strip() for cell in line.split("|"))
        assert sum(map(float, cells)) == pytest.approx(float(total), abs=3e-4)


def test_the_table_of_relations_adds_up() -> None:
    _, _, *body = tabulate_relations(book.layers, "bob").splitlines()
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in body]
    assert [row[:2] for row in cells[:2]] == [["its own", "bob"], ["advises, inverse", "carol"]]
    *parts, total = np.array([row[2:] for row in cells], np.float64)
    np.testing.assert_allclose(np.sum(parts, axis=0), total, atol=3e-4)
    np.testing.assert_allclose(total, book.layers.relational.bob.output, atol=6e-5)


def test_cells_are_drawn_where_there_is_weight() -> None:
    names, weights = stack_layers(book.layers, "bob")
    drawing = draw_shares(book.world.entities, names, weights, title="Rules.", name="rules")
    drawn = set(read_parts(drawing, "cell"))
    expected = {
        f"{words}:{entity}"
        for words, row in zip(names, weights, strict=True)
        for entity, weight in zip(book.world.entities, row, strict=True)
        if weight > 0
    }
    assert drawn == expected
    assert len(read_rows(drawing)) == 6 * 13
    assert "dot product, all: 13" in drawing.alt


def test_every_fact_is_an_edge() -> None:
    drawing = draw_surroundings(book.world, book.wirings.both, book.hops)
    assert len(read_parts(drawing, "edge")) == 22
    assert {row["entity"]: int(row["hops from bob"]) for row in read_rows(drawing)} == dict(
        zip(book.world.entities, book.hops.distance, strict=True)
    )
    assert "4 away: mit." in drawing.alt


def test_the_rings_have_six_edges_each() -> None:
    edges = read_parts(draw_rings(book.rings), "edge")
    assert sum(name.startswith("ring") for name in edges) == 6
    assert sum(name.startswith("triangles") for name in edges) == 6


def test_a_bar_is_as_long_as_its_range() -> None:
    drawing = draw_ranges(book.same_row, "bob")
    bars = read_parts(drawing, "range")
    lengths = {name: read_size(bar)[0] for name, bar in bars.items()}
    scale = lengths["p2"] / (book.same_row.p2.high - book.same_row.p2.low)
    for one in book.same_row:
        assert lengths[one.name] == pytest.approx(scale * (one.high - one.low), abs=0.05)


def test_the_memory_is_that_of_the_record() -> None:
    drawing = draw_memory(book.blockwise, book.costs)
    rows = read_rows(drawing)
    for row, run in zip(rows, book.blockwise.runs, strict=True):
        assert int(row["n"]) == run.nodes
        assert float(row["matrix alone, MB"]) == pytest.approx(4 * run.nodes**2 / 1e6)
        assert float(row["blocks, MB"]) == float(run.megabytes)
    _, _, *body = tabulate_record(book.blockwise, book.costs).splitlines()
    assert len(body) == len(rows)
    assert "–" in body[-1]
    assert np.isfinite([float(row["blocks, MB"]) for row in rows]).all()


def test_the_table_of_the_small_race_has_a_row_a_size() -> None:
    _, _, *body = tabulate_small_race(book.small_race).splitlines()
    cells = [[float(cell) for cell in line.replace(",", "").split("|")[1:-1]] for line in body]
    assert [row[0] for row in cells] == list(book.small_race.sizes)
    assert [row[4] for row in cells] == pytest.approx(book.small_race.in_place["float64"], abs=0.0051)
