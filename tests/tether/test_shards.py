"""A book checked in parts comes to the verdict, and to the ledger, of the whole."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tether.problems import TetherError
from tether.shards import Shard, read_shard

if TYPE_CHECKING:
    from pathlib import Path

    from support.small_book import SmallBook

PAGE = """\
# A page

Over [13](=river.bridges) bridges.

```python exec="1" id="one"
print("a")
```
"""


@pytest.fixture
def book(small_book: SmallBook) -> SmallBook:
    """Give a book of six pages and a README, whole and green."""
    for name in ("index", "a", "b", "c/d", "c/e", "f"):
        small_book.write(f"docs/{name}.md", PAGE)
    small_book.write("README.md", "# Read me\n\nOver 13<!--=river.bridges--> bridges.\n")
    assert small_book.ask("fix").returncode == 0
    return small_book


def parts(book: SmallBook, of: int) -> list[str]:
    """Check every shard; give the files with their reports."""
    for index in range(1, of + 1):
        told = book.ask("check", "--shard", f"{index}/{of}", "--format", "json")
        (book.root / f"part-{index}.json").write_text(told.stdout)
    return [f"part-{index}.json" for index in range(1, of + 1)]


def merge(book: SmallBook, names: list[str]) -> tuple[int, dict[str, Any]]:
    """Merge reports; give the exit code and what is told."""
    told = book.ask("merge", *names, "--format", "json")
    return told.returncode, json.loads(told.stdout)


@pytest.mark.parametrize("of", [1, 2, 3, 9])
def test_the_parts_come_to_the_whole(book: SmallBook, of: int) -> None:
    code, merged = merge(book, parts(book, of))
    whole = json.loads(book.ask("check", "--format", "json").stdout)
    ledger = json.loads(book.ask("list", "--format", "json").stdout)
    assert code == 0
    assert {name: merged[name] for name in whole} == whole
    assert [entry for found in merged["bound"].values() for entry in found] == ledger


def test_what_is_wrong_anywhere_is_wrong_in_the_whole(book: SmallBook) -> None:
    book.write("docs/c/e.md", PAGE.replace("13", "12") + "\n42\n")
    book.write("docs/a.md", PAGE.replace('"a"', "1/0"))
    book.write("docs/f.md", "# A page\n")  # its output is an orphan now
    book.write("snippets/outputs/gone/one.txt", "nobody's\n")
    settings = book.root / "pyproject.toml"
    exempt = '[[tool.tether.exempt]]\nmatch = "{}"\npages = "docs/*"\nreason = "a test"\n'
    settings.write_text(settings.read_text() + exempt.format("42") + exempt.format("43"))
    code, merged = merge(book, parts(book, 3))
    whole = json.loads(book.ask("check", "--format", "json").stdout)
    assert code == 1
    assert merged["problems"] == whole["problems"]
    kinds = {problem["kind"] for problem in merged["problems"]}
    assert kinds == {"drift", "execution", "orphan", "exemption"}
    said = book.ask("merge", *parts(book, 3)).stdout.splitlines()[-1]
    assert said.startswith("tether: drifted: 1 drift")


def test_a_shard_that_is_missing_is_no_verdict(book: SmallBook) -> None:
    names = parts(book, 3)
    told = book.ask("merge", *names[:2])
    assert told.returncode == 2
    assert "shard 3 of 3 is missing" in told.stderr
    assert "shard 1 of 3 is in part-1.json already" in book.ask("merge", *names, names[0]).stderr


def test_parts_of_another_state_of_the_book_are_refused(book: SmallBook) -> None:
    names = parts(book, 2)
    book.write("docs/a.md", PAGE + "\nAnd more.\n")
    assert "another state of this book" in book.ask("merge", *names).stderr
    book.write("docs/a.md", PAGE)
    assert book.ask("merge", *names).returncode == 0
    source = book.root / "rivers.py"
    source.write_text(source.read_text().replace("13", "12"))
    assert "another state of this book" in book.ask("merge", *names).stderr


def test_parts_that_read_other_data_are_refused(book: SmallBook) -> None:
    book.write("gauges/read.py", "")
    data = book.write("gauges/records/flow.json", "[1]")
    names = parts(book, 2)
    assert book.ask("merge", *names).returncode == 0
    data.write_text("[2]", "utf-8")
    assert "another state of this book" in book.ask("merge", *names).stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a report"),
        ("[]", "not a report"),
        ('{"verdict": "could not tell", "error": "no water"}', "no verdict: no water"),
        ('{"verdict": "holds"}', "the report of no shard"),
    ],
)
def test_what_is_no_report_of_a_shard_is_refused(
    book: SmallBook, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "x.json").write_text(text)
    told = book.ask("merge", "x.json")
    assert told.returncode == 2
    assert "x.json: " in told.stderr
    assert said in told.stderr


def test_shards_of_different_counts(book: SmallBook) -> None:
    two = parts(book, 2)[0]
    (book.root / "two.json").write_text((book.root / two).read_text())
    three = parts(book, 3)[1]
    assert "different counts: 2, 3" in book.ask("merge", "two.json", three).stderr


@pytest.mark.parametrize("text", ["0/2", "3/2", "2", "a/b", "-1/2", "1/0", "1/2/3", ""])
def test_a_shard_is_read_or_refused(text: str) -> None:
    with pytest.raises(TetherError, match=re.escape(f"--shard {text}: expected")):
        read_shard(text)


def test_every_file_is_in_one_shard() -> None:
    assert read_shard("2/3") == Shard(2, 3)
    for of in range(1, 6):
        taken = [
            [shard.takes(place) for shard in (Shard(index + 1, of) for index in range(of))]
            for place in range(20)
        ]
        assert all(sum(row) == 1 for row in taken)


def test_a_shard_goes_with_no_files(book: SmallBook) -> None:
    told = book.ask("check", "--shard", "1/2", "docs/a.md")
    assert told.returncode == 2
    assert "name no files" in told.stderr
