"""The book as the last judge of a mutant: the verdict on pages that hang on a module, and their figures."""

from __future__ import annotations

import ast
import importlib
import re
import sys
from pathlib import Path

ALL: tuple[str, ...] = ()
"""Stands for all pages."""


def choose_pages(root: Path, module: str) -> tuple[str, ...]:
    """Name the pages that quote or show what a module makes, as far as names tell; ``ALL`` where they do not.

    A page hangs on a module of `show` that its blocks name, and on an experiment whose value it quotes.
    """
    parts = module.removeprefix("src/").removesuffix(".py").split("/")
    if parts[:2] not in (["softlookup", "show"], ["softlookup", "experiments"], ["softlookup", "values"]):
        return ALL
    users = find_users(root, parts)
    names = {users_name for user in users for users_name in name_things(root, user)}
    if not names:
        return ALL
    pattern = re.compile(rf"\b(?:{'|'.join(sorted(map(re.escape, names)))})\b")
    pages = [path for path in sorted((root / "docs").rglob("*.md")) if pattern.search(_code(path))]
    return tuple(str(path.relative_to(root)) for path in pages)


def find_users(root: Path, parts: list[str]) -> set[str]:
    """Give the dotted names of a module and of all in `softlookup` that import it, directly or not."""
    imports = {}
    for path in (root / "src" / "softlookup").rglob("*.py"):
        name = ".".join(path.relative_to(root / "src").with_suffix("").parts)
        if name.startswith("softlookup.book"):
            continue  # it has them all
        tree = ast.parse(path.read_text("utf-8"))
        froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
        found = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
        imports[name] = found | {str(node.module) for node in froms}
    users = {".".join(parts)}
    while more := {name for name, found in imports.items() if found & users} - users:
        users |= more
    return users


def name_things(root: Path, module: str) -> set[str]:
    """Give the words by which a page names a module: a room's functions, or the values of a chapter."""
    path = root / "src" / (module.replace(".", "/") + ".py")
    if not module.startswith(("softlookup.show.", "softlookup.values.")) or not path.exists():
        return set()
    tree = ast.parse(path.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {node.name for node in functions if not node.name.startswith("_")}


def _code(path: Path) -> str:
    """Give what of a page is code or an expression."""
    text = path.read_text("utf-8")
    fences = re.findall(r"^[ \t]*`{3,}[^\n]*\n(.*?)^[ \t]*`{3,}", text, re.DOTALL | re.MULTILINE)
    head = text.partition("\n---\n")[0] if text.startswith("---\n") else ""
    return "\n".join([head, *fences, *re.findall(r"\]\((=[^\n]*?)\)", text)])


def judge(pages: tuple[str, ...]) -> int:
    """Check pages of the book that one stands in; give 0 where they hold, and their figures are as kept."""
    check, config, reading, drawings = (
        importlib.import_module(name)
        for name in ("tether.check", "tether.config", "tether.reading", "support.drawings")
    )
    only = [Path(page).resolve() for page in pages] or None
    verdict = check.check(config.load_project(Path("mkdocs.yml").resolve()), reading.Scope(only))
    kept, drawn = drawings.read_kept(), drawings.describe_drawings(verdict)
    moved = [name for name, text in drawn.items() if drawings.find_changes(kept.get(name, ""), text)]
    told = [str(problem) for problem in verdict.problems] + [f"{name}: drawn otherwise" for name in moved]
    sys.stdout.write("\n".join([*told[:5], f"{len(told)} problems\n"]))
    return 1 if told else 0
