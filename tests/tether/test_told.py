"""What an author is told of each mistake, and where: `told.txt` has a page and its problems in each part.

All pages stand in one small book, so that they cost one check together. A message that is to be another
is changed there as well.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.small_book import make_small_book

PARTS = [
    part.partition("\n")[::2]
    for part in re.split(
        r"^=== ", Path(__file__).with_name("told.txt").read_text("utf-8"), flags=re.MULTILINE
    )[1:]
]
CASES = dict(PARTS)


def cut(case: str) -> tuple[str, list[str]]:
    """Give a case's page, and what is told: a line each, with the lines that are set in behind it."""
    page, _, told = case.partition("--- told\n")
    return page.replace("\\x07", "\x07"), re.split(r"\n(?! )", told.strip("\n")) if told.strip() else []


def name_page(name: str) -> str:
    return f"docs/{re.sub('[^a-z]+', '-', name.lower())}.md"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Give what is told of each file of a book that has all pages."""
    book = make_small_book(tmp_path_factory.mktemp("told"))
    book.write("snippets/loose.md", "One\n\nof 14, [12](=river.bridges)\n")
    for name, case in CASES.items():
        book.write(name_page(name), cut(case)[0], dedent=False)
    found: dict[str, list[str]] = {}
    for problem in book.check().problems:
        advice = f"; {problem.advice}" if problem.advice else ""
        line = f"{problem.line}:{problem.column}: {problem.kind}: {problem.message}{advice}"
        found.setdefault(problem.path, []).append(line.rstrip().replace("\n", "\n    "))
    return found


@pytest.mark.parametrize("name", CASES)
def test_what_is_told(name: str, told: dict[str, list[str]]) -> None:
    assert told.get(name_page(name), []) == cut(CASES[name])[1]


def test_what_is_told_of_other_files(told: dict[str, list[str]]) -> None:
    assert set(told) - {name_page(name) for name in CASES} == {"rivers.py", "snippets/loose.md"}
    assert told["snippets/loose.md"] == [
        (
            "3:4: loose: 14 is bound to nothing, in «of 14, 12»; write [14](=expression), "
            "or `given:` it, or exempt it: 14<!-- exempt: the reason -->"
        ),
        "3:9: drift: quoted 12, computed 13; run: tether fix docs/in-a-snippet.md",
    ]
    failing, dry = told["rivers.py"]
    assert failing == (
        "22:1: experiment: river.depth_at(-1) could not be computed: ValueError: no such kilometre "
        "(1 bound text hanging on it: docs/a-call-that-fails.md:1:2); it passed\n"
        '      File "rivers.py", line 22, in depth_at\n'
        '        raise ValueError("no such kilometre")'
    )
    assert "(2 bound texts hanging on it: docs/an-experiment-that-fails.md:1:2 and 1 more)" in dry
