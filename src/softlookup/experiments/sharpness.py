"""The same noisy cues asked ever more sharply, and judged in three ways.

All sharpnesses answer the same cues on the same patterns, so that differences are taken trial by
trial; patterns come in sets, and intervals from how the sets scatter.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, sqrt

import numpy as np

from softlookup.arrays import FloatArray
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
from tether.values import Estimate, Roundoff

TOLERANCE, LONGEST = 1e-2, 5000
"""A cue has settled when a step moves it by no more than this; no cue needs so many steps."""


@dataclass(frozen=True)
class Judged:
    """One sharpness."""

    beta: float
    """β; infinite for the rule that takes the best-scoring pattern whole."""
    rate: Estimate
    """How often the answer's cosine with the wanted pattern reaches the criterion."""
    cosine: Estimate
    """The mean of that cosine."""
    error: Estimate
    """The mean squared distance from answer to wanted pattern, whose length is 1."""
    length: Estimate
    """The mean length of the answer."""


@dataclass(frozen=True)
class Change:
    """From one sharpness to another, on the same trials."""

    before: float
    """β before."""
    after: float
    """β after."""
    rate: Estimate
    """By how much the rate of success rises."""
    cosine: Estimate
    """By how much the mean cosine rises."""
    error: Estimate
    """By how much the mean squared error rises."""
    won: float
    """The share of trials that fail before and succeed after."""
    lost: float
    """The share of trials that succeed before and fail after."""

    def deviation(self, trials: int) -> float:
        """Give the standard deviation of the rise of the rate between the same trials, this many."""
        return sqrt((self.won + self.lost - (self.won - self.lost) ** 2) / trials)


@dataclass(frozen=True)
class SettledAt:
    """One sharpness, after one step and after as many as it takes."""

    beta: float
    """β."""
    once: Estimate
    """The rate after one step."""
    settled: Estimate
    """The rate when all is still."""
    gain: Estimate
    """The difference, trial by trial."""
    length: float
    """The mean length of the settled answers."""


