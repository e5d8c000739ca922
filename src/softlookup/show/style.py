"""The one look of all figures: sizes, colours by role, and the way from Matplotlib to the page.

A figure is drawn in *sentinel* colours, one a role; ``finish`` replaces them by the site's custom properties,
so that a figure follows light and dark by itself. Text stays text, in the site's font.
"""

import functools
import io
from collections.abc import Callable
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec

from softlookup.show.svg import clean_svg
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SMALL, TEXT, LARGE = 12.6, 13.2, 14.5
"""Font sizes in units of the view box: at 360 pixels a page shows a unit as 0.88, so the smallest has 11."""

WIDTH = 400.0
"""The width of a figure in units of its view box."""


class Colours(NamedTuple):
    """The sentinel of each role, which stands for the custom property ``--sl-ROLE``."""

    ink: str = "#010203"
    ink_soft: str = "#010204"
    grid: str = "#010205"
    rule: str = "#010206"
    paper: str = "#010207"
    paper_raised: str = "#010208"
    accent: str = "#010209"
    query: str = "#01020a"
    key: str = "#01020b"
    value: str = "#01020c"


COLOURS = Colours()

PROPERTIES = MappingProxyType(
    {sentinel: f"var(--sl-{role.replace('_', '-')})" for role, sentinel in COLOURS._asdict().items()}
)
"""Which custom property each sentinel stands for."""

SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "soft-lookup",
    "font.family": "DejaVu Sans",  # measures only: Matplotlib brings it along; the page sets its own
    "font.size": TEXT,
    "axes.unicode_minus": True,
    "text.usetex": False,
    "path.simplify": False,
}


P = ParamSpec("P")


def in_style(draw: Callable[P, Drawing]) -> Callable[P, Drawing]:
    """Have the book's settings, and nobody else's, in force while a figure is drawn and saved."""

    @functools.wraps(draw)
    def drawn(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        import matplotlib as mpl

        with mpl.rc_context():
            mpl.rcdefaults()
            mpl.rcParams.update(SETTINGS)
            return draw(*args, **kwargs)

    return drawn


def start_figure(height: float, width: float = WIDTH) -> "Figure":
    """Give an empty Matplotlib figure of this many units of its view box.

    Raises ``RuntimeError`` outside a function that is ``in_style``.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure

    if mpl.rcParams["svg.hashsalt"] != SETTINGS["svg.hashsalt"]:
        message = "a figure is drawn by a function that is decorated with softlookup.show.style.in_style"
        raise RuntimeError(message)

    figure = Figure(figsize=(width / 72, height / 72), dpi=72)
    figure.patch.set_visible(False)
    return figure


def add_axes(figure: "Figure", left: float, bottom: float, width: float, height: float) -> "Axes":
    """Add bare axes at a place given in units of the view box, from the lower left corner."""
    across, up = figure.get_size_inches() * 72
    axes = figure.add_axes((left / across, bottom / up, width / across, height / up))
    axes.set_axis_off()
    return axes


def finish(figure: "Figure", name: str, data: str, alt: str) -> Drawing:
    """Turn a figure into what a page shows.

    ``name`` makes its ids unique to the page, ``data`` is the CSV of the numbers drawn, and ``alt`` the
    description computed from them. The same figure gives the same bytes in every process.
    """
    buffer = io.StringIO()
    nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
    figure.savefig(buffer, format="svg", transparent=True, metadata=nothing)
    return Drawing(clean_svg(buffer.getvalue(), name=name, alt=alt, properties=PROPERTIES), data, alt)
