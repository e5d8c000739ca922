import csv
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.show.numbers import DATA_DIGITS, join_words, print_number, write_csv

REALS = st.floats(min_value=-1e9, max_value=1e9, allow_nan=False)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=8)


@given(REALS, st.integers(0, 8))
def test_a_printed_number_is_the_number_to_half_a_unit(value: float, digits: int) -> None:
    text = print_number(value, digits)
    assert abs(Decimal(text) - Decimal(value)) <= Decimal(5) * Decimal(10) ** (-digits - 1)
    assert len(text.partition(".")[2]) == digits


@given(REALS, st.integers(0, 8))
def test_zero_has_no_sign(value: float, digits: int) -> None:
    text = print_number(value, digits)
    assert not (text.startswith("-") and set(text) <= set("-0."))


@given(st.lists(st.tuples(NAMES, st.integers(-9, 9), REALS), max_size=5))
def test_csv_is_read_back(rows: list[tuple[str, int, float]]) -> None:
    header, *lines = csv.reader(io.StringIO(write_csv(["name", "place", "value"], rows), newline=""))
    assert header == ["name", "place", "value"]
    assert len(lines) == len(rows)
    for line, (name, place, value) in zip(lines, rows, strict=True):
        assert line[:2] == [name, str(place)]
        assert abs(Decimal(line[2]) - Decimal(value)) <= Decimal(5) * Decimal(10) ** (-DATA_DIGITS - 1)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [(["p2"], "p2"), (["p2", "bob"], "p2 and bob"), (["p2", "bob", "mit"], "p2, bob and mit")],
)
def test_words_are_joined_as_in_a_sentence(words: list[str], sentence: str) -> None:
    assert join_words(words) == sentence
