"""What the reference shows, kept between builds: mkdocstrings needs seconds for a room of the house.

An entry hangs on the modules that its own one reaches through its imports, on the templates and the
settings by which it is shown, and on the installed packages.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from tether.digests import digest_bytes, digest_json
from tether.imports import Modules, read_modules
from tether.stamp import make_stamp
from tether.store import open_store

if TYPE_CHECKING:
    from tether.config import Project

_KIND = "reference"
_PLAIN = re.compile(r'<span class="(?:n|nn|nb|bp|o|ow|p|pm|w|err|fm|vm|nv)">([^<]*)</span>')
"""Names, operators, brackets and blanks: four fifths of a source's highlighting, and the least of its use."""


class _Kept:
    """An entry that need not be made: what stands in for the object that mkdocstrings would collect."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.content = content


class KeptReference:
    """Stands before one handler of mkdocstrings, and gives what is kept in place of making it."""

    def __init__(self, project: Project, handler: Any, templates: Path | None) -> None:  # noqa: ANN401
        """Take the place of the handler's own methods; ``templates`` is the folder of a book's own."""
        self._store = open_store(project)
        self._modules: Modules = read_modules(project.root, self._store)
        self._common = digest_json(
            [
                make_stamp({}, project.root),
                digest_bytes(project.config_file.read_bytes()),
                _digest_templates(templates),
            ]
        )
        self._keys: dict[int, str] = {}
        self._headings: list[Element] = []
        self._collect, self._render, self._told = handler.collect, handler.render, handler.get_headings
        handler.collect, handler.render = self.collect, self.render
        handler.get_headings = self.get_headings
        # An object may be reached by other names only where it was collected; the first build and the
        # second must be the same, so it has one name.
        handler.get_aliases = lambda _: ()

    def collect(self, identifier: str, options: Any) -> Any:  # noqa: ANN401
        """Give the object to show, or what is kept of it."""
        key = self._key(identifier, options)
        kept = self._store.get(_KIND, key)
        if kept is not None:
            return _Kept(kept)
        found = self._collect(identifier, options)
        self._keys[id(found)] = key
        return found

    def render(self, data: Any, options: Any, **more: Any) -> str:  # noqa: ANN401
        """Give the HTML of an entry, and have its headings at hand."""
        if not isinstance(data, _Kept):
            data = self._make(data, options, **more)
        self._headings = [_make_heading(*heading) for heading in data.content["headings"]]
        html: str = data.content["html"]
        return html

    def _make(self, data: Any, options: Any, **more: Any) -> _Kept:  # noqa: ANN401
        html = _PLAIN.sub(r"\1", self._render(data, options, **more))
        headings = [[head.tag, dict(head.attrib), head.text or ""] for head in self._told()]
        made = _Kept({"html": html, "headings": headings})
        self._store.put(_KIND, self._keys[id(data)], made.content)
        return made

    def get_headings(self) -> list[Element]:
        """Give the headings of the entry that was shown last, once."""
        told, self._headings = self._headings, []
        return told

    def _key(self, identifier: str, options: Any) -> str:  # noqa: ANN401
        name = identifier
        while name and name not in self._modules.known:
            name = name.rpartition(".")[0]
        reached = self._modules.closure(name) if name else frozenset(self._modules.known)
        return digest_json([identifier, repr(options), self._modules.digests(reached), self._common])


def keep_reference(project: Project, plugin: Any) -> None:  # noqa: ANN401
    """Have the plugin mkdocstrings show what is kept, where it is; it must be before this one in the list."""
    own = plugin.config.custom_templates
    KeptReference(project, plugin.get_handler("python"), Path(own) if own else None)


def _make_heading(tag: str, attributes: dict[str, str], text: str) -> Element:
    heading = Element(tag, attributes)
    heading.text = text
    return heading


def _digest_templates(folder: Path | None) -> str:
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder else []
    return digest_json([[path.name, digest_bytes(path.read_bytes())] for path in files])
