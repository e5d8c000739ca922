"""What the mathematics takes and gives: arrays of real floating-point numbers."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from softlookup.errors import DtypeError, ShapeError

FloatArray: TypeAlias = npt.NDArray[np.floating[Any]]
BoolArray: TypeAlias = npt.NDArray[np.bool_]
IntArray: TypeAlias = npt.NDArray[np.intp]


def as_floats(values: npt.ArrayLike, name: str) -> FloatArray:
    """Read numbers as floats: a float dtype is kept, integers become float64.

    Raises ``DtypeError``, naming the argument, for truth values, complex numbers, objects and
    anything else that is not a real number.
    """
    array = np.asarray(values)
    if array.dtype.kind == "f":
        return array
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    message = f"{name}: expected real numbers, found an array of dtype {array.dtype}"
    raise DtypeError(message)


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
