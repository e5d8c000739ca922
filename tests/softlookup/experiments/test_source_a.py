"""Source A's figures, as it prints them, and its acceptance harness."""

from math import exp
from typing import Any

import numpy as np
import pytest

from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.world import describe_world
from support.source_a import OWN_READING, PRINTED


@pytest.mark.parametrize("what", PRINTED)
def test_every_figure_is_reproduced_to_the_printed_digit(what: str, recipe: Recipe) -> None:
    printed, compute = PRINTED[what]
    numbers = printed.split()
    values = np.ravel(compute(recipe))
    digits = len(numbers[0].partition(".")[2])
    assert [f"{value:.{digits}f}" for value in values] == numbers


def test_the_table_holds_all_93_decimals_of_the_traces() -> None:
    traces = [printed for what, (printed, _) in PRINTED.items() if what not in OWN_READING]
    assert len(" ".join(traces).split()) == 93


def test_the_names_are_reproduced(recipe: Recipe) -> None:
    assert [match.name for match in recipe.head.bob.top[:3]] == ["p2", "bob", "mit"]
    assert [head.bob.top[0].name for head in recipe.multi_head.heads] == ["ml", "logic"]


def test_the_acceptance_harness_passes(recipe: Recipe) -> None:
    assert recipe.head.row_sum_error < 1e-12
    assert recipe.jacobian.difference_error < 1e-6
    assert recipe.scaling.worst_relative_error < 0.03
    assert recipe.retrieval.at(8).cosine > 0.99
    assert [head.output.shape for head in recipe.multi_head.heads] == [(13, 4), (13, 4)]
    assert recipe.multi_head.joined.shape == (13, 8)
    assert recipe.multi_head.weights.w_o.shape == (8, 8)
    assert recipe.multi_head.output.shape == (13, 8)


def test_the_prose_of_the_lookup_is_reproduced(recipe: Recipe) -> None:
    assert f"{exp(3):.2f} / {exp(3) + recipe.retrieval.slots - 1:.2f}" == "20.09 / 23.09"
    assert f"{exp(8):.0f} / {exp(8) + recipe.retrieval.slots - 1:.0f}" == "2981 / 2984"
    assert f"{recipe.retrieval.at(3).leak:.0%}" == "13%"
    assert f"{1000 * recipe.retrieval.at(8).leak:.0f} in 1000" == "1 in 1000"


@pytest.mark.parametrize("other", [{"bump": 0.51}, {"d_k": 5}, {"d_model": 9}])
def test_another_size_moves_the_figures(other: dict[str, Any], recipe: Recipe) -> None:
    moved = follow_recipe(np.random.default_rng(0), describe_world(), RecipeSizes(**other))
    assert f"{moved.head.bob.top[0].weight:.4f}" != f"{recipe.head.bob.top[0].weight:.4f}"


def test_another_seed_moves_every_part(recipe: Recipe) -> None:
    moved = follow_recipe(np.random.default_rng(1), describe_world(), RecipeSizes())
    for what, (_, compute) in PRINTED.items():
        if what != "closed form at 3 and 8" and "weights" not in what and "slot" not in what:
            assert not np.allclose(compute(moved), compute(recipe), rtol=1e-9), what
