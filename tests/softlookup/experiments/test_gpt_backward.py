import math

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.gpt_backward import WayBack
from softlookup.experiments.gpt_gradient_check import (
    check_gradient,
    compare_slopes,
    compare_vectors,
    difference_loss,
    flatten,
    unflatten,
)
from softlookup.experiments.gpt_planted import FOUND, Mistake, go_back_wrongly
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.gradient import grad
from softlookup.gpt.loss import loss
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.jacobian import softmax_jacobian
from support.small_gpt import lose_by_loops

PAIRS = make_pairs(split_words(CORPUS))


@pytest.mark.parametrize("way", [book.first_pair, book.second_pair], ids=["first", "second"])
def test_the_formulas_by_hand_agree_with_the_librarys_gradient(way: WayBack) -> None:
    parameters, words = traced_parameters(), traced_vocabulary()
    x = parameters.embeddings[words.encode(way.context)]
    gradient = way.gradient
    np.testing.assert_allclose(np.outer(way.output, way.by_logits), gradient.w_o, atol=1e-15)
    np.testing.assert_allclose(x.T @ way.by_values, gradient.w_v, atol=1e-15)
    np.testing.assert_allclose(np.outer(x[-1], way.by_query), gradient.w_q, atol=1e-15)
    np.testing.assert_allclose(x.T @ way.by_keys, gradient.w_k, atol=1e-15)
    by_x = way.by_values @ parameters.w_v.T + way.by_keys @ parameters.w_k.T
    by_x[-1] += parameters.w_q @ way.by_query
    np.testing.assert_allclose(by_x, gradient.embeddings[words.encode(way.context)], atol=1e-15)
    lift = (way.output - 1e-3 * way.by_output) @ parameters.w_o - way.output @ parameters.w_o
    np.testing.assert_allclose(way.pulls, lift / 1e-3, atol=1e-10)
    np.testing.assert_allclose(way.by_scores, softmax_jacobian(way.weights) @ way.by_weights, atol=1e-15)
    pulls = way.weights * (way.by_weights - way.by_output @ way.output)
    np.testing.assert_allclose(way.by_scores, pulls, atol=1e-15)


@pytest.mark.parametrize("way", [book.first_pair, book.second_pair], ids=["first", "second"])
def test_the_way_back_agrees_with_differences_of_a_loss_in_plain_python(way: WayBack) -> None:
    parameters, words, h = traced_parameters(), traced_vocabulary(), 1e-5
    pair = [Pair(way.context, way.target)]
    assert way.loss == pytest.approx(lose_by_loops(parameters, pair, words), rel=1e-12)
    for name, array in parameters:
        for place in np.ndindex(array.shape):
            sides = []
            for move in (h, -h):
                moved = array.copy()
                moved[place] += move
                sides.append(lose_by_loops(parameters.change(**{name: moved}), pair, words))
            slope = dict(way.gradient)[name][place]
            assert slope == pytest.approx((sides[0] - sides[1]) / (2 * h), abs=1e-9), (name, place)


def test_what_moves_on_the_first_pairs() -> None:
    first, second = book.first_pair, book.second_pair
    assert first.moving == {"embeddings": 2, "w_q": 0, "w_k": 0, "w_v": 4, "w_o": 44}
    assert first.moving_in_all == 50
    assert second.moving == {"embeddings": 4, "w_q": 4, "w_k": 4, "w_v": 4, "w_o": 44}
    assert first.gradient.w_o[0, 1] == pytest.approx(0.32 * (first.chance - 1), rel=1e-12)
    assert first.largest == np.abs(first.gradient.embeddings).max()


def test_what_the_first_prediction_cannot_see_changes_no_bit() -> None:
    told = book.blindness
    assert told.same_bits
    assert told.control
    assert told.post == told.far == told.embedded == told.chance == pytest.approx(0.17, abs=5e-5)


def test_differences_are_those_of_one_number_after_the_other() -> None:
    parameters, batch = traced_parameters(), batch_pairs(PAIRS, traced_vocabulary())
    slopes = difference_loss(parameters, batch, 1e-4)
    for name, place in (("embeddings", (7, 1)), ("w_q", (1, 0)), ("w_o", (1, 20))):
        sides = []
        for move in (1e-4, -1e-4):
            moved = dict(parameters)[name].copy()
            moved[place] += move
            sides.append(float(loss(parameters.change(**{name: moved}), batch)))
        assert dict(slopes)[name][place] == pytest.approx((sides[0] - sides[1]) / 2e-4, abs=1e-10)


def test_vectors_are_cut_up_as_they_were_put_together() -> None:
    parameters = traced_parameters()
    flat = flatten(parameters)
    assert flat.shape == (100,)
    many = unflatten(np.stack([flat, 2 * flat, 3 * flat]), parameters)
    assert many.models == (3,)
    assert compare_slopes(many.pick(2), parameters.combine(lambda array: 3 * array)) == 0


