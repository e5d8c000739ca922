"""One row of weights asked for two things at once, and two rows that share the work."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.head import Head


@dataclass(frozen=True)
class Split:
    """One row of weights that gives a share to one entity and the rest to another."""

    share: float
    """The weight on the first entity."""
    miss_first: float
    """The distance of the output from the first entity's value."""
    miss_second: float
    """The distance from the second's."""

    @property
    def worse(self) -> float:
        """The larger of the two."""
        return max(self.miss_first, self.miss_second)


@dataclass(frozen=True, eq=False)
class TwoRelations:
    """Two values wanted by one entity for two reasons."""

    first: str
    """Whose value one relation asks for."""
    second: str
    """Whose value the other asks for."""
    one: FloatArray
    """The first value, shape (d_v,)."""
    other: FloatArray
    """The second value, shape (d_v,)."""

    @property
    def distance(self) -> float:
        """How far the two values are apart."""
        return float(np.linalg.norm(self.one - self.other))

    @property
    def least_worse(self) -> float:
        """The least that the worse of the two distances can be for any output: half of `distance`."""
        return self.distance / 2

    def at(self, share: float) -> Split:
        """Mix the two values in one row; raises ``ValueError`` unless the share is from 0 to 1."""
        if not 0 <= share <= 1:
            message = f"expected a share from 0 to 1, found {share!r}"
            raise ValueError(message)
        output = share * self.one + (1 - share) * self.other
        return Split(
            share, float(np.linalg.norm(output - self.one)), float(np.linalg.norm(output - self.other))
        )


def ask_twice(head: Head, first: str, second: str) -> TwoRelations:
    """Take the values of two entities from a head; raises ``KeyError`` for a name that is no entity's."""
    place = {name: index for index, name in enumerate(head.by_name)}
    return TwoRelations(first, second, head.values[place[first]], head.values[place[second]])
