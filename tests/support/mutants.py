"""Mutants of a book: what a careless hand, or a change in the code, could make of its pages.

Each kind of mutant is made of what tether itself finds on the pages, and says where it stands and how it
is known to have been caught. Spoiling the pages is done here; judging them is tether's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tether.headers import OPTION
from tether.judge import rewritten
from tether.judged import Value
from tether.notebooks import read_notebook
from tether.outputs import check_headers
from tether.scan import Page, Scanner
from tether.shown import NOTEBOOK_ENDING
from tether.sources import Source, source_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from tether.bindings import Quoted
    from tether.config import Project
    from tether.judged import Verdict
    from tether.problems import Problem

BROKEN = 'raise RuntimeError("broken by a mutant")'


@dataclass(frozen=True, order=True)
class Mutant:
    """One place of one file, with what is put there."""

    path: str
    line: int
    column: int
    old: str
    new: str

    def __str__(self) -> str:
        """Say where it stands and what it does."""
        return f"{self.path}:{self.line}:{self.column}: {self.old!r} → {self.new!r}"


def spoil_text(text: str, mutants: Iterable[Mutant]) -> str:
    """Put all mutants of one file into its text."""
    lines = text.split("\n")
    for mutant in sorted(mutants, reverse=True):  # from the end backwards, so that places keep
        line, start = lines[mutant.line - 1], mutant.column - 1
        assert line[start:].startswith(mutant.old), mutant
        lines[mutant.line - 1] = line[:start] + mutant.new + line[start + len(mutant.old) :]
    return "\n".join(lines)


def spoil_files(root: Path, mutants: Iterable[Mutant]) -> dict[Path, bytes]:
    """Put mutants into a book's files; give what these held before."""
    grouped: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        grouped.setdefault(mutant.path, []).append(mutant)
    before = {root / name: (root / name).read_bytes() for name in grouped}
    for name, found in grouped.items():
        text = before[root / name].decode("utf-8")
        (root / name).write_bytes(spoil_text(text, found).encode("utf-8"))
    return before


def restore_files(before: dict[Path, bytes]) -> None:
    """Put back what files held."""
    for path, content in before.items():
        path.write_bytes(content)


def place_after(mutant: Mutant, mutants: Iterable[Mutant]) -> tuple[str, int, int]:
    """Tell where a mutant stands once those before it on its line are in place."""
    before = [
        other
        for other in mutants
        if (other.path, other.line) == (mutant.path, mutant.line) and other.column < mutant.column
    ]
    moved = sum(len(other.new) - len(other.old) for other in before)
    return mutant.path, mutant.line, mutant.column + moved


def list_literals(verdict: Verdict) -> list[Mutant]:
    """Give each number that an equality binds, with its last digit changed."""
    found = set()
    for entries in verdict.judged.values():
        for judged in entries:
            source = judged.binding.source
            for quoted in judged.numbers if judged.kind == "equal" else ():
                old, new = quoted.number.text, change_last_digit(quoted)
                if not old.startswith(("a ", "A ")):  # `a hundred` would come back as `one hundred`
                    found.add(Mutant(source.name, *source.position(quoted.start), old, new))
    return sorted(found)


def change_last_digit(quoted: Quoted) -> str:
    """Give a literal whose last printed digit is another one; words become another word."""
    number = quoted.number
    if number.word:
        step = int(number.value) if number.about else 1  # "about ten" is met by eleven, not by twenty
        other = int(number.value) + step
        return rewritten(number, Value(other)) or rewritten(number, Value(int(number.value) - 1))
    span = number.exponent if number.kind == "power" and number.exponent else number.digits
    start, end = span[0] - number.start, span[1] - number.start
    digits = number.text[start:end]
    printed = [index for index, sign in enumerate(digits) if sign.isdigit()]
    if number.about and number.is_integer:
        printed = [index for index in printed if digits[index] != "0"]
    place = max(printed)
    old = int(digits[place])
    new = _like(digits[place], old + 1 if old < 9 else old - 1)
    return number.text[:start] + digits[:place] + new + digits[place + 1 :] + number.text[end:]


def _like(sign: str, digit: int) -> str:
    """Print a digit as another one is printed: on the line or raised."""
    raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
    return raised[digit] if sign in raised else str(digit)


def list_claims(verdict: Verdict) -> list[Mutant]:
    """Give each claim with its expression negated."""
    found = set()
    for entries in verdict.judged.values():
        for judged in entries:
            if judged.kind == "claim":
                candidate = judged.binding.candidate
                line, column = candidate.source.position(candidate.start + 1)
                old = candidate.expression
                found.add(Mutant(candidate.source.name, line, column, old, f"not({old})"))
    return sorted(found)


