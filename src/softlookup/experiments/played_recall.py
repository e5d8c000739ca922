"""Recalls that a reader's browser can repeat: the softmax memory asked on draws that are the same everywhere.

The experiment is that of the page on sharpness, small enough to be run while a slider moves. Trial t of
a seed takes its numbers from stream t of `softlookup.philox`: first the noise of the cue, then the
patterns one after the other, so that fewer patterns are the first of more. Pattern 0 is wanted. Trials
share nothing, hence Wilson's interval for rates and the normal law's for means.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.stored_patterns import measure_cosines, weigh_scores
from softlookup.philox import draw_normals
from tether.values import Estimate


@dataclass(frozen=True)
class Setting:
    """What is asked of the memory, and how often."""

    seed: int
    """The seed of all draws."""
    load: int
    """N, how many patterns are stored."""
    noise: float
    """σ, the standard deviation of the noise on each coordinate of a cue."""
    trials: int
    """How many trials, each with patterns of its own."""
    width: int = 64
    """d, how many coordinates a pattern has."""
    criterion: float = 0.9
    """The cosine with the wanted pattern from which on an answer counts."""


@dataclass(frozen=True)
class Verdicts:
    """What four judges say of one sharpness, over all trials."""

    counts: Estimate
    """The share of answers whose cosine with the wanted pattern reaches the criterion."""
    right: Estimate
    """The share of cues whose largest score is the wanted pattern's."""
    cosine: Estimate
    """The mean cosine of answer and wanted pattern."""
    error: Estimate
    """The mean squared distance of answer and wanted pattern."""


JUDGES = tuple(field.name for field in fields(Verdicts))
"""The names of the four judges."""


@dataclass(frozen=True, eq=False)
class Recall:
    """One trial at one sharpness."""

    scores: FloatArray
    """Cue times pattern, for every pattern, shape (N,)."""
    weights: FloatArray
    """Their softmax at this sharpness, shape (N,)."""
    cosine: float
    """The cosine of the answer with the wanted pattern."""
    length: float
    """The length of the answer."""
    error: float
    """The squared distance of the answer from the wanted pattern."""


@dataclass(frozen=True, eq=False)
class PlayedRecall:
    """The same trials at several sharpnesses."""

    setting: Setting
    """What was asked, and how often."""
    betas: tuple[float, ...]
    """The sharpnesses in increasing order; the last may be infinite."""
    verdicts: tuple[Verdicts, ...]
    """What is said of each."""

    def judge(self, judge: str) -> tuple[Estimate, ...]:
        """Give what one judge says of every sharpness."""
        return tuple(getattr(verdicts, judge) for verdicts in self.verdicts)

    def best(self, judge: str) -> float:
        """Give the sharpness that a judge likes best; of equal ones the first."""
        sign = -1 if judge == "error" else 1
        marks = [sign * estimate.value for estimate in self.judge(judge)]
        return self.betas[marks.index(max(marks))]


def draw_trial(setting: Setting, trial: int) -> tuple[FloatArray, FloatArray]:
    """Draw the cue (d,) and the patterns (N, d), unit vectors in the rows, of one trial."""
    drawn = draw_normals(setting.seed, trial, setting.width * (1 + setting.load))
    noise, raw = drawn[: setting.width], drawn[setting.width :].reshape(setting.load, setting.width)
    patterns = raw / np.linalg.norm(raw, axis=1, keepdims=True)
    return patterns[0] + setting.noise * noise, patterns


def recall_once(setting: Setting, trial: int, beta: float) -> Recall:
    """Run one trial at one sharpness, which may be infinite."""
    cue, patterns = draw_trial(setting, trial)
    scores = patterns @ cue  # (N, d) @ (d,) -> (N,)
    weights = weigh_scores(scores[None], beta)
    answer = weights @ patterns  # (1, N) @ (N, d) -> (1, d)
    return Recall(
        scores=read_only(scores),
        weights=read_only(weights[0]),
        cosine=float(measure_cosines(answer, patterns[:1])[0]),
        length=float(np.linalg.norm(answer)),
        error=float(((answer - patterns[:1]) ** 2).sum()),
    )


def play_recalls(setting: Setting, betas: Sequence[float]) -> PlayedRecall:
    """Run all trials at every sharpness, and let four judges speak."""
    marks = np.empty((len(JUDGES), len(betas), setting.trials))
    for trial in range(setting.trials):
        cue, patterns = draw_trial(setting, trial)
        scores = patterns @ cue
        weights = np.concatenate([weigh_scores(scores[None], beta) for beta in betas])
        answers = weights @ patterns  # (b, N) @ (N, d) -> (b, d)
        cosines = measure_cosines(answers, patterns[:1])
        errors = ((answers - patterns[0]) ** 2).sum(axis=1)
        rights = np.full(len(betas), scores.argmax() == 0)
        marks[:, :, trial] = cosines >= setting.criterion, rights, cosines, errors
    verdicts = tuple(
        Verdicts(
            *(estimate_rate(int(hits.sum()), setting.trials) for hits in one[:2]),
            *(estimate_mean(draws) for draws in one[2:]),
        )
        for one in marks.swapaxes(0, 1)
    )
    return PlayedRecall(setting, tuple(betas), verdicts)
