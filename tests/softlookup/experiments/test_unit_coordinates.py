"""The law of one coordinate of a random unit vector, against SciPy's beta law and against drawn vectors."""

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from softlookup.experiments.unit_coordinates import find_share_below, tabulate_coordinate


@pytest.mark.parametrize("width", [2, 3, 4, 5, 8, 63, 64, 500])
def test_the_finite_sum_is_the_beta_law(width: int) -> None:
    places = np.linspace(-1, 1, 41)
    law = scipy.stats.beta((width - 1) / 2, (width - 1) / 2, loc=-1, scale=2)
    np.testing.assert_allclose(find_share_below(places, width), law.cdf(places), atol=1e-13)


@pytest.mark.parametrize("width", [62, 63, 64])
def test_the_table_gives_the_quantiles(width: int) -> None:
    shares = np.concatenate(
        [10.0 ** -np.arange(1, 10), np.linspace(0.01, 0.99, 99), 1 - 10.0 ** -np.arange(1, 10)]
    )
    law = scipy.stats.beta((width - 1) / 2, (width - 1) / 2, loc=-1, scale=2)
    np.testing.assert_allclose(tabulate_coordinate(width).find_places(shares), law.ppf(shares), atol=2e-6)


def test_drawn_vectors_have_this_law() -> None:
    rng = np.random.default_rng(1)
    vectors = rng.standard_normal((4000, 7))
    first = vectors[:, 0] / np.linalg.norm(vectors, axis=1)
    assert scipy.stats.kstest(first, lambda u: find_share_below(u, 7)).pvalue > 0.01
    tabled = tabulate_coordinate(7).find_places(rng.random(4000))
    assert scipy.stats.ks_2samp(first, tabled).pvalue > 0.01


@given(u=st.floats(-1, 1), width=st.integers(2, 200))
def test_it_is_symmetric(u: float, width: int) -> None:
    assert float(find_share_below(u, width) + find_share_below(-u, width)) == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize(("places", "width"), [([0.0], 1), ([1.5], 4), ([np.nan], 4)])
def test_what_is_no_coordinate_is_refused(places: list[float], width: int) -> None:
    with pytest.raises(ValueError, match="width of at least 2"):
        find_share_below(places, width)
