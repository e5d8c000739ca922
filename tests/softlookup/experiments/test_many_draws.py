"""The experiments of the scaling chapter, each against theory or a plainer way to draw."""

import itertools

import numpy as np
import pytest
import scipy.integrate
import scipy.stats

from softlookup.experiments.entry_laws import EntryLaw, RowVariance, measure_entries
from softlookup.experiments.fresh_seeds import repeat_scaling
from softlookup.experiments.gradient_spread import spread_gradients
from softlookup.experiments.logit_gaps import measure_gaps
from softlookup.experiments.scaling import measure_scaling
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax


def test_fresh_seeds_have_the_law_of_the_plain_way() -> None:
    shortcut = repeat_scaling(np.random.default_rng(1), (4, 16), draws=500, seeds=300)
    plain = np.array([
        [row.ratio for row in measure_scaling(np.random.default_rng((2, seed)), (4, 16), 500).rows]
        for seed in range(300)
    ])  # fmt: skip
    for place in range(2):
        assert scipy.stats.ks_2samp(shortcut.ratios[:, place], plain[:, place]).pvalue > 0.01
    theory = measure_scaling(np.random.default_rng(3), (4, 16), 500)
    for d_k in (4, 16):
        assert shortcut.deviation(d_k) == pytest.approx(theory.at(d_k).ratio_deviation, rel=0.15)
    chance = shortcut.chance_within(0.1)
    assert chance.low < theory.chance_within(0.1) < chance.high
    near = [all(abs(ratio - 1) <= 0.1 for ratio in row) for row in shortcut.ratios]
    assert chance.value == sum(near) / 300
    assert chance.trials == shortcut.seeds == 300


def mean_of_ranked(place: int, keys: int) -> float:
    """Integrate the mean of the place-th smallest of some standard normals."""
    law = scipy.stats.norm

    def density(x: float) -> float:
        below, above = law.cdf(x) ** (place - 1), law.sf(x) ** (keys - place)
        ways = scipy.special.factorial(keys) / (
            scipy.special.factorial(place - 1) * scipy.special.factorial(keys - place)
        )
        return float(x * ways * below * above * law.pdf(x))

    return float(scipy.integrate.quad(density, -10, 10)[0])


def test_the_gaps_have_the_means_of_order_statistics() -> None:
    gaps = measure_gaps(np.random.default_rng(4), d_k=64, keys=5, draws=40_000)
    length = scipy.stats.chi(64).mean()
    ranked = [length * mean_of_ranked(place, 5) for place in range(1, 6)]
    for measured, expected in [
        (gaps.to_runner_up, ranked[4] - ranked[3]),
        (gaps.to_median, ranked[4] - ranked[2]),
        (gaps.to_mean_of_rest, ranked[4] - np.mean(ranked[:4])),
    ]:
        error = (measured.mean.value - expected) / (measured.mean.high - measured.mean.value)
        assert abs(error) < 2
        assert measured.median.low < np.median(measured.values) < measured.median.high
        assert measured.mean_interval == (measured.mean.low, measured.mean.high)
        assert measured.median_interval == (measured.median.low, measured.median.high)
    share = gaps.to_runner_up.beyond(3)
    assert share.value == np.mean(gaps.to_runner_up.values > 3)
    assert gaps.to_runner_up.interval_beyond(3) == (share.low, share.high)


def test_the_tail_of_the_gap_is_the_integral() -> None:
    gaps = measure_gaps(np.random.default_rng(5), d_k=256, keys=13, draws=40_000)
    law = scipy.stats.norm

    def beyond(distance: float) -> float:
        """Integrate P(the others are all a distance below the largest), for scores N(0, 16²)."""
        return float(
            scipy.integrate.quad(lambda x: 13 * law.pdf(x) * law.cdf(x - distance / 16) ** 12, -10, 12)[0]
        )

    for distance in (5, 10, 20):
        found = gaps.to_runner_up.beyond(distance)
        assert found.low - 0.005 < beyond(distance) < found.high + 0.005


def test_peaks_are_those_of_vectors_drawn_plainly() -> None:
    gaps = measure_gaps(np.random.default_rng(6), d_k=64, keys=13, draws=4000)
    rng = np.random.default_rng(7)
    q, k = rng.normal(size=(4000, 64)), rng.normal(size=(4000, 13, 64))
    scores = np.einsum("md,mnd->mn", q, k)
    assert scipy.stats.ks_2samp(gaps.unscaled.values, softmax(scores).max(axis=1)).pvalue > 0.01
    assert scipy.stats.ks_2samp(gaps.scaled.values, softmax(scores / 8).max(axis=1)).pvalue > 0.01
    assert gaps.scaled.mean.value == gaps.scaled.values.mean()
    assert gaps.unscaled.above(0.9).value > 0.5 > gaps.scaled.above(0.9).value
    assert gaps.unscaled.median.value > gaps.scaled.median.value
    assert gaps.scaled.count_above(0.5) == sum(peak > 0.5 for peak in gaps.scaled.values)


