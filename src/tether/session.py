"""The verdict that the pages now being built stand under."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path
from platform import python_version
from typing import TYPE_CHECKING, Any

from tether.check import check
from tether.config import find_project
from tether.judged import Counts
from tether.outputs import count_executed
from tether.problems import count

if TYPE_CHECKING:
    from tether.judged import Verdict
    from tether.scan import Page

_current: Session | None = None


class Session:
    """One verdict, and what the conversion of its pages still has to tell or to place."""

    def __init__(self, verdict: Verdict, *, late: bool = False) -> None:
        """Take a verdict; ``late`` holds figures back until the search index has read the pages."""
        self.verdict = verdict
        self.late = late
        self.figures: dict[str, str] = {}
        self.converted: set[str] = set()
        self._by_body = {page.source.text[page.body :]: page for page in verdict.pages}

    def page_of(self, body: str) -> Page | None:
        """Find the page whose text, behind its front matter, this is."""
        return self._by_body.get(body)

    def hold_back(self, token: str, markup: str) -> str:
        """Keep a figure for later; give what stands in its place."""
        if not self.late:
            return markup
        self.figures[token] = markup
        return f'<div data-tether-late="{token}"></div>'

    def place_figures(self, html: str) -> str:
        """Put the figures that were held back into a finished page."""
        if "data-tether-late" not in html:
            return html
        for token, markup in self.figures.items():
            html = html.replace(f'<div data-tether-late="{token}"></div>', markup)
        return html

    def foot(self, page: Page) -> str:
        """Say what was checked on a page, and with what."""
        counts = self.verdict.counts.get(page.name, Counts())
        blocks = count_executed(self.verdict, page)
        parts = [
            count(counts.bound, "number"),
            count(counts.claimed, "claim"),
            count(blocks, "executed block"),
        ]
        drifted = sum(problem.path == page.name for problem in self.verdict.problems)
        state = "Checked on this build" if not drifted else f"{count(drifted, 'problem')} on this page"
        return f"{state}: {', '.join(parts[:-1])} and {parts[-1]}. {self.versions()}."

    def versions(self) -> str:
        """Name what the numbers were computed with."""
        names = [name for name in self.verdict.project.settings.preload if "." not in name]
        found = [f"{_label(name)} {metadata.version(name)}" for name in names if _is_installed(name)]
        return ", ".join([f"Python {python_version()}", *found])


def _label(name: str) -> str:
    return {"numpy": "NumPy", "scipy": "SciPy", "matplotlib": "Matplotlib"}.get(name, name)


def _is_installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def begin(verdict: Verdict, *, late: bool = False) -> Session:
    """Put pages under a verdict from now on."""
    global _current  # noqa: PLW0603  (Markdown extensions are built by name: there is no other way to hand it over)
    _current = Session(verdict, late=late)
    return _current


def current(**_: Any) -> Session:  # noqa: ANN401
    """Give the session under way; where no plugin began one, check the book in this folder."""
    return _current if _current is not None else begin(check(find_project(Path.cwd())))


def end() -> None:
    """Forget the verdict."""
    global _current  # noqa: PLW0603
    _current = None
