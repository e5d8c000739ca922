import numpy as np
import pytest

from softlookup.attention import attend
from softlookup.experiments.head_pairs import compare_heads
from softlookup.experiments.recipe import Recipe
from softlookup.experiments.redundancy import _mix, attend_by_einsum, count_what_matters, disguise
from softlookup.experiments.two_relations import ask_twice
from softlookup.experiments.wide_head import widen_head
from softlookup.heads import MultiHeadWeights, attend_multi_head
from softlookup.world import ENTITIES

BOB = ENTITIES.index("bob")


def test_the_rate_of_disagreement_is_that_of_a_loop_over_attention_itself(recipe: Recipe) -> None:
    features, trials = recipe.head.features, 2000
    pairs = compare_heads(np.random.default_rng(0), recipe.multi_head, features, "bob", pairs=20_000)
    rng = np.random.default_rng(1)
    differ, largest = 0, []
    for _ in range(trials):
        tops = []
        for _ in range(2):
            w_q, w_k = rng.normal(size=(2, 8, 4)) / np.sqrt(8)
            weights = attend(features @ w_q, features @ w_k, features).weights[BOB]
            tops.append(weights.argmax())
            largest.append(weights.max())
        differ += tops[0] != tops[1]
    assert pairs.differ.value == pytest.approx(differ / trials, abs=0.03)
    assert pairs.mean_largest.value == pytest.approx(np.mean(largest), abs=0.002)
    assert pairs.differ.low < pairs.differ.value < pairs.differ.high
    assert pairs.wide_mean_largest.value > pairs.mean_largest.value


def test_the_flatness_of_bobs_rows(recipe: Recipe) -> None:
    pairs = compare_heads(np.random.default_rng(0), recipe.multi_head, recipe.head.features, "bob", 10)
    for flat, head in zip(pairs.flatness, recipe.multi_head.heads, strict=True):
        weights = head.bob.weights
        assert flat.largest_weight == pytest.approx(weights.max())
        assert flat.lead == pytest.approx(head.bob.top[0].weight - head.bob.top[1].weight)
        assert flat.farthest == pytest.approx(max(weights.max() - 1 / 13, 1 / 13 - weights.min()))
        assert flat.perplexity == pytest.approx(np.prod(weights**-weights))


def test_a_wide_head_adds_the_scores_of_its_parts(recipe: Recipe) -> None:
    wide = widen_head(recipe.multi_head, recipe.head.features)
    assert wide.score_error < 1e-13
    assert wide.product_error < 1e-13
    assert wide.parameters == recipe.multi_head.parameters == 256
    assert wide.output.shape == recipe.multi_head.output.shape
    first, second = recipe.multi_head.heads
    product = (first.bob.weights * second.bob.weights) ** (1 / np.sqrt(2))
    np.testing.assert_allclose(wide.head.bob.weights, product / product.sum(), rtol=1e-12)
    assert wide.output_difference == np.abs(wide.output - recipe.multi_head.output).max() > 0.01


def test_one_einsum_does_what_the_loop_does() -> None:
    rng = np.random.default_rng(3)
    w_q, w_k, w_v = rng.normal(size=(3, 3, 6, 2))
    weights = MultiHeadWeights(w_q, w_k, w_v, rng.normal(size=(6, 5)))
    x = rng.normal(size=(7, 6))
    np.testing.assert_allclose(attend_by_einsum(x, weights), attend_multi_head(x, weights).output, atol=1e-12)


def test_a_disguise_keeps_both_products_and_nothing_else(recipe: Recipe) -> None:
    before = recipe.multi_head.weights
    after = disguise(np.random.default_rng(4), before)
    for head in range(2):
        rows = slice(4 * head, 4 * head + 4)
        for name, other in (("w_q", "w_k"), ("w_v", None)):
            old, new = getattr(before, name)[head], getattr(after, name)[head]
            old_mate = before.w_o[rows] if other is None else before.w_k[head].T
            new_mate = after.w_o[rows] if other is None else after.w_k[head].T
            np.testing.assert_allclose(new @ new_mate, old @ old_mate, atol=1e-13)
            assert np.abs(new - old).max() > 0.1


def test_192_of_256_directions_matter(recipe: Recipe) -> None:
    counted = count_what_matters(np.random.default_rng(5), recipe.multi_head, recipe.head.features, samples=3)
    assert (counted.parameters, counted.rank, counted.expected_rank) == (256, 192, 192)
    assert counted.rank_noise < 1e-4
    assert counted.output_error < 1e-12
    assert counted.einsum_error < 1e-12
    assert counted.smallest_change > 0.5
    assert counted.query_change > 0.5


def test_no_output_serves_two_values_better_than_the_middle(recipe: Recipe) -> None:
    asked = ask_twice(recipe.head, "carol", "p1")
    one, other = asked.one, asked.other
    np.testing.assert_array_equal(one, recipe.head.values[ENTITIES.index("carol")])
    outputs = (one + other) / 2 + np.random.default_rng(6).normal(size=(5000, 4))
    worse = np.maximum(np.linalg.norm(outputs - one, axis=1), np.linalg.norm(outputs - other, axis=1))
    assert worse.min() >= asked.least_worse
    assert asked.at(0.5).worse == pytest.approx(asked.least_worse)
    assert (asked.at(1).miss_first, asked.at(0).miss_second) == (0, 0)
    with pytest.raises(ValueError, match="expected a share from 0 to 1, found 2"):
        asked.at(2)


def test_what_heads_are_disguised_by_stretches_from_a_half_to_two() -> None:
    mixed = _mix(np.random.default_rng(0), 200, 4)
    assert mixed.shape == (200, 4, 4)
    # A turn times stretches has these for its singular values: spread evenly, so their mean is 1.25.
    stretches = np.linalg.svd(mixed, compute_uv=False)
    assert (stretches.min(), stretches.max()) == pytest.approx((0.5, 2), abs=0.01)
    assert stretches.mean() == pytest.approx(1.25, abs=0.05)
    assert np.unique(stretches).size == stretches.size