ENTRIES = measure_entries(np.random.default_rng(8), d_k=16, draws=40_000)


@pytest.mark.parametrize("name", ["unit", "doubled", "uniform", "shifted", "repeated", "itself"])
def test_products_of_other_entries_follow_theory(name: str) -> None:
    law: EntryLaw = getattr(ENTRIES, name)
    assert law.variance == pytest.approx(law.expected_variance, rel=0.1)
    assert law.mean == pytest.approx(law.expected_mean, abs=5 * np.sqrt(law.expected_variance / 40_000))
    assert law.ratio == law.variance / 16
    assert law.expected_ratio == law.expected_variance / 16
    assert law.scaled_mean == law.mean / 4


@pytest.mark.parametrize("name", ["unit", "shifted", "shifted_keys", "shifted_queries"])
def test_within_a_row_the_mean_of_the_keys_does_not_count(name: str) -> None:
    row: RowVariance = getattr(ENTRIES, f"row_of_{name}")
    # What softmax notices is what is left when the mean over the keys is taken off each row.
    m = int(name in ("shifted", "shifted_queries"))
    assert row.expected_variance == 16 * (1 + m)
    assert row.variance == pytest.approx(row.expected_variance, rel=0.08)
    assert row.ratio == row.variance / 16
    assert row.expected_ratio == 1 + m


def test_the_theory_of_entries_is_exact_on_a_law_small_enough_to_list() -> None:
    # Entries of q are -1 or 3, those of k 0 or 2, each as likely: all outcomes of d_k = 3 are listed.
    products = [
        np.dot(q, k)
        for q in itertools.product((-1, 3), repeat=3)
        for k in itertools.product((0, 2), repeat=3)
    ]
    m, s2, n, t2 = 1, 4, 1, 1
    assert np.mean(products) == 3 * m * n
    assert np.var(products) == pytest.approx(3 * (s2 * t2 + s2 * n**2 + m**2 * t2))
    rows = np.reshape(products, (8, 8))  # one row a query, all keys in it
    assert rows.var(axis=1).mean() == pytest.approx(3 * t2 * (s2 + m**2))


STEPS = 1e-6 * np.eye(6)


def test_gradients_are_those_of_finite_differences() -> None:
    spread = spread_gradients(np.random.default_rng(9), d_k=6, keys=4, draws=3)
    rng = np.random.default_rng(9)
    q, k, g = rng.normal(size=(3, 6)), rng.normal(size=(3, 4, 6)), rng.normal(size=(3, 4))
    for scale, pulls in ((1, spread.unscaled), (1 / np.sqrt(6), spread.scaled)):
        for draw in range(3):
            weights = [softmax(scale * (q[draw] + steps) @ k[draw].T) for steps in (STEPS, -STEPS)]
            slopes = (weights[0] - weights[1]) @ g[draw] / 2e-6  # (6, 4) @ (4,) -> (6,)
            assert pulls.by_query.values[draw] == pytest.approx(np.linalg.norm(slopes), rel=1e-6)
            by_logit = softmax_jacobian(softmax(scale * k[draw] @ q[draw])) @ g[draw]
            assert pulls.by_logit.values[draw] == pytest.approx(np.linalg.norm(by_logit))
            assert pulls.by_raw.values[draw] == pytest.approx(scale * np.linalg.norm(by_logit))
    ordered = spread.unscaled.by_query
    assert ordered.low.value < ordered.median.value < ordered.high.value
    assert ordered.width == pytest.approx(np.log10(ordered.high.value / ordered.low.value))
    assert ordered.mean.value == pytest.approx(ordered.values.mean())
    assert ordered.median_interval == (ordered.median.low, ordered.median.high)
    means = [pulls.by_query.values.mean() for pulls in (spread.unscaled, spread.scaled)]
    scores = sorted(k[0] @ q[0])
    assert spread.gaps[0] == pytest.approx(scores[-1] - scores[-2])
    one = float(spread.gaps[0])
    assert spread.typical(one - 1e-9, one + 1e-9).value == ordered.values[0]
    assert spread.mean_ratio == pytest.approx(means[0] / means[1])
