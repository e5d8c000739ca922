"""Which experiment feeds which page, read from bindings, blocks and the modules of values."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element, SubElement

from softlookup.guide.shelf import Leaf, Shelf

VALUES = "src/softlookup/values"
_BINDING = re.compile(r"\]\(=([^\s]+)|(?<=[{,:])\s*[^,{}:]+:\s*([a-z_][\w.]*)(?=[,}])")
_IN_CODE = re.compile(r"\bbook\.([a-z_]\w*)")
_NAME = re.compile(r"(?<![\w.])[a-z_]\w*")


@dataclass(frozen=True)
class Value:
    """One name that pages quote from, and the experiment behind it."""

    name: str
    module: str
    """The module of `softlookup.values` that names it, without its package."""
    source: str
    """The function that computes it."""
    gives: str
    """What it is, in words."""


def read_values(root: Path) -> dict[str, Value]:
    """Give the values that pages may quote from, without importing what computes them."""
    found: dict[str, Value] = {}
    for path in sorted((root / VALUES).glob("*.py")):
        found |= {value.name: value for value in _read_module(path.stem, path.read_text("utf-8"))}
    return found


@lru_cache(maxsize=64)
def _read_module(module: str, text: str) -> tuple[Value, ...]:
    return tuple(_find_values(module, ast.parse(text)))


def _find_values(module: str, tree: ast.Module) -> Iterator[Value]:
    """Yield the methods that ``@experiment(source=…)`` decorates, and names that call it."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for node in functions:
        for mark in node.decorator_list:
            if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "experiment":
                source = next((ast.unparse(item.value) for item in mark.keywords if item.arg == "source"), "")
                said = (ast.get_docstring(node) or "").split("\n\n", maxsplit=1)[0]
                yield Value(node.name, module, source, " ".join(said.removeprefix("Give ").split()))


def count_quotes(leaf: Leaf, names: frozenset[str]) -> Counter[str]:
    """Count how often a page quotes each value, in bindings and in its blocks."""
    counts: Counter[str] = Counter()
    for match in _BINDING.finditer(leaf.body):
        counts.update(set(_NAME.findall(match[1] or match[2] or "")) & names)
    counts.update(name for name in _IN_CODE.findall(leaf.body) if name in names)
    return counts


def list_feeds(shelf: Shelf, here: Leaf) -> Element:
    """List every value with the function that computes it and the pages that quote it."""
    values = read_values(shelf.root)
    quotes = {leaf: count_quotes(leaf, frozenset(values)) for leaf in shelf.leaves}
    frame = Element("div", {"class": "sl-feeds"})
    modules: dict[str, list[Value]] = {}
    for value in values.values():
        modules.setdefault(value.module, []).append(value)
    for module in sorted(modules, key=lambda name: _first(shelf, modules[name], quotes)):
        part = SubElement(frame, "details")
        count = len(modules[module])
        title = SubElement(part, "summary")
        SubElement(title, "code").text = f"softlookup.values.{module}"
        title[0].tail = f": {count} {'experiment' if count == 1 else 'experiments'}"
        table = SubElement(part, "table")
        head = SubElement(SubElement(table, "thead"), "tr")
        for name in ("value", "what it is", "computed by", "quoted on"):
            SubElement(head, "th", {"scope": "col"}).text = name
        body = SubElement(table, "tbody")
        for value in modules[module]:
            _add_row(body, value, quotes, here)
    return frame


def _first(shelf: Shelf, values: list[Value], quotes: dict[Leaf, Counter[str]]) -> int:
    """Tell which chapter quotes most from some values, by its place in the nav."""
    totals = [sum(quotes[leaf][value.name] for value in values) for leaf in shelf.chapters]
    return totals.index(max(totals)) if any(totals) else len(totals)


def _add_row(body: Element, value: Value, quotes: dict[Leaf, Counter[str]], here: Leaf) -> None:
    line = SubElement(body, "tr")
    SubElement(SubElement(line, "td"), "code").text = value.name
    SubElement(line, "td").text = value.gives
    SubElement(SubElement(line, "td"), "code").text = value.source
    cell = SubElement(line, "td")
    for leaf, counts in quotes.items():
        if counts[value.name]:
            if len(cell):
                cell[-1].tail = ", "
            SubElement(cell, "a", {"href": here.link(leaf.path)}).text = leaf.title
            cell[-1].tail = ""
