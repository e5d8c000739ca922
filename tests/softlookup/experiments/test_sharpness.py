"""The sweep over β, against the memory's own answers, and what theory says must come out."""

from dataclasses import replace
from itertools import combinations
from math import inf

import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from softlookup.experiments.judged_sharpness import SharpnessSweep
from softlookup.experiments.post_cells import PRINTED, compare_post, find_printing_chance
from softlookup.experiments.retrieval_rates import measure_retrieval
from softlookup.experiments.sharpness import sweep_sharpness
from softlookup.experiments.stored_patterns import draw_sets
from softlookup.memory import iterate, recall
from softlookup.softmax import softmax

BETAS = (1, 4, 16, inf)


@pytest.fixture(scope="module")
def sweep() -> SharpnessSweep:
    return sweep_sharpness(
        np.random.default_rng(1), load=30, noise=0.5, betas=BETAS, changes=((4, 16), (16, inf)),
        iterated=(4, 16), sets=30, iterated_sets=30, width=32,
    )  # fmt: skip


def test_each_answer_is_judged_as_a_plain_loop_does(sweep: SharpnessSweep) -> None:
    sets = list(draw_sets(np.random.default_rng(1), 30, 0.5, 32, sets=30, cues=30))
    hits: dict[float, list[bool]] = {}
    for beta in BETAS:
        told = []
        for asked in sets:
            for cue, wanted in zip(asked.cues, asked.wanted, strict=True):
                answer = recall(cue, asked.patterns, beta)
                length = float(np.linalg.norm(answer))
                told.append((answer @ wanted / length, ((answer - wanted) ** 2).sum(), length))
        cosines, errors, lengths = np.array(told).T
        hits[beta] = list(cosines >= 0.9)
        one = sweep.at(beta)
        assert one.rate.value == pytest.approx(np.mean(hits[beta]))
        assert (one.cosine.value, one.error.value, one.length.value) == pytest.approx(
            (cosines.mean(), errors.mean(), lengths.mean())
        )
    change, before, after = sweep.change(4, 16), np.array(hits[4]), np.array(hits[16])
    assert change.rate.value == pytest.approx(after.mean() - before.mean())
    assert (change.won, change.lost) == pytest.approx(((after & ~before).mean(), (before & ~after).mean()))
    spread = (after.astype(float) - before).std() / np.sqrt(200)
    assert change.deviation(200) == pytest.approx(spread)
    assert sweep.to_limit(16).rate.value == pytest.approx(np.mean(hits[inf]) - after.mean())
    still = [iterate(asked.cues, asked.patterns, 16, tolerance=1e-8, max_steps=9000).state for asked in sets]
    hit = [
        (state * asked.wanted).sum(axis=1) >= 0.9 * np.linalg.norm(state, axis=1)
        for state, asked in zip(still, sets, strict=True)
    ]
    assert sweep.iterated(16).settled.value == pytest.approx(np.mean(hit), abs=2e-3)
    assert sweep.iterated(16).once.value == sweep.at(16).rate.value


def test_the_posterior_mean_has_the_least_error(sweep: SharpnessSweep) -> None:
    assert sweep.bayes_beta == 4
    assert sweep.posterior_error < 1e-12
    assert sweep.least_error_beta == 4
    assert sweep.change(4, 16).error.low > 0
    # Any sharpness but 1/σ², near or far, is worse by theory, and here by measurement.
    near = sweep_sharpness(
        np.random.default_rng(2), load=30, noise=0.5, betas=(3, 4, 5), changes=((4, 3), (4, 5)),
        iterated=(), sets=60, iterated_sets=1, width=32,
    )  # fmt: skip
    assert near.change(4, 3).error.low > 0
    assert near.change(4, 5).error.low > 0


def test_the_posterior_mean_has_the_best_mean_cosine_which_is_its_mean_length() -> None:
    near = sweep_sharpness(
        np.random.default_rng(8), load=30, noise=0.5, betas=(3, 4, 5), changes=((3, 4), (4, 5)),
        iterated=(), sets=120, iterated_sets=1, width=32,
    )  # fmt: skip
    assert near.best_cosine_beta == 4
    assert near.change(3, 4).cosine.low > 0
    assert near.change(4, 5).cosine.high < 0
    # E[ŷ·x | cue] = ŷ·m is ‖m‖ where y = m; likewise the squared error is 1 - ‖m‖² on average.
    cosine, length = near.at(4).cosine, near.at(4).length
    assert (
        abs(cosine.value - length.value) < 2 * ((cosine.high - cosine.low) + (length.high - length.low)) / 2
    )
    # No direction at all is better, for one cue and its posterior: SciPy looks for one that is.
    asked = next(iter(draw_sets(np.random.default_rng(9), 6, 0.5, 5, sets=1, cues=1)))
    posterior = softmax(4 * asked.patterns @ asked.cues[0])
    best = scipy.optimize.minimize(
        lambda y: -float(posterior @ asked.patterns @ y) / float(np.linalg.norm(y)), np.ones(5), tol=1e-12
    )
    mean = recall(asked.cues[0], asked.patterns, 4)
    np.testing.assert_allclose(best.x / np.linalg.norm(best.x), mean / np.linalg.norm(mean), atol=1e-5)
    assert -best.fun == pytest.approx(float(np.linalg.norm(mean)))


