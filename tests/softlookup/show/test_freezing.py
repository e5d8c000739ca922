import pytest

from softlookup.book import book
from softlookup.show.freezing import draw_training
from support.drawn import read_parts, read_rows


def test_the_curves_are_those_of_the_runs_and_differ_by_more_than_colour() -> None:
    drawing, freezing = draw_training(book.freezing), book.freezing
    curves = read_parts(drawing, "curve")
    assert len(curves) == 5
    styles = [path.get("style", "") for path in curves.values()]
    assert len({style.partition("dasharray")[2] for style in styles}) == 5
    rows = read_rows(drawing)
    assert [int(row["step"]) for row in (rows[0], rows[-1])] == [0, freezing.steps]
    last = {name: float(error) for name, error in rows[-1].items()}
    assert last["scaled, SGD 3"] == pytest.approx(freezing.scaled_sgd.best.final, abs=1e-6)
    assert last["scaled, Adam 0.03"] == pytest.approx(freezing.scaled_adam.best.final, abs=1e-6)
    assert last["unscaled, SGD 0.03"] == pytest.approx(freezing.unscaled_sgd.at(0.03).final, abs=1e-6)
    assert last["unscaled, SGD 0.03"] > freezing.uniform_error > 0.9
    assert "unscaled, SGD 1.36; unscaled, Adam 1.01; scaled, SGD 0.00" in drawing.alt
