"""How long the tools that hold quoted numbers take for the same count of them: a record.

It is made by ``PYTHONPATH=tests python -m benchmarks.compare_tools.speed``; no build measures.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tether.values import Record

FILE = Path(__file__).parent / "records" / "tools_raced.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class Pace:
    """One tool on one count of numbers."""

    title: str
    """Its name."""
    cold: dict[str, Record]
    """Processor seconds by the number of pages, with nothing kept; a size that took too long is missing."""
    warm: dict[str, Record]
    """The same right afterwards, with what the tool keeps between runs; empty where it keeps nothing."""
    edited: dict[str, Record]
    """The same once more, after an edit to one paragraph; empty where nothing is kept."""

    def seconds(self, pages: int) -> Record:
        """Give the processor seconds for so many pages, with nothing kept."""
        return self.cold[str(pages)]

    def edited_at(self, pages: int) -> Record:
        """Give those after an edit to one of the pages."""
        return self.edited[str(pages)]

    def again(self, pages: int) -> Record:
        """Give those right afterwards."""
        return self.warm[str(pages)]


@dataclass(frozen=True)
class ToolsRaced:
    """Every tool on few numbers, and the quick ones on many."""

    few: int
    """How many numbers the smaller books quote."""
    many: int
    """How many the larger ones do."""
    on_few: dict[str, Pace]
    """The tools on the smaller books, by name."""
    on_many: dict[str, Pace]
    """The tools on the larger ones."""
    about: str
    """Machine, Python and command."""

    def __iter__(self) -> Iterator[tuple[int, Pace]]:
        """Give each count of numbers with each tool that ran on it."""
        yield from ((self.few, pace) for pace in self.on_few.values())
        yield from ((self.many, pace) for pace in self.on_many.values())

    @property
    def tether(self) -> Pace:
        """The verdict on the larger books."""
        return self.on_many["tether"]

    @property
    def tether_on_few(self) -> Pace:
        """The verdict on the smaller books."""
        return self.on_few["tether"]

    @property
    def cog(self) -> Pace:
        """Output between two marks, on the larger books."""
        return self.on_many["cog"]

    @property
    def pytest(self) -> Pace:
        """Doctests, on the larger books."""
        return self.on_many["pytest"]

    @property
    def scitexlintr(self) -> Pace:
        """The linter of reports, on the smaller books."""
        return self.on_few["scitexlintr"]

    @property
    def doubleblind(self) -> Pace:
        """The tracer of numbers, on the smaller books."""
        return self.on_few["doubleblind"]

    @property
    def cold_ratio(self) -> float:
        """How many times as long as pytest the verdict takes with nothing kept, at most."""
        return max(float(self.tether.cold[one]) / float(self.pytest.cold[one]) for one in self.tether.cold)

    @property
    def again_ratio(self) -> float:
        """How many times as long as pytest the verdict takes again, at most."""
        return max(float(self.tether.warm[one]) / float(self.pytest.cold[one]) for one in self.tether.warm)

    @property
    def spread(self) -> float:
        """How many times as long the verdict takes at its slowest as at its quickest, with nothing kept."""
        seconds = [float(one) for one in self.tether.cold.values()]
        return max(seconds) / min(seconds)

    @property
    def growth(self) -> float:
        """How many times as long the verdict takes for the larger books as for the smaller, at most."""
        pages = self.tether.cold
        return max(float(self.tether.cold[one]) / float(self.tether_on_few.cold[one]) for one in pages)


TITLES = {
    "tether": "tether",
    "pytest": "pytest's NUMBER",
    "cog": "cog",
    "scitexlintr": "scitexlintr",
    "doubleblind": "doubleblind-audit",
}
"""How the tools are called."""


def read_tools_raced(file: Path = FILE) -> ToolsRaced:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = f"{kept['machine']}, Python {kept['python']}; {kept['command']}"
    runs = {int(count): run for count, run in kept["runs"].items()}
    return ToolsRaced(
        few=min(runs),
        many=max(runs),
        on_few={name: _read_pace(name, one, about) for name, one in runs[min(runs)].items()},
        on_many={name: _read_pace(name, one, about) for name, one in runs[max(runs)].items()},
        about=about,
    )


def _read_pace(name: str, kept: Mapping[str, Any], about: str) -> Pace:
    cold, warm, edited = (
        {
            pages: Record(seconds, about)
            for pages, seconds in kept.get(state, {}).items()
            if seconds is not None
        }
        for state in ("cold", "warm", "edited")
    )
    return Pace(TITLES[name], cold, warm, edited)
