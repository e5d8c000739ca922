"""Results as text: every number of one row of attention, lined up to be read down and across."""

import unicodedata
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from softlookup.experiments.head import Head
from softlookup.show.numbers import print_number

DIGITS = 4
"""Digits behind the point in a trace."""

TOP = 3
"""How many of the largest weights a trace ranks."""


def trace_row(head: Head, query: str, types: Mapping[str, str], bound: float = 1e-12) -> str:
    """Write all that one query does: raw scores, scaled scores and weights by key, and what comes of them.

    ``types`` names the type of every entity. The last line claims that every row of the head sums to one
    within ``bound``; raises ``ValueError`` where that does not hold, so that it is never printed falsely.
    """
    row = head.by_name[query]
    ranks = {match.name: str(place) for place, match in enumerate(row.top[:TOP], start=1)}
    lines = [["key", "type", "q·k", f"q·k/√{head.d_k}", "weight", "rank"]]
    for match in row.on:
        numbers = [print_number(number, DIGITS) for number in (match.raw, match.scaled, match.weight)]
        lines.append([match.name, types[match.name], *numbers, ranks.get(match.name, "")])
    leaders = ", ".join(f"{m.name} {print_number(m.weight, DIGITS)}" for m in row.top[:TOP])
    output = ", ".join(print_number(float(part), DIGITS) for part in row.output)
    if not head.row_sum_error < bound:
        message = f"expected every row of weights to sum to 1 within {bound:g}, found a row that does not"
        raise ValueError(message)
    return "\n".join(
        [
            f"query: {query} ({types[query]})",
            "",
            *lay_out(lines, "llrrrr"),
            "",
            f"most weight  {leaders}",
            f"output row   [{output}]",
            f"row sums     each of the {len(head.weights)} rows sums to 1 within {bound:g}",
        ]
    )


def trace_matrix(
    matrix: npt.NDArray[np.floating], digits: int = DIGITS, names: Sequence[str] | None = None
) -> str:
    """Write a matrix with its columns lined up, each row after its name where there are names.

    ``matrix`` is (n, m), ``names`` has length n.
    """
    rows = [[print_number(float(number), digits) for number in row] for row in matrix]
    if names is None:
        return "\n".join(lay_out(rows, "r" * matrix.shape[1]))
    named = [[name, *row] for name, row in zip(names, rows, strict=True)]
    return "\n".join(lay_out(named, "l" + "r" * matrix.shape[1]))


def lay_out(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Give one line a row, with columns lined up and no trailing blanks."""
    return ["  ".join(cells).rstrip() for cells in pad_cells(rows, sides)]


def pad_cells(rows: Sequence[Sequence[str]], sides: str) -> list[list[str]]:
    """Pad cells to the width of their columns: ``sides`` holds ``l`` or ``r`` for each column.

    Widths are those on a screen, not counts of characters.
    """
    widths = [max(measure(cell) for cell in column) for column in zip(*rows, strict=True)]
    padded = []
    for row in rows:
        blanks = [" " * (width - measure(cell)) for cell, width in zip(row, widths, strict=True)]
        cells = zip(row, blanks, sides, strict=True)
        padded.append([cell + blank if side == "l" else blank + cell for cell, blank, side in cells])
    return padded


def measure(text: str) -> int:
    r"""Give the width of ``text`` in columns: combining marks take none, wide letters two.

    Examples:
        >>> measure("q·k/√4"), measure("e\u0301"), measure("注意")
        (6, 1, 4)
    """
    width = 0
    for sign in text:
        if unicodedata.combining(sign) or unicodedata.category(sign) in {"Mn", "Me", "Cf"}:
            continue
        width += 2 if unicodedata.east_asian_width(sign) in {"W", "F"} else 1
    return width
