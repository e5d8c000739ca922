"""Verdicts on single values, reasoned out by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from tether.numbers import Value, compare, read_numbers


def status(text: str, value: Value, edge: float = 1e-9) -> str:
    (number,) = read_numbers(text, expected=1)
    return compare(number, value, edge=edge).status


@pytest.mark.parametrize(
    ("text", "value", "verdict"),
    [
        # floats: half a unit of the last digit
        ("0.2286", 0.228612345, "holds"),
        ("0.2286", 0.22865001, "drifted"),
        ("0.2287", 0.228612345, "drifted"),
        ("0.44", 0.5, "drifted"),
        ("0.", 1.0, "drifted"),
        ("13", 13.2, "holds"),
        ("13", 13.6, "drifted"),
        ("1.0000", 0.99999, "holds"),
        # the percent sign is part of the number
        ("13 %", 0.13, "holds"),
        ("13", 0.13, "drifted"),
        ("13 %", 13.0, "drifted"),
        ("13 %", 13, "drifted"),
        ("2.5 points", 0.0246, "holds"),
        ("2.5 points", 2.46, "drifted"),
        # signs
        ("-3.64", -3.6375, "holds"),
        ("−3.64", -3.6375, "holds"),
        ("-3.64", 3.6375, "sign"),
        ("3.64", -3.6375, "sign"),
        ("+2.06", 2.0572, "holds"),
        ("+2.06", -2.0572, "sign"),
        ("0.00", -0.004, "holds"),
        ("-0.00", -0.004, "holds"),
        ("-0.00", 0.004, "sign"),
        ("+0.00", 0.004, "holds"),
        ("+0.00", 0.0, "sign"),
        ("-0.0", -0.0, "holds"),
        ("-0.0", 0.0, "sign"),
        ("0.01", -0.01, "sign"),
        ("3.64", -3.70, "drifted"),
        # whole numbers exactly
        ("13", 13, "holds"),
        ("13", 14, "drifted"),
        ("-13", -13, "holds"),
        ("13", -13, "sign"),
        ("10,000", 10_000, "holds"),
        ("10,000", 10_001, "drifted"),
        ("94 thousand", 93_750, "drifted"),
        ("about 94 thousand", 93_750, "holds"),
        ("roughly 100 thousand", 93_750, "holds"),
        ("roughly 100 thousand", 43_750, "drifted"),
        ("about 400,000", 412_345, "holds"),
        ("about 410,000", 412_345, "holds"),
        ("about 420,000", 412_345, "drifted"),
        ("about 400,001", 412_345, "drifted"),
        ("about 480", 478.3, "holds"),
        ("480", 478.3, "drifted"),
        ("about 10 %", 0.13, "drifted"),
        ("300 billion", 300_000_000_000, "holds"),
        ("thirteen", 13, "holds"),
        ("twelve", 13, "drifted"),
        ("1", True, "holds"),
        ("1", False, "drifted"),
        ("13", np.int64(13), "holds"),
        ("13", np.int64(14), "drifted"),
        ("0.5", np.float32(0.5), "holds"),
        ("0.1", np.float64(0.1), "holds"),
        # exact forms
        ("1/4", 0.25, "holds"),
        ("1/4", Fraction(1, 4), "holds"),
        ("1/4", 0.2501, "drifted"),
        ("1/3", 1 / 3, "holds"),
        ("-1/4", 0.25, "sign"),
        ("$10^{10}$", 1e10, "holds"),
        ("$10^{10}$", 10**10, "holds"),
        ("$10^{10}$", 1.1e10, "drifted"),
        ("about $10^{10}$", 1.1e10, "holds"),
        ("13²", 169, "holds"),
        ("13²", 170, "drifted"),
        ("½", 0.5, "holds"),
        ("20.09/23.09", 0.8700489, "holds"),
        ("20.08/23.09", 0.8700489, "drifted"),
        ("20.10/23.09", 0.8700489, "drifted"),
        ("20.09/23.08", 0.8700489, "drifted"),
        ("20.09/23.10", 0.8700489, "drifted"),
        # exponents
        ("2.22e-16", 2.220446e-16, "holds"),
        ("2.22e-16", 2.23e-16, "drifted"),
        ("2.22e-16", 2.22e-15, "drifted"),
        (r"$2.22 \times 10^{-16}$", 2.220446e-16, "holds"),
        # on the edge, just inside and just outside
        ("0.12", 0.125, "edge"),
        ("0.13", 0.125, "edge"),
        ("0.13", 0.125 * (1 - 1e-12), "edge"),
        ("0.13", 0.125 * (1 + 1e-12), "edge"),
        ("0.13", 0.125 * (1 + 1e-8), "holds"),
        ("0.12", 0.125 * (1 + 1e-8), "drifted"),
        ("0.14", 0.125, "drifted"),
        ("-0.12", -0.125, "edge"),
        ("about 100", 150, "holds"),
        ("about 200", 150, "holds"),
        # not finite
        ("1", float("inf"), "not finite"),
        ("1", float("nan"), "not finite"),
        ("1", Decimal("NaN"), "not finite"),
        ("0.10", Decimal("0.1"), "holds"),
        ("0.10", Decimal("-0.1"), "sign"),
    ],
)
def test_status(text: str, value: Value, verdict: str) -> None:
    assert status(text, value) == verdict


def test_a_tie_holds_either_way_where_no_edge_is_asked_for() -> None:
    assert status("0.12", 0.125, edge=0) == "holds"
    assert status("0.13", 0.125, edge=0) == "holds"
    assert status("0.14", 0.125, edge=0) == "drifted"


def test_a_wider_edge_may_be_declared() -> None:
    assert status("0.13", 0.1251) == "holds"
    assert status("0.13", 0.1251, edge=0.01) == "edge"


@pytest.mark.parametrize(
    ("text", "value", "distance"),
    [
        ("0.2286", 0.228612345, (0.22865 - 0.228612345) / 0.228612345),
        ("0.2286", 0.228562345, (0.228562345 - 0.22855) / 0.228562345),
        ("0.30", 0.2286, (0.2286 - 0.225) / 0.2286),
        ("-0.2286", -0.228612345, (0.22865 - 0.228612345) / 0.228612345),
    ],
)
def test_distance_to_the_next_rounding_edge(text: str, value: float, distance: float) -> None:
    (number,) = read_numbers(text)
    measured = compare(number, value).distance
    assert measured is not None
    assert measured == pytest.approx(distance, rel=1e-9)


@pytest.mark.parametrize(("text", "value"), [("13", 13), ("1/4", 0.25), ("0.00", 0.0), ("0.00", 5e-324)])
def test_no_edge_to_be_distant_from(text: str, value: Value) -> None:
    (number,) = read_numbers(text, expected=1)
    assert compare(number, value).distance is None


@pytest.mark.parametrize(
    ("text", "value", "expected"),
    [
        ("0.2287", 0.228612345, "0.2286"),
        ("0.2286", 0.228612345, "0.2286"),
        ("12 %", 0.1299, "13 %"),
        ("twelve", 13, "thirteen"),
        ("twelve", 130, "130"),
        ("1/4", 0.2286123456789, "0.228612345679"),
        ("94 thousand", 93_750, "93750"),
        ("1", float("inf"), "inf"),
        ("3.64", -3.64, "-3.64"),
        ("-3.64", 3.64, "3.64"),
        ("1/4", 10**4000, "a number of 13288 bits"),
    ],
)
def test_what_should_have_been_printed(text: str, value: Value, expected: str) -> None:
    (number,) = read_numbers(text, expected=1)
    assert compare(number, value).expected_text == expected


@pytest.mark.parametrize("value", ["0.5", None, 1j, [0.5], np.zeros(2)])
def test_what_is_no_number(value: object) -> None:
    (number,) = read_numbers("0.5")
    with pytest.raises(TypeError, match=f"found {type(value).__name__}"):
        compare(number, value)  # type: ignore[arg-type]  # that is the point
