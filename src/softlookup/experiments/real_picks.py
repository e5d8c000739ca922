"""Memories of very many real patterns, asked for the best score: a record.

``right_pick`` integrates the law of one coordinate of a random unit vector. Nothing of that law enters here:
patterns are drawn with all their coordinates, and the scores are theirs. A hundred thousand patterns take a
build too long, so this is made by ``make records`` and read from the file that it writes.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.arrays import BoolArray
from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.machine import describe_machine
from softlookup.experiments.stored_patterns import estimate_shared_rate
from tether.values import Estimate

FILE = Path(__file__).parent / "records" / "real_picks.json"
"""Where the record is kept."""

COMMAND = "make records"
"""What makes it."""

LOADS, SETS, CUES = (10_000, 100_000), 20, 1000
"""The numbers of patterns, how many sets of each are drawn, and how many cues each set is asked."""

WIDTH, NOISE = 64, 0.3
"""How many coordinates a pattern has, and the deviation of the noise on each."""

SEED = (0, 115)
"""What every generator of a set begins with; the load and the number of the set follow."""

CLOSE = 1e-4
"""Scores nearer than this are reckoned again in float64; float32 gets them to about 1e-6."""

ROWS = 50
"""How many cues are scored at a time."""


@dataclass(frozen=True)
class RealPick:
    """One number of patterns."""

    load: int
    """N, how many patterns are stored."""
    rate: Estimate
    """How often the wanted one scored highest; the interval is from how the sets differ."""


@dataclass(frozen=True)
class RealPicks:
    """All numbers of patterns."""

    picks: tuple[RealPick, ...]
    """In increasing order of the load."""
    sets: int
    """How many sets of each number were drawn."""
    cues: int
    """How many cues each set was asked."""
    noise: float
    """σ, the deviation of the noise on each coordinate."""
    width: int
    """d, how many coordinates a pattern has."""

    def at(self, load: int) -> Estimate:
        """Give the rate at one load; raises ``ValueError`` for one that was not tried."""
        rates = {pick.load: pick.rate for pick in self.picks}
        if load not in rates:
            message = f"expected a load of {sorted(rates)}, found {load}"
            raise ValueError(message)
        return rates[load]

    def interval(self, load: int) -> tuple[float, float]:
        """Give the ends of its interval."""
        rate = self.at(load)
        return rate.low, rate.high


def ask_set(rng: np.random.Generator, load: int, cues: int, noise: float, width: int) -> BoolArray:
    """Draw a set of unit patterns and a noisy cue for each of the first; give which score highest, (cues,).

    Pattern and noise are float32, and what float32 leaves undecided is settled in float64.
    """
    patterns = rng.standard_normal((load, width), np.float32)
    patterns /= np.sqrt(np.einsum("ij,ij->i", patterns, patterns))[:, None]
    asked = patterns[:cues] + np.float32(noise) * rng.standard_normal((cues, width), np.float32)
    right = np.empty(cues, np.bool_)
    for start in range(0, cues, ROWS):
        targets = np.arange(start, min(start + ROWS, cues))
        scores = asked[targets] @ patterns.T  # (ROWS, d) @ (d, N) -> (ROWS, N)
        rows = np.arange(len(targets))
        wanted = scores[rows, targets]
        scores[rows, targets] = -np.inf
        best = scores.argmax(axis=1)
        lead = wanted - scores[rows, best]
        for row in np.flatnonzero(np.abs(lead) < CLOSE):
            exact = patterns.astype(np.float64) @ asked[targets[row]].astype(np.float64)
            own = exact[targets[row]]
            exact[targets[row]] = -np.inf
            lead[row] = own - exact.max()
        right[targets] = lead > 0
    return right


def record_real_picks(
    loads: Sequence[int] = LOADS, sets: int = SETS, cues: int = CUES, kept: int | None = None
) -> dict[str, Any]:
    """Ask every set, or the first ``kept`` of each load, and give what the file is to hold."""
    counts: dict[str, list[int]] = {}
    show, done = show_progress("sets of real patterns"), 0
    for load in loads:
        # A generator for each set, so that any one of them can be asked again alone.
        generators = [np.random.default_rng((*SEED, load, place)) for place in range(kept or sets)]
        counts[str(load)] = []
        for rng in generators:
            counts[str(load)].append(int(ask_set(rng, load, cues, NOISE, WIDTH).sum()))
            done += 1
            show(done, len(loads) * len(generators))
    return {
        **describe_machine(COMMAND),
        "noise": NOISE,
        "width": WIDTH,
        "cues": cues,
        "right": counts,
    }


def read_real_picks(file: Path = FILE) -> RealPicks:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    cues, picks = int(kept["cues"]), []
    for load, counts in kept["right"].items():
        hits = (np.arange(cues) < np.array(counts)[:, None]).astype(np.float64)  # (sets, cues)
        picks.append(RealPick(int(load), estimate_shared_rate(hits)))
    sets = len(next(iter(kept["right"].values())))
    return RealPicks(tuple(picks), sets, cues, float(kept["noise"]), int(kept["width"]))


if __name__ == "__main__":
    FILE.write_text(json.dumps(record_real_picks(), indent=1) + "\n", encoding="utf-8")
