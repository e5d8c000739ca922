"""Pages that need not be read again: they held, and nothing that they hang on has changed.

That is the text and what reads it, the files that it includes, the settings, the committed outputs, and what
the numbers and blocks came to. Where the code has changed, the expressions are evaluated again, and a page
without blocks stays settled if they come to the same. A page with any problem is never settled.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from tether.digests import digest_json
from tether.judged import Counts, Settled
from tether.kept import complete, digest_job, key_job
from tether.outputs import count_executed, describe_blocks, digest_committed
from tether.places import tell_needs
from tether.reading import key_file
from tether.reference import list_entries

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tether.audit import Audit
    from tether.config import Project
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


def keep_settled(verdict: Verdict, kept: Kept, seen: Seen) -> None:
    """Keep that a page holds, if it does."""
    project, page, answers, job = verdict.project, seen.page, seen.answers, seen.job
    if not page.reading or not _holds(verdict, page):
        return
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
        "committed": digest_committed(project, page),
        "shows": any(list_entries(page)),
        "counts": asdict(seen.audit.counts),
        "exempting": sorted(seen.audit.used),
        # Named, it has the store hold the entry for this folder alone.
        "place": str(project.root) if json.dumps(str(project.root))[1:-1] in seen_here else "",
    }
    kept.ground.store.put(KIND, _key(page.reading, project), content)


def _tell(kept: Kept, job: int) -> list[Any]:
    key, needs = kept.stands[job]
    return [key, tell_needs(needs, kept.ground.project.root)]


def _holds(verdict: Verdict, page: Page) -> bool:
    """Tell whether nothing is wrong with a page, with what it includes, or with the book's values."""
    root = verdict.project.root
    own = {str(root / page.name), str(root / "pyproject.toml"), *page.needs}
    told = any(str(root / problem.path) in own for problem in verdict.problems)
    return not told and all(judged.holds for judged in verdict.judged.get(page.name, ()))


def _key(reading: str, project: Project) -> str:
    return digest_json([reading, repr(project.settings)])


def _digest(reports: Iterable[dict[str, Any]]) -> str:
    """Give the digest of what expressions came to; where a function stands is no part of it."""
    return digest_json([[report.get(name) for name in ("truth", "values", "edge")] for report in reports])


def find_settled(kept: Kept, files: Sequence[File]) -> dict[str, Settled]:
    """Give the pages, by name, that need not be read again."""
    found: dict[str, tuple[str, dict[str, Any]]] = {}
    for file in files:
        key = _key(key_file(kept.ground, file), kept.ground.project)
        entry = kept.ground.store.get(KIND, key)
        if entry is not None and _stands(kept.ground, entry):
            found[file.source.name] = key, entry
    moved = _evaluate_again(kept, found)
    return {name: _settle(name, entry) for name, (_, entry) in found.items() if name not in moved}


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


def _evaluate_again(kept: Kept, found: dict[str, tuple[str, dict[str, Any]]]) -> set[str]:
    """Evaluate what may have moved; give the pages of which something has."""
    ground = kept.ground
    job: dict[str, Any] = {"kind": "values", "values": ground.project.settings.values, "expressions": []}
    now = key_job(digest_job(complete(job, ground.project)), ground)
    waiting = {
        name: entry["requests"]
        for name, (_, entry) in found.items()
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
        key, entry = found[name]
        if digest != entry["values"][2]:
            moved.add(name)
        elif stands is not None:
            values = [stands[0], tell_needs(stands[1], ground.project.root), digest]
            ground.store.put(KIND, key, {**entry, "values": values})
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