def list_fences(verdict: Verdict) -> list[list[Mutant]]:
    """Give rounds of mutants that break an executed fence: on every page one, in turn, by its first line."""
    rounds: list[list[Mutant]] = []
    for page in verdict.pages:
        for index, fence in enumerate(page.fences):
            header = fence.source.line(fence.line)
            indent = header[: len(header) - len(header.lstrip(" \t>"))]
            rounds += [[]] * (index + 1 - len(rounds))
            below = Mutant(fence.source.name, fence.line + 1, 1, "", f"{indent}{BROKEN}\n")
            rounds[index] = [*rounds[index], below]
    return rounds


class Speller:
    """Misspells the options of executed fences, one at a time, and reads the page anew."""

    def __init__(self, project: Project) -> None:
        """Load the Markdown extensions once."""
        self.scanner = Scanner(project)

    def misspell(self, page: Page) -> Iterator[tuple[Mutant, bool]]:
        """Give each mutant of a page, and whether anything is told of at its line."""
        raw = page.source.raw
        lines = raw.split("\n")
        for fence in page.fences:
            if fence.source.name != page.name:
                continue
            header = lines[fence.line - 1]
            for match in OPTION.finditer(header):
                old, column = match["key"], match.start("key") + 1
                new = old[:-2] + old[-1] + old[-2] if old[-1] != old[-2] else old[:-1]
                mutant = Mutant(page.name, fence.line, column, old, new)
                spoilt = spoil_text(raw, [mutant])
                yield mutant, any(item.line == fence.line for item in self._judge(page.source, spoilt))

    def _judge(self, source: Source, raw: str) -> list[Problem]:
        fresh = source_of(raw, source.path, source.name)
        if source.name.endswith(NOTEBOOK_ENDING):
            notebook = read_notebook(fresh)
            page = self.scanner.read_text(notebook.source)
            return [*notebook.problems, *page.problems, *check_headers(page)]
        page = self.scanner.read_text(fresh)
        return [*page.problems, *check_headers(page)]


CONSTANTS = {
    "the seed": ("src/softlookup/values/seeds.py", "SEED = 0\n", "SEED = 1\n"),
    "the bump": ("src/softlookup/experiments/head.py", "BUMP = 0.5", "BUMP = 0.6"),
    "the scaling": ("src/softlookup/attention.py", "return 1 / float(np.sqrt(d_k))", "return 1 / float(d_k)"),
    "the width of an interval": (
        "src/softlookup/experiments/estimates.py",
        "Z = 1.959963984540054",
        "Z = 1.644853626951473",
    ),
    "what counts as recalled": (
        "src/softlookup/experiments/pictures.py",
        "CRITERION = 0.9",
        "CRITERION = 0.8",
    ),
    "what counts as fetched": ("src/softlookup/experiments/fetching.py", "DONE = 0.01", "DONE = 0.02"),
    "the spread of the ways": ("src/softlookup/experiments/gpt_ways.py", "SPREAD = 0.5", "SPREAD = 0.6"),
    "the number of queries": ("src/softlookup/experiments/costs.py", "NUMBER = 4", "NUMBER = 5"),
    "the trials of the post": ("src/softlookup/experiments/post_cells.py", "TRIALS = 200", "TRIALS = 199"),
}
"""Constants of experiments, each with another value: some number of the book must then drift."""

NUDGED = '''\
"""The book's values, each float moved to its neighbour: what another machine might compute."""

import dataclasses
import math

import numpy as np
from softlookup.book import book
from tether.experiment import Experiment
from tether.values import Roundoff

TOWARDS = {towards}
_plain = Experiment.__get__


def nudge(value):
    """Give the same value with every float in it one unit in the last place away."""
    if isinstance(value, bool) or value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, float):
        return math.nextafter(value, TOWARDS) if value else value
    if isinstance(value, np.ndarray):
        moves = value.dtype.kind == "f"
        return np.nextafter(value, TOWARDS, where=value != 0, out=value.copy()) if moves else value
    if isinstance(value, Roundoff):
        return value
    if dataclasses.is_dataclass(value):
        moved = object.__new__(type(value))
        for field in dataclasses.fields(value):
            object.__setattr__(moved, field.name, nudge(getattr(value, field.name)))
        return moved
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(nudge, value))
    if isinstance(value, (tuple, list)):
        return type(value)(map(nudge, value))
    if isinstance(value, dict):
        return {{key: nudge(item) for key, item in value.items()}}
    return value


def _nudged(self, instance, owner):
    value = _plain(self, instance, owner)
    if instance is None:
        return value
    kept = instance.__dict__.setdefault("nudged values", {{}})
    if self.name not in kept:
        kept[self.name] = nudge(value)
    return kept[self.name]


Experiment.__get__ = _nudged
'''
"""A module that stands for the book's values in a copy of it."""
