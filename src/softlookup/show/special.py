"""Rows of scores that are not all finite, beside what becomes of them, as text."""

import math

from softlookup.arrays import FloatArray
from softlookup.experiments.special_rows import SpecialRows
from softlookup.show.numbers import print_number
from softlookup.show.traces import lay_out

DIGITS = 3
"""Digits behind the point of a weight: three columns of four numbers then fit the page."""


def trace_special_rows(special: SpecialRows) -> str:
    """Write each row's scores, its weights by the formula as it stands, and its weights by `softmax`."""
    lines = [["scores", "formula as it stands", "softmax"]]
    for row in special:
        scores = [_sign(score) or f"{score:g}" for score in row.scores.tolist()]
        lines.append([_join(scores, 3), _write(row.formula), _write(row.weights)])
    return "\n".join(lay_out(lines, "lll"))


def _write(weights: FloatArray) -> str:
    return _join([_sign(weight) or print_number(weight, DIGITS) for weight in weights.tolist()], DIGITS + 2)


def _join(numbers: list[str], width: int) -> str:
    return " ".join(number.rjust(width) for number in numbers)


def _sign(number: float) -> str:
    """Give the sign for a number that is not finite, and nothing for one that is."""
    if math.isfinite(number):
        return ""
    return "NaN" if math.isnan(number) else "+∞" if number > 0 else "−∞"
