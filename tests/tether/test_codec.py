"""Results as JSON and back: bit for bit, or not at all."""

from __future__ import annotations

import enum
import json
import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tether.codec import NotKeptError, decode, encode
from tether.values import Estimate, Record, Roundoff


class Bank(enum.Enum):
    """One of two."""

    LEFT = "left"


class Side(enum.Flag):
    """One or both."""

    LEFT = 1
    RIGHT = 2


class Reach(NamedTuple):
    """A named tuple."""

    start: float
    end: float = 1.0


class Scaled(Reach):
    """A named tuple that changes what it is given."""

    def __new__(cls, start: float) -> Self:
        """Start a thousand times as far."""
        return super().__new__(cls, start * 1000)


@dataclass(frozen=True)
class River:
    """A dataclass that holds what may be kept."""

    name: str
    depths: Any
    reach: Reach | None = None


@dataclass
class Slotted:
    """A dataclass without a dict."""

    __slots__ = ("n",)
    n: int


@dataclass
class Late:
    """A dataclass that may lack a field."""

    n: int
    later: int = field(init=False)


@dataclass
class Ring:
    """A dataclass that may hold itself."""

    n: int
    me: object = None


@dataclass
class Listing(dict[str, int]):
    """A dataclass that is a dict as well."""

    n: int


PLAIN = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
NESTED = st.recursive(
    PLAIN, lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text(), inner)
)
KINDS = (
    arrays.boolean_dtypes()
    | arrays.integer_dtypes()
    | arrays.floating_dtypes()
    | arrays.complex_number_dtypes()
)


def pass_through(value: object) -> Any:  # noqa: ANN401  (whatever it is)
    return decode(json.loads(json.dumps(encode(value))))


@given(NESTED)
def test_plain_values_come_back(value: object) -> None:
    again = pass_through(value)
    assert again == value
    assert repr(again) == repr(value)  # 0.0 is not -0.0, 1 is not True


@given(array=arrays.arrays(KINDS, arrays.array_shapes(min_dims=0, min_side=0)), turned=st.booleans())
def test_arrays_come_back_bit_for_bit(array: np.ndarray[Any, Any], *, turned: bool) -> None:
    value = array.T if turned else array
    again = pass_through(value)
    assert again.dtype == value.dtype
    assert again.shape == value.shape
    assert again.tobytes() == value.tobytes()
    assert again.flags.c_contiguous == value.flags.c_contiguous or value.size <= 1
    assert again.flags.writeable == value.flags.writeable


@pytest.mark.parametrize(
    "value",
    [
        math.inf,
        -0.0,
        River("Aare", np.arange(3.0), Reach(2.0)),
        Reach(1.5),
        Bank.LEFT,
        np.float32(0.1),
        np.dtype("float16"),
        Slotted(3),
        {(1, 2): "a", 3: "b"},
    ],
    ids=repr,
)
def test_values_of_the_book_come_back(value: object) -> None:
    again = pass_through(value)
    assert type(again) is type(value)
    assert repr(again) == repr(value)


def test_not_a_number_comes_back() -> None:
    assert math.isnan(pass_through(math.nan))


def test_marks_come_back() -> None:
    estimate = pass_through(Estimate(0.5, 0.4, 0.6, 100))
    assert (estimate.value, estimate.low, estimate.high, estimate.trials) == (0.5, 0.4, 0.6, 100)
    record = pass_through(Record(2.5, "on a gauge"))
    assert (record.value, record.about) == (2.5, "on a gauge")
    assert pass_through(Roundoff(1e-16)).value == 1e-16


def deep() -> Ring:
    ring = Ring(0)
    for _ in range(2000):
        ring = Ring(1, ring)
    return ring


def ring() -> Ring:
    found = Ring(1)
    found.me = found
    return found


def with_more() -> Ring:
    found = Ring(1)
    found.extra = 2  # type: ignore[attr-defined]
    return found


def late() -> Late:
    found = Late.__new__(Late)
    found.n = 1
    return found


@pytest.mark.parametrize(
    "value",
    [
        {1, 2},
        object(),
        len,
        np.array([1, None], dtype=object),
        Side.LEFT | Side.RIGHT,
        Listing(1),
        math.factorial(2000),
        deep(),
        ring(),
        with_more(),
        late(),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_has_no_exact_form_is_refused(value: object) -> None:
    with pytest.raises(NotKeptError):
        encode(value)


def test_a_named_tuple_is_not_built_again() -> None:
    assert pass_through(Scaled(1.0)).start == 1000.0


@pytest.mark.parametrize(
    "form",
    [{"class": "os:system", "fields": {}}, {"enum": "builtins:int", "member": "real"}, {"what": 1}, [1]],
    ids=str,
)
def test_a_form_that_nothing_has_is_refused(form: object) -> None:
    with pytest.raises(NotKeptError):
        decode(form)
