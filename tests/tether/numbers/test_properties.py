"""Any value in any form: printed by Python's decimal module, read back here."""

from __future__ import annotations

import decimal
import itertools
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tether.numbers import Number, WriteError, compare, read_numbers, rewrite, write

patient = settings(deadline=None)
"""A busy machine is no failure; test_speed.py measures time, in processor seconds."""
EXACT = decimal.Context(prec=1200, rounding=decimal.ROUND_HALF_EVEN)
SUPERSCRIPT = str.maketrans("0123456789+-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻")


def fixed(value: Decimal, digits: int, spec: str = "f") -> str:
    """Print with a number of decimals, rounded half to even: the oracle."""
    return format(value.quantize(Decimal(1).scaleb(-digits), context=EXACT), spec)


def sign_of(value: Decimal, digits: int) -> str:
    return "-" if fixed(value, digits).startswith("-") else ""


def scientific(value: Decimal, digits: int) -> tuple[str, str]:
    with decimal.localcontext(EXACT):
        mantissa, _, exponent = f"{value:.{digits}e}".partition("e")
    return mantissa, str(int(exponent))


def scaled(value: Decimal, places: int) -> Decimal:
    return value.scaleb(places, context=EXACT)


Printer = Callable[[Decimal, int], str]
FORMS: dict[str, Printer] = {
    "plain": fixed,
    "minus sign": lambda v, d: fixed(v, d).replace("-", "−"),
    "with plus": lambda v, d: fixed(v, d, "+f"),
    "bare point": lambda v, d: (
        fixed(v, d).replace("0.", ".", 1) if abs(v) < Decimal("0.5") and d else fixed(v, d)
    ),
    "commas": lambda v, d: fixed(v, d, ",f"),
    "thin spaces": lambda v, d: fixed(v, d, ",f").replace(",", "\u2009"),
    "narrow spaces": lambda v, d: fixed(v, d, ",f").replace(",", "\u202f"),
    "TeX commas": lambda v, d: f"${fixed(v, d, ',f').replace(',', '{,}')}$",
    "TeX spaces": lambda v, d: f"$x = {fixed(v, d, ',f').replace(',', chr(92) + ',')}$",
    "parentheses": lambda v, d: f"({fixed(v, d)})",
    "sentence": lambda v, d: f"the top weight is {fixed(v, d)}.",
    "subscript before": lambda v, d: f"$p_2 \\approx {fixed(v, d)}$",
    "sign before bold": lambda v, d: sign_of(v, d) + "**" + fixed(v, d).lstrip("-") + "**",
    "minus in words": lambda v, d: "equals " + fixed(v, d).replace("-", "minus "),
    "sign before a group": lambda v, d: f"$x = {sign_of(v, d)}\\mathbf{{{fixed(v, d).lstrip('-')}}}$",
    "spaced sign": lambda v, d: "it is " + fixed(v, d).replace("-", "− "),
    "percent behind brackets": lambda v, d: f"({fixed(scaled(v, 2), d)}) %",
    "percent": lambda v, d: fixed(scaled(v, 2), d) + " %",
    "percent sign": lambda v, d: fixed(scaled(v, 2), d) + "%",
    "TeX percent": lambda v, d: f"${fixed(scaled(v, 2), d)}\\,\\%$",
    "percent in words": lambda v, d: fixed(scaled(v, 2), d) + " per cent",
    "points": lambda v, d: fixed(scaled(v, 2), d) + " percentage points",
    "thousand": lambda v, d: fixed(scaled(v, -3), d) + " thousand",
    "billion": lambda v, d: fixed(scaled(v, -9), d, ",f") + " billion",
    "e": lambda v, d: "e".join(scientific(v, d)),
    "E+": lambda v, d: f"{{}}E{int(scientific(v, d)[1]):+d}".format(scientific(v, d)[0]),
    "TeX power": lambda v, d: "${} \\times 10^{{{}}}$".format(*scientific(v, d)),
    "superscript": lambda v, d: scientific(v, d)[0] + " × 10" + scientific(v, d)[1].translate(SUPERSCRIPT),
    "caret": lambda v, d: "{} × 10^{}".format(*scientific(v, d)),
}

