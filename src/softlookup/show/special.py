"""Rows of scores that are not all finite, beside what becomes of them, as text."""

import math

from softlookup.arrays import FloatArray
from softlookup.experiments.special_rows import SpecialRows
from softlookup.show.numbers import print_number
from softlookup.show.traces import lay_out

DIGITS = 4
"""Digits behind the point of a weight; a score gets one."""


def trace_special_rows(special: SpecialRows) -> str:
    """Write each row's scores, its weights by the formula as it stands, and its weights by `softmax`."""
    lines = [["row", "scores", "formula as it stands", "softmax"]]
    for row in special:
        cells = [_write(row.scores, 1), _write(row.formula, DIGITS), _write(row.weights, DIGITS)]
        lines.append([row.name, *cells])
    return "\n".join(lay_out(lines, "llll"))


def _write(numbers: FloatArray, digits: int) -> str:
    """Write numbers in cells of one width, with signs for what is not finite."""
    return " ".join(_write_number(float(number), digits).rjust(digits + 3) for number in numbers)


def _write_number(number: float, digits: int) -> str:
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "+∞" if number > 0 else "−∞"
    return print_number(number, digits)
