"""Whatever a page may quote is explained where it is defined."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import softlookup

ROOT = Path(softlookup.__file__).parent
MODULES = sorted(path for folder in ("", "experiments", "gpt") for path in (ROOT / folder).glob("*.py"))

SPEAK_FOR_THEMSELVES = {"ByEntity", "Triple"}
"""Classes whose fields are the names of entities, or the parts of a sentence."""


def find_fields_without_words(source: str) -> Iterator[str]:
    """Yield each public field of a class that no string follows."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.ClassDef) or node.name in SPEAK_FOR_THEMSELVES:
            continue
        for field, following in zip(node.body, [*node.body[1:], None], strict=True):
            if not isinstance(field, ast.AnnAssign) or ast.unparse(field.target).startswith("_"):
                continue
            value = following.value if isinstance(following, ast.Expr) else None
            if not (isinstance(value, ast.Constant) and isinstance(value.value, str)):
                yield f"{node.name}.{ast.unparse(field.target)}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_every_field_of_a_result_has_words(path: Path) -> None:
    assert list(find_fields_without_words(path.read_text("utf-8"))) == []


def test_a_field_without_words_is_found() -> None:
    lines = ["class Row:", "d_k: int", "'Width.'", "raw: float", "scaled: float", "'Score.'", "top: int"]
    source = "\n    ".join(lines)
    assert list(find_fields_without_words(source)) == ["Row.raw", "Row.top"]
