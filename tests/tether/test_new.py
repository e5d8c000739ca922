"""A page from nothing: it holds at once, it is in the nav, and nothing that exists is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.config import load_project

if TYPE_CHECKING:
    from support.small_book import SmallBook

NAV = """\
nav:
  - Home: index.md # the first
  - Rivers:
      - rivers/a.md

      # the last of them
      - The other: rivers/b.md

extra: {}
"""


@pytest.fixture
def book(small_book: SmallBook) -> SmallBook:
    """Give a book with a nav of some depth, and one bound number."""
    settings = small_book.root / "mkdocs.yml"
    settings.write_text(settings.read_text() + NAV)
    small_book.page("# A page\n\nOver [all 13](=river.bridges) and [13](=river.bridges) bridges.\n")
    for name in "ab":
        small_book.write(f"docs/rivers/{name}.md", "# A river\n")
    assert small_book.ask("check").returncode == 0
    return small_book


def test_a_new_page_holds_and_builds_at_once(book: SmallBook) -> None:
    told = book.ask("new", "docs/rivers/long-way.md")
    assert (told.returncode, told.stderr) == (0, "")
    assert told.stdout.splitlines() == [
        "docs/rivers/long-way.md: written",
        "mkdocs.yml: the nav names rivers/long-way.md",
        "snippets/outputs/rivers/long-way/first.txt: committed",
    ]
    assert book.ask("check").returncode == 0
    text = (book.root / "docs/rivers/long-way.md").read_text()
    assert "title: Long way\n" in text
    assert "[13](=river.bridges)" in text
    built = book.build("--strict")
    assert built.returncode == 0, built.stderr
    assert (
        "This ran when the page was checked." in (book.root / "site/rivers/long-way/index.html").read_text()
    )


def test_it_stands_behind_the_pages_of_its_folder(book: SmallBook) -> None:
    before = (book.root / "mkdocs.yml").read_text()
    book.ask("new", "docs/rivers/c.md")
    after = (book.root / "mkdocs.yml").read_text()
    assert after == before.replace("rivers/b.md\n", "rivers/b.md\n      - rivers/c.md\n")
    book.ask("new", "docs/lakes/d.md")
    assert load_project(book.root / "mkdocs.yml").nav[-1] == "lakes/d.md"


@pytest.mark.parametrize(
    ("expression", "quoted"),
    [
        ("river.length", "[1235](=river.length)"),
        ("river.bridges", "[13](=river.bridges)"),
        ("river.depths", "[[1.25, -0.5, 3]](=river.depths)"),
        ("river.slope*3", "[-0.1875](=river.slope*3)"),
    ],
)
def test_it_quotes_the_value_that_was_asked_for(book: SmallBook, expression: str, quoted: str) -> None:
    told = book.ask("new", "docs/x.md", "--title", "Rivers: their “length”", "--bind", expression)
    assert told.returncode == 0, told.stderr
    text = (book.root / "docs/x.md").read_text("utf-8")
    assert quoted in text
    assert "# Rivers: their “length”\n" in text
    assert book.ask("check").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["docs/index.md"], "exists already"),
        (["elsewhere/x.md"], "expected a page in"),
        (["docs/x.txt"], "ends in .markdown or"),
        (["docs/x.md", "--bind", "river.nope"], "--bind river.nope: River has no nope"),
        (["docs/x.md", "--bind", "dry.x"], "no water"),
        (["docs/x.md", "--bind", "river.residual"], "residual"),
        (["docs/x.md", "--bind", "river.slope<0"], "a claim"),
        (["docs/x.md", "--bind", "river .slope"], "river .slope"),
        (["docs/x.md", "--title", "The 12 rivers"], "12 is bound to nothing"),
    ],
)
def test_what_cannot_hold_is_not_written(book: SmallBook, arguments: list[str], said: str) -> None:
    files = [path for path in book.root.rglob("*.*") if path.is_file() and ".cache" not in path.parts]
    before = {path: path.read_bytes() for path in files}
    told = book.ask("new", *arguments)
    assert told.returncode == 2
    assert said in told.stderr
    kept = {path: path.read_bytes() for path in before}
    assert kept == before
    assert not (book.root / "docs/x.md").exists()


def test_a_book_without_a_nav_and_without_a_number(small_book: SmallBook) -> None:
    told = small_book.ask("new", "docs/first.md")
    assert told.returncode == 0, told.stderr
    assert "nav" not in told.stdout
    assert small_book.ask("check").returncode == 0
