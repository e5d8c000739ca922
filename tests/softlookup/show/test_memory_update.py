import numpy as np
import pytest
import scipy.special

from softlookup.book import book
from softlookup.show.memory_update import draw_landscapes
from support.drawn import read_markup, read_parts, read_points, read_rows
from tether.values import Drawing


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return draw_landscapes(book.landscapes)


def test_every_path_is_drawn_to_scale(drawing: Drawing) -> None:
    paths = {name: np.array(read_points(path)) for name, path in read_parts(drawing, "path").items()}
    for landscape in (book.landscapes.soft, book.landscapes.sharp):
        drawn = [paths[f"{landscape.beta:g}:{i}"] for i in range(len(landscape.paths))]
        meant = np.concatenate([path.states for path in landscape.paths])
        for axis, sign in ((0, 1), (1, -1)):
            slope, shift = np.polyfit(meant[:, axis], np.concatenate(drawn)[:, axis], 1)
            assert sign * slope == pytest.approx(192 / 3.1, rel=1e-3), "both axes have the same scale"
            np.testing.assert_allclose(
                slope * meant[:, axis] + shift, np.concatenate(drawn)[:, axis], atol=0.02
            )


def test_the_data_hold_each_states_energy(drawing: Drawing) -> None:
    patterns = book.landscapes.soft.patterns
    rows = read_rows(drawing)
    assert len(rows) == sum(
        path.steps + 1
        for landscape in (book.landscapes.soft, book.landscapes.sharp)
        for path in landscape.paths
    )
    for row in rows:
        beta, state = float(row["beta"]), np.array([float(row["x"]), float(row["y"])])
        lse = scipy.special.logsumexp(beta * patterns @ state) / beta
        height = -lse + state @ state / 2 + np.log(len(patterns)) / beta + 0.5
        assert float(row["energy"]) == pytest.approx(height, abs=5e-6)


def test_the_description_tells_the_ends(drawing: Drawing) -> None:
    assert "At a sharpness of 1.5 all cues end in one place" in drawing.alt
    assert "At a sharpness of 12 all cues end in 5 places" in drawing.alt
    assert read_markup(drawing).get("aria-label") == drawing.alt
