"""A row of attention before and after something was changed, key by key."""

from softlookup.experiments.rows import Row
from softlookup.show.numbers import print_number
from softlookup.show.traces import DIGITS, lay_out

BAR = 50
"""How many blocks a weight of 1 is drawn with."""


def trace_move(before: Row, after: Row) -> str:
    """Write one row's weights before and after a change, with a bar for each weight after it.

    The last lines give the output row before and after.
    """
    lines = [["key", "before", "after", "change", ""]]
    for old, new in zip(before.on, after.on, strict=True):
        change = print_number(new.weight - old.weight, DIGITS)
        signed = change if change.startswith("-") or not float(change) else f"+{change}"
        bar = "█" * round(BAR * new.weight)
        lines.append(
            [new.name, print_number(old.weight, DIGITS), print_number(new.weight, DIGITS), signed, bar]
        )
    outputs = [
        [f"output {when}", *(print_number(float(part), DIGITS) for part in row.output)]
        for when, row in (("before", before), ("after", after))
    ]
    return "\n".join([*lay_out(lines, "lrrrl"), "", *lay_out(outputs, "l" + "r" * len(before.output))])
