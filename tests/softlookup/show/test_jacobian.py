import dataclasses

import numpy as np
import pytest

from softlookup.book import book
from softlookup.show.jacobian import draw_steps, trace_jacobian
from support.drawn import read_markup, read_parts, read_points, read_rows
from tether.values import Roundoff


def test_the_trace_holds_the_sources_figures() -> None:
    lines = trace_jacobian(book.jacobian).splitlines()
    assert lines[2].split() == ["p", "0.0204", "0.0382", "0.0611", "0.7896", "0.0907"]
    assert lines[7].split() == ["J[3]", "-0.01613", "-0.03012", "-0.04824", "0.16612", "-0.07163"]
    assert lines[-1].endswith("within 1e-06 of its central difference, h = 1e-05")


def test_the_trace_never_claims_what_does_not_hold() -> None:
    wrong = dataclasses.replace(book.jacobian, difference_error=Roundoff(1e-3))
    with pytest.raises(ValueError, match="expected the Jacobian within 1e-06"):
        trace_jacobian(wrong)


def test_the_errors_are_drawn_to_scale_and_their_rounding_is_not_written() -> None:
    drawing = draw_steps(book.steps)
    points = read_points(read_parts(drawing, "curve")["errors"])
    errors = np.log10([row.error.value for row in book.steps.steps])
    heights = np.array([y for _, y in points])
    slope, start = np.polyfit(errors, heights, 1)
    np.testing.assert_allclose(heights, start + slope * errors, atol=0.1)
    rows = read_rows(drawing)
    assert len(rows) == len(points) == 12
    assert [row["error"] for row in rows[3:]] == ["rounding"] * 9
    assert [float(row["error"]) for row in rows[:3]] == pytest.approx([6.94e-5, 6.94e-7, 6.94e-9], rel=1e-3)
    assert "least at h = 10⁻⁵" in drawing.alt
    assert read_markup(drawing).get("aria-label") == drawing.alt


def test_the_two_laws_are_drawn_on_the_scale_of_the_errors() -> None:
    drawing = draw_steps(book.steps)
    steps = book.steps.steps
    places = np.array(read_points(read_parts(drawing, "curve")["errors"]))
    across = np.polyfit(np.log10([row.step for row in steps]), places[:, 0], 1)
    up = np.polyfit(np.log10([row.error.value for row in steps]), places[:, 1], 1)
    laws = {name: np.array(read_points(path)) for name, path in read_parts(drawing, "law").items()}
    assert set(laws) == {"truncation", "rounding"}
    for name, drawn in laws.items():
        heights = {row.step: getattr(row, name) for row in steps if getattr(row, name) >= 1e-13}
        assert len(drawn) == len(heights) > 4
        np.testing.assert_allclose(drawn[:, 0], np.polyval(across, np.log10(list(heights))), atol=0.1)
        np.testing.assert_allclose(drawn[:, 1], np.polyval(up, np.log10(list(heights.values()))), atol=0.1)
