"""What the tests of this very book share."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from support.book_copy import ROOT, Copy, copy_book
from tether.check import check
from tether.config import load_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.judged import Verdict

try:
    import fcntl
except ImportError:  # Windows, where the tests of the book run one after the other
    fcntl = None  # type: ignore[assignment]


@pytest.fixture(scope="session")
def verdict() -> Verdict:
    """Give the verdict on the book as it is."""
    return check(load_project(ROOT / "mkdocs.yml"))


@pytest.fixture
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """Give a fresh copy of the book: all tests in one folder in turn, as what is kept lies with a folder."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if base.name.startswith("popen-") else base) / "whole-book"
    shared.mkdir(exist_ok=True)
    with shared.with_suffix(".lock").open("w") as lock:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX)
        for path in shared.iterdir():
            if path.name != ".cache":
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        yield copy_book(shared)
