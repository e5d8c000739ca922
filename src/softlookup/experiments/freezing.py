"""Does a saturated softmax freeze? One task, trained with and without 1/sqrt(d_k)."""

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.fetching import (
    DONE,
    Descent,
    FetchTask,
    Sweep,
    descend,
    descend_adam,
    draw_task,
    slope_of_cross_entropy,
    slope_of_squared_error,
)

SGD_RATES = (0.03, 0.1, 0.3, 1.0, 3.0)
"""The rates that plain gradient descent is tried at."""

ADAM_RATES = (0.001, 0.003, 0.01, 0.03)
"""The rates that Adam is tried at."""

TINY = 1e-8
"""A gradient by the logits shorter than this is called tiny; it is Adam's ε too."""


NUDGE = 1e-12
"""By what share each coordinate is moved to see whether a path is steady: far more than rounding."""


@dataclass(frozen=True, eq=False)
class Start:
    """Where the queries stand before the first step."""

    slopes: FloatArray
    """The length of each query's gradient of ``|p - y|²/2`` by its logits, shortest first."""
    entropy_slopes: FloatArray
    """The length of the gradient of ``-ln p_y`` for each query whose largest weight is on a wrong key."""
    wanted: FloatArray
    """The weight p_y of each query on the key it wants, smallest first."""
    error: float
    """The mean of ``|p - y|²``."""

    @property
    def wrong(self) -> int:
        """How many queries have their largest weight on a wrong key."""
        return len(self.entropy_slopes)

    @property
    def tiny(self) -> int:
        """How many of the gradients of the squared error are shorter than `TINY`."""
        return int((self.slopes < TINY).sum())

    @property
    def median_slope(self) -> float:
        """The median length of a gradient of the squared error."""
        return float(np.median(self.slopes))


@dataclass(frozen=True, eq=False)
class Freezing:
    """The same queries, keys and wishes, trained by several rules."""

    sets: int
    """How many independent drawings of queries, keys and wishes."""
    items: int
    """Queries, and keys, in each."""
    d_k: int
    """Their width."""
    steps: int
    """How many steps each run takes."""
    unscaled_start: Start
    """Before training, softmax of the raw scores."""
    scaled_start: Start
    """Before training, softmax of the scores over sqrt(d_k)."""
    scaled_sgd: Sweep
    """Squared error, scaled, plain gradient descent."""
    scaled_adam: Sweep
    """Squared error, scaled, Adam."""
    unscaled_sgd: Sweep
    """Squared error, unscaled, plain gradient descent."""
    unscaled_adam: Sweep
    """Squared error, unscaled, Adam."""
    entropy_sgd: Sweep
    """Cross-entropy, unscaled, plain gradient descent."""
    drift: float
    """``max |error - error from a start that is NUDGE away|`` over all steps and rates of unscaled_sgd."""

    @property
    def queries(self) -> int:
        """How many queries are trained in all."""
        return self.sets * self.items

    @property
    def done(self) -> float:
        """The error below which a task counts as learned."""
        return DONE

    @property
    def tiny(self) -> float:
        """The length below which a gradient counts as tiny."""
        return TINY

    @property
    def nudge(self) -> float:
        """The share by which the start is moved to see whether paths are steady."""
        return NUDGE

    @property
    def uniform_error(self) -> float:
        """The error of equal weights: ``(1 - 1/n)² + (n - 1)/n² = 1 - 1/n``."""
        return 1 - 1 / self.items


def train_fetchers(rng: np.random.Generator, sets: int, items: int, d_k: int, steps: int) -> Freezing:
    """Draw one task and train its queries by every rule, each at all of its rates."""
    task = draw_task(rng, sets, items, d_k)
    nudged = dataclasses.replace(
        task, queries=task.queries * (1 + NUDGE * rng.normal(size=task.queries.shape))
    )
    scale = 1 / float(np.sqrt(d_k))
    unscaled = descend(task, 1.0, SGD_RATES, steps)
    return Freezing(
        sets=sets,
        items=items,
        d_k=d_k,
        steps=steps,
        unscaled_start=measure_start(task, 1.0),
        scaled_start=measure_start(task, scale),
        scaled_sgd=descend(task, scale, SGD_RATES, steps),
        scaled_adam=descend_adam(task, scale, ADAM_RATES, steps),
        unscaled_sgd=unscaled,
        unscaled_adam=descend_adam(task, 1.0, ADAM_RATES, steps),
        entropy_sgd=descend(task, 1.0, SGD_RATES, steps, slope_of_cross_entropy),
        drift=max(map(_compare, unscaled.runs, descend(nudged, 1.0, SGD_RATES, steps).runs)),
    )


def measure_start(task: FetchTask, scale: float) -> Start:
    """Measure the gradients before the first step, for scores times the scale."""
    weights = task.weigh(scale)
    entropy = np.linalg.norm(slope_of_cross_entropy(weights, task.wanted), axis=-1)
    wrong = weights.argmax(axis=-1) != task.wanted.argmax(axis=-1)
    return Start(
        slopes=_sort(np.linalg.norm(slope_of_squared_error(weights, task.wanted), axis=-1)),
        entropy_slopes=_sort(entropy[wrong]),
        wanted=_sort((weights * task.wanted).sum(axis=-1)),
        error=float(((weights - task.wanted) ** 2).sum(axis=-1).mean()),
    )


def _compare(one: Descent, other: Descent) -> float:
    return float(np.abs(one.errors - other.errors).max())


def _sort(lengths: FloatArray | Sequence[float]) -> FloatArray:
    return read_only(np.sort(np.ravel(lengths)))
