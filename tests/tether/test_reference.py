"""A reference from docstrings: where numbers' functions lead, and what may not get in with it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import pytest

from support.small_book import SmallBook, make_small_book
from tether.problems import TetherError
from tether.reference import Entries, refuse_extensions
from tether.verify import verify_folder

if TYPE_CHECKING:
    from pathlib import Path

PLUGIN = """\
  - mkdocstrings:
      enable_inventory: false
      handlers:
        python:
          options: {allow_inspection: false, show_root_heading: true, heading_level: 2}
  - tether
"""
PAGE = """\
# A page

Of [13](=river.bridges), [again 13](=river.bridges) and [1.25](=river.depths[0]).
"""
REFERENCE = "# Code\n\nIt has one module.\n\n::: rivers\n"


def make_book(root: Path, **settings: str) -> SmallBook:
    """Make a book with a reference of its one module."""
    book = make_small_book(root)
    config = (root / "mkdocs.yml").read_text("utf-8").replace("  - tether\n", PLUGIN, 1)
    directory = settings.get("use_directory_urls", "true")
    book.write("mkdocs.yml", f"{config}use_directory_urls: {directory}\n", dedent=False)
    book.write("pyproject.toml", (root / "pyproject.toml").read_text("utf-8") + 'reference = ["code/*.md"]\n')
    book.write("docs/deep/a.md", PAGE)
    book.write("docs/code/all.md", REFERENCE)
    book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    return book


def build(book: SmallBook) -> str:
    """Build the site; give what was told."""
    told = book.build("-q", "--strict")
    assert told.returncode in {0, 1}
    assert (book.root / "site").exists() == (told.returncode == 0)
    return told.stderr


@pytest.fixture(scope="module", params=["true", "false"], ids=["directories", "files"])
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> SmallBook:
    """Build a book with a reference, with and without directory URLs."""
    book = make_book(tmp_path_factory.mktemp("built"), use_directory_urls=request.param)
    assert build(book) == ""
    return book


def read(book: SmallBook, name: str) -> str:
    """Read a built page, however its address is written."""
    folder, plain = book.root / f"site/{name}/index.html", book.root / f"site/{name}.html"
    return (folder if folder.exists() else plain).read_text("utf-8")


def test_a_function_leads_to_its_entry_from_foot_and_ledger(built: SmallBook) -> None:
    in_folders = (built.root / "site/deep/a/index.html").exists()
    up = "../../code/all/" if in_folders else "../code/all.html"
    page, ledger, code = (read(built, name) for name in ("deep/a", "ledger", "code/all"))
    assert (
        f'<a data-function="rivers.survey" href="{up}#rivers.survey"><code>rivers.survey</code></a>' in page
    )
    up = "../code/all/" if in_folders else "code/all.html"
    assert f'<a href="{up}#rivers.survey"><code>survey</code></a>' in ledger
    assert 'id="rivers.survey"' in code
    assert "Survey the river." in code


def test_a_foot_tells_openly_of_numbers_that_nobody_audited(built: SmallBook) -> None:
    assert "The entry comes from docstrings: numbers in them are code, and not audited." in read(
        built, "code/all"
    )
    assert "from docstrings" not in read(built, "deep/a")


def test_each_time_a_number_is_quoted_is_a_place_of_its_own(built: SmallBook) -> None:
    page, ledger = read(built, "deep/a"), read(built, "ledger")
    assert page.count('id="at:river.bridges"') == 1
    assert page.count('id="at:river.bridges:2"') == 1
    assert '#at:river.bridges">3</a>, <a href=' in ledger
    assert '#at:river.bridges:2">3</a>' in ledger
    assert ledger.count('id="deep/a:river.bridges"') == 1


def test_a_dead_link_to_an_entry_is_found(built: SmallBook) -> None:
    page = next(path for path in (built.root / "site/code").rglob("*.html"))
    text = page.read_text("utf-8")
    try:
        page.write_text(text.replace('id="rivers.survey"', 'id="rivers.other"'), "utf-8")
        found = {
            item.message.partition(": ")[2] for item in verify_folder(built.root / "site", built.project)
        }
    finally:
        page.write_text(text, "utf-8")
    name = page.relative_to(built.root / "site").as_posix()
    assert f"there is no #rivers.survey on {name}" in found


def test_what_is_kept_gives_the_same_bytes(tmp_path: Path) -> None:
    book = make_book(tmp_path)

    def digest() -> dict[str, str]:
        return {
            path.relative_to(tmp_path).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in sorted((tmp_path / "site").rglob("*"))
            if path.is_file() and not path.name.endswith(".gz")
        }

    assert build(book) == ""
    first = digest()
    entries = list((tmp_path / ".cache/tether/reference").rglob("*.json"))
    assert len(entries) == 1
    assert build(book) == ""
    assert digest() == first
    code = tmp_path / "rivers.py"
    code.write_text(code.read_text("utf-8").replace("Survey the river.", "Survey it by boat."), "utf-8")
    assert build(book) == ""
    assert "Survey it by boat." in read(book, "code/all")


REFUSED = {
    "docstrings on a page that is no reference": (
        "docs/deep/a.md",
        "::: rivers\n",
        "docs/deep/a.md: shows docstrings, whose numbers are not audited",
    ),
    "a binding in a docstring": (
        "rivers.py",
        'def more():\n    """Of [14](=river.bridges)."""\n',
        "a binding to =river.bridges in text of no page of the book",
    ),
    "a block in a docstring": (
        "rivers.py",
        'def more():\n    """Run.\n\n    ```python exec="1"\n    print(14)\n    ```\n    """\n',
        "an executable fence that the scanner did not find would run here",
    ),
    "a loose number beside the entries": (
        "docs/code/all.md",
        "\nIt has 42 modules.\n",
        "42 is bound to nothing",
    ),
    "a reference that shows nothing": (
        "pyproject.toml",
        "[tool.tether.gone]\n",
        "[tool.tether] reference names code/*.md, and no such page shows docstrings",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_may_not_get_in_with_a_reference_builds_nothing(what: str, tmp_path: Path) -> None:
    book = make_book(tmp_path)
    name, added, told = REFUSED[what]
    if "shows nothing" in what:
        book.write("docs/code/all.md", "# Code\n\n```text\n::: rivers\n```\n")
    else:
        book.write(name, (tmp_path / name).read_text("utf-8") + "\n" + added, dedent=False)
    assert told in build(book)


def test_a_plugin_that_adds_an_extension_is_refused(small_book: SmallBook) -> None:
    class Foreign:
        """An extension of nobody's."""

    Foreign.__module__ = "somebody.elses"
    refuse_extensions(small_book.project, ["toc", "tables", "fenced_code", "attr_list"])
    for added in (Foreign(), "somebody.elses"):
        with pytest.raises(TetherError, match=r"a plugin adds the Markdown extension somebody\.elses"):
            refuse_extensions(small_book.project, ["toc", added])
    Foreign.__module__ = "mkdocstrings._internal.extension"
    with pytest.raises(TetherError, match="reference must name the pages"):
        refuse_extensions(small_book.project, [Foreign()])
    small_book.write("pyproject.toml", '[tool.tether]\nreference = ["code/*.md"]\n')
    refuse_extensions(small_book.project, [Foreign()])


