"""What every chapter's values can quote from: the run of source A's generator."""

from functools import cached_property

import numpy as np

from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.values.seeds import SEED
from softlookup.world import describe_world


class Chapter:
    """Base of each chapter's values; a book is made of all of them."""

    @cached_property
    def _recipe(self) -> Recipe:
        """What source A's generator gives, run once for all chapters that quote from it."""
        return follow_recipe(np.random.default_rng(SEED), describe_world(), RecipeSizes())
