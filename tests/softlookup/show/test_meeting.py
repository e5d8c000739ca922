import pytest

from softlookup.book import book
from softlookup.show.meeting import draw_meeting
from softlookup.world import find_entity
from support.drawn import read_parts, read_rows, read_size


def test_a_meeting_shows_both_vectors_and_their_products() -> None:
    drawing = draw_meeting(book.head, "bob", "logic")
    q, k = book.head.queries[find_entity("bob")], book.head.keys[find_entity("logic")]
    rows = read_rows(drawing)
    assert [float(row["query"]) for row in rows] == pytest.approx(q, abs=1e-6)
    assert [float(row["key"]) for row in rows] == pytest.approx(k, abs=1e-6)
    assert sum(float(row["product"]) for row in rows) == pytest.approx(book.head.bob.on.logic.raw, abs=1e-5)
    widths = {
        part: [read_size(bar)[0] for bar in read_parts(drawing, part).values()]
        for part in ("query", "key", "product")
    }
    units = widths["query"][0] / abs(q[0])
    assert widths["key"] == pytest.approx(abs(k) * units, abs=0.15)
    assert widths["product"] == pytest.approx(abs(q * k) * units, abs=0.15)
    assert "raw score −1.4944" in drawing.alt
    assert "in 2 of 4 numbers" in drawing.alt
