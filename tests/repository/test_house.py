"""Each part of the house imports downwards only, stays small, and says what it is."""

import ast
import importlib.metadata
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

SRC = Path(__file__).parents[2] / "src"
FILES = sorted(SRC.rglob("*.py"))
LONGEST = 300
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

MARKDOWN = {
    "jupytext", "markdown", "markdown_exec", "markupsafe", "mkdocs", "nbformat", "pathspec", "pymdownx",
    "yaml",
}  # fmt: skip
CHECKING = ["tether", "tether.numbers", "tether.experiment", "tether.values"]

# What each part may import: of this repository, and from elsewhere besides the standard library.
# The longest prefix that fits a module says which part it is in.
PARTS: dict[str, tuple[list[str], set[str]]] = {
    "softlookup": (["softlookup"], {"numpy"}),
    "softlookup.experiments": (["softlookup", "softlookup.experiments", "tether.values"], {"numpy"}),
    "softlookup.values": (
        ["softlookup", "softlookup.experiments", "softlookup.values", "tether.experiment"],
        {"numpy"},
    ),
    "softlookup.book": (["softlookup.values"], set()),
    "softlookup.show": (
        ["softlookup", "softlookup.experiments", "softlookup.show", "tether.values"],
        {"numpy", "matplotlib", "markdown", "latex2mathml", "pygments"},
    ),
    "softlookup.guide": (["softlookup.guide"], {"markdown", "mkdocs", "PIL", "yaml"}),
    "tether": (CHECKING, MARKDOWN),
    "tether.numbers": (["tether.numbers"], set()),
    "tether.values": ([], set()),
    "tether.experiment": ([], set()),
    # The ways in, which no other module needs.
    "tether.cli": ([*CHECKING, "tether.commands"], set()),
    "tether.commands": (CHECKING, {"shtab"}),
    "tether.mkdocs_plugin": (CHECKING, MARKDOWN),
}


def name_module(path: Path) -> str:
    """Give the dotted name of a file below src."""
    parts = path.relative_to(SRC).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_module(path): path for path in FILES}


def find_part(module: str) -> str:
    """Give the part of the house that a module is in."""
    fitting = [part for part in PARTS if f"{module}.".startswith(f"{part}.")]
    return max(fitting, key=len)


def find_imports(source: str, module: str, *, types_too: bool = True, lazy_too: bool = True) -> Iterator[str]:
    """Yield every module that a source imports, relative ones resolved; ``b`` of ``a`` may be ``a.b``.

    What is imported for types alone, or lazily, in a function, can be left out.
    """
    skipped: set[ast.AST] = set()
    for node in ast.walk(ast.parse(source)):
        for_types = isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING")
        if (for_types and not types_too) or (isinstance(node, FUNCTIONS) and not lazy_too):
            skipped.update(ast.walk(node))
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # A relative import starts at the package: the module itself where it is one.
            package = module.split(".") if _is_package(module) else module.split(".")[:-1]
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(filter(None, [base, node.module or ""]))
            for alias in node.names:
                inner = f"{origin}.{alias.name}"
                yield inner if inner in MODULES else origin


def _is_package(module: str) -> bool:
    return module in MODULES and MODULES[module].name == "__init__.py"


def find_trespasses(source: str, module: str) -> list[str]:
    """Name every import that the module's part of the house may not make."""
    inside, outside = PARTS[find_part(module)]
    wrong = []
    for name in find_imports(source, module):
        top = name.partition(".")[0]
        if top in {"softlookup", "tether"}:
            if find_part(name) not in inside:
                wrong.append(f"{module} imports {name}")
        elif top not in sys.stdlib_module_names | outside or (module == "tether.values"):
            wrong.append(f"{module} imports {name}")
    return wrong


@pytest.mark.parametrize("module", MODULES)
def test_imports_point_down(module: str) -> None:
    assert find_trespasses(MODULES[module].read_text("utf-8"), module) == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("softlookup.softmax", "from softlookup.experiments.head import trace_head"),
        ("softlookup.softmax", "from softlookup import show"),
        ("softlookup.softmax", "import scipy.special"),
        ("softlookup.softmax", "from tether.values import Roundoff"),
        ("softlookup.experiments.head", "def f():\n    from softlookup.show import figures"),
        ("softlookup.experiments.head", "import softlookup.book"),
        ("softlookup.experiments.head", "from ..show import figures"),
        ("softlookup.experiments.head", "import matplotlib.pyplot as plt"),
        ("softlookup.show.figures", "from tether.judge import judge"),
        ("softlookup.show.figures", "from softlookup.book import book"),
        ("softlookup.values.tools", "import tether"),
        ("softlookup.values.tools", "from softlookup.book import book"),
        ("tether.judge", "from softlookup.book import book"),
        ("tether.judge", "import numpy as np"),
        ("tether.judge", "from tether.cli import main"),
        ("tether.numbers.read", "from tether.judge import judge"),
        ("tether.values", "import math"),
        ("tether.values", "from tether import numbers"),
    ],
)
def test_an_import_that_points_up_is_found(module: str, source: str) -> None:
    assert len(find_trespasses(source, module)) == 1


