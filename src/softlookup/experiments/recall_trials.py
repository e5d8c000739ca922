"""Recall with fresh patterns in every trial, from three numbers a pattern instead of all its coordinates.

A trial stores N random unit patterns in d dimensions, asks for one of them by that pattern plus
noise·N(0, I), takes one step of the softmax memory and succeeds if the answer's cosine with the
pattern is at least the criterion. Nothing prefers any direction, so the vectors need not be drawn:

- of the cue only its part along the pattern and the length of the rest count;
- of each other pattern (a *rival*) count its coordinate ``u`` along the cue, its coordinate ``v``
  along the direction in which the wanted pattern leaves the cue, and its coordinate ``w`` along what
  the rivals before it have added up to outside of these two. The rest only adds to a length.

Rivals come in the order of their scores, best first: from the uniform law's order statistics, each
from the one before it by one exponential draw. Their weights then fall, and as soon as all that are
left, pulling as one, could not move the answer across the criterion, the trial is decided. So the
outcome is that of the plain experiment, in law, for a small part of its draws.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import BoolArray, FloatArray
from softlookup.experiments.unit_coordinates import CoordinateTable

CHUNK = 20_000
"""How many trials are drawn at once: enough that the few left open at the end cost little."""

FIRST = 4
"""How many rivals are drawn before a trial is looked at; twice as many the next time, and so on."""


@dataclass(frozen=True)
class Task:
    """What is asked of the memory."""

    patterns: int
    """N, how many patterns are stored."""
    noise: float
    """σ, the standard deviation of the noise on each coordinate of a cue."""
    beta: float
    """β, how sharply the memory is asked."""
    width: int = 64
    """d, how many coordinates a pattern has."""
    criterion: float = 0.9
    """The cosine with the wanted pattern from which on an answer counts as that pattern."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers under way, one a trial and up to a factor, in the coordinates that matter, each (trials,)."""

    cosine: FloatArray
    """The cosine of cue and wanted pattern."""
    length: FloatArray
    """The length of the cue."""
    along: FloatArray
    """The answer's coordinate along the cue."""
    aside: FloatArray
    """Its coordinate along the direction in which the wanted pattern leaves the cue."""
    beyond: FloatArray
    """The length of what it has outside of these two."""

    def add(self, weight: FloatArray, u: FloatArray, v: FloatArray, w: FloatArray) -> "Answers":
        """Add a rival to each answer: its weight by that of the wanted pattern, and its three coordinates.

        ``u`` is its coordinate along the cue; of what is left of it, a vector of length √(1-u²), the
        shares ``v`` and ``w`` lie along the second direction and along what is already beyond.
        """
        rest = weight * np.sqrt((1 - u) * (1 + u))
        across = np.maximum(1 - v * v - w * w, 0)
        beyond = np.sqrt((self.beyond + rest * w) ** 2 + rest * rest * across)
        return Answers(self.cosine, self.length, self.along + weight * u, self.aside + rest * v, beyond)

    def measure_lead(self, criterion: float) -> FloatArray:
        """Give ``y·x - criterion·‖y‖`` for answer y and pattern x: not negative where the trial succeeds."""
        product = self.cosine * self.along + np.sqrt(1 - self.cosine**2) * self.aside
        return product - criterion * np.sqrt(self.along**2 + self.aside**2 + self.beyond**2)

    def keep(self, chosen: BoolArray) -> "Answers":
        """Give the chosen trials alone."""
        arrays = (self.cosine, self.length, self.along, self.aside, self.beyond)
        return Answers(*(array[chosen] for array in arrays))


def start_answers(along: FloatArray, aside: FloatArray) -> Answers:
    """Start from cues, given by their parts along the wanted pattern and outside of it, both (trials,).

    The wanted pattern enters with weight 1, so all other weights are multiples of its own.
    """
    length = np.sqrt(along**2 + aside**2)
    cosine = along / length
    return Answers(cosine, length, cosine, aside / length, np.zeros_like(length))


def count_recalls(rng: np.random.Generator, task: Task, trials: int, law: CoordinateTable) -> int:
    """Give how many of some independent trials succeed; ``law`` is the table for the task's width."""
    sizes = [min(CHUNK, trials - start) for start in range(0, trials, CHUNK)]
    return sum(_count_chunk(rng, task, size, law) for size in sizes)


def _count_chunk(rng: np.random.Generator, task: Task, trials: int, law: CoordinateTable) -> int:
    noise, width = task.noise, task.width
    along = 1 + noise * rng.standard_normal(trials)
    answers = start_answers(along, noise * np.sqrt(rng.chisquare(width - 1, trials)))
    rivals, drawn, hits, step = task.patterns - 1, 0, 0, FIRST
    top = np.zeros(trials)  # the logarithm of the share of the coordinate's law below the last rival
    weight = np.ones(trials)
    while True:
        for _ in range(min(step, rivals - drawn)):
            # The largest of n uniform draws is one such draw to the power 1/n.
            top -= rng.standard_exponential(len(top)) / (rivals - drawn)
            u = law.find_places(np.exp(top))
            weight = np.exp(task.beta * answers.length * (u - answers.cosine))
            v, w = _draw_two_coordinates(rng, len(top), width - 1)
            answers = answers.add(weight, u, v, w)
            drawn += 1
        lead = answers.measure_lead(task.criterion)
        # The lead changes by at most (1 + criterion) times the length of whatever is added.
        reach = (1 + task.criterion) * (rivals - drawn) * weight
        undecided = np.abs(lead) <= reach if drawn < rivals else np.zeros(len(lead), np.bool_)
        hits += int((lead[~undecided] >= 0).sum())
        if not undecided.any():
            return hits
        answers, top, step = answers.keep(undecided), top[undecided], 2 * step


def _draw_two_coordinates(rng: np.random.Generator, trials: int, width: int) -> tuple[FloatArray, FloatArray]:
    """Draw two coordinates of a random unit vector for each trial: two normals over the length of all."""
    one, two = rng.standard_normal((2, trials))
    length = np.sqrt(one * one + two * two + rng.chisquare(width - 2, trials))
    return one / length, two / length
