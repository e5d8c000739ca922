"""Which files of a book a verdict reads, and reading them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tether.config import plain_project
from tether.frontmatter import shown_frame
from tether.notebooks import ENDING, read_notebook_page
from tether.problems import Problem
from tether.scan import Page, Scanner, key_of
from tether.shown import HTML_ENDINGS
from tether.sources import read_source
from tether.texts import plain_html, read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tether.config import Project
    from tether.shards import Shard


@dataclass(frozen=True)
class Scope:
    """What of a book a verdict is on: the whole of it, unless something is said."""

    only: Sequence[Path] | None = None
    """These files alone."""
    texts: dict[Path, str] = field(default_factory=dict)
    """Texts that stand in for files, by their resolved paths: what an editor has not saved."""
    shard: Shard | None = None
    """One part of the book, of several that together are the whole."""

    @property
    def whole(self) -> bool:
        """Whether nothing is left out."""
        return self.only is None and self.shard is None

    def choose(self, project: Project) -> list[Path]:
        """List the files that are read, in the order of the book."""
        pages = sort_pages(
            project, [*project.pages(), *(path for path in self.texts if _is_new(path, project))]
        )
        paths = [*pages, *project.further_files()]
        if self.shard is not None:
            paths = [path for place, path in enumerate(paths) if self.shard.takes(place)]
        wanted = None if self.only is None else {path.resolve() for path in self.only}
        return [path for path in paths if wanted is None or path.resolve() in wanted]

    def owns(self, project: Project) -> Callable[[str], bool]:
        """Tell by a page's key whether its outputs are one's own; those of no page are the first shard's."""
        if self.shard is None:
            return lambda _: True
        mine = _keys(project, self.choose(project))
        theirs = _keys(project, project.pages()) - mine
        first = self.shard.is_first
        return lambda key: key in mine or (first and key not in theirs)


def _keys(project: Project, paths: Sequence[Path]) -> set[str]:
    return {key_of(_name(project, path), project.docs_name) for path in paths}


def _name(project: Project, path: Path) -> str:
    return path.relative_to(project.root).as_posix() if path.is_relative_to(project.root) else path.as_posix()


def _is_new(path: Path, project: Project) -> bool:
    return path not in {*project.pages(), *project.further_files()}


def sort_pages(project: Project, paths: Sequence[Path]) -> list[Path]:
    """Sort pages as the nav has them, and behind them by name those that it leaves out."""
    places = {project.docs_dir / name: place for place, name in enumerate(project.nav)}
    return sorted(paths, key=lambda path: (places.get(path, len(places)), _name(project, path)))


def read_pages(project: Project, scope: Scope | None = None) -> list[Page]:
    """Read the pages of a book, or of a part of it."""
    scope = scope or Scope()
    scanner = Scanner(project)
    plain = Scanner(plain_project(project), comments=True)
    further, tables, templates = (
        set(paths) for paths in (project.further_files(), project.tables(), project.templates())
    )
    pages = []
    for path in scope.choose(project):
        text = scope.texts.get(path)
        if path in tables:
            pages.append(read_table(read_source(path, project.root, text)))
        elif path in templates or (path in further and path.suffix in HTML_ENDINGS):
            source = plain_html(read_source(path, project.root, text), template=path in templates)
            pages.append(plain.read_text(source))
        elif path in further:
            pages.append(_read_plain(plain, path, text))
        elif path.suffix == ENDING:
            pages.append(read_notebook_page(scanner, path, text))
        else:
            pages.append(scanner.read(path, text))
    if scope.whole or (scope.shard is not None and scope.shard.is_first):
        frame = read_source(project.config_file, project.root)
        pages.append(Page(frame, 0, runs=list(shown_frame(frame))))
    return pages


def _read_plain(scanner: Scanner, path: Path, text: str | None) -> Page:
    """Read what no book's extensions read: a README, an HTML file."""
    page = scanner.read(path, text)
    page.problems += [
        Problem(page.name, fence.line, 1, "fence", "a block here would never run", "show it without exec")
        for fence in page.fences
    ]
    page.fences.clear()
    return page
