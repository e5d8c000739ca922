"""The table ``[tool.tether]`` of a book's ``pyproject.toml``."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from tether.problems import TetherError

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class Exemption:
    """Numbers that nothing binds, admitted with a reason."""

    pages: str
    """Glob over paths relative to the root of the book."""
    match: str
    """Regular expression that the number, with the words around it, must match."""
    reason: str


@dataclass(frozen=True)
class Settings:
    """The table ``[tool.tether]``, with its defaults."""

    values: str = ""
    """``package.module:name`` of the object whose attributes the pages quote."""
    outputs: str = "snippets/outputs"
    """Folder of the committed outputs."""
    files: tuple[str, ...] = ("README.md",)
    """Further Markdown files under the verdict, bound by comments."""
    texts: tuple[str, ...] = ()
    """TOML files whose strings and numbers an extension of the book puts on its pages."""
    notebooks: tuple[str, ...] = ()
    """Percent-format notebooks, relative to the docs folder, that are pages of the book."""
    ledger: str = "ledger.md"
    """Page, relative to the docs folder, that lists every bound number."""
    time_limit: float = 60.0
    """Seconds that a block, or an experiment, may take."""
    preload: tuple[str, ...] = ("numpy",)
    """Modules of other packages that the worker imports once and keeps warm."""
    cache: str = ".cache/tether"
    """Folder of what is kept between builds."""
    environment: tuple[str, ...] = ()
    """Environment variables that the book's code reads; it sees no others of the author's."""
    vouched: tuple[str, ...] = ()
    """Pages whose blocks start processes of which the author knows that they read no files of others."""
    reference: tuple[str, ...] = ()
    """Globs of pages, relative to the docs folder, that may show docstrings: the book's reference."""
    repository: str = ""
    """Address under which a source file can be looked at, ending in ``/``; empty for none."""
    exempt: tuple[Exemption, ...] = ()


def read_settings(path: Path) -> Settings:
    """Read ``[tool.tether]``; raise ``TetherError`` for a key or a type it does not know."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("tether", {})
    except FileNotFoundError:
        return Settings()
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        message = f"{path.name}: {error}"
        raise TetherError(message) from error
    if not isinstance(table, dict):
        message = f"{path.name}: [tool.tether] is a table, found {table!r}"
        raise TetherError(message)
    known = {item.name: item.type for item in fields(Settings)}
    for key, value in table.items():
        if key not in known:
            message = f"{path.name}: [tool.tether] knows no {key!r}; known are {', '.join(sorted(known))}"
            raise TetherError(message)
        if not _fits(value, str(known[key])):
            message = f"{path.name}: [tool.tether] {key} = {value!r}: expected {known[key]}"
            raise TetherError(message)
    for name in table.get("preload", ()):
        if find_spec(name.partition(".")[0] or name) is None:
            message = f"{path.name}: [tool.tether] preload names {name}, which is not installed here"
            raise TetherError(message)
    table = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    table["exempt"] = tuple(_read_exemption(entry, path) for entry in table.get("exempt", ()))
    return Settings(**table)


def _fits(value: Any, annotation: str) -> bool:  # noqa: ANN401
    if annotation == "tuple[str, ...]":
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if annotation.startswith("tuple"):
        return isinstance(value, list)
    if annotation == "float":
        return isinstance(value, int | float) and not isinstance(value, bool) and value > 0
    return isinstance(value, str)


def _read_exemption(entry: Any, path: Path) -> Exemption:  # noqa: ANN401
    wanted = {"pages", "match", "reason"}
    if (
        not isinstance(entry, dict)
        or set(entry) != wanted
        or not all(str(value).strip() for value in entry.values())
    ):
        message = f"{path.name}: [[tool.tether.exempt]] needs pages, match and reason, found {entry!r}"
        raise TetherError(message)
    try:
        re.compile(str(entry["match"]))
    except re.error as error:
        message = f"{path.name}: [[tool.tether.exempt]] match {entry['match']!r}: {error}"
        raise TetherError(message) from error
    return Exemption(**{key: str(value) for key, value in entry.items()})
