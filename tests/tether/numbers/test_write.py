"""Writing a value in the form of another, and rewriting a text in place."""

from __future__ import annotations

import pytest

from tether.numbers import Value, WriteError, read_numbers, rewrite, write


@pytest.mark.parametrize(
    ("form", "value", "written"),
    [
        ("0.2287", 0.228612, "0.2286"),
        ("-3.65", -3.6375, "-3.64"),
        ("−3.65", -3.6375, "−3.64"),
        ("−3.65", 3.6375, "3.64"),
        ("3.65", -3.6375, "-3.64"),
        ("+2.05", 2.0572, "+2.06"),
        ("+2.05", -2.0572, "-2.06"),
        ("+2.05", 0.0, "0.00"),
        ("-2.05", -0.001, "-0.00"),
        ("2.05", -0.001, "0.00"),
        (".5", 0.25, ".2"),  # half to even
        (".5", 1.25, "1.2"),
        ("10,000", 9_999, "9,999"),
        ("10,000", 1_234_567, "1,234,567"),
        ("10,000", 12, "12"),
        ("10,000.5", 1234.56, "1,234.6"),
        ("10\u2009000", 1_234_567, "1\u2009234\u2009567"),
        ("$10{,}000$", 12_345, "12{,}345"),
        (r"$10\,000$", 12_345, r"12\,345"),
        ("1e-12", 2.4e-7, "2e-7"),
        ("1e-05", 2.4e-7, "2e-07"),
        ("1e-05", 2.4e7, "2e+07"),
        ("1E+5", 2.4e7, "2E+7"),
        ("9.98e5", 999_999.0, "1.00e6"),
        ("22.2e-17", 3.14e-15, "314.0e-17"),
        (r"$2.22 \times 10^{-16}$", 3.65e-12, r"3.65 \times 10^{-12}"),
        (r"$2.2 \times 10^5$", 3.65e7, r"3.6 \times 10^7"),
        (r"$2.2 \times 10^5$", 3.55e17, r"3.6 \times 10^{17}"),
        ("2.22 × 10⁻¹⁶", 3.65e12, "3.65 × 10¹²"),
        ("2.22 × 10⁻¹⁶", -3.65e12, "-3.65 × 10¹²"),
        ("13 %", 0.2049, "20 %"),
        (r"$13\,\%$", 0.2049, r"20\,\%"),
        ("13.0 percent", 0.2049, "20.5 percent"),
        ("2.5 points", 0.0314, "3.1 points"),
        ("300 billion", 310e9, "310 billion"),
        ("94 thousand", 95_000, "95 thousand"),
        ("about 94 thousand", 95_400, "95 thousand"),
        ("about 400,000", 512_345, "500,000"),
        ("about 480", 1_234, "1200"),
        ("about 480", 3, "3"),
        ("thirteen", 26, "twenty-six"),
        ("Thirteen", 99, "Ninety-nine"),
        ("thirteen", 13.4, "thirteen"),
        ("twenty", 0, "zero"),
        ("a hundred thousand", 300_000, "three hundred thousand"),
        ("two hundred and five", 206, "two hundred and six"),
        ("two hundred", 999, "nine hundred and ninety-nine"),
        ("thirteen percent", 0.2, "twenty percent"),
        ("3rd", 21, "21st"),
        ("3rd", 12, "12th"),
        ("1/4", 0.75, "3/4"),
        ("2/4", 0.25, "1/4"),
        ("1/4", 1 / 3, "1/3"),
        ("1/4", -0.75, "-3/4"),
        ("-1/4", 0.75, "3/4"),
        (r"$\frac{1}{4}$", 0.75, r"\frac{3}{4}"),
        (r"$\frac{-1}{4}$", -0.75, r"\frac{-3}{4}"),
        ("20.08/23.09", 0.8700489, "20.09/23.09"),
        ("½", 0.25, "¼"),
        ("$10^{9}$", 1e10, "10^{10}"),
        ("$10^9$", 1e10, "10^{10}"),
        ("10⁻¹¹", 1e-12, "10⁻¹²"),
        ("10^-11", 1e-12, "10^-12"),
        ("13²", 196, "14²"),
        ("13³", 169, "13²"),
        ("$2^{3}$", 1024, "2^{10}"),
        ("$12^2$", 169, "13^2"),
    ],
)
def test_write(form: str, value: Value, written: str) -> None:
    (number,) = read_numbers(form, expected=1)
    assert write(number, value) == written


