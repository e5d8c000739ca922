"""Pictures as a figure: stored, spoilt, and recalled by two networks, one column each."""

from typing import TYPE_CHECKING, Any

import numpy as np

from softlookup.arrays import BoolArray, FloatArray
from softlookup.experiments.glyphs import SIDE
from softlookup.experiments.pictures import CRITERION, Gallery
from softlookup.show.marks import add_label
from softlookup.show.numbers import print_number, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEFT, GAP, NOTE = 56.0, 8.0, 17.0
"""Room for the rows' names, between the pictures, and for the note under each answer."""

LEVELS = 8
"""How many shades a pixel has besides none."""


@in_style
def draw_pictures(gallery: Gallery, name: str) -> Drawing:
    """Draw each picture, its cue and both answers; under an answer stands its cosine with the picture.

    An answer below the criterion is crossed out beside its cosine, so that no colour has to say it.
    """
    count = len(gallery.pictures)
    size = (WIDTH - LEFT - GAP * (count - 1)) / count
    rows: list[tuple[str, list[FloatArray], list[float] | None]] = [
        ("stored", [p.stored for p in gallery.pictures], None),
        ("cue", [p.cue for p in gallery.pictures], None),
        ("Hopfield", [p.classical for p in gallery.pictures], [p.classical_cosine for p in gallery.pictures]),
        ("softmax", [p.softmax for p in gallery.pictures], [p.softmax_cosine for p in gallery.pictures]),
    ]
    height = len(rows) * size + (len(rows) - 1) * GAP + 2 * NOTE
    figure = start_figure(height)
    top, data = height, []
    for words, images, cosines in rows:
        top -= size
        for column, image in enumerate(images):
            axes = add_axes(figure, LEFT + column * (size + GAP), top, size, size)
            axes.set(xlim=(0, SIDE), ylim=(SIDE, 0))
            part = f"{words}:{gallery.pictures[column].name}"
            shades = _add_image(axes, image, part)
            note = "" if cosines is None else print_number(cosines[column], 2)
            if cosines is not None:
                missed = "✗ " if cosines[column] < CRITERION else ""
                look = {"ha": "center", "va": "top", "size": SMALL}
                add_label(axes, SIDE / 2, SIDE + 0.7, f"{missed}{note}", **look)
            data.append([gallery.pictures[column].name, words, note, shades])
        label = add_axes(figure, 0, top, LEFT, size)
        label.set(xlim=(0, 1), ylim=(0, 1))
        add_label(label, 0, 0.5, words, ha="left")
        top -= GAP + (0 if cosines is None else NOTE)
    found = [
        f"{p.name} {print_number(p.classical_cosine, 2)} and {print_number(p.softmax_cosine, 2)}"
        for p in gallery.pictures
    ]
    alt = (
        f"Small pictures in columns: {', '.join(p.name for p in gallery.pictures)}. In rows, the picture "
        f"stored, the cue with some pixels turned, and the answers of Hopfield's network and of the softmax "
        f"memory. Their cosines with the picture: {'; '.join(found)}. Below {CRITERION:g} are "
        f"{gallery.failed} answers of Hopfield's network and {gallery.softmax_failed} of the softmax memory."
    )
    return finish(figure, name, write_csv(["picture", "row", "cosine", "shades"], data), alt)


def _add_image(axes: "Axes", image: FloatArray, part: str) -> str:
    """Draw a picture (144,) of numbers from −1 to 1, one path a shade; give its shades as digits."""
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.path import Path

    axes.add_patch(Rectangle((0, 0), SIDE, SIDE, facecolor=COLOURS.paper_raised, linewidth=0, clip_on=False))
    shades = np.rint((1 + image) / 2 * LEVELS).astype(int).reshape(SIDE, SIDE)
    for level in range(1, LEVELS + 1):
        boxes = [
            Path([(left, y), (right, y), (right, y + 1), (left, y + 1), (left, y)], closed=True)
            for y, row in enumerate(shades == level)
            for left, right in _find_runs(row)
        ]
        if boxes:
            look: dict[str, Any] = {"facecolor": COLOURS.ink, "alpha": level / LEVELS, "linewidth": 0}
            patch = PathPatch(Path.make_compound_path(*boxes), clip_on=False, **look)
            patch.set_gid(f"{PART}{part}:{level}")
            axes.add_patch(patch)
    return "".join(str(shade) for shade in shades.ravel())


def _find_runs(row: BoolArray) -> list[tuple[int, int]]:
    """Give where each run of true values starts and ends, so that neighbours share one box."""
    edges = np.flatnonzero(np.diff([False, *row, False]))
    return [(int(left), int(right)) for left, right in edges.reshape(-1, 2)]
