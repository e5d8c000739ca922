"""A plane to draw curves and bars in: ticks and titles in the book's look, on plain or logarithmic axes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from softlookup.show.marks import Floats, add_label
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, start_figure
from softlookup.show.svg import PART

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

TOP, BOTTOM, RIGHT = 24.0, 40.0, 12.0
"""Room above, below and to the right of a plane, in units of the view box."""


@dataclass(frozen=True)
class Axis:
    """One direction of a plane."""

    low: float
    """Where it starts."""
    high: float
    """Where it ends."""
    ticks: Sequence[tuple[float, str]]
    """Where numbers stand, and how they are written."""
    title: str
    """What is counted along it."""
    log: bool = False
    """Whether equal steps are equal factors."""


def start_plane(x: Axis, y: Axis, height: float = 230, left: float = 34) -> tuple["Figure", "Axes"]:
    """Give a figure with one plane, its ticks and its titles; ``left`` is the room for the numbers of y."""
    figure = start_figure(height)
    return figure, add_plane(figure, x, y, (left, BOTTOM), (WIDTH - left - RIGHT, height - BOTTOM - TOP))


def add_plane(
    figure: "Figure", x: Axis, y: Axis, corner: tuple[float, float], size: tuple[float, float]
) -> "Axes":
    """Add a plane to a figure: its lower left corner and its size are in units of the view box."""
    axes = add_axes(figure, *corner, *size)
    axes.set(
        xscale="log" if x.log else "linear",
        yscale="log" if y.log else "linear",
        xlim=(x.low, x.high),
        ylim=(y.low, y.high),
    )
    for value, words in y.ticks:
        base = value == y.low
        colour, width = (COLOURS.ink_soft, 1.0) if base else (COLOURS.grid, 0.8)
        axes.plot([x.low, x.high], [value] * 2, color=colour, linewidth=width, clip_on=False, zorder=0)
        _label_tick(axes, words, (0, value), (-5, 0), ("axes fraction", "data"), ha="right", va="center")
    for value, words in x.ticks:
        _label_tick(axes, words, (value, 0), (0, -6), ("data", "axes fraction"), ha="center", va="top")
    place: dict[str, Any] = {"transform": axes.transAxes, "size": SMALL}
    if x.title:
        add_label(axes, 1, -24 / size[1], f"{x.title} →", ha="right", va="top", **place)
    add_label(axes, 0, 1 + 8 / size[1], y.title, ha="left", va="bottom", **place)
    return axes


def _label_tick(
    axes: "Axes",
    words: str,
    at: tuple[float, float],
    offset: tuple[float, float],
    units: tuple[str, str],
    **look: Any,  # noqa: ANN401  (Matplotlib's)
) -> None:
    """Write a number beside an axis: at a value along it, and a fixed distance away from it."""
    soft: dict[str, Any] = {"size": SMALL, "color": COLOURS.ink_soft, "annotation_clip": False}
    axes.annotate(words, at, offset, xycoords=units, textcoords="offset points", **soft, **look)


def add_curve(axes: "Axes", x: Floats, y: Floats, part: str, **look: Any) -> None:  # noqa: ANN401  (Matplotlib's)
    """Draw a curve; ``part`` names it for those who read the figure's markup."""
    (line,) = axes.plot(x, y, clip_on=False, **{"color": COLOURS.ink, "linewidth": 1.6, **look})
    line.set_gid(f"{PART}curve:{part}")


def add_mark(axes: "Axes", at: float, words: str, height: float, **look: Any) -> None:  # noqa: ANN401
    """Draw a dashed line up from the axis at a value, to a share of the height, and write beside its top."""
    (line,) = axes.plot(
        [at, at],
        [0, height],
        transform=axes.get_xaxis_transform(),
        color=COLOURS.ink,
        linewidth=1,
        linestyle=(0, (3, 2)),
        clip_on=False,
    )
    line.set_gid(f"{PART}mark:{words}")
    place: dict[str, Any] = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points"}
    style: dict[str, Any] = {"ha": "left", "size": SMALL, "color": COLOURS.ink, "va": "top", **look}
    offset = (-4, 0) if style["ha"] == "right" else (4, 0)
    axes.annotate(words, (at, height), offset, annotation_clip=False, **place, **style)
