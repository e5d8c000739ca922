"""What the tests of tether share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from support.small_book import SmallBook, make_small_book

if TYPE_CHECKING:
    from pathlib import Path

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")


@pytest.fixture
def small_book(tmp_path: Path) -> SmallBook:
    """Give a book with an empty page."""
    return make_small_book(tmp_path)
