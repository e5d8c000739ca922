import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup.experiments.estimates import Z, estimate_mean, estimate_quantile, estimate_rate


@settings(deadline=None)  # the first case may meet a busy machine
@given(st.integers(1, 10_000).flatmap(lambda trials: st.tuples(st.integers(0, trials), st.just(trials))))
def test_the_interval_of_a_rate_is_scipys(case: tuple[int, int]) -> None:
    hits, trials = case
    estimate = estimate_rate(hits, trials)
    expected = scipy.stats.binomtest(hits, trials).proportion_ci(0.95, method="wilson")
    assert estimate.value == hits / trials
    assert estimate.low == pytest.approx(expected.low, abs=1e-12)
    assert estimate.high == pytest.approx(expected.high, abs=1e-12)


@pytest.mark.parametrize(("hits", "trials"), [(-1, 5), (6, 5), (0, 0)])
def test_an_impossible_count_is_refused(hits: int, trials: int) -> None:
    with pytest.raises(ValueError, match="hits"):
        estimate_rate(hits, trials)


def test_the_interval_of_a_mean_is_the_normal_laws() -> None:
    draws = np.random.default_rng(1).exponential(size=400)
    estimate = estimate_mean(draws)
    expected = scipy.stats.norm.interval(0.95, draws.mean(), scipy.stats.sem(draws))
    assert (estimate.low, estimate.high) == pytest.approx(expected)
    assert scipy.stats.norm.ppf(0.975) == pytest.approx(Z, abs=1e-15)


@pytest.mark.parametrize("share", [0.05, 0.5, 0.95])
def test_the_interval_of_a_quantile_holds_the_true_one_in_95_of_100_samples(share: float) -> None:
    rng = np.random.default_rng(2)
    truth, held = scipy.stats.expon.ppf(share), 0
    for _ in range(1000):
        estimate = estimate_quantile(rng.exponential(size=500), share)
        held += estimate.low <= truth <= estimate.high
    # A little above 95 % is expected: the interval is rounded outwards.
    assert 0.93 < held / 1000 < 0.985
