"""From scores to weights: what a temperature does, what a shift does not, and why exponentials."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.softmax import log_softmax, softmax
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class Tempered:
    """The weights of some scores at one temperature."""

    temperature: float
    """T, by which the scores are divided."""
    weights: FloatArray
    """``softmax(scores / T)``, shape (n,)."""
    entropy: float
    """``-sum p ln p`` in nats: 0 for one key alone, ln n for n equal weights."""

    @property
    def largest_weight(self) -> float:
        """The weight of the best score."""
        return float(self.weights.max())

    @property
    def perplexity(self) -> float:
        """``exp(entropy)``: how many equally weighted keys would be as undecided as this."""
        return float(np.exp(self.entropy))


@dataclass(frozen=True, eq=False)
class Temperature:
    """A few scores, to be weighed at any temperature."""

    scores: FloatArray
    """The scores, shape (n,)."""

    @property
    def largest_entropy(self) -> float:
        """``ln n``, the entropy of equal weights, in nats."""
        return float(np.log(len(self.scores)))

    def at(self, temperature: float) -> Tempered:
        """Weigh the scores at a temperature; raises ``ValueError`` unless it is above 0."""
        if not temperature > 0:
            message = f"expected a temperature above 0, found {temperature!r}"
            raise ValueError(message)
        logits = self.scores / temperature
        weights = softmax(logits)
        # A weight of 0 adds nothing to the entropy, though its logarithm may be far below.
        entropy = -float((weights * log_softmax(logits)).sum())
        return Tempered(temperature, read_only(weights), entropy)


@dataclass(frozen=True)
class ShiftCheck:
    """What is left of shift invariance and of the law of ratios in floating point."""

    rows: int
    """How many rows of scores were drawn."""
    keys: int
    """How many scores a row has."""
    reach: float
    """Shifts were drawn from -reach to reach."""
    shift_error: Roundoff
    """``max |softmax(z + c) - softmax(z)|``."""
    ratio_error: Roundoff
    """``max |p_i/p_j / exp(z_i - z_j) - 1|`` over all pairs of neighbours in a row."""
    row_sum_error: Roundoff
    """``max |sum of a row of weights - 1|``."""


@dataclass(frozen=True, eq=False)
class Rule:
    """What one way of turning scores into weights does when every score is raised by the same amount."""

    before: FloatArray
    """Weights of the scores as they are, shape (2,)."""
    after: FloatArray
    """Weights of the raised scores, shape (2,)."""

    @property
    def ratio_before(self) -> float:
        """The second weight over the first, before."""
        return float(self.before[1] / self.before[0])

    @property
    def ratio_after(self) -> float:
        """The second weight over the first, after."""
        return float(self.after[1] / self.after[0])


@dataclass(frozen=True, eq=False)
class Rules:
    """Three rules on the same two scores."""

    scores: FloatArray
    """The scores, shape (2,)."""
    lift: float
    """What is added to both."""
    plain: Rule
    """Each score over their sum."""
    squares: Rule
    """Each squared score over the sum of squares."""
    softmax: Rule
    """Each exponential over the sum of exponentials."""


def sweep_temperature(scores: Sequence[float]) -> Temperature:
    """Take a few scores whose weights are wanted at several temperatures."""
    return Temperature(read_only(np.array(scores, dtype=np.float64)))


def check_shifts(rng: np.random.Generator, rows: int, keys: int, reach: float) -> ShiftCheck:
    """Draw rows of scores (rows, keys) from N(0, 1) and a shift for each, and compare weights."""
    scores = rng.normal(size=(rows, keys))
    shifts = rng.uniform(-reach, reach, size=(rows, 1))
    weights = softmax(scores)
    ratios = weights[:, 1:] / weights[:, :-1]
    expected = np.exp(scores[:, 1:] - scores[:, :-1])
    return ShiftCheck(
        rows=rows,
        keys=keys,
        reach=reach,
        shift_error=Roundoff(float(np.abs(softmax(scores + shifts) - weights).max())),
        ratio_error=Roundoff(float(np.abs(ratios / expected - 1).max())),
        row_sum_error=Roundoff(float(np.abs(weights.sum(axis=1) - 1).max())),
    )


def compare_rules(scores: Sequence[float], lift: float) -> Rules:
    """Weigh two scores by three rules, as they are and raised by ``lift``."""
    before = np.array(scores, dtype=np.float64)
    after = before + lift

    def share(of_before: FloatArray, of_after: FloatArray) -> Rule:
        return Rule(read_only(of_before / of_before.sum()), read_only(of_after / of_after.sum()))

    return Rules(
        scores=read_only(before),
        lift=lift,
        plain=share(before, after),
        squares=share(before**2, after**2),
        softmax=Rule(read_only(softmax(before)), read_only(softmax(after))),
    )
