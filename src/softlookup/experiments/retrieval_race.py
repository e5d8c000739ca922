"""The sweep over load and noise beside a plain loop of the same trials, timed in one run: a record.

It is made by ``tests/benchmarks/compare_retrieval.py``; the other sweeps' record by ``compare_sweeps.py``.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from softlookup.experiments.machine import tell_origin
from tether.values import Record

FILE = Path(__file__).parent / "records" / "retrieval_race.json"
"""Where the record of the map is kept."""

OTHERS = Path(__file__).parent / "records" / "sweeps_race.json"
"""Where that of the other sweeps is kept."""

MICRO = 1e6
"""Microseconds in a second."""


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

    @property
    def loop_micros(self) -> float:
        """Microseconds that a trial takes in the loop."""
        return MICRO * self.loop

    @property
    def sweep_micros(self) -> float:
        """Microseconds that it takes in the sweep."""
        return MICRO * self.sweep


@dataclass(frozen=True)
class OtherRace:
    """One of the other sweeps, all its settings together."""

    loop: Record
    """Microseconds that a trial takes in a loop, one cue after the other."""
    sweep: Record
    """Microseconds that it takes in the sweep."""

    @property
    def ratio(self) -> float:
        """How many times the sweep's time the loop takes."""
        return float(self.loop) / float(self.sweep)


@dataclass(frozen=True)
class OtherRaces:
    """The sweeps that are not the map of load and noise."""

    sharpness: OtherRace
    """All sharpnesses, and steps until all is still at some."""
    settled: OtherRace
    """One step and until all is still, at every load."""
    classical_64: OtherRace
    """The network of 1982 with 64 signs, all loads."""
    classical_500: OtherRace
    """The same with 500 signs."""


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
    timed: tuple[int, ...]
    """All numbers of trials of that cell that were timed."""
    took: tuple[float, ...]
    """Seconds that each took."""

    def at(self, load: int, noise: float) -> Raced:
        """Give one cell; raises ``ValueError`` for one that was not timed."""
        for cell in self.cells:
            if (cell.load, cell.noise) == (load, noise):
                return cell
        message = f"expected a load and a noise that were timed, found {load}, {noise}"
        raise ValueError(message)

    def each(self, trials: int) -> float:
        """Give the microseconds of a trial where so many were drawn at once, a number that was timed."""
        return MICRO * self.took[self.timed.index(trials)] / trials

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
        timed=tuple(trials),
        took=tuple(trials.values()),
    )


def read_other_races(file: Path = OTHERS) -> OtherRaces:
    """Read the other sweeps' record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = tell_origin(kept)
    races = {
        name: OtherRace(Record(MICRO * seconds["loop"], about), Record(MICRO * seconds["sweep"], about))
        for name, seconds in kept["sweeps"].items()
    }
    return OtherRaces(**races)
