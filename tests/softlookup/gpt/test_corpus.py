from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.errors import DtypeError, EmptyContextError, SoftLookupError, UnknownWordError
from softlookup.gpt.corpus import CORPUS, Pair, Vocabulary, build_vocabulary, make_pairs, split_words

SENTENCES = st.lists(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=6), max_size=6)


def test_the_corpus_has_the_tokens_and_pairs_that_source_c_counts() -> None:
    sentences = split_words(CORPUS)
    assert [len(sentence) for sentence in sentences] == [3, 3, 3, 5, 9, 6]
    assert len(build_vocabulary(sentences)) == 22
    assert len(make_pairs(sentences)) == 23


def test_words_are_numbered_as_they_first_appear() -> None:
    expected = (
        "i love pizza you burgers she loves the cat chased mouse dog because it was fast he hated "
        "broccoli but loved cake"
    )
    assert build_vocabulary(split_words(CORPUS)).words == tuple(expected.split())


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I love pizza.", (("i", "love", "pizza"),)),
        ("Stop! Who goes? It's me.", (("stop",), ("who", "goes"), ("it's", "me"))),
        ("Don’t.", (("don't",),)),
        ("It is 3.14", (("it", "is", "3"), ("14",))),
        ("one, two; (three)", (("one", "two", "three"),)),
        (" . . ", ()),
        ("", ()),
    ],
)
def test_text_is_split(text: str, sentences: tuple[tuple[str, ...], ...]) -> None:
    assert split_words(text) == sentences


@given(SENTENCES)
def test_numbers_go_back_to_their_words(sentences: list[list[str]]) -> None:
    vocabulary = build_vocabulary(sentences)
    assert set(vocabulary.words) == {word for sentence in sentences for word in sentence}
    for sentence in sentences:
        assert [vocabulary.word(int(number)) for number in vocabulary.encode(sentence)] == sentence


@given(SENTENCES)
def test_every_beginning_predicts_its_next_word(sentences: list[list[str]]) -> None:
    pairs = make_pairs(sentences)
    assert len(pairs) == sum(len(sentence) - 1 for sentence in sentences)
    counted = iter(pairs)
    for sentence in sentences:
        for end in range(1, len(sentence)):
            assert next(counted) == Pair(tuple(sentence[:end]), sentence[end])


def test_tokens_are_whole_numbers() -> None:
    numbers = Vocabulary(("a", "b")).encode(["b", "a", "b"])
    assert numbers.dtype == np.intp
    assert numbers.tolist() == [1, 0, 1]


def test_an_unknown_word_is_named_with_the_nearest() -> None:
    vocabulary = build_vocabulary(split_words(CORPUS))
    with pytest.raises(
        UnknownWordError, match=r"^'lov' is none of the 22 words .* near: love, loves, loved$"
    ):
        vocabulary.encode(["i", "lov"])
    with pytest.raises(UnknownWordError, match=r"'Pizza' is none of .* near: pizza$"):
        vocabulary.encode(["Pizza"])


def test_a_word_that_is_near_none_is_not_said_to_be() -> None:
    with pytest.raises(UnknownWordError, match=r"'xyz' is none of the 22 words of .*; none is near$"):
        build_vocabulary(split_words(CORPUS)).find("xyz")


def test_what_is_no_list_of_words_is_refused_by_name() -> None:
    with pytest.raises(DtypeError, match="a list of words, found the text 'a b'; split_words"):
        Vocabulary(("a", "b")).encode("a b")
    nothing: Any = 3
    with pytest.raises(DtypeError, match="expected a word, found 3"):
        Vocabulary(("a", "b")).find(nothing)


def test_an_empty_context_is_refused() -> None:
    with pytest.raises(EmptyContextError, match="at least one word, found none"):
        Vocabulary(("a",)).encode([])


@pytest.mark.parametrize("number", [-1, 2])
def test_a_number_without_a_word_is_refused(number: int) -> None:
    with pytest.raises(UnknownWordError, match=f"from 0 to 1, found {number}"):
        Vocabulary(("a", "b")).word(number)


def test_a_word_given_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="each word once, found a, c more often"):
        Vocabulary(("c", "a", "b", "a", "c"))


def test_the_errors_have_the_package_base_and_a_built_in_one() -> None:
    assert issubclass(UnknownWordError, SoftLookupError)
    assert issubclass(UnknownWordError, LookupError)
    assert issubclass(EmptyContextError, SoftLookupError)
    assert issubclass(EmptyContextError, ValueError)
