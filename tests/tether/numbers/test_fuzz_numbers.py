"""The number reader on anything: it ends, soon, and what is rewritten is the literals and nothing else."""

from __future__ import annotations

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from support.fuzzing import search
from support.pieces import ATOMS
from tether.numbers import WriteError, compare, read_numbers, rewrite

atoms = st.sampled_from(ATOMS)
anything = st.lists(st.one_of(atoms, st.text(max_size=3)), max_size=40).map("".join)
SLOWEST = 2.0
"""Processor seconds for ten thousand characters; the longest seen takes a tenth of it."""


@search(30)
@given(pieces=st.lists(atoms, min_size=1, max_size=4), maths=st.booleans(), bound=st.booleans())
def test_what_repeats_is_read_in_time(pieces: list[str], *, maths: bool, bound: bool) -> None:
    piece = "".join(pieces)
    text = piece * (10_000 // len(piece))
    began = time.process_time()
    read_numbers(text, maths=maths, bound=bound, expected=1)
    assert time.process_time() - began < SLOWEST


@search(250)
@given(
    text=anything, value=st.floats(allow_nan=False), maths=st.booleans(), expected=st.sampled_from([None, 1])
)
def test_what_is_no_literal_stays(text: str, value: float, *, maths: bool, expected: int | None) -> None:
    numbers = read_numbers(text, maths=maths, expected=expected)
    try:
        new = rewrite(text, numbers, [value] * len(numbers))
    except WriteError:
        assert not all(compare(number, value).holds for number in numbers)
        return
    ends = [0, *(place for number in numbers for place in (number.start, number.end)), len(text)]
    between = [re.escape(text[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert re.fullmatch(".*?".join(between), new, re.DOTALL)
