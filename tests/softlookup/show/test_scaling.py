import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.scaling import draw_gaps, draw_gradient_spread, trace_saturation
from support.drawn import read_markup, read_parts, read_rows, read_size
from tether.values import Drawing


@pytest.fixture(scope="module")
def gaps() -> Drawing:
    return draw_gaps(book.gaps, here=book.saturation.unscaled.gap, far=20)


@pytest.fixture(scope="module")
def spread() -> Drawing:
    return draw_gradient_spread(book.gradient_spread)


def test_the_trace_runs_from_the_largest_score_down() -> None:
    header, *lines = trace_saturation(book.saturation).splitlines()
    assert "q·k/16" in header
    assert len(lines) == 13
    assert lines[0].split() == ["3", "26.0391", "0.9903", "1.6274", "0.2282"]
    scores = [float(line.split()[1]) for line in lines]
    assert scores == sorted(scores, reverse=True)
    assert "< 0.0001" in lines[3]
    assert sum(float(line.split()[-1]) for line in lines) == pytest.approx(1, abs=1e-3)


def test_the_bars_of_the_gaps_count_them(gaps: Drawing) -> None:
    values = book.gaps.to_runner_up.values
    rows = read_rows(gaps)
    for row in rows:
        low = float(row["gap from"])
        expected = np.mean((values >= low) & (values < low + 2))
        assert float(row["share"]) == pytest.approx(expected, abs=1e-6)
    assert sum(float(row["share"]) for row in rows) > 0.999
    bars = read_parts(gaps, "bar")
    heights = [read_size(bars[f"{float(row['gap from']):g}"])[1] for row in rows]
    unit = heights[0] / float(rows[0]["share"])
    np.testing.assert_allclose(heights, [unit * float(row["share"]) for row in rows], atol=0.03)
    assert "beyond 20" in gaps.alt
    assert "7 %" in gaps.alt


def test_the_two_spreads_count_every_draw(spread: Drawing) -> None:
    rows = read_rows(spread)
    for kind, one in (("unscaled", book.gradient_spread.unscaled), ("scaled", book.gradient_spread.scaled)):
        mine = [row for row in rows if row["softmax"] == kind]
        assert sum(float(row["share"]) for row in mine) == pytest.approx(1, abs=1e-4)
        powers = np.log10(one.by_query.values)
        for row in mine[1:]:
            low = float(row["log10 from"])
            expected = np.mean((powers >= low) & (powers < low + 0.5))
            assert float(row["share"]) == pytest.approx(expected, abs=1e-6)
    assert len(read_parts(spread, "bar")) == len(rows)
    assert "3,000 draws" in spread.alt
    marks = [e for e in read_markup(spread).iter() if e.get("data-part", "").startswith("mark:")]
    bars = max(read_size(path)[1] for path in read_parts(spread, "bar").values())
    assert [read_size(mark[0])[1] >= bars for mark in marks] == [True, True]
