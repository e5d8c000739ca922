"""The check of the small GPT's gradient as a figure: the step, the precision, and mistakes that stay."""

import math

import numpy as np

from softlookup.experiments.gpt_gradient_check import GradientCheck
from softlookup.experiments.gpt_planted import Finding, Planted
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.plane import Axis, add_curve, start_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style
from tether.values import Drawing

STEADY = 3
"""The widest steps, 10⁻¹ to 10⁻³, whose errors in float64 are truncation to the digits written down."""


@in_style
def draw_check(check: GradientCheck, planted: Planted, name: str = "gradient-check") -> Drawing:
    """Draw the right gradient's relative error against the step, in two precisions, and two wrong ones'.

    Both axes are logarithmic. Errors that are made of rounding are drawn, not written down.
    """
    steps, floor = check.steps, 1e-11
    h = np.array([step.step for step in steps])
    x = Axis(h[-1], h[0], [(10.0**-e, _power(e)) for e in range(1, len(h) + 1, 2)], "step h", log=True)
    y = Axis(floor, 1, [(10.0**-e, _power(e)) for e in (11, 9, 7, 5, 3, 1)], "relative error", log=True)
    figure, axes = start_plane(x, y, height=280, left=40)
    double = {"color": COLOURS.accent, "marker": "o", "markersize": 5.0, "linewidth": 1.2}
    single = {"color": COLOURS.ink, "marker": "s", "markersize": 4.0, "linewidth": 1.2, "linestyle": "--"}
    add_curve(axes, h, np.array([step.double.value for step in steps]), "float64", **double)
    add_curve(axes, h, np.array([step.single.value for step in steps]), "float32", **single)
    wrong = {"only the diagonal": planted.diagonal, "√2 forgotten": planted.unscaled}
    for words, finding in wrong.items():
        wide = h[: len(finding.by_step)]
        add_curve(axes, wide, np.array(finding.by_step), words, color=COLOURS.ink_soft, linewidth=2.4)
    for words, at, side, colour in (
        ("only the\ndiagonal", (8e-8, planted.diagonal.by_step[-1]), "right", COLOURS.ink_soft),
        ("√2 forgotten", (8e-8, planted.unscaled.by_step[-1]), "right", COLOURS.ink_soft),
        ("right, float64", (3e-8, 1e-6), "left", COLOURS.accent),
        ("right, float32", (2e-6, 8e-4), "left", COLOURS.ink),
    ):
        add_label(axes, *at, words, ha=side, size=SMALL, weight="bold", color=colour)
    header = ["step", "right, float64", "right, float32", *wrong]
    return finish(
        figure, name, write_csv(header, _write_rows(check, list(wrong.values()))), _describe(check, planted)
    )


def _write_rows(check: GradientCheck, wrong: list[Finding]) -> list[list[str]]:
    """Write one row a step; what a mistake was not tried with stays empty."""
    rows = []
    for place, step in enumerate(check.steps):
        right = f"{step.double.value:.3e}" if place < STEADY else "rounding"
        errors = [f"{found.by_step[place]:.4f}" if place < len(found.by_step) else "" for found in wrong]
        rows.append([f"1e-{place + 1:02d}", right, "rounding", *errors])
    return rows


def _describe(check: GradientCheck, planted: Planted) -> str:
    """Say what the curves do, from the numbers that they draw."""
    best = min(range(len(check.steps)), key=lambda place: check.steps[place].double.value)
    levels = " and ".join(print_number(f.everywhere, 4) for f in (planted.unscaled, planted.diagonal))
    single = round(-math.log10(check.best_single))
    return (
        f"Relative error of the gradient against the step h, from {_power(1)} down to "
        f"{_power(len(check.steps))}, on logarithmic axes. In float64 the right gradient's error falls to "
        f"its least at {_power(best + 1)} and rises again; in float32 it is least at {_power(single)} and "
        f"much larger. Two wrong gradients lie level, at {levels}, whatever the step."
    )


def _power(exponent: int) -> str:
    """Write 10 to a negative power."""
    return "10⁻" + str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
