"""Judging a built site, whoever built it: its pages, its links, and what must not be on them."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from tether.problems import Problem
from tether.shown import MARKDOWN_ENDINGS, NOTEBOOK_ENDING, is_draft
from tether.unfit import SCALAR, TRACEBACK

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tether.config import Project

_LINKS = {
    "a": "href",
    "img": "src",
    "script": "src",
    "link": "href",
    "source": "src",
    "iframe": "src",
    "use": "href",
    "video": "src",
    "audio": "src",
    "track": "src",
    "embed": "src",
    "object": "data",
}
_LOADED = {"img", "script", "iframe", "source", "video", "audio", "track", "embed", "object"}
_SILENT = {"script", "style", "template"}
_CODE = {"code", "pre", "kbd", "samp", "textarea"}
_ANYWHERE = (
    (TRACEBACK, "a traceback"),
    (SCALAR, "a NumPy scalar's repr"),
)
_IN_LINE = ((re.compile(r"\A(?:python|py)\s[^\n]*\bexec\b"), "a raw fence"),)
"""What becomes of a fence that SuperFences does not take: code within a paragraph."""
FOOT = "tether-foot"
_SOURCE = "mkdocstrings-source"
"""The class of the box in which a reference shows a function's source."""
_MATHS = "unrendered maths"
_IN_PROSE = (
    (re.compile(r"^\s*(?:`{3,}|~{3,})", re.MULTILINE), "a raw fence"),
    (re.compile(r"\]\(=|\]\(tether[0-9a-f]*:"), "an unresolved binding"),
    (re.compile(r"\\\(|\\\[|\$\$"), _MATHS),
    (re.compile(r"\bnan\b"), "a value that is not a number"),
)


@dataclass
class _BuiltPage:
    name: str
    ids: set[str] = field(default_factory=set)
    links: list[tuple[str, str, int]] = field(default_factory=list)
    has_foot: bool = False
    problems: list[Problem] = field(default_factory=list)


class _PageReader(HTMLParser):
    """Gathers a built page's ids and links, and what must not be on it."""

    def __init__(self, page: _BuiltPage) -> None:
        super().__init__(convert_charrefs=True)
        self.page = page
        self.silent = 0
        self.code = 0
        self.code_text = ""
        self.blocks = 0
        self.sources = 0
        self.scripted_maths = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self._take_names(tag, attributes)
        self.silent += tag in _SILENT
        self.code += tag in _CODE
        self.blocks += tag == "pre"
        if tag == "details" and (self.sources or _SOURCE in attributes.get("class", "").split()):
            self.sources += 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take_names(tag, {name: value or "" for name, value in attrs})

    def handle_endtag(self, tag: str) -> None:
        self.silent = max(self.silent - (tag in _SILENT), 0)
        self.code = max(self.code - (tag in _CODE), 0)
        if not self.code and self.code_text:
            text, self.code_text = self.code_text, ""
            # whole, because highlighting cuts it into pieces
            self._search(text, _ANYWHERE if self.blocks else (*_ANYWHERE, *_IN_LINE))
        self.blocks = max(self.blocks - (tag == "pre"), 0)
        self.sources = max(self.sources - (tag == "details"), 0)

    def _take_names(self, tag: str, attributes: dict[str, str]) -> None:
        for name in ("id", "name"):
            if attributes.get(name) and (name == "id" or tag == "a"):
                if name == "id" and attributes["id"] in self.page.ids:
                    self._report("id", f'the id "{attributes["id"]}" stands twice')
                self.page.ids.add(attributes[name])
        wanted = _LINKS.get(tag)
        if wanted and (target := attributes.get(wanted)):
            loaded = tag in _LOADED or (tag == "link" and "stylesheet" in attributes.get("rel", ""))
            if not (tag == "link" and attributes.get("rel") in {"canonical", "alternate", "prev", "next"}):
                self.page.links.append((target, "loaded" if loaded else "linked", self.getpos()[0]))
        for target in (part.split()[0] for part in attributes.get("srcset", "").split(",") if part.strip()):
            self.page.links.append((target, "loaded", self.getpos()[0]))
        if attributes.get("poster"):
            self.page.links.append((attributes["poster"], "loaded", self.getpos()[0]))
        self.page.has_foot |= FOOT in attributes.get("class", "").split()
        if tag == "script" and re.search("mathjax|katex", attributes.get("src", ""), re.IGNORECASE):
            self.scripted_maths = True
        self._find_confessions(attributes)

    def _find_confessions(self, attributes: dict[str, str]) -> None:
        """Report what the page itself says does not hold."""
        if "tether-failed" in attributes.get("class", "").split():
            self._report("execution", "a block that failed")
        if "data-drifted" in attributes or attributes.get("data-kind") == "unknown":
            self._report("drift", f"a number that does not hold: {attributes.get('data-expression', '')}")
        if "data-problems" in attributes:
            self._report("drift", f"the page's own foot tells of {attributes['data-problems']} problems")
        if "data-tether-late" in attributes:
            self._report("figure", "a figure that was never put in its place")

    def handle_data(self, data: str) -> None:
        if self.silent:
            return
        if self.code:
            self.code_text += data
        else:
            self._search(data, (*_ANYWHERE, *_IN_PROSE))

    def _search(self, data: str, patterns: Iterable[tuple[re.Pattern[str], str]]) -> None:
        for pattern, what in patterns:
            if self.sources and pattern is SCALAR:
                continue  # in a function's source it is a call
            if (match := pattern.search(data)) is not None:
                around = data[max(match.start() - 20, 0) : match.end() + 20].strip().replace("\n", " ")
                self._report("page", f"{what} on the page: «{around}»")

    def _report(self, kind: str, message: str) -> None:
        line, column = self.getpos()
        self.page.problems.append(Problem(self.page.name, line, column + 1, kind, message))


