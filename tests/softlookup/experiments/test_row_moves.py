"""One entity's features, or the seed, and what they move; against loops that know no head."""

import math

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.row_moves import draw_head, rescale_features
from softlookup.world import TYPE_OF, TYPES

MOVES = book.moves
PLACE = {name: place for place, name in enumerate(TYPE_OF)}


def run_plainly(seed: int, factors: dict[str, float]) -> list[list[float]]:
    """Give all rows of weights by loops over plain numbers."""
    rng = np.random.default_rng(seed)
    features = (rng.normal(size=(13, 8)) / math.sqrt(8)).tolist()
    for row, (name, kind) in zip(features, TYPE_OF.items(), strict=True):
        for column in range(8):
            row[column] += 0.5 * (column % 5 == TYPES.index(kind))
            row[column] *= factors.get(name, 1)
    w_q, w_k = (rng.normal(size=(8, 4)).tolist() for _ in range(2))

    def project(row: list[float], matrix: list[list[float]]) -> list[float]:
        return [sum(x * line[k] for x, line in zip(row, matrix, strict=True)) for k in range(4)]

    rows = []
    for asking in features:
        q = project(asking, w_q)
        scores = [sum(a * b for a, b in zip(q, project(row, w_k), strict=True)) / 2 for row in features]
        total = sum(map(math.exp, scores))
        rows.append([math.exp(score) / total for score in scores])
    return rows


def test_the_first_seed_is_the_books_own() -> None:
    np.testing.assert_array_equal(MOVES.seeds[0].weights, book.head.weights)
    np.testing.assert_array_equal(MOVES.seeds[0].output, book.head.output)


@pytest.mark.parametrize("seed", range(len(MOVES.seeds)))
def test_each_seed_gives_what_a_loop_gives(seed: int) -> None:
    rows = run_plainly(seed, {})
    np.testing.assert_allclose(MOVES.seeds[seed].weights, rows, atol=1e-14)
    best = max(range(13), key=lambda place: rows[PLACE["bob"]][place])
    assert MOVES.favourites[seed] == list(TYPE_OF)[best]
    np.testing.assert_array_equal(draw_head(seed, book.world, 8, 4).weights, MOVES.seeds[seed].weights)


def test_favourites_are_counted_once_each() -> None:
    assert MOVES.favourite_count == len(dict.fromkeys(MOVES.favourites))
    assert 1 < MOVES.favourite_count < len(MOVES.seeds)
    assert MOVES.smallest_lead_weight == min(max(head.bob.weights) for head in MOVES.seeds)


@pytest.mark.parametrize(("which", "factors"), [("silenced", {"p2": 0}), ("doubled", {"bob": 2})])
def test_rescaled_features_give_what_a_loop_gives(which: str, factors: dict[str, float]) -> None:
    np.testing.assert_allclose(getattr(MOVES, which).weights, run_plainly(0, factors), atol=1e-14)


def test_a_silent_key_scores_nothing_and_moves_no_other_score() -> None:
    p2 = PLACE["p2"]
    assert not MOVES.silenced.raw[:, p2].any()
    others = np.delete(np.arange(13), p2)
    np.testing.assert_array_equal(
        MOVES.silenced.raw[np.ix_(others, others)], book.head.raw[np.ix_(others, others)]
    )
    ratios = MOVES.silenced.bob.weights[others] / book.head.bob.weights[others]
    np.testing.assert_allclose(ratios, ratios[0], rtol=1e-13)
    below = [score < 0 for place, score in enumerate(book.head.bob.raw) if place != p2]
    assert MOVES.below_silent == sum(below)
    np.testing.assert_allclose(MOVES.silenced.p2.weights, np.full(13, 1 / 13), rtol=1e-15)


def test_twice_the_features_are_twice_the_scores_and_four_times_the_own() -> None:
    bob = PLACE["bob"]
    factor = np.full(13, 2.0)
    factor[bob] = 4
    np.testing.assert_allclose(MOVES.doubled.bob.raw, book.head.bob.raw * factor, rtol=1e-12)


def test_the_head_itself_stays_as_it_was() -> None:
    before = book.head.features.copy()
    rescale_features(book.head, "bob", 3.0)
    np.testing.assert_array_equal(book.head.features, before)
    with pytest.raises(ValueError, match="nobody"):
        rescale_features(book.head, "nobody", 3.0)
