"""Which files of a book a verdict reads, and reading them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tether.config import plain_project
from tether.shown import HTML_ENDINGS, NOTEBOOK_ENDING, key_of
from tether.sources import name_file, read_source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from tether.config import Project
    from tether.ground import Ground
    from tether.shards import Shard
    from tether.sources import Source


@dataclass(frozen=True)
class File:
    """One file under the verdict."""

    source: Source
    kind: str
    """How it is read: ``page``, ``notebook``, ``plain``, ``html``, ``template``, ``table`` or ``frame``."""


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
        known = project.pages()
        new = (path for path in self.texts if path not in {*known, *project.further_files()})
        paths = [*sort_pages(project, [*known, *new]), *project.further_files()]
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

    def open_files(self, project: Project) -> Iterator[File]:
        """Open what is chosen, and tell how each file is to be read; the book's frame is the last."""
        further, tables, templates = (
            set(paths) for paths in (project.further_files(), project.tables(), project.templates())
        )
        for path in self.choose(project):
            if path in tables:
                kind = "table"
            elif path in templates:
                kind = "template"
            elif path in further:
                kind = "html" if path.suffix in HTML_ENDINGS else "plain"
            else:
                kind = "notebook" if path.suffix == NOTEBOOK_ENDING else "page"
            yield File(read_source(path, project.root, self.texts.get(path)), kind)
        if self.whole or (self.shard is not None and self.shard.is_first):
            yield File(read_source(project.config_file, project.root), "frame")


def _keys(project: Project, paths: Sequence[Path]) -> set[str]:
    return {key_of(name_file(path, project.root), project.docs_name) for path in paths}


def sort_pages(project: Project, paths: Sequence[Path]) -> list[Path]:
    """Sort pages as the nav has them, and behind them by name those that it leaves out."""
    places = {project.docs_dir / name: place for place, name in enumerate(project.nav)}
    return sorted(paths, key=lambda path: (places.get(path, len(places)), name_file(path, project.root)))


def key_file(ground: Ground, file: File) -> str:
    """Give the key of a file as it is read."""
    project = ground.project
    own = file.kind in {"page", "notebook"}
    return ground.key_page(project if own else plain_project(project), file.kind, file.source)
