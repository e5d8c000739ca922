"""The small GPT's forward pass as text: projections, scores, weights, and what it predicts."""

from softlookup.experiments.gpt_forward import Forward, Place
from softlookup.show.marks import Floats
from softlookup.show.numbers import print_number
from softlookup.show.traces import lay_out

DIGITS = 4
"""Digits behind the point of scores and weights."""

BAR = 60
"""How many blocks a probability of 1 is drawn with."""


def trace_projections(forward: Forward) -> str:
    """Write each word's embedding x, query q, key k and value v, a column a word, as a phone is narrow."""
    rows = [["", *(place.word for place in forward.places)]]
    rows += [
        [name, *(write_vector(getattr(place, name), 2) for place in forward.places)]
        for name in ("x", "q", "k", "v")
    ]
    return "\n".join(lay_out(rows, "l" * len(rows[0])))


def trace_scores(forward: Forward) -> str:
    """Write raw scores, scores over the root of the width and masked, and weights: three tables in a row."""
    words = [place.word for place in forward.places]
    parts = []
    root = len(forward.i.q)
    for title, kind in (("q·k", "raw"), (f"q·k/√{root}, masked", "scaled"), ("weights", "weights")):
        rows = [[title, *words]]
        for number, place in enumerate(forward.places):
            cells = [print_number(float(cell), DIGITS) for cell in getattr(place, kind)]
            if kind == "scaled":
                cells[number + 1 :] = ["−∞"] * (len(words) - number - 1)
            rows.append([place.word, *cells])
        parts.append(rows)
    wide = max(len(rows[0][0]) for rows in parts)
    for rows in parts:
        rows[0][0] = rows[0][0].ljust(wide)
    return "\n\n".join("\n".join(lay_out(rows, "l" + "r" * len(words))) for rows in parts)


def trace_outputs(forward: Forward) -> str:
    """Write for each word what it puts out alone, what in context, and the difference."""
    rows = []
    for place in forward.places:
        told = (("alone", place.v), ("in context", place.output), ("moved by", place.move))
        rows += [
            [place.word if name == "alone" else "", name, write_vector(vector, DIGITS)]
            for name, vector in told
        ]
    return "\n".join(lay_out(rows, "lll"))


def trace_prediction(forward: Forward, place: Place) -> str:
    """Write logit and probability of every word after one place, the likeliest first, with bars."""
    numbers = {word: number for number, word in enumerate(forward.vocabulary)}
    rows = [["", "next word", "logit", "probability", ""]]
    for guess in place.top:
        number = numbers[guess.word]
        rows.append(
            [
                str(number),
                guess.word,
                print_number(float(place.logits[number]), 3),
                print_number(guess.probability, DIGITS),
                "█" * round(BAR * guess.probability),
            ]
        )
    return "\n".join(lay_out(rows, "rlrrl"))


def write_vector(vector: Floats, digits: int) -> str:
    """Write a short vector in square brackets."""
    return f"[{', '.join(print_number(float(part), digits) for part in vector)}]"
