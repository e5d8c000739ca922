"""The network of 1982 by hand: six signs, two patterns, and a cue that lies between them."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.hopfield import couple, measure_energy, settle_in_turn, update_in_turn, update_together

PATTERNS = ((1, 1, 1, -1, -1, -1), (1, -1, 1, -1, 1, -1))
CUE = (1, -1, 1, -1, -1, -1)
"""One sign away from either pattern."""


@dataclass(frozen=True, eq=False)
class Visit:
    """One sign looked at, and what became of it."""

    site: int
    """Which sign, counted from 0."""
    field: float
    """The pull of the others on it, ``h_i``."""
    before: float
    """The sign before."""
    after: float
    """The sign after."""
    energy: float
    """The energy of the state after."""


@dataclass(frozen=True, eq=False)
class ClassicalTrace:
    """Everything that happens to one cue, in turn and together."""

    patterns: FloatArray
    """The patterns, shape (2, 6)."""
    couplings: FloatArray
    """W, shape (6, 6)."""
    cue: FloatArray
    """Where it starts, shape (6,)."""
    cue_energy: float
    """The energy there."""
    visits: tuple[Visit, ...]
    """One round in turn, from the first sign to the last."""
    forwards: FloatArray
    """Where updates in turn settle when signs are visited from first to last, shape (6,)."""
    backwards: FloatArray
    """Where they settle when signs are visited from last to first, shape (6,)."""
    together: FloatArray
    """The cue and what four steps of updates together make of it, shape (5, 6)."""
    together_energies: FloatArray
    """The energies of those states, shape (5,)."""

    @property
    def width(self) -> int:
        """How many signs there are."""
        return len(self.cue)

    @property
    def fields(self) -> FloatArray:
        """The fields of all signs at the cue, ``W s``, shape (6,)."""
        fields: FloatArray = self.couplings @ self.cue
        return fields

    @property
    def common(self) -> float:
        """The dot product of the two patterns."""
        return float(self.patterns[0] @ self.patterns[1])

    @property
    def first_energy(self) -> float:
        """The energy of the first pattern."""
        return float(measure_energy(self.couplings, self.patterns[0]))

    @property
    def order_decides(self) -> bool:
        """Whether one order of visits ends at the first pattern and the other at the second."""
        ends = np.array([self.forwards, self.backwards])
        return bool(np.array_equal(ends, self.patterns))

    @property
    def swings(self) -> bool:
        """Whether updates together come back to the cue in two steps, and not in one."""
        cue, one, two, *_ = self.together
        return bool(np.array_equal(two, cue) and not np.array_equal(one, cue))


def trace_network() -> ClassicalTrace:
    """Store two patterns of six signs and follow a cue between them."""
    patterns: FloatArray = np.array(PATTERNS, np.float64)
    cue: FloatArray = np.array(CUE, np.float64)
    couplings = couple(patterns)
    visits, state = [], cue
    for site in range(len(cue)):
        after = update_in_turn(couplings, state, [site])
        field = float(couplings[site] @ state)
        energy = float(measure_energy(couplings, after))
        visits.append(Visit(site, field, float(state[site]), float(after[site]), energy))
        state = after
    together = [cue]
    for _ in range(4):
        together.append(update_together(couplings, together[-1]))
    # The same network with its signs named from the other end.
    turned = settle_in_turn(couplings[::-1, ::-1], cue[::-1]).states[::-1]
    return ClassicalTrace(
        patterns=read_only(patterns),
        couplings=read_only(couplings),
        cue=read_only(cue),
        cue_energy=float(measure_energy(couplings, cue)),
        visits=tuple(visits),
        forwards=read_only(settle_in_turn(couplings, cue).states),
        backwards=read_only(turned),
        together=read_only(np.array(together)),
        together_energies=read_only(measure_energy(couplings, np.array(together))),
    )
