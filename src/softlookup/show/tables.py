"""Results as Markdown tables."""

from collections.abc import Sequence

from softlookup.show.numbers import print_number
from softlookup.show.traces import pad_cells

Cell = str | int | float


def write_table(
    header: Sequence[str], rows: Sequence[Sequence[Cell]], digits: int | Sequence[int] = 4
) -> str:
    """Give a Markdown table: names to the left, numbers to the right with fixed digits.

    ``digits`` is how many digits stand behind the point, the same for all columns or one for each; whole
    numbers and names are printed as they are. Raises ``ValueError`` where a row is not as long as the header.
    """
    columns = len(header)
    places = [digits] * columns if isinstance(digits, int) else list(digits)
    for row in rows:
        if len(row) != columns:
            message = f"expected rows of {columns} cells, as the header has, found one of {len(row)}: {row!r}"
            raise ValueError(message)
    if len(places) != columns:
        message = f"expected digits for {columns} columns, found {len(places)}"
        raise ValueError(message)
    printed = [[_print(cell, place) for cell, place in zip(row, places, strict=True)] for row in rows]
    sides = "".join("l" if any(isinstance(row[i], str) for row in rows) else "r" for i in range(columns))
    rule = ["---:" if side == "r" else "----" for side in sides]
    head, _, *body = pad_cells([[_escape(name) for name in header], rule, *printed], sides)
    # The rule is drawn to the width of its column; a colon keeps numbers to the right.
    drawn = [
        "-" * (len(cell) - 1) + (":" if side == "r" else "-") for cell, side in zip(head, sides, strict=True)
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, drawn, *body))


def _print(cell: Cell, digits: int) -> str:
    """Write one cell."""
    if isinstance(cell, str):
        return _escape(cell)
    return str(cell) if isinstance(cell, int) else print_number(float(cell), digits)


def _escape(text: str) -> str:
    """Keep a bar in a cell from ending it."""
    return text.replace("|", "\\|")
