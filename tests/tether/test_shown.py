"""What becomes a page and what does not: drafts, exclusions, pages outside the nav, static HTML."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.small_book import SmallBook

GOOD = "# D\n\n[13](=river.bridges)\n"
HTML = """\
<!doctype html>
<html><head><title>The 20 rivers</title><style>p { width: 12px }</style></head>
<body><script>var x = 0.77;</script>
<p>Of 0.42, and 13<!--=river.bridges--> <code>0.5</code> 0.43<!-- exempt: of others --></p>
</body></html>
"""


def configure(book: SmallBook, more: str) -> None:
    book.write("mkdocs.yml", (book.root / "mkdocs.yml").read_text(encoding="utf-8") + more)
    book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")


def tell(book: SmallBook) -> list[tuple[str, int, int, str, str]]:
    return [
        (item.path, item.line, item.column, item.kind, item.quoted or item.message)
        for item in book.check().problems
    ]


def test_a_draft_is_checked_but_neither_built_nor_in_the_ledger(small_book: SmallBook) -> None:
    configure(small_book, "draft_docs: |\n  d.md\n")
    small_book.write("docs/d.md", GOOD)
    told = small_book.build("-q")
    assert told.returncode == 0, told.stderr
    assert not (small_book.root / "site/d").exists()
    assert "river.bridges" not in (small_book.root / "site/ledger/index.html").read_text(encoding="utf-8")
    small_book.write("docs/d.md", GOOD.replace("13", "14") + "\n0.42\n")
    assert [item[:4] for item in tell(small_book)] == [
        ("docs/d.md", 3, 2, "drift"),
        ("docs/d.md", 5, 1, "loose"),
    ]


def test_an_excluded_page_is_not_read(small_book: SmallBook) -> None:
    configure(small_book, "exclude_docs: |\n  d.md\n  /sub/\n")
    small_book.write("docs/d.md", "0.42 [14](=river.bridges)\n")
    small_book.write("docs/sub/d.html", "<p>0.42</p>\n")
    small_book.write("docs/.hidden.md", "0.42\n")
    assert tell(small_book) == []


@pytest.mark.parametrize(
    ("key", "words"), [("exclude_docs", "which exclude_docs keeps off"), ("draft_docs", "a draft")]
)
def test_the_nav_may_not_name_what_is_kept_off_the_site(key: str, words: str, small_book: SmallBook) -> None:
    configure(small_book, f"{key}: |\n  d.md\nnav: [index.md, d.md, ledger.md]\n")
    small_book.write("docs/d.md", GOOD)
    ((path, _, _, kind, message),) = tell(small_book)
    assert (path, kind) == ("mkdocs.yml", "nav")
    assert words in message


def test_a_page_outside_the_nav_is_read_and_built_like_any(small_book: SmallBook) -> None:
    configure(small_book, "nav: [index.md, ledger.md]\nnot_in_nav: |\n  d.md\n")
    small_book.write("docs/d.md", GOOD)
    assert small_book.build("-q", "--strict").returncode == 0
    assert (small_book.root / "site/d/index.html").exists()
    small_book.write("docs/d.md", "# D\n\n0.42\n")
    assert [item[:4] for item in tell(small_book)] == [("docs/d.md", 3, 1, "loose")]


def test_a_readme_that_an_index_hides_is_told(small_book: SmallBook) -> None:
    configure(small_book, "")
    small_book.write("docs/README.md", GOOD)
    assert [(item[0], item[3]) for item in tell(small_book)] == [("docs/README.md", "nav")]


def test_a_snippet_included_twice_is_told_of_once_and_mended_once(small_book: SmallBook) -> None:
    part = small_book.write("snippets/part.md", "Of [14](=river.bridges) and 0.42.\n")
    small_book.page('# A\n\n--8<-- "part.md"\n\n--8<-- "part.md"\n')
    small_book.write("docs/b.md", '# B\n\n--8<-- "part.md"\n')
    assert [item[:4] for item in tell(small_book)] == [
        ("snippets/part.md", 1, 5, "drift"),
        ("snippets/part.md", 1, 29, "loose"),
    ]
    small_book.ask("fix")
    assert part.read_text(encoding="utf-8") == "Of [13](=river.bridges) and 0.42.\n"


def test_html_among_the_docs_is_read_as_a_readme_is(small_book: SmallBook) -> None:
    configure(small_book, "")
    small_book.write("docs/raw.html", HTML, dedent=False)
    assert tell(small_book) == [
        ("docs/raw.html", 2, 24, "loose", "20"),
        ("docs/raw.html", 4, 7, "loose", "0.42"),
    ]
    small_book.write("docs/raw.html", HTML.replace("0.42", "1").replace("The 20", "The"), dedent=False)
    assert tell(small_book) == []
    told = small_book.build("-q")
    assert told.returncode == 0, told.stderr
    assert "raw.html:river.bridges" in (small_book.root / "site/ledger/index.html").read_text(
        encoding="utf-8"
    )
    stale = HTML.replace("0.42", "1").replace("The 20", "The").replace("13<!--", "14<!--")
    small_book.write("docs/raw.html", stale, dedent=False)
    assert [item[:4] for item in tell(small_book)] == [("docs/raw.html", 4, 14, "drift")]
    assert small_book.build("-q").returncode == 1
