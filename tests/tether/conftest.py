"""What the tests of tether share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.small_book import SmallBook, make_small_book

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def small_book(tmp_path: Path) -> SmallBook:
    """Give a book with an empty page."""
    return make_small_book(tmp_path)
