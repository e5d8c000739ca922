"""An exemption that exempts nothing is told where it stands, also beside another one in the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.small_book import SmallBook

NOTE = "<!-- exempt: so -->"


@pytest.mark.parametrize(
    "line",
    [
        f"2.5{NOTE} and {NOTE} then {NOTE}",
        f"2.5{NOTE} and 3.5{NOTE} then {NOTE}",
        f"none {NOTE} of {NOTE} it",
    ],
)
def test_each_idle_note_is_told_at_its_own_place(small_book: SmallBook, line: str) -> None:
    small_book.page(f"# A page\n\n{line}\n")
    told = [(problem.kind, problem.line, problem.column) for problem in small_book.check().problems]
    words = NOTE.removeprefix("<!-- ")
    places = [place for place in range(len(line)) if line.startswith(words, place)]
    idle = [place for place in places if not line[: place - len("<!-- ")][-1].isdigit()]
    assert told == [("exemption", 3, place + 1) for place in idle]
