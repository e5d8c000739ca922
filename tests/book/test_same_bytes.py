"""The whole book, built twice from nothing: in two folders, under two hash seeds, the same bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.book_copy import copy_book
from support.folders import describe_differences

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_two_builds_of_the_book_are_the_same_bytes(tmp_path: Path) -> None:
    first, second = copy_book(tmp_path / "one"), copy_book(tmp_path / "in" / "another place")
    for book, seed in ((first, "1"), (second, "4242")):
        told = book.run("mkdocs", "build", "-q", "--strict", PYTHONHASHSEED=seed)
        assert told.returncode == 0, told.stderr
    assert describe_differences(first.root / "site", second.root / "site") == []
