"""What "it" attends to: a trace of two orders, a table of many models, and their weights as points."""

from collections.abc import Sequence

from softlookup.experiments.gpt_it import It, Kind, Preference
from softlookup.experiments.gpt_order import Orders, Reading
from softlookup.show.marks import add_label
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.plane import Axis, add_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.show.tables import write_table
from softlookup.show.traces import lay_out
from tether.values import Drawing, Estimate

DIGITS = 4
"""Digits behind the point of the trace."""


def trace_orders(orders: Orders) -> str:
    """Write the last word's weights for a context and its mirror image, without positions and with."""
    return "\n\n".join(
        "\n".join([title, *_trace_readings(readings, orders.target)])
        for title, readings in (
            ("without positions", (orders.plain, orders.plain_swapped)),
            ("with sinusoidal positions", (orders.placed, orders.placed_swapped)),
        )
    )


def _trace_readings(readings: Sequence[Reading], target: str) -> list[str]:
    lines = []
    for reading in readings:
        lines.append(list(reading.words))
        lines.append([print_number(float(weight), DIGITS) for weight in reading.weights])
    rows = lay_out(lines, "r" * len(lines[0]))
    for reading, end in zip(readings, (2, 5), strict=True):
        output = ", ".join(print_number(float(part), DIGITS) for part in reading.output)
        chance = print_number(reading.probability, DIGITS)
        rows.insert(end, f"  puts out [{output}], so P({target}) = {chance}")
    return rows


def tabulate_it(results: Sequence[It]) -> str:
    """Give a table of dog less cat in all kinds of models, each with its interval.

    What is read from it stands first: a narrow screen cuts the last columns off.
    """
    header = ["positions, width", "after", "after, swapped", "the later place leads by", "before"]
    rows = [
        [
            f"{name}, {it.schooling.width}",
            write_estimate(kind.after.lead),
            write_estimate(kind.swapped.lead),
            write_estimate(kind.place_lead) if name != "none" else "0",
            write_estimate(kind.before.lead),
        ]
        for it in results
        for name, kind in name_kinds(it)
    ]
    return write_table(header, rows)


def name_kinds(it: It) -> tuple[tuple[str, Kind], ...]:
    """Give the kinds of models with their names."""
    return (("none", it.plain), ("sinusoidal", it.sinusoidal), ("learned", it.learned))


def write_estimate(estimate: Estimate, digits: int = 3) -> str:
    """Write an estimate and its interval, with a true minus."""
    value, low, high = (
        print_number(number, digits).replace("-", "−")
        for number in (estimate.value, estimate.low, estimate.high)
    )
    return f"{value} [{low},\u00a0{high}]"


@in_style
def draw_it(it: It, name: str = "it-weights") -> Drawing:
    """Draw each model's weights on dog and cat as a point: before training, and after it in three kinds."""
    panels: list[tuple[str, Preference]] = [("before, no positions", it.plain.before)]
    panels += [(f"after, {title}", kind.after) for title, kind in name_kinds(it)]
    panels[1] = ("after, no positions", it.plain.after)
    size, gap, left, top = 150.0, 46.0, 34.0, 30.0
    figure = start_figure(height := 2 * size + 54 + top + 24)
    ticks = [(0.0, "0"), (0.5, "0.5"), (1.0, "1")]
    for place, (title, preference) in enumerate(panels):
        across, down = place % 2, place // 2
        corner = (left + across * (size + gap), height - top - size - down * (size + 54))
        axes = add_plane(figure, Axis(0, 1, ticks, ""), Axis(0, 1, ticks, ""), corner, (size, size))
        axes.plot([0, 0.5], [0, 0.5], color=COLOURS.ink_soft, linewidth=1, linestyle=(0, (3, 3)))
        axes.plot([0, 1], [1, 0], color=COLOURS.grid, linewidth=0.8)
        (dots,) = axes.plot(
            preference.dog,
            preference.cat,
            "o",
            color=COLOURS.accent,
            markersize=3.5,
            alpha=0.6,
            clip_on=False,
        )
        dots.set_gid(f"{PART}dots:{title}")
        add_label(axes, 0.5, 1.1, title, ha="center", va="bottom", size=SMALL, weight="bold")
        for line, words in enumerate(("across: dog", "up: cat")):
            add_label(axes, 0.98, 0.93 - 0.11 * line, words, ha="right", size=SMALL, color=COLOURS.ink_soft)
    told = [
        f"{title}: dog ahead in {int((one.dog > one.cat).sum())} of {len(one.dog)}, mean absolute difference "
        f"{print_number(one.spread, 2)}"
        for title, one in panels
    ]
    alt = (
        f"Four squares with a point for each of {it.schooling.redraws} models of width {it.schooling.width}, "
        f"its weight on dog across and on cat up. {join_words(told)}."
    )
    header = ["redraw", *(f"{word}, {title}" for title, _ in panels for word in ("dog", "cat"))]
    columns = [weights for _, one in panels for weights in (one.dog, one.cat)]
    # Two digits: more than a figure shows, and none that hangs on the last bit of a training.
    rows = [
        [str(i), *(print_number(float(column[i]), 2) for column in columns)]
        for i in range(it.schooling.redraws)
    ]
    return finish(figure, name, write_csv(header, rows), alt)
