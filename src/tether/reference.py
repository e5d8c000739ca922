"""The reference: pages that show docstrings, and where on them a function has its entry.

What stands under a line ``::: package.module`` is put on the page by mkdocstrings. It is code, like what
a block of code shows: its numbers are not audited. So it may stand only on pages that ``reference`` in the
settings names, whose feet say so, and it may neither bind a number nor run a block.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tether.links import link_to
from tether.problems import TetherError
from tether.shown import is_draft

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from xml.etree.ElementTree import Element

    from tether.config import Project
    from tether.judged import Origin, Verdict
    from tether.scan import Page

_LINE = re.compile(r"^(?:#{1,6} *)?::: ?(?P<name>\S+) *$", re.MULTILINE)
"""The line for which mkdocstrings puts an entry on the page."""
_MAKERS = ("mkdocstrings", "mkdocs_autorefs")
"""The packages whose plugins may add extensions of Markdown, where a book has a reference."""
_SHOWN = "mkdocstrings"
"""The class of what mkdocstrings puts on a page."""


def is_reference(project: Project, page: Page) -> bool:
    """Tell whether a page may show docstrings."""
    return any(fits(project, page.name, glob) for glob in project.settings.reference)


def fits(project: Project, name: str, glob: str) -> bool:
    """Tell whether a page, by its name, is one of those that a glob of the settings means."""
    inside = name.removeprefix(f"{project.docs_name}/")
    return inside != name and fnmatchcase(inside, glob)


def list_entries(page: Page) -> Iterator[str]:
    """Give the names for which a page shows docstrings."""
    for run in page.runs:
        if ":::" in run.text:
            yield from (match["name"] for match in _LINE.finditer(run.text))


class Entries:
    """Where in a book's reference something has its entry."""

    def __init__(self, verdict: Verdict) -> None:
        """Read the lines ``::: name`` of the pages that are a reference, and will be on the site."""
        self._project = verdict.project
        self._pages = {
            name: page
            for page in verdict.pages
            if is_reference(verdict.project, page) and not is_draft(verdict.project, page.name)
            for name in list_entries(page)
        }

    def link(self, origin: Origin, page: Page) -> str:
        """Give the link from a page to a function's entry, as Markdown would write it; nothing without one.

        A name has its entry where it, or what holds it, is shown, and where it has words of its own.
        """
        name = origin.entry
        while name and name not in self._pages:
            name = name.rpartition(".")[0]
        if not name:
            return ""
        docs = self._project.docs_name
        return link_to(self._pages[name].name.removeprefix(f"{docs}/"), page, docs, origin.entry)


def refuse_docstrings(root: Element, page: Page) -> None:
    """Raise TetherError where a page that is no reference shows docstrings, whose numbers nobody audits."""
    if any(element.get("class") == _SHOWN for element in root.iter("div")):
        message = (
            f"{page.name}: shows docstrings, whose numbers are not audited; only pages that "
            "[tool.tether] reference names may"
        )
        raise TetherError(message)


def refuse_extensions(project: Project, extensions: Iterable[object]) -> None:
    """Raise TetherError where a plugin adds an extension of Markdown, whose text nobody has audited."""
    for extension in extensions:
        if isinstance(extension, str):
            added, maker = extension not in project.extensions, extension
        else:
            added, maker = True, type(extension).__module__
        if not added or maker == "fenced_code":
            continue
        if maker.partition(".")[0] not in _MAKERS:
            message = (
                f"mkdocs.yml: a plugin adds the Markdown extension {maker}, and what it puts on a page would "
                "not be audited; name it among the markdown_extensions, or leave the plugin out"
            )
            raise TetherError(message)
        if not project.settings.reference:
            message = (
                f"mkdocs.yml: the plugin of {maker.partition('.')[0]} puts docstrings on pages; "
                "[tool.tether] reference must name the pages that may show them"
            )
            raise TetherError(message)
