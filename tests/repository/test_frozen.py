"""Results cannot be changed: no page may alter what another quotes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

SRC = Path(__file__).parents[2] / "src"
FILES = sorted(SRC.rglob("*.py"))
FILLED = {
    "Audit", "Counts", "Kept", "Marker", "Notebook", "Outcome", "Page", "Run", "Seen", "Verdict",
    "_BuiltPage",
}  # fmt: skip
"""Classes of tether that are filled as a text is read or a process reports."""
LINKING = {"Linker"}
"""What gathers as it walks over a page that is built."""


def find_open(source: str) -> Iterator[str]:
    """Yield each dataclass that is not frozen."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef):
            continue
        for decorator in node.decorator_list:
            text = ast.unparse(decorator)
            if text.startswith("dataclass") and "frozen=True" not in text:
                yield node.name


def find_bare(source: str) -> Iterator[str]:
    """Yield each class of annotated fields alone that nothing makes a dataclass or a tuple of."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef) and not node.decorator_list and not node.bases:
            fields = [item for item in node.body if isinstance(item, ast.AnnAssign)]
            made = [
                item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__"
            ]
            if fields and not made:
                yield node.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SRC).as_posix())
def test_a_result_is_frozen(path: Path) -> None:
    source = path.read_text("utf-8")
    allowed = FILLED if path.is_relative_to(SRC / "tether") else set()
    allowed = LINKING if path.is_relative_to(SRC / "softlookup" / "guide") else allowed
    assert set(find_open(source)) <= allowed
    assert list(find_bare(source)) == []


def test_what_is_open_or_bare_is_found() -> None:
    fields = "\n    x: int\n"
    assert list(find_open(f"@dataclass\nclass A:{fields}@dataclass(frozen=False)\nclass B:{fields}")) == [
        "A",
        "B",
    ]
    assert list(find_open(f"@dataclass(frozen=True, slots=True)\nclass A:{fields}")) == []
    assert list(
        find_bare(f"class A:{fields}class B(A):{fields}@dataclass(frozen=True)\nclass C:{fields}")
    ) == ["A"]


def find_compared_arrays(source: str) -> Iterator[str]:
    """Yield each dataclass with a field of arrays that ``==`` would compare: NumPy refuses to say."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            fields = [item.annotation for item in node.body if isinstance(item, ast.AnnAssign)]
            made = [text for text in map(ast.unparse, node.decorator_list) if text.startswith("dataclass")]
            if any("Array" in ast.unparse(field) for field in fields) and not all(
                "eq=False" in text for text in made
            ):
                yield node.name


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(SRC).as_posix())
def test_what_holds_arrays_is_equal_to_itself_alone(path: Path) -> None:
    assert list(find_compared_arrays(path.read_text("utf-8"))) == []


def test_arrays_that_would_be_compared_are_found() -> None:
    fields = "\n    x: FloatArray\n"
    assert list(find_compared_arrays(f"@dataclass(frozen=True)\nclass A:{fields}")) == ["A"]
    assert list(find_compared_arrays(f"@dataclass(frozen=True, eq=False)\nclass A:{fields}")) == []
