import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.learning import Learning
from softlookup.show.learning import draw_learning
from support.drawn import read_markup, read_parts, read_points, read_rows


def test_the_curve_rises_in_proportion_to_the_weight() -> None:
    points = read_points(read_parts(draw_learning(book.learning, "bob"), "curve")["carol"])
    xs, ys = (np.array(part) for part in zip(*points, strict=True))
    weights = book.learning.weights
    # Matplotlib leaves out points that lie on the line between their neighbours. SVG counts downwards.
    drawn = np.interp(np.linspace(xs[0], xs[-1], book.learning.steps + 1), xs, ys)
    slope, offset = np.polyfit(weights, drawn, 1)
    assert slope < 0
    np.testing.assert_allclose(drawn, slope * weights + offset, atol=0.3)  # of 156 units of height


def test_the_data_are_the_steps() -> None:
    rows = read_rows(draw_learning(book.learning, "bob"))
    assert [int(row["step"]) for row in rows] == list(range(book.learning.steps + 1))
    np.testing.assert_allclose([float(row["weight"]) for row in rows], book.learning.weights, atol=1e-6)
    np.testing.assert_allclose([float(row["loss"]) for row in rows], book.learning.losses, atol=1e-6)


def test_the_description_is_computed_and_on_the_figure() -> None:
    weights = np.array([0.125, 0.25, 0.375, 0.5, 0.75])
    drawing = draw_learning(Learning("mit", 1.0, 1 - weights, weights), "erin")
    assert "erin's query puts on mit over 4 steps" in drawing.alt
    assert "0.12 at the start, 0.75 after 4 steps." in drawing.alt
    words = {element.text for element in read_markup(drawing).iter() if element.text}
    assert {"0.12", "0.75", "step →", "weight"} <= words


@pytest.mark.parametrize("steps", [4, 40, 200])
def test_only_steps_that_were_taken_are_marked(steps: int) -> None:
    weights = np.linspace(0, 1, steps + 1)
    drawing = draw_learning(Learning("mit", 1.0, weights, weights), "bob")
    assert ("after 10" in drawing.alt) == (steps > 10)
    assert f"1.00 after {steps} steps." in drawing.alt
