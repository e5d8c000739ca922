"""Each row of the tables of forms, and the record that a reading returns."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

import tether.numbers.bibliography
import tether.numbers.clock
import tether.numbers.idioms
import tether.numbers.read
import tether.numbers.references
import tether.numbers.structure
from tether.numbers import WriteError, compare, read_numbers, rewrite, write

ARROW = "→"


def rows_of(docstring: str | None) -> list[tuple[str, str]]:
    rows = [
        line.split(ARROW)
        for line in (docstring or "").splitlines()
        if line.startswith("    ") and ARROW in line
    ]
    return [(show_spaces(text.strip()), reads) for text, reads in rows]


def show_spaces(text: str) -> str:
    r"""Put in the narrow spaces that a table spells out, as in `10\u2009000`."""
    return re.sub(r"\\u([02]0[0-9a-f]{2})", lambda code: chr(int(code[1], 16)), text)


UNREADABLE = "unreadable"
BOUND_ROWS = rows_of(tether.numbers.read.__doc__)
AUDIT_TABLES = [
    tether.numbers.structure,
    tether.numbers.references,
    tether.numbers.bibliography,
    tether.numbers.clock,
    tether.numbers.idioms,
]
AUDIT_ROWS = [row for module in AUDIT_TABLES for row in rows_of(module.__doc__)]


def test_the_tables_are_found() -> None:
    assert len(BOUND_ROWS) > 50
    assert len(AUDIT_ROWS) > 50
    assert all(len(rows_of(module.__doc__)) > 5 for module in AUDIT_TABLES)


@pytest.mark.parametrize(("text", "reads"), BOUND_ROWS)
def test_bound_form(text: str, reads: str) -> None:
    wanted = re.sub(r"  +\(.*", "", reads).strip()
    values = [UNREADABLE if value == "?" else Fraction(value) for value in wanted.split(", ") if value]
    assert [UNREADABLE if number.unreadable else number.value for number in read_numbers(text)] == values


@pytest.mark.parametrize(("text", "reads"), AUDIT_ROWS)
def test_audited_form(text: str, reads: str) -> None:
    loose, _, structural = reads.rpartition("|") if "|" in reads else (reads, "", "")
    wanted_loose = loose.strip().split(", ") if loose.strip() else []
    wanted_structural = [tuple(item.rsplit(": ", 1)) for item in structural.strip().split(", ") if item]
    pieces = re.findall(r"\$(.*?)\$", text)
    numbers = [
        number
        for piece in pieces or [text]
        for number in read_numbers(piece, maths=bool(pieces), bound=False)
    ]
    assert [number.text for number in numbers if number.structural is None] == wanted_loose
    assert [(number.text, number.structural) for number in numbers if number.structural] == wanted_structural


DESIGN_TABLE = [
    ("-3.64", ["-3.64"]),
    ("−3.64", ["-3.64"]),
    ("+2.06", ["2.06"]),
    ("10,000", ["10000"]),
    ("1e-12", ["1e-12"]),
    (r"$2.22 \times 10^{-16}$", ["2.22e-16"]),
    ("10⁻¹²", ["1e-12"]),
    ("$10^{10}$", ["1e10"]),
    ("13²", ["169"]),
    ("13 %", ["0.13"]),
    (r"13\%", ["0.13"]),
    ("13 percent", ["0.13"]),
    ("13–20 %", ["0.13", "0.20"]),
    ("2.5 points", ["0.025"]),
    ("300 billion", ["3e11"]),
    ("94 thousand", ["94000"]),
    ("1 in 1000", ["1", "1000"]),
    ("0 of 100,000", ["0", "100000"]),
    ("13-20", ["13", "20"]),
    ("13–20", ["13", "20"]),
    ("2.46 ± 0.10", ["2.46", "0.10"]),
    ("13 × 13", ["13", "13"]),
    (r"$8 \times 4$", ["8", "4"]),
    ("thirteen", ["13"]),
    ("twenty-six", ["26"]),
    ("p2", []),
    ("e^8", []),
    ("d_k", []),
    ("H200", []),
]


@pytest.mark.parametrize(("text", "values"), DESIGN_TABLE)
def test_the_table_of_the_design(text: str, values: list[str]) -> None:
    assert [number.value for number in read_numbers(text)] == [Fraction(value) for value in values]


@pytest.mark.parametrize(
    ("text", "half_unit"),
    [
        ("0.2286", "0.00005"),
        ("10,000", "0.5"),
        ("13 %", "0.005"),
        ("13.0 %", "0.0005"),
        ("2.5 points", "0.0005"),
        ("300 billion", "5e8"),
        ("2.5 million", "5e4"),
        ("2.22e-16", "5e-19"),
        (r"$2.2 \times 10^{5}$", "5e3"),
        ("$10^{10}$", "0"),
        ("13²", "0"),
        ("½", "0"),
        ("thirteen", "0.5"),
        ("one hundred", "0.5"),
        ("a hundred thousand", "500"),
    ],
)
def test_half_unit(text: str, half_unit: str) -> None:
    (number,) = read_numbers(text)
    assert number.half_unit == Fraction(half_unit)


@pytest.mark.parametrize(
    ("text", "expected", "values"),
    [
        ("1/4", 1, ["1/4"]),
        ("1/4", 2, ["1", "4"]),
        ("-1/4", 1, ["-1/4"]),
        ("20.09/23.09", 1, ["2009/2309"]),
        (r"$\frac{20.09}{23.09}$", 1, ["2009/2309"]),
        (r"$\frac{20.09}{23.09}$", 2, ["20.09", "23.09"]),
        (r"$\frac12$", 1, ["1/2"]),
        ("1/4 and 3", 2, ["1/4", "3"]),
        ("1/4 and 3", 3, ["1", "4", "3"]),
        ("1/4, 3/4 and 5", 2, ["1", "4", "3", "4", "5"]),
        ("1/2/3", 1, ["1", "2", "3"]),
        ("1/0", 1, ["1", "0"]),
        ("13 %/2", 1, ["0.13", "2"]),
        ("one of 13", 1, ["13"]),
        ("one", 1, ["1"]),
        ("one", 0, []),
    ],
)
def test_what_is_expected_settles_the_reading(text: str, expected: int, values: list[str]) -> None:
    assert [number.value for number in read_numbers(text, expected=expected)] == [
        Fraction(value) for value in values
    ]


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("about 400", [True]),
        ("Roughly 400", [True]),
        ("some 480 patterns", [True]),
        ("around 94 thousand", [True]),
        ("approximately 13", [True]),
        ("~13", [True]),
        ("≈ 13", [True]),
        (r"$N \approx 400$", [True]),
        ("about $400$", [True]),
        ("about a hundred thousand", [True]),
        ("about 1 in 1000", [True, True]),
        ("about 13–20", [True, True]),
        ("about 400 of the 13 and 20", [True, False, False]),
        ("awesome 400", [False]),
        ("roundabout 400", [False]),
        ("about the 400", [False]),
        ("$x~400$", [False]),
        ("400, about", [False]),
    ],
)
def test_about(text: str, about: list[bool]) -> None:
    assert [number.about for number in read_numbers(text)] == about


def test_about_outside_the_binding() -> None:
    assert read_numbers("400", before="the slot holds about")[0].about
    assert read_numbers("400", before="the slot holds about ")[0].about
    assert not read_numbers("up to 400", before="about ")[0].about


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("-3", "-"), ("−3", "−"), ("+3", "+"), ("3", ""), ("–3", "–"),
        ("a-3 b", ""), ("(−3)", "−"), ("[-3", "-"),
        ("x = -3", "-"), ("x=-3", "-"), ("**-3**", "-"), ("--3", ""),
        ("$-3$", "-"), ("$= - 3$", "-"), ("$a -3$", ""),
        (r"$\approx -3$", "-"), (r"$\beta -3$", ""), (r"$\times -3$", "-"),
        ("$(a) - 3$", ""), ("$|-3|$", "-"),
        ("$|x| - 3$", ""), (r"$\{-3\}$", "-"), (r"$x \pm 3$", ""), ("± 3", ""),
        ("+/-3", ""), ("$x +/-3$", ""), ("…−3", "−"), (r"$\quad -3$", "-"),
        (r"$a\,-3$", ""), ("$& -3$", "-"), (r"$\\ -3$", "-"), ("‘-3’", "-"),
    ],
)  # fmt: skip
def test_sign(text: str, sign: str | None) -> None:
    assert [number.sign for number in read_numbers(text)] == ([] if sign is None else [sign])


@pytest.mark.parametrize(
    ("text", "form", "why"),
    [
        ("10k, or 13", "10k", "write the scale out, as in 10 thousand"),
        ("version v0.42", "v0.42", "its digits are part of a name"),
        ("at 42_x.", "42_x", "its digits are glued to a name"),
        ("is twice 13", "twice 13", "twice changes its value"),
        ("$13^n$", "13^", "^ after it changes its value"),
        ("error-42", "-42", "a minus stands before it that may or may not be its sign"),
        ("at ４２", "４２", "write it with the digits 0 to 9"),
    ],
)
def test_what_cannot_be_read_says_why_and_holds_for_nothing(text: str, form: str, why: str) -> None:
    number = read_numbers(text)[0]
    assert (number.text, number.unreadable) == (form, why)
    assert text[number.start : number.end] == form
    for value in (number.value, -number.value, 13, 26, 10_000, 0.42, 42):
        assert compare(number, value).status == "unreadable"
        assert not compare(number, value).holds
        with pytest.raises(WriteError, match=re.escape(why)):
            write(number, value)


@pytest.mark.parametrize(
    ("text", "value", "new"),
    [
        ("−**13**", -14, "−**14**"),
        ("−**13**", 14, "**14**"),
        ("minus 13 keys", -14, "minus 14 keys"),
        ("it is minus 13", 14, "it is 14"),
        ("minus thirteen", -14, "minus fourteen"),
        (r"$x=-\mathbf{13}$", -14, r"$x=-\mathbf{14}$"),
        (r"$-\frac{26}{2}$", -14, r"$-\frac{28}{2}$"),
        (r"$-\frac{26}{2}$", 14, r"$\frac{28}{2}$"),
        ("– 13", -13, "– 13"),
        ("−½", -0.25, "−¼"),
    ],
)
def test_a_sign_across_markup_is_held_and_rewritten(text: str, value: float, new: str) -> None:
    numbers = read_numbers(text, expected=1)
    assert len(numbers) == 1
    assert compare(numbers[0], numbers[0].value).holds
    assert compare(numbers[0], -numbers[0].value).status == "sign"
    assert rewrite(text, numbers, [value]) == new
    assert compare(read_numbers(new, expected=1)[0], value).holds


def test_spans_point_into_the_text() -> None:
    text = r"so [$p_2 = −0.8700$] of 10,000 or 2.22 × 10⁻¹⁶, that is 13–20 % and thirteen thousand"
    numbers = read_numbers(text)
    assert [text[number.start : number.end] for number in numbers] == [number.text for number in numbers]
    assert [number.text for number in numbers] == [
        "−0.8700",
        "10,000",
        "2.22 × 10⁻¹⁶",
        "13",
        "20 %",
        "thirteen thousand",
    ]
    assert [text[slice(*number.digits)] for number in numbers] == [
        "0.8700",
        "10,000",
        "2.22",
        "13",
        "20",
        "thirteen",
    ]
    assert text[slice(*(numbers[2].exponent or (0, 0)))] == "⁻¹⁶"


@pytest.mark.parametrize(
    ("text", "is_integer"),
    [
        ("13", True), ("10,000", True), ("13 %", False), ("13.0", False), ("1e5", False),
        ("$10^{10}$", False),
        ("thirteen", True), ("94 thousand", True), ("½", False), ("-4", True),
    ],
)  # fmt: skip
def test_is_integer(text: str, *, is_integer: bool) -> None:
    assert [number.is_integer for number in read_numbers(text)] == [is_integer]


def test_prices_are_not_maths() -> None:
    assert [number.maths for number in read_numbers("$5 and $6, or $7$ and \\(8\\)")] == [
        False,
        False,
        True,
        True,
    ]


def test_absurd_literals_are_read_in_time() -> None:
    assert len(read_numbers("1e999999999999")) == 1
    assert len(read_numbers("9" * 100_000)) == 1
    assert len(read_numbers("0." + "3" * 100_000)) == 1
    assert len(read_numbers("99999^{99999999}", maths=True)) == 1


def test_list_marks_count_on_and_wrapped_lines_do_not() -> None:
    text = (
        "1. of 13 keys\n2. the next,\n   wrapped before\n7. and\n3. last\n\n"
        "Some prose ends with\n13. More.\n\n1. anew"
    )
    marks = [number.text for number in read_numbers(text, bound=False) if number.structural == "list mark"]
    assert marks == ["1", "2", "3", "1"]
    assert [number.text for number in read_numbers(text, bound=False) if not number.structural] == [
        "13",
        "7",
        "13",
    ]
