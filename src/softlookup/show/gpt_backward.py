"""The small GPT's way back as text, and what moves and which mistakes are found as tables."""

from softlookup.experiments.gpt_backward import WayBack
from softlookup.experiments.gpt_gradient_check import GradientCheck
from softlookup.experiments.gpt_planted import FOUND, Planted
from softlookup.gpt.parameters import Parameters
from softlookup.show.marks import Floats
from softlookup.show.numbers import print_number
from softlookup.show.tables import write_table
from softlookup.show.traces import lay_out

DIGITS = 4
"""Digits behind the point in a trace."""

ARRAYS = {"embeddings": "E", "w_q": "W_q", "w_k": "W_k", "w_v": "W_v", "w_o": "W_o"}
"""How the arrays are written."""


def trace_way_back(way: WayBack) -> str:
    """Write the way from the loss of one pair back to the queries, keys and values of its context."""
    words = list(way.context)
    last = words[-1]
    rows = [
        ["", *words],
        ["weight a", *_print(way.weights)],
        ["g · v", *_print(way.by_weights)],
        ["by the score: a (g · v − g · o)", *_print(way.by_scores)],
        *([f"by the key[{i}]", *_print(column)] for i, column in enumerate(way.by_keys.T)),
        *([f"by the value[{i}]: a g[{i}]", *_print(column)] for i, column in enumerate(way.by_values.T)),
    ]
    ends = [
        [f"output o of {last}", _write_vector(way.output)],
        ["by the output: g", _write_vector(way.by_output)],
        [f"by the query of {last}", _write_vector(way.by_query)],
    ]
    chance, loss = (print_number(number, DIGITS) for number in (way.chance, way.loss))
    return "\n".join(
        [
            f"[{', '.join(words)}] → {way.target}: P = {chance}, loss = {loss}",
            "",
            *lay_out(ends, "ll"),
            "",
            *lay_out(rows, "l" + "r" * len(words)),
        ]
    )


def tabulate_moving(ways: tuple[WayBack, ...], check: GradientCheck, parameters: Parameters) -> str:
    """Count, array by array, the numbers with a gradient other than exactly 0: for each pair, and for all."""
    header = ["array", "numbers", *(f"[{', '.join(way.context)}] → {way.target}" for way in ways)]
    header.append(f"all {check.pairs} pairs")
    counts = [*(way.moving for way in ways), check.moving]
    rows: list[list[str | int]] = [
        [ARRAYS[name], array.size, *(count[name] for count in counts)] for name, array in parameters
    ]
    rows.append(["all", parameters.size, *(sum(count.values()) for count in counts)])
    return write_table(header, rows)


def tabulate_findings(planted: Planted) -> str:
    """Give the relative errors of every planted mistake; what is rounding reads as a dash.

    W_v and W_o have no columns: only a mistake about the mean reaches them, and it reaches all alike.
    """
    shown = ("embeddings", "w_q", "w_k")
    header = ["mistake", "first pair", "all pairs", *(ARRAYS[name] for name in shown), "one direction"]
    rows = [
        [
            finding.mistake.value,
            print_error(finding.first),
            print_error(finding.everywhere),
            *(print_error(getattr(finding, name)) for name in shown),
            print_error(finding.direction),
        ]
        for finding in planted
    ]
    return write_table(header, rows)


def print_error(error: float) -> str:
    """Write a relative error, or a dash where it is rounding."""
    return print_number(error, DIGITS) if error > FOUND else "–"


def _print(numbers: Floats) -> list[str]:
    return [print_number(float(number), DIGITS) for number in numbers]


def _write_vector(vector: Floats) -> str:
    return f"[{', '.join(_print(vector))}]"
