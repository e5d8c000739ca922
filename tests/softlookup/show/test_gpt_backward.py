import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.gpt_backward import print_error, tabulate_findings, tabulate_moving, trace_way_back
from softlookup.show.gpt_check import draw_check
from softlookup.show.gpt_steps import DRAWN, draw_descent, trace_descent
from support.drawn import read_markup, read_parts, read_points, read_rows


def read_table(text: str) -> list[list[str]]:
    """Give the cells of a Markdown table, without its rule."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines()]
    return [lines[0], *lines[2:]]


def test_the_way_back_is_written_column_by_column() -> None:
    lines = trace_way_back(book.second_pair).splitlines()
    assert lines[0] == "[i, love] → pizza: P = 0.1597, loss = 1.8343"
    cells = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in lines[6:]}
    assert cells["weight a"] == ["0.5095", "0.4905"]
    assert cells["by the key[1]"] == [f"{key[1]:.4f}" for key in book.second_pair.by_keys]
    assert "-0.1841" in lines[9]
    assert "0.1841" in lines[9]


def test_what_moves_is_counted_array_by_array() -> None:
    ways = (book.first_pair, book.second_pair)
    header, *rows = read_table(tabulate_moving(ways, book.gradient_check, book.forward.parameters))
    assert header[2:] == ["[i] → love", "[i, love] → pizza", "all 23 pairs"]
    counts = {row[0]: [int(cell) for cell in row[1:]] for row in rows}
    assert counts["W_q"] == [4, 0, 4, 4]
    assert counts["all"] == [100, 50, 60, 90]
    assert np.sum(list(counts.values()), axis=0).tolist() == [2 * count for count in counts["all"]]


def test_mistakes_stand_with_their_errors_and_rounding_is_a_dash() -> None:
    header, *rows = read_table(tabulate_findings(book.planted))
    assert header == ["mistake", "first pair", "all pairs", "E", "W_q", "W_k", "one direction"]
    assert len(rows) == 7
    assert rows[1] == ["√2 forgotten", "–", "0.0076", "0.0086", "0.1716", "0.1716", "0.0088"]
    assert [row[1] for row in rows].count("–") == book.planted.unseen_on_first
    assert (print_error(3.7e-11), print_error(0.5)) == ("–", "0.5000")


def test_the_check_is_drawn_to_scale_and_its_rounding_is_not_written() -> None:
    drawing = draw_check(book.gradient_check, book.planted)
    curves = {name: read_points(path) for name, path in read_parts(drawing, "curve").items()}
    assert curves.keys() == {"float64", "float32", "only the diagonal", "√2 forgotten"}
    errors = np.log10([step.double.value for step in book.gradient_check.steps])
    heights = np.array([y for _, y in curves["float64"]])
    slope, start = np.polyfit(errors, heights, 1)
    np.testing.assert_allclose(heights, start + slope * errors, atol=0.1)
    level = [y for _, y in curves["√2 forgotten"]]
    expected = start + slope * np.log10(book.planted.unscaled.everywhere)
    np.testing.assert_allclose(level, expected, atol=0.2)
    rows = read_rows(drawing)
    assert [row["right, float64"] for row in rows[3:]] == ["rounding"] * 9
    assert [float(row["right, float64"]) for row in rows[:3]] == pytest.approx(
        [3.303e-4, 3.313e-6, 3.313e-8], rel=1e-3
    )
    assert {row["right, float32"] for row in rows} == {"rounding"}
    assert "0.0076 and 0.1038" in drawing.alt
    assert read_markup(drawing).get("aria-label") == drawing.alt


def test_the_steps_are_written_as_they_are() -> None:
    lines = trace_descent(book.descent, (0, 4, 25)).splitlines()
    assert lines[1].split() == ["0", "0.1700", "1.7719", "pizza", "0.2187", "1.3000", "0.4000"]
    assert lines[2].split() == ["4", "0.2073", "1.5738", "pizza", "0.2397", "1.3214", "0.4000"]
    assert lines[3].split()[:4] == ["25", "0.5637", "0.5733", "love"]


def test_the_descent_is_drawn_to_scale() -> None:
    drawing = draw_descent(book.descent, claimed=0.56, after=4)
    curves = {name: read_points(path) for name, path in read_parts(drawing, "curve").items()}
    assert set(curves) == set(DRAWN)
    chances = np.concatenate([book.descent.of(word) for word in DRAWN])
    heights = np.concatenate([[y for _, y in curves[word]] for word in DRAWN])
    slope, start = np.polyfit(chances, heights, 1)
    assert slope < 0
    np.testing.assert_allclose(heights, start + slope * chances, atol=0.05)
    rows = read_rows(drawing)
    assert len(rows) == 26
    assert float(rows[4]["love"]) == pytest.approx(float(book.descent.chances[4]), abs=1e-6)
    assert "to 0.21 after 4, passes all others after 8" in drawing.alt
    assert "0.56 that the post reports after 4" in drawing.alt
