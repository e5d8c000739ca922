"""Forms that one character decides: fraction signs, carets, words that change what stands before them."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

import pytest

from tether.numbers import read_numbers
from tether.numbers.grammar import GLYPHS


@pytest.mark.parametrize("glyph", sorted(GLYPHS))
def test_a_fraction_sign_says_what_unicode_says(glyph: str) -> None:
    (number,) = read_numbers(f"{glyph} of it", expected=1)
    top, bottom = unicodedata.normalize("NFKC", glyph).split("\N{FRACTION SLASH}")
    assert number.value == Fraction(int(top), int(bottom))
    assert float(number.value) == pytest.approx(unicodedata.numeric(glyph))


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("10^3^ m", "10^3^"),  # Markdown's superscript has a caret on both sides
        ("10^3 m", "10^3"),
        ("$10^3$^ m", "10^3"),
    ],
)
def test_a_superscript_takes_its_second_caret(text: str, whole: str) -> None:
    (number,) = read_numbers(text, expected=1)
    assert number.text == whole
    assert number.value == 1000


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("10^3^ thousand", Fraction(10**6)),
        ("10^3 thousand", Fraction(10**6)),
        ("10^-2^ %", Fraction(1, 10**4)),
        ("10^−2^%", Fraction(1, 10**4)),
    ],
)
def test_words_and_signs_behind_a_superscript_count(text: str, value: Fraction) -> None:
    (number,) = read_numbers(text, expected=1)
    assert (number.text, number.value) == (text, value)


@pytest.mark.parametrize(
    "amount",
    [
        "one percentage point",
        "1 percentage point",
        "1.5 percentage points",
        "1 point",
        "2 percentage points",
        "two percentage points",
    ],
)
@pytest.mark.parametrize("tail", ["squared", "per thousand", "and a half"])
def test_words_behind_points_change_them_too(amount: str, tail: str) -> None:
    found = [number.unreadable for number in read_numbers(f"{amount} {tail}", expected=1)]
    assert f"{tail} after it changes its value" in found
    assert read_numbers(amount, expected=1)[0].unreadable is None


@pytest.mark.parametrize(
    ("text", "reason"),
    [("Qwen2.5", "name"), ("Ab3.1", "name"), ("v2.5", "name"), ("X2.5", None), ("is2.5", None)],
)
def test_one_capital_is_a_letter_and_no_name(text: str, reason: str | None) -> None:
    (number,) = read_numbers(f"of {text} here", bound=False)
    assert number.structural == reason