@pytest.mark.parametrize(("factor", "error"), [(1, 0), (-1, 1), (0, 1), (2, 1 / 3), (math.sqrt(2), 0.1716)])
def test_the_relative_error_of_a_multiple_is_known(factor: float, error: float) -> None:
    vector = np.random.default_rng(0).normal(size=(3, 4))
    assert compare_vectors(factor * vector, vector) == pytest.approx(error, abs=5e-5)
    assert compare_vectors(0 * vector, 0 * vector) == 0


def test_all_slopes_agree_and_the_sweep_has_both_errors_in_it() -> None:
    check = book.gradient_check
    assert (check.pairs, check.parameters) == (23, 100)
    assert check.error < 1e-9
    assert check.relative < 1e-8
    assert check.moving_in_all == 90
    assert [traced_vocabulary().word(i) for i in check.still] == ["pizza", "burgers", "mouse", "fast", "cake"]
    assert check.still_differences == 0
    for wide, narrow in ((1, 2), (2, 3)):
        ratio = check.at(wide).double.value / check.at(narrow).double.value
        assert ratio == pytest.approx(100, rel=0.05)
    assert check.at(12).double.value > 100 * check.at(5).double.value
    assert min(step.single.value for step in check.steps) > 1e-5
    with pytest.raises(IndexError, match="from 1 to 12, found 13"):
        check.at(13)


def test_a_wrong_gradient_fails_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    parameters, batch = traced_parameters(), batch_pairs(PAIRS, traced_vocabulary())
    wrong = grad(parameters, batch).combine(lambda array: array * (1 + 1e-4))
    monkeypatch.setattr("softlookup.experiments.gpt_gradient_check.grad", lambda *_: wrong)
    check = check_gradient(parameters, batch, 1e-5, 1)
    assert not check.relative < 1e-5


def test_without_a_mistake_the_pass_is_the_librarys() -> None:
    parameters, words = traced_parameters(), traced_vocabulary()
    right = go_back_wrongly(parameters, words, PAIRS, None)
    expected = grad(parameters, batch_pairs(PAIRS, words))
    for name, array in right:
        np.testing.assert_allclose(array, dict(expected)[name], atol=1e-15, err_msg=name)


def test_every_mistake_is_found_where_it_is_and_nowhere_else() -> None:
    planted = book.planted
    assert [finding.mistake for finding in planted] == list(Mistake)
    arrays = ("embeddings", "w_q", "w_k", "w_v", "w_o")
    touched = {
        finding.mistake.name: {name for name in arrays if getattr(finding, name) > FOUND}
        for finding in planted
    }
    through_scores = {"embeddings", "w_q", "w_k"}
    assert touched == {
        "SUMMED": set(arrays),
        "UNSCALED": through_scores,
        "DIAGONAL": through_scores,
        "DETACHED": through_scores,
        "SWAPPED": {"w_q", "w_k"},
        "OVERWRITTEN": {"embeddings"},
        "TRANSPOSED": {"embeddings"},
    }
    assert planted.found_everywhere == planted.count == planted.found_along_direction == 7
    assert planted.unseen_on_first == 6
    assert planted.transposed.first > FOUND


def test_mistakes_that_are_factors_have_errors_in_closed_form() -> None:
    planted = book.planted
    assert planted.summed.everywhere == pytest.approx(22 / 24, rel=1e-6)
    root = math.sqrt(2)
    for found in (planted.unscaled.w_q, planted.unscaled.w_k):
        assert found == pytest.approx((root - 1) / (root + 1), rel=1e-6)
    assert planted.detached.w_q == planted.detached.w_k == 1
    assert planted.swapped.w_q == pytest.approx(planted.swapped.w_k, rel=1e-6)


def test_wrong_gradients_go_downhill_as_their_cosines_say() -> None:
    parameters, words = traced_parameters(), traced_vocabulary()
    batch, planted = batch_pairs(PAIRS, words), book.planted
    start, right = float(loss(parameters, batch)), flatten(grad(parameters, batch))
    for finding in planted:
        wrong = go_back_wrongly(parameters, words, PAIRS, finding.mistake)
        flat, size = flatten(wrong), 1e-4 / np.linalg.norm(flatten(wrong))
        stepped = float(loss(unflatten(flatten(parameters) - size * flat, parameters), batch))
        # To first order the loss falls by the step times the gradient's length times the cosine.
        assert (start - stepped) / 1e-4 / np.linalg.norm(right) == pytest.approx(finding.cosine, abs=1e-3)
    assert planted.downhill == 7
    assert planted.summed.cosine == pytest.approx(1)
    assert planted.least_cosine == min(finding.cosine for finding in planted) < 0.99


def test_no_step_takes_a_mistake_away() -> None:
    planted = book.planted
    for finding in planted:
        assert finding.by_step[4] == pytest.approx(finding.everywhere, rel=1e-6)
        assert max(finding.by_step) < 1.1 * min(finding.by_step)
    assert planted.least_overall > 0.007
