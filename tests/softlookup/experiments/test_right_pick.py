"""The exact chance of a right pick, against SciPy's quadrature and against memories of real patterns."""

import numpy as np
import pytest
import scipy.integrate
import scipy.special
import scipy.stats

from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.right_pick import draw_picks, find_best_rival, find_right_pick, find_right_picks
from softlookup.memory import recall


def integrate_by_scipy(load: int, noise: float, width: int) -> float:
    """Give the chance by Gauss quadrature: SciPy's law of a coordinate, SciPy's nodes for the cue."""
    coordinate = scipy.stats.beta((width - 1) / 2, (width - 1) / 2, loc=-1, scale=2)
    parts, normal = scipy.special.roots_hermitenorm(120)
    halves, gamma = scipy.special.roots_genlaguerre(120, (width - 1) / 2 - 1)
    along, aside = 1 + noise * parts[:, None], noise * np.sqrt(2 * halves)
    shares = coordinate.cdf(along / np.hypot(along, aside)) ** (load - 1)
    return float(normal @ shares @ gamma / normal.sum() / gamma.sum())


@pytest.mark.parametrize(
    ("load", "noise", "width"), [(2, 0.3, 64), (25, 0.3, 64), (100_000, 0.3, 64), (100, 1.0, 8), (9, 0.5, 8)]
)
def test_quadrature_is_scipys(load: int, noise: float, width: int) -> None:
    assert find_right_pick(load, noise, width) == pytest.approx(
        integrate_by_scipy(load, noise, width), abs=1e-7
    )


def test_one_pattern_is_always_right_and_two_in_a_flood_of_noise_are_a_coin() -> None:
    assert find_right_pick(1, 0.3, 64) == pytest.approx(1, abs=1e-12)
    assert find_right_pick(2, 1e6, 64) == pytest.approx(0.5, abs=1e-5)
    assert find_right_pick(10, 1e6, 64) == pytest.approx(0.1, abs=1e-5)


@pytest.mark.parametrize(("load", "sets", "cues"), [(10, 2000, 2), (800, 40, 100), (20_000, 4, 250)])
def test_real_patterns_are_picked_as_often(load: int, sets: int, cues: int) -> None:
    rng, hits = np.random.default_rng(2), []
    for _ in range(sets):
        patterns = rng.standard_normal((load, 64))
        patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
        asked = patterns[:cues] + 0.3 * rng.standard_normal((cues, 64))
        hits.append((recall(asked, patterns, np.inf) == patterns[:cues]).all(axis=1))
    rate = estimate_rate(int(np.sum(hits)), sets * cues)
    middle, half = (rate.low + rate.high) / 2, 1.4 * (rate.high - rate.low) / 2
    assert abs(find_right_pick(load, 0.3, 64) - middle) < half
    drawn = draw_picks(rng, load, 0.3, 64, 20_000)
    assert abs(drawn.value - rate.value) < half + (drawn.high - drawn.low) / 2


@pytest.mark.parametrize("rivals", [1, 9, 799, 99_999])
def test_the_best_rival_has_the_mean_of_its_law(rivals: int) -> None:
    law = scipy.stats.beta(31.5, 31.5, loc=-1, scale=2)
    mean, _ = scipy.integrate.quad(
        lambda u: u * rivals * law.cdf(u) ** (rivals - 1) * law.pdf(u),
        -1,
        1,
        limit=400,
        points=[0, 0.2, 0.4, 0.6],
    )
    assert find_best_rival(rivals, 64) == pytest.approx(mean, abs=1e-8)


def test_the_bound_is_one_and_the_half_load_is_where_the_chance_crosses() -> None:
    found = find_right_picks(np.random.default_rng(3), (10, 100), noise=0.3, width=64, trials=5000)
    for load in (3, 10, 1000, 10**6):
        assert found.rival(load) < found.bound(load)
    for noise in (0.3, 0.5, 1.0):
        half = found.half_load(noise)
        assert found.chance(half, noise) >= 0.5 > found.chance(half + 1, noise)
    assert found.falls[0] == pytest.approx(found.chance(10, 0.3) - found.chance(20, 0.3))
    assert found.at(10).drawn.trials == 5000
    # At its own N the typical best rival, by the bound, reaches the signal.
    size = np.sqrt(1 + 64 * 0.09)
    assert np.sqrt(2 * np.log(found.scale(0.3)) / 64) * size == pytest.approx(1)
    with pytest.raises(ValueError, match="found 11"):
        found.at(11)


def test_no_pattern_no_noise_and_few_dimensions_are_refused() -> None:
    for load, noise, width in ((0, 0.3, 64), (3, 0.0, 64), (3, 0.3, 7)):
        with pytest.raises(ValueError, match="at least one pattern"):
            find_right_pick(load, noise, width)
