"""What the sweep of sharpnesses finds: three judges of the same answers, and what one makes of another."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, inf, sqrt

from tether.values import Estimate, Roundoff


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
    to_mean: float
    """The smallest cosine of a settled answer with the mean of the patterns stored."""

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval of the gain."""
        return self.gain.low, self.gain.high


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
    closest: float
    """The largest cosine of two patterns of one set."""
    criterion: float
    """The cosine with the wanted pattern from which on an answer counts."""

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
    def counts_once(self) -> bool:
        """Whether no answer can count for two patterns of a set, because all are too far apart.

        Two directions within an angle of a third are within twice that angle of each other, and
        cos 2φ = 2 cos² φ - 1.
        """
        return self.closest < 2 * self.criterion**2 - 1

    @property
    def never_loses(self) -> bool:
        """Whether no trial that succeeds fails at the sharper one of any pair compared."""
        return all(one.lost == 0 for one in self.changes)

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