VALUES = '''

class _Hidden:
    """A private place."""

    def measure(self):
        """Measure."""


def silent():
    return River()


class Book:
    """What the pages may quote."""

    told = experiment(source=survey)(lambda self: River())
    unsaid = experiment(source=silent)(lambda self: River())
    private = experiment(source=_Hidden.measure)(lambda self: River())
    inner = experiment(source=River.depth_at)(lambda self: River())
    size = 13


for name in ("told", "unsaid", "private", "inner"):
    vars(Book)[name].name = name

book = Book()
'''


def test_what_has_no_entry_is_no_link(tmp_path: Path) -> None:
    book = make_book(tmp_path)
    book.write("rivers.py", (tmp_path / "rivers.py").read_text("utf-8") + VALUES, dedent=False)
    book.write("docs/deep/a.md", "# A page\n")
    names = ("told.bridges", "unsaid.bridges", "private.bridges", "inner.bridges", "size")
    book.page("# A page\n\n" + "\n\n".join(f"[13](={name})" for name in names) + "\n")
    verdict = book.check()
    assert verdict.problems == []
    page = verdict.page("docs/index.md")
    entries = Entries(verdict)
    links = [entries.link(judged.origins[0], page) for judged in verdict.judged[page.name]]
    assert links == [
        "code/all.md#rivers.survey",
        "",
        "",
        "code/all.md#rivers.River.depth_at",
        "code/all.md#rivers.Book",
    ]
