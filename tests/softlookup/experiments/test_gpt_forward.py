"""The traced forward pass against loops by hand, the mask against its alternatives, and what stays open."""

from math import exp, log, sqrt

import numpy as np
import pytest
from scipy.special import softmax as scipy_softmax
from scipy.stats import entropy

from softlookup.experiments.gpt_forward import Forward, trace_forward
from softlookup.experiments.gpt_freedom import free_last_word, turn_values
from softlookup.experiments.gpt_masks import Masks, compare_prefixes, vary_mask
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.gpt_traced import ELSEWHERE, TRACED


@pytest.fixture(scope="module")
def forward() -> Forward:
    return trace_forward(traced_parameters(), traced_vocabulary(), TRACED)


@pytest.fixture(scope="module")
def masks() -> Masks:
    return vary_mask(traced_parameters(), traced_vocabulary(), TRACED)


def test_every_number_is_that_of_a_loop(forward: Forward) -> None:
    model = traced_parameters()
    table, w_o = model.embeddings.tolist(), model.w_o.tolist()
    projections = [matrix.tolist() for matrix in (model.w_q, model.w_k, model.w_v)]

    def times(row: list[float], matrix: list[list[float]]) -> list[float]:
        return [sum(row[i] * matrix[i][j] for i in range(len(row))) for j in range(len(matrix[0]))]

    xs = [table[0], table[1], table[2]]  # i, love and pizza are the first three words
    qs, ks, vs = ([times(x, matrix) for x in xs] for matrix in projections)
    for place, found in enumerate(forward.places):
        raw = [sum(a * b for a, b in zip(qs[place], k, strict=True)) for k in ks]
        powers = [exp(score / sqrt(2)) for score in raw[: place + 1]]
        weights = [power / sum(powers) for power in powers]
        output = [sum(w * v[j] for w, v in zip(weights, vs, strict=False)) for j in range(2)]
        logits = times(output, w_o)
        total = sum(map(exp, logits))
        assert found.raw == pytest.approx(raw, abs=1e-15)
        assert found.scaled == pytest.approx([score / sqrt(2) for score in raw], abs=1e-15)
        assert found.weights == pytest.approx(weights + [0] * (2 - place), abs=1e-15)
        assert found.output == pytest.approx(output, abs=1e-15)
        assert np.sum(forward.parts(place), axis=0) == pytest.approx(output, abs=1e-15)
        assert found.length == pytest.approx(sqrt(output[0] ** 2 + output[1] ** 2))
        assert found.move == pytest.approx([o - v for o, v in zip(output, vs[place], strict=True)], abs=1e-15)
        assert found.probabilities == pytest.approx([exp(logit) / total for logit in logits], abs=1e-15)
        assert found.loss[1] == pytest.approx(log(total) - logits[1], abs=1e-14)
    assert np.array_equal(forward.weights, np.stack([place.weights for place in forward.places]))


def test_uncertainty_is_that_of_scipy(forward: Forward) -> None:
    for place in forward.places:
        assert place.entropy == pytest.approx(entropy(place.probabilities), rel=1e-13)
        assert place.perplexity == pytest.approx(exp(entropy(place.probabilities)), rel=1e-13)
        assert place.spread == pytest.approx(exp(entropy(place.weights)), rel=1e-13)
    assert forward.uniform == pytest.approx(log(22), rel=1e-15)


def test_two_weights_are_a_logistic_curve_of_the_difference_of_their_scores(forward: Forward) -> None:
    gap = forward.love.scaled[0] - forward.love.scaled[1]
    assert forward.love.weights[0] == pytest.approx(1 / (1 + exp(-gap)), rel=1e-14)


def test_the_model_has_100_numbers_and_the_ranking_is_one(forward: Forward) -> None:
    assert forward.count == 22 * 2 + 3 * 4 + 2 * 22 == 100
    probabilities = [guess.probability for guess in forward.i.top]
    assert probabilities == sorted(forward.i.probabilities, reverse=True)
    assert sum(probabilities) == pytest.approx(1, abs=1e-15)
    assert [guess.word for guess in forward.i.top[:3]] == ["pizza", "broccoli", "love"]


def test_the_leaders_column_is_as_far_as_the_bound_says(forward: Forward) -> None:
    w_o = traced_parameters().w_o
    behind = [forward.vocabulary.index(guess.word) for guess in forward.i.top[3:]]
    far = np.linalg.norm(w_o[:, [2]] - w_o[:, behind], axis=0).max()
    assert forward.reach <= far
    # The bound itself, from the logits: the lead over the lowest of them is at least the lead over the mean.
    lead = forward.i.logits[2] - forward.i.logits[behind].min()
    assert forward.reach <= lead / np.linalg.norm(forward.i.output)
    assert forward.column(2).tolist() == w_o[:, 2].tolist()
    assert forward.longest_behind == pytest.approx(np.linalg.norm(w_o[:, behind], axis=0).max())
    assert forward.rest == pytest.approx((1 - forward.i.probabilities[[1, 2, 18]].sum()) / 19, rel=1e-13)


def test_a_score_of_zero_is_not_nothing(masks: Masks, forward: Forward) -> None:
    first = exp(forward.i.scaled[0])
    assert masks.zero.weights[0] == pytest.approx([first / (first + 2), 1 / (first + 2), 1 / (first + 2)])
    assert masks.infinity.weights[0] == pytest.approx([1, 0, 0], abs=0)
    assert masks.none.weights == pytest.approx(scipy_softmax(forward.scaled, axis=-1), abs=1e-15)
    assert masks.cut.weights == pytest.approx(np.tril(scipy_softmax(forward.scaled, axis=-1)), abs=1e-15)
    assert masks.agree < 1e-15
    for hiding in (masks.infinity, masks.zero, masks.cut, masks.shared, masks.none):
        assert np.array_equal(hiding.weights[-1], masks.infinity.weights[-1]) or hiding is masks.shared


def test_the_last_row_needs_no_mask_and_the_others_do() -> None:
    found = compare_prefixes(traced_parameters(), traced_vocabulary(), split_words(CORPUS))
    assert found.count == 29
    assert found.same_bits == found.count
    assert found.difference < 1e-15
    assert found.unmasked > 0.05
    assert found.passes == 6


def test_the_last_embedding_is_free(forward: Forward) -> None:
    others = free_last_word(traced_parameters(), traced_vocabulary(), TRACED, ELSEWHERE)
    assert all(other.same_bits for other in others)
    assert others[0].weights == pytest.approx([1 / 3] * 3)
    for other in others[1:]:
        assert abs(other.weights - forward.pizza.weights).max() > 0.1


def test_an_earlier_embedding_is_not_free() -> None:
    # The last word is given the embedding of one that stands before it too: an earlier place then moves.
    words = ("i", "love", "i")
    (other,) = free_last_word(traced_parameters(), traced_vocabulary(), words, [(0.0, 0.0)])
    assert not other.same_bits


def test_a_turn_of_the_values_moves_them_and_nothing_else(forward: Forward) -> None:
    turned = turn_values(traced_parameters(), traced_vocabulary(), TRACED)
    assert turned.value == pytest.approx([-forward.love.v[1], forward.love.v[0]], abs=1e-15)
    assert turned.output == pytest.approx([-forward.love.output[1], forward.love.output[0]], abs=1e-15)
    assert np.array_equal(turned.embedding, forward.love.x)
    assert turned.step == pytest.approx(forward.love.step, rel=1e-14)
    assert turned.difference < 1e-14
