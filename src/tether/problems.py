"""What can be wrong with a book, and where: the one form in which everything is reported."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class TetherError(Exception):
    """Base of the errors that stop ``tether`` before it can tell anything."""


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that does not hold, or that could not be told."""

    path: str
    """The file, relative to the root of the book, with forward slashes."""
    line: int
    """Line in that file, from 1; 0 where the whole file is meant."""
    column: int
    """Column in characters, from 1."""
    kind: str
    """A word for the kind: ``drift``, ``claim``, ``edge``, ``loose``, ``output`` ..."""
    message: str
    """What was expected and what was found."""
    advice: str = ""
    """What to run or to write instead."""
    definite: bool = True
    """True where the book is wrong, False where the verdict could not be reached."""
    quoted: str = ""
    """For a drift: the literal as it stands."""
    computed: str = ""
    """For a drift: what it should read."""
    experiment: str = ""
    """The experiment, or experiments, that the text hangs on; empty where it hangs on none."""

    @property
    def place(self) -> str:
        """Where it is: ``file:line:column``, as editors and terminals link it."""
        return f"{self.path}:{self.line}:{self.column}" if self.line else self.path

    def __str__(self) -> str:
        """Give the line that a terminal shows."""
        advice = f"; {self.advice}" if self.advice else ""
        return f"{self.place}: {self.message}{advice}"


def count(number: int, noun: str) -> str:
    """Say how many there are of something."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tell_once(problems: Iterable[Problem]) -> list[Problem]:
    """Sort problems, each once: a snippet's is found on every page that includes it."""
    found = {
        (item.path, item.line, item.column, item.kind, item.message): item
        for item in sorted(problems, reverse=True)
    }
    return sorted(found.values())


HOLDS, DRIFTED, COULD_NOT_TELL = 0, 1, 2
"""The exit codes of every command that gives a verdict."""


def exit_code(problems: list[Problem]) -> int:
    """Tell the exit code: a definite wrong outweighs what could not be told."""
    if any(problem.definite for problem in problems):
        return DRIFTED
    return COULD_NOT_TELL if problems else HOLDS