def test_no_answer_counts_for_two_patterns_that_are_far_enough_apart(sweep: SharpnessSweep) -> None:
    sets = list(draw_sets(np.random.default_rng(1), 30, 0.5, 32, sets=30, cues=30))
    closest = max(float(one @ other) for asked in sets for one, other in combinations(asked.patterns, 2))
    assert sweep.closest == pytest.approx(closest, abs=1e-12)
    # The direction halfway between two unit vectors is nearest to both; in the plane by their angle.
    for shared in (0.61, 0.63):
        one, other = np.array([1.0, 0.0]), np.array([shared, np.sqrt(1 - shared**2)])
        halfway = (one + other) / np.linalg.norm(one + other)
        assert (halfway @ other >= 0.9) == (shared > 0.62)
        turned = replace(sweep, closest=shared)
        assert turned.counts_once == (shared < 0.62)
    assert sweep.counts_once


def test_a_soft_memory_settles_near_the_mean_and_a_sharp_one_does_not(sweep: SharpnessSweep) -> None:
    for beta, expected in ((4, True), (16, False)):
        worst = 1.0
        for asked in draw_sets(np.random.default_rng(1), 30, 0.5, 32, sets=30, cues=30):
            state, mean = (
                iterate(asked.cues, asked.patterns, beta, tolerance=1e-2).state,
                asked.patterns.mean(0),
            )
            worst = min(
                worst, float((state @ mean / np.linalg.norm(state, axis=1)).min() / np.linalg.norm(mean))
            )
        assert sweep.iterated(beta).to_mean == pytest.approx(worst, abs=1e-9)
        assert (worst > 0.9) == expected
    interval = sweep.iterated(16).interval
    assert interval == (sweep.iterated(16).gain.low, sweep.iterated(16).gain.high)


def test_losses_are_told_of_any_pair(sweep: SharpnessSweep) -> None:
    assert sweep.never_loses == all(change.lost == 0 for change in sweep.changes)
    spoiled = (*sweep.changes[:-1], replace(sweep.changes[-1], lost=0.001))
    assert not replace(sweep, changes=spoiled).never_loses


def test_a_pattern_holds_itself_as_told(sweep: SharpnessSweep) -> None:
    for beta in (1, 4, 8):
        kept = [
            np.diag(softmax(beta * (asked.patterns @ asked.patterns.T))).mean()
            for asked in draw_sets(np.random.default_rng(6), 30, 0.5, 32, sets=200, cues=1)
        ]
        assert np.mean(kept) == pytest.approx(sweep.held(beta), rel=0.02)


def test_surprises_are_distances_in_deviations(sweep: SharpnessSweep) -> None:
    rates = [sweep.at(beta).rate.value for beta in (4, 16)]
    apart = np.sqrt(sum(rate * (1 - rate) for rate in rates) / 200)
    assert sweep.unpaired_deviation(4, 16, 200) == pytest.approx(apart)
    true = rates[1] - rates[0]
    assert sweep.surprise(4, 16, true + 2 * apart, 200) == pytest.approx(2)
    assert sweep.paired_surprise(4, 16, true + 0.1, 200) == pytest.approx(
        0.1 / sweep.change(4, 16).deviation(200)
    )


def test_what_was_not_tried_is_refused(sweep: SharpnessSweep) -> None:
    for ask in (lambda: sweep.at(2), lambda: sweep.change(1, 2), lambda: sweep.iterated(1)):
        with pytest.raises(ValueError, match="expected one of"):
            ask()


def test_the_chance_of_a_printed_rate_is_binomial() -> None:
    law = scipy.stats.binom(200, 0.7)
    assert find_printing_chance("0.69", 0.7) == pytest.approx(
        sum(law.pmf(k) for k in range(201) if f"{k / 200:.2f}" == "0.69")
    )
    assert sum(find_printing_chance(f"{k / 100:.2f}", 0.3) for k in range(101)) == pytest.approx(1)


def test_the_posts_cells_stand_beside_ours() -> None:
    rng = np.random.default_rng(3)
    rates = measure_retrieval(rng, (10, 25, 100), (0.1, 0.3), beta=16, trials=4000, swept={})
    sharp = sweep_sharpness(
        rng, load=100, noise=0.5, betas=(1, 4, inf), changes=(), iterated=(), sets=20, iterated_sets=1
    )
    post = compare_post(rates, sharp)
    assert [(cell.load, cell.noise, cell.beta) for cell in post.cells] == list(PRINTED)
    assert post.at(100, 0.3, 16).posted == 0.69
    assert post.at(100, 0.3, 16).rate is rates.at(100, 0.3)
    assert post.at(100, 0.5, 4).rate is sharp.at(4).rate
    assert post.agreeing == 6
    assert post.chance == pytest.approx(np.prod([cell.chance for cell in post.cells]))
    with pytest.raises(ValueError, match="the post prints"):
        post.at(50, 0.3, 16)
