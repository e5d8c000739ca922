"""In a README a comment binds the number before it, and no other number of its paragraph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tether.fix import plan_changes

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


@pytest.mark.parametrize(("before", "column"), [("x[", 3), ("x]", 3), ("[]", 2)])
def test_half_a_bracket_brackets_nothing(small_book: SmallBook, before: str, column: int) -> None:
    text = f"{before}<!--=river.bridges-->"
    small_book.write("README.md", f"Of 12\n\n{text}\n")
    (problem,) = [problem for problem in small_book.check().problems if problem.kind == "count"]
    assert (problem.line, problem.column) == (3, column)
    assert "quotes 0 numbers" in problem.message
    binding = small_book.check().judged["README.md"][0].binding
    assert binding.start <= binding.end
    assert binding.text == ""


@pytest.mark.parametrize(
    ("text", "fixed"), [("[12<!--=river.bridges-->]", "[13"), ("([12]<!--=river.bridges-->", "([13]")]
)
def test_a_bracket_left_open_before_a_number_does_not_shorten_it(
    small_book: SmallBook, text: str, fixed: str
) -> None:
    path = small_book.write("README.md", text)
    for change in plan_changes(small_book.check(), whole=True):
        change.apply()
    assert path.read_text("utf-8").startswith(f"{fixed}<!--")
