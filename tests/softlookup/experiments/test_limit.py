import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup.experiments.limit import Limit, approach_limit
from softlookup.experiments.recipe import Recipe
from softlookup.experiments.retrieval import Retrieval, store_values

MEMORY = store_values(np.random.default_rng(3), slots=5, target=1)


@pytest.fixture
def limit(recipe: Recipe) -> Limit:
    return approach_limit(recipe.retrieval)


@settings(deadline=None)  # the first case may meet a busy machine
@given(st.floats(0, 60))
def test_the_output_stays_within_its_bound(c: float) -> None:
    approach = approach_limit(MEMORY).at(c)
    assert approach.leak == pytest.approx(4 / (math.exp(c) + 4))
    assert approach.fraction[0] / approach.fraction[1] == pytest.approx(approach.weight)
    assert approach.error <= approach.bound * (1 + 1e-9) + 1e-15
    # By hand: the output misses by the leak times the distance to the mean of the others.
    others = np.delete(MEMORY.values, 1, axis=0).mean(axis=0)
    assert approach.error == pytest.approx(
        approach.leak * np.linalg.norm(others - MEMORY.values[1]), abs=1e-14
    )
    assert -1 <= approach.cosine <= 1 + 1e-15


@pytest.mark.parametrize("c", [0.5, 1.0986, 3, 8])
def test_the_slope_is_the_derivative_of_the_weight(limit: Limit, c: float) -> None:
    difference = (limit.at(c + 1e-5).weight - limit.at(c - 1e-5).weight) / 2e-5
    assert limit.at(c).slope == pytest.approx(difference, abs=1e-10)


def test_it_is_steepest_at_one_half_and_accurate_much_later(limit: Limit) -> None:
    assert limit.at(limit.steepest).weight == pytest.approx(0.5)
    assert limit.at(limit.steepest).slope == pytest.approx(1 / 4)
    assert limit.at(limit.accurate).weight == pytest.approx(0.99)
    slopes = [limit.at(c).slope for c in np.linspace(0, 20, 201)]
    assert max(slopes) <= 1 / 4


def test_it_agrees_with_the_recipes_own_lookups(recipe: Recipe, limit: Limit) -> None:
    for c in (3, 8):
        assert limit.at(c).weight == recipe.retrieval.at(c).weight
        assert limit.at(c).cosine == pytest.approx(recipe.retrieval.at(c).cosine, abs=1e-15)
        assert limit.at(c).leak == pytest.approx(recipe.retrieval.at(c).leak)


def test_floats_reach_the_limit(limit: Limit) -> None:
    assert not limit.at(30).is_exact
    assert limit.at(40).is_exact
    assert limit.at(40).slope > 0
    assert limit.at(750).slope == 0


@pytest.mark.parametrize("c", [1, 8, 40, 300])
def test_halfway_between_two_keys_nothing_is_decided(limit: Limit, c: float) -> None:
    expected = math.exp(c / math.sqrt(2)) / (2 * math.exp(c / math.sqrt(2)) + 2)
    assert limit.halfway(c) == pytest.approx(expected)


def test_it_follows_any_memory() -> None:
    memory = Retrieval(np.eye(2), np.array([[1.0, 0], [0, 1]]), 0)
    assert approach_limit(memory).at(0).cosine == pytest.approx(1 / math.sqrt(2))
