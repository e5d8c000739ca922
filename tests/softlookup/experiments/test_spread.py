import math

import numpy as np
import pytest
import scipy.stats

from softlookup.experiments.recipe import Recipe
from softlookup.experiments.spread import measure_spread
from softlookup.world import ENTITIES


def test_entropies_are_scipys(recipe: Recipe) -> None:
    spreads = measure_spread(recipe.head.scaled)
    for name, weights in zip(ENTITIES, recipe.head.weights, strict=True):
        spread = getattr(spreads, name)
        assert spread.name == name
        assert spread.entropy == pytest.approx(scipy.stats.entropy(weights))
        assert spread.perplexity == pytest.approx(math.exp(scipy.stats.entropy(weights)))
    entropies = [row.entropy for row in spreads.ranked]
    assert entropies == sorted(entropies)
    assert {row.name for row in spreads.ranked} == set(ENTITIES)


@pytest.mark.parametrize("count", [1, 2, 5, 13])
def test_equal_weights_on_some_keys_have_their_number_as_perplexity(count: int) -> None:
    logits = np.full((13, 13), -1000.0)  # so far below that the weight is 0
    logits[:, :count] = 3.0
    for row in measure_spread(logits):
        assert row.perplexity == pytest.approx(count)
