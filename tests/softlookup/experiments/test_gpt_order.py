import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.arrays import FloatArray
from softlookup.experiments.gpt_order import find_floors, permute_context
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.traced import traced_parameters, traced_vocabulary

DOG = ("the", "dog", "chased", "the", "cat", "because", "it")
CAT = ("the", "cat", "chased", "the", "dog", "because", "it")


def run_last_word(
    parameters: Parameters, tokens: list[int], *, places: bool
) -> tuple[FloatArray, FloatArray]:
    """Weights and probabilities of the last word, a number at a time, sines and cosines included."""
    x = [parameters.embeddings[token].copy() for token in tokens]
    if places:
        for place, row in enumerate(x):
            row += [math.sin(place), math.cos(place)]
    query = x[-1] @ parameters.w_q
    terms = [math.exp(query @ (row @ parameters.w_k) / math.sqrt(2)) for row in x]
    weights = np.array(terms) / sum(terms)
    output = sum(weight * (row @ parameters.w_v) for weight, row in zip(weights, x, strict=True))
    exponentials = np.exp(output @ parameters.w_o)
    return weights, exponentials / exponentials.sum()


def test_readings_are_those_of_a_naive_forward_pass() -> None:
    parameters, vocabulary = traced_parameters(), traced_vocabulary()
    orders = permute_context(parameters, vocabulary, DOG, CAT, "was")
    for reading, words, places in (
        (orders.plain, DOG, False),
        (orders.plain_swapped, CAT, False),
        (orders.placed, DOG, True),
        (orders.placed_swapped, CAT, True),
    ):
        tokens = vocabulary.encode(words).tolist()
        weights, probabilities = run_last_word(parameters, tokens, places=places)
        assert reading.words == words
        np.testing.assert_allclose(reading.weights, weights, rtol=1e-12)
        assert reading.probability == pytest.approx(probabilities[vocabulary.find("was")], rel=1e-12)


def test_without_positions_no_order_of_the_earlier_words_matters() -> None:
    orders = permute_context(traced_parameters(), traced_vocabulary(), DOG, CAT, "was")
    assert orders.count == math.factorial(6)
    assert orders.carried < 1e-14
    assert orders.moved < 1e-14
    np.testing.assert_allclose(orders.plain.output, orders.plain_swapped.output, rtol=1e-13)


def test_with_positions_the_extremes_are_those_of_all_orders() -> None:
    parameters, vocabulary = traced_parameters(), traced_vocabulary()
    orders = permute_context(parameters, vocabulary, DOG, CAT, "was")
    number = vocabulary.find("was")
    *earlier, last = vocabulary.encode(DOG).tolist()
    found = [
        run_last_word(parameters, [*order, last], places=True)[1][number]
        for order in itertools.permutations(earlier)
    ]
    assert orders.lowest == pytest.approx(min(found), rel=1e-12)
    assert orders.highest == pytest.approx(max(found), rel=1e-12)
    assert orders.highest > 1.5 * orders.lowest


def test_a_model_with_other_numbers_is_as_blind() -> None:
    rng = np.random.default_rng(3)
    drawn = traced_parameters().combine(lambda array: rng.normal(size=array.shape))
    orders = permute_context(drawn, traced_vocabulary(), DOG, CAT, "was")
    assert orders.carried < 1e-13
    assert orders.moved < 1e-12


def test_the_corpus_asks_nothing_that_needs_order() -> None:
    floors = find_floors(split_words(CORPUS))
    assert floors.pairs == 23
    assert floors.ordered == floors.blind == pytest.approx(2 * math.log(2) / 23)
    (clash,) = floors.blind_clashes
    assert clash.contexts == ("the",)
    assert set(clash.targets) == {"cat", "dog"}


def test_a_twin_sentence_needs_order() -> None:
    twin = ("the", "cat", "chased", "the", "dog", "because", "it", "was", "loved")
    floors = find_floors([*split_words(CORPUS), twin])
    assert floors.pairs == 31
    # "the": cat, cat, dog; "the cat chased the": mouse, dog.
    expected = 2 * math.log(3 / 2) + math.log(3) + 2 * math.log(2)
    assert floors.ordered == pytest.approx(expected / 31)
    assert floors.blind - floors.ordered == pytest.approx(2 * math.log(2) / 31)
    assert [clash.targets for clash in floors.blind_clashes if len(clash.contexts) > 1] == [("fast", "loved")]


@given(st.lists(st.lists(st.sampled_from("abc"), min_size=1, max_size=4), max_size=6))
def test_no_guess_beats_the_floor(sentences: list[list[str]]) -> None:
    pairs = [(tuple(s[:end]), s[end]) for s in sentences for end in range(1, len(s))]
    if not pairs:
        return
    floors = find_floors(sentences)
    assert -1e-15 <= floors.ordered <= floors.blind + 1e-12
    # The shares themselves, one context at a time.
    total = 0.0
    for context, target in pairs:
        followers = [t for c, t in pairs if c == context]
        total -= math.log(followers.count(target) / len(followers))
    assert floors.ordered == pytest.approx(total / len(pairs), abs=1e-12)
