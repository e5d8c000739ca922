"""Reading takes time in proportion to the text, whatever the text."""

from __future__ import annotations

import gc
import time

import pytest

from tether.numbers import read, read_numbers

HOSTILE = [
    "0.", "1,000,", "$", "\\(", "13-", "about ", "{", "   ", "_{", "1 %–", "one hundred ", "twenty-",
    "in 1982, ",
    "Figures 2, ", "1/", "x", "10^{", "--", "1a", "$= ", "\\frac{", "[3]", "1e", "&#1", "10.1234/",
    "a ", "-\n1",
    "= 3, ", "minus ", "− (", "(13) % ", "twice ", "０", "¹", "1_0", "A B, 1982 ", "[3], [4]", "*",
    "a thousand and ",
    "1. ", "http://1 ", "9", "1982–", "p2-", "~", "§1.", "between 1 and ", "½",
]  # fmt: skip


def seconds_to_read(text: str, *, maths: bool, bound: bool) -> float:
    read._read.cache_clear()  # what was read before costs nothing
    read._scan.cache_clear()
    gc.disable()  # a collection of what other tests have left would be counted in
    try:
        begin = time.process_time()
        read_numbers(text, maths=maths, bound=bound, expected=1)
        return time.process_time() - begin
    finally:
        gc.enable()


@pytest.mark.parametrize(("maths", "bound"), [(False, True), (False, False), (True, True), (True, False)])
@pytest.mark.parametrize("piece", HOSTILE)
def test_time_grows_with_the_text_not_with_its_square(piece: str, *, maths: bool, bound: bool) -> None:
    short, long = (piece * (size // len(piece)) for size in (1_000, 12_000))
    once = min(seconds_to_read(short, maths=maths, bound=bound) for _ in range(2))
    # 12 times the text: a square would take 144 times as long; 50 leaves room for a busy machine
    assert seconds_to_read(long, maths=maths, bound=bound) < 50 * once + 0.05


def test_a_book_is_read_within_seconds() -> None:
    sentence = (
        "The weight of the paper is {:.4f}, so most of the sum lies with it, and not with the other keys. "
    )
    pages = ["".join(sentence.format(page / (line + 1)) + "A pause of some words. " * 6 for line in range(10))
             for page in range(1000)]  # fmt: skip
    begin = time.process_time()
    count = sum(len(read_numbers(page, bound=False)) for page in pages)
    assert count == 10_000
    assert time.process_time() - begin < 5  # 0.5 s of processor time when this was written
