"""Pages that need not be read again: they held, and nothing that they hang on has changed.

That is the text and what reads it, the files that it includes, the settings, the committed outputs, and what
the numbers and blocks came to. Where the code has changed, the expressions are evaluated again, and a page
without blocks stays settled if they come to the same. A page with any problem is never settled.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tether.digests import digest_bytes, digest_json
from tether.judged import Counts, Settled
from tether.kept import complete, digest_job, key_job
from tether.outputs import count_executed, describe_blocks, digest_committed
from tether.places import tell_needs
from tether.reading import key_file
from tether.reference import list_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tether.audit import Audit
    from tether.ground import Ground
    from tether.judged import Verdict
    from tether.kept import Kept
    from tether.reading import File
    from tether.scan import Page

KIND = "verdicts"
VALUES = 0
"""The place of the book's expressions among the jobs of a verdict."""
Answer = tuple[dict[str, Any], dict[str, Any]]
"""What was asked of the worker, and what it reported."""


@dataclass(frozen=True)
class Seen:
    """What an examination saw of a page."""

    page: Page
    audit: Audit
    answers: Sequence[Answer]
    job: int | None
    """The place of its blocks among the jobs that ran; None where none did."""
    committed: dict[str, str]
    """The digests of its committed outputs before these were judged."""


class Table:
    """What is kept of the pages that held, in one entry for a book: a file for each would cost too much."""

    def __init__(self, ground: Ground) -> None:
        """Read the entry; it hangs on the settings, and on what gave it its form."""
        self._store = ground.store
        self._here = digest_bytes(str(ground.project.root).encode())
        self._key = digest_json([KIND, repr(ground.project.settings), ground.plain_stamp])
        self._rows: dict[str, Any] = self._store.get(KIND, self._key) or {}
        self._is_changed = False

    def find(self, name: str, reading: str) -> dict[str, Any] | None:
        """Give what is kept of a page that reads so; None where there is nothing for this folder."""
        row = self._rows.get(name)
        if row is None or row["reading"] != reading or row["place"] not in {"", self._here}:
            return None
        entry: dict[str, Any] = row["entry"]
        return entry

    def put(self, name: str, reading: str, entry: dict[str, Any], *, here: bool) -> None:
        """Keep a page, or keep it for a book in this folder alone."""
        self._rows[name] = {"reading": reading, "place": self._here if here else "", "entry": entry}
        self._is_changed = True

    def move(self, name: str, values: list[Any]) -> None:
        """Keep that a page's numbers came to the same on other ground."""
        self._rows[name]["entry"]["values"] = values
        self._is_changed = True

    def save(self, names: Sequence[str] | None) -> None:
        """Write the entry, if anything changed; ``names`` are all that there are, where that is known."""
        if names is not None and not self._rows.keys() <= set(names):
            self._rows = {name: row for name, row in self._rows.items() if name in names}
            self._is_changed = True
        if self._is_changed:
            self._store.put(KIND, self._key, self._rows)


def keep_settled(verdict: Verdict, kept: Kept, table: Table, seen: Seen) -> None:
    """Keep that a page holds, if it does."""
    project, page, answers, job = verdict.project, seen.page, seen.answers, seen.job
    if not page.reading or not _holds(verdict, page):
        return
    if digest_committed(project, page) != seen.committed:
        return  # one was edited while it was judged
    hanging = [*([VALUES] if answers else []), *([job] if job is not None else [])]
    if (page.fences and job is None) or any(place not in kept.stands for place in hanging):
        return
    told = {place: _tell(kept, place) for place in hanging}
    seen_here = json.dumps([verdict.outputs.get(page.name), [report for _, report in answers]])
    blocks = digest_job(complete(describe_blocks(page), project)) if job is not None else ""
    content = {
        "needs": tell_needs(page.needs, project.root),
        "requests": [request for request, _ in answers],
        "values": [*told[VALUES], _digest(report for _, report in answers)] if answers else None,
        "blocks": [*told[job], blocks, count_executed(verdict, page)] if job is not None else None,
        "committed": seen.committed,
        "shows": any(list_entries(page)),
        "counts": asdict(seen.audit.counts),
        "exempting": sorted(seen.audit.used),
    }
    here = json.dumps(str(project.root))[1:-1] in seen_here
    table.put(page.name, page.reading, content, here=here)


def _tell(kept: Kept, job: int) -> list[Any]:
    key, needs = kept.stands[job]
    return [key, tell_needs(needs, kept.ground.project.root)]


def _holds(verdict: Verdict, page: Page) -> bool:
    """Tell whether nothing is wrong with a page, with what it includes, or with the book's values."""
    root = verdict.project.root
    own = {str(root / page.name), str(root / "pyproject.toml"), *page.needs}
    told = any(str(root / problem.path) in own for problem in verdict.problems)
    return not told and all(judged.holds for judged in verdict.judged.get(page.name, ()))


def _digest(reports: Iterable[dict[str, Any]]) -> str:
    """Give the digest of what expressions came to; where a function stands is no part of it."""
    return digest_json([[report.get(name) for name in ("truth", "values", "edge")] for report in reports])


def find_settled(kept: Kept, table: Table, files: Sequence[File]) -> dict[str, Settled]:
    """Give the pages, by name, that need not be read again."""
    found: dict[str, dict[str, Any]] = {}
    for file in files:
        entry = table.find(file.source.name, key_file(kept.ground, file))
        if entry is not None and _stands(kept.ground, entry):
            found[file.source.name] = entry
    moved = _evaluate_again(kept, table, found)
    return {name: _settle(name, entry) for name, entry in found.items() if name not in moved}


def _stands(ground: Ground, entry: dict[str, Any]) -> bool:
    """Tell whether the page reads as it did, and its blocks show what is committed, as they did."""
    root = ground.project.root
    committed = all(ground.look(str(root / name)) == digest for name, digest in entry["committed"].items())
    if not committed or ground.holds(entry["needs"]) is None:
        return False
    if entry["blocks"] is None:
        return True
    key, needs, job, _ = entry["blocks"]
    return key == key_job(job, ground) and ground.holds(needs) is not None


def _evaluate_again(kept: Kept, table: Table, found: dict[str, dict[str, Any]]) -> set[str]:
    """Evaluate what may have moved; give the pages of which something has."""
    ground = kept.ground
    job: dict[str, Any] = {"kind": "values", "values": ground.project.settings.values, "expressions": []}
    now = key_job(digest_job(complete(job, ground.project)), ground)
    waiting = {
        name: entry["requests"]
        for name, entry in found.items()
        if (values := entry["values"]) and (values[0] != now or ground.holds(values[1]) is None)
    }
    if not waiting:
        return set()
    (outcome,) = kept.run([{**job, "expressions": [item for asked in waiting.values() for item in asked]}])
    stands = kept.stands.get(0)
    moved, start = set(), 0
    for name, asked in waiting.items():
        digest = _digest(outcome.events.get(start + index, {}) for index in range(len(asked)))
        start += len(asked)
        if digest != found[name]["values"][2]:
            moved.add(name)
        elif stands is not None:
            table.move(name, [stands[0], tell_needs(stands[1], ground.project.root), digest])
    return moved


def _settle(name: str, entry: dict[str, Any]) -> Settled:
    return Settled(
        name,
        Counts(**entry["counts"]),
        frozenset(entry["exempting"]),
        entry["blocks"][3] if entry["blocks"] else 0,
        tuple(entry["committed"]),
        entry["shows"],
    )
