"""Where Cosmic Ray can change the sources, and a fair draw from those places."""

from __future__ import annotations

import ast
import importlib
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

STRATA = ("mathematics", "experiments", "show", "tether", "tether.numbers")
Position = tuple[int, int]


@dataclass(frozen=True)
class Site:
    """One place of a source, with all the mutants that one kind of operator makes there."""

    module: str
    """The path of the source below the repository."""
    kind: str
    """The operator, without what it puts in place of what was there."""
    start: Position
    end: Position
    mutants: tuple[tuple[str, int], ...]
    """The operator's full name and which of its occurrences in the module this is."""
    function: str = ""
    """The function in whose body it stands, as in ``Class.method``; none where the import runs it."""

    @property
    def stratum(self) -> str:
        """Name the package that the place belongs to."""
        return find_stratum(self.module)


def find_stratum(module: str) -> str:
    """Name the package that a source belongs to; the book's list of experiments counts with them."""
    parts = module.split("/")[1:-1]
    if parts[0] == "tether":
        return ".".join(parts)
    if len(parts) == 1 or parts[1] == "gpt":
        return "mathematics"
    return "show" if parts[1] == "show" else "experiments"


def name_kind(operator: str) -> str:
    """Leave out of an operator's name what it puts in: twelve replacements of a plus are one kind."""
    return operator.rsplit("_", 1)[0].removeprefix("core/")


def find_annotations(source: str) -> list[tuple[Position, Position]]:
    """Give the spans that are never evaluated: annotations, where the module postpones them."""
    tree = ast.parse(source)
    postponed = any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )
    if not postponed:
        return []
    found: list[ast.expr] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.returns is not None:
            found.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
            found.append(node.annotation)
    return [
        ((node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)) for node in found
    ]


def find_functions(source: str) -> list[tuple[int, int, str]]:
    """Give the first and last line of each function's body, and its name with what it stands in."""
    found = []

    def walk(node: ast.AST, outer: str) -> None:
        for child in ast.iter_child_nodes(node):
            inner = outer
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{outer}.{child.name}".strip(".")
                if not isinstance(child, ast.ClassDef):
                    found.append((child.body[0].lineno, child.end_lineno or 0, inner))
            walk(child, inner)

    walk(ast.parse(source), "")
    return found


def name_function(functions: Sequence[tuple[int, int, str]], line: int) -> str:
    """Name the innermost function whose body a line stands in."""
    around = [(first, name) for first, last, name in functions if first <= line <= last]
    return max(around)[1] if around else ""


def find_sites(root: Path, module: str) -> Iterator[Site]:
    """Yield every place of a source where Cosmic Ray has a mutant that can change what is run."""
    source = (root / module).read_text("utf-8")
    unused, functions = find_annotations(source), find_functions(source)
    grouped: dict[tuple[str, Position, Position], list[tuple[str, int]]] = defaultdict(list)
    nodes = list(importlib.import_module("cosmic_ray.ast").ast_nodes(_parse(source)))
    for name, operator in _list_operators().items():
        occurrence = 0
        for node in nodes:
            for start, end in operator.mutation_positions(node):
                grouped[name_kind(name), start, end].append((name, occurrence))
                occurrence += 1
    for (kind, start, end), mutants in grouped.items():
        if not any(first <= start and end <= last for first, last in unused):
            yield Site(module, kind, start, end, tuple(mutants), name_function(functions, start[0]))


def make_mutant(source: str, operator: str, occurrence: int) -> str:
    """Give the source with one change."""
    mutating = importlib.import_module("cosmic_ray.mutating")
    mutant: str | None = mutating.mutate_code(source, _list_operators()[operator], occurrence)
    if mutant is None:
        message = f"{operator} has no occurrence {occurrence} here"
        raise ValueError(message)
    return mutant


def draw_sites(
    sites: Sequence[Site], sizes: Mapping[str, int], seed: int
) -> list[tuple[Site, tuple[str, int]]]:
    """Draw places without replacement, so many from each stratum, and one mutant at each; in mixed order.

    Each stratum has its generator, so that another size of one leaves the others' draws as they were.
    """
    drawn = []
    for stratum, size in sizes.items():
        generator = random.Random(f"{seed} {stratum}")  # noqa: S311  (a sample, not a secret)
        within = sorted((site for site in sites if site.stratum == stratum), key=_order)
        generator.shuffle(within)
        drawn += [
            (place / size, site, generator.choice(site.mutants)) for place, site in enumerate(within[:size])
        ]
    return [(site, mutant) for _, site, mutant in sorted(drawn, key=lambda row: row[0])]


def _order(site: Site) -> tuple[str, Position, Position, str]:
    return site.module, site.start, site.end, site.kind


def _parse(source: str) -> Any:  # noqa: ANN401  (Cosmic Ray has no types)
    return importlib.import_module("cosmic_ray.ast").get_ast(source)


_OPERATORS: dict[str, Any] = {}


def _list_operators() -> dict[str, Any]:
    """Give one of each operator that needs no arguments."""
    if not _OPERATORS:
        plugins = importlib.import_module("cosmic_ray.plugins")
        for name in plugins.operator_names():
            operator = plugins.get_operator(name)
            if not operator.arguments():
                _OPERATORS[name] = operator()
    return _OPERATORS
