"""Which of the book's own modules a module reaches through its imports, near or far.

A result is kept for the modules that its experiment reaches. An import that no reading of the source
can follow reaches everything, and a module that may change others on its way in is reached by all.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tether.digests import digest_bytes, digest_json
from tether.import_lines import read_lines
from tether.places import tell_place

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.store import Store

_OWN = Path(__file__).parent

_KEY = digest_json(["imports", 2])
"""One entry holds what all sources import; its number changes with how they are read."""


@dataclass(frozen=True)
class Module:
    """One of the book's own modules."""

    path: str
    digest: str
    names: tuple[str, ...]
    """What it imports, as far as it is named: modules, and modules with one name behind them."""
    hides: bool
    """True where it may import what its source does not name."""
    is_loud: bool
    """True where importing it may change another module."""


class Modules:
    """The book's own modules, by name."""

    def __init__(self, known: dict[str, Module], root: Path) -> None:
        """Take the modules and the book's folder; closures are worked out when they are asked for."""
        self.known = known
        self.root = root
        self._closures: dict[str, frozenset[str]] = {}
        self._digest = ""

    def digest(self) -> str:
        """Give the digest of all of them, with the places from which they find their data."""
        if not self._digest:
            self._digest = digest_json(self.digests(self.known))
        return self._digest

    def digests(self, names: frozenset[str] | set[str] | dict[str, Module]) -> dict[str, list[str]]:
        """Give the place and the digest of some of them."""
        found = ((name, self.known[name]) for name in sorted(names))
        return {name: [tell_place(module.path, self.root), module.digest] for name, module in found}

    def closure(self, name: str) -> frozenset[str]:
        """Give the modules that one reaches, itself among them, with the packages around each."""
        if name not in self._closures:
            self._closures[name] = self._reach(name)
        return self._closures[name]

    def _reach(self, start: str) -> frozenset[str]:
        seen: set[str] = set()
        waiting = [start, *(name for name, module in self.known.items() if module.is_loud)]
        while waiting:
            name = waiting.pop().removeprefix("src.")
            if name in seen:
                continue
            seen.add(name)
            waiting += _packages(name)  # a package runs before its modules do
            if name not in self.known:
                continue
            if self.known[name].hides:
                return frozenset(self.known)
            waiting += self.known[name].names
        return frozenset(seen & self.known.keys())

    def pack(self) -> dict[str, tuple[Any, ...]]:
        """Put the modules into JSON, for the worker."""
        return {name: astuple(module) for name, module in self.known.items()}

    @classmethod
    def unpack(cls, packed: dict[str, list[Any]], root: Path) -> Modules:
        """Take the modules out of JSON."""
        return cls(
            {
                name: Module(path, digest, tuple(names), hides, is_loud)
                for name, (path, digest, names, hides, is_loud) in packed.items()
            },
            root,
        )


def _packages(name: str) -> Iterator[str]:
    """Give the packages around a module, from the nearest."""
    while "." in name:
        name = name.rpartition(".")[0]
        yield name


def read_modules(root: Path, store: Store) -> Modules:
    """Read the modules below a book's ``src`` folder, and those at its root.

    What each source imports is kept by its digest: parsing costs more than reading.
    """
    before = store.get("imports", _KEY) or {}
    known: dict[str, Module] = {}
    after: dict[str, Any] = {}
    for name, path in _find_sources(root):
        content = path.read_bytes()
        digest = digest_bytes(content)
        told: Any = before.get(f"{name} {digest}")
        if path.is_relative_to(_OWN):
            told = [[], False, False]  # tether itself is part of the stamp
        elif not _is_told(told):
            told = list(read_lines(content, name, is_package=path.name == "__init__.py"))
        after[f"{name} {digest}"] = told
        if name not in known:  # the first on the path wins
            known[name] = Module(str(path), digest, tuple(told[0]), told[1], told[2])
    if after != before:
        store.put("imports", _KEY, after)
    return Modules(known, root)


def _is_told(told: Any) -> bool:  # noqa: ANN401
    match told:
        case [list() as names, bool(), bool()]:
            return all(isinstance(name, str) for name in names)
    return False


def _find_sources(root: Path) -> Iterator[tuple[str, Path]]:
    """Find what the worker could import by name: all below ``src``, and modules and packages at the root."""
    packages = [path.parent for path in sorted(root.glob("*/__init__.py")) if path.parent.name != "src"]
    for base, paths in (
        (root / "src", (root / "src").rglob("*.py")),
        (root, [*root.glob("*.py"), *(path for package in packages for path in package.rglob("*.py"))]),
    ):
        for path in sorted(paths):
            parts = path.relative_to(base).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path
