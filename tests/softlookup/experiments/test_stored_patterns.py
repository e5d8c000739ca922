"""Sets of patterns and rates over them: against the memory itself, SciPy and plain loops."""

import numpy as np
import pytest
import scipy.stats

from softlookup.experiments.noise_norms import measure_noise
from softlookup.experiments.settled_recall import settle_recalls
from softlookup.experiments.shared_patterns import share_patterns
from softlookup.experiments.stored_patterns import (
    draw_sets,
    estimate_clustered,
    estimate_shared_rate,
    multiply,
    settle,
    weigh_scores,
)
from softlookup.memory import iterate, recall


@pytest.mark.parametrize("beta", [4, 5, 16])
def test_settling_is_iterating(beta: float) -> None:
    for asked in draw_sets(np.random.default_rng(1), load=30, noise=0.4, width=16, sets=5, cues=45):
        quick = settle(asked.cues, asked.patterns, beta, 1e-6, 5000)
        plain = iterate(asked.cues, asked.patterns, beta, tolerance=1e-6, max_steps=5000)
        np.testing.assert_allclose(quick, plain.state, atol=1e-9)
        np.testing.assert_array_equal(asked.wanted[35], asked.patterns[5])
    with pytest.raises(RuntimeError, match="settle within 1 step"):
        settle(asked.cues, asked.patterns, beta, 1e-6, 1)


@pytest.mark.parametrize("shape", [(1, 3, 5), (50, 64, 800), (7, 64, 4096), (100, 64, 100), (3, 600, 600)])
def test_a_product_in_pieces_is_the_product(shape: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(3)
    left, right = rng.standard_normal(shape[:2]), rng.standard_normal(shape[1:])
    np.testing.assert_allclose(multiply(left, right), left @ right, atol=1e-11)


@pytest.mark.parametrize("beta", [1, 16, np.inf])
def test_weights_are_the_memorys(beta: float) -> None:
    (asked,) = draw_sets(np.random.default_rng(2), load=20, noise=0.4, width=16, sets=1, cues=20)
    answers = weigh_scores(asked.cues @ asked.patterns.T, beta) @ asked.patterns
    np.testing.assert_allclose(answers, recall(asked.cues, asked.patterns, beta), atol=1e-12)


@pytest.mark.parametrize("sets", [20, 40, 200])
def test_the_interval_is_students_over_the_means_of_the_sets(sets: int) -> None:
    values = np.random.default_rng(3).normal(2, 1, (sets, 1)) + np.random.default_rng(4).normal(
        0, 3, (sets, 6)
    )
    found, means = estimate_clustered(values), values.mean(axis=1)
    low, high = scipy.stats.t.interval(0.95, sets - 1, means.mean(), scipy.stats.sem(means))
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.002 * (high - low))
    assert found.trials == 6 * sets
    with pytest.raises(ValueError, match="two sets"):
        estimate_clustered(values[:1])


def test_a_rate_that_no_set_reaches_still_has_an_interval() -> None:
    none = estimate_shared_rate(np.zeros((50, 20)))
    assert none.value == none.low == 0
    assert 0.003 < none.high < 0.005  # near 3.84 / 1,000
    split = np.repeat([[1.0], [0.0]], 20, axis=0) * np.ones(50)
    assert estimate_shared_rate(split).high == estimate_clustered(split).high


