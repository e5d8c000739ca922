"""The same noisy cues asked ever more sharply, and judged in three ways.

All sharpnesses answer the same cues on the same patterns, so that differences are taken trial by
trial; patterns come in sets, and intervals from how the sets scatter.
"""

from collections.abc import Sequence

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.judged_sharpness import Change, Judged, SettledAt, SharpnessSweep
from softlookup.experiments.stored_patterns import (
    AskedSet,
    draw_sets,
    estimate_clustered,
    estimate_shared_rate,
    measure_cosines,
    multiply,
    settle,
    weigh_scores,
)
from tether.values import Roundoff

TOLERANCE, LONGEST = 1e-2, 5000
"""A cue has settled when a step moves it by no more than this; no cue needs so many steps."""


def sweep_sharpness(  # noqa: PLR0913  (the sizes of one experiment)
    rng: np.random.Generator,
    *,
    load: int,
    noise: float,
    betas: Sequence[float],
    changes: Sequence[tuple[float, float]],
    iterated: Sequence[float],
    sets: int,
    iterated_sets: int,
    width: int = 64,
    criterion: float = 0.9,
) -> SharpnessSweep:
    """Ask each of some sets for all its patterns, at every β, and the first sets also until all is still."""
    found = np.empty((4, len(betas), sets, load))  # success, cosine, squared error, length
    still = np.empty((3, len(iterated), iterated_sets, load))  # success, length, cosine with the mean
    cue_lengths, worst, closest = np.empty(sets), 0.0, -1.0
    for place, asked in enumerate(draw_sets(rng, load, noise, width, sets=sets, cues=load)):
        scores = multiply(asked.cues, asked.patterns.T)  # (load, d) @ (d, load) -> (load, load)
        closest = max(closest, _find_closest(asked.patterns))
        cue_lengths[place] = np.linalg.norm(asked.cues, axis=1).mean()
        for row, beta in enumerate(betas):
            answers = multiply(weigh_scores(scores, beta), asked.patterns)
            found[:, row, place] = _judge(answers, asked.wanted, criterion)
        if place < iterated_sets:
            worst = max(worst, _measure_posterior(asked, noise))
            for row, beta in enumerate(iterated):
                answers = settle(asked.cues, asked.patterns, beta, TOLERANCE, LONGEST)
                hits, _, _, lengths = _judge(answers, asked.wanted, criterion)
                to_mean = answers @ asked.patterns.mean(axis=0)
                to_mean /= lengths * np.linalg.norm(asked.patterns.mean(axis=0))
                still[:, row, place] = hits, lengths, to_mean
    rows = {beta: found[:, row] for row, beta in enumerate(betas)}
    return SharpnessSweep(
        judged=tuple(
            Judged(beta, estimate_shared_rate(row[0]), *map(estimate_clustered, row[1:]))
            for beta, row in rows.items()
        ),
        changes=tuple(_compare(before, after, rows[before], rows[after]) for before, after in changes),
        settled=tuple(
            SettledAt(
                beta,
                estimate_shared_rate(rows[beta][0, :iterated_sets]),
                estimate_shared_rate(hits),
                estimate_clustered(hits - rows[beta][0, :iterated_sets]),
                float(lengths.mean()),
                float(to_mean.min()),
            )
            for beta, hits, lengths, to_mean in zip(iterated, *still, strict=True)
        ),
        load=load,
        noise=noise,
        width=width,
        cue_length=float(cue_lengths.mean()),
        posterior_error=Roundoff(worst),
        closest=closest,
        criterion=criterion,
    )


def _find_closest(patterns: FloatArray) -> float:
    """Give the largest cosine of two unit patterns (N, d); -1 for a single one."""
    cosines = multiply(patterns, patterns.T)
    np.fill_diagonal(cosines, -1)
    return float(cosines.max())


def _judge(answers: FloatArray, wanted: FloatArray, criterion: float) -> FloatArray:
    """Give success, cosine, squared error and length of each answer, shape (4, m)."""
    cosines, lengths = measure_cosines(answers, wanted), np.linalg.norm(answers, axis=1)
    errors = ((answers - wanted) ** 2).sum(axis=1)
    return np.array([cosines >= criterion, cosines, errors, lengths])


def _compare(before: float, after: float, old: FloatArray, new: FloatArray) -> Change:
    rate, cosine, error = (estimate_clustered(new[part] - old[part]) for part in range(3))
    won, lost = float((new[0] > old[0]).mean()), float((new[0] < old[0]).mean())
    return Change(before, after, rate, cosine, error, won, lost)


def _measure_posterior(asked: AskedSet, noise: float) -> float:
    """Give how far softmax(X q / σ²) is from Bayes' rule, written with the distances themselves."""
    squares = ((asked.cues[:, None, :] - asked.patterns) ** 2).sum(axis=2)  # (m, 1, d) - (N, d) -> (m, N)
    likelihoods = np.exp(-(squares - squares.min(axis=1, keepdims=True)) / (2 * noise**2))
    posterior = likelihoods / likelihoods.sum(axis=1, keepdims=True)
    weights = weigh_scores(multiply(asked.cues, asked.patterns.T), 1 / noise**2)
    return float(np.abs(weights - posterior).max())
