"""A memory of a few patterns in the plane, whose energy can be drawn as a landscape, and paths down it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.memory import energy, recall

DEGREES = (15, 80, 120, 200, 290)
"""Where on the unit circle the patterns lie: chosen by hand, so that two are near each other."""

STARTS = (
    (1.35, 0.95),
    (-0.1, 0.35),
    (-1.4, 0.9),
    (0.5, -0.35),
    (-0.35, -1.4),
    (1.4, -0.8),
    (0.45, 1.35),
    (-1.35, -0.35),
)
"""Where the paths start: chosen by hand, so that the drawing is not crowded."""


@dataclass(frozen=True, eq=False)
class Path:
    """One cue on its way down."""

    states: FloatArray
    """Where it was, the cue first, shape (steps + 1, 2)."""
    heights: FloatArray
    """The energy there, shape (steps + 1,)."""

    @property
    def steps(self) -> int:
        """How many steps it took."""
        return len(self.heights) - 1


@dataclass(frozen=True, eq=False)
class Landscape:
    """The paths of several cues at one sharpness."""

    beta: float
    """The sharpness."""
    patterns: FloatArray
    """The stored patterns, shape (N, 2)."""
    paths: tuple[Path, ...]
    """One path for each cue."""
    ends: FloatArray
    """The different places that the paths end in, shape (m, 2)."""

    @property
    def highest_start(self) -> float:
        """The largest energy of a cue."""
        return max(float(path.heights[0]) for path in self.paths)

    @property
    def rises(self) -> int:
        """How many steps went up, beyond rounding."""
        return sum(int((np.diff(path.heights) > 1e-12).sum()) for path in self.paths)  # noqa: PLR2004


@dataclass(frozen=True, eq=False)
class Landscapes:
    """The same memory at two sharpnesses."""

    soft: Landscape
    """At the lower one."""
    sharp: Landscape
    """At the higher one."""


def chart_landscapes(soft: float, sharp: float) -> Landscapes:
    """Follow the cues of `STARTS` down among the patterns of `DEGREES`, at two sharpnesses."""
    return Landscapes(_chart(soft), _chart(sharp))


def _chart(beta: float) -> Landscape:
    angles = np.radians(DEGREES)
    patterns = np.stack([np.cos(angles), np.sin(angles)], axis=-1)
    paths = tuple(_walk(np.array(start), patterns, beta) for start in STARTS)
    return Landscape(beta, read_only(patterns), paths, read_only(_keep_different(paths)))


def _walk(state: FloatArray, patterns: FloatArray, beta: float, shortest: float = 1e-4) -> Path:
    """Step until a step is shorter than anything one could draw."""
    states = [state]
    while len(states) == 1 or np.linalg.norm(states[-1] - states[-2]) > shortest:
        states.append(recall(states[-1], patterns, beta))
    walked = np.array(states)
    return Path(read_only(walked), read_only(energy(walked, patterns, beta)))


def _keep_different(paths: Sequence[Path], apart: float = 0.01) -> FloatArray:
    found: list[FloatArray] = []
    for path in paths:
        end = path.states[-1]
        if all(np.linalg.norm(end - other) > apart for other in found):
            found.append(end)
    return np.array(found)
