"""Building a site: nothing is published but under a green verdict, and the last good site stays."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from typing import TYPE_CHECKING

import pytest

from support.small_book import SmallBook, make_small_book

if TYPE_CHECKING:
    from pathlib import Path

TICKS = "```"
GOOD = f"""\
# A page

Of [13](=river.bridges), [[1.25, −0.5, 3.0]](=river.depths) and [below 1e-12](=river.residual<n).
Once there were 40<!-- exempt: an old map --> of them.

![of [13](=river.bridges) bridges](x.svg)

{TICKS}python exec="1" id="told"
print("thirteen")
{TICKS}

{TICKS}python exec="1" id="drawn" html="1"
from tether.values import Drawing
print(Drawing('<svg role="img"><text>drawn</text></svg>', "a\\n1", "A drawing of 1."))
{TICKS}
"""


DEEP = f"""\
# Deep

{TICKS}python exec="1" id="two" html="1"
from tether.values import Drawing
data = 1
print(Drawing("<svg><text>first</text></svg>", "a,b\\n1,2\\n", "One."))
print(Drawing("<svg><text>second</text></svg>", "c\\n3", "Another."))
print(Drawing("<p>no figure</p>", "d\\n4", "None."))
{TICKS}
"""


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Give a book that holds, with its outputs committed and its site built; to be copied and not touched."""
    book = make_small_book(tmp_path_factory.mktemp("template"))
    book.write("docs/index.md", GOOD, dedent=False)
    book.write("docs/x.svg", "<svg/>")
    book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    assert book.ask("fix").returncode == 0
    told = book.build("-q")
    assert told.returncode == 0, told.stderr
    return book


@pytest.fixture
def built_book(template: SmallBook, tmp_path: Path) -> SmallBook:
    """Give a book that holds, and has been built."""
    shutil.copytree(template.root, tmp_path / "book")
    return SmallBook(tmp_path / "book")


@pytest.fixture
def good_book(built_book: SmallBook) -> SmallBook:
    """Give a book that holds, with its outputs committed."""
    shutil.rmtree(built_book.root / "site")
    return built_book