@pytest.mark.parametrize(
    ("form", "value", "reason"),
    [
        ("thirteen", 100, "beyond ninety-nine"),
        ("two hundred", 1000, "beyond ninety-nine"),
        ("thirteen", -4, "takes no sign"),
        ("½", -0.25, "takes no sign"),
        ("94 thousand", 93_750, "printed exactly"),
        ("1e5", 123_456, "printed exactly"),
        ("13²", 170, "no power"),
        ("$10^{10}$", 1.1e10, "no power"),
        ("$10^{10}$", 0.0, "as a power"),
        ("1/4", 0.2286123, "no fraction"),
        ("½", 0.55, "no single character"),
        ("1", float("nan"), "not finite"),
        ("1", 10**4000, "bits"),
    ],
)
def test_forms_that_cannot_hold_a_value_say_why(form: str, value: Value, reason: str) -> None:
    (number,) = read_numbers(form, expected=1)
    with pytest.raises(WriteError, match=reason):
        write(number, value)


@pytest.mark.parametrize(
    ("text", "values", "rewritten"),
    [
        ("weight 0.2287, not 0.1397", [0.2286, 0.1397], "weight 0.2286, not 0.1397"),
        ("[0.3032, -0.2232, 0.2016]", [-0.3032, 0.2232, 0.2016], "[-0.3032, 0.2232, 0.2016]"),
        ("0.3032 and −0.2232", [-0.3032, -0.2232], "−0.3032 and −0.2232"),
        ("$p_2 = 0.8701$ after 12 steps", [0.87, 13], "$p_2 = 0.8700$ after 13 steps"),
        ("13–20 %", [0.14, 0.2], "14–20 %"),
        ("about 13–20 %", [0.13, 0.31], "about 13–31 %"),
        ("2.45 ± 0.11 points", [0.0246, 0.0010], "2.46 ± 0.10 points"),
        ("1 in 1001", [1, 1000], "1 in 1000"),
        ("0.125 is on the edge", [0.1255], "0.125 is on the edge"),
        ("Sechs, 0.2287 – naïve\r\n", [0.2286], "Sechs, 0.2286 – naïve\r\n"),
    ],
)
def test_rewrite(text: str, values: list[Value], rewritten: str) -> None:
    assert rewrite(text, read_numbers(text, expected=len(values)), values) == rewritten
    assert rewrite(rewritten, read_numbers(rewritten, expected=len(values)), values) == rewritten


def test_rewrite_needs_as_many_values_as_numbers() -> None:
    with pytest.raises(ValueError, match="shorter"):
        rewrite("1, 2", read_numbers("1, 2"), [1])


@pytest.mark.parametrize(
    ("text", "values"),
    [("0-1", [0, -1]), ("0–1", [0, -1]), ("0 – 1", [0, -1]), ("a – 1", [-1]), ("0-.5", [0, -0.4])],
)
def test_no_sign_is_written_behind_a_dash(text: str, values: list[Value]) -> None:
    with pytest.raises(WriteError, match="no reader can tell a dash from a sign"):
        rewrite(text, read_numbers(text, expected=len(values)), values)


def test_a_sign_that_stood_behind_a_dash_stays() -> None:
    assert rewrite("0 – -1", read_numbers("0 – -1"), [0, -2]) == "0 – -2"
