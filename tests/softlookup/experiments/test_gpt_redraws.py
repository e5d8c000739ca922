import numpy as np
import pytest

from softlookup.experiments.gpt_redraws import Plan, draw_starts, tie, train_redraws
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import CORPUS, build_vocabulary, make_pairs, split_words
from softlookup.gpt.loss import loss
from softlookup.gpt.optimise import Adam, train
from softlookup.gpt.parameters import Parameters

SENTENCES = split_words(CORPUS)
VOCABULARY = build_vocabulary(SENTENCES)
PAIRS = make_pairs(SENTENCES)


def test_models_trained_together_end_where_each_would_alone() -> None:
    plan = Plan(redraws=3, width=4, rate=0.05, steps=6)
    start = draw_starts(np.random.default_rng(1), len(VOCABULARY), plan)
    together = train_redraws(start, PAIRS, VOCABULARY, plan)
    for model in range(3):
        alone = train(start.pick(model), batch_pairs(PAIRS, VOCABULARY), Adam(0.05), 6)
        np.testing.assert_allclose(together.losses[:, model], alone.losses, rtol=1e-9)
        for (_, one), (_, other) in zip(together.end.pick(model), alone.end, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-7, atol=1e-9)


def test_starts_have_the_variance_they_are_said_to_have() -> None:
    for width in (2, 8):
        start = draw_starts(np.random.default_rng(2), 22, Plan(redraws=400, width=width))
        for _, array in start:
            assert array.var() == pytest.approx(1 / width, rel=0.1)


def test_tied_weights_stay_tied_and_go_down_the_slope_of_both_their_places() -> None:
    plan = Plan(redraws=2, width=3, tied=True, rate=0.01, steps=25)
    start = draw_starts(np.random.default_rng(3), len(VOCABULARY), plan)
    trained = train_redraws(start, PAIRS, VOCABULARY, plan)
    for parameters in (start, trained.end):
        np.testing.assert_array_equal(parameters.w_o, parameters.embeddings.swapaxes(-1, -2))
    # Adam's first step is the rate times the sign of the slope of the one number that stands twice.
    batch, one, h = batch_pairs(PAIRS, VOCABULARY), start.pick(0), 1e-6

    def slope(word: int, part: int) -> float:
        losses = []
        for side in (h, -h):
            moved = one.embeddings.copy()
            moved[word, part] += side
            losses.append(float(loss(tie(Parameters(moved, one.w_q, one.w_k, one.w_v, one.w_o)), batch)))
        return (losses[0] - losses[1]) / (2 * h)

    first = train_redraws(start, PAIRS, VOCABULARY, Plan(redraws=2, width=3, tied=True, rate=0.01, steps=1))
    step = first.end.embeddings[0] - start.embeddings[0]
    for word in range(len(VOCABULARY)):
        for part in range(3):
            assert np.sign(step[word, part]) == -np.sign(slope(word, part))
