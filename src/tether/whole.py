"""What belongs to a book as a whole, and to none of its pages: what is missing, and what nobody needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tether.outputs import output_path
from tether.problems import Problem
from tether.reference import fits, list_entries
from tether.shown import find_unbuilt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tether.config import Project
    from tether.judged import Verdict
    from tether.settings import Exemption

_UNREAD = frozenset({"fence", "markdown", "front matter"})
"""Problems of a page that may hide blocks: its outputs are then nobody's orphans."""


def find_missing_pages(project: Project) -> list[Problem]:
    """Report files that the settings or the nav name, and that are not there or not shown."""
    named = [
        ("files", name) for name in project.settings.files if name != "README.md"
    ]  # it need not be there
    named += [("texts", name) for name in project.settings.texts]
    return [
        Problem("pyproject.toml", 0, 0, "config", f"[tool.tether] {key} names {name}, which does not exist")
        for key, name in named
        if not (project.root / name).exists()
    ] + list(find_unbuilt(project))


def find_stale_exemptions(exemptions: Sequence[Exemption], used: set[int]) -> list[Problem]:
    """Report exemptions of ``pyproject.toml`` that no number needs any more."""
    return [
        Problem(
            "pyproject.toml",
            0,
            0,
            "exemption",
            f"[[tool.tether.exempt]] {exemption.match!r} on {exemption.pages} exempts nothing any more",
            "take it out",
        )
        for index, exemption in enumerate(exemptions)
        if index not in used
    ]


def find_orphans(verdict: Verdict) -> list[Path]:
    """List committed outputs that no block of the book makes any more."""
    project = verdict.project
    if not project.outputs_dir.is_dir():
        return []
    wanted = {
        output_path(project, page, fence) for page in verdict.pages for fence in page.fences if fence.id
    }
    wanted |= {project.root / name for settled in verdict.settled.values() for name in settled.outputs}
    broken = [
        project.outputs_dir / page.key
        for page in verdict.pages
        if any(item.kind in _UNREAD for item in page.problems)
    ]
    return [
        path
        for path in sorted(project.outputs_dir.rglob("*.txt"))
        if path not in wanted and not any(path.is_relative_to(folder) for folder in broken)
    ]


def report_orphans(verdict: Verdict, owns: Callable[[str], bool]) -> list[Problem]:
    """Report committed outputs that no block makes any more, of the pages that are one's own by their key."""
    project = verdict.project
    return [
        Problem(
            path.relative_to(project.root).as_posix(),
            0,
            0,
            "orphan",
            "no block of the book makes this output",
            "run: tether fix",
        )
        for path in find_orphans(verdict)
        if owns(path.parent.relative_to(project.outputs_dir).as_posix())
    ]


def find_empty_references(verdict: Verdict) -> Iterator[Problem]:
    """Report what ``reference`` names and no page needs."""
    showing = [page.name for page in verdict.pages if any(list_entries(page))]
    showing += [settled.name for settled in verdict.settled.values() if settled.shows]
    for glob in verdict.project.settings.reference:
        if not any(fits(verdict.project, name, glob) for name in showing):
            message = f"[tool.tether] reference names {glob}, and no such page shows docstrings"
            yield Problem("pyproject.toml", 0, 0, "config", message, "take it out")
