import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from softlookup.attention import attend
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.projections import redraw_projections, shrink_projections, skip_projections
from softlookup.experiments.recipe import Recipe
from softlookup.world import ENTITIES


def test_without_projections_features_play_all_three_parts(recipe: Recipe) -> None:
    features, found = recipe.head.features, skip_projections(recipe.head)
    np.testing.assert_allclose(found.weights, attend(features, features, features).weights, rtol=1e-12)
    assert found.d_k == 8
    assert found.raw_asymmetry < 1e-14
    assert found.asymmetry > 1e-3


def test_smaller_projections_divide_scores_by_the_width(recipe: Recipe) -> None:
    found = shrink_projections(recipe.head)
    np.testing.assert_allclose(found.raw, recipe.head.raw / 8, rtol=1e-12, atol=1e-14)


def test_entities_that_attend_to_themselves_are_counted(recipe: Recipe) -> None:
    for head in (recipe.head, skip_projections(recipe.head)):
        assert head.self_first == sum(int(row.argmax() == place) for place, row in enumerate(head.weights))


def test_redraws_agree_with_one_head_at_a_time(recipe: Recipe) -> None:
    head, draws = recipe.head, 40
    found = redraw_projections(np.random.default_rng(5), head, "bob", draws)
    queries, keys = np.random.default_rng(5).normal(size=(2, draws, 8, 4))
    first, flatter, bob = [], 0, ENTITIES.index("bob")
    for w_q, w_k in zip(queries, keys, strict=True):
        weights = attend(head.features @ w_q, head.features @ w_k, head.values).weights[bob]
        first.append(ENTITIES[int(weights.argmax())])
        flatter += bool(weights.max() < head.bob.top[0].weight)
    for name in ENTITIES:
        assert getattr(found, name).value == first.count(name) / draws
    assert found.flatter.value == flatter / draws
    assert found.draws == found.p2.trials == draws


@given(st.integers(1, 100_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_rates_have_the_interval_that_scipy_gives_them(counts: tuple[int, int]) -> None:
    successes, trials = counts
    rate = estimate_rate(successes, trials)
    expected = binomtest(successes, trials).proportion_ci(0.95, method="wilson")
    assert (rate.low, rate.high) == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert rate.value == successes / trials
