import dataclasses

import numpy as np
import pytest

from softlookup.attention import attend
from softlookup.experiments.head_checks import differentiate_head, permute_keys
from softlookup.experiments.learning import learn_query
from softlookup.experiments.recipe import Recipe
from softlookup.world import ENTITIES

BOB = ENTITIES.index("bob")


def test_the_order_of_keys_changes_nothing_but_rounding(recipe: Recipe) -> None:
    permutation = permute_keys(np.random.default_rng(0), recipe.head, orders=50)
    assert permutation.orders == 50
    assert permutation.weight_error < 1e-14
    assert permutation.output_error < 1e-14


def test_the_check_sees_values_that_stay_where_they_were(recipe: Recipe) -> None:
    # A head whose outputs belong to other values is what shuffling keys alone would look like.
    wrong = dataclasses.replace(recipe.head, values=np.roll(recipe.head.values, 1, axis=0))
    assert not permute_keys(np.random.default_rng(0), wrong, orders=1).output_error < 1e-2


def test_derivatives_agree_with_central_differences(recipe: Recipe) -> None:
    gradients = differentiate_head(recipe.head, step=1e-5)
    assert gradients.by_query_error < 1e-9
    assert gradients.by_key_error < 1e-9
    assert gradients.by_value_error < 1e-9
    assert gradients.covariance_error < 1e-14


def test_too_large_a_step_is_seen(recipe: Recipe) -> None:
    gradients = differentiate_head(recipe.head, step=0.5)
    assert not gradients.by_query_error < 1e-4
    assert not gradients.by_key_error < 1e-4


def test_derivatives_are_kept_by_entity(recipe: Recipe) -> None:
    head, gradients = recipe.head, differentiate_head(recipe.head, step=1e-5)
    for place, name in enumerate(ENTITIES):
        weight = head.bob.weights[place]
        pull = weight * (head.values[place] - head.bob.output)
        by_key = getattr(gradients.by_key, name)
        np.testing.assert_allclose(by_key, np.outer(pull, head.queries[BOB]) / 2, atol=1e-15)
        np.testing.assert_allclose(getattr(gradients.by_value, name), weight * np.eye(4), atol=1e-16)


def test_learning_is_gradient_descent_on_half_the_squared_distance(recipe: Recipe) -> None:
    head, steps, rate = recipe.head, 20, 0.5
    learning = learn_query(head, "bob", "carol", steps, rate)
    wanted = head.values[ENTITIES.index("carol")]

    def lose(query: np.ndarray[tuple[int], np.dtype[np.float64]]) -> float:
        miss = attend(query[None, :], head.keys, head.values).output[0] - wanted
        return float(miss @ miss / 2)

    query = np.array(head.queries[BOB], dtype=np.float64)
    losses = [lose(query)]
    for _ in range(steps):
        slope = [(lose(query + h) - lose(query - h)) / 2e-6 for h in 1e-6 * np.eye(4)]
        query = query - rate * np.array(slope)
        losses.append(lose(query))
    np.testing.assert_allclose(learning.losses, losses, rtol=1e-6)
    assert learning.steps == steps
    assert learning.weights[0] == pytest.approx(head.bob.on.carol.weight, rel=1e-13)


def test_bob_learns_to_fetch_carol(recipe: Recipe) -> None:
    learning = learn_query(recipe.head, "bob", "carol", 200, 1.0)
    assert (np.diff(learning.losses) < 0).all()
    assert learning.weights[0] < 0.03
    assert learning.weights[-1] > 0.96


def test_an_unknown_entity_is_an_error(recipe: Recipe) -> None:
    with pytest.raises(ValueError, match=r"expected one of alice, bob, .*, found 'nobody'"):
        learn_query(recipe.head, "bob", "nobody", 1, 1.0)
