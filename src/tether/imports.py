"""Which of the book's own modules a module imports, near or far, read from their source.

A result is kept for the modules that its experiment can reach. An import that no reading of the
source can follow (`importlib`, `exec` and their kind) reaches everything.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tether.digests import digest_bytes, digest_json

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tether.store import Store

_KEY = digest_json(["imports", 1])
"""One entry holds what all sources import; its number changes with how they are read."""
_HIDDEN_NAMES = frozenset({"__import__", "compile", "eval", "exec", "globals"})
_HIDDEN_ATTRIBUTES = frozenset({"import_module", "reload", "spec_from_file_location"})
_HIDDEN_MODULES = frozenset({"imp", "pkgutil", "runpy", "zipimport"})


@dataclass(frozen=True)
class Module:
    """One of the book's own modules."""

    path: str
    digest: str
    names: tuple[str, ...]
    """What it imports, as far as it is named: modules, and modules with one name behind them."""
    hides: bool
    """True where it may import what its source does not name."""


class Modules:
    """The book's own modules, by name."""

    def __init__(self, known: dict[str, Module]) -> None:
        """Take the modules; closures are worked out when they are asked for."""
        self.known = known
        self._closures: dict[str, frozenset[str]] = {}

    def digest(self) -> str:
        """Give the digest of all of them."""
        return digest_json({name: module.digest for name, module in self.known.items()})

    def closure(self, name: str) -> frozenset[str]:
        """Give the modules that one reaches, itself among them, with the packages around each."""
        if name not in self._closures:
            self._closures[name] = self._reach(name)
        return self._closures[name]

    def _reach(self, name: str) -> frozenset[str]:
        found: set[str] = set()
        waiting = [name]
        while waiting:
            current = waiting.pop()
            if current in found or current not in self.known:
                continue
            found.add(current)
            if self.known[current].hides:
                return frozenset(self.known)
            waiting += [target for text in self.known[current].names for target in self._targets(text)]
        return frozenset(found | {package for reached in found for package in self._packages(reached)})

    def _targets(self, text: str) -> Iterator[str]:
        """Give what an imported name is: a module, or something that the module before it holds, or both."""
        package, _, last = text.rpartition(".")
        if text in self.known:
            yield text
        if package in self.known and (
            text not in self.known or any(name.endswith(f".{last}") for name in self.known[package].names)
        ):
            yield package

    def _packages(self, name: str) -> Iterator[str]:
        # A package runs before its modules do. What it imports for its own users is theirs to follow.
        while "." in name:
            name = name.rpartition(".")[0]
            if name in self.known:
                yield name

    def pack(self) -> dict[str, list[Any]]:
        """Put the modules into JSON, for the worker."""
        return {
            name: [module.path, module.digest, list(module.names), module.hides]
            for name, module in self.known.items()
        }

    @classmethod
    def unpack(cls, packed: dict[str, list[Any]]) -> Modules:
        """Take the modules out of JSON."""
        return cls(
            {
                name: Module(path, digest, tuple(names), hides)
                for name, (path, digest, names, hides) in packed.items()
            }
        )


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
        if not _is_told(told):
            told = list(_read_imports(content, name, is_package=path.name == "__init__.py"))
        after[f"{name} {digest}"] = told
        known.setdefault(
            name, Module(str(path), digest, tuple(told[0]), told[1])
        )  # the first on the path wins
    if after != before:
        store.put("imports", _KEY, after)
    return Modules(known)


def _is_told(told: Any) -> bool:  # noqa: ANN401
    match told:
        case [list() as names, bool()]:
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


def _read_imports(content: bytes, name: str, *, is_package: bool) -> tuple[list[str], bool]:
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return [], True
    package = name if is_package else name.rpartition(".")[0]
    names: set[str] = set()
    hides = False
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                parts = alias.name.split(".")
                names |= {".".join(parts[:count]) for count in range(1, len(parts) + 1)}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{_absolute(node, package)}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Name):
            hides = hides or node.id in _HIDDEN_NAMES
        elif isinstance(node, ast.Attribute):
            hides = hides or node.attr in _HIDDEN_ATTRIBUTES
    for text in names:
        hides = hides or text.split(".")[0] in _HIDDEN_MODULES or text.split(".")[-1] in _HIDDEN_ATTRIBUTES
    return sorted(names), hides


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parts = package.split(".")
    kept = parts[: len(parts) - node.level + 1]
    return ".".join([*kept, *([node.module] if node.module else [])])
