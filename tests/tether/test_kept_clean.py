"""A kept result is made where nothing else has happened: no block and no other experiment colours it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.check import check
from tether.config import load_project

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"
VALUES = """\
from decimal import Decimal
import time
from tether.experiment import experiment

TABLE = {"depth": 1}

class Deep:
    @experiment(source=len)
    def base(self):
        return 1

class Book(Deep):
    @experiment(source=len)
    def depths(self):
        return [1, 2]

    @experiment(source=len)
    def first(self):
        return self.depths[0]

    @experiment(source=len)
    def tabled(self):
        return TABLE["depth"]

    @experiment(source=len)
    def third(self):
        return float(Decimal(1) / Decimal(3))

    @experiment(source=len)
    def marked(self):
        self._mark = 7
        return 1

    @experiment(source=len)
    def mark(self):
        self.marked
        return getattr(self, "_mark", 0)

    @experiment(source=len)
    def longer(self):
        self.depths.append(3)
        return len(self.depths)

    @experiment(source=len)
    def count(self):
        return len(self.depths)

    @experiment(source=len)
    def base(self):
        return super().base + 1

    @experiment(source=len)
    def slow(self):
        time.sleep(1.2)
        return 1

    @experiment(source=len)
    def slower(self):
        time.sleep(1.3)
        return self.slow + 1

book = Book()
"""
SPOILING = {
    "a result": ("from rivers import book\nbook.depths[0] = 9\nprint(book.first)", "1"),
    "a module's table": ("import rivers\nrivers.TABLE['depth'] = 9\nprint(rivers.book.tabled)", "1"),
    "the precision of decimals": (
        (
            "import decimal, rivers\nwith decimal.localcontext() as context:\n    context.prec = 2\n"
            "    print(rivers.book.third)"
        ),
        str(1 / 3),
    ),
}


@pytest.fixture
def book(small_book: SmallBook) -> SmallBook:
    """Give a book whose experiments lean on one another."""
    small_book.write("rivers.py", VALUES, dedent=False)
    return small_book


def show(book: SmallBook, code: str) -> tuple[str, bool]:
    """Give what a block prints, and whether its page was kept from before."""
    book.write("docs/index.md", f'# A\n\n{TICKS}python exec="1" id="a"\n{code}\n{TICKS}\n', dedent=False)
    verdict = check(load_project(book.root / "mkdocs.yml"))
    (report,) = verdict.outputs["docs/index.md"]
    assert report["error"] is None, report
    return report["output"].strip(), bool(verdict.kept)


@pytest.mark.parametrize("what", SPOILING)
def test_what_a_block_does_to_its_process_colours_no_result(what: str, book: SmallBook) -> None:
    code, expected = SPOILING[what]
    assert show(book, code) == (expected, False)
    assert show(book, code) == (expected, True)


def values(book: SmallBook, *names: str) -> list[float]:
    book.page("# A\n\n" + "\n\n".join(f"[1](={name})" for name in names) + "\n")
    verdict = check(load_project(book.root / "mkdocs.yml"))
    judged = [item for items in verdict.judged.values() for item in items]
    return [value.number for item in judged for value in item.values]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("marked", "mark"), [1, 7]),
        (("longer", "count"), [3, 2]),
        (("count", "longer"), [2, 3]),
        (("base",), [2]),
    ],
)
def test_a_result_is_the_same_whoever_asked_before(
    names: tuple[str, ...], expected: list[float], book: SmallBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert values(book, names[0]) == expected[:1]
    warm = values(book, *names)
    monkeypatch.setenv("TETHER_NO_CACHE", "1")
    assert values(book, *names) == warm
    if names != ("marked", "mark"):  # an experiment that marks its instance is not kept; its mark is
        assert warm == expected


def test_every_result_has_the_time_limit_to_itself(book: SmallBook) -> None:
    book.limit(3)
    code = "from rivers import book\nprint(book.slow + book.slower)"
    assert show(book, code) == ("3", False)
    assert show(book, code) == ("3", True)
