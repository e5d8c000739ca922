from fractions import Fraction
from math import inf

import numpy as np
import pytest

from softlookup.arrays import as_count, as_floats, as_number, read_only, require_axes
from softlookup.errors import DtypeError, RangeError, ShapeError, SoftLookupError


def test_errors_share_a_base_and_are_what_callers_expect() -> None:
    for error, builtin in ((ShapeError, ValueError), (DtypeError, TypeError)):
        assert issubclass(error, SoftLookupError)
        assert issubclass(error, builtin)


def test_floats_are_kept_and_integers_become_float64() -> None:
    kept = np.ones(3, np.float32)
    assert as_floats(kept, "x") is kept
    assert as_floats([1, 2], "x").dtype == np.float64
    assert as_floats([], "x").dtype == np.float64


@pytest.mark.parametrize("refused", [[True], ["a"], [1j], [None], np.array(["2020"], "M8[D]")])
def test_anything_else_is_refused_by_name(refused: object) -> None:
    with pytest.raises(DtypeError, match="keys: expected real numbers"):
        as_floats(refused, "keys")  # type: ignore[arg-type]


def test_rows_of_different_lengths_are_refused_by_name() -> None:
    with pytest.raises(ShapeError, match="keys: expected rows of equal length"):
        as_floats([[1, 2], [3]], "keys")


@pytest.mark.parametrize(
    ("given", "read"),
    [(2, 2.0), (np.float32(0.5), 0.5), (np.array(3), 3.0), (Fraction(1, 4), 0.25)],
)
def test_a_real_number_is_read_as_a_float(given: object, read: float) -> None:
    found = as_number(given, "x")
    assert type(found) is float
    assert found == read


def test_a_number_too_large_for_a_float_is_infinite() -> None:
    assert (as_number(10**400, "x"), as_number(-(10**400), "x")) == (inf, -inf)


@pytest.mark.parametrize("refused", ["5", True, np.True_, 1j, None, [1.0], np.array("a"), np.array(1j)])
def test_what_is_no_real_number_is_refused(refused: object) -> None:
    with pytest.raises(DtypeError, match=r"x: expected a real number, found"):
        as_number(refused, "x")


def test_one_number_is_no_array() -> None:
    with pytest.raises(ShapeError, match=r"x: expected a real number, found an array of shape \(1,\)"):
        as_number(np.ones(1), "x")


def test_whole_numbers_are_read_within_their_ends() -> None:
    assert as_count(np.int8(3), "n", 1) == 3
    assert as_count(0, "n", 0, 0) == 0
    for refused in (2.0, "3", True, None):
        with pytest.raises(DtypeError, match=f"n: expected a whole number of at least 1, found {refused!r}"):
            as_count(refused, "n", 1)
    for outside in (-1, 3):
        with pytest.raises(RangeError, match=f"n: expected a whole number from 0 to 2, found {outside}"):
            as_count(outside, "n", 0, 2)


def test_axes_are_counted() -> None:
    require_axes(np.zeros((2, 2)), "x", 2, "a matrix", most=2)
    for shape in [(2,), (2, 2, 2)]:
        with pytest.raises(ShapeError, match=r"x: expected a matrix, found shape \(2,"):
            require_axes(np.zeros(shape), "x", 2, "a matrix", most=2)


def test_what_is_kept_cannot_be_written_to_and_does_not_follow_the_original() -> None:
    original = np.array([1.0, 2.0])
    kept = read_only(original)
    original[0] = 9
    assert kept[0] == 1
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 9
