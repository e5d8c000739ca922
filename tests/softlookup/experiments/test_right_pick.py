"""The exact chance of a right pick, against SciPy's quadrature and against memories of real patterns."""

import json

import numpy as np
import pytest
import scipy.integrate
import scipy.special
import scipy.stats

from softlookup.experiments import real_picks
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.right_pick import find_best_rival, find_right_pick, find_right_picks
from softlookup.experiments.wide_picks import find_log_share_above, widen_picks
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
    found = find_right_picks((10, 100), noise=0.3, width=64)
    for load in (3, 10, 1000, 10**6):
        assert found.rival(load) < found.bound(load)
    for noise in (0.3, 0.5, 1.0):
        half = found.half_load(noise)
        assert found.chance(half, noise) >= 0.5 > found.chance(half + 1, noise)
    assert found.falls[0] == pytest.approx(found.chance(10, 0.3) - found.chance(20, 0.3))
    assert found.doubled[:5] == (10, 12, 14, 17, 20)
    assert found.farthest == 10 * 2**14 == 2 * found.doubled[-1]
    # At its own N the typical best rival, by the bound, reaches the signal.
    size = np.sqrt(1 + 64 * 0.09)
    assert np.sqrt(2 * np.log(found.scale(0.3)) / 64) * size == pytest.approx(1)
    with pytest.raises(ValueError, match="found 11"):
        found.at(11)


def test_no_doubling_between_those_scanned_costs_more() -> None:
    found = find_right_picks((10,), noise=0.3, width=64)
    every = range(10, 1300, 7)
    falls = [integrate_by_scipy(n, 0.3, 64) - integrate_by_scipy(2 * n, 0.3, 64) for n in every]
    # The scan meets the peak to a ten thousandth, far inside of the digits that are printed.
    assert max(falls) == pytest.approx(max(found.falls), abs=1e-4)
    assert np.argmax(found.falls) not in (0, len(found.falls) - 1)


def test_the_share_above_is_scipys_far_into_the_tail() -> None:
    places = np.array([-0.4, -0.1, 0.0, 0.1, 0.38, 0.6, 0.9])
    for width in (8, 64, 1024, 16_384):
        law = scipy.stats.beta((width - 1) / 2, (width - 1) / 2, loc=-1, scale=2)
        expected = law.logsf(places)
        seen = np.isfinite(expected) & (expected > -600)
        np.testing.assert_allclose(
            find_log_share_above(places, width)[seen], expected[seen], rtol=1e-3, atol=1e-3
        )


def test_loads_by_width_are_where_the_chance_is_met() -> None:
    wide = widen_picks((64, 256), (0.9, 0.5, 0.1), length=2.4)
    for chance in (0.9, 0.5, 0.1):
        count = round(np.exp(64 * wide.at(64).at(chance)))
        assert integrate_by_scipy(count, 0.3, 64) == pytest.approx(chance, abs=0.01)
    half = find_right_picks((10,), 0.3, 64).half_load(0.3)
    assert half <= np.exp(64 * wide.at(64).at(0.5)) < half + 1
    # At width 256 with the same length, noise 0.15, drawn: a cue, and the best of its rivals by SciPy's law.
    rng, count = np.random.default_rng(8), 256 * wide.at(256).at(0.9)
    cues = 0.15 * rng.standard_normal((20_000, 256))
    cues[:, 0] += 1
    tail = scipy.stats.beta(127.5, 127.5, loc=-1, scale=2).sf(cues[:, 0] / np.linalg.norm(cues, axis=1))
    assert np.exp(-np.exp(count) * tail).mean() == pytest.approx(0.9, abs=0.01)


def test_the_cliff_sharpens_towards_its_limit() -> None:
    wide = widen_picks((64, 1024, 16_384), (0.9, 0.5, 0.1), length=2.4)
    assert wide.limit == pytest.approx(-np.log(1 - 1 / (1 + 2.4**2)) / 2)
    distances = [[abs(load - wide.limit) for load in row.loads] for row in wide.rows]
    assert (np.diff(distances, axis=0) < 0).all()
    for row in wide.rows:
        assert row.loads[0] < row.loads[1] < row.loads[2]
        assert row.spread == row.at(0.1) / row.at(0.9)
    for call in (lambda: wide.at(65), lambda: wide.at(64).at(0.3)):
        with pytest.raises(ValueError, match="found"):
            call()


def test_a_set_of_real_patterns_is_asked_as_a_plain_loop_asks_it() -> None:
    right = real_picks.ask_set(np.random.default_rng(4), 300, 120, 0.3, 64)
    rng = np.random.default_rng(4)
    patterns = rng.standard_normal((300, 64), np.float32).astype(float)
    patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
    noise = 0.3 * rng.standard_normal((120, 64), np.float32)
    plain = [int(np.argmax(patterns @ (patterns[i] + noise[i]))) == i for i in range(120)]
    assert right.tolist() == plain
    assert 0 < sum(plain) < 120


def test_the_record_of_real_patterns_holds_the_exact_chance_and_one_set_is_asked_again() -> None:
    kept, found = json.loads(real_picks.FILE.read_text("utf-8")), real_picks.read_real_picks()
    assert (found.sets, found.cues, found.noise, found.width) == (20, 1000, 0.3, 64)
    for pick in found.picks:
        counts = kept["right"][str(pick.load)]
        assert pick.rate.value == sum(counts) / 20_000
        assert pick.rate.low <= integrate_by_scipy(pick.load, 0.3, 64) <= pick.rate.high
        assert found.interval(pick.load) == (pick.rate.low, pick.rate.high)
    again = real_picks.record_real_picks(kept=1)["right"]
    for load, counts in kept["right"].items():
        # Rounding may turn a tie that float32 cannot tell; those are settled in float64.
        assert again[load] == counts[:1]
    with pytest.raises(ValueError, match="found 5"):
        found.at(5)


def test_no_pattern_no_noise_and_few_dimensions_are_refused() -> None:
    for load, noise, width in ((0, 0.3, 64), (3, 0.0, 64), (3, 0.3, 7)):
        with pytest.raises(ValueError, match="at least one pattern"):
            find_right_pick(load, noise, width)
