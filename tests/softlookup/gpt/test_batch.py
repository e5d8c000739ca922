from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.errors import DtypeError, EmptyContextError, ShapeError, UnknownWordError
from softlookup.gpt.batch import Batch, batch_pairs, batch_sentences
from softlookup.gpt.corpus import CORPUS, Pair, Vocabulary, make_pairs, split_words

LETTERS = Vocabulary(tuple("abc"))
PAIRS = st.lists(
    st.builds(
        Pair,
        st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(tuple),
        st.sampled_from("abc"),
    ),
    min_size=1,
    max_size=12,
)


def read_back(batch: Batch, vocabulary: Vocabulary) -> list[Pair]:
    """Give the pairs that a batch trains."""
    return [
        Pair(
            tuple(vocabulary.word(token) for token in batch.tokens[row, : place + 1].tolist()),
            vocabulary.word(int(batch.targets[row, place])),
        )
        for row, place in np.argwhere(batch.trained).tolist()
    ]


@given(PAIRS)
def test_a_batch_trains_the_pairs_it_was_given_and_no_others(pairs: list[Pair]) -> None:
    batch = batch_pairs(pairs, LETTERS)
    assert len(batch) == len(pairs)
    assert sorted(read_back(batch, LETTERS)) == sorted(pairs)


def test_the_corpus_takes_one_row_a_sentence(words: Vocabulary, everything: Batch) -> None:
    assert everything.tokens.shape == (6, 8)
    assert len(everything) == 23
    assert sorted(read_back(everything, words)) == sorted(make_pairs(split_words(CORPUS)))


def test_a_pair_can_be_left_out_of_its_sentence(words: Vocabulary, everything: Batch) -> None:
    left = [pair for pair in make_pairs(split_words(CORPUS)) if pair != Pair(("you",), "love")]
    batch = batch_pairs(left, words)
    assert batch.tokens.shape == everything.tokens.shape
    assert sorted(read_back(batch, words)) == sorted(left)


def test_the_places_and_what_is_wanted_there() -> None:
    batch = batch_pairs([Pair(("a",), "b"), Pair(("b", "c"), "a")], LETTERS)
    assert batch.tokens.tolist() == [[1, 2], [0, 0]]
    assert batch.trained.tolist() == [[False, True], [True, False]]
    assert batch.places.tolist() == [1, 2]
    assert batch.wanted.tolist() == [0, 1]
    logits = np.arange(6.0).reshape(2, 3)
    assert logits[batch.at_targets].tolist() == [0, 4]


def test_sentences_are_their_pairs() -> None:
    batch = batch_sentences([("a", "b"), ("c",), ("a", "c", "b")], LETTERS)
    assert sorted(read_back(batch, LETTERS)) == [Pair(("a",), "b"), Pair(("a",), "c"), Pair(("a", "c"), "b")]


def test_what_cannot_be_laid_out_is_refused() -> None:
    with pytest.raises(EmptyContextError, match="at least one pair"):
        batch_pairs([], LETTERS)
    with pytest.raises(EmptyContextError, match="at least one word"):
        batch_pairs([Pair((), "a")], LETTERS)
    with pytest.raises(UnknownWordError, match="'d'"):
        batch_pairs([Pair(("d",), "a")], LETTERS)
    with pytest.raises(UnknownWordError, match="'d'"):
        batch_pairs([Pair(("a",), "d")], LETTERS)
    text: Any = "a"
    with pytest.raises(DtypeError, match="a list of words, found the text 'a'"):
        batch_pairs([Pair(text, "b")], LETTERS)


def test_arrays_that_do_not_fit_are_refused() -> None:
    tokens, trained = np.zeros((2, 3), int), np.ones((2, 3), bool)
    with pytest.raises(ShapeError, match=r"tokens \(2, 3\), targets \(2, 2\), trained \(2, 3\)"):
        Batch(tokens, np.zeros((2, 2), int), trained)
    with pytest.raises(ShapeError, match=r"one shape \(s, n\)"):
        Batch(tokens[0], tokens[0], trained[0])
    with pytest.raises(EmptyContextError, match=r"found none in shape \(2, 3\)"):
        Batch(tokens, tokens, ~trained)


def test_lists_are_read_and_other_numbers_refused() -> None:
    zero, one, true = ([[number]] for number in (0, 1, True))
    listed: dict[str, Any] = {"tokens": zero, "targets": one, "trained": true}
    assert Batch(**listed).wanted.tolist() == [1]
    for name, wrong in (("tokens", [[0.0]]), ("targets", true), ("trained", one)):
        with pytest.raises(DtypeError, match=f"^{name}: expected"):
            Batch(**listed | {name: wrong})


def test_nobody_can_change_a_batch_from_outside() -> None:
    tokens = np.zeros((1, 2), int)
    batch = Batch(tokens, tokens, np.ones((1, 2), bool))
    tokens[:] = 1
    assert not batch.tokens.any()
    with pytest.raises(ValueError, match="read-only"):
        batch.targets[0, 0] = 1
