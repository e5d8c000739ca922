"""What the pages may quote: every experiment's result under one name, each made once on first use."""

from functools import cached_property

import numpy as np

from softlookup.experiments.algebra import Algebra, CoinGame, Slope, measure_slopes, toss_coins, work_algebra
from softlookup.experiments.cooling import Cooling, follow_temperature
from softlookup.experiments.dictionary import Dictionary, open_dictionary
from softlookup.experiments.head import BUMP, Head, trace_head
from softlookup.experiments.head_checks import Gradients, Permutation, differentiate_head, permute_keys
from softlookup.experiments.jacobian_check import JacobianCheck, check_jacobian
from softlookup.experiments.learning import Learning, learn_query
from softlookup.experiments.multi_head import MultiHead, split_heads
from softlookup.experiments.overflow import Overflow, find_overflow
from softlookup.experiments.pairs import Pairs, weigh_pairs
from softlookup.experiments.projections import (
    Redraws,
    redraw_projections,
    shrink_projections,
    skip_projections,
)
from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.experiments.resemblance import Resemblance, compare_features, narrow_types
from softlookup.experiments.retrieval import Retrieval, store_values
from softlookup.experiments.saturation import Saturation, saturate
from softlookup.experiments.scaling import Scaling, measure_scaling
from softlookup.experiments.special_rows import SpecialRows, weigh_special_rows
from softlookup.experiments.spread import Spreads, measure_spread
from softlookup.experiments.weighing import (
    Rules,
    ShiftCheck,
    Temperature,
    check_shifts,
    compare_rules,
    sweep_temperature,
)
from softlookup.world import World, describe_world
from tether.experiment import experiment

SEED = 0
"""The seed of source A's generator, and of every other generator of the book."""

SCORES = (2, 1, 0.5, -1)
"""The four scores that are weighed at several temperatures, largest first."""


def _generator(number: int) -> np.random.Generator:
    """Give an experiment a generator of its own, so that its draws move nobody else's."""
    return np.random.default_rng((SEED, number))


class Book:
    """The values of the book; `book` is the one instance that pages quote from."""

    @cached_property
    def _recipe(self) -> Recipe:
        """What source A's generator gives, run once for all who quote from it."""
        return follow_recipe(np.random.default_rng(SEED), describe_world(), RecipeSizes())

    @experiment(source=describe_world)
    def world(self) -> World:
        """Give the academic world: 13 entities, their types and the facts that relate them."""
        return describe_world()

    @experiment(source=trace_head)
    def head(self) -> Head:
        """Give one untrained head over the academic world."""
        return self._recipe.head

    @experiment(source=permute_keys)
    def permutation(self) -> Permutation:
        """Give that head again, with keys and values in other orders."""
        return permute_keys(_generator(2), self._recipe.head, orders=100)

    @experiment(source=differentiate_head)
    def gradients(self) -> Gradients:
        """Give the derivatives of bob's output by query, keys and values."""
        return differentiate_head(self._recipe.head, step=1e-5)

    @experiment(source=learn_query)
    def learning(self) -> Learning:
        """Give what becomes of bob's query as it learns to fetch carol's value."""
        return learn_query(self._recipe.head, "bob", "carol", steps=200, rate=1.0)

    @experiment(source=compare_features)
    def resemblance(self) -> Resemblance:
        """Give how alike the entities' features are."""
        return compare_features(self._recipe.head.features, describe_world(), BUMP)

    @experiment(source=narrow_types)
    def one_column(self) -> Head:
        """Give the head over features that mark each type by one column."""
        return narrow_types(self._recipe.head, describe_world(), BUMP)

    @experiment(source=skip_projections)
    def unprojected(self) -> Head:
        """Give the head without projections: features ask, answer and are fetched."""
        return skip_projections(self._recipe.head)

    @experiment(source=shrink_projections)
    def shrunk(self) -> Head:
        """Give the head with projections as small as layers usually start with."""
        return shrink_projections(self._recipe.head)

    @experiment(source=redraw_projections)
    def redraws(self) -> Redraws:
        """Give whom bob attends to most over many other projections."""
        return redraw_projections(_generator(3), self._recipe.head, "bob", draws=10_000)

    @experiment(source=measure_scaling)
    def scaling(self) -> Scaling:
        """Give the variance of dot products at several widths."""
        return self._recipe.scaling

    @experiment(source=saturate)
    def saturation(self) -> Saturation:
        """Give one softmax over wide scores, with and without scaling."""
        return self._recipe.saturation

    @experiment(source=check_jacobian)
    def jacobian(self) -> JacobianCheck:
        """Give the softmax Jacobian at five logits."""
        return self._recipe.jacobian

    @experiment(source=store_values)
    def retrieval(self) -> Retrieval:
        """Give a memory with orthonormal keys, asked ever more sharply."""
        return self._recipe.retrieval

    @experiment(source=split_heads)
    def multi_head(self) -> MultiHead:
        """Give two untrained heads side by side over the academic world."""
        return self._recipe.multi_head

    @experiment(source=find_overflow)
    def overflow(self) -> Overflow:
        """Give the limits of exp and of a softmax without the max shift in three float dtypes."""
        return find_overflow()

    @experiment(source=sweep_temperature)
    def temperature(self) -> Temperature:
        """Give four scores to be weighed at any temperature."""
        return sweep_temperature(SCORES)

    @experiment(source=check_shifts)
    def shift(self) -> ShiftCheck:
        """Give what rounding leaves of shift invariance and of the law of ratios."""
        return check_shifts(_generator(1), rows=1000, keys=13, reach=100.0)

    @experiment(source=compare_rules)
    def rules(self) -> Rules:
        """Give three rules from scores to weights, on two scores and on the same two raised."""
        return compare_rules((1, 2), lift=10)

    @experiment(source=work_algebra)
    def algebra(self) -> Algebra:
        """Give the small sums of the page on tools."""
        return work_algebra()

    @experiment(source=toss_coins)
    def coins(self) -> CoinGame:
        """Give the dot products of two rows of coins, at several widths."""
        return toss_coins((1, 2, 3, 4, 5))

    @experiment(source=measure_slopes)
    def slopes(self) -> tuple[Slope, ...]:
        """Give the slope of exp at 1 by ever smaller steps."""
        return measure_slopes((0.1, 0.01, 0.001))

    @experiment(source=weigh_pairs)
    def pairs(self) -> Pairs:
        """Give two scores to be weighed at any distance."""
        return weigh_pairs()

    @experiment(source=follow_temperature)
    def cooling(self) -> Cooling:
        """Give how weights and entropy of the four scores follow the temperature."""
        return follow_temperature(sweep_temperature(SCORES).scores, np.geomspace(0.2, 20, 41), step=1e-5)

    @experiment(source=weigh_special_rows)
    def special(self) -> SpecialRows:
        """Give the four scores with some of them forbidden, infinite or unknown."""
        return weigh_special_rows(SCORES, penalty=-1e9)

    @experiment(source=measure_spread)
    def spread(self) -> Spreads:
        """Give over how many keys each row of the head is spread."""
        return measure_spread(self._recipe.head.scaled)

    @experiment(source=open_dictionary)
    def dictionary(self) -> Dictionary:
        """Give a soft dictionary small enough to compute by hand."""
        return open_dictionary()


book = Book()
