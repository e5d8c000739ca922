"""Numbers as the book prints them: fixed digits, a hyphen for minus in traces, and never minus zero."""

import csv
import io
from collections.abc import Iterable, Sequence

DATA_DIGITS = 6
"""Digits behind the point in a figure's CSV: far below what a figure shows, far above roundoff."""


def print_number(value: float, digits: int) -> str:
    """Write ``value`` with ``digits`` digits behind the point.

    What rounds to zero prints as zero, without the sign of what it was.

    Examples:
        >>> print_number(-0.00001, 4), print_number(-2.38708, 4)
        ('0.0000', '-2.3871')
    """
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def write_csv(header: Sequence[str], rows: Iterable[Sequence[str | float]]) -> str:
    """Give CSV text: names and whole numbers as they are, other numbers to ``DATA_DIGITS`` digits."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    for row in rows:
        writer.writerow(
            [print_number(float(cell), DATA_DIGITS) if _is_real(cell) else str(cell) for cell in row]
        )
    return out.getvalue()


def _is_real(cell: str | float) -> bool:
    """Tell whether a cell is a number with digits behind its point."""
    return not isinstance(cell, (str, int))


def join_words(words: Sequence[str]) -> str:
    """Join words as a sentence does.

    Examples:
        >>> join_words(["p2", "bob", "mit"])
        'p2, bob and mit'
    """
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last
