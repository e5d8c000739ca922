import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.errors import DtypeError, ShapeError
from softlookup.positions import encode_positions, find_paces

WIDTHS = st.integers(1, 17)


def encode_by_the_formula(place: float, width: int, base: float) -> list[float]:
    """PE(place, 2i) = sin(place / base^(2i/d)), PE(place, 2i + 1) = cos of the same, a number at a time."""
    numbers = []
    for column in range(width):
        pair = column // 2
        angle = place / math.pow(base, 2 * pair / width)
        numbers.append(math.sin(angle) if column % 2 == 0 else math.cos(angle))
    return numbers


@given(st.lists(st.floats(-200, 200), max_size=5), WIDTHS, st.sampled_from([10_000.0, 100.0, 2.5]))
def test_the_formula_of_the_paper_holds(places: list[float], width: int, base: float) -> None:
    expected = np.array([encode_by_the_formula(place, width, base) for place in places])
    found = encode_positions(places, width, base=base)
    assert found.shape == (len(places), width)
    np.testing.assert_allclose(found, expected.reshape(len(places), width), atol=1e-12)


@given(st.integers(0, 50), st.integers(-20, 20), st.integers(1, 8))
def test_a_shift_turns_every_pair_by_an_angle_of_its_own(place: int, shift: int, pairs: int) -> None:
    start, end = encode_positions([place, place + shift], 2 * pairs)
    for pair, pace in enumerate(find_paces(2 * pairs)):
        sine, cosine = start[2 * pair : 2 * pair + 2]
        turn_sine, turn_cosine = math.sin(shift * pace), math.cos(shift * pace)
        turned = [sine * turn_cosine + cosine * turn_sine, cosine * turn_cosine - sine * turn_sine]
        np.testing.assert_allclose(end[2 * pair : 2 * pair + 2], turned, atol=1e-12)


@given(st.integers(0, 50), st.integers(0, 20), st.integers(1, 8))
def test_dot_products_know_the_distance_alone(place: int, distance: int, pairs: int) -> None:
    one, other = encode_positions([place, place + distance], 2 * pairs)
    assert one @ other == pytest.approx(np.cos(distance * find_paces(2 * pairs)).sum(), abs=1e-12)
    assert one @ one == pytest.approx(pairs)


def test_places_keep_their_shape_and_the_dtype_is_the_one_asked_for() -> None:
    places = np.arange(6).reshape(2, 3)
    wide = encode_positions(places, 5)
    assert wide.shape == (2, 3, 5)
    assert wide.dtype == np.float64
    for dtype in (np.float16, np.float32, np.float64, np.longdouble):
        found = encode_positions(places, 5, dtype=dtype)
        assert found.dtype == dtype
        allowed = 2 * float(np.finfo(dtype).eps) + 1e-15
        np.testing.assert_allclose(found.astype(np.float64), wide, atol=allowed)
    # A late place in float16: the angle itself must not be rounded to that dtype.
    late = encode_positions([2047.5], 2, dtype=np.float16)
    np.testing.assert_allclose(late[0].astype(float), [math.sin(2047.5), math.cos(2047.5)], atol=1e-3)


def test_place_0_is_where_all_circles_start() -> None:
    assert encode_positions(0, 4).tolist() == [0, 1, 0, 1]
    assert encode_positions([], 4).shape == (0, 4)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"width": 0}, ShapeError, "width of at least 1, found 0"),
        ({"width": -2}, ShapeError, "found -2"),
        ({"width": 2, "dtype": np.int64}, DtypeError, "float dtype, found int64"),
        ({"width": 2, "base": 0.0}, ValueError, "positive base, found 0.0"),
        ({"width": 2, "places": [True]}, DtypeError, "places"),
        ({"width": 2, "places": [1j]}, DtypeError, "places"),
    ],
)
def test_nonsense_is_refused(options: dict[str, Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        encode_positions(**{"places": [1], **options})
