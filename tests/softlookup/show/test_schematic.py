import math

import pytest

from softlookup.book import book
from softlookup.show.schematic import CUP, FOOT, RIM, Lookup, draw_dictionary
from support.drawn import read_markup, read_parts, read_points, read_rows, read_size
from tether.values import Drawing


def draw(sweet: float, bitter: float) -> Drawing:
    """Draw the café's answer to an order."""
    cafe = book.dictionary
    answer = cafe.ask(sweet, bitter)
    return draw_dictionary(
        Lookup(cafe.drinks, answer.query, cafe.keys, cafe.values, answer.weights, answer.output)
    )


def weigh(sweet: float, bitter: float) -> list[float]:
    """Give the weights by the definition, term by term."""
    terms = [math.exp(sweet * key[0] + bitter * key[1]) for key in book.dictionary.keys.tolist()]
    return [term / sum(terms) for term in terms]


@pytest.mark.parametrize("order", [(1, 0), (0, 0), (2, 0), (0, 1)])
def test_cups_are_filled_as_far_as_their_weights(order: tuple[float, float]) -> None:
    drawing = draw(*order)
    filled = {name: read_size(path)[1] for name, path in read_parts(drawing, "filled").items()}
    for drink, weight in zip(book.dictionary.drinks, weigh(*order), strict=True):
        assert filled[drink] == pytest.approx(weight * (CUP[1] - CUP[0]), abs=0.02)
        (left, _), (right, _), (low_right, _), (low_left, _) = read_points(
            read_parts(drawing, "filled")[drink]
        )
        assert low_right - low_left == pytest.approx(FOOT)
        assert right - left == pytest.approx(FOOT + weight * (RIM - FOOT), abs=0.02)


def test_the_better_the_match_the_thicker_the_thread() -> None:
    threads = read_parts(draw(1, 0), "thread")
    widths = {}
    for name, path in threads.items():
        widths[name] = float(path.get("style", "").rpartition("stroke-width:")[2])
    order = sorted(book.dictionary.drinks, key=lambda drink: widths[drink])
    weights = dict(zip(book.dictionary.drinks, weigh(1, 0), strict=True))
    assert order == sorted(book.dictionary.drinks, key=lambda drink: weights[drink])


def test_what_is_served_is_the_mixture() -> None:
    drawing = draw(1, 0)
    mixture = sum(w * m for w, m in zip(weigh(1, 0), (6, 1, 4), strict=True))
    words = [element.text for element in read_markup(drawing).iter() if element.text]
    assert f"served: {mixture:.2f} min" in words
    assert f"{mixture:.2f} min." in drawing.alt
    assert sum(float(row["share of the output"]) for row in read_rows(drawing)) == pytest.approx(
        mixture, abs=3e-6
    )


def test_roles_have_their_words_beside_their_colours() -> None:
    root = read_markup(draw(1, 0))
    for role in ("query", "key", "value"):
        coloured = [e.text or "" for e in root.iter() if f"fill:var(--sl-{role})" in e.get("style", "")]
        assert any(role in words for words in coloured)
