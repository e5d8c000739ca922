"""Many problems at a glance: by the experiment they hang on, or by file, before the first of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tether.problems import count

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tether.problems import Problem

MANY = 100
"""More problems than this are told by a digest first."""
FIRST = 30
"""How many of them are then told one by one; all of them stand in the JSON report."""


@dataclass(frozen=True)
class Group:
    """Problems of one kind that have one cause, or at least one place, in common."""

    kind: str
    label: str
    """The experiment that they hang on; the file, where they hang on none."""
    number: int
    files: int

    def __str__(self) -> str:
        """Give the digest's line."""
        where = f"  in {count(self.files, 'file')}" if self.files > 1 else ""
        return f"{self.number:6d}  {self.kind:<12}  {self.label}{where}"


def group(problems: Iterable[Problem]) -> list[Group]:
    """Group problems by what they hang on, the largest group first."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for problem in problems:
        found[problem.kind, problem.experiment or problem.path].append(problem.path)
    groups = [
        Group(kind, label, len(paths), len(set(paths))) for (kind, label), paths in sorted(found.items())
    ]
    return sorted(groups, key=lambda item: -item.number)


def write_lines(problems: Sequence[Problem]) -> Iterator[str]:
    """Give the lines that tell of problems: where they are many, a digest and the first of them."""
    if len(problems) <= MANY:
        yield from map(str, problems)
        return
    yield f"{count(len(problems), 'problem')}, by what they hang on:"
    yield from map(str, group(problems))
    yield f"the first {FIRST}:"
    yield from map(str, problems[:FIRST])
    rest = len(problems) - FIRST
    yield f"and {rest} more; all of them: tether check --format json"
