import numpy as np
import pytest
import scipy.integrate
import scipy.stats

from softlookup.book import book
from softlookup.show.retrieval_rates import draw_best_rival, draw_rate_map
from softlookup.show.sharpness import draw_judges
from support.drawn import read_markup, read_parts, read_points, read_rows, read_style
from tether.values import Drawing

NOISES = np.array([0.1, 0.3, 0.5])


@pytest.fixture(scope="module")
def rival() -> Drawing:
    return draw_best_rival(book.right_pick, book.noise_norms, NOISES)


def test_the_map_is_as_dark_as_its_rates() -> None:
    drawing = draw_rate_map(book.retrieval_rates)
    cells = read_parts(drawing, "cell")
    rows = read_rows(drawing)
    assert len(cells) == len(rows) == 42
    for row in rows:
        cell = cells[f"{row['patterns']}:{float(row['noise']):g}"]
        rate = book.retrieval_rates.at(int(row["patterns"]), float(row["noise"]))
        assert float(row["rate"]) == pytest.approx(rate.value, abs=1e-6)
        # What is fully opaque needs no word about it.
        assert float(
            read_style(cell).get("fill-opacity", read_style(cell).get("opacity", 1))
        ) == pytest.approx(rate.value, abs=1e-3)
    top = min(y for path in cells.values() for _, y in read_points(path))
    noises = {f"{float(row['noise']):g}" for row in rows}
    above = [t for t in read_markup(drawing).iter() if t.text in noises and float(t.get("y", "")) < top]
    assert {t.text for t in above} == noises
    assert len(above) == len(noises)
    assert "from 0.92 to 0.43 at noise 0.3" in drawing.alt


def test_the_best_rival_is_drawn_to_scale(rival: Drawing) -> None:
    curves = {name: read_points(path) for name, path in read_parts(rival, "curve").items()}
    assert set(curves) == {"wanted", "0.1", "0.3", "0.5", "bound"}
    (_, level), _ = curves["wanted"]
    law = scipy.stats.beta(31.5, 31.5, loc=-1, scale=2)
    places = np.linspace(-1, 1, 20_001)
    for name in ("0.1", "0.5"):
        cue = np.sqrt(1 + 64 * float(name) ** 2)
        means = [
            cue * (1 - scipy.integrate.trapezoid(law.cdf(places) ** (load - 1), places))
            for load in (10, 100_000)
        ]
        heights = [curves[name][0][1], curves[name][-1][1]]
        # The distance to the level of 1, in units of the drawing, is that of the scores.
        unit = (heights[0] - heights[1]) / (means[1] - means[0])
        assert (heights[0] - level) / unit == pytest.approx(1 - means[0], abs=0.01)
    assert all(below[1] >= above[1] for below, above in zip(curves["0.3"], curves["bound"], strict=True))
    assert "10 to 100,000" in rival.alt


def test_the_judges_disagree_as_the_numbers_do() -> None:
    drawing = draw_judges(book.sharpness)
    rows = read_rows(drawing)
    assert [row["beta"] for row in rows][-1] == "infinite"
    assert min(rows, key=lambda row: float(row["error"]))["beta"] == "4"
    assert max(rows, key=lambda row: float(row["rate"]))["beta"] == "infinite"
    curves = {name: read_points(path) for name, path in read_parts(drawing, "curve").items()}
    assert set(curves) == {"cosine", "rate", "error", "zero"}
    assert len(curves["rate"]) == len(rows) - 1
    heights, errors = (
        np.array([y for _, y in curves["error"]]),
        np.array([float(r["error"]) for r in rows[:-1]]),
    )
    slope, offset = np.polyfit(errors, heights, 1)
    np.testing.assert_allclose(slope * errors + offset, heights, atol=0.05)
    assert slope * 1 + offset == pytest.approx(curves["zero"][0][1], abs=0.05)
    assert read_markup(drawing).get("aria-label") == drawing.alt


def test_sharpnesses_stand_on_a_logarithmic_axis_and_the_infinite_one_behind_them() -> None:
    drawing = draw_judges(book.sharpness)
    betas = [float(row["beta"]) for row in read_rows(drawing) if row["beta"] != "infinite"]
    for element in read_markup(drawing).iter():
        if element.get("data-part", "").startswith("points:"):
            xs = [float(use.get("x", "")) for use in element.iter() if use.tag.endswith("}use")]
            slope, start = np.polyfit(np.log(betas), xs[:-1], 1)
            np.testing.assert_allclose(xs[:-1], start + slope * np.log(betas), atol=0.1)
            assert slope > 0
            assert xs[-1] > start + slope * np.log(2 * max(betas))
    parts = {element.get("data-part") for element in read_markup(drawing).iter()}
    assert {"points:rate", "points:cosine", "points:error"} <= parts
