import math
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from softlookup.experiments import overflow as overflow_module
from softlookup.experiments.overflow import FloatLimits, Overflow, find_overflow

KINDS = ["float16", "float32", "float64"]


@pytest.fixture(scope="module")
def overflow() -> Overflow:
    return find_overflow()


def limits_of(overflow: Overflow, kind: str) -> FloatLimits:
    limits: FloatLimits = getattr(overflow, kind)
    return limits


@pytest.mark.parametrize("kind", KINDS)
def test_the_last_float_is_found(overflow: Overflow, kind: str) -> None:
    limits, dtype = limits_of(overflow, kind), np.dtype(kind).type
    last = dtype(limits.overflows_above)
    assert last == limits.overflows_above
    with np.errstate(over="ignore", under="ignore"):
        assert np.isfinite(np.exp(last))
        assert np.isinf(np.exp(np.nextafter(last, dtype(np.inf))))
        last = dtype(limits.vanishes_below)
        assert np.exp(last) > 0
        assert np.exp(np.nextafter(last, dtype(-np.inf))) == 0


@pytest.mark.parametrize("kind", KINDS)
def test_the_limits_are_the_logarithms_of_the_extreme_numbers(overflow: Overflow, kind: str) -> None:
    limits, info = limits_of(overflow, kind), np.finfo(kind)
    largest, smallest = float(info.max), float(info.smallest_subnormal)
    assert limits.largest_number == largest
    # Half a unit in the last place may be rounded to either side of an extreme number.
    spacing = float(np.spacing(np.dtype(kind).type(limits.overflows_above)))
    assert limits.overflows_above == pytest.approx(math.log(largest), abs=2 * spacing)
    assert limits.pair_fails_above == pytest.approx(math.log(largest) - math.log(2), abs=2 * spacing)
    # Down there a result is rounded to the smallest number from half of it upward.
    assert limits.vanishes_below == pytest.approx(
        math.log(smallest) - math.log(2), abs=1e-3 * abs(limits.vanishes_below)
    )
    assert limits.pair_fails_below == limits.vanishes_below


def test_the_limits_are_those_that_source_a_needs(overflow: Overflow) -> None:
    above = [limits_of(overflow, kind).overflows_above for kind in KINDS]
    assert [math.floor(x) for x in above] == [11, 88, 709]


@pytest.mark.parametrize("kind", KINDS)
def test_the_unshifted_softmax_breaks_where_the_shifted_one_holds(overflow: Overflow, kind: str) -> None:
    limits, dtype = limits_of(overflow, kind), np.dtype(kind).type
    beyond = float(np.nextafter(dtype(limits.overflows_above), dtype(np.inf)))
    assert np.isnan(limits.naive(beyond)[0])
    rest, eps = math.exp(-beyond), float(np.finfo(dtype).eps)
    expected = [1 / (1 + rest), rest / (1 + rest)]
    np.testing.assert_allclose(limits.shifted(beyond), expected, rtol=4 * eps, atol=eps**2)
    assert limits.shifted_error < 1e-15
    one = np.array([math.e / (math.e + 1), 1 / (math.e + 1)])
    for weights in (limits.naive(1), limits.shifted(1)):
        assert weights.dtype == dtype
        np.testing.assert_allclose(weights, one, rtol=4 * eps)


@pytest.mark.parametrize("kind", KINDS)
def test_a_pair_fails_silently_above_and_loudly_below(overflow: Overflow, kind: str) -> None:
    limits, dtype = limits_of(overflow, kind), np.dtype(kind).type

    def weigh(x: float, toward: float) -> np.ndarray[tuple[int], np.dtype[np.floating]]:
        scores = np.full(2, np.nextafter(dtype(x), dtype(toward)))
        with np.errstate(all="ignore"):
            weights: np.ndarray[tuple[int], np.dtype[np.floating]] = np.exp(scores) / np.exp(scores).sum()
        return weights

    np.testing.assert_array_equal(weigh(limits.pair_fails_above, 0), [0.5, 0.5])
    np.testing.assert_array_equal(weigh(limits.pair_fails_above, np.inf), [0, 0])
    np.testing.assert_array_equal(weigh(limits.pair_fails_below, 0), [0.5, 0.5])
    assert np.isnan(weigh(limits.pair_fails_below, -np.inf)).all()


def test_a_softmax_that_breaks_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def favour_the_first(scores: npt.NDArray[np.floating[Any]]) -> npt.NDArray[np.floating[Any]]:
        return np.broadcast_to(np.array([0.75, 0.25]), scores.shape)

    monkeypatch.setattr(overflow_module, "softmax", favour_the_first)
    assert not find_overflow().float32.shifted_error < 0.2


def test_a_number_beyond_the_dtype_is_taken_as_infinite(overflow: Overflow) -> None:
    np.testing.assert_array_equal(overflow.float16.shifted(1e6), [1, 0])
    assert np.isnan(overflow.float16.naive(1e6)[0])
