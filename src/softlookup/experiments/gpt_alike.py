"""Models that reached the same loss, and how differently they attend."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.gpt_ways import Schooled
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import trace


@dataclass(frozen=True, eq=False)
class Alike:
    """Models that ended at the same loss, with what one query attends to in each."""

    floor: float
    """The lowest loss that the text allows, in nats."""
    within: float
    """How close to it counts as there, in nats."""
    words: tuple[str, ...]
    """The context."""
    weights: FloatArray
    """The last word's weights in each of these models, shape (models, n)."""

    @property
    def count(self) -> int:
        """How many models are there."""
        return len(self.weights)

    @property
    def apart(self) -> float:
        """The share of the whole weight by which two of them differ at most."""
        differences = np.abs(self.weights[:, None] - self.weights).sum(axis=2) / 2
        return float(differences.max())

    def on(self, place: int) -> int:
        """Give how many of the models have more than half of the weight at one place of the context."""
        return int((self.weights[:, place] > 1 / 2).sum())


def find_alike(
    models: Schooled, vocabulary: Vocabulary, context: Sequence[str], floor: float, within: float
) -> Alike:
    """Keep the models that ended within so much of the lowest loss, and ask what they attend to."""
    weights = trace(models.end, vocabulary.encode(context)).weights[:, -1]
    return Alike(floor, within, tuple(context), read_only(weights[models.losses < floor + within]))
