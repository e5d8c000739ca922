"""What stands under a figure: the code that drew it, opened in place, and its numbers as a file."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from markupsafe import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown import Markdown

    from tether.fences import Fence
    from tether.judged import Verdict
    from tether.scan import Page

SCHEME = "tether-data:"
"""Begins a link to a figure's numbers, until it is known at which address its page stands."""

_LINK = re.compile(rf'href="{SCHEME}([^"]*)"')


def name_data(page: Page, fence: Fence, number: int = 1) -> str:
    """Name the file of a figure's numbers, relative to the site; each page has a folder for them."""
    stem = posixpath.basename(page.key)
    name = fence.id if stem == "index" else f"{stem}-{fence.id}"
    return f"{page.key}/{name}{f'-{number}' if number > 1 else ''}.csv"


def list_data(verdict: Verdict) -> Iterator[tuple[str, str]]:
    """Give the files that the figures of a book bring along: their names, and their text."""
    for page in verdict.pages:
        for fence, report in zip(page.fences, verdict.outputs.get(page.name, []), strict=False):
            for number, data in enumerate(_drawings(fence, report), 1):
                yield name_data(page, fence, number), f"{data.strip()}\n"


def write_figure(  # noqa: PLR0913  (one figure, with all that is told of it)
    output: str, page: Page, fence: Fence, report: dict[str, object], md: Markdown, *, files: bool
) -> str:
    """Give the output of a block with what belongs under its figures; as it is where it draws none.

    ``files`` says whether the site will have their numbers. The links to these begin with ``SCHEME``.
    """
    drawings = _drawings(fence, report)
    if not drawings:
        return output
    links = [_write_link(name_data(page, fence, n)) for n in range(1, len(drawings) + 1)] if files else []
    code = highlight(fence.code.strip("\n"), fence.language, md)
    notes = f"<details><summary>source</summary>{code}</details>{''.join(links)}"
    return f'<div class="tether-figure">{output}<div class="tether-figure-notes">{notes}</div></div>'


def highlight(code: str, language: str, md: Markdown) -> str:
    """Give code as SuperFences shows that of any other fence."""
    superfences = md.preprocessors["fenced_code_block"]
    superfences.get_hl_settings()  # type: ignore[attr-defined]
    return str(
        superfences.highlight(  # type: ignore[attr-defined]
            src=code, language=language, options={}, md=md, classes=[], id_value="", attrs={}
        )
    )


def place_links(markup: str, address: str) -> str:
    """Have the links to figures' numbers lead there from the page that is built at ``address``."""
    folder = posixpath.dirname(address) or "."
    return _LINK.sub(lambda found: f'href="{posixpath.relpath(found[1], folder)}"', markup)


def _drawings(fence: Fence, report: dict[str, object]) -> Sequence[str]:
    """Give the data of the figures that a block drew onto the page."""
    found = report.get("drawings")
    return found if fence.html and fence.id and isinstance(found, list) else []


def _write_link(name: str) -> str:
    file = escape(posixpath.basename(name))
    return f'<a href="{SCHEME}{escape(name)}" download="{file}" title="{file}">data (CSV)</a>'
