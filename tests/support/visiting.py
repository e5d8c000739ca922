"""A built site, and somebody who opens its pages as a reader would."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page


@dataclass
class Site:
    """A built folder behind an address on this machine."""

    folder: Path
    address: str

    @property
    def pages(self) -> list[str]:
        """The addresses of all pages, from the root of the site."""
        found = sorted(self.folder.rglob("index.html"))
        return [
            "" if page.parent == self.folder else f"{page.parent.relative_to(self.folder)}/" for page in found
        ]


@dataclass
class Visit:
    """A page that was opened, and what went wrong on the way."""

    page: Page
    troubles: list[str] = field(default_factory=list)


@dataclass
class Visitor:
    """Opens pages as a reader would, and closes them after the test."""

    browser: Browser
    contexts: list[BrowserContext] = field(default_factory=list)

    def open(
        self,
        site: Site,
        path: str = "",
        *,
        width: int = 1280,
        dark: bool = False,
        **more: Any,  # noqa: ANN401  (as Playwright takes it)
    ) -> Visit:
        """Open a page; ``more`` goes to Playwright's ``new_context``."""
        context = self.browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme="dark" if dark else "light", **more
        )
        self.contexts.append(context)
        visit = Visit(context.new_page())
        _listen(visit, site)
        visit.page.goto(site.address + path, wait_until="load")
        return visit

    def browse(self, site: Site, paths: list[str], *, width: int, dark: bool) -> Iterator[tuple[str, Visit]]:
        """Open pages one after the other in one tab, as somebody does who follows links."""
        first, *others = paths
        visit = self.open(site, first, width=width, dark=dark)
        yield first, visit
        for path in others:
            visit.troubles.clear()
            visit.page.goto(site.address + path, wait_until="load")
            yield path, visit


def _listen(visit: Visit, site: Site) -> None:
    page, note = visit.page, visit.troubles.append
    page.on(
        "console",
        lambda said: note(f"console: {said.text}") if said.type in {"error", "warning"} else None,
    )
    page.on("pageerror", lambda error: note(f"script: {error}"))
    page.on("response", lambda got: note(f"{got.status}: {got.url}") if got.status >= 400 else None)
    page.on(
        "request",
        lambda sent: None if sent.url.startswith((site.address, "data:")) else note(f"foreign: {sent.url}"),
    )
