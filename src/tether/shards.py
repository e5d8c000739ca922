"""A book checked in parts on several machines, and the one verdict that the parts come to.

Pages are independent of each other, so a matrix of CI jobs is engine enough: each takes one shard
and writes its report as JSON, and ``tether merge`` puts the reports together. What belongs to the
book as a whole is told by the first shard, or is left to the merge, where only all of them can tell.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from tether.explain import describe_bound
from tether.judged import Counts
from tether.outputs import count_executed
from tether.problems import Problem, TetherError, tell_once
from tether.reading import sort_pages
from tether.whole import find_stale_exemptions

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tether.config import Project
    from tether.judged import Verdict

_FORM = re.compile(r"([1-9]\d{0,3})/([1-9]\d{0,3})")


@dataclass(frozen=True)
class Shard:
    """One part of several: every so manieth file, beginning at its own place."""

    index: int
    """From 1."""
    of: int

    @property
    def is_first(self) -> bool:
        """Whether it answers for what belongs to no page."""
        return self.index == 1

    def takes(self, place: int) -> bool:
        """Tell whether the file at a place, counted from 0, is of this part."""
        return place % self.of == self.index - 1


def read_shard(text: str) -> Shard:
    """Read ``2/4``; raise :class:`TetherError` where it is nothing of the kind."""
    found = _FORM.fullmatch(text)
    if found is None or int(found[1]) > int(found[2]):
        message = f"--shard {text}: expected the part and how many there are, as in 2/4"
        raise TetherError(message)
    return Shard(int(found[1]), int(found[2]))


def describe_shard(verdict: Verdict, shard: Shard) -> dict[str, Any]:
    """Give what a shard's report tells besides its own problems and counts, for the merge."""
    told = {
        "index": shard.index,
        "of": shard.of,
        "book": digest_book(verdict.project),
        "exempting": sorted(verdict.exempting),
        "blocks": sum(count_executed(verdict, page) for page in verdict.pages),
    }
    bound = {name: [describe_bound(judged) for judged in found] for name, found in verdict.judged.items()}
    return {"shard": told, "bound": bound}


def digest_book(project: Project) -> str:
    """Give a digest of a book's pages, settings, outputs and code: parts of one book share it.

    With a folder of code goes all that lies in it or below, such as data; of the root only what is Python, as
    reports of the parts may lie there.
    """
    made = sha256()
    code = [path for path in project.root.rglob("*.py") if _is_shown(project, path)]
    folders = {project.docs_dir, project.outputs_dir, *(path.parent for path in code)} - {project.root}
    beside = {path for folder in folders for path in folder.rglob("*") if _is_shown(project, path)}
    paths = {*project.pages(), *project.further_files(), project.config_file, *code, *beside}
    paths.add(project.root / "pyproject.toml")
    for path in sorted(path for path in paths if path.is_file()):
        name = path.relative_to(project.root) if path.is_relative_to(project.root) else path
        made.update(name.as_posix().encode() + b"\0" + sha256(path.read_bytes()).digest())
    return made.hexdigest()


def _is_shown(project: Project, path: Path) -> bool:
    """Tell whether a file is no one's cache, no built site and not hidden."""
    made = any(map(path.is_relative_to, (project.site_dir, project.cache_dir)))
    inside = path.relative_to(project.root).parts if path.is_relative_to(project.root) else (path.name,)
    return not made and not any(part.startswith(".") or part == "__pycache__" for part in inside)


@dataclass(frozen=True)
class Merged:
    """The verdict on a book whose parts were checked apart."""

    problems: list[Problem]
    counts: dict[str, Counts]
    """By file, in the order of the book."""
    bound: dict[str, list[dict[str, Any]]]
    """The ledger: by file, every bound text as ``tether list`` gives it."""
    blocks: int


def merge_reports(project: Project, paths: Sequence[Path]) -> Merged:
    """Put the reports of all shards together; raise :class:`TetherError` where they make no whole book."""
    reports = [_read_report(path) for path in paths]
    _check_whole(paths, [report["shard"] for report in reports], digest_book(project))
    counts = {name: Counts(**found) for report in reports for name, found in report["files"].items()}
    order = [path.relative_to(project.root).as_posix() for path in sort_pages(project, project.pages())]
    places = {name: place for place, name in enumerate(order)}
    names = sorted(counts, key=lambda name: (places.get(name, len(places)), name))
    bound = {page: entries for report in reports for page, entries in report["bound"].items()}
    used = {index for report in reports for index in report["shard"]["exempting"]}
    problems = [Problem(**entry) for report in reports for entry in report["problems"]]
    return Merged(
        tell_once([*problems, *find_stale_exemptions(project.settings.exempt, used)]),
        {name: counts[name] for name in names},
        {name: bound[name] for name in names if name in bound},
        sum(report["shard"]["blocks"] for report in reports),
    )


def _read_report(path: Path) -> dict[str, Any]:
    try:
        report = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        message = f"{path}: not a report of tether check: {error}"
        raise TetherError(message) from error
    if not isinstance(report, dict) or "verdict" not in report:
        message = f"{path}: not a report of tether check --format json"
        raise TetherError(message)
    if "error" in report:
        message = f"{path}: this part reached no verdict: {report['error']}"
        raise TetherError(message)
    if "shard" not in report:
        message = f"{path}: the report of no shard; run: tether check --shard 1/2 --format json"
        raise TetherError(message)
    return report


def _check_whole(paths: Sequence[Path], shards: list[dict[str, Any]], book: str) -> None:
    """Refuse reports that are not each part of this very book once."""
    totals = sorted({shard["of"] for shard in shards})
    if len(totals) != 1:
        message = (
            f"shards of different counts: {', '.join(map(str, totals)) or 'none given'}; they are no one book"
        )
        raise TetherError(message)
    seen: dict[int, Path] = {}
    for path, shard in zip(paths, shards, strict=True):
        if shard["index"] in seen:
            message = f"{path}: shard {shard['index']} of {shard['of']} is in {seen[shard['index']]} already"
            raise TetherError(message)
        if shard["book"] != book:
            message = f"{path}: the report of another state of this book; check all shards at one commit"
            raise TetherError(message)
        seen[shard["index"]] = path
    missing = [str(index) for index in range(1, totals[0] + 1) if index not in seen]
    if missing:
        message = f"shard {', '.join(missing)} of {totals[0]} is missing: without it there is no verdict"
        raise TetherError(message)
