"""The reference shows every public module once, and the examples in docstrings do what they say."""

import doctest
import importlib
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
PAGES = sorted((ROOT / "docs" / "reference").rglob("*.md"))
SHOWN = Counter(
    name for page in PAGES for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
)
FILES = {
    ".".join(path.relative_to(SRC).with_suffix("").parts): path
    for path in sorted(SRC.rglob("*.py"))
    if path.name != "__init__.py"
}
WITH_EXAMPLES = [name for name, path in FILES.items() if ">>> " in path.read_text("utf-8")]


@pytest.mark.parametrize("module", [name for name in FILES if name.startswith("softlookup.")])
def test_the_reference_shows_every_module_of_the_book_once(module: str) -> None:
    assert SHOWN[module] == 1, f"write `::: {module}` on one of docs/reference/, then run tether fix"


def test_the_reference_shows_only_what_is_there() -> None:
    assert set(SHOWN) - set(FILES) == set()
    assert {"tether.values", "tether.experiment", "tether.check"} <= set(SHOWN)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_a_module_do_what_they_say(module: str) -> None:
    told = doctest.testmod(importlib.import_module(module))
    assert told.attempted > 0
    assert told.failed == 0


def test_the_mathematics_is_shown_by_examples() -> None:
    assert {"softlookup.softmax", "softlookup.attention", "softlookup.memory"} <= set(WITH_EXAMPLES)
