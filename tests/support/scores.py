"""What `make mutants` runs: every mutant of the book, and how many of them tether catches.

It tells a score for each kind and names every survivor; a score below all, or one alarm over values that
have moved by a unit in their last place, ends it with status 1.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support import mutants
from support.book_copy import Copy, copy_book
from tether.check import check
from tether.config import load_project

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from support.mutants import Mutant
    from tether.judged import Verdict

_SHOWN = 20
_MOVED = {"drift", "claim", "edge", "output", "count"}


@dataclass
class Score:
    """How many mutants of one kind there are, and which were not caught."""

    kind: str
    made: int = 0
    survivors: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether there were mutants, and all of them were caught."""
        return self.made > 0 and not self.survivors

    def __str__(self) -> str:
        """Give the row of the table."""
        caught = self.made - len(self.survivors)
        share = 100 * caught / self.made if self.made else 0.0
        return f"{self.kind:<42} {caught:>6} of {self.made:<6} {share:>6.1f} %  {self.seconds:>6.0f} s"


def ask(book: Copy, *arguments: str) -> list[dict[str, Any]]:
    """Have a copy of the book checked; give its problems."""
    told = book.tether("check", "--format", "json", *arguments)
    report = json.loads(told.stdout)
    assert "error" not in report, report["error"]
    problems: list[dict[str, Any]] = report["problems"]
    return problems


def score_literals(book: Copy, verdict: Verdict) -> Score:
    """Change the last digit of every number that an equality binds."""
    return score_places("literals, last digit changed", book, mutants.list_literals(verdict), exact=True)


def score_claims(book: Copy, verdict: Verdict) -> Score:
    """Negate every claim."""
    return score_places("claims, negated", book, mutants.list_claims(verdict), exact=False)


def score_places(kind: str, book: Copy, found: list[Mutant], *, exact: bool) -> Score:
    """Spoil all places at once: a mutant is caught by a problem at its place (or, not exactly, its line)."""
    before = mutants.spoil_files(book.root, found)
    problems = ask(book)
    mutants.restore_files(before)
    places = {(item["path"], item["line"], item["column"], item["quoted"]) for item in problems}
    lines: dict[tuple[str, int], int] = {}
    for item in problems:
        if item["kind"] in {"claim", "expression", "edge"}:
            lines[item["path"], item["line"]] = lines.get((item["path"], item["line"]), 0) + 1
    survivors = []
    for mutant in found:
        if exact and (*mutants.place_after(mutant, found), mutant.new) not in places:
            survivors.append(str(mutant))
        if not exact:  # of several claims on a line each must be told of
            left = lines.get((mutant.path, mutant.line), 0)
            lines[mutant.path, mutant.line] = left - 1
            if left < 1:
                survivors.append(str(mutant))
    return Score(kind, len(found), survivors)


def score_fences(book: Copy, verdict: Verdict) -> Score:
    """Break every executed fence in turn."""
    score = Score("executed fences, each broken")
    for found in mutants.list_fences(verdict):
        before = mutants.spoil_files(book.root, found)
        problems = ask(book)
        mutants.restore_files(before)
        told = {(item["path"], item["line"]) for item in problems if item["kind"] == "execution"}
        score.made += len(found)
        # A block that includes a snippet is told of at its header, with lines of its own.
        score.survivors += [
            str(mutant)
            for mutant in found
            if not told & {(mutant.path, mutant.line), (mutant.path, mutant.line - 1)}
        ]
    return score


def score_options(book: Copy, verdict: Verdict) -> Score:
    """Misspell every option of every executed fence."""
    del book
    speller = mutants.Speller(verdict.project)
    tried = [result for page in verdict.pages if page.fences for result in speller.misspell(page)]
    return Score("options, misspelt", len(tried), [str(mutant) for mutant, caught in tried if not caught])


def score_constants(book: Copy, verdict: Verdict) -> Score:
    """Change every constant of the declared list."""
    del verdict
    score = Score("constants of experiments, changed")
    for what, (path, old, new) in mutants.CONSTANTS.items():
        book.replace(path, old, new)
        drifted = [
            item for item in ask(book) if item["kind"] in {"drift", "claim", "edge", "output", "count"}
        ]
        book.replace(path, new, old)
        score.made += 1
        score.survivors += [] if drifted else [f"{what}: {path}"]
    return score


def score_neighbours(book: Copy, verdict: Verdict) -> Score:
    """Move every float of every experiment by a unit in its last place, up and down: nothing may be told."""
    bound = sum(len(entries) for entries in verdict.judged.values())
    score = Score("values moved by one unit, no alarm")
    settings = (book.root / "pyproject.toml").read_text(encoding="utf-8")
    for towards in ("math.inf", "-math.inf"):
        (book.root / "src" / "nudged.py").write_text(mutants.NUDGED.format(towards=towards), encoding="utf-8")
        book.replace("pyproject.toml", '"softlookup.book:book"', '"nudged:book"')
        problems = ask(book)
        (book.root / "pyproject.toml").write_text(settings, encoding="utf-8")
        score.made += bound
        score.survivors += [f"{item['path']}:{item['line']}: {item['message']}" for item in problems]
    (book.root / "src" / "nudged.py").unlink()
    return score


KINDS: dict[str, Callable[[Copy, Verdict], Score]] = {
    "literals": score_literals,
    "claims": score_claims,
    "options": score_options,
    "fences": score_fences,
    "neighbours": score_neighbours,
    "constants": score_constants,
}


def main(names: Iterable[str]) -> int:
    """Score the kinds named, or all; print the table and the survivors."""
    chosen = list(names) or list(KINDS)
    scores = []
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        book = copy_book(Path(folder))
        verdict = check(load_project(book.root / "mkdocs.yml"))
        if verdict.problems:
            print("the book does not hold as it is:", *verdict.problems[:_SHOWN], sep="\n  ")  # noqa: T201
            return 1
        for name in chosen:
            begun = time.monotonic()
            score = KINDS[name](book, verdict)
            score.seconds = time.monotonic() - begun
            scores.append(score)
            print(score, *[f"  survives: {item}" for item in score.survivors[:_SHOWN]], sep="\n", flush=True)  # noqa: T201
    return 0 if all(score.passed for score in scores) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
