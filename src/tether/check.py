"""The verdict on a book: read its pages, run its code in a fresh process, and compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tether.ground import Ground
from tether.judged import Verdict
from tether.kept import Kept
from tether.problems import tell_once
from tether.reading import Scope
from tether.settled import Table, find_settled
from tether.whole import find_empty_references, find_missing_pages, find_stale_exemptions, report_orphans

if TYPE_CHECKING:
    from tether.config import Project


def check(project: Project, scope: Scope | None = None, *, briefly: bool = False) -> Verdict:
    """Give the verdict on a book, or on a part of it; raise TetherError where it cannot begin.

    Given ``briefly``, it does not read a page again that held before, and of which nothing that it hangs on
    has changed: of such a page it has the counts, and none of its numbers and outputs.
    """
    scope = scope or Scope()
    files = list(scope.open_files(project))
    verdict = Verdict(project)
    with Kept(Ground(project)) as kept:
        table = Table(kept.ground)
        if briefly:
            verdict.settled = find_settled(kept, table, files)
        left = [file for file in files if file.source.name not in verdict.settled]
        if left:
            from tether.examine import examine  # noqa: PLC0415  (it needs all that reads Markdown)

            examine(verdict, kept, table, left)
        table.save([file.source.name for file in files] if scope.whole else None)
    for settled in verdict.settled.values():
        verdict.counts[settled.name] = settled.counts
        verdict.exempting |= settled.exempting
    if scope.whole:
        verdict.problems += find_stale_exemptions(project.settings.exempt, verdict.exempting)
    if scope.whole or scope.shard:
        verdict.problems += report_orphans(verdict, scope.owns(project))
    if scope.whole or (scope.shard and scope.shard.is_first):
        verdict.problems += find_missing_pages(project)
        verdict.problems += find_empty_references(verdict)
    verdict.problems = tell_once(verdict.problems)
    return verdict
