"""Reading from a module's source what it imports, and whether importing it may change another module."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_HIDDEN_NAMES = frozenset({"__import__", "__loader__", "__spec__", "compile", "eval", "exec", "globals"})
_HIDDEN_ATTRIBUTES = frozenset({
    "exec_module", "find_spec", "get_loader", "import_module", "load_module", "locate", "modules", "reload",
    "resolve_name", "spec_from_file_location",
})  # fmt: skip
_HIDDEN_MODULES = frozenset({"imp", "pkgutil", "runpy", "zipimport"})
"""By these a module may import what its source does not name."""
_QUIET_DECORATORS = frozenset({
    "abstractmethod", "cache", "cached_property", "classmethod", "contextmanager", "dataclass", "experiment",
    "final", "lru_cache", "njit", "jit", "overload", "override", "property", "runtime_checkable", "setter",
    "singledispatch", "staticmethod", "total_ordering", "unique", "vectorize", "wraps",
})  # fmt: skip
_CHANGING = ("add", "configure", "enable", "install", "register", "seed", "set", "use")
"""How the names of functions begin that are called for what they change."""


def read_lines(content: bytes, name: str, *, is_package: bool) -> tuple[list[str], bool, bool]:
    """Give the names that a module imports, whether it may import others, and whether it changes others."""
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):
        return [], True, True
    imports = _Imports(name if is_package else name.rpartition(".")[0])
    imports.visit(tree)
    hides = imports.hides or any(
        text.split(".")[0] in _HIDDEN_MODULES or text.split(".")[-1] in _HIDDEN_ATTRIBUTES
        for text in imports.names
    )
    return sorted(imports.names), hides, any(_is_loud(node, imports.local) for node in _top(tree.body))


class _Imports(ast.NodeVisitor):
    """Gathers what a source imports, anywhere in it, and the attributes that it takes of modules."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.names: set[str] = set()
        self.local: dict[str, str] = {}
        """What each name stands for that an import binds."""
        self.hides = False

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.names.add(alias.name)
            bound = alias.name if alias.asname else alias.name.split(".")[0]
            self.local[alias.asname or bound] = bound

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        base = node.module or ""
        if node.level:
            parts = self.package.split(".")
            base = ".".join([*parts[: len(parts) - node.level + 1], *([base] if base else [])])
        for alias in node.names:
            self.names.add(f"{base}.{alias.name}")
            self.local[alias.asname or alias.name] = f"{base}.{alias.name}"

    def visit_Name(self, node: ast.Name) -> None:
        self.hides = self.hides or node.id in _HIDDEN_NAMES

    def visit_Attribute(self, node: ast.Attribute) -> None:
        parts = _dotted(node)
        if parts and parts[0] in self.local:  # a module of a package, which others may have imported
            self.names.add(".".join([self.local[parts[0]], *parts[1:]]))
        self.hides = self.hides or node.attr in _HIDDEN_ATTRIBUTES
        self.generic_visit(node)


def _dotted(node: ast.expr) -> list[str]:
    """Give the parts of ``a.b.c``; nothing for an attribute of anything else than a name."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute) and (parts := _dotted(node.value)):
        return [*parts, node.attr]
    return []


def _top(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Give the statements that run when a module is imported."""
    for node in body:
        if isinstance(node, ast.If) and "__main__" in ast.dump(node.test):
            continue
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for field in ("body", "orelse", "finalbody"):
            yield from _top(getattr(node, field, []))
        for handler in getattr(node, "handlers", []):
            yield from _top(handler.body)


def _is_loud(node: ast.stmt, local: dict[str, str]) -> bool:
    """Tell whether a statement may change another module; assignments to names of one's own do not."""
    targets: list[ast.expr] = []
    match node:
        case ast.Expr(value=value):
            return not isinstance(value, ast.Constant)
        case ast.Assign() | ast.Delete():
            targets = node.targets
        case ast.AnnAssign() | ast.AugAssign():
            targets = [node.target]
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return any(_last_name(item) not in _QUIET_DECORATORS for item in node.decorator_list)
    given = getattr(node, "value", None)
    changes = isinstance(given, ast.Call) and _last_name(given).lower().startswith(_CHANGING)
    return changes or any(_is_elsewhere(target, local) for target in targets)


def _is_elsewhere(target: ast.expr, local: dict[str, str]) -> bool:
    """Tell whether an assignment goes to something that an import brought, or a call gave."""
    if not isinstance(target, ast.Attribute | ast.Subscript):
        return False
    root: ast.expr = target
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    return not isinstance(root, ast.Name) or root.id in local


def _last_name(node: ast.expr) -> str:
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
