"""The sweep over β, against the memory's own answers, and what theory says must come out."""

from math import inf

import numpy as np
import pytest
import scipy.stats

from softlookup.experiments.post_cells import PRINTED, compare_post, find_printing_chance
from softlookup.experiments.retrieval_rates import measure_retrieval
from softlookup.experiments.sharpness import SharpnessSweep, sweep_sharpness
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
