"""Rewriting stale literals and committed outputs in place, and never more than that."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tether.judge import rewritten
from tether.outputs import expected_outputs, silent_outputs
from tether.problems import count
from tether.sources import Source, write_file
from tether.whole import find_orphans

if TYPE_CHECKING:
    from pathlib import Path

    from tether.judged import Judged, Verdict


@dataclass(frozen=True)
class Change:
    """One file that would be rewritten, made, or removed."""

    path: Path
    name: str
    before: str | None
    """None where the file is new."""
    after: str | None
    """None where the file goes."""
    literals: int = 0
    """How many literals of it are rewritten."""
    done: str = ""
    """What to say of it where it is no fix."""

    def diff(self) -> str:
        """Give the change as a unified diff."""
        old = (self.before or "").splitlines(keepends=True)
        new = (self.after or "").splitlines(keepends=True)
        return "".join(difflib.unified_diff(old, new, f"a/{self.name}", f"b/{self.name}"))

    def describe(self) -> str:
        """Say in a line what is done."""
        if self.done:
            return f"{self.name}: {self.done}"
        if self.after is None:
            return f"{self.name}: removed, no block shows it any more"
        if self.before is None:
            return f"{self.name}: committed"
        return (
            f"{self.name}: {count(self.literals, 'literal')} rewritten"
            if self.literals
            else f"{self.name}: output committed anew"
        )

    def apply(self) -> None:
        """Carry the change out."""
        if self.after is None:
            self.path.unlink()
        else:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_file(self.path, self.after)


def plan_changes(verdict: Verdict, *, whole: bool) -> list[Change]:
    """Work out what ``fix`` would do; orphans are only known where the whole book was read."""
    changes = _plan_literals(verdict)
    root = verdict.project.root
    for path, text in sorted(expected_outputs(verdict).items()):
        before = path.read_bytes().decode("utf-8") if path.exists() else None
        if before is None or before.replace("\r\n", "\n") != text:
            changes.append(Change(path, path.relative_to(root).as_posix(), before, text))
    gone = silent_outputs(verdict) + (find_orphans(verdict) if whole else [])
    for path in gone:
        before = path.read_bytes().decode("utf-8", "replace")
        changes.append(Change(path, path.relative_to(root).as_posix(), before, None))
    return changes


def _plan_literals(verdict: Verdict) -> list[Change]:
    sources: dict[str, Source] = {}
    edits: dict[str, set[tuple[int, int, str]]] = {}
    for entries in verdict.judged.values():
        for judged in entries:
            for edit in _list_edits(judged):
                source = judged.binding.source
                sources[source.name] = source
                edits.setdefault(source.name, set()).add(edit)
    changes = []
    for name, found in sorted(edits.items()):
        source = sources[name]
        changes.append(Change(source.path, name, source.raw, source.replace(sorted(found)), len(found)))
    return changes


def _list_edits(judged: Judged) -> list[tuple[int, int, str]]:
    edits = []
    for index in judged.stale:
        quoted = judged.numbers[index]
        new = rewritten(quoted.number, judged.values[index])
        if new and new != quoted.number.text:
            edits.append(quoted.edit(new))
    return edits
