"""The pages of the book as they lie on disk, in the order of the nav."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from posixpath import relpath

import yaml

from softlookup.guide.errors import GuideError
from softlookup.guide.minutes import count_minutes

CONFIG = "mkdocs.yml"
DOCS = "docs"


@dataclass(frozen=True)
class Leaf:
    """One Markdown page."""

    path: str
    """Relative to the docs folder, with forward slashes."""
    group: str
    """Title of the part of the nav that it stands in; empty at the top."""
    title: str
    description: str
    needs: tuple[str, ...] | None
    """Pages to be read before; None where the page is no chapter, and its front matter has no `needs`."""
    body: str
    """The text behind the front matter, without blank lines around it."""
    first_line: int
    """Number of the line in the file at which `body` begins."""

    @property
    def minutes(self) -> int:
        """How long the page takes to read."""
        return count_minutes(self.body)

    @property
    def folder(self) -> str:
        """The folder that the page is in, relative to the docs folder; empty at the top."""
        parent = PurePosixPath(self.path).parent.as_posix()
        return "" if parent == "." else parent

    def link(self, target: str) -> str:
        """Give a link from this page to ``page.md#anchor``, as Markdown would write it."""
        path, mark, anchor = target.partition("#")
        return (relpath(path, self.folder or ".") if path != self.path else "") + mark + anchor

    def place(self, offset: int) -> str:
        """Say where in its file a place of ``body`` is: ``docs/page.md:12:3``."""
        before = self.body[:offset]
        line = self.first_line + before.count("\n")
        return f"{DOCS}/{self.path}:{line}:{offset - (before.rfind(chr(10)) + 1) + 1}"


@dataclass(frozen=True)
class Shelf:
    """All pages of the nav that are Markdown."""

    root: Path
    leaves: tuple[Leaf, ...]

    def find(self, path: str) -> Leaf | None:
        """Give the page at a path below the docs folder."""
        return next((leaf for leaf in self.leaves if leaf.path == path), None)

    def recognise(self, body: str) -> Leaf | None:
        """Give the page whose text this is: Python-Markdown does not say which page it converts."""
        plain = body.strip()
        return next((leaf for leaf in self.leaves if leaf.body == plain), None)

    @property
    def chapters(self) -> tuple[Leaf, ...]:
        """The pages that say what they need."""
        return tuple(leaf for leaf in self.leaves if leaf.needs is not None)

    def list_needs(self, leaf: Leaf) -> set[str]:
        """Give the paths of all that a page needs, and of what that needs in turn."""
        found: set[str] = set()
        waiting = list(leaf.needs or ())
        while waiting:
            path = waiting.pop()
            needed = self.find(path)
            if needed is None:
                message = f"{DOCS}/{leaf.path}: needs {path!r}, and the nav has no such page"
                raise GuideError(message)
            if path not in found:
                found.add(path)
                waiting += needed.needs or ()
        return found


class _Loader(yaml.SafeLoader):
    """Reads `mkdocs.yml` without minding the tags of MkDocs."""


_Loader.add_multi_constructor("", lambda *_: None)


def find_root() -> Path:
    """Give the folder of the book: this one, or one above that holds `mkdocs.yml`."""
    here = Path.cwd()
    return next((folder for folder in (here, *here.parents) if (folder / CONFIG).exists()), here)


def read_shelf(root: Path | None = None) -> Shelf:
    """Read the pages that the nav names, or all where there is no nav."""
    root = root or find_root()
    docs = root / DOCS
    config = root / CONFIG
    nav = _read_nav(config.read_text("utf-8")) if config.exists() else ()
    if not nav:
        nav = tuple((path.relative_to(docs).as_posix(), "") for path in sorted(docs.rglob("*.md")))
    leaves = (
        _read_leaf(path, group, (docs / path).read_text("utf-8"))
        for path, group in nav
        if path.endswith(".md") and (docs / path).exists()
    )
    return Shelf(root, tuple(leaves))


@lru_cache(maxsize=8)
def _read_nav(text: str) -> tuple[tuple[str, str], ...]:
    settings = yaml.load(text, Loader=_Loader)  # noqa: S506  (a safe loader)
    return tuple(_walk_nav((settings or {}).get("nav") or [], ""))


def _walk_nav(entry: object, group: str) -> list[tuple[str, str]]:
    if isinstance(entry, str):
        return [(entry, group)]
    if isinstance(entry, list):
        return [found for item in entry for found in _walk_nav(item, group)]
    if isinstance(entry, dict):
        return [
            found
            for title, inner in entry.items()
            for found in _walk_nav(inner, str(title) if isinstance(inner, list) else group)
        ]
    return []


@lru_cache(maxsize=256)
def _read_leaf(path: str, group: str, text: str) -> Leaf:
    head, body = split_front_matter(text)
    meta = yaml.load(head, Loader=_Loader) or {}  # noqa: S506  (a safe loader)
    needs = meta.get("needs")
    plain = body.strip()
    first_line = text[: len(text) - len(body.lstrip())].count("\n") + 1
    return Leaf(
        path=path,
        group=group,
        title=str(meta.get("title", path)),
        description=str(meta.get("description", "")),
        needs=None if needs is None else tuple(needs),
        body=plain,
        first_line=first_line,
    )


def split_front_matter(text: str) -> tuple[str, str]:
    """Give the YAML of a page's front matter and the text behind it."""
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return "", text
    for index, line in enumerate(lines[1:], 1):
        if line.rstrip() in {"---", "..."}:
            return "\n".join(lines[1:index]), "\n".join(lines[index + 1 :])
    return "", text
