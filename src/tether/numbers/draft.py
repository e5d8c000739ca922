"""What is to be written of a value without its sign: digits, words, glyphs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tether.numbers.grammar import FROM_SUPERSCRIPT, GLYPHS, TO_SUPERSCRIPT
from tether.numbers.literal import LONGEST_LITERAL, TEN, power_of_ten, read_exponent
from tether.numbers.records import Number, WriteError
from tether.numbers.words import spell

ROUNDOFF = Fraction(1e-9)
Edit = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Draft:
    """The digits chosen for a value."""

    edits: list[Edit]
    """Spans of the text that was read, and what replaces them."""
    magnitude: Fraction
    """The value that the new digits print."""
    half_unit: Fraction
    figures: str = ""


def slice_of(number: Number, span: tuple[int, int]) -> str:
    """Return the part of a number's text at a span of the text that was read."""
    return number.text[span[0] - number.start : span[1] - number.start]


def show(magnitude: Fraction) -> str:
    """Print a fraction to 12 significant digits, however large it is."""
    return f"{Decimal(magnitude.numerator) / Decimal(magnitude.denominator):.12g}"


def order_of(magnitude: Fraction) -> int:
    """Return the exponent of the leading decimal digit: 2 for 345, -3 for 0.0012."""
    guess = math.floor(math.log10(magnitude.numerator) - math.log10(magnitude.denominator))
    while power_of_ten(guess) > magnitude:
        guess -= 1
    while power_of_ten(guess + 1) <= magnitude:
        guess += 1
    return guess


def draft_digits(number: Number, magnitude: Fraction) -> Draft:
    """Print with the decimals, the separators and the kind of exponent of a number."""
    if number.decimals > LONGEST_LITERAL:
        message = f"more than {LONGEST_LITERAL} decimals cannot be written"
        raise WriteError(message)
    edits: list[Edit] = []
    tens = number.scale
    if number.exponent:
        like = slice_of(number, number.exponent)
        old = read_exponent(like)
        exponent = _choose_exponent(number, magnitude, old)
        tens += exponent
        if exponent != old:
            edits.append(
                (*number.exponent, print_exponent(exponent, like, maths=number.maths and "^" in number.text))
            )
    last_digit = power_of_ten(tens - number.decimals)
    rounding = last_digit
    if number.about and number.is_integer and magnitude:
        rounding *= 10 ** _insignificant(number, magnitude / last_digit)
    units = int(round(magnitude / rounding) * rounding / last_digit)
    printed = slice_of(number, number.digits)
    digits = print_fixed(units, number.decimals, number.separator, bare=printed.startswith("."))
    edits.append((*number.digits, digits))
    if number.ordinal:
        edits.append((number.digits[1], number.end, ordinal_ending(units)))
    figures = "" if number.decimals else str(units)
    return Draft(edits, units * last_digit, last_digit / 2, figures)


def _insignificant(number: Number, units: Fraction) -> int:
    """Return how many final digits become 0 when as many figures are kept as are printed."""
    kept = len(number.figures.strip("0")) or 1
    return max(0, order_of(units) + 1 - kept) if units >= 1 else 0


def _choose_exponent(number: Number, magnitude: Fraction, old: int) -> int:
    """Keep one digit before the point where there was one, a 0 included; else keep the exponent."""
    mantissa = abs(number.value) / power_of_ten(number.scale + old)
    if not magnitude or (mantissa and not 1 <= mantissa < TEN):
        return old
    magnitude /= power_of_ten(number.scale)
    order = order_of(magnitude)
    rounded_up = round(magnitude / power_of_ten(order - number.decimals)) >= int(10 ** (number.decimals + 1))
    return order + rounded_up


def print_exponent(exponent: int, like: str, *, maths: bool) -> str:
    """Print an exponent as another is printed: braced, raised, or bare as in 1e-05."""
    if like.startswith("{"):
        return f"{{{exponent}}}"
    if like.translate(FROM_SUPERSCRIPT) != like:
        return str(exponent).translate(TO_SUPERSCRIPT)
    if maths:
        return str(exponent) if 0 <= exponent < TEN else f"{{{exponent}}}"
    digits = like.lstrip("+-−")
    padded = str(abs(exponent)).rjust(len(digits) if digits.startswith("0") else 1, "0")
    if exponent < 0:
        return ("−" if like.startswith("−") else "-") + padded
    return ("+" if like.startswith("+") or (like[0] in "-−" and digits.startswith("0")) else "") + padded


def print_fixed(units: int, decimals: int, separator: str, *, bare: bool = False) -> str:
    """Print a whole number of last-digit units with its decimal point; `bare` omits a leading 0."""
    digits = str(units).rjust(decimals + 1, "0")
    whole, fraction = (digits[:-decimals], digits[-decimals:]) if decimals else (digits, "")
    if separator:
        head = len(whole) % 3
        groups = [whole[:head]] * bool(head) + [whole[at : at + 3] for at in range(head, len(whole), 3)]
        whole = separator.join(groups)
    whole = "" if bare and whole == "0" else whole
    return whole + ("." + fraction if decimals else "")


def ordinal_ending(count: int) -> str:
    """Return the ending of an English ordinal: 3rd, 13th."""
    if count % 100 in (11, 12, 13):
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")


def draft_word(number: Number, magnitude: Fraction) -> Draft:
    """Spell a count; the scale words that follow stay."""
    scale = power_of_ten(number.scale)
    count = magnitude / scale
    if number.about and count >= 1:
        rounding = 10 ** _insignificant(number, count)
        count = Fraction(round(count / rounding) * rounding)
    whole = round(count)
    same = number.value == whole * scale
    edits = [] if same else [(*number.digits, spell(whole, slice_of(number, number.digits)))]
    return Draft(edits, whole * scale, scale / 2, str(whole))


def draft_glyph(number: Number, magnitude: Fraction) -> Draft:
    """Choose among ½, ¼ and their like."""
    for glyph, parts in GLYPHS.items():
        if abs(Fraction(*parts) - magnitude) <= ROUNDOFF * magnitude:
            return Draft([(*number.digits, glyph)], Fraction(*parts), Fraction(0))
    message = f"no single character prints {show(magnitude)}"
    raise WriteError(message)
