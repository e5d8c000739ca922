"""What the tests of this very book share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.book_copy import Copy, copy_book

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def book(tmp_path: Path) -> Copy:
    """Give a fresh copy of the book."""
    return copy_book(tmp_path)
