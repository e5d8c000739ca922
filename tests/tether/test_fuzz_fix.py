"""``tether fix`` on pages made of anything: no byte outside a bound literal is ever another."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from support.fuzzing import search
from support.small_book import SmallBook, make_small_book
from tether.check import check
from tether.fix import plan_changes

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

TRUE = {
    "river.length": ["1234.5678", "1,234.6", "1235", "1.2346 × 10^3^", "$1.23 \\times 10^{3}$", "about 1230"],
    "river.share": ["0.1344", "13.4 %", "13.44%", "0.13", "$13.4\\,\\%$", "**13** %", "`0.134`"],
    "river.slope": ["-0.0625", "−0.06", "&minus;0.062", "$-0.0625$", "-6.25 %"],
    "river.bridges": ["13", "thirteen", "**13**", "1&#51;", "13 bridges"],
    "river.depths": ["1.25, −0.5, 3.0", "[1.25, -0.5, 3]", "(1.2, −0.50, 3.00)", "1.25 | -0.5 | 3"],
    "river.bridges<n": ["below 14", "fewer than 20"],
    "river.flood": ["0.125", "12.5 %"],
}
"""What says each value rightly."""
NUMERALS = "0123456789.,-+−×^{}\\abcdefghijklmnopqrstuvwxyz½%&;# \u2009\u202f"
"""What a literal may be written with, words included."""
OTHERS = [
    " ", "\n", "\r\n", "\n\n", "\r\n\r\n", "\t", "a", "é", "한", "of 13 ", "1234.5", "**", "*", "`", "``",
    "$", "\\", "[", "]", "(", ")", "> ", "- ", "1. ", "# ", "|", "<!-- 13 -->", "<b>", "&nbsp;", "[13](/x)",
    "\u2028", "[^1]", "\U00020000", "```\n", '!!! note "13"\n    ', "    ", "---\n", "<!-- exempt: so -->",
    "![13](x.png)",
]  # fmt: skip


@dataclass(frozen=True)
class Bound:
    """A bound text, right or with some of its digits changed."""

    text: str
    expression: str

    def __str__(self) -> str:
        return f"[{self.text}](={self.expression})"


@st.composite
def bound(draw: st.DrawFn) -> Bound:
    """Draw a bound text: often one that has drifted."""
    expression = draw(st.sampled_from(sorted(TRUE)))
    text = draw(st.sampled_from(TRUE[expression]))
    places = [match.start() for match in re.finditer(r"(?<![&#\d^{])\d(?!\^|\})", text)]
    for place in places if draw(st.booleans()) else []:
        if draw(st.booleans()):
            text = text[:place] + draw(st.sampled_from("0123456789")) + text[place + 1 :]
    return Bound(text, expression)


pages = st.lists(st.one_of(st.sampled_from(OTHERS), bound(), st.text(max_size=4)), max_size=14)
books = st.lists(pages, min_size=1, max_size=25)


def write_pages(book: SmallBook, pages: list[list[str | Bound]], mark: str) -> dict[Path, list[str | Bound]]:
    return {
        book.write(f"docs/p{index:02}.md", mark + "".join(map(str, page)), dedent=False): page
        for index, page in enumerate(pages)
    }


def describe_allowed(page: list[str | Bound], mark: str) -> re.Pattern[str]:
    """Say what a page may be after ``fix``: only what numerals are written with may be another."""
    pieces = [re.escape(mark)]
    for piece in page:
        if isinstance(piece, str):
            pieces.append(re.escape(piece))
        elif "<" in piece.expression:
            pieces.append(re.escape(str(piece)))
        else:
            pieces += [r"\[", _allow_other_numerals(piece.text), re.escape(f"](={piece.expression})")]
    return re.compile("".join(pieces), re.DOTALL)


def _allow_other_numerals(text: str) -> str:
    """Let runs of digits, signs and number words be others; keep brackets, emphasis, units and the rest."""
    numeral = re.compile(r"&minus;|thirteen|1&#51;|[-−]?\d[\d.,]*(?: × 10\^3\^| \\times 10\^\{3\})?")
    done, pieces = 0, []
    for match in numeral.finditer(text):
        pieces += [re.escape(text[done : match.start()]), f"[{re.escape(NUMERALS)}]*?"]
        done = match.end()
    return "".join([*pieces, re.escape(text[done:])])


@search(3)
@given(pages=books, mark=st.sampled_from(["", "\ufeff"]))
def test_fix_changes_nothing_but_bound_literals(
    tmp_path_factory: pytest.TempPathFactory, pages: list[list[str | Bound]], mark: str
) -> None:
    book = make_small_book(tmp_path_factory.mktemp("book"))
    written = write_pages(book, pages, mark)
    sure = book.write("docs/sure.md", "[1234.9](=river.length)\n")
    for change in plan_changes(check(book.project), whole=True):
        assert change.path in {*written, sure}
        change.apply()
    assert sure.read_text("utf-8") == "[1234.6](=river.length)\n"
    for path, page in written.items():
        after = path.read_bytes().decode("utf-8")
        assert describe_allowed(page, mark).fullmatch(after), ("".join(map(str, page)), after)
    # Where it ends: a second fix finds nothing to do.
    assert plan_changes(check(book.project), whole=True) == []
