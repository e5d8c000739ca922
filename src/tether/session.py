"""The verdict that the pages now being built stand under."""

from __future__ import annotations

from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from tether.check import check
from tether.config import find_project
from tether.figures import place_links
from tether.problems import TetherError
from tether.reference import Entries

if TYPE_CHECKING:
    from tether.judged import Verdict
    from tether.scan import Page

_current: Session | None = None
_beginning = RLock()


class Session:
    """One verdict, and what the conversion of its pages still has to tell or to place."""

    def __init__(self, verdict: Verdict, *, late: bool = False) -> None:
        """Take a verdict; ``late`` holds figures back until the search index has read the pages."""
        self.verdict = verdict
        self.late = late
        self.entries = Entries(verdict)
        self.figures: dict[str, str] = {}
        self.converted: set[str] = set()
        self._bodies = {page.name: page.source.text[page.body :] for page in verdict.pages}
        self._expected: str | None = None
        self._told = False

    def expect(self, name: str, body: str) -> None:
        """Take the builder's word which page comes next; raise TetherError for one that was not checked."""
        known = self._bodies.get(name)
        if known is None:
            message = f"{name}: this page was never checked"
            raise TetherError(message)
        if known != body:
            message = f"{name}: a plugin or a hook changed this page after it was checked"
            raise TetherError(message)
        self._expected, self._told = name, True

    def page_of(self, body: str) -> Page | None:
        """Find the page whose text, behind its front matter, this is; None for text of no page."""
        if self._told:
            names = [self._expected] if self._expected and self._bodies[self._expected] == body else []
        else:
            names = [name for name, known in self._bodies.items() if known == body]
            names = [name for name in names if name not in self.converted] or names
        return self.verdict.page(names[0]) if names else None

    def hold_back(self, token: str, markup: str) -> str:
        """Keep a figure for later; give what stands in its place."""
        if not self.late:
            return markup
        self.figures[token] = markup
        return f'<div data-tether-late="{token}"></div>'

    def place_figures(self, html: str, address: str) -> str:
        """Put the figures that were held back into a finished page, which is built at ``address``."""
        if "data-tether-late" not in html:
            return html
        for token, markup in self.figures.items():
            place = f'<div data-tether-late="{token}"></div>'
            if place in html:
                html = html.replace(place, place_links(markup, address))
        return html

    def count_problems(self, page: Page) -> int:
        """Count what is wrong with a page."""
        told = sum(problem.path == page.name for problem in self.verdict.problems)
        unknown = sum(item.kind == "unknown" for item in self.verdict.judged.get(page.name, []))
        return max(told, unknown)


def begin(verdict: Verdict, *, late: bool = False) -> Session:
    """Put pages under a verdict from now on."""
    global _current  # noqa: PLW0603  (extensions are built by name: nothing else can hand it over)
    _current = Session(verdict, late=late)
    return _current


def is_under_way() -> bool:
    """Tell whether a plugin began a session."""
    return _current is not None


def current() -> Session:
    """Give the session under way; where no plugin began one, check the book in this folder."""
    if _current is None:
        with _beginning:  # Zensical converts several pages at a time, and one verdict is enough for all
            if _current is None:
                return begin(check(find_project(Path.cwd())))
    return _current
