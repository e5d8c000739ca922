"""Where training takes the words of the small GPT, in the plane of their embeddings."""

from typing import Any

import numpy as np

from softlookup.experiments.gpt_training import Learned
from softlookup.show.marks import add_box, add_label
from softlookup.show.numbers import join_words, write_csv
from softlookup.show.plane import Axis, start_plane
from softlookup.show.style import COLOURS, SMALL, finish, in_style
from softlookup.show.svg import PART
from tether.values import Drawing

LEFTWARD = ("cat", "broccoli", "i", "love", "was", "it", "she")
"""The words whose names stand on the left of their points, to keep clear of a neighbour or the edge."""


@in_style
def draw_embeddings(learned: Learned, name: str = "moved-embeddings") -> Drawing:
    """Draw every embedding after training as a dot, with a line to it from where it started.

    Words that have not moved are rings.
    """
    lowest, highest = np.floor(learned.after.min(axis=0)), np.ceil(learned.after.max(axis=0))
    x = Axis(float(lowest[0]), float(highest[0]), _ticks(lowest[0], highest[0]), "first number")
    y = Axis(float(lowest[1]), float(highest[1]), _ticks(lowest[1], highest[1]), "second number")
    figure, axes = start_plane(x, y, height=340)
    add_box(axes, (0, 0), (1, 1), colour=COLOURS.rule, alpha=0.5, part="start")
    for word, before, after in zip(learned.words, learned.before, learned.after, strict=True):
        still = word in learned.still
        if not still:
            axes.plot(*zip(before, after, strict=True), color=COLOURS.rule, linewidth=0.8, zorder=1)
        (dot,) = axes.plot(
            *after,
            "o",
            color=COLOURS.ink_soft if still else COLOURS.accent,
            markerfacecolor=COLOURS.paper if still else COLOURS.accent,
            markersize=4 if still else 5,
            clip_on=False,
            zorder=3,
        )
        dot.set_gid(f"{PART}word:{word}")
        if not still:
            left = word in LEFTWARD
            look: dict[str, Any] = {"size": SMALL, "ha": "right" if left else "left", "zorder": 4}
            add_label(axes, float(after[0]) + (-0.2 if left else 0.2), float(after[1]), word, **look)
    first, second, *others = learned.still
    axes.annotate(
        f"not moved: {first}, {second},\n{', '.join(others)}",
        (0.0, 1.0),
        (-4.7, 3.2),
        size=SMALL,
        color=COLOURS.ink_soft,
        ha="left",
        va="center",
        arrowprops={"arrowstyle": "-", "color": COLOURS.ink_soft, "linewidth": 0.8},
    )
    rows: list[list[str | float]] = [
        [word, *(float(part) for part in (*before.round(2), *after.round(2)))]
        for word, before, after in zip(learned.words, learned.before, learned.after, strict=True)
    ]
    reach = float(np.abs(learned.after).max())
    alt = (
        f"The embeddings of {len(learned.words)} words in a plane, before and after {learned.step} steps of "
        f"training. All start in the square from 0 to 1. {join_words(learned.still).capitalize()} are still "
        f"where they were; the others have spread in all directions, to as far as {reach:.1f}."
    )
    return finish(figure, name, write_csv(["word", "from 1", "from 2", "to 1", "to 2"], rows), alt)


def _ticks(low: float, high: float) -> list[tuple[float, str]]:
    """Give every second whole number from low to high, with a true minus."""
    return [(float(n), f"{n}".replace("-", "−")) for n in range(int(low), int(high) + 1) if n % 2 == 0]
