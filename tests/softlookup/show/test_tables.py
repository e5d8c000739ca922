import re

import markdown
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.show.tables import write_table

NAMES = st.text("abcé注|", min_size=1, max_size=6)


@given(st.lists(st.tuples(NAMES, st.integers(-99, 99), st.floats(-99, 99)), min_size=1, max_size=4))
def test_markdown_reads_a_table_back(rows: list[tuple[str, int, float]]) -> None:
    html = markdown.markdown(write_table(["name", "n", "x"], rows, 3), extensions=["tables"])
    cells = re.findall(r"<td[^>]*>(.*?)</td>", html)
    read = list(zip(cells[::3], cells[1::3], cells[2::3], strict=True))
    assert len(read) == len(rows)
    for (name, whole, real), row in zip(read, rows, strict=True):
        assert name == row[0]
        assert int(whole) == row[1]
        assert float(real) == pytest.approx(row[2], abs=0.5001e-3)
        assert real != "-0.000"


def test_numbers_stand_to_the_right_and_names_to_the_left() -> None:
    lines = write_table(["key", "weight"], [["p2", 0.22857], ["nesy", 0.01326]]).splitlines()
    assert lines == ["| key  | weight |", "| ---- | -----: |", "| p2   | 0.2286 |", "| nesy | 0.0133 |"]


def test_each_column_may_have_its_digits() -> None:
    assert write_table(["a", "b"], [[1.0, 2.0]], [1, 3]).splitlines()[2].split() == [
        "|",
        "1.0",
        "|",
        "2.000",
        "|",
    ]


@pytest.mark.parametrize(("rows", "digits"), [([[1, 2, 3]], 4), ([[1]], 4), ([[1, 2]], [1, 2, 3])])
def test_rows_that_do_not_fit_are_refused(rows: list[list[int]], digits: int | list[int]) -> None:
    with pytest.raises(ValueError, match="expected"):
        write_table(["a", "b"], rows, digits)