floats = st.one_of(
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(-10, 10),
    st.floats(0, 1).filter(bool),
    st.sampled_from(
        [0.0, -0.0, 5e-324, 1.7976931348623157e308, 0.5, 0.125, 9.9999999, 0.99999999, 1e22, 2.5]
    ),
)
digits = st.integers(0, 25)
forms = st.sampled_from(sorted(FORMS))


def between_digits(text: str, first: Number, second: Number) -> str:
    """Give what stands between two numbers, the second's sign left out but not its markup."""
    return text[first.end : second.start] + text[second.start + len(second.sign) : second.digits[0]]


def print_and_read(value: float, decimals: int, form: str) -> tuple[str, Number]:
    assume(not (form == "with plus" and value == 0))
    text = FORMS[form](Decimal(value), decimals)
    numbers = read_numbers(text, expected=1)
    assert len(numbers) == 1, text
    return text, numbers[0]


@patient
@given(floats, digits, forms)
def test_what_is_printed_is_read_back(value: float, decimals: int, form: str) -> None:
    _, number = print_and_read(value, decimals, form)
    assert number.decimals == decimals
    assert abs(number.value - Fraction(value)) <= number.half_unit
    assert compare(number, value, edge=0).status == "holds"
    assert compare(number, value).status in ("holds", "edge")


@patient
@given(floats, digits, forms)
def test_half_unit_is_that_of_the_last_digit(value: float, decimals: int, form: str) -> None:
    text, number = print_and_read(value, decimals, form)
    last = number.digits[1] - 1
    new = "1" if text[last] == "0" else "0"
    (other,) = read_numbers(text[:last] + new + text[last + 1 :], expected=1)
    assert abs(other.value - number.value) == 2 * number.half_unit * abs(int(text[last]) - int(new))


@patient
@given(floats, digits, forms, st.integers(1, 9))
def test_a_wrong_last_digit_never_holds_and_is_mended(
    value: float, decimals: int, form: str, shift: int
) -> None:
    text, number = print_and_read(value, decimals, form)
    last = number.digits[1] - 1
    wrong = text[:last] + str((int(text[last]) + shift) % 10) + text[last + 1 :]
    numbers = read_numbers(wrong, expected=1)
    assert len(numbers) == 1
    comparison = compare(numbers[0], value)
    assert not comparison.holds
    if comparison.status != "edge":
        assert rewrite(wrong, numbers, [value]) == text
        assert comparison.expected_text == number.text


@patient
@given(floats, floats, digits, forms)
def test_what_is_written_holds(value: float, other: float, decimals: int, form: str) -> None:
    text, number = print_and_read(value, decimals, form)
    new = text[: number.start] + write(number, other) + text[number.end :]
    (again,) = read_numbers(new, expected=1)
    assert compare(again, other, edge=0).status == "holds"
    assert write(again, other) == again.text
    assert again.decimals == number.decimals


@patient
@given(floats, digits, forms)
def test_the_other_sign_never_holds(value: float, decimals: int, form: str) -> None:
    _, number = print_and_read(value, decimals, form)
    assume(number.value)
    assert compare(number, -value, edge=0).status == "sign"


@patient
@given(st.lists(st.tuples(floats, floats, digits, forms), min_size=1, max_size=5))
def test_rewrite_changes_only_what_does_not_hold_and_is_idempotent(
    rows: list[tuple[float, float, int, str]],
) -> None:
    assume(all(form != "with plus" or old for old, _, _, form in rows))
    text = (
        "a "
        + "; and ".join(FORMS[form](Decimal(old), decimals) for old, _, decimals, form in rows)
        + " é\r\n"
    )
    olds, news = [row[0] for row in rows], [row[1] for row in rows]
    numbers = read_numbers(text, expected=len(rows))
    assert len(numbers) == len(rows)
    assert rewrite(text, numbers, olds) == text
    once = rewrite(text, numbers, news)
    again = read_numbers(once, expected=len(rows))
    assert rewrite(once, again, news) == once
    assert all(
        compare(number, new).status in ("holds", "edge") for number, new in zip(again, news, strict=True)
    )
    between = [between_digits(text, a, b) for a, b in itertools.pairwise(numbers)]
    assert [between_digits(once, a, b) for a, b in itertools.pairwise(again)] == between