def verify_folder(site: Path, project: Project | None = None) -> list[Problem]:
    """Judge a built folder; with the book's project also that every page of the nav is there."""
    pages = {
        path.relative_to(site).as_posix(): _read_page(path, site) for path in sorted(site.rglob("*.html"))
    }
    if not pages:
        return [Problem(site.name, 0, 0, "site", "holds no HTML page")]
    files = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    problems = [problem for page in pages.values() for problem in page.problems]
    for page in pages.values():
        for target, use, line in page.links:
            message = _judge_link(page.name, target, use, pages, files)
            if message:
                problems.append(Problem(page.name, line, 1, "link", message))
    if project:
        problems += _judge_pages(project, pages)
    if project and _is_flat(project, pages):
        problems += [problem for page in pages.values() for problem in _judge_flat(page, site)]
    return sorted(set(problems))


def _judge_pages(project: Project, pages: dict[str, _BuiltPage]) -> list[Problem]:
    """Report pages of the book that are not on the site, or that say nothing of what was checked."""
    problems = []
    kept = [name for name in _list_names(project) if not is_draft(project, f"{project.docs_name}/{name}")]
    nav = [name for name in project.nav if name.endswith((*MARKDOWN_ENDINGS, NOTEBOOK_ENDING))]
    for name in dict.fromkeys([*nav, *kept]):
        built = next((page for page in _built_names(name) if page in pages), None)
        if built is None:
            where = "is in the nav" if name in nav else "is a page of the book"
            problems.append(Problem(name, 0, 0, "nav", f"{where}, but not on the site"))
        elif "tether" in project.extensions and not pages[built].has_foot:
            message = (
                "says nothing at its foot of what was checked: it never went through the extension tether"
            )
            problems.append(Problem(built, 0, 0, "page", message))
    return problems


def _is_flat(project: Project, pages: dict[str, _BuiltPage]) -> bool:
    """Tell whether pages are files that name each other, so that the site may be read from a disk."""
    return any(_built_names(name)[0] in pages for name in _list_names(project) if not _is_index(name))


def _list_names(project: Project) -> list[str]:
    return [path.relative_to(project.docs_dir).as_posix() for path in project.pages()]


def _judge_flat(page: _BuiltPage, site: Path) -> Iterable[Problem]:
    """Report links that need a server: on a disk a folder's address shows a list of files."""
    for target, _, line in page.links if page.name != "404.html" else ():
        parts = urlsplit(target)
        here = site / posixpath.dirname(page.name)
        if not (parts.scheme or parts.netloc) and parts.path and (here / unquote(parts.path)).is_dir():
            message = f"{target} names a folder, but this site's pages are files: expected the page's file"
            yield Problem(page.name, line, 1, "link", message)


def _is_index(name: str) -> bool:
    return posixpath.basename(posixpath.splitext(name)[0]) in {"index", "README"}


def _built_names(name: str) -> tuple[str, str]:
    """Give the names under which a page may be built, with and without a folder of its own."""
    stem = posixpath.splitext(name)[0]
    if _is_index(name):
        return f"{stem}.html", posixpath.join(posixpath.dirname(stem), "index.html")
    return f"{stem}.html", f"{stem}/index.html"


def _read_page(path: Path, site: Path) -> _BuiltPage:
    page = _BuiltPage(path.relative_to(site).as_posix())
    reader = _PageReader(page)
    reader.feed(path.read_text(encoding="utf-8", errors="replace"))
    reader.close()
    if reader.scripted_maths:  # the reader's browser renders it
        page.problems = [problem for problem in page.problems if not problem.message.startswith(_MATHS)]
    return page


def _judge_link(name: str, target: str, use: str, pages: dict[str, _BuiltPage], files: set[str]) -> str:
    """Say what is wrong with a link; nothing where it leads somewhere."""
    parts = urlsplit(target)
    if target.startswith("="):
        return f"an unresolved binding: {target}"
    if parts.scheme or parts.netloc:
        foreign = use == "loaded" and parts.scheme != "data"
        return f"{target} is loaded from another host" if foreign else ""
    if name == "404.html":
        return ""  # its links are written from the root of wherever the site is put
    here = posixpath.dirname(name)
    path = unquote(parts.path)
    found = posixpath.normpath(posixpath.join(here, path)) if path else name
    if path.startswith("/"):
        found = posixpath.normpath(path.lstrip("/"))
    if found == "." or found not in files:
        index = posixpath.normpath(posixpath.join(found, "index.html"))
        if index not in files:
            return f"{target} leads nowhere"
        found = index
    anchor = unquote(parts.fragment)
    if anchor and found in pages and anchor not in pages[found].ids:
        return f"{target}: there is no #{anchor} on {found}"
    return ""
