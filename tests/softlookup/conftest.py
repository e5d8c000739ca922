import numpy as np
import pytest

from softlookup.book import SEED
from softlookup.experiments.recipe import Recipe, RecipeSizes, follow_recipe
from softlookup.world import describe_world


@pytest.fixture(scope="session")
def recipe() -> Recipe:
    """Give what source A's generator gives, with the book's own seed and sizes."""
    return follow_recipe(np.random.default_rng(SEED), describe_world(), RecipeSizes())
