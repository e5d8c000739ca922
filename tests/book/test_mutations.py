"""The verdict on this very book, spoilt in every place at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tether.bindings import find_bindings
from tether.check import check, read_pages
from tether.config import load_project
from tether.judge import rewritten
from tether.judged import Value

if TYPE_CHECKING:
    from collections.abc import Iterator

    from support.book_copy import Copy
    from tether.bindings import Quoted
    from tether.judged import Verdict

ROOT = Path(__file__).resolve().parents[2]


class Mutant(NamedTuple):
    """A bound number with its last digit changed."""

    path: str
    line: int
    column: int
    old: str
    new: str


@pytest.fixture(scope="module")
def verdict() -> Verdict:
    """Give the verdict on the book as it is."""
    return check(load_project(ROOT / "mkdocs.yml"))


def test_the_book_holds(verdict: Verdict) -> None:
    assert [str(problem) for problem in verdict.problems] == []


def test_every_page_but_the_frame_binds_numbers(verdict: Verdict) -> None:
    chapters = [
        page.name for page in verdict.pages if page.name.startswith(("docs/attention/", "docs/tools"))
    ]
    assert chapters
    assert all(verdict.counts[name].bound > 10 for name in chapters)


def change_last_digit(quoted: Quoted) -> str:
    """Give a literal whose last printed digit is another one; words become another word."""
    number = quoted.number
    if number.word:
        step = int(number.value) if number.about else 1  # "about ten" is met by eleven, not by twenty
        other = int(number.value) + step
        return rewritten(number, Value(other)) or rewritten(number, Value(int(number.value) - 1))
    span = number.exponent if number.kind == "power" and number.exponent else number.digits
    start, end = span[0] - number.start, span[1] - number.start
    digits = number.text[start:end]
    printed = [index for index, sign in enumerate(digits) if sign.isdigit()]
    if number.about and number.is_integer:
        printed = [index for index in printed if digits[index] != "0"]
    place = max(printed)
    old = int(digits[place])
    new = old + 1 if old < 9 else old - 1
    return (
        number.text[:start]
        + digits[:place]
        + _like(digits[place], new)
        + digits[place + 1 :]
        + number.text[end:]
    )


def _like(sign: str, digit: int) -> str:
    """Print a digit as another one is printed: on the line or raised."""
    raised = "⁰¹²³⁴⁵⁶⁷⁸⁹"
    return raised[digit] if sign in raised else str(digit)


def _can_come_back(old: str) -> bool:
    """Tell whether a literal has one spelling: `a hundred` would come back as `one hundred`."""
    return not old.startswith(("a ", "A "))


def list_mutants(verdict: Verdict) -> Iterator[Mutant]:
    """Give a mutant for every number that an equality binds."""
    for entries in verdict.judged.values():
        for judged in entries:
            source = judged.binding.source
            for quoted in judged.numbers if judged.kind == "equal" else ():
                line, column = source.position(quoted.start)
                old, new = quoted.number.text, change_last_digit(quoted)
                if _can_come_back(old):
                    yield Mutant(source.name, line, column, old, new)


def _place_after(mutant: Mutant, mutants: list[Mutant]) -> tuple[str, int, int]:
    """Tell where a mutant stands once those before it on its line are spoilt: words change their length."""
    before = [
        other
        for other in mutants
        if (other.path, other.line) == (mutant.path, mutant.line) and other.column < mutant.column
    ]
    moved = sum(len(other.new) - len(other.old) for other in before)
    return mutant.path, mutant.line, mutant.column + moved


def test_a_changed_last_digit_is_named_and_mended_wherever_it_stands(verdict: Verdict, book: Copy) -> None:
    mutants = sorted(set(list_mutants(verdict)))
    assert len(mutants) > 100
    assert all(mutant.old != mutant.new for mutant in mutants)
    before = {name: (book.root / name).read_bytes() for name in {mutant.path for mutant in mutants}}
    for name, content in before.items():
        lines = content.decode("utf-8").split("\n")
        for mutant in reversed([item for item in mutants if item.path == name]):  # from the end backwards
            line, start = lines[mutant.line - 1], mutant.column - 1
            assert line[start:].startswith(mutant.old), mutant
            lines[mutant.line - 1] = line[:start] + mutant.new + line[start + len(mutant.old) :]
        (book.root / name).write_bytes("\n".join(lines).encode("utf-8"))

    told = book.tether("check", "--format", "json")
    assert told.returncode == 1, told.stderr
    named = {
        (item["path"], item["line"], item["column"], item["quoted"])
        for item in json.loads(told.stdout)["problems"]
    }
    silent = [mutant for mutant in mutants if (*_place_after(mutant, mutants), mutant.new) not in named]
    assert silent == []

    built = book.run("mkdocs", "build", "-q")
    assert built.returncode == 1
    places = [":".join(map(str, _place_after(mutant, mutants))) for mutant in mutants]
    assert [place for place in places if f"{place}: " not in built.stderr] == []
    assert not (book.root / "site").exists()

    assert book.tether("fix").returncode == 0
    assert {name: (book.root / name).read_bytes() for name in before} == before


def test_an_unbound_number_is_named_on_every_page(book: Copy) -> None:
    project = load_project(book.root / "mkdocs.yml")
    lines = {}
    for path in [*project.pages(), *project.further_files()]:
        mark = "# %% [markdown]\n# " if path.suffix == ".py" else ""
        text = path.read_text(encoding="utf-8").rstrip("\n") + f"\n\n{mark}A rate of 0.42 stands here.\n"
        path.write_text(text, encoding="utf-8")
        lines[path.relative_to(book.root).as_posix()] = text.count("\n")
    told = book.tether("audit", "--format", "json")
    assert told.returncode == 1
    found = {(item["path"], item["line"], item["quoted"]) for item in json.loads(told.stdout)["problems"]}
    assert found == {(name, line, "0.42") for name, line in lines.items()}


SPOILT = {
    "the seed": ("src/softlookup/book/seeds.py", "SEED = 0\n", "SEED = 1\n"),
    "the bump": ("src/softlookup/experiments/head.py", "BUMP = 0.5", "BUMP = 0.6"),
    "the scaling": ("src/softlookup/attention.py", "return 1 / float(np.sqrt(d_k))", "return 1 / float(d_k)"),
}


@pytest.mark.parametrize("what", SPOILT)
def test_a_spoilt_source_is_told_by_what_it_moves(what: str, book: Copy) -> None:
    book.replace(*SPOILT[what])
    told = book.tether("check", "--format", "json")
    assert told.returncode == 1, told.stderr
    moved = json.loads(told.stdout)["problems"]
    drifts = [item for item in moved if item["kind"] == "drift"]
    assert len(drifts) > 10
    assert all(item["quoted"] != item["computed"] for item in drifts)
    assert any(item["kind"] == "output" for item in moved)
    assert any(item["path"] == "docs/attention/one-head.md" and item["quoted"] == "0.2286" for item in drifts)


def test_every_binding_of_the_book_is_found_by_a_plain_search_too() -> None:
    """Count bindings by a search that knows no Markdown: none may be missed by the scanner."""
    for page in read_pages(load_project(ROOT / "mkdocs.yml")):
        shown = page.source.text.count("](=") + page.source.text.count("<!--=")
        assert len(find_bindings(page)) <= shown
        if "contribute" not in page.name and not page.name.isupper() and "`[" not in page.source.text:
            assert len(find_bindings(page)) >= page.source.text.count("](="), page.name
