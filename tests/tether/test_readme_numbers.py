"""In a README a comment binds the number before it, and no other number of its paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.small_book import SmallBook

BOUND = "13<!--=river.bridges-->"


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        (f"{BOUND}\n", []),
        (f"Of 17 rivers, {BOUND}\n", [4]),
        (f"17 of {BOUND} and 5\n", [1, 35]),
        (f"{BOUND}, 17 and {BOUND}\n", [26]),
        (f"A list:\n\n- 17 {BOUND}\n", [3]),
        (f"**{BOUND}**, [17] {BOUND}\n", [31]),
        (f"1{BOUND}\n", "drift"),
        (f"A line\n1{BOUND}\n", "drift"),
    ],
)
def test_what_no_comment_binds_is_loose(small_book: SmallBook, text: str, columns: list[int] | str) -> None:
    small_book.write("README.md", text)
    problems = [problem for problem in small_book.check().problems if problem.path == "README.md"]
    if columns == "drift":
        assert [(problem.kind, problem.quoted) for problem in problems] == [("drift", "113")]
    else:
        assert [(problem.kind, problem.column) for problem in problems] == [
            ("loose", column) for column in columns
        ]
