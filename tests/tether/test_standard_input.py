"""What an editor has not saved yet is checked, and mended, in the place of the file."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from support.small_book import SRC

if TYPE_CHECKING:
    from support.small_book import SmallBook

GOOD = "# A page\n\nThe river has [13](=river.bridges) bridges.\n"
STALE = "# A page\r\n\r\nThe river, ünder all, has [12](=river.bridges) bridges.\r\n"
MENDED = STALE.replace("12", "13")


def run(book: SmallBook, text: str | bytes, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run ``tether`` in a book's folder, and write a text to it."""
    return subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "tether.cli", *arguments],
        cwd=book.root,
        env={"PYTHONPATH": str(SRC), "PATH": ""},
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
    )


def test_the_text_stands_in_for_the_file(small_book: SmallBook) -> None:
    page = small_book.page(GOOD)
    told = run(small_book, STALE, "check", "-", "--stdin-filename", "docs/index.md")
    assert told.returncode == 1
    assert b"docs/index.md:3:28: quoted 12, computed 13" in told.stdout
    assert page.read_text() == GOOD
    assert small_book.ask("check").returncode == 0


def test_a_mended_text_is_green_before_it_is_saved(small_book: SmallBook) -> None:
    small_book.page(STALE)
    told = run(small_book, GOOD, "check", "-", "--stdin-filename", "docs/index.md")
    assert told.returncode == 0
    assert small_book.ask("check").returncode == 1


def test_fix_prints_the_text_and_writes_nothing(small_book: SmallBook) -> None:
    page = small_book.page(GOOD)
    told = run(small_book, STALE, "fix", "-", "--stdin-filename", "docs/index.md")
    assert (told.returncode, told.stdout) == (0, MENDED.encode())
    assert page.read_text() == GOOD
    again = run(small_book, told.stdout, "fix", "-", "--stdin-filename", "docs/index.md")
    assert again.stdout == told.stdout


def test_fix_gives_back_what_it_cannot_mend(small_book: SmallBook) -> None:
    small_book.page(GOOD)
    text = "# A page\n\nOf 42, [more](=river.bridges>20).\n"
    told = run(small_book, text, "fix", "-", "--stdin-filename", "docs/index.md")
    assert (told.returncode, told.stdout) == (1, text.encode())
    assert b"42 is bound to nothing" in told.stderr


def test_a_page_that_is_not_there_yet(small_book: SmallBook) -> None:
    told = run(small_book, STALE, "check", "-", "--stdin-filename", "docs/new.md")
    assert told.returncode == 1
    assert b"docs/new.md:3:28: quoted 12" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "-"], "--stdin-filename"),
        (["check", "-", "docs/index.md", "--stdin-filename", "docs/index.md"], "no other file"),
        (["check", "--stdin-filename", "docs/index.md"], "goes with -"),
        (["fix", "-", "--stdin-filename", "docs/index.md", "--format", "json"], "--format text"),
        (["check", "-", "--stdin-filename", "elsewhere.md"], "elsewhere.md: does not exist"),
        (["check", "-", "--stdin-filename", "rivers.py"], "rivers.py: is not a page"),
    ],
)
def test_what_does_not_go_together_is_said(small_book: SmallBook, arguments: list[str], said: str) -> None:
    told = run(small_book, GOOD, *arguments)
    assert told.returncode == 2
    assert said in told.stderr.decode()


def test_a_text_that_is_not_utf_8(small_book: SmallBook) -> None:
    told = run(small_book, b"# A page\n\n\xff\n", "check", "-", "--stdin-filename", "docs/index.md")
    assert told.returncode == 2
    assert "docs/index.md: standard input is not UTF-8: byte 10 is 0xff" in told.stderr.decode()


def test_a_notebook_from_standard_input(small_book: SmallBook) -> None:
    settings = small_book.root / "pyproject.toml"
    settings.write_text(settings.read_text() + 'notebooks = ["walk.py"]\n')
    text = "# %% [markdown]\n# # A walk\n#\n# Over [12](=river.bridges) bridges.\n"
    small_book.write("docs/walk.py", text.replace("12", "13"))
    told = run(small_book, text, "check", "-", "--stdin-filename", "docs/walk.py")
    assert told.returncode == 1
    assert b"docs/walk.py:4:9: quoted 12, computed 13" in told.stdout
