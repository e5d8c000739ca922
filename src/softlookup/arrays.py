"""What the mathematics takes and gives: arrays of real floating-point numbers, and single numbers."""

from numbers import Integral, Real
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from softlookup.errors import DtypeError, RangeError, ShapeError

FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
IntArray: TypeAlias = npt.NDArray[np.intp]


def as_floats(values: npt.ArrayLike, name: str) -> FloatArray:
    """Read numbers as floats: a float dtype is kept, integers become float64.

    Raises, naming the argument, ``DtypeError`` for truth values, complex numbers, objects and
    anything else that is not a real number, and ``ShapeError`` for rows of different lengths.
    """
    array = as_array(values, name)
    if array.dtype.kind == "f":
        return array
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    message = f"{name}: expected real numbers, found an array of dtype {array.dtype}"
    raise DtypeError(message)


def as_array(values: npt.ArrayLike, name: str) -> npt.NDArray[Any]:
    """Read an array of any kind, or raise ``ShapeError``, naming the argument, for ragged nested lists."""
    try:
        return np.asarray(values)
    except ValueError as error:
        message = f"{name}: expected rows of equal length, found nested lists that make no array ({error})"
        raise ShapeError(message) from None


def as_number(value: object, name: str, expected: str = "a real number") -> float:
    """Read one real number; one too large for a float is infinite.

    Raises ``DtypeError``, saying what was expected and found, for truth values, text, complex numbers and
    anything else that is not one, and ``ShapeError`` for an array with axes.
    """
    if isinstance(value, np.ndarray):
        if value.ndim:
            message = f"{name}: expected {expected}, found an array of shape {value.shape}"
            raise ShapeError(message)
        value = value[()]
    if isinstance(value, bool) or not isinstance(value, Real):
        message = f"{name}: expected {expected}, found {value!r}"
        raise DtypeError(message)
    try:
        return float(value)
    except OverflowError:
        return -np.inf if value <= 0 else np.inf


def as_count(value: object, name: str, least: int, most: float = np.inf) -> int:
    """Read a whole number from ``least`` to ``most``.

    Raises ``DtypeError`` for what is none, such as 2.5 or a truth value, and ``RangeError`` outside.
    """
    ends = f"of at least {least}" if most == np.inf else f"from {least} to {most}"
    message = f"{name}: expected a whole number {ends}, found {value!r}"
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise DtypeError(message)
    if not least <= int(value) <= most:
        raise RangeError(message)
    return int(value)


def require_axes(array: FloatArray, name: str, least: int, layout: str, most: float = np.inf) -> None:
    """Raise ``ShapeError``, saying what layout was expected, for an array with fewer axes or more."""
    if not least <= array.ndim <= most:
        message = f"{name}: expected {layout}, found shape {array.shape}"
        raise ShapeError(message)


def working_dtype(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Give the dtype to compute in: float16 sums lose digits and overflow, so it works in float32."""
    return np.promote_types(dtype, np.float32)


def read_only(array: FloatArray) -> FloatArray:
    """Give a copy that cannot be written to, so that no page can change what another one quotes."""
    kept = np.array(array)
    kept.setflags(write=False)
    return kept
