"""The explorable of the chapter on one head, held to the head for all queries and edited features."""

import numpy as np
import pytest
from scipy.stats import rankdata

from softlookup.attention import attend
from softlookup.book import book as values
from softlookup.world import ENTITIES
from support.playing import compare, open_play
from support.visiting import Site, Visitor

PAGE, NAME = "attention/one-head/", "row"
EDITS = ["of the one who asks", "of the one looked at"]
HEAD = values.head


def expect(features: np.ndarray, asks: str, at: str) -> dict[str, float]:
    def run(x: np.ndarray) -> tuple[np.ndarray, ...]:
        q, k, v = x[[ENTITIES.index(asks)]] @ HEAD.w_q, x @ HEAD.w_k, x @ HEAD.w_v
        found = attend(q, k, v)
        return q[0], k[place], found.scores[0], found.logits[0], found.weights[0], found.output[0]

    place = ENTITIES.index(at)
    q, k, raw, logits, weights, output = run(features)
    places = rankdata(-weights, method="ordinal")
    rows = {"place": places, "logit": logits, "weight": weights}
    numbers = {"query": q, "key": k, "product": q * k, "output": output}
    return {
        **{
            f"{name}.{key}": one for name, row in rows.items() for key, one in zip(ENTITIES, row, strict=True)
        },
        **{f"{name}.{i + 1}": one for name, row in numbers.items() for i, one in enumerate(row)},
        "raw": raw[place],
        "logit": logits[place],
        "weight": weights[place],
        "place": places[place],
        "moved": np.linalg.norm(output - run(HEAD.features)[-1]),
    }


def test_it_starts_where_the_book_is(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    found = play.turn()
    assert compare(found, expect(HEAD.features, "bob", "logic")) == {}
    assert found["weight.p2"] == pytest.approx(HEAD.bob.on.p2.weight, abs=1e-9)
    assert play.shown("weight.p2") == f"{HEAD.bob.top[0].weight:.4f}"
    assert play.whose == "book"


def test_every_entity_may_ask_and_its_row_is_still_the_books(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    for asks, at in zip(ENTITIES, reversed(ENTITIES), strict=True):
        found = play.turn({"asks": asks, "at": at})
        assert compare(found, expect(HEAD.features, asks, at)) == {}, (asks, at)
        assert found["weight"] == pytest.approx(HEAD.by_name[asks].on.by_name[at].weight, abs=1e-9)
        assert play.whose == "book"


def test_edited_features_give_what_python_gives(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    rng = np.random.default_rng(11)
    features = HEAD.features.copy()
    pairs = [
        ("bob", "logic"),
        ("bob", "logic"),
        ("p3", "nesy"),
        ("erin", "erin"),
        ("bob", "p2"),
        ("cmu", "bob"),
    ]
    for turn, (asks, at) in enumerate(pairs):
        edits = turn % 2
        row = np.round(rng.normal(size=8) * (1, 3)[turn % 2], 3)
        features[ENTITIES.index((asks, at)[edits])] = row
        settings = {"asks": asks, "at": at, "edits": EDITS[edits]}
        found = play.turn(settings | {f"features.{j}": number for j, number in enumerate(row)})
        assert compare(found, expect(features, asks, at)) == {}, turn
    assert play.whose == "yours"


@pytest.mark.parametrize("size", [0, 1000, -1000, 1e-9])
def test_extreme_features_give_what_python_gives(book: Site, visitor: Visitor, size: float) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    features = HEAD.features.copy()
    features[ENTITIES.index("bob")] = size
    found = play.turn({f"features.{j}": size for j in range(8)})
    assert compare(found, expect(features, "bob", "logic")) == {}


def test_an_edit_of_the_key_moves_one_score_and_an_edit_of_the_query_moves_all(
    book: Site, visitor: Visitor
) -> None:
    play = open_play(book, visitor, PAGE, NAME)
    before = play.turn()
    moved = []
    for edits in EDITS:
        play.turn({"reset": 1})
        after = play.turn({"edits": edits, "features.0": 2})
        moved.append({name for name in ENTITIES if after[f"logit.{name}"] != before[f"logit.{name}"]})
    assert moved == [set(ENTITIES), {"logic"}]


@pytest.mark.parametrize(
    ("right", "wrong"), [("[features[asks]], wQ", "[features[asks]], wK"), ("multiply(features, wV)", "keys")]
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str) -> None:
    play = open_play(book, visitor, PAGE, NAME, slipped=(right, wrong))
    assert compare(play.turn(), expect(HEAD.features, "bob", "logic")) != {}
