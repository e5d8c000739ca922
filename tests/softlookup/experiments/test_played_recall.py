"""What a reader's browser repeats, beside the memory itself and the exact chance of a right pick."""

from math import inf

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.played_recall import Setting, draw_trial, play_recalls, recall_once
from softlookup.memory import recall


@pytest.mark.parametrize("beta", [0.5, 4.0, 64.0, inf])
def test_one_recall_is_a_step_of_the_memory(beta: float) -> None:
    setting = Setting(seed=3, load=9, noise=0.4, trials=1)
    cue, patterns = draw_trial(setting, 5)
    found = recall_once(setting, 5, beta)
    answer = recall(cue, patterns, beta)
    np.testing.assert_allclose(found.weights @ patterns, answer, atol=1e-12)
    assert found.error == pytest.approx(float(np.sum((answer - patterns[0]) ** 2)), rel=1e-12)
    assert found.length == pytest.approx(float(np.linalg.norm(answer)), rel=1e-12)
    assert found.cosine == pytest.approx(float(answer @ patterns[0]) / found.length, rel=1e-12)


def test_fewer_patterns_are_the_first_of_more_and_noise_only_grows() -> None:
    few, many = Setting(0, 3, 0.5, trials=1), Setting(0, 8, 0.25, trials=1)
    (cue, patterns), (quiet, others) = draw_trial(few, 1), draw_trial(many, 1)
    np.testing.assert_array_equal(patterns, others[:3])
    np.testing.assert_allclose(np.linalg.norm(others, axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(cue - patterns[0], 2 * (quiet - others[0]), rtol=1e-12)


def test_judges_agree_with_single_recalls() -> None:
    setting, betas = Setting(1, 6, 0.4, trials=15), (2.0, inf)
    played = play_recalls(setting, betas)
    for place, beta in enumerate(betas):
        once = [recall_once(setting, trial, beta) for trial in range(setting.trials)]
        assert played.verdicts[place].counts.value == np.mean([one.cosine >= 0.9 for one in once])
        assert played.verdicts[place].right.value == np.mean([one.scores.argmax() == 0 for one in once])
        assert played.verdicts[place].cosine.value == pytest.approx(np.mean([one.cosine for one in once]))
        assert played.verdicts[place].error.value == pytest.approx(np.mean([one.error for one in once]))


def test_the_books_trials_lie_where_theory_and_more_trials_have_them() -> None:
    played, many = book.played_recall, book.sharpness
    right = played.verdicts[0].right
    assert right.low < book.right_pick.chance(100, 0.5) < right.high
    for beta in (1, 2, 4, 8, 16, 32, 64, inf):
        few = played.verdicts[played.betas.index(beta)]
        assert few.counts.low <= many.at(beta).rate.high
        assert few.counts.high >= many.at(beta).rate.low
        assert few.error.low <= many.at(beta).error.high
        assert few.error.high >= many.at(beta).error.low
    assert played.best("error") == played.best("cosine") == 4
    assert played.best("right") == played.betas[0]
