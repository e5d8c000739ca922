"""``tether mv``: following a value that was renamed in the code, wherever something hangs on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from support.small_book import SmallBook

TICKS = "```"
PAGE = f"""---
given: {{13: river.bridges, 0.25: 'river.depths[0]-1'}}
---
# The river.bridges of a river

Of [13](=river.bridges), 13 and 0.25, the `[13](=river.bridges)` of river.depths,
[[1.25, −0.5, 3.0]](=river.depths),
[larger](=max(river.depths)>river.slope) and [−0.5](=river.depths[1]); see [it](river.md).

![of [13](=river.bridges)](x.png) [1.4](=river.depth_at(4)) <!-- river.bridges -->

--8<-- "part.md"

--8<-- "part.md"

{TICKS}python exec="1"
from rivers import book
x = book.{{}}.bridges  # river.bridges
{TICKS}
"""
PART = "| a |\n| - |\n| [26](=2*river.bridges) ü [below 1e-12](=river.residual<n) |\n"
README = "Of 13<!--=river.bridges--> bridges, river.bridges.\n"


def write_book(book: SmallBook) -> dict[str, bytes]:
    """Write a book that hangs on the river in every place, with Windows line ends in its snippet."""
    book.write("docs/index.md", PAGE.replace("{}", "river"), dedent=False)
    book.write("snippets/part.md", PART.replace("\n", "\r\n"), dedent=False)
    book.write("README.md", README)
    book.write("docs/x.png", "")
    book.write("docs/river.md", "# [13](=river.bridges) {#x}\n\n[1](=stream.bridges-12)\n")
    assert book.ask("check").returncode == 1  # there is no stream
    book.write("docs/river.md", "# [13](=river.bridges) {#x}\n")
    told = book.ask("check")
    assert told.returncode == 0, told.stdout
    return read_texts(book)


def read_texts(book: SmallBook) -> dict[str, bytes]:
    paths = [*book.root.rglob("*.md"), book.root / "rivers.py"]
    return {path.relative_to(book.root).as_posix(): path.read_bytes() for path in paths}


def rename_in_code(book: SmallBook, *pairs: tuple[str, str]) -> None:
    path = book.root / "rivers.py"
    text = path.read_text(encoding="utf-8")
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_an_experiment_is_renamed_in_all_that_hangs_on_it_and_nowhere_else(small_book: SmallBook) -> None:
    before = write_book(small_book)
    rename_in_code(small_book, ("def river(self)", "def stream(self)"))
    small_book.write("docs/index.md", PAGE.replace("{}", "stream"), dedent=False)
    assert small_book.ask("check").returncode == 1
    now = read_texts(small_book)

    told = small_book.ask("mv", "river", "stream", "--diff")
    assert told.returncode == 0, told.stderr
    assert "-Of 13<!--=river.bridges--> bridges, river.bridges." in told.stdout
    assert "+Of 13<!--=stream.bridges--> bridges, river.bridges." in told.stdout
    assert read_texts(small_book) == now

    told = small_book.ask("mv", "river", "stream")
    assert told.returncode == 0, told.stderr
    assert "snippets/part.md: 2 names changed" in told.stdout
    assert "docs/index.md: 9 names changed" in told.stdout
    after = read_texts(small_book)
    assert small_book.ask("check").returncode == 0
    assert after["rivers.py"] == now["rivers.py"]
    assert after["README.md"] == before["README.md"].replace(b"=river", b"=stream")
    assert after["snippets/part.md"] == before["snippets/part.md"].replace(b"river", b"stream")
    page = after["docs/index.md"].decode()
    assert "given: {13: stream.bridges, 0.25: 'stream.depths[0]-1'}" in page
    assert "# The river.bridges of a river" in page
    assert "`[13](=river.bridges)` of river.depths" in page
    assert "<!-- river.bridges -->" in page
    assert "# river.bridges\n" in page
    assert "max(stream.depths)>stream.slope" in page


def test_a_value_is_renamed_by_its_path(small_book: SmallBook) -> None:
    before = write_book(small_book)
    rename_in_code(small_book, ("    depths = ", "    soundings = "))
    told = small_book.ask("mv", "river.depths", "river.soundings")
    assert told.returncode == 0, told.stderr
    after = read_texts(small_book)
    assert small_book.ask("check").returncode == 0
    assert sorted(name for name in after if after[name] != before[name]) == ["docs/index.md", "rivers.py"]
    assert after["docs/index.md"].count(b"river.soundings") == 4
    assert b"river.depth_at(4)" in after["docs/index.md"]


def test_a_method_is_renamed_too_and_back(small_book: SmallBook) -> None:
    before = write_book(small_book)
    rename_in_code(small_book, ("def depth_at", "def sound"))
    assert small_book.ask("mv", "river.depth_at", "river.sound").returncode == 0
    assert small_book.ask("check").returncode == 0
    rename_in_code(small_book, ("def sound", "def depth_at"))
    assert small_book.ask("mv", "river.sound", "river.depth_at").returncode == 0
    assert read_texts(small_book) == before


REFUSED = {
    "a name that gives nothing": (("river", "stream"), "docs/index.md:6:10: stream cannot take the place of"),
    "a name that gives another value": (
        ("river.bridges", "river.length"),
        "river.bridges is still in the book, and river.length gives another value",
    ),
    "a name that nothing uses": (("rivers", "river"), "hangs on rivers; did you mean river?"),
    "the same name": (("river", "river"), "is what it is called already"),
    "no name": (("river.depths[0]", "river.depth"), "is no name of a value"),
    "a private name": (("river._x", "river.x"), "is no name of a value"),
    "a word of the language": (("river", "max"), "is a word of the language"),
    "an experiment that fails": (("river", "dry"), "no water"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_would_bind_another_value_is_refused_whole(what: str, small_book: SmallBook) -> None:
    names, words = REFUSED[what]
    before = write_book(small_book)
    told = small_book.ask("mv", *names)
    assert told.returncode == 2
    assert words in told.stderr
    assert "Traceback" not in told.stderr
    assert read_texts(small_book) == before


def test_an_alias_takes_the_place_of_what_it_stands_for(small_book: SmallBook) -> None:
    write_book(small_book)
    rename_in_code(small_book, ("    bridges = 13\n", "    bridges = 13\n    spans = bridges\n"))
    assert small_book.ask("mv", "river.bridges", "river.spans").returncode == 0
    assert small_book.ask("check").returncode == 0


def test_a_page_that_cannot_be_read_stops_it(small_book: SmallBook) -> None:
    write_book(small_book)
    small_book.write("docs/broken.md", '# A\n\n--8<-- "gone.md"\n')
    rename_in_code(small_book, ("def river(self)", "def stream(self)"))
    before = read_texts(small_book)
    told = small_book.ask("mv", "river", "stream")
    assert told.returncode == 2
    assert "docs/broken.md" in told.stderr
    assert read_texts(small_book) == before


def test_a_notebook_follows_at_the_right_columns(small_book: SmallBook) -> None:
    path: Path = small_book.write(
        "docs/n.py",
        """\
        # ---
        # given: {26: 2*river.bridges}
        # ---

        # %% [markdown]
        # # N
        #
        # 26 and [13](=river.bridges)
        """,
    )
    settings = (small_book.root / "pyproject.toml").read_text(encoding="utf-8")
    small_book.write("pyproject.toml", settings + 'notebooks = ["n.py"]\n')
    before = path.read_text(encoding="utf-8")
    rename_in_code(small_book, ("    bridges = 13\n", "    spans = 13\n"))
    told = small_book.ask("mv", "river.bridges", "river.spans")
    assert told.returncode == 0, told.stderr
    assert path.read_text(encoding="utf-8") == before.replace("river.bridges", "river.spans")
