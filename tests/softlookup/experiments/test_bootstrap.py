import numpy as np
import pytest
from scipy import stats

from softlookup.experiments.bootstrap import estimate_skewed_mean
from softlookup.experiments.estimates import estimate_mean


def test_the_interval_is_scipys_percentile_interval_up_to_chance() -> None:
    draws = np.random.default_rng(3).beta(0.1, 2, size=100)
    ours = estimate_skewed_mean(draws)
    theirs = stats.bootstrap(
        (draws,), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(9)
    ).confidence_interval
    spread = draws.std() / 10
    assert ours.value == pytest.approx(draws.mean())
    assert ours.low == pytest.approx(theirs.low, abs=0.1 * spread)
    assert ours.high == pytest.approx(theirs.high, abs=0.1 * spread)
    assert ours.trials == 100


def test_for_draws_of_a_normal_law_it_is_nearly_the_normal_laws() -> None:
    draws = np.random.default_rng(4).normal(size=400)
    ours, normal = estimate_skewed_mean(draws), estimate_mean(draws)
    assert ours.low == pytest.approx(normal.low, abs=0.01)
    assert ours.high == pytest.approx(normal.high, abs=0.01)


def test_it_stays_within_what_was_drawn_where_the_normal_law_does_not() -> None:
    draws = np.zeros(100)
    draws[:2] = 0.9, 0.02
    assert estimate_mean(draws).low < 0
    assert estimate_skewed_mean(draws).low == 0
    with pytest.raises(ValueError, match="at least two draws, found 1"):
        estimate_skewed_mean(draws[:1])
