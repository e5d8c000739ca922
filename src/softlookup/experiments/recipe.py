"""The recipe of source A: one generator, never reseeded, through eight steps in a fixed order.

Its chapter's figures depend on that order, because every step draws from where the last one
stopped. The order in which the book tells them is another matter.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.experiments.head import BUMP, Head, draw_features, trace_head
from softlookup.experiments.jacobian_check import JacobianCheck, check_jacobian
from softlookup.experiments.multi_head import MultiHead, split_heads
from softlookup.experiments.retrieval import Retrieval, store_values
from softlookup.experiments.saturation import Saturation, saturate
from softlookup.experiments.scaling import Scaling, measure_scaling
from softlookup.world import World


@dataclass(frozen=True)
class RecipeSizes:
    """How large each step is; the defaults are those of source A."""

    d_model: int = 8
    """The width of an entity's features."""
    d_k: int = 4
    """The width of queries, keys and values in the heads."""
    bump: float = BUMP
    """What marks an entity's type in its features."""
    widths: tuple[int, ...] = (4, 64, 256)
    """The widths at which the variance of a dot product is measured."""
    draws: int = 10_000
    """How many dot products are drawn at each of them."""
    saturated_width: int = 256
    """The width at which saturation is shown."""
    logits: int = 5
    """How many logits the Jacobian is checked at."""
    step: float = 1e-5
    """The step of its central differences."""
    slots: int = 4
    """How many slots the memory has."""
    target: int = 2
    """Which of them is asked for."""
    heads: int = 2
    """How many heads run side by side."""


@dataclass(frozen=True, eq=False)
class Recipe:
    """What the eight steps give."""

    head: Head
    """Steps 1 to 3: one head over the academic world."""
    scaling: Scaling
    """Step 4: the variance of dot products at several widths."""
    saturation: Saturation
    """Step 5: a softmax over wide scores, with and without scaling."""
    jacobian: JacobianCheck
    """Step 6: the softmax Jacobian at a few logits."""
    retrieval: Retrieval
    """Step 7: a memory with orthonormal keys."""
    multi_head: MultiHead
    """Step 8: heads side by side over the academic world."""


def follow_recipe(rng: np.random.Generator, world: World, sizes: RecipeSizes) -> Recipe:
    """Run all eight steps; every draw comes from this one generator, in this order."""
    features = draw_features(rng, world, sizes.d_model, sizes.bump)
    return Recipe(
        # Arguments are evaluated from top to bottom: the order here is the order of the draws.
        head=trace_head(rng, features, sizes.d_k),
        scaling=measure_scaling(rng, sizes.widths, sizes.draws),
        saturation=saturate(rng, sizes.saturated_width, world.size),
        jacobian=check_jacobian(rng, sizes.logits, sizes.step),
        retrieval=store_values(rng, sizes.slots, sizes.target),
        multi_head=split_heads(rng, features, sizes.heads, sizes.d_k),
    )
