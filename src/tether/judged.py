"""What the verdict is made of: each bound text with the value it was held against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fractions import Fraction

    from tether.bindings import Binding, Quoted
    from tether.config import Project
    from tether.given import Given
    from tether.problems import Problem
    from tether.scan import Page

SHOWN_DIGITS = 12
"""Significant digits of a value on a page: beyond them lies the CPU."""


@dataclass(frozen=True)
class Value:
    """One computed number."""

    number: int | float
    low: float | None = None
    high: float | None = None
    trials: int | None = None
    about: str = ""
    """For a record: where it was measured."""

    @property
    def shown(self) -> str:
        """The value with at most twelve significant digits."""
        if isinstance(self.number, int):
            return str(self.number)
        text = f"{self.number:.{SHOWN_DIGITS}g}"
        return "0" if float(text) == 0 else text


@dataclass(frozen=True)
class Origin:
    """The function that an experiment's numbers come from."""

    name: str
    label: str
    path: str
    line: int
    entry: str = ""
    """The name under which a reference shows it; nothing where it is private or has no words of its own."""

    @property
    def short(self) -> str:
        """The last part of its name."""
        return self.label.rsplit(".", 1)[-1]


@dataclass(frozen=True)
class Judged:
    """A bound text, held against its expression."""

    binding: Binding
    kind: str
    """``equal``, ``claim``, or ``unknown`` where it could not be told."""
    holds: bool
    numbers: tuple[Quoted, ...] = ()
    values: tuple[Value, ...] = ()
    origins: tuple[Origin, ...] = ()
    distance: float | None = None
    """Relative distance of the nearest value to where its printed digits would change."""
    stale: tuple[int, ...] = ()
    """Indices of the numbers that drifted."""


@dataclass
class Counts:
    """How a file's numbers are accounted for."""

    bound: int = 0
    claimed: int = 0
    given: int = 0
    structural: int = 0
    exempt: int = 0
    loose: int = 0


@dataclass(frozen=True)
class Settled:
    """A page that held before, and of which nothing that it hangs on has changed since."""

    name: str
    counts: Counts
    exempting: frozenset[int]
    """Indices of the exemptions in ``pyproject.toml`` that some number needed."""
    blocks: int
    """How many blocks it has; all of them ran, and succeeded, in an earlier run."""
    outputs: tuple[str, ...]
    """Where its outputs are committed, relative to the root of the book."""
    shows: bool
    """Whether it shows docstrings."""


@dataclass
class Verdict:
    """All that was seen of a book.

    Its repr leaves out what holds the pages' text over and over: gigabytes, for a whole book.
    """

    project: Project
    pages: list[Page] = field(default_factory=list, repr=False)
    judged: dict[str, list[Judged]] = field(default_factory=dict, repr=False)
    """By file name, in the order of the text."""
    counts: dict[str, Counts] = field(default_factory=dict)
    outputs: dict[str, list[dict[str, Any]]] = field(default_factory=dict, repr=False)
    """By file name: the report of each executable fence, in the order of the page."""
    given: dict[str, list[Given]] = field(default_factory=dict, repr=False)
    kept: set[str] = field(default_factory=set)
    """The pages whose blocks need not run again: nothing that they hang on has changed."""
    exempting: set[int] = field(default_factory=set)
    """Indices of the exemptions in ``pyproject.toml`` that some number needed."""
    settled: dict[str, Settled] = field(default_factory=dict)
    """By file name: what was not read again, in a verdict that was asked for briefly."""
    problems: list[Problem] = field(default_factory=list)

    def page(self, name: str) -> Page:
        """Give a page by its name."""
        return next(page for page in self.pages if page.name == name)


def read_value(item: dict[str, Any]) -> Value:
    """Read a value as the worker reports it."""
    number = int(item["value"]) if item["type"] == "int" else float(item["value"])
    return Value(number, item.get("low"), item.get("high"), item.get("trials"), item.get("about", ""))


def as_text(number: Fraction) -> str:
    """Give an exact number so that the worker reads it back exactly."""
    return f"{number.numerator:x}/{number.denominator:x}"  # hexadecimal has no limit on its length
