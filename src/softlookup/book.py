"""What the pages may quote: every experiment's result under one name, each made once on first use."""

from functools import cached_property

import numpy as np

from softlookup.experiments.algebra import Algebra, CoinGame, Slope, measure_slopes, toss_coins, work_algebra
from softlookup.experiments.cooling import Cooling, follow_temperature
from softlookup.experiments.correlated_keys import CorrelatedKeys, correlate_keys
from softlookup.experiments.dictionary import Dictionary, open_dictionary
from softlookup.experiments.difference_steps import StepSweep, sweep_steps
from softlookup.experiments.entry_laws import EntryLaws, measure_entries
from softlookup.experiments.freezing import Freezing, train_fetchers
from softlookup.experiments.fresh_seeds import FreshSeeds, repeat_scaling
from softlookup.experiments.gradient_spread import GradientSpread, spread_gradients
from softlookup.experiments.head import BUMP, Head, trace_head
from softlookup.experiments.head_checks import Gradients, Permutation, differentiate_head, permute_keys
from softlookup.experiments.head_pairs import HeadPairs, compare_heads
from softlookup.experiments.jacobian_check import JacobianCheck, check_jacobian
from softlookup.experiments.jacobian_laws import (
    JacobianBounds,
    JacobianProduct,
    bound_jacobians,
    multiply_jacobian,
)
from softlookup.experiments.learning import Learning, learn_query
from softlookup.experiments.limit import Limit, approach_limit
from softlookup.experiments.logit_gaps import LogitGaps, measure_gaps
from softlookup.experiments.long_training import LongTraining, read_long_training
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
from softlookup.experiments.redundancy import Redundancy, count_what_matters
from softlookup.experiments.resemblance import Resemblance, compare_features, narrow_types
from softlookup.experiments.retrieval import Retrieval, store_values
from softlookup.experiments.saturation import Saturation, saturate
from softlookup.experiments.scaling import Scaling, measure_scaling
from softlookup.experiments.special_rows import SpecialRows, weigh_special_rows
from softlookup.experiments.spread import Spreads, measure_spread
from softlookup.experiments.two_relations import TwoRelations, ask_twice
from softlookup.experiments.unreachable_keys import Unreachable, block_keys
from softlookup.experiments.weighing import (
    Rules,
    ShiftCheck,
    Temperature,
    check_shifts,
    compare_rules,
    sweep_temperature,
)
from softlookup.experiments.wide_head import WideHead, widen_head
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

    @experiment(source=sweep_steps)
    def steps(self) -> StepSweep:
        """Give the error of central differences for steps from 10⁻¹ to 10⁻¹²."""
        return sweep_steps(_generator(51), self._recipe.jacobian.logits, smallest=12, rows=400)

    @experiment(source=bound_jacobians)
    def bounds(self) -> JacobianBounds:
        """Give the extremes of many softmax Jacobians, flat and sharp."""
        return bound_jacobians(_generator(52), sizes=(2, 3, 5, 13), sharpness=(0.3, 1, 3), draws=500)

    @experiment(source=multiply_jacobian)
    def product(self) -> JacobianProduct:
        """Give a Jacobian times a vector, by the matrix and without it."""
        return multiply_jacobian(_generator(53), keys=1000)

    @experiment(source=train_fetchers)
    def freezing(self) -> Freezing:
        """Give queries trained to fetch, from a saturated start and from a scaled one."""
        return train_fetchers(_generator(54), sets=3, items=13, d_k=256, steps=1000)

    @experiment(source=read_long_training)
    def long_training(self) -> LongTraining:
        """Give the record of the same queries, unscaled, trained twenty times longer."""
        return read_long_training()

    @experiment(source=store_values)
    def retrieval(self) -> Retrieval:
        """Give a memory with orthonormal keys, asked ever more sharply."""
        return self._recipe.retrieval

    @experiment(source=split_heads)
    def multi_head(self) -> MultiHead:
        """Give two untrained heads side by side over the academic world."""
        return self._recipe.multi_head

    @experiment(source=compare_heads)
    def head_pairs(self) -> HeadPairs:
        """Give bob's row in the two heads, and how often the heads of random pairs disagree on it."""
        recipe = self._recipe
        return compare_heads(_generator(61), recipe.multi_head, recipe.head.features, "bob", pairs=20_000)

    @experiment(source=widen_head)
    def wide_head(self) -> WideHead:
        """Give one head with the columns of both."""
        return widen_head(self._recipe.multi_head, self._recipe.head.features)

    @experiment(source=count_what_matters)
    def redundancy(self) -> Redundancy:
        """Give the same map by other weights and by one sum, and how many of its weights matter."""
        recipe = self._recipe
        return count_what_matters(_generator(62), recipe.multi_head, recipe.head.features, samples=3)

    @experiment(source=ask_twice)
    def two_relations(self) -> TwoRelations:
        """Give what one row can do that is asked for bob's student and for bob's paper."""
        return ask_twice(self._recipe.head, "carol", "p1")

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

    @experiment(source=approach_limit)
    def limit(self) -> Limit:
        """Give the soft lookup of source A's step 7 on its way to the exact one."""
        return approach_limit(self._recipe.retrieval)

    @experiment(source=correlate_keys)
    def correlated(self) -> CorrelatedKeys:
        """Give how sharply a slot must be asked for when the keys resemble one another."""
        return correlate_keys(_generator(11), slots=4, weight=0.99, tries=10_000)

    @experiment(source=block_keys)
    def unreachable(self) -> Unreachable:
        """Give three memories in which sharpness alone does not help."""
        return block_keys(_generator(12), open_dictionary(), orders=100_000)

    @experiment(source=repeat_scaling)
    def fresh_seeds(self) -> FreshSeeds:
        """Give the variance ratios that two thousand other seeds would have given."""
        sizes = RecipeSizes()
        return repeat_scaling(_generator(13), sizes.widths, sizes.draws, seeds=2000)

    @experiment(source=measure_gaps)
    def gaps(self) -> LogitGaps:
        """Give how far the largest raw score stands above the others over many queries."""
        return measure_gaps(_generator(14), d_k=256, keys=13, draws=100_000)

    @experiment(source=measure_entries)
    def entries(self) -> EntryLaws:
        """Give the variance of dot products whose entries break the assumptions."""
        return measure_entries(_generator(15), d_k=64, draws=20_000)

    @experiment(source=spread_gradients)
    def gradient_spread(self) -> GradientSpread:
        """Give the lengths of gradients through a softmax, by three variables, over many draws."""
        return spread_gradients(_generator(16), d_k=256, keys=13, draws=3000)


book = Book()
