"""The marks that figures are made of: labels and bars in the book's look."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from softlookup.show.numbers import join_words, print_number
from softlookup.show.style import COLOURS, TEXT
from softlookup.show.svg import PART

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = npt.NDArray[np.floating]


def add_label(axes: "Axes", x: float, y: float, words: str, **look: Any) -> None:  # noqa: ANN401  (Matplotlib's)
    """Write a label at a point of the data, in the figure's size and ink unless told otherwise.

    The page puts a rim of its paper round it, so that no line strikes through it.
    """
    axes.text(x, y, words, clip_on=False, **{"size": TEXT, "color": COLOURS.ink, "va": "center", **look})


def add_label_inside(axes: "Axes", x: float, y: float, words: str, **look: Any) -> None:  # noqa: ANN401
    """Write a label in the middle of a filled shape, where a rim of paper would be a stain."""
    add_label(axes, x, y, words, **{"ha": "center", "gid": f"{PART}inside", **look})


def add_box(  # noqa: PLR0913  (place and look of one box)
    axes: "Axes",
    corner: tuple[float, float],
    size: tuple[float, float],
    *,
    colour: str,
    alpha: float = 1.0,
    part: str = "",
) -> None:
    """Add a filled rectangle; ``part`` names it for those who read the figure's markup."""
    from matplotlib.patches import Rectangle

    box = Rectangle(corner, *size, facecolor=colour, alpha=alpha, linewidth=0, clip_on=False)
    if part:
        box.set_gid(f"{PART}{part}")
    axes.add_patch(box)


def spread_labels(heights: Sequence[float], gap: float) -> list[float]:
    """Move labels apart, keeping their order from high to low, so that none covers another."""
    placed = list(heights)
    for i in range(1, len(placed)):
        placed[i] = min(placed[i], placed[i - 1] - gap)
    shift = (sum(heights) - sum(placed)) / len(placed)
    return [height + shift for height in placed]


def describe_weights(names: Sequence[str], weights: Floats) -> str:
    """Write names with their weights, as a sentence does."""
    return join_words([f"{n} ({print_number(float(w), 4)})" for n, w in zip(names, weights, strict=True)])


def print_score(score: float) -> str:
    """Write a score as a figure's label: as short as it is, with a true minus."""
    return f"{score:g}".replace("-", "−")
