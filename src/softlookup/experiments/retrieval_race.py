"""The sweep over load and noise beside a plain loop of the same trials, timed in one run: a record.

It is made by ``tests/benchmarks/compare_retrieval.py``.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from softlookup.experiments.machine import tell_origin
from tether.values import Record

FILE = Path(__file__).parent / "records" / "retrieval_race.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class Raced:
    """One cell."""

    load: int
    """How many patterns are stored."""
    noise: float
    """The noise on each coordinate."""
    loop: float
    """Seconds that a trial takes in the loop."""
    sweep: float
    """Seconds that it takes in the sweep."""

    @property
    def ratio(self) -> float:
        """How many times the sweep's time the loop takes."""
        return self.loop / self.sweep


@dataclass(frozen=True)
class RetrievalRace:
    """Processor times of all the map's trials, in seconds, and of one cell for more and more trials."""

    loop: Record
    """By a loop over trials that calls ``softlookup.memory.recall``, scaled up from fewer trials."""
    bare: Record
    """By a loop with the formula written out, likewise."""
    sweep: Record
    """By the sweep."""
    cells: tuple[Raced, ...]
    """Every load and noise."""
    few: int
    """The fewest trials of one cell that were timed."""
    many: int
    """The most trials."""
    longer: float
    """How many times as long the sweep took for the many as for the few, at the largest load."""

    @property
    def ratio(self) -> float:
        """How many times the sweep's time the loop takes for the whole map."""
        return float(self.loop) / float(self.sweep)

    @property
    def bare_ratio(self) -> float:
        """The same for the loop with the formula written out."""
        return float(self.bare) / float(self.sweep)

    @property
    def least(self) -> float:
        """The smallest of the ratios of single cells."""
        return min(cell.ratio for cell in self.cells)

    @property
    def largest(self) -> float:
        """The largest of them."""
        return max(cell.ratio for cell in self.cells)

    def slower(self, noise: float) -> float:
        """Give the sweep's time for the largest load as a multiple of that for the smallest, at one noise."""
        row = [cell.sweep for cell in self.cells if cell.noise == noise]
        return row[-1] / row[0]

    def loop_slower(self, noise: float) -> float:
        """Give the same for the loop."""
        row = [cell.loop for cell in self.cells if cell.noise == noise]
        return row[-1] / row[0]

    @property
    def slowest_noise(self) -> float:
        """The noise at which the sweep takes longest for the largest load."""
        largest = max(cell.load for cell in self.cells)
        return max((cell for cell in self.cells if cell.load == largest), key=lambda cell: cell.sweep).noise


def read_retrieval_race(file: Path = FILE) -> RetrievalRace:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = tell_origin(kept)
    trials = {int(count): seconds for count, seconds in kept["growth"].items()}
    return RetrievalRace(
        loop=Record(kept["seconds"]["loop"], about),
        bare=Record(kept["seconds"]["bare"], about),
        sweep=Record(kept["seconds"]["sweep"], about),
        cells=tuple(
            Raced(cell["patterns"], cell["noise"], cell["loop"], cell["sweep"]) for cell in kept["cells"]
        ),
        few=min(trials),
        many=max(trials),
        longer=trials[max(trials)] / trials[min(trials)],
    )
