"""Any text as a page: the scanner ends, soon, and what it tells is where it says."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.fuzzing import search
from support.pieces import PIECES
from support.small_book import make_small_book
from tether.audit import loose_candidates
from tether.bindings import find_bindings
from tether.config import plain_project
from tether.scan import Scanner
from tether.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.scan import Page

texts = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=50).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=5)), max_size=30).map("".join),
)
SLOWEST = 5.0
"""Processor seconds: a page of a few hundred characters takes milliseconds."""


@pytest.fixture(scope="module")
def scanners(tmp_path_factory: pytest.TempPathFactory) -> Sequence[Scanner]:
    project = make_small_book(tmp_path_factory.mktemp("book")).project
    return Scanner(project), Scanner(plain_project(project), comments=True)


def read(scanner: Scanner, text: str) -> Page:
    root = scanner.project.root
    began = time.process_time()
    page = scanner.read_text(source_of(text, root / "docs/index.md", "docs/index.md"))
    assert time.process_time() - began < SLOWEST
    return page


def describe(page: Page) -> object:
    """Give all that a page's reading came to."""
    runs = [(run.kind, run.text, run.maths, run.bound) for run in page.runs]
    fences = [(fence.line, fence.code, fence.options, fence.errors) for fence in page.fences]
    bindings = [(binding.start, binding.end, binding.candidate.expression) for binding in find_bindings(page)]
    return runs, fences, bindings, sorted(page.problems)


@search(150)
@given(text=texts, comments=st.booleans())
def test_any_text_is_read(scanners: Sequence[Scanner], text: str, *, comments: bool) -> None:
    scanner = scanners[comments]
    page = read(scanner, text)
    assert not [problem for problem in page.problems if problem.kind == "markdown"]
    source = page.source
    lines = source.text.count("\n") + 1
    assert all(0 <= problem.line <= lines for problem in page.problems)
    assert all(1 <= fence.line <= lines for fence in page.fences)
    for binding in find_bindings(page):
        assert 0 <= binding.start <= binding.end <= binding.candidate.start < len(source.text)
        assert source.text[binding.candidate.start] == "="
        for quoted in binding.read():
            assert binding.start <= quoted.start < quoted.end <= binding.end
            assert list(quoted.offsets) == sorted(quoted.offsets)
    for run in page.runs:
        for quoted in loose_candidates(run):
            origin = run.origin(quoted.start, quoted.end)
            assert origin is None or 0 <= origin[1] <= len(origin[0].text)


@search(60)
@given(first=texts, second=texts, comments=st.booleans())
def test_a_page_reads_the_same_whatever_was_read_before(
    scanners: Sequence[Scanner], first: str, second: str, *, comments: bool
) -> None:
    scanner = scanners[comments]
    alone = describe(read(Scanner(scanner.project, comments=comments), second))
    read(scanner, first)
    assert describe(read(scanner, second)) == alone


@search(25)
@given(pieces=st.lists(st.sampled_from(PIECES), min_size=1, max_size=3), comments=st.booleans())
def test_what_repeats_is_read_in_time(
    scanners: Sequence[Scanner], pieces: list[str], *, comments: bool
) -> None:
    piece = "".join(pieces)
    read(scanners[comments], piece * (2000 // len(piece)))


@pytest.mark.parametrize(
    "link", ["[99](tether:0)", "[99](tether:5)", "[99](<tether:0>)", "[99][x]\n\n[x]: tether:0\n"]
)
def test_the_scanners_own_scheme_binds_nothing(scanners: Sequence[Scanner], link: str) -> None:
    page = read(scanners[0], f"[1234.6](=river.length) and {link}")
    loose = [quoted.number.text for run in page.runs for quoted in loose_candidates(run)]
    assert loose == ["99"]
