"""Whether a value meets a printed number, and what should have been printed."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from tether.numbers.judge import EDGE, Value, judge, make_exact
from tether.numbers.records import Comparison, Number, WriteError
from tether.numbers.write import write

_LARGEST_PRINTED_BITS = 10_000


def compare(number: Number, value: Value, *, edge: float = EDGE) -> Comparison:
    """Compare a printed number with the value it quotes.

    A float may lie half a unit of the last printed digit away, either way on a tie; but closer
    than `edge` (relative to the value) to where its printed digits change it is on the edge,
    whichever side it is on. An integer must be met exactly unless the text says `about`, which
    means to the significant figures printed. An exact form (`1/4`, `10^{10}`) is met within `edge`.

    Raises `TypeError` for what is no real number.
    """
    exact = make_exact(value)
    if exact is None:
        return Comparison("not finite", None, str(value))
    status, distance = judge(number, exact, edge)
    return Comparison(status, distance, number.text if status == "holds" else _expect(number, value))


def _expect(number: Number, value: Value) -> str:
    try:
        return write(number, value)
    except WriteError:
        return _print_plainly(value)


def _print_plainly(value: Value) -> str:
    """Print a value that the form cannot hold."""
    if isinstance(value, Fraction):
        return f"{Decimal(value.numerator) / Decimal(value.denominator):.12g}"
    if isinstance(value, float | Decimal):
        return f"{value:.12g}"
    bits = int(value).bit_length()
    return f"{int(value)}" if bits <= _LARGEST_PRINTED_BITS else f"a number of {bits} bits"