def test_settled_recalls_are_those_of_the_plain_loop() -> None:
    found = settle_recalls(
        np.random.default_rng(5), (8, 60), noise=0.3, beta=16, trials=400, width=24, cues=20
    )
    for load, seed_skips in ((8, 0), (60, 1)):
        rng = np.random.default_rng(5)
        if seed_skips:
            list(draw_sets(rng, 8, 0.3, 24, sets=20, cues=20))
        once: list[bool] = []
        still: list[bool] = []
        right: list[bool] = []
        for asked in draw_sets(rng, load, 0.3, 24, sets=20, cues=20):
            for cue, wanted in zip(asked.cues, asked.wanted, strict=True):
                for hits, answer in (
                    (once, recall(cue, asked.patterns, 16)),
                    (still, iterate(cue, asked.patterns, 16, tolerance=1e-8).state),
                ):
                    hits.append(answer @ wanted >= 0.9 * np.linalg.norm(answer))
                right.append((recall(cue, asked.patterns, np.inf) == wanted).all())
        row = found.at(load)
        assert row.once.value == pytest.approx(np.mean(once))
        assert row.settled.value == pytest.approx(np.mean(still))
        assert row.right.value == pytest.approx(np.mean(right))
        assert row.gain.value == pytest.approx(np.mean(still) - np.mean(once))
    with pytest.raises(ValueError, match="found 9"):
        found.at(9)


def test_a_hundredth_of_a_step_is_near_enough_to_still() -> None:
    changed = 0
    for asked in draw_sets(np.random.default_rng(6), load=400, noise=0.3, width=64, sets=20, cues=50):
        for tolerance, sign in ((1e-2, 1), (1e-7, -1)):
            answers = settle(asked.cues, asked.patterns, 16, tolerance, 9000)
            lengths = np.linalg.norm(answers, axis=1)
            changed += sign * int(((answers * asked.wanted).sum(axis=1) >= 0.9 * lengths).sum())
    assert abs(changed) <= 1  # of 1,000


def test_sharing_shortens_intervals_and_fresh_patterns_do_not() -> None:
    found = share_patterns(np.random.default_rng(7), load=10, noise=0.3, beta=16, sets=200, trials=1000)
    assert found.fresh.covered.low < 0.95 < found.fresh.covered.high
    assert found.fresh.inflation == pytest.approx(1, abs=0.15)
    assert found.one.inflation > found.whole.inflation > 1
    assert found.one.inflation > 1.8
    assert found.one.covered.high < 0.9
    assert found.one.stretch == pytest.approx(np.sqrt(found.one.inflation), rel=0.02)
    assert (found.fresh.trials, found.one.trials, found.whole.trials) == (200, 1000, 1000)


def test_a_set_in_its_own_span_is_asked_as_in_the_whole_space() -> None:
    found = share_patterns(np.random.default_rng(8), load=6, noise=0.6, beta=8, sets=400, trials=60, width=12)
    rng, hits = np.random.default_rng(9), []
    for asked in draw_sets(rng, load=6, noise=0.6, width=12, sets=400, cues=60):
        answers = recall(asked.cues, asked.patterns, 8)
        hits.append((answers * asked.wanted).sum(axis=1) >= 0.9 * np.linalg.norm(answers, axis=1))
    plain = estimate_clustered(np.array(hits, dtype=float))
    ours = found.whole.clustered
    assert abs(plain.value - ours.value) < 0.7 * (plain.high - plain.low + ours.high - ours.low)


def test_noise_is_as_long_as_it_is_said_to_be() -> None:
    rng = np.random.default_rng(10)
    noise = 0.3 * rng.standard_normal((40_000, 64))
    cues = noise + np.eye(64)[0]
    lengths, said = np.linalg.norm(cues, axis=1), measure_noise(64).at(0.3)
    assert np.linalg.norm(noise, axis=1).mean() == pytest.approx(said.mean_length, abs=0.004)
    assert np.sqrt((noise**2).sum(axis=1).mean()) == pytest.approx(said.length, abs=0.004)
    assert np.sqrt((lengths**2).mean()) == pytest.approx(said.cue_length, abs=0.004)
    assert np.median(cues[:, 0] / lengths) == pytest.approx(said.cosine, abs=0.005)
    rivals = rng.standard_normal((40_000, 64))
    rivals /= np.linalg.norm(rivals, axis=1, keepdims=True)
    scores = (cues * rivals).sum(axis=1)
    assert scores.std() == pytest.approx(said.rival_deviation, rel=0.02)
    assert 1 / scores.std() == pytest.approx(said.lead, rel=0.02)
    with pytest.raises(ValueError, match="above 0"):
        measure_noise(64).at(0)