@dataclass(frozen=True)
class SharpnessSweep:
    """All sharpnesses."""

    judged: tuple[Judged, ...]
    """One a β, in increasing order, the infinite one last."""
    changes: tuple[Change, ...]
    """Some pairs of them."""
    settled: tuple[SettledAt, ...]
    """Some of them, iterated; on a part of the trials."""
    load: int
    """N, how many patterns a set has."""
    noise: float
    """σ."""
    width: int
    """d, how many coordinates a pattern has."""
    cue_length: float
    """The mean length of a cue."""
    posterior_error: Roundoff
    """How far the weights at β = 1/σ² are from Bayes' rule, at most."""

    def at(self, beta: float) -> Judged:
        """Give one sharpness; raises ``ValueError`` for one not tried."""
        return self.judged[_find(beta, [one.beta for one in self.judged])]

    def interval(self, beta: float) -> tuple[float, float]:
        """Give the ends of the interval of the rate of success at one sharpness."""
        rate = self.at(beta).rate
        return rate.low, rate.high

    @property
    def limit(self) -> Judged:
        """The rule that takes the best-scoring pattern whole."""
        return self.judged[-1]

    @property
    def limit_interval(self) -> tuple[float, float]:
        """The ends of the interval of that rule's rate."""
        return self.limit.rate.low, self.limit.rate.high

    def held(self, beta: float) -> float:
        """Give the weight that a pattern keeps when the memory is asked by that pattern itself.

        The mean of exp(β u) over a rival's score u is taken as exp(β²/2d), its bound, near it for β below d.
        """
        return 1 / (1 + (self.load - 1) * exp(beta**2 / (2 * self.width) - beta))

    def surprise(self, before: float, after: float, gain: float, trials: int) -> float:
        """Give how many deviations a gain between separate cells of this many trials is from the true one."""
        true = self.change(before, after).rate.value
        return (gain - true) / self.unpaired_deviation(before, after, trials)

    def paired_surprise(self, before: float, after: float, gain: float, trials: int) -> float:
        """Give the same for cells on the same trials."""
        change = self.change(before, after)
        return (gain - change.rate.value) / change.deviation(trials)

    def change(self, before: float, after: float) -> Change:
        """Give the change between two sharpnesses, one of those kept."""
        return self.changes[_find((before, after), [(one.before, one.after) for one in self.changes])]

    def to_limit(self, before: float) -> Change:
        """Give the change from a sharpness to the infinite one."""
        return self.change(before, inf)

    def iterated(self, beta: float) -> SettledAt:
        """Give one sharpness iterated; raises ``ValueError`` for one that was not."""
        return self.settled[_find(beta, [one.beta for one in self.settled])]

    @property
    def bayes_beta(self) -> float:
        """1/σ², at which the weights are those of Bayes' rule."""
        return 1 / self.noise**2

    @property
    def least_error_beta(self) -> float:
        """The β tried with the least squared error."""
        return min(self.judged, key=lambda one: one.error.value).beta

    @property
    def best_cosine_beta(self) -> float:
        """The β tried with the largest mean cosine."""
        return max(self.judged, key=lambda one: one.cosine.value).beta

    @property
    def best_rate(self) -> float:
        """The largest rate of success at any β tried, the infinite one and iteration included."""
        return max(*(one.rate.high for one in self.judged), *(one.settled.high for one in self.settled))

    @property
    def best_is_the_limit(self) -> bool:
        """Whether no finite β tried has a higher rate of success than the infinite one."""
        return all(one.rate.value <= self.limit.rate.value for one in self.judged)

    @property
    def rate_rises(self) -> bool:
        """Whether the rate of success rises with every step in β."""
        rates = [one.rate.value for one in self.judged]
        return all(one <= other for one, other in pairwise(rates))

    @property
    def widest(self) -> float:
        """The largest half width of a rate of success."""
        rates = [one.rate for one in self.judged] + [one.settled for one in self.settled]
        return max((rate.high - rate.low) / 2 for rate in rates)

    @property
    def widest_mean(self) -> float:
        """The largest half width of a mean cosine or a mean squared error."""
        means = [mean for one in self.judged for mean in (one.cosine, one.error)]
        return max((mean.high - mean.low) / 2 for mean in means)

    @property
    def trials(self) -> int:
        """How many trials each β of one step has."""
        return self.judged[0].rate.trials

    def unpaired_deviation(self, before: float, after: float, trials: int) -> float:
        """Give the standard deviation of a difference of rates between separate trials, this many each."""
        return sqrt(
            sum(rate * (1 - rate) for rate in (self.at(before).rate.value, self.at(after).rate.value))
            / trials
        )


def _find(wanted: object, tried: Sequence[object]) -> int:
    if wanted not in tried:
        message = f"expected one of {tried}, found {wanted}"
        raise ValueError(message)
    return tried.index(wanted)


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
    still = np.empty((2, len(iterated), iterated_sets, load))  # success, length
    cue_lengths, worst = np.empty(sets), 0.0
    for place, asked in enumerate(draw_sets(rng, load, noise, width, sets=sets, cues=load)):
        scores = multiply(asked.cues, asked.patterns.T)  # (load, d) @ (d, load) -> (load, load)
        cue_lengths[place] = np.linalg.norm(asked.cues, axis=1).mean()
        for row, beta in enumerate(betas):
            answers = multiply(weigh_scores(scores, beta), asked.patterns)
            found[:, row, place] = _judge(answers, asked.wanted, criterion)
        if place < iterated_sets:
            worst = max(worst, _measure_posterior(asked, noise))
            for row, beta in enumerate(iterated):
                answers = settle(asked.cues, asked.patterns, beta, TOLERANCE, LONGEST)
                hits, _, _, lengths = _judge(answers, asked.wanted, criterion)
                still[:, row, place] = hits, lengths
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
            )
            for beta, hits, lengths in zip(iterated, *still, strict=True)
        ),
        load=load,
        noise=noise,
        width=width,
        cue_length=float(cue_lengths.mean()),
        posterior_error=Roundoff(worst),
    )


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
