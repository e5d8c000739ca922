import math

import numpy as np
import pytest

from softlookup.book import SEED
from softlookup.experiments.head import BUMP, draw_features, trace_head
from softlookup.experiments.recipe import Recipe
from softlookup.experiments.resemblance import compare_features, narrow_types
from softlookup.world import ENTITIES, TYPE_OF, World, describe_world


def _cosine(a: list[float], b: list[float]) -> float:
    dot = sum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))


def test_pairs_and_means_agree_with_plain_loops(recipe: Recipe) -> None:
    rows = dict(zip(ENTITIES, recipe.head.features.tolist(), strict=True))
    found = compare_features(recipe.head.features, describe_world(), BUMP)
    within: list[float] = []
    across: list[float] = []
    for i, first in enumerate(ENTITIES):
        for second in ENTITIES[i + 1 :]:
            cosine = _cosine(rows[first], rows[second])
            assert getattr(getattr(found, first), second) == pytest.approx(cosine)
            assert getattr(getattr(found, second), first) == pytest.approx(cosine)
            (within if TYPE_OF[first] == TYPE_OF[second] else across).append(cosine)
    assert (found.pairs_within, found.pairs_across) == (len(within), len(across)) == (11, 67)
    assert found.mean_within == pytest.approx(math.fsum(within) / len(within))
    assert found.mean_across == pytest.approx(math.fsum(across) / len(across))
    assert found.largest_across == pytest.approx(max(across))
    wins = sum(w > a for w in within for a in across)
    assert found.within_wins == pytest.approx(wins / found.comparisons)


def test_entities_without_noise_are_told_apart_by_type_alone() -> None:
    world, wide = World(), 10
    columns = np.arange(wide) % len(world.types)
    bumps = [[BUMP * (column == world.type_index(entity)) for column in columns] for entity in ENTITIES]
    found = compare_features(np.array(bumps), world, BUMP)
    assert found.mean_within == pytest.approx(1)
    assert found.mean_across == pytest.approx(0)
    assert found.within_wins == 1


def test_the_expected_cosine_is_that_of_wide_features() -> None:
    # Where a type has many columns, the law of large numbers leaves little of accident.
    world, wide = World(), 4000
    features = draw_features(np.random.default_rng(1), world, wide, bump=0.1)
    found = compare_features(features, world, 0.1)
    assert found.mean_within == pytest.approx(found.expect(wide // 5), abs=0.02)
    assert found.noise == pytest.approx(1 / math.sqrt(wide))


def test_the_size_of_an_accident_is_that_of_many_pairs_of_noise() -> None:
    rng, width = np.random.default_rng(2), 8
    dots = (rng.normal(size=(2, 100_000, width)) / math.sqrt(width)).prod(axis=0).sum(axis=1)
    found = compare_features(np.eye(13, width) + 1, World(), BUMP)
    assert dots.std() == pytest.approx(found.noise, rel=0.02)


def test_columns_are_those_of_the_recipe(recipe: Recipe) -> None:
    # Institution {0, 5}, Paper {1, 6}, Professor {2, 7}, Student {3}, Topic {4}
    assert compare_features(recipe.head.features, describe_world(), BUMP).columns == (2, 2, 2, 1, 1)


def test_one_column_a_type_is_what_drawing_such_features_gives(recipe: Recipe) -> None:
    rng, world = np.random.default_rng(SEED), describe_world()
    features = rng.normal(size=(13, 8)) / np.sqrt(8)
    for row, entity in zip(features, ENTITIES, strict=True):
        row[world.type_index(entity)] += BUMP
    expected = trace_head(rng, features, 4)
    found = narrow_types(recipe.head, world, BUMP)
    np.testing.assert_allclose(found.weights, expected.weights, rtol=1e-12)
    assert abs(found.bob.on.p2.weight - recipe.head.bob.on.p2.weight) > 1e-3
