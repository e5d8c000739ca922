from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.attention import attend
from softlookup.errors import DtypeError, EmptyContextError, ShapeError, UnknownWordError
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import forward, predict_next, trace
from softlookup.gpt.parameters import Parameters
from softlookup.softmax import softmax
from support.small_gpt import draw_model, predict_by_loops

CONTEXTS = st.lists(st.integers(0, 21), min_size=1, max_size=7)


@given(CONTEXTS, st.integers(0, 50), st.sampled_from([0, 7]))
def test_plain_loops_agree(context: list[int], seed: int, positions: int) -> None:
    parameters = draw_model(seed, positions=positions)
    expected = predict_by_loops(parameters, context)
    np.testing.assert_allclose(predict_next(parameters, context), expected, rtol=1e-10)


@given(CONTEXTS, st.integers(0, 50))
def test_a_trace_is_causal_attention_and_an_output_matrix(context: list[int], seed: int) -> None:
    parameters = draw_model(seed)
    traced = trace(parameters, context)
    attended = attend(traced.q, traced.k, traced.v, causal=True)
    np.testing.assert_array_equal(traced.x, parameters.embeddings[context])
    np.testing.assert_allclose(traced.q, traced.x @ parameters.w_q, atol=1e-13)
    np.testing.assert_allclose(traced.k, traced.x @ parameters.w_k, atol=1e-13)
    np.testing.assert_allclose(traced.v, traced.x @ parameters.w_v, atol=1e-13)
    np.testing.assert_allclose(traced.scores, attended.scores / np.sqrt(2), atol=1e-13)
    np.testing.assert_allclose(traced.masked, attended.logits, atol=1e-13)
    np.testing.assert_allclose(traced.weights, attended.weights, atol=1e-13)
    np.testing.assert_allclose(traced.output, attended.output, atol=1e-13)
    np.testing.assert_allclose(traced.logits, traced.output @ parameters.w_o, atol=1e-13)
    np.testing.assert_allclose(traced.probabilities, softmax(traced.logits), atol=1e-14)


@given(CONTEXTS, st.integers(0, 50), st.sampled_from([0, 7]))
def test_a_row_is_what_its_beginning_alone_gives(context: list[int], seed: int, positions: int) -> None:
    parameters = draw_model(seed, positions=positions)
    logits = forward(parameters, context)
    for end in range(1, len(context) + 1):
        np.testing.assert_allclose(forward(parameters, context[:end])[-1], logits[end - 1], atol=1e-12)


@pytest.mark.parametrize("positions", [0, 6])
def test_sentences_side_by_side_are_sentences_one_by_one(positions: int) -> None:
    parameters = draw_model(1, positions=positions)
    tokens = np.random.default_rng(2).integers(22, size=(5, 6))
    together = forward(parameters, tokens)
    assert together.shape == (5, 6, 22)
    for row, alone in zip(together, tokens, strict=True):
        np.testing.assert_allclose(row, forward(parameters, alone), atol=1e-12)


@pytest.mark.parametrize("positions", [0, 6])
@pytest.mark.parametrize("shape", [(6,), (5, 6)])
def test_models_side_by_side_are_models_one_by_one(positions: int, shape: tuple[int, ...]) -> None:
    many = draw_model(1, positions=positions, models=(2, 3))
    tokens = np.random.default_rng(2).integers(22, size=shape)
    together = trace(many, tokens)
    for place in np.ndindex(2, 3):
        alone = trace(many.pick(*place), tokens)
        for name in vars(alone).keys() - {"tokens"}:
            np.testing.assert_allclose(
                getattr(together, name)[place], getattr(alone, name), atol=1e-12, err_msg=name
            )


def test_renumbering_the_words_renumbers_the_predictions() -> None:
    parameters = draw_model(1)
    order = np.random.default_rng(2).permutation(22)
    places = np.argsort(order)  # word w is number places[w] now
    renumbered = parameters.change(embeddings=parameters.embeddings[order], w_o=parameters.w_o[:, order])
    context = np.array([3, 1, 4, 1, 5])
    before, after = forward(parameters, context), forward(renumbered, places[context])
    np.testing.assert_allclose(after, before[:, order], atol=1e-13)


def test_without_positions_the_order_of_earlier_words_is_nothing_and_with_them_it_counts() -> None:
    for positions, same in ((0, True), (4, False)):
        parameters = draw_model(1, positions=positions)
        one, other = (predict_next(parameters, context) for context in ([2, 7, 9, 4], [9, 2, 7, 4]))
        assert bool(np.allclose(one, other, atol=1e-12)) is same


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_dtype_is_kept_all_the_way(dtype: type[np.floating[Any]]) -> None:
    parameters = draw_model(1, positions=4, models=(2,)).combine(lambda array: array.astype(dtype))
    told = vars(trace(parameters, [[1, 2, 3]]))
    assert {name: array.dtype for name, array in told.items() if name != "tokens"} == dict.fromkeys(
        told.keys() - {"tokens"}, np.dtype(dtype)
    )


def test_float32_gives_what_float64_gives_to_its_own_precision() -> None:
    double = draw_model(1)
    single = double.combine(lambda array: array.astype(np.float32))
    np.testing.assert_allclose(predict_next(single, [1, 2, 3]), predict_next(double, [1, 2, 3]), rtol=1e-4)


@pytest.mark.parametrize(
    ("tokens", "error", "message"),
    [
        ([], EmptyContextError, r"at least one word, found shape \(0,\)"),
        (np.zeros((0, 3), int), EmptyContextError, r"found shape \(0, 3\)"),
        ([0, 22], UnknownWordError, "from 0 to 21, found 22"),
        ([0, -1], UnknownWordError, "from 0 to 21, found -1"),
        ([0.0, 1.0], DtypeError, "whole numbers, found dtype float64"),
        (["love"], DtypeError, "whole numbers, found dtype <U4; Vocabulary.encode"),
        ([[0, 1], [2]], ShapeError, "one length"),
        ([True], DtypeError, "whole numbers, found dtype bool"),
        (3, ShapeError, r"found shape \(\)"),
        (np.zeros((1, 1, 1), int), ShapeError, r"found shape \(1, 1, 1\)"),
        ([0, 1, 2, 3, 4], ShapeError, "at most 4 words, one a position, found 5"),
    ],
)
def test_what_is_no_context_is_refused(tokens: npt.ArrayLike, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        forward(draw_model(1, positions=4), tokens)


def test_source_c_forward_figures(traced: Parameters, words: Vocabulary) -> None:
    told = trace(traced, words.encode(["i", "love", "pizza"]))
    np.testing.assert_allclose(told.q[1], [0.10, 0.25], atol=1e-12)
    np.testing.assert_allclose(told.k[1], [0.24, 0.08], atol=1e-12)
    np.testing.assert_allclose(told.v[:2], [[0.32, 0.60], [0.14, 0.27]], atol=1e-12)
    np.testing.assert_allclose(told.weights[:2], [[1.0, 0.0, 0.0], [0.51, 0.49, 0.0]], atol=0.005)
    np.testing.assert_allclose(told.output[1], [0.232, 0.438], atol=0.0005)
    first = {word: float(told.probabilities[0, words.find(word)]) for word in ("pizza", "broccoli", "love")}
    assert first == pytest.approx({"pizza": 0.2187, "broccoli": 0.2101, "love": 0.1700}, abs=0.00005)
