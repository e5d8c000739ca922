"""The list of references, and how each is written: in the text, and in a list."""

import re
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import normalize

from softlookup.guide.errors import GuideError

FILE = "snippets/references.toml"
PAGE = "references.md"
_KEY = re.compile(r"[a-z]+(?:19|20)[0-9]{2}[a-z]?")
_TYPES: dict[str, type] = {
    "authors": list,
    "others": bool,
    "title": str,
    "in": str,
    "year": int,
    "arxiv": str,
    "acl": str,
    "url": str,
    "unchecked": str,
    "note": str,
}
_WANTED = {"authors", "title", "year"}
_FEW = 2
"""Authors that a citation names; of more it names the first."""


@dataclass(frozen=True)
class Reference:
    """One work that the book cites."""

    key: str
    authors: tuple[str, ...]
    has_others: bool
    """Whether more authors follow than are listed."""
    title: str
    printed_in: str
    year: int
    addresses: tuple[tuple[str, str], ...]
    """Names and addresses under which it can be read."""
    unchecked: str
    note: str

    @property
    def who(self) -> str:
        """The authors as a sentence names them: Hopfield, Jain and Wallace, Vaswani and others."""
        names = [_surname(author) for author in self.authors]
        if self.has_others or len(names) > _FEW:
            return f"{names[0]} and others"
        return " and ".join(names)

    @property
    def all_authors(self) -> str:
        """The authors as a list names them."""
        if self.has_others:
            return f"{', '.join(self.authors)} and others"
        *first, last = self.authors
        return f"{', '.join(first)} and {last}" if first else last

    @property
    def order(self) -> tuple[str, int, str]:
        """By what lists are sorted."""
        return _plain(_surname(self.authors[0])), self.year, self.key


def _surname(author: str) -> str:
    return re.sub(r"^(?:[A-Z]\. ?)+", "", author)


def _plain(name: str) -> str:

    return normalize("NFKD", name).encode("ascii", "ignore").decode().lower()


def read_references(root: Path) -> dict[str, Reference]:
    """Read the list of references; raise :class:`GuideError` where an entry is not as it should be."""
    path = root / FILE
    return _parse(path.read_text("utf-8")) if path.exists() else {}


@lru_cache(maxsize=4)
def _parse(text: str) -> dict[str, Reference]:
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = f"{FILE}: {error}"
        raise GuideError(message) from error
    return {key: _read(key, entry, text) for key, entry in table.items()}


def line_of(key: str, text: str) -> int:
    """Tell at which line of the list an entry begins."""
    return text[: text.find(f"[{key}]")].count("\n") + 1


def _read(key: str, entry: dict[str, Any], text: str) -> Reference:
    def refuse(what: str) -> GuideError:
        return GuideError(f"{FILE}:{line_of(key, text)}:1: [{key}] {what}")

    if not _KEY.fullmatch(key):
        what = "is no key: expected small letters and a year, as in vaswani2017"
        raise refuse(what)
    for name, value in entry.items():
        if name not in _TYPES:
            what = f"knows no {name!r}; known are {', '.join(_TYPES)}"
            raise refuse(what)
        if not isinstance(value, _TYPES[name]) or value in ("", []):
            what = f"{name} = {value!r}: expected {_TYPES[name].__name__}"
            raise refuse(what)
    if missing := sorted(_WANTED - entry.keys()):
        what = f"has no {' and no '.join(missing)}"
        raise refuse(what)
    if not key.rstrip("abcdefghijklmnopqrstuvwxyz").endswith(str(entry["year"])):
        what = f"is of {entry['year']}, which is not the year of its key"
        raise refuse(what)
    return Reference(
        key=key,
        authors=tuple(entry["authors"]),
        has_others=entry.get("others", False),
        title=entry["title"],
        printed_in=entry.get("in", ""),
        year=entry["year"],
        addresses=tuple(_list_addresses(entry)),
        unchecked=entry.get("unchecked", ""),
        note=entry.get("note", ""),
    )


def _list_addresses(entry: dict[str, Any]) -> list[tuple[str, str]]:
    found = []
    if "arxiv" in entry:
        found.append((f"arXiv:{entry['arxiv']}", f"https://arxiv.org/abs/{entry['arxiv']}"))
    if "acl" in entry:
        found.append((f"ACL {entry['acl']}", f"https://aclanthology.org/{entry['acl']}"))
    if "url" in entry:
        found.append((entry["url"].removeprefix("https://"), entry["url"]))
    return found
