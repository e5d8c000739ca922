"""How often the last bits of a score depend on the order in which it is reckoned.

Only additions and multiplications in a stated order are used, each rounded once: by IEEE 754 every machine
counts the same.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray


@dataclass(frozen=True)
class Orders:
    """Dot products of pairs, reckoned one term after another in several ways."""

    pairs: int
    """How many pairs of vectors were drawn."""
    width: int
    """How many terms each dot product has."""
    beta: float
    """The factor that is no power of two."""
    power: float
    """The factor that is one."""
    backwards: int
    """Pairs whose score changes when its terms are added from the last to the first."""
    folded: int
    """Pairs whose logit changes when β is multiplied into the cue and not into the score."""
    folded_power: int
    """The same for the power of two."""

    @property
    def backwards_share(self) -> float:
        """The share of pairs that change when added backwards."""
        return self.backwards / self.pairs

    @property
    def folded_share(self) -> float:
        """The share of pairs that change when β is folded in."""
        return self.folded / self.pairs


def count_orders(rng: np.random.Generator, pairs: int, width: int, beta: float, power: float) -> Orders:
    """Draw pairs of N(0, 1) vectors and count the scores that are not the same in every bit."""
    q, x = rng.normal(size=(pairs, width)), rng.normal(size=(pairs, width))
    score = add_in_order(q * x)
    return Orders(
        pairs,
        width,
        beta,
        power,
        backwards=int((add_in_order((q * x)[:, ::-1]) != score).sum()),
        folded=int((add_in_order((beta * q) * x) != beta * score).sum()),
        folded_power=int((add_in_order((power * q) * x) != power * score).sum()),
    )


def add_in_order(terms: FloatArray) -> FloatArray:
    """Add the terms (m, d) of each row from the first to the last, rounding after each: (m,)."""
    return np.add.accumulate(terms, axis=1)[:, -1]
