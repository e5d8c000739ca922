"""The ways of `make platforms` are those that they say, and a book that does not hold fails one."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from support import platforms
from support.book_copy import ROOT, Copy
from support.platforms import Way, find_python, list_kernels, list_pythons, list_threads, try_way
from support.small_book import make_small_book

WORKFLOW = (ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8")
SOURCES = f"{ROOT / 'src'}{os.pathsep}"


def test_a_kernel_is_tried_where_the_processor_has_what_it_needs() -> None:
    assert [way.environment for way in list_kernels({"sse4_2", "avx2"})] == [
        {"OPENBLAS_CORETYPE": "Nehalem"},
        {"OPENBLAS_CORETYPE": "Haswell"},
    ]
    assert list(list_kernels(set())) == []
    assert [way.environment["OPENBLAS_NUM_THREADS"] for way in list_threads()] == ["1", "2"]


def test_pythons_are_those_of_the_workflow_that_are_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert find_python("2.99") is None
    monkeypatch.setattr(platforms, "find_python", lambda v: Path(sys.executable) if v == here else None)
    oldest, newest = list_pythons(WORKFLOW)
    assert oldest.name.startswith(f"Python {here}, NumPy ")
    assert (bool(oldest.numpy), newest.numpy) == (True, "")


@pytest.fixture
def book(tmp_path: Path) -> Copy:
    """Give a small book with tether's sources in it."""
    root = make_small_book(tmp_path).root
    (root / "src").symlink_to(ROOT / "src", target_is_directory=True)
    return Copy(root)


@pytest.mark.skipif(os.name == "nt", reason="a link needs rights there")
def test_a_book_that_drifts_fails_its_way(book: Copy) -> None:
    page = book.root / "docs" / "index.md"
    page.write_text("[13](=river.bridges)\n", "utf-8")
    way = Way("here", {"OPENBLAS_NUM_THREADS": "1"})
    assert try_way(way, book, Path(sys.executable)) == []
    page.write_text("[14](=river.bridges)\n", "utf-8")
    assert try_way(way, book, Path(sys.executable)) == ["docs/index.md:1: quoted 14, computed 13"]
    (book.root / "mkdocs.yml").write_text("nav: [", "utf-8")
    assert len(try_way(way, book, Path(sys.executable))) == 1


def test_a_kernel_that_is_not_there_is_told_and_not_passed_over(tmp_path: Path) -> None:
    way = Way("none", {"OPENBLAS_CORETYPE": "Nothing"}, "Nothing")
    (told,) = try_way(way, Copy(tmp_path), Path(sys.executable))
    assert told.startswith("OpenBLAS says ")
    assert told.endswith("not Nothing")


def test_an_unknown_kind_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert platforms.main(["kernel"]) == 2
    assert "there are kernels, threads, pythons" in capsys.readouterr().out
