"""The small GPT's first steps on [I] → love as text and as a figure."""

import numpy as np

from softlookup.experiments.gpt_first_steps import Descent
from softlookup.show.marks import add_label
from softlookup.show.numbers import join_words, print_number, write_csv
from softlookup.show.plane import Axis, add_curve, add_mark, start_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style
from softlookup.show.traces import lay_out
from tether.values import Drawing

DIGITS = 4
"""Digits behind the point in the trace."""

DRAWN = ("love", "pizza", "broccoli")
"""The words whose probabilities are drawn: the three that are in front before the first update."""


def trace_descent(descent: Descent, updates: tuple[int, ...]) -> str:
    """Write P(love), loss, the likeliest word and what the post quotes, after so many updates."""
    rows = [["updates", "P(love)", "loss", "likeliest", "", "W_o,love[0]", "W_q[0][0]"]]
    for place in updates:
        numbers = [descent.chances[place], descent.losses[place], descent.best[place]]
        chance, loss, best = (print_number(float(number), DIGITS) for number in numbers)
        others = (descent.w_o_love[place, 0], descent.w_q[place])
        leader = descent.leaders[place]
        rows.append(
            [str(place), chance, loss, leader, best, *(print_number(float(w), DIGITS) for w in others)]
        )
    return "\n".join(lay_out(rows, "rrrlrrr"))


@in_style
def draw_descent(descent: Descent, claimed: float, after: int, name: str = "first-steps") -> Drawing:
    """Draw three words' probabilities against the updates; ``claimed`` is P(love) by the post, after some."""
    last = descent.updates
    x = Axis(0, last, [(tick, str(tick)) for tick in range(0, last + 1, 5)], "updates")
    levels = (0, 0.2, 0.4, 0.6)
    y = Axis(0, 0.6, [(level, f"{level:g}") for level in levels], "probability after [I]")
    figure, axes = start_plane(x, y, height=250, left=34)
    steps = np.arange(last + 1.0)
    look = {
        "love": {"color": COLOURS.accent, "linewidth": 2.2},
        "pizza": {"color": COLOURS.ink, "linewidth": 1.4},
        "broccoli": {"color": COLOURS.ink, "linewidth": 1.4, "linestyle": "--"},
    }
    for word in DRAWN:
        add_curve(axes, steps, descent.of(word), word, **look[word])
    add_mark(axes, descent.leads_after, f"love leads after {descent.leads_after}", 0.62, ha="right")
    axes.plot([after], [claimed], "x", color=COLOURS.ink, markersize=8, markeredgewidth=1.6, clip_on=False)
    add_label(axes, after + 0.7, claimed, f"the post, after {after}", ha="left", size=SMALL)
    measured = float(descent.chances[after])
    axes.plot([after], [measured], "o", color=COLOURS.accent, markersize=5.5, clip_on=False)
    for word, shift, side in (
        ("love", 0.035, "bottom"),
        ("broccoli", 0.012, "bottom"),
        ("pizza", -0.02, "top"),
    ):
        end = float(descent.of(word)[last - 4])
        colour = look[word]["color"]
        add_label(
            axes, last - 4, end + shift, word, ha="right", va=side, size=SMALL, weight="bold", color=colour
        )
    rows = [[step, *(float(descent.of(word)[step]) for word in DRAWN)] for step in range(last + 1)]
    told = [f"{word} {print_number(float(descent.of(word)[last]), 2)}" for word in DRAWN]
    alt = (
        f"Probabilities after [I] over {last} updates. Love rises from "
        f"{print_number(float(descent.chances[0]), 2)} to {print_number(measured, 2)} after {after}, passes "
        f"all others after {descent.leads_after}, and in the end: {join_words(told)}. A cross marks the "
        f"{print_number(claimed, 2)} that the post reports after {after}."
    )
    return finish(figure, name, write_csv(["updates", *DRAWN], rows), alt)
