import numpy as np
import pytest
from hypothesis import settings

from softlookup.book import SEED
from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.world import describe_world

# A busy machine may take its time over one example; how long it takes is not what is tested.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """Give what source A's generator gives, with the book's own seed and sizes."""
    return follow_recipe(np.random.default_rng(SEED), describe_world(), RecipeSizes())
