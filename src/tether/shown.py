"""Which files of the docs folder become pages of the site, by the rules of MkDocs."""

from __future__ import annotations

import os
import posixpath
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from tether.problems import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tether.config import Project

MARKDOWN_ENDINGS = (".md", ".markdown", ".mdown", ".mkdn", ".mkd")
"""What MkDocs takes for a page of Markdown."""
NOTEBOOK_ENDING = ".py"
"""What is a page where the settings name it among the notebooks."""
HTML_ENDINGS = (".html", ".htm")
"""What MkDocs publishes as it is."""
_HIDDEN = (".*", "/templates/")
"""What MkDocs leaves out by itself."""


def matches(patterns: Iterable[str], names: Iterable[str]) -> set[str]:
    """Give the names, relative to the docs folder, that patterns of ``.gitignore``'s kind cover."""
    import pathspec  # noqa: PLC0415  (not needed for `tether --version`)

    spec = pathspec.GitIgnoreSpec.from_lines(list(patterns))
    return {name for name in names if spec.match_file(name)}


def list_shown(docs_dir: Path, exclude: str, endings: tuple[str, ...]) -> list[Path]:
    """List the files of some endings that MkDocs does not leave out, drafts among them."""
    found = {
        Path(folder, name).relative_to(docs_dir).as_posix(): Path(folder, name)
        for folder, _, names in os.walk(docs_dir, followlinks=True)
        for name in names
        if name.endswith(endings)
    }
    hidden = matches([*_HIDDEN, *exclude.splitlines()], found)
    return sorted(path for name, path in found.items() if name not in hidden)


def key_of(name: str, docs: str) -> str:
    """Give the key of a page by its name, relative to the root of the book as the docs folder is."""
    inside = name.removeprefix(f"{docs}/")
    if inside == name or name.endswith(HTML_ENDINGS):
        return inside  # a README, or HTML, whose name must not be taken for a page's
    return posixpath.splitext(inside)[0]


def is_draft(project: Project, name: str) -> bool:
    """Tell whether a page, named relative to the root of the book, is checked and served, but never built."""
    inside = name.removeprefix(f"{project.docs_name}/")
    return bool(project.drafts) and bool(matches(project.drafts.splitlines(), [inside]))


def find_unbuilt(project: Project) -> Iterator[Problem]:
    """Report pages of the nav that are not there, or are kept off the site; and pages that another hides."""
    config = project.config_file.name
    pages = [name for name in project.nav if name.endswith((*MARKDOWN_ENDINGS, NOTEBOOK_ENDING))]
    hidden = matches([*_HIDDEN, *project.exclude.splitlines()], pages)
    for name in pages:
        message = ""
        if not (project.docs_dir / name).exists():
            message = f"nav names {name}, which is not in {project.docs_dir.name}/"
        elif name in hidden:
            message = f"nav names {name}, which exclude_docs keeps off the site"
        elif is_draft(project, f"{project.docs_name}/{name}"):
            message = f"nav names {name}, a draft, which is not on the built site"
        if message:
            yield Problem(config, 0, 0, "nav", message)
    for path in project.pages():
        if path.name == "README.md" and path.with_name("index.md") in project.pages():
            name = PurePosixPath(path.relative_to(project.root)).as_posix()
            message = "MkDocs builds index.md in its place"
            yield Problem(name, 0, 0, "nav", message, "take one of the two away")
