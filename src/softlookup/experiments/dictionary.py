"""A soft dictionary small enough to compute by hand: a café where you describe what you want.

Each drink is filed under how sweet and how bitter it is (its key) and holds how many minutes it takes
to make (its value). An order says how much sweetness and how much bitterness is wanted (the query).
All numbers are ours, chosen to be small.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import attend

DRINKS = ("cocoa", "espresso", "mocha")
KEYS = ((2, 0), (0, 2), (1, 1))
"""Sweetness and bitterness of each drink."""
MINUTES = (6, 1, 4)
"""How long each takes to make."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What the soft dictionary gives for one order."""

    query: FloatArray
    """The order: sweetness and bitterness wanted, shape (2,)."""
    scores: FloatArray
    """``q · k`` for each drink, unscaled, shape (3,)."""
    weights: FloatArray
    """Softmax of the scores, shape (3,)."""
    output: float
    """The weighted mean of the minutes."""


@dataclass(frozen=True, eq=False)
class Dictionary:
    """Three drinks, each a key with a value."""

    drinks: tuple[str, ...]
    """Their names."""
    keys: FloatArray
    """Sweetness and bitterness, shape (3, 2)."""
    values: FloatArray
    """Minutes to make, shape (3,)."""

    def ask(self, sweet: float, bitter: float) -> Answer:
        """Look up an order; the bigger its numbers, the nearer the answer is to one drink's."""
        query = np.array([sweet, bitter], dtype=np.float64)
        found = attend(query[None, :], self.keys, self.values[:, None], scale=1)
        return Answer(
            query=read_only(query),
            scores=read_only(found.scores[0]),
            weights=read_only(found.weights[0]),
            output=float(found.output[0, 0]),
        )


def open_dictionary() -> Dictionary:
    """Give the café's dictionary."""
    keys, minutes = np.array(KEYS, dtype=np.float64), np.array(MINUTES, dtype=np.float64)
    return Dictionary(DRINKS, read_only(keys), read_only(minutes))
