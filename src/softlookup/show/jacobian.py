"""The softmax Jacobian as a trace, and the error of its central differences as a figure."""

from typing import TYPE_CHECKING

from softlookup.experiments.difference_steps import StepSweep
from softlookup.experiments.jacobian_check import JacobianCheck
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.show.traces import lay_out
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

STEADY = 3
"""The widest steps, 10⁻¹ to 10⁻³, whose errors are truncation to more digits than are written down."""


def trace_jacobian(check: JacobianCheck, bound: float = 1e-6) -> str:
    """Write z, p and the rows of J; raises ``ValueError`` unless J is within ``bound`` of the differences."""
    if not check.difference_error < bound:
        message = f"expected the Jacobian within {bound:g} of central differences, found it farther off"
        raise ValueError(message)
    columns = [f"j = {j}" for j in range(len(check.logits))]
    vectors = [
        ["", *columns],
        ["z", *(print_number(float(z), 4) for z in check.logits)],
        ["p", *(print_number(float(p), 4) for p in check.weights)],
    ]
    rows = [[f"J[{i}]", *(print_number(float(x), 5) for x in row)] for i, row in enumerate(check.matrix)]
    lines = lay_out([*vectors, *rows], "l" + "r" * len(columns))
    return "\n".join(
        [
            *lines[:3],
            "",
            *lines[3:],
            "",
            f"each entry is within {bound:g} of its central difference, h = {check.step:g}",
        ]
    )


@in_style
def draw_steps(sweep: StepSweep, name: str = "difference-steps") -> Drawing:
    """Draw the error of central differences against the step, with the two laws that it follows.

    Both axes are logarithmic. Errors that are made of rounding are drawn, not written down: their digits
    belong to the processor.
    """
    steps = sweep.steps
    count = len(steps)
    figure = start_figure(268)
    axes = add_axes(figure, 52, 50, WIDTH - 52 - 14, 186)
    floor, ceiling = 1e-13, 1e-3
    axes.set(xscale="log", yscale="log", xlim=(steps[-1].step, steps[0].step), ylim=(floor, ceiling))
    _add_grid(axes, count)
    wide = [row for row in steps if row.truncation >= floor]
    narrow = [row for row in steps if floor <= row.rounding]
    for part, rows, heights, dash in (
        ("truncation", wide, [row.truncation for row in wide], (0, (6, 2.5))),
        ("rounding", narrow, [row.rounding for row in narrow], (0, (1.5, 2))),
    ):
        (line,) = axes.plot(
            [row.step for row in rows], heights, color=COLOURS.ink, linestyle=dash, linewidth=1.4
        )
        line.set_gid(f"{PART}law:{part}")
    h, errors = [row.step for row in steps], [row.error.value for row in steps]
    (line,) = axes.plot(h, errors, "o-", color=COLOURS.accent, linewidth=1, markersize=6, clip_on=False)
    line.set_gid(f"{PART}curve:errors")
    add_label(axes, 1.2e-2, 3e-5, "truncation ∝ h²", ha="right", size=SMALL)
    add_label(axes, 3e-10, 1.5e-5, "rounding ∝ 1/h", ha="left", size=SMALL)
    look = {"ha": "right", "va": "top", "size": SMALL, "weight": "bold", "color": COLOURS.accent}
    add_label(axes, 0.3 * sweep.best, 1.2e-12, f"best, h = {_power(sweep.best_exponent)}", **look)
    table = [
        [
            f"1e-{i:02d}",
            f"{row.truncation:.3e}",
            f"{row.rounding:.3e}",
            f"{row.error.value:.3e}" if i <= STEADY else "rounding",
        ]
        for i, row in enumerate(steps, start=1)
    ]
    data = write_csv(["step", "truncation term", "rounding bound", "error"], table)
    alt = (
        f"Error of central differences against the step h, from {_power(1)} down to {_power(count)}, on "
        f"logarithmic axes. It falls with the square of h to its least at h = "
        f"{_power(sweep.best_exponent)}, then rises again as 1/h: the narrower the step, the worse."
    )
    return finish(figure, name, data, alt)


def _add_grid(axes: "Axes", count: int) -> None:
    """Add the lines and labels that the errors are read against."""
    widest, narrowest, floor = 1e-1, 10.0**-count, 1e-13
    for exponent in range(13, 2, -2):
        level = 10.0**-exponent
        axes.plot(
            [narrowest, widest], [level] * 2, color=COLOURS.grid, linewidth=0.8, clip_on=False, zorder=0
        )
        look = {"ha": "right", "size": SMALL, "color": COLOURS.ink_soft}
        add_label(axes, narrowest * 0.4, level, _power(exponent), **look)
    for exponent in range(count, 0, -1):
        if exponent % 2:
            look = {"ha": "center", "va": "top", "size": SMALL, "color": COLOURS.ink_soft}
            add_label(axes, 10.0**-exponent, floor * 0.5, _power(exponent), **look)
    add_label(axes, widest, floor * 0.06, "step h →", ha="right", va="top", size=SMALL)
    add_label(axes, narrowest, 3e-3, "error", ha="left", va="bottom", size=SMALL)


def _power(exponent: int) -> str:
    """Write 10 to a negative power."""
    return "10⁻" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
