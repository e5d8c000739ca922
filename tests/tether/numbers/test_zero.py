"""Zero has a sign where its type gives it one, and no other."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from tether.numbers import Value, compare, read_numbers


@pytest.mark.parametrize("zero", [0, 0.0, Fraction(0), Decimal("0.0"), np.float32(0), np.int64(0)], ids=repr)
def test_a_zero_without_a_minus_is_printed_without(zero: Value) -> None:
    (plain,), (minus,) = read_numbers("0", expected=1), read_numbers("−0", expected=1)
    assert compare(plain, zero).status == "holds"
    assert compare(minus, zero).status == "sign"


@pytest.mark.parametrize("zero", [-0.0, Decimal("-0"), np.float64(-0.0)], ids=repr)
def test_a_zero_with_a_minus_may_be_printed_with_it(zero: Value) -> None:
    (plain,), (minus,) = read_numbers("0.0", expected=1), read_numbers("−0.0", expected=1)
    assert compare(plain, zero).status == "holds"
    assert compare(minus, zero).status == "holds"


@pytest.mark.parametrize("small", [-1e-9, Fraction(-1, 10**9), Decimal("-1e-9")], ids=repr)
def test_a_small_negative_value_may_be_printed_as_minus_zero(small: Value) -> None:
    (minus,), (plus,) = read_numbers("−0.00", expected=1), read_numbers("+0.00", expected=1)
    assert compare(minus, small).status == "holds"
    assert compare(plus, small).status == "sign"
    assert compare(minus, -small).status == "sign"
