"""What attention over n nodes costs: a table and a figure of a record."""

from typing import TYPE_CHECKING

import numpy as np

from softlookup.experiments.blockwise_record import BlockwiseRecord
from softlookup.experiments.costs import Costs
from softlookup.experiments.small_race import SmallRace
from softlookup.show.marks import Floats, add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, add_curve, start_plane
from softlookup.show.style import COLOURS, finish, in_style
from softlookup.show.tables import Cell, write_table
from tether.values import Drawing, Record

if TYPE_CHECKING:
    from matplotlib.axes import Axes

POWERS = "⁰¹²³⁴⁵"


def tabulate_record(record: BlockwiseRecord, costs: Costs) -> str:
    """Give a table: entries of the matrix, and time and memory of both forms, one row a size."""
    rows: list[list[Cell]] = [
        [
            f"{run.nodes:,}",
            _print(costs.at(run.nodes).gigabytes * 1000),
            _print(run.plain_megabytes),
            _print(run.megabytes),
            _print(run.plain_seconds),
            _print(run.seconds),
        ]
        for run in record.runs
    ]
    header = ["n", "A alone, MB", "plain, MB", "blocks, MB", "plain, s", "blocks, s"]
    head, rule, *body = write_table(header, rows).splitlines()
    # Cells are words, as some are dashes; what they say are numbers, which stand to the right.
    return "\n".join([head, rule.replace("- |", ": |"), *body])


@in_style
def draw_memory(record: BlockwiseRecord, costs: Costs, name: str = "memory") -> Drawing:
    """Draw the memory of the plain form, of blocks, and of the matrix alone, against n."""
    nodes = np.array([run.nodes for run in record.runs], dtype=np.float64)
    alone = np.array([costs.at(run.nodes).gigabytes * 1000 for run in record.runs])
    blocks = np.array([float(run.megabytes) for run in record.runs])
    plain_runs = [run for run in record.runs if run.plain_megabytes is not None]
    plain = np.array([float(run.plain_megabytes or 0) for run in plain_runs])
    x = Axis(1000, 1e5, [(10.0**k, f"10{POWERS[k]}") for k in (3, 4, 5)], "nodes n", log=True)
    ticks = [
        (1.0, "1 MB"),
        (10.0, "10 MB"),
        (100.0, "100 MB"),
        (1e3, "1 GB"),
        (1e4, "10 GB"),
        (1e5, "100 GB"),
    ]
    figure, axes = start_plane(x, Axis(1, 1e5, ticks, "memory", log=True), height=262, left=54)
    add_curve(axes, nodes, alone, "alone", linestyle=(0, (6, 2.5)))
    add_curve(axes, nodes[: len(plain)], plain, "plain", linewidth=2)
    add_curve(axes, nodes, blocks, "blocks", color=COLOURS.accent, linewidth=2.2)
    _mark(axes, nodes[: len(plain)], plain, COLOURS.ink)
    _mark(axes, nodes, blocks, COLOURS.accent)
    add_label(axes, 5200, 2600, "plain, measured", ha="right")
    add_label(axes, 28_000, 1700, "the matrix alone,\ncounted", ha="left", va="top")
    add_label(axes, 12_000, 3.2, "in blocks, measured", ha="left", color=COLOURS.accent, weight="bold")
    last = record.runs[-1]
    alt = (
        "Memory against the number of nodes, both axes logarithmic. The attention matrix alone climbs with "
        f"the square of n, to {print_number(float(alone[-1]) / 1000, 0)} GB at {last.nodes:,} nodes. "
        f"The plain form, measured up to {plain_runs[-1].nodes:,} nodes, lies above it. "
        f"Attention in blocks grows with n, to {print_number(float(last.megabytes), 0)} MB at {last.nodes:,}."
    )
    rows: list[list[str | float]] = [
        [
            run.nodes,
            float(a),
            "" if run.plain_megabytes is None else float(run.plain_megabytes),
            float(run.megabytes),
        ]
        for run, a in zip(record.runs, alone, strict=True)
    ]
    return finish(figure, name, write_csv(["n", "matrix alone, MB", "plain, MB", "blocks, MB"], rows), alt)


def _mark(axes: "Axes", x: Floats, y: Floats, colour: str) -> None:
    axes.plot(x, y, "o", color=colour, markersize=4.5, clip_on=False)


def _print(figure: Record | float | None) -> str:
    """Write a measured figure to three digits; a dash where nothing was measured."""
    if figure is None:
        return "–"
    value = float(figure)
    return f"{float(f'{value:.3g}'):,.0f}" if value >= 100 else f"{value:.3g}"  # noqa: PLR2004


def tabulate_small_race(race: SmallRace) -> str:
    """Give a table of the plain forms' times as multiples of those of blocks, by the number of nodes."""
    columns = [forms[dtype] for forms in (race.plain, race.in_place) for dtype in ("float32", "float64")]
    header = ["nodes", "attend, float32", "float64", "in one array, float32", "float64"]
    rows = [list(row) for row in zip(race.sizes, *columns, strict=True)]
    return write_table(header, rows, digits=2)
