import numpy as np
import pytest

from softlookup.arrays import as_floats, read_only, require_axes
from softlookup.errors import DtypeError, ShapeError, SoftLookupError


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
