"""Two builds of one book, in two folders and under two hash seeds, are the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.folders import describe_differences, find_difference
from support.small_book import SmallBook, make_small_book

if TYPE_CHECKING:
    from pathlib import Path

TICKS = "```"
PAGE = f"""\
---
given: {{26: 2*river.bridges}}
---
# A page

Of [13](=river.bridges), 26, [[1.25, −0.5, 3.0]](=river.depths) and [below 1e-12](=river.residual<n).

{TICKS}python exec="1" id="told" source="above" result="text"
print("thirteen")
{TICKS}

{TICKS}python exec="1" id="drawn" html="1"
from tether.values import Drawing
print(Drawing('<svg role="img"><text>drawn</text></svg>', "a\\n1", "A drawing of 1."))
{TICKS}

[^a]: A footnote.

A note[^a] of $x$.
"""
NOTEBOOK = (
    '# %% [markdown]\n# # N\n#\n# Of [13](=river.bridges).\n\n# %% id="n"\nprint({"a", "b"} == {"b", "a"})\n'
)


def write_book(root: Path) -> SmallBook:
    """Write the same book into a folder, with all that a page may hold."""
    book = make_small_book(root)
    book.write("docs/index.md", PAGE.replace(" of $x$", ""), dedent=False)
    book.write("docs/n.py", NOTEBOOK, dedent=False)
    book.write("docs/deep/b.md", "# B\n\n[13](=river.bridges) and [twice](=2*river.share<river.bridges)\n")
    book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    settings = (root / "pyproject.toml").read_text(encoding="utf-8")
    book.write("pyproject.toml", settings + 'notebooks = ["n.py"]\n')
    assert book.ask("fix").returncode == 0
    return book


def test_where_and_under_which_seed_a_book_is_built_leaves_no_trace(tmp_path: Path) -> None:
    first, second = write_book(tmp_path / "one"), write_book(tmp_path / "in" / "another place")
    for book, seed in ((first, "1"), (second, "4242")):
        told = book.run(
            "mkdocs", "build", "-q", "--strict", PYTHONHASHSEED=seed, SOURCE_DATE_EPOCH="1000000000"
        )
        assert told.returncode == 0, told.stderr
    assert describe_differences(first.root / "site", second.root / "site") == []


@pytest.mark.parametrize(
    ("first", "second", "byte"),
    [(b"abc", b"abc", None), (b"abc", b"abd", 2), (b"abc", b"ab", 2), (b"", b"a", 0), (b"xbc", b"abc", 0)],
)
def test_the_byte_in_which_two_contents_part_is_named(first: bytes, second: bytes, byte: int | None) -> None:
    assert find_difference(first, second) == byte


def test_a_difference_is_told_with_its_file_and_its_byte(tmp_path: Path) -> None:
    for name, texts in {
        "one": {"a": "same", "b": "x 13 y"},
        "two": {"a": "same", "b": "x 14 y", "c": ""},
    }.items():
        (tmp_path / name).mkdir()
        for file, text in texts.items():
            (tmp_path / name / file).write_text(text, encoding="utf-8")
    assert describe_differences(tmp_path / "one", tmp_path / "two") == [
        "c: only in two",
        "b: byte 3: b'x 13 y' and b'x 14 y'",
    ]
