"""The explorable of the chapter on retrieval, held to softlookup over a grid of settings."""

import itertools

import numpy as np
import pytest
from scipy.stats import entropy

from softlookup.attention import attend
from softlookup.book import book as values
from softlookup.experiments.correlated_keys import find_sharpness, place_keys
from softlookup.jacobian import softmax_jacobian
from support.playing import compare, open_play
from support.visiting import Site, Visitor

PAGE, NAME = "attention/retrieval/", "retrieval"
WAYS = {"along the key": 0, "the best way": 1}
WEIGHT = 0.99


def expect(slots: int, cosine: float, c: float, way: str) -> dict[str, float]:
    keys = place_keys(slots, max(cosine, -1 / (slots - 1)))
    away = keys[0] - keys[1:].mean(axis=0)
    direction = [keys[0], away / np.linalg.norm(away)][WAYS[way]]
    found = attend(c * direction[None, :], keys, keys, scale=1)
    weights = found.weights[0]
    return {
        "score.asked": found.logits[0, 0],
        "score.each": found.logits[0, 1],
        "weight.asked": weights[0],
        "weight.each": weights[1],
        "weight.others": weights[1:].sum(),
        "entropy": entropy(weights),
        # The chain rule through the softmax, not the formula of the script.
        "slope": (softmax_jacobian(weights) @ (keys @ direction))[0],
        # By halving an interval on the softmax itself.
        "needed": find_sharpness(keys, direction[None, :], WEIGHT)[0],
    }


def turn(slots: int, cosine: float, c: float, way: str) -> dict[str, float | str]:
    return {"slots": slots, "cosine": cosine, "c": c, "way": way}


def test_it_starts_where_the_book_is(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    found = play.turn()
    assert compare(found, expect(4, 0, 3, "along the key")) == {}
    assert found["weight.asked"] == pytest.approx(values.retrieval.at(3).weight, abs=1e-9)
    assert found["slope"] == pytest.approx(values.limit.at(3).slope, abs=1e-9)
    assert values.correlated.weight == WEIGHT
    assert play.whose == "book"


def test_every_setting_gives_what_python_gives(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    for setting in itertools.product((2, 4, 13), (-1, 0, 0.5, 0.9999), (0, 3, 1000), WAYS):
        assert compare(play.turn(turn(*setting)), expect(*setting)) == {}, setting


def test_the_curve_is_the_weight_at_every_sharpness(book: Site, visitor: Visitor) -> None:
    page = open_play(book, visitor, PAGE, NAME).page
    state = {"slots": 4, "cosine": 0.5, "c": 3, "way": "best"}
    reckon = "state => softLookup.explorables.retrieval.reckon({weight: 0.99}, state).curve"
    curve = page.evaluate(reckon, state)
    assert len(curve) > 50
    for c, weight in curve[::10]:
        expected = expect(4, 0.5, c, "the best way")["weight.asked"]
        assert weight == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("dot(weights, scores)", "weights[0]"),
        ("Math.sqrt(1 - cosine)", "(1 - cosine)"),
        ("scale(away, 1 / norm(away))", "away"),
    ],
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str) -> None:
    play = open_play(book, visitor, PAGE, NAME, slipped=(right, wrong))
    setting = 4, 0.5, 2, "the best way"
    assert compare(play.turn(turn(*setting)), expect(*setting)) != {}
