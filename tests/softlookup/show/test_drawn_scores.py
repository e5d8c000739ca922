import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.drawn_scores import draw_scores
from softlookup.show.drawn_scores import BINS, ENDS, draw_drawn_scores
from support.drawn import read_parts, read_rows, read_size


@pytest.mark.parametrize("d_k", [64, 400])
def test_every_score_is_counted_once(d_k: int) -> None:
    drawn = draw_scores(seed=4, d_k=d_k, queries=50, keys=13)
    drawing = draw_drawn_scores(drawn)
    for kind, scores in (("raw", drawn.raw), ("scaled", drawn.scaled)):
        shares = [float(row["share"]) for row in read_rows(drawing) if row["scores"] == kind]
        edges = [float(row["from"]) for row in read_rows(drawing) if row["scores"] == kind]
        assert len(shares) == BINS
        assert sum(shares) == pytest.approx(1, abs=1e-4)
        counted = [((scores >= edge) | (place == 0)).mean() for place, edge in enumerate(edges)]
        assert np.cumsum(shares[::-1])[::-1] == pytest.approx(counted, abs=1e-4)
        assert edges[0] == -ENDS[kind]


def test_bars_are_as_high_as_their_shares() -> None:
    drawing = draw_drawn_scores(book.drawn_scores)
    bars = read_parts(drawing, "bar")
    rows = [row for row in read_rows(drawing) if row["scores"] == "scaled" and float(row["share"]) > 0.01]
    heights = [read_size(bars[f"scaled:{float(row['from']):g}"])[1] for row in rows]
    units = heights[0] / float(rows[0]["share"])
    assert heights == pytest.approx([float(row["share"]) * units for row in rows], abs=0.2)
    assert f"raw {book.drawn_scores.raw_deviation:.2f}" in drawing.alt
