from typing import Any

import numpy as np
import pytest

from softlookup.gpt.batch import Batch, batch_pairs
from softlookup.gpt.corpus import CORPUS, Pair, Vocabulary, make_pairs, split_words
from softlookup.gpt.gradient import grad, loss_and_grad
from softlookup.gpt.loss import loss
from softlookup.gpt.parameters import Parameters
from support.small_gpt import draw_model

STEP = 1e-5


def differentiate(parameters: Parameters, batch: Batch) -> dict[str, np.ndarray[Any, Any]]:
    """Give every slope of one model's loss by a central difference, one number at a time."""
    slopes = {}
    for name, array in parameters:
        slopes[name] = np.empty(array.shape)
        for place in np.ndindex(array.shape):
            sides = []
            for move in (STEP, -STEP):
                moved = array.copy()
                moved[place] += move
                sides.append(float(loss(parameters.change(**{name: moved}), batch)))
            slopes[name][place] = (sides[0] - sides[1]) / (2 * STEP)
    return slopes


def assert_slopes_agree(gradient: Parameters, slopes: dict[str, np.ndarray[Any, Any]], atol: float) -> None:
    """Hold every array of a gradient against slopes of the same names."""
    assert slopes.keys() == dict(gradient).keys()
    for name, array in gradient:
        np.testing.assert_allclose(array, slopes[name], atol=atol, err_msg=name)
        assert np.abs(slopes[name]).max() > 1e-3, f"{name}: slopes too small to tell anything"


def test_every_slope_of_the_traced_model_agrees_with_a_central_difference(
    traced: Parameters, everything: Batch
) -> None:
    assert traced.size == 100
    assert_slopes_agree(grad(traced, everything), differentiate(traced, everything), atol=1e-9)


@pytest.mark.parametrize("seed", [0, 1])
@pytest.mark.parametrize("positions", [0, 10])
def test_every_slope_agrees_for_widths_that_differ(everything: Batch, seed: int, positions: int) -> None:
    parameters = draw_model(seed, positions=positions)
    assert_slopes_agree(grad(parameters, everything), differentiate(parameters, everything), atol=1e-8)


@pytest.mark.parametrize("positions", [0, 8])
def test_one_pass_over_sentences_is_the_mean_over_pairs_one_by_one(
    words: Vocabulary, everything: Batch, positions: int
) -> None:
    parameters = draw_model(2, positions=positions)
    pairs = make_pairs(split_words(CORPUS))
    alone = [grad(parameters, batch_pairs([pair], words)) for pair in pairs]
    mean = alone[0].combine(lambda *slopes: np.mean(slopes, axis=0), *alone[1:])
    for name, array in grad(parameters, everything):
        np.testing.assert_allclose(array, dict(mean)[name], atol=1e-14, err_msg=name)


@pytest.mark.parametrize("positions", [0, 9])
def test_models_side_by_side_are_models_one_by_one(everything: Batch, positions: int) -> None:
    many = draw_model(2, positions=positions, models=(2, 3))
    losses, together = loss_and_grad(many, everything)
    np.testing.assert_array_equal(losses, loss(many, everything))
    for place in np.ndindex(2, 3):
        alone = grad(many.pick(*place), everything)
        for name, array in together.pick(*place):
            np.testing.assert_allclose(array, dict(alone)[name], atol=1e-13, err_msg=name)


def test_renumbering_the_words_renumbers_the_gradient(everything: Batch) -> None:
    parameters = draw_model(2)
    order = np.random.default_rng(3).permutation(22)
    places = np.argsort(order)
    renumbered = parameters.change(embeddings=parameters.embeddings[order], w_o=parameters.w_o[:, order])
    batch = Batch(places[everything.tokens], places[everything.targets], everything.trained)
    before, after = grad(parameters, everything), grad(renumbered, batch)
    np.testing.assert_allclose(after.embeddings, before.embeddings[order], atol=1e-14)
    np.testing.assert_allclose(after.w_o, before.w_o[:, order], atol=1e-14)
    for name in ("w_q", "w_k", "w_v"):
        np.testing.assert_allclose(getattr(after, name), getattr(before, name), atol=1e-14)


def test_what_fills_up_a_row_changes_nothing(everything: Batch) -> None:
    parameters = draw_model(2, positions=8)
    # Beyond the last trained place of a row no word counts.
    seen = np.flip(np.cumsum(np.flip(everything.trained, axis=1), axis=1), axis=1) > 0
    other = Batch(np.where(seen, everything.tokens, 17), everything.targets, everything.trained)
    assert (other.tokens != everything.tokens).any()
    for name, array in grad(parameters, other):
        np.testing.assert_allclose(array, dict(grad(parameters, everything))[name], atol=1e-15, err_msg=name)


@pytest.mark.parametrize("positions", [0, 8])
def test_float32_is_kept_and_near_float64(everything: Batch, positions: int) -> None:
    double = draw_model(2, positions=positions, models=(3,))
    single = double.combine(lambda array: array.astype(np.float32))
    losses, gradient = loss_and_grad(single, everything)
    assert losses.dtype == np.float32
    for name, array in gradient:
        assert array.dtype == np.float32
        np.testing.assert_allclose(array, dict(grad(double, everything))[name], atol=1e-4, err_msg=name)


def test_on_one_word_exactly_fifty_numbers_move(traced: Parameters, words: Vocabulary) -> None:
    gradient = grad(traced, batch_pairs([Pair(("i",), "love")], words))
    moving = {name: int(np.count_nonzero(array)) for name, array in gradient}
    assert moving == {"embeddings": 2, "w_q": 0, "w_k": 0, "w_v": 4, "w_o": 44}
    assert np.count_nonzero(gradient.embeddings[words.find("i")]) == 2


def test_nothing_is_written_into_the_parameters(everything: Batch) -> None:
    parameters = draw_model(2, positions=8)
    before = parameters.combine(np.copy)
    grad(parameters, everything)
    for name, array in parameters:
        np.testing.assert_array_equal(array, dict(before)[name])
