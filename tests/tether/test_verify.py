"""``tether verify`` on a built folder, whoever built it: what must be there, and what must not."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from support.small_book import SmallBook, make_small_book
from tether.verify import verify_folder

if TYPE_CHECKING:
    from pathlib import Path

TICKS = "```"
PAGE = f"""\
# A page

Of [13](=river.bridges). ![a river](map.svg)

{TICKS}python exec="1" id="told"
print("thirteen")
{TICKS}
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Build a book once; each test spoils a copy."""
    book = make_small_book(tmp_path_factory.mktemp("built"))
    book.write("docs/index.md", PAGE, dedent=False)
    book.write("docs/map.svg", "<svg/>")
    book.write("docs/deep/b.md", "# B\n\n[Up](../index.md).\n")
    book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    book.write("docs/raw.html", "<!doctype html><title>Raw</title><p><a href='deep/b/'>B</a></p>\n")
    book.write(
        "mkdocs.yml", (book.root / "mkdocs.yml").read_text() + "nav: [index.md, deep/b.md, ledger.md]\n"
    )
    assert book.ask("fix").returncode == 0
    told = book.build("-q", "--strict")
    assert told.returncode == 0, told.stderr
    return book


def spoil(built: SmallBook, root: Path, name: str, old: str, new: str) -> list[tuple[str, str]]:
    """Change one place of a copy of the built site; give file and words of what is then wrong."""
    site = root / "site"
    shutil.copytree(built.root / "site", site)
    page = site / name
    text = page.read_text(encoding="utf-8")
    assert old in text
    page.write_text(text.replace(old, new, 1), encoding="utf-8")
    return [(item.path, item.message) for item in verify_folder(site, built.project)]


def test_a_sound_site_holds_with_and_without_its_book(built: SmallBook) -> None:
    assert verify_folder(built.root / "site", built.project) == []
    assert verify_folder(built.root / "site") == []


ADDED = {
    "a traceback in code": ("<pre>Traceback (most recent call last)</pre>", "a traceback"),
    "a NumPy scalar in highlighted code": ("<code><span>np.float64</span>(1.0)</code>", "a NumPy scalar"),
    "a NumPy scalar in prose": ("<p>np.int64(3)</p>", "a NumPy scalar"),
    "a raw fence": ("<p>``` python\nx = 1\n```</p>", "a raw fence"),
    "a raw fence that became code": ('<p><code>python exec="1"\nprint(1)</code></p>', "a raw fence"),
    "a raw binding": ("<p>[13](=river.bridges)</p>", "an unresolved binding"),
    "a binding that is a link": ('<p><a href="=river.bridges">13</a></p>', "an unresolved binding"),
    "raw maths": ("<p>\\(x\\)</p>", "unrendered maths"),
    "raw display maths": ("<p>$$x$$</p>", "unrendered maths"),
    "no number": ("<p>It is nan.</p>", "a value that is not a number"),
    "a dead link": ('<a href="gone/">x</a>', "gone/ leads nowhere"),
    "a dead anchor": ('<a href="#gone">x</a>', "there is no #gone"),
    "a dead anchor of another page": (
        '<a href="deep/b/#gone">x</a>',
        "no #gone on deep/b/index.html",
    ),
    "a dead image": ('<img src="gone.png" alt="">', "gone.png leads nowhere"),
    "a dead image for wide screens": (
        '<img src="map.svg" srcset="map.svg 1x, gone.png 2x" alt="">',
        "gone.png",
    ),
    "a dead film": ('<video src="gone.mp4"></video>', "gone.mp4 leads nowhere"),
    "a dead still": ('<video poster="gone.png"></video>', "gone.png leads nowhere"),
    "a script of another host": ('<script src="https://example.org/x.js"></script>', "from another host"),
    "a style of another host": ('<link rel="stylesheet" href="//example.org/x.css">', "from another host"),
    "an image of another host": ('<img src="https://example.org/x.png" alt="">', "from another host"),
    "an id twice": ('<p id="twice"></p><p id="twice"></p>', "stands twice"),
    "a block that failed": ('<div class="admonition tether-failed"></div>', "a block that failed"),
    "a figure that was held back": ('<div data-tether-late="x"></div>', "never put in its place"),
    "a number that drifted": ('<a data-drifted="14" data-expression="x">13</a>', "does not hold: x"),
}


@pytest.mark.parametrize("what", ADDED)
@pytest.mark.parametrize("name", ["index.html", "raw.html"])
def test_what_must_not_be_on_a_page_is_named_in_any_html(
    what: str, name: str, built: SmallBook, tmp_path: Path
) -> None:
    markup, words = ADDED[what]
    end = "</article>" if name == "index.html" else "</p>"
    found = spoil(built, tmp_path, name, end, markup + end)
    assert [(path, words in message) for path, message in found] == [(name, True)]


def test_a_call_in_the_source_of_a_reference_is_no_repr(built: SmallBook, tmp_path: Path) -> None:
    calls = "<code>np.float32(noise) + np.interp(1, x, y) + np.bool_(done)</code>"
    source = "<details class='mkdocstrings-source'><code>np.uint64(32)</code></details>"
    assert spoil(built, tmp_path / "a", "index.html", "</article>", calls + source + "</article>") == []
    behind = source + "<details><code>np.uint64(32)</code></details></article>"
    found = spoil(built, tmp_path / "b", "index.html", "</article>", behind)
    assert ["a NumPy scalar" in message for _, message in found] == [True]


def test_a_page_without_its_foot_was_never_checked(built: SmallBook, tmp_path: Path) -> None:
    found = spoil(built, tmp_path, "deep/b/index.html", "tether-foot", "foot")
    assert [(path, "never went through" in message) for path, message in found] == [
        ("deep/b/index.html", True)
    ]


def test_a_foot_says_how_much_was_checked_and_with_what(built: SmallBook) -> None:
    text = (built.root / "site/index.html").read_text(encoding="utf-8")
    assert (
        '<p class="tether-foot" data-search-exclude="">Checked on this build: '
        "1 number, 0 claims, 0 given and 1 executed block. "
        '<a href="ledger/#page:index">All of them in the ledger</a>. Python ' in text
    )


@pytest.mark.parametrize("name", ["index.md", "deep/b.md"])
def test_a_page_that_is_not_on_the_site_is_named(name: str, built: SmallBook, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(built.root / "site", site)
    (site / name.replace("b.md", "b/index.html").replace(".md", ".html")).unlink()
    told = [(item.path, item.message) for item in verify_folder(site, built.project)]
    assert (name, "is in the nav, but not on the site") in told


def test_words_that_only_look_bad_pass(built: SmallBook, tmp_path: Path) -> None:
    fine = '<p>bananas, Nan and <code>nan</code>, <code>[13](=a)</code>; <code>exec="1"</code>, $5</p>'
    assert spoil(built, tmp_path, "index.html", "</article>", fine + "</article>") == []


def test_a_site_whose_pages_are_files_may_name_no_folder(built: SmallBook, tmp_path: Path) -> None:
    book = SmallBook(tmp_path / "book")
    shutil.copytree(built.root, book.root)
    settings = book.root / "mkdocs.yml"
    settings.write_text(settings.read_text("utf-8") + "use_directory_urls: false\n", "utf-8")
    book.write("docs/raw.html", "<!doctype html><title>Raw</title><a href='deep/b.html'>B</a>")
    told = book.run("mkdocs", "build", "-q", "--strict")
    assert told.returncode == 0, told.stderr
    assert verify_folder(book.root / "site", book.project) == []
    expected = "deep/ names a folder, but this site's pages are files: expected the page's file"
    (book.root / "site/raw.html").write_text(
        "<p>\n<a href='deep/#top'>B</a> <a href='./deep/b.html#b'>B</a>", "utf-8"
    )
    (book.root / "site/deep/index.html").write_text("<p id='top'>", "utf-8")
    found = [(item.path, item.line, item.message) for item in verify_folder(book.root / "site", book.project)]
    assert found == [("raw.html", 2, expected.replace("deep/", "deep/#top", 1))]