def digest(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_a_bound_number_leads_to_its_row_and_back(built_book: SmallBook) -> None:
    page = (built_book.root / "site/index.html").read_text(encoding="utf-8")
    ledger = (built_book.root / "site/ledger/index.html").read_text(encoding="utf-8")
    assert 'href="ledger/#index:river.bridges"' in page
    assert '<data value="13">13</data>' in page
    assert '<data value="1.25 -0.5 3">' in page
    assert 'data-kind="claim"' in page
    assert 'data-source="rivers.survey"' in page
    assert 'alt="of 13 bridges"' in page
    assert 'id="index:river.bridges"' in ledger
    assert 'href="../#at:river.bridges"' in ledger
    assert 'id="at:river.bridges"' in page
    assert "thirteen" in page
    assert "Once there were 40 of them." in page  # the reason is for authors
    assert '<div class="tether-figure"><svg role="img"><text>drawn</text></svg>' in page
    assert "Checked on this build: 5 numbers, 1 claim, 0 given and 2 executed blocks." in page
    index = json.loads((built_book.root / "site/search/search_index.json").read_text(encoding="utf-8"))
    assert not any("drawn" in entry["text"] for entry in index["docs"])  # figures come after the index


def test_a_figure_brings_its_code_and_its_numbers(good_book: SmallBook) -> None:
    good_book.write("docs/deep/page.md", DEEP, dedent=False)
    assert good_book.ask("fix").returncode == 0
    settings = (good_book.root / "mkdocs.yml").read_text(encoding="utf-8")
    for urls, page, links in (
        ("true", "deep/page/index.html", ["page-two.csv", "page-two-2.csv"]),
        ("false", "deep/page.html", ["page/page-two.csv", "page/page-two-2.csv"]),
    ):
        good_book.write("mkdocs.yml", f"{settings}\nuse_directory_urls: {urls}\n", dedent=False)
        told = good_book.build("-q")
        assert told.returncode == 0, told.stderr
        site = good_book.root / "site"
        html = (site / page).read_text(encoding="utf-8")
        assert re.findall(r'<a href="([^"]+)" download=', html) == links
        texts = [(site / page).parent.joinpath(link).read_text(encoding="utf-8") for link in links]
        assert texts == ["a,b\n1,2\n", "c\n3\n"]
        summary, code = re.findall(r"<summary>(.*?)</summary>(.*?)</details>", html, re.DOTALL)[0]
        assert summary == "source"
        assert html.count("tether-figure-notes") == 1
        assert "data = 1" in re.sub(r"<[^>]+>", "", code)
        assert (site / "index/drawn.csv").read_text(encoding="utf-8") == "a\n1\n"
        assert len(list(site.rglob("*.csv"))) == 3
        index = (site / "search/search_index.json").read_text(encoding="utf-8")
        assert "csv" not in index.lower()


SPOILT = {
    "a drifted number": ("docs/index.md", "[13](=river.bridges),", "[14](=river.bridges),"),
    "a false claim": ("docs/index.md", "below 1e-12", "below 1e-18"),
    "a loose number": ("docs/index.md", "# A page", "# A page\n\nOf 0.42."),
    "a changed value": ("rivers.py", "bridges = 13", "bridges = 14"),
    "a changed output": ("docs/index.md", 'print("thirteen")', 'print("fourteen")'),
    "a failing block": ("docs/index.md", 'print("thirteen")', "1 / 0"),
    "a block that ends the build": ("docs/index.md", 'print("thirteen")', "import os; os._exit(0)"),
    "a misspelt option": ("docs/index.md", 'id="told"', 'id="told" sesion="x"'),
    "a fence that is none": ("docs/index.md", 'exec="1" id="told"', "exec=1 id=told"),
    "a figure's data": ("docs/index.md", '"a\\n1"', '"a\\n2"'),
    "code that cannot be read": ("rivers.py", "class River", "class"),
    "a missing page": ("mkdocs.yml", "plugins:", "nav: [index.md, ledger.md, gone.md]\nplugins:"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_book_that_does_not_hold_publishes_nothing(how: str, built_book: SmallBook) -> None:
    last_good = digest(built_book.root / "site")
    name, old, new = SPOILT[how]
    path = built_book.root / name
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert built_book.ask("check").returncode in {1, 2}
    assert built_book.build("-q").returncode == 1
    assert digest(built_book.root / "site") == last_good
    assert not list(built_book.root.glob(".site-*"))


@pytest.mark.parametrize("options", [[], ["-q"], ["--strict"], ["--strict", "-q"]], ids=" ".join)
def test_no_option_turns_the_verdict_off(options: list[str], good_book: SmallBook) -> None:
    path = good_book.root / "docs/index.md"
    path.write_text(path.read_text(encoding="utf-8").replace("[13]", "[14]", 1), encoding="utf-8")
    told = good_book.run("mkdocs", "build", *options)
    assert told.returncode == 1
    assert "docs/index.md:3:5: quoted 14, computed 13" in told.stderr
    assert not (good_book.root / "site").exists()


UNSOUND = {
    "a dead link": "[x](nowhere.md)",
    "a dead anchor": "[x](#nowhere)",
    "a dead image": "![x](nowhere.png)",
    "a foreign script": '<script src="https://example.org/x.js"></script>',
    "a traceback": "    Traceback (most recent call last)",
    "an empty value": "The mean is nan.",
    "maths that nobody renders": "See $x$.",
}


@pytest.mark.parametrize("what", UNSOUND)
def test_what_must_not_be_on_a_page_is_found_after_the_build(what: str, built_book: SmallBook) -> None:
    last_good = digest(built_book.root / "site")
    with (built_book.root / "docs/index.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{UNSOUND[what]}\n")
    told = built_book.build("-q")
    assert told.returncode == 1, told.stdout + told.stderr
    assert "index.html" in told.stderr
    assert digest(built_book.root / "site") == last_good


def test_a_warning_in_strict_mode_leaves_the_last_good_site(built_book: SmallBook) -> None:
    last_good = digest(built_book.root / "site")
    text = (
        built_book.root / "mkdocs.yml"
    ).read_text() + "validation: {nav: {omitted_files: warn}}\nnav: [index.md]\n"
    built_book.write("mkdocs.yml", text)
    assert built_book.build("-q", "--strict").returncode == 1
    assert digest(built_book.root / "site") == last_good


def test_two_builds_are_the_same_bytes(good_book: SmallBook) -> None:
    first = good_book.run("mkdocs", "build", "-q", PYTHONHASHSEED="1")
    assert first.returncode == 0, first.stderr
    before = digest(good_book.root / "site")
    (good_book.root / "site").rename(good_book.root / "elsewhere")
    assert good_book.run("mkdocs", "build", "-q", PYTHONHASHSEED="2").returncode == 0
    after = digest(good_book.root / "site")
    assert [name for name in before | after if before.get(name) != after.get(name)] == []


def test_a_built_folder_is_judged_whoever_built_it(built_book: SmallBook) -> None:
    assert built_book.ask("verify", "site").returncode == 0
    page = built_book.root / "site/index.html"
    whole = page.read_text(encoding="utf-8")
    for old, new, words in (
        ("thirteen", "np.float64(13.0)", "NumPy"),
        ('href="ledger/#index:river.bridges"', 'href="ledger/#index:gone"', "no #index:gone"),
        ('href="ledger/#index:river.bridges"', 'href="=river.bridges"', "unresolved binding"),
        ("<svg role", '<div data-tether-late="x"></div><svg role', "never put in its place"),
    ):
        page.write_text(whole.replace(old, new, 1), encoding="utf-8")
        told = built_book.ask("verify", "site")
        assert told.returncode == 1
        assert words in told.stdout
    page.unlink()
    assert built_book.ask("verify", "site").returncode == 1
    assert built_book.ask("verify", "nowhere").returncode == 2


def test_orphans_are_told_and_removed(good_book: SmallBook) -> None:
    stray = good_book.write("snippets/outputs/index/gone.txt", "old\n")
    told = good_book.ask("check")
    assert told.returncode == 1
    assert "snippets/outputs/index/gone.txt" in told.stdout
    assert good_book.ask("fix").returncode == 0
    assert not stray.exists()


def test_a_figure_commits_its_words_and_numbers(good_book: SmallBook) -> None:
    kept = (good_book.root / "snippets/outputs/index/drawn.txt").read_text(encoding="utf-8")
    assert kept == "A drawing of 1.\n\na\n1\n"


def test_reports_for_programs_and_for_github(good_book: SmallBook) -> None:
    path = good_book.root / "docs/index.md"
    path.write_text(path.read_text(encoding="utf-8").replace("[13]", "[14]", 1), encoding="utf-8")
    report = json.loads(good_book.ask("check", "--format", "json").stdout)
    assert (report["schema"], report["verdict"], report["exit_code"]) == (1, "drifted", 1)
    (problem,) = report["problems"]
    assert (problem["path"], problem["line"], problem["column"]) == ("docs/index.md", 3, 5)
    assert (problem["quoted"], problem["computed"]) == ("14", "13")
    assert report["files"]["docs/index.md"]["bound"] == 5
    told = good_book.ask("check", "--format", "github").stdout
    assert "::error file=docs/index.md,line=3,col=5,title=tether drift::quoted 14, computed 13" in told


def test_listing_and_explaining(good_book: SmallBook) -> None:
    listed = good_book.ask("list").stdout
    assert "docs/index.md:3:5: 13 = river.bridges" in listed
    assert "below 1e-12 ? river.residual<n" in listed
    told = good_book.ask("explain", "docs/index.md:3")
    assert told.returncode == 0
    assert "computed    1.25, -0.5, 3" in told.stdout
    assert "rivers.survey (rivers.py:" in told.stdout
    assert good_book.ask("explain", "docs/index.md:1").returncode == 2
    assert good_book.ask("explain", "docs/index.md").returncode == 2


def test_the_plugin_needs_the_extension(small_book: SmallBook) -> None:
    text = (small_book.root / "mkdocs.yml").read_text().rsplit("  - tether\n", 1)[0]
    small_book.write("mkdocs.yml", text)
    told = small_book.build("-q")
    assert told.returncode == 1
    assert "markdown_extensions" in told.stdout + told.stderr
