"""What the pages may quote: every experiment's result under one name, each made once on first use."""

from functools import cached_property

import numpy as np

from softlookup.experiments.head import Head, trace_head
from softlookup.experiments.jacobian_check import JacobianCheck, check_jacobian
from softlookup.experiments.multi_head import MultiHead, split_heads
from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.experiments.retrieval import Retrieval, store_values
from softlookup.experiments.saturation import Saturation, saturate
from softlookup.experiments.scaling import Scaling, measure_scaling
from softlookup.world import World, describe_world
from tether.values import experiment

SEED = 0
"""The seed of source A's generator, and of every other generator of the book."""


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


book = Book()
