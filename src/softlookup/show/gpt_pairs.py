"""The corpus of the small GPT: its words, its pairs, and a drawing that counts them."""

from typing import TYPE_CHECKING

from softlookup.experiments.gpt_corpus import Corpus, Sentences
from softlookup.show.marks import add_label, add_label_inside
from softlookup.show.numbers import join_words, write_csv
from softlookup.show.style import COLOURS, SMALL, WIDTH, add_axes, finish, in_style, start_figure
from softlookup.show.svg import PART
from softlookup.show.tables import write_table
from softlookup.show.traces import lay_out
from tether.values import Drawing

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLUMNS = 4
"""How many words a line of the list of words holds."""

LETTER, PAD, GAP, ROW = 5.7, 5.0, 13.0, 44.0
"""Room for a letter, on either side of a word, between two words, and for a sentence, in units."""


def list_words(corpus: Corpus) -> str:
    """Write every word after its number, a few to a line, to be read down."""
    count = len(corpus.vocabulary)
    height = -(-count // COLUMNS)
    cells = [[str(number), word] for number, word in enumerate(corpus.vocabulary)]
    cells += [["", ""]] * (height * COLUMNS - count)
    rows = [[text for cell in cells[row::height] for text in cell] for row in range(height)]
    return "\n".join(lay_out(rows, "rl" * COLUMNS))


def list_tasks(corpus: Corpus) -> str:
    """Give a table of all pairs, in words and in numbers."""
    rows = [
        (
            number,
            " ".join(task.context),
            task.target,
            f"{' '.join(map(str, task.numbers))} → {task.number}",
        )
        for number, task in enumerate(corpus.tasks, start=1)
    ]
    return write_table(("pair", "context", "next word", "in numbers"), rows)


def write_sentences(sentences: Sentences) -> str:
    """Write sentences of words, a line each."""
    return "\n".join(" ".join(sentence) for sentence in sentences)


@in_style
def draw_sentences(corpus: Corpus, name: str = "sentence-arrows") -> Drawing:
    """Draw each sentence as a row of boxes, a word each over its number, and an arrow for every pair."""
    count = len(corpus.sentences)
    figure = start_figure(height := ROW * count + 4)
    axes = add_axes(figure, 0, 0, WIDTH, height)
    axes.set(xlim=(0, WIDTH), ylim=(0, height))
    numbers = {word: number for number, word in enumerate(corpus.vocabulary)}
    rows: list[list[str | float]] = []
    for row, sentence in enumerate(corpus.sentences):
        left, middle = 2.0, height - ROW * row - 20
        for place, word in enumerate(sentence):
            width = LETTER * len(word) + 2 * PAD
            first, last = place == 0, place == len(sentence) - 1
            if not first:
                _add_arrow(axes, left - GAP + 2, left - 2, middle, f"{row}:{place}")
            _add_word(axes, (left, middle), width, word, first=first, last=last, part=f"{row}:{place}")
            look = {"ha": "center", "size": SMALL, "color": COLOURS.ink_soft}
            add_label(axes, left + width / 2, middle - 17, str(numbers[word]), **look)
            rows.append([row + 1, place + 1, word, numbers[word], int(not first), int(not last)])
            left += width + GAP
    alt = (
        f"{count} rows of boxes, one for each sentence, with {corpus.size} words over their numbers. An "
        f"arrow leads from each word to the next in its sentence: {len(corpus.tasks)} arrows. No arrow "
        f"anywhere leads to {join_words(corpus.never_asked)}, and none leads on from "
        f"{join_words(corpus.never_read)}."
    )
    header = ["sentence", "place", "word", "number", "predicted", "read"]
    return finish(figure, name, write_csv(header, rows), alt)


def _add_word(  # noqa: PLR0913  (place and look of one box)
    axes: "Axes",
    at: tuple[float, float],
    width: float,
    word: str,
    *,
    first: bool,
    last: bool,
    part: str,
) -> None:
    """Add one word in its box: an outline where nothing predicts it, filled where nothing reads it."""
    from matplotlib.patches import Rectangle

    left, middle = at
    face = "none" if first else COLOURS.accent if last else COLOURS.ink_soft
    edge = COLOURS.ink_soft if first else "none"
    alpha = None if first else 0.3 if last else 0.14
    box = Rectangle(
        (left, middle - 10),
        width,
        20,
        facecolor=face,
        edgecolor=edge,
        alpha=alpha,
        linewidth=1,
        clip_on=False,
    )
    box.set_gid(f"{PART}word:{part}")
    axes.add_patch(box)
    add_label_inside(
        axes,
        left + width / 2,
        middle,
        word,
        size=SMALL,
        weight="bold" if last else "normal",
    )


def _add_arrow(axes: "Axes", start: float, end: float, height: float, part: str) -> None:
    """Add one short arrow to the right."""
    tip = 3.2
    for xs, ys in (
        ([start, end], [height, height]),
        ([end - tip, end, end - tip], [height + tip, height, height - tip]),
    ):
        (line,) = axes.plot(xs, ys, color=COLOURS.ink, linewidth=1, clip_on=False)
        if len(xs) == 2:  # noqa: PLR2004  (the shaft; the head goes with it)
            line.set_gid(f"{PART}pair:{part}")
