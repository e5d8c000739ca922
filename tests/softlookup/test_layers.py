"""What may import what, and that what pages quote has words: read from the source, not from imports."""

import ast
from pathlib import Path

import pytest

import softlookup

ROOT = Path(softlookup.__file__).parent
MATHEMATICS = sorted(path for path in ROOT.glob("*.py") if path.name != "book.py")
EXPERIMENTS = sorted((ROOT / "experiments").glob("*.py"))


def read_imports(path: Path) -> set[str]:
    """Give the full names of the modules a file imports."""
    imports = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imports.add(node.module or ".")
    return imports


def is_standard(name: str) -> bool:
    return name.partition(".")[0] in {"abc", "collections", "dataclasses", "functools", "math", "typing"}


def test_there_are_modules_to_read() -> None:
    assert {"softmax.py", "attention.py", "world.py"} <= {path.name for path in MATHEMATICS}
    assert {"recipe.py", "head.py"} <= {path.name for path in EXPERIMENTS}


@pytest.mark.parametrize("path", MATHEMATICS, ids=lambda path: path.name)
def test_the_mathematics_needs_numpy_and_itself_only(path: Path) -> None:
    own = {f"softlookup.{other.stem}" for other in MATHEMATICS}
    foreign = {name for name in read_imports(path) if not is_standard(name)}
    assert foreign <= own | {"numpy", "numpy.typing"}


@pytest.mark.parametrize("path", EXPERIMENTS, ids=lambda path: path.name)
def test_experiments_need_the_mathematics_and_the_marker_types_only(path: Path) -> None:
    own = {f"softlookup.{other.stem}" for other in MATHEMATICS}
    own |= {f"softlookup.experiments.{other.stem}" for other in EXPERIMENTS}
    foreign = {name for name in read_imports(path) if not is_standard(name)}
    assert foreign <= own | {"numpy", "numpy.typing", "tether.values"}


@pytest.mark.parametrize("path", [*MATHEMATICS, *EXPERIMENTS], ids=lambda path: path.name)
def test_every_field_of_a_result_has_words(path: Path) -> None:
    for node in ast.parse(path.read_text("utf-8")).body:
        if not isinstance(node, ast.ClassDef) or node.name in {"ByEntity", "Triple"}:
            continue  # their fields are names that speak for themselves
        for field, following in zip(node.body, [*node.body[1:], None], strict=True):
            if isinstance(field, ast.AnnAssign):
                documented = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                assert documented, f"{path.name}:{field.lineno}: {ast.unparse(field)} has no words"


@pytest.mark.parametrize("path", [*MATHEMATICS, *EXPERIMENTS], ids=lambda path: path.name)
def test_a_module_has_one_subject(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 300