@patient
@given(st.integers(-(10**30), 10**30), st.sampled_from(["{}", "{:,}", "({}, x)", "${}$", "of {:,} draws"]))
def test_whole_numbers_are_exact(value: int, form: str) -> None:
    (number,) = read_numbers(form.format(value))
    assert number.value == value
    assert compare(number, value).holds
    assert not compare(number, value + 1).holds
    assert write(number, value) == number.text
    assert read_numbers(write(number, value * 3))[0].value == value * 3


@patient
@given(st.integers(1, 10**9), st.integers(1, 4))
def test_about_keeps_the_significant_figures(value: int, figures: int) -> None:
    rounded = int(decimal.Context(prec=figures).create_decimal(value))
    (number,) = read_numbers(f"about {rounded}")
    assert compare(number, value).holds
    assert compare(number, float(value), edge=0).holds
    assert not compare(number, 10 * value + 7).holds


@patient
@given(st.integers(0, 99), st.integers(0, 99))
def test_words(first: int, second: int) -> None:
    tens = ["zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    (form,) = read_numbers(tens[first // 10], expected=1)
    text = write(form, second)
    (number,) = read_numbers(text, expected=1)
    assert number.word
    assert number.value == second
    assert write(number, first) == write(form, first)


@patient
@given(st.integers(-50, 50), st.integers(1, 60))
def test_fractions_are_exact(top: int, bottom: int) -> None:
    (number,) = read_numbers(f"{top}/{bottom}", expected=1)
    assert number.value == Fraction(top, bottom)
    assert compare(number, top / bottom).holds
    assert not compare(number, (top + 1) / bottom).holds


PIECES = [
    *"0123456789.,-−+–±%^_{}()[]$\\/ \n×·:;eExX²⁻½#&'*~|§", "10", "10^", "10^{", "\\times",
    "\\frac", "{,}", "\\,", "\\%",
    " percent", " points", " thousand", "one", "twenty-", "hundred", " and ", "a ", "about ", "Figure ",
    "in 19", "GPT-",
    "p_", "\\text{", "\\mathbb{R}^", "http://", "arXiv:", "3rd", "Python ", "\\(", "\\)", "between ",
    "to ", "1982", "\u2009",
    "minus ", "twice ", "k", "_", "０", "⑬", "€", ") %",
    "√", "\\approx ", "= ", "\\hspace{", "\\sqrt", "&nbsp;", "v1.", "step ", "[^", "٣", "é", "한",
]  # fmt: skip
grammar_text = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)
any_text = st.one_of(st.text(max_size=200), grammar_text)


@patient
@given(text=any_text, maths=st.booleans(), bound=st.booleans(), expected=st.none() | st.integers(0, 5))
def test_spans_lie_in_order_in_any_text(text: str, *, maths: bool, bound: bool, expected: int | None) -> None:
    numbers = read_numbers(text, maths=maths, bound=bound, expected=expected)
    position = 0
    for number in numbers:
        assert position <= number.start < number.end <= len(text)
        assert number.start <= number.digits[0] < number.digits[1] <= number.end
        assert text[number.start : number.end] == number.text
        assert not (bound and number.structural)
        position = number.end


@patient
@given(text=grammar_text, value=floats, maths=st.booleans(), expected=st.sampled_from([None, 1]))
def test_any_number_found_can_be_compared_and_written_or_says_why_not(
    text: str,
    value: float,
    *,
    maths: bool,
    expected: int | None,
) -> None:
    for number in read_numbers(text, maths=maths, expected=expected):
        assert compare(number, value).expected_text
        try:
            written = write(number, value)
        except WriteError:
            assert not compare(number, value).holds
        else:
            assert written
