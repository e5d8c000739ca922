"""The two planes of the small GPT: where words are embedded, and where their values are mixed."""

from typing import TYPE_CHECKING, Any

from softlookup.experiments.gpt_forward import Forward, Place
from softlookup.show.gpt_forward import write_vector
from softlookup.show.marks import Floats, add_label
from softlookup.show.numbers import write_csv
from softlookup.show.plane import Axis, add_plane
from softlookup.show.style import COLOURS, SMALL, WIDTH, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT, BOTTOM, HEIGHT = 26.0, 40.0, 290.0
"""Where the first plane's corner is, and how high the figure is, in units of the view box."""

NARROW, WIDE = 126.0, 206.0
"""How wide the two planes are: embeddings need less room than mixtures with their labels."""

TICKS = [(step / 5, f"{step / 5:g}") for step in range(6)]


@in_style
def draw_spaces(forward: Forward, name: str = "spaces") -> Drawing:
    """Draw the embeddings in one plane, and in another the values with what attention makes of them."""
    figure = start_figure(HEIGHT)
    tall = HEIGHT - BOTTOM - 26
    first, second = Axis(0, 1, TICKS, "first number"), Axis(0, 1, TICKS, "embeddings")
    embeddings = add_plane(figure, first, second, (LEFT, BOTTOM), (NARROW, tall))
    some, mixed = Axis(0, 0.8, TICKS[:-1], "first number"), Axis(0, 1, TICKS, "values, and their mixtures")
    values = add_plane(figure, some, mixed, (WIDTH - WIDE - 8, BOTTOM), (WIDE, tall))
    for place in forward.places:
        _add_point(embeddings, place.x, f"embedding:{place.word}", colour=COLOURS.ink, filled=True)
        add_label(embeddings, float(place.x[0]) + 0.05, float(place.x[1]), place.word, ha="left", size=SMALL)
    _add_mixtures(values, forward)
    love = forward.love
    share = write_vector(love.weights[:2], 2)
    alt = (
        "Two planes side by side. On the left the embeddings of "
        + ", ".join(f"{place.word} at {write_vector(place.x, 2)}" for place in forward.places)
        + ". On the right their values, and where the context moves them: love's own value "
        f"{write_vector(love.v, 2)} goes to {write_vector(love.output, 3)}, on the line to i's value "
        f"{write_vector(forward.i.v, 2)}, as the weights {share} say; pizza's "
        f"{write_vector(forward.pizza.v, 2)} goes to {write_vector(forward.pizza.output, 3)}; "
        "i stays where it is."
    )
    rows: list[list[str | float]] = [
        [place.word, *(float(part) for part in (*place.x, *place.v, *place.output))]
        for place in forward.places
    ]
    header = ["word", "embedding 1", "embedding 2", "value 1", "value 2", "output 1", "output 2"]
    return finish(figure, name, write_csv(header, rows), alt)


def _add_mixtures(axes: "Axes", forward: Forward) -> None:
    """Add the values as open rings, the outputs as dots, and the way from the one to the other."""
    i, love, pizza = forward.i, forward.love, forward.pizza
    dashed: dict[str, Any] = {
        "color": COLOURS.value,
        "linewidth": 0.9,
        "linestyle": (0, (2, 2)),
        "clip_on": False,
    }
    (line,) = axes.plot(*zip(love.v, i.v, strict=True), **dashed)
    line.set_gid(f"{PART}segment:love")
    for place in (love, pizza):
        _add_way(axes, place)
    for place in forward.places:
        _add_point(axes, place.v, f"value:{place.word}", colour=COLOURS.value, filled=False)
        _add_point(axes, place.output, f"output:{place.word}", colour=COLOURS.accent, filled=True)
    look: dict[str, Any] = {"size": SMALL, "ha": "left"}
    for place, words in ((love, "love, alone"), (pizza, "pizza, alone")):
        add_label(
            axes, float(place.v[0]) + 0.05, float(place.v[1]) - 0.02, words, color=COLOURS.value, **look
        )
    bold = {**look, "weight": "bold", "color": COLOURS.accent}
    add_label(axes, float(love.output[0]) + 0.05, float(love.output[1]) - 0.02, "love after i", **bold)
    add_label(axes, float(pizza.output[0]) + 0.05, float(pizza.output[1]) + 0.02, "pizza after both", **bold)
    add_label(axes, float(i.output[0]) - 0.05, float(i.output[1]) + 0.02, "i", **{**bold, "ha": "right"})


def _add_way(axes: "Axes", place: Place) -> None:
    """Add an arrow from a word's own value to its output."""
    axes.annotate(
        "",
        xy=(float(place.output[0]), float(place.output[1])),
        xytext=(float(place.v[0]), float(place.v[1])),
        arrowprops={
            "arrowstyle": "->",
            "color": COLOURS.accent,
            "linewidth": 1.4,
            "shrinkA": 4,
            "shrinkB": 3,
        },
    )


def _add_point(axes: "Axes", at: Floats, part: str, *, colour: str, filled: bool) -> None:
    """Add a dot, or a ring."""
    face = colour if filled else COLOURS.paper
    (point,) = axes.plot(
        [at[0]], [at[1]], "o", color=colour, markerfacecolor=face, markersize=5.5, clip_on=False
    )
    point.set_gid(f"{PART}{part}")
