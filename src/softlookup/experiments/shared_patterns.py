"""What becomes of an interval when trials share their patterns and nobody allows for it."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.estimates import estimate_rate
from softlookup.experiments.stored_patterns import draw_patterns, estimate_clustered, measure_cosines
from softlookup.memory import recall
from tether.values import Estimate


@dataclass(frozen=True)
class Sharing:
    """Rates from many sets of patterns, each asked equally often."""

    trials: int
    """How many trials share one set of patterns."""
    inflation: float
    """The variance of a set's rate over that of as many independent trials."""
    covered: Estimate
    """How often Wilson's interval from one set holds the rate over all sets."""
    plain: Estimate
    """The rate over all sets with Wilson's interval, as if all trials were independent."""
    clustered: Estimate
    """The same rate with an interval from how the sets scatter."""

    @property
    def stretch(self) -> float:
        """How many times the length of Wilson's interval the honest one has."""
        return (self.clustered.high - self.clustered.low) / (self.plain.high - self.plain.low)


@dataclass(frozen=True)
class SharedPatterns:
    """The same number of trials, shared in three ways."""

    fresh: Sharing
    """The trials of `one`, dealt out so that no two of a group share patterns."""
    whole: Sharing
    """All of a group ask the same set, for every pattern equally often."""
    one: Sharing
    """All of a group ask the same set, and for the same pattern."""
    load: int
    """How many patterns a set has."""
    sets: int
    """How many sets were drawn, for `whole` and for `one` each."""


def _share(hits: FloatArray) -> Sharing:
    """Judge trials given as (groups, trials of a group), each 1 for a success and 0 else."""
    groups, trials = hits.shape
    counts = hits.sum(axis=1)
    plain = estimate_rate(int(counts.sum()), groups * trials)
    inside = 0
    for count in counts:
        interval = estimate_rate(int(count), trials)
        inside += interval.low <= plain.value <= interval.high
    independent = plain.value * (1 - plain.value) / trials
    return Sharing(
        trials=trials,
        inflation=float((counts / trials).var(ddof=1) / independent),
        covered=estimate_rate(inside, groups),
        plain=plain,
        clustered=estimate_clustered(hits),
    )


def share_patterns(  # noqa: PLR0913  (the sizes of one experiment)
    rng: np.random.Generator,
    *,
    load: int,
    noise: float,
    beta: float,
    sets: int,
    trials: int,
    width: int = 64,
    criterion: float = 0.9,
) -> SharedPatterns:
    """Ask many sets of patterns ``trials`` times each, for all patterns or for one, and judge the rates.

    N patterns span at most N dimensions, and noise outside of these changes no score. So patterns are
    written in coordinates of their span, (N, N), and cues need N normal draws each.
    """

    def ask(asked: int) -> FloatArray:
        """Ask each of fresh sets for its first patterns in turn; give the successes, (sets, trials)."""
        hits = np.empty((sets, trials))
        targets = np.arange(trials) % asked
        for place in range(sets):
            patterns = draw_patterns(rng, load, width)
            patterns = np.linalg.cholesky(patterns @ patterns.T)  # rows with the same products, (load, load)
            wanted = patterns[targets]
            answers = recall(wanted + noise * rng.standard_normal((trials, load)), patterns, beta)
            hits[place] = measure_cosines(answers, wanted) >= criterion
        return hits

    whole, one = ask(load), ask(1)
    # A transposed deal: a group takes one trial from each set.
    return SharedPatterns(_share(one.T), _share(whole), _share(one), load, sets)
