"""Reading the files of a book into pages; what reading found is kept by all that it hangs on.

That is the text, the files that it includes, the Markdown extensions with their settings and their code, and
what these read meanwhile. A page that cannot be read without a problem is read again every time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tether.config import plain_project
from tether.digests import digest_bytes
from tether.frontmatter import shown_frame
from tether.ground import Ground
from tether.notebooks import read_notebook_page
from tether.packing import UnfitError, pack_page, unpack_page
from tether.places import tell_needs
from tether.problems import Problem, TetherError
from tether.readers import are_current, are_known
from tether.reading import File, Scope, key_file
from tether.reads import Reads
from tether.scan import Page, Scanner
from tether.sources import read_source
from tether.texts import plain_html, read_table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tether.config import Project
    from tether.sources import Source

KIND = "readings"
_WORTH = 2000
"""Characters from which on a page is found sooner than read."""
_LOGS: dict[Path, Reads] = {}
"""What the extensions have read in this process, by the book: they may remember it from page to page."""


def read_pages(project: Project) -> list[Page]:
    """Read all pages of a book."""
    return Readings(Ground(project)).read(list(Scope().open_files(project)))


class Readings:
    """Reads the files of one book, or finds what was read before."""

    def __init__(self, ground: Ground) -> None:
        """Take what a verdict stands on; extensions are loaded when the first page needs them."""
        self.ground = ground
        self._log = _LOGS.setdefault(ground.project.root, Reads())
        self._scanners: dict[bool, Scanner] = {}
        self._fresh: list[tuple[Page, dict[str, Any]]] = []
        self._known: dict[int, bool] = {}

    def read(self, files: Sequence[File]) -> list[Page]:
        """Read files; give their pages."""
        pages = [self._find(file) or self._read(file) for file in files]
        self._keep()
        return pages

    def _find(self, file: File) -> Page | None:
        project = self.ground.project
        key = key_file(self.ground, file)
        entry = self.ground.store.get(KIND, key)
        try:
            needs = None if entry is None else self.ground.holds(entry["needs"])
            if entry is None or needs is None:
                return None
            included = [read_source(project.root / name, project.root) for name in entry["included"]]
            page = unpack_page(entry["page"], file.source, included, project.docs_name)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, TetherError):
            return None
        page.reading, page.needs = key, needs
        return page

    def _read(self, file: File) -> Page:
        with self._log.listen(self.ground.project.root, self.ground.store.folder):
            page, included = self._look(file)
        scanners = len(self._scanners)
        if scanners not in self._known:
            self._known[scanners] = self._knows_extensions()
        if page.problems or not self._known[scanners]:
            return page
        try:
            packed = pack_page(page, file.source, included)
        except UnfitError:
            return page
        page.reading = key_file(self.ground, file)
        page.needs = {str(source.path): digest_bytes(source.raw.encode()) for source in included}
        self._fresh.append((page, {"page": packed, "included": [source.name for source in included]}))
        return page

    def _look(self, file: File) -> tuple[Page, Sequence[Source]]:
        source, kind = file.source, file.kind
        if kind == "frame":
            return Page(source, 0, runs=list(shown_frame(source))), ()
        if kind == "table":
            return read_table(source), ()
        own = kind in {"page", "notebook"}
        scanner = self._scanner(own=own)
        if kind == "notebook":
            page = read_notebook_page(scanner, source)
        elif kind in {"html", "template"}:
            page = scanner.read_text(plain_html(source, template=kind == "template"))
        else:
            page = scanner.read_text(source)
        return page if own or kind != "plain" else _refuse_blocks(page), scanner.included

    def _scanner(self, *, own: bool) -> Scanner:
        if own not in self._scanners:
            project = self.ground.project
            made = Scanner(project if own else plain_project(project), comments=not own, log=self._log)
            self._scanners[own] = made
        return self._scanners[own]

    def _knows_extensions(self) -> bool:
        """Tell whether a page's key tells of the code of each extension, as it is loaded here."""
        modules = self.ground.modules
        for own, scanner in self._scanners.items():
            project = self.ground.project if own else plain_project(self.ground.project)
            used = {type(extension).__module__ for extension in scanner.md.registeredExtensions}
            known = are_known(project, modules, used, self._log.is_apart)
            if not (known and are_current(project, modules)):
                return False
        return True

    def _keep(self) -> None:
        """Keep what was read, unless it hangs on what no digest can stand for."""
        doubt = self._log.settle() if self._fresh else ""
        for page, content in self._fresh:
            if doubt:
                page.reading = ""
                continue
            page.needs = {**self._log.needs, **page.needs}
            if len(page.source.raw) < _WORTH:
                continue
            told = tell_needs(page.needs, self.ground.project.root)
            self.ground.store.put(KIND, page.reading, {**content, "needs": told})
        self._fresh = []


def _refuse_blocks(page: Page) -> Page:
    """Have no block run on what no book's extensions read, such as a README."""
    page.problems += [
        Problem(page.name, fence.line, 1, "fence", "a block here would never run", "show it without exec")
        for fence in page.fences
    ]
    page.fences.clear()
    return page