def test_what_is_imported_is_declared(pyproject: dict[str, Any]) -> None:
    project = pyproject["project"]
    declared = {
        canonicalize_name(Requirement(requirement).name)
        for requirement in [*project["dependencies"], *project["optional-dependencies"]["site"]]
    }
    packages = importlib.metadata.packages_distributions()
    imported = {
        name.partition(".")[0]
        for module, path in MODULES.items()
        for name in find_imports(path.read_text("utf-8"), module)
    }
    foreign = imported - sys.stdlib_module_names - {"softlookup", "tether"}
    assert "numpy" in foreign
    assert {name for name in foreign if declared.isdisjoint(map(canonicalize_name, packages[name]))} == set()


def find_circle(needs: dict[str, set[str]]) -> set[str]:
    """Give what imports each other in a circle, with what stands on that circle."""
    pending = {name: needed & needs.keys() - {name} for name, needed in needs.items()}
    while free := {name for name, needed in pending.items() if not needed}:
        pending = {name: needed - free for name, needed in pending.items() if name not in free}
    return set(pending)


def test_no_two_modules_need_each_other_to_be_imported() -> None:
    needs = {
        module: set(find_imports(path.read_text("utf-8"), module, types_too=False, lazy_too=False))
        for module, path in MODULES.items()
    }
    assert find_circle(needs) == set()


def test_no_two_subjects_need_each_other_to_run() -> None:
    # A folder is one subject; within it two modules may call each other, if one imports lazily.
    needs: dict[str, set[str]] = {}
    for module, path in MODULES.items():
        imported = find_imports(path.read_text("utf-8"), module, types_too=False)
        needs.setdefault(find_subject(module), set()).update(map(find_subject, imported))
    assert "tether.numbers" in needs
    assert find_circle(needs) == set()


def find_subject(module: str) -> str:
    """Give the module, or the folder below a package that holds it."""
    return ".".join(module.split(".")[:2])


def test_a_circle_is_found() -> None:
    assert find_circle({"a": {"b", "elsewhere"}, "b": set(), "c": {"a", "c"}}) == set()
    assert find_circle({"a": {"b"}, "b": {"a"}, "c": {"a"}, "d": set()}) == {"a", "b", "c"}


def test_figures_import_matplotlib_only_when_they_draw() -> None:
    shown = [module for module in MODULES if find_part(module) == "softlookup.show"]
    assert shown
    script = f"import sys, {', '.join(shown)}; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_the_mathematics_needs_numpy_alone() -> None:
    modules = [module for module in MODULES if find_part(module) == "softlookup"]
    assert "softlookup.softmax" in modules
    script = (
        f"import sys, {', '.join(modules)}; "
        "sys.exit(bool({'tether', 'scipy', 'matplotlib', 'markdown'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


@pytest.mark.parametrize("path", FILES, ids=name_module)
def test_a_module_is_short(path: Path) -> None:
    length = len(path.read_text("utf-8").splitlines())
    assert length <= LONGEST, f"{length} lines: which two subjects are these?"


def find_undocumented(source: str) -> list[str]:
    """Name the module, and every public class and function in it, that has no docstring."""
    missing = []

    def visit(node: ast.Module | Definition, name: str) -> None:
        if not ast.get_docstring(node):
            missing.append(name or "the module")
        for inner in [] if isinstance(node, FUNCTIONS) else node.body:
            if isinstance(inner, Definition) and not inner.name.startswith("_"):
                visit(inner, f"{name}.{inner.name}".lstrip("."))

    visit(ast.parse(source), "")
    return missing


@pytest.mark.parametrize("path", FILES, ids=name_module)
def test_everything_public_is_documented(path: Path) -> None:
    assert find_undocumented(path.read_text("utf-8")) == []


def test_a_missing_docstring_is_found() -> None:
    source = (
        '"""A module."""\nclass A:\n    """A."""\n    def b(self): ...\n    def _c(self): ...\ndef d(): ...\n'
    )
    assert find_undocumented(source) == ["A.b", "d"]
    assert find_undocumented("") == ["the module"]
