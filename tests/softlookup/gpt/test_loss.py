import numpy as np
import pytest

from softlookup.errors import UnknownWordError
from softlookup.gpt.batch import Batch, batch_pairs
from softlookup.gpt.corpus import CORPUS, Pair, Vocabulary, make_pairs, split_words
from softlookup.gpt.loss import loss, perplexity
from softlookup.gpt.parameters import Parameters
from support.small_gpt import draw_model, lose_by_loops


@pytest.mark.parametrize("positions", [0, 8])
def test_plain_loops_agree(words: Vocabulary, everything: Batch, positions: int) -> None:
    parameters = draw_model(4, positions=positions)
    expected = lose_by_loops(parameters, list(make_pairs(split_words(CORPUS))), words)
    assert loss(parameters, everything) == pytest.approx(expected, rel=1e-12)
    assert perplexity(parameters, everything) == pytest.approx(np.exp(expected), rel=1e-12)


def test_equal_logits_err_as_much_as_a_draw_from_the_whole_vocabulary(everything: Batch) -> None:
    parameters = draw_model(4)
    flat = parameters.change(w_o=np.zeros_like(parameters.w_o))
    assert loss(flat, everything) == pytest.approx(np.log(22))
    assert perplexity(flat, everything) == pytest.approx(22)


def test_every_model_has_its_own_loss(everything: Batch) -> None:
    many = draw_model(4, models=(2, 3))
    losses = loss(many, everything)
    assert losses.shape == (2, 3)
    for place in np.ndindex(2, 3):
        assert losses[place] == pytest.approx(float(loss(many.pick(*place), everything)), rel=1e-12)


def test_a_target_that_the_model_does_not_know_is_refused(everything: Batch) -> None:
    with pytest.raises(UnknownWordError, match="from 0 to 20, found 21"):
        loss(draw_model(4, vocabulary_size=21), everything)


def test_a_wrong_answer_of_no_measurable_probability_has_a_finite_loss() -> None:
    one = np.ones((1, 1))
    sure = Parameters(np.ones((2, 1)), one, one, one, np.array([[0.0, 5000.0]]))
    batch = batch_pairs([Pair(("a",), "a")], Vocabulary(("a", "b")))
    assert loss(sure, batch) == 5000


def test_source_c_losses(traced: Parameters, words: Vocabulary, everything: Batch) -> None:
    first = batch_pairs([Pair(("i",), "love")], words)
    assert loss(traced, first) == pytest.approx(1.772, abs=0.0005)
    assert perplexity(traced, everything) == pytest.approx(np.exp(3.316), rel=0.0005)


def test_a_perplexity_beyond_all_numbers_is_infinite_without_a_warning() -> None:
    one = np.ones((1, 1))
    sure = Parameters(np.ones((2, 1)), one, one, one, np.array([[0.0, 5000.0]]))
    assert perplexity(sure, batch_pairs([Pair(("a",), "a")], Vocabulary(("a", "b")))) == np.inf


def test_a_target_beyond_the_words_is_called_a_target() -> None:
    tokens, trained = np.zeros((1, 2), int), np.ones((1, 2), bool)
    with pytest.raises(UnknownWordError, match=r"^targets: expected numbers from 0 to 21, found 99"):
        loss(draw_model(4), Batch(tokens, np.full((1, 2), 99), trained))
