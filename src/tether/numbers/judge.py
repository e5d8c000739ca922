"""The verdict on a value and a printed number, in exact arithmetic."""

from __future__ import annotations

import math
import numbers as abstract
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tether.numbers.records import Number, Status

Value = int | float | Fraction | Decimal
EDGE = 1e-9


@dataclass(frozen=True, slots=True)
class Exact:
    """A value as a fraction, with what a fraction forgets."""

    value: Fraction
    whole: bool
    """Whether it came as an integer, which must be met exactly."""
    negative: bool
    """Whether it carries a minus; true of -0.0."""


def make_exact(value: object) -> Exact | None:
    """Return a value exactly, or None if it is not finite.

    Python's and NumPy's scalars are accepted; a truth value is 0 or 1. Anything else raises
    `TypeError`.
    """
    if isinstance(value, Decimal):
        return Exact(Fraction(value), whole=False, negative=value.is_signed()) if value.is_finite() else None
    if isinstance(value, abstract.Integral):
        return Exact(Fraction(int(value)), whole=True, negative=int(value) < 0)
    if isinstance(value, abstract.Rational):
        return Exact(Fraction(int(value.numerator), int(value.denominator)), whole=False, negative=value < 0)
    if isinstance(value, abstract.Real):
        number = float(value)
        if not math.isfinite(number):
            return None
        return Exact(Fraction(number), whole=False, negative=math.copysign(1, number) < 0)
    message = f"expected a real number to compare with a printed one, found {type(value).__name__}"
    raise TypeError(message)


def judge(number: Number, exact: Exact, edge: float) -> tuple[Status, float | None]:
    """Return the status of an exact value and its distance to the next rounding edge."""
    if number.unreadable:
        return "unreadable", None
    status, distance = _measure(number.value, exact, number, edge)
    if status == "drifted":
        mirrored = Exact(-exact.value, exact.whole, not exact.negative)
        other, other_distance = _measure(number.value, mirrored, number, edge)
        return ("sign", other_distance) if other != "drifted" else (status, distance)
    if status == "holds" and not _sign_agrees(number, exact):
        return "sign", distance
    return status, distance


def _measure(printed: Fraction, exact: Exact, number: Number, edge: float) -> tuple[Status, float | None]:
    """Compare without regard to how the sign is printed."""
    value = exact.value
    if exact.whole and not number.about:
        return ("holds" if value == printed else "drifted"), None
    tolerance = number.tolerance
    gap = abs(value - printed)
    if not tolerance:
        return ("holds" if gap <= Fraction(edge) * abs(value) else "drifted"), None
    if not value:
        return ("holds" if gap <= tolerance else "drifted"), None
    to_edge = abs(gap - tolerance)
    if not exact.whole and to_edge < Fraction(edge) * abs(value):
        return "edge", _to_float(to_edge / abs(value))
    if gap <= tolerance:
        return "holds", None if exact.whole else _to_float(to_edge / abs(value))
    unit = 2 * tolerance  # the edges of all numbers printed this way lie half a unit off its multiples
    offset = (value - printed - tolerance) % unit
    return "drifted", _to_float(min(offset, unit - offset) / abs(value))


def _sign_agrees(number: Number, exact: Exact) -> bool:
    """Whether the printed sign, or its absence, is right for a value that meets the digits."""
    if number.negative:
        return exact.negative
    # without a sign, a negative value can meet only digits that are all 0
    return number.sign != "+" or exact.value > 0


def _to_float(ratio: Fraction) -> float | None:
    try:
        return float(ratio)
    except OverflowError:  # farther than a float can say
        return None
