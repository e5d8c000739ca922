"""Stepping downhill: gradient descent, Adam, and training for many steps.

All of it is pure: a step returns new parameters and a new state. Many models train side by side, each
by its own gradient alone.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.errors import RangeError, ShapeError
from softlookup.gpt.batch import Batch
from softlookup.gpt.gradient import loss_and_grad
from softlookup.gpt.loss import loss
from softlookup.gpt.parameters import NAMES, Parameters

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many steps are done, and of how many."""

Change: TypeAlias = Callable[[Parameters], Parameters]
"""What is done to a gradient before the step: `tie_weights`, or what `freeze` gives."""


@dataclass(frozen=True, eq=False)
class State:
    """What an optimiser remembers between two steps."""

    steps: int = 0
    """How many steps were taken."""
    means: tuple[Parameters, ...] = ()
    """Running means over the gradients so far, of whatever the optimiser averages."""


class Optimiser(Protocol):
    """A rule for steps."""

    def begin(self, parameters: Parameters) -> State:
        """Give the state before the first step."""
        ...

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step; give the new parameters and the new state."""
        ...


@dataclass(frozen=True)
class Sgd:
    """Plain gradient descent: every step is ``-rate · gradient``, and nothing is remembered."""

    rate: float
    """The learning rate; raises ``RangeError`` unless it is finite and at least 0."""

    def __post_init__(self) -> None:
        """Refuse a rate that makes no step downhill."""
        _require_within("rate", self.rate, np.inf)

    def begin(self, parameters: Parameters) -> State:  # noqa: ARG002  (an optimiser may ask for them)
        """Remember nothing."""
        return State()

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step."""
        return sgd_step(parameters, gradient, self.rate), State(state.steps + 1)


@dataclass(frozen=True)
class Adam:
    """Adam (Kingma and Ba, arXiv:1412.6980, algorithm 1), with that paper's constants unless given.

    Its state has two means: of the gradients, and of their squares. Raises ``RangeError`` for a rate or an
    epsilon that is not finite or below 0, and for shares that are not at least 0 and below 1.
    """

    rate: float
    """The learning rate."""
    beta_1: float = 0.9
    """How much of the mean of gradients stays at each step."""
    beta_2: float = 0.999
    """How much of the mean of squares stays."""
    epsilon: float = 1e-8
    """Added to the root of the mean square, so that a slope of 0 makes no step."""

    def __post_init__(self) -> None:
        """Refuse constants that the algorithm is not made for."""
        for name, limit in (("rate", np.inf), ("beta_1", 1.0), ("beta_2", 1.0), ("epsilon", np.inf)):
            _require_within(name, getattr(self, name), limit)

    def begin(self, parameters: Parameters) -> State:
        """Start both means at 0."""
        zero = parameters.combine(np.zeros_like)
        return State(0, (zero, zero))

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step by the means, each divided by what its start at 0 took from it."""
        steps, (mean, square) = state.steps + 1, state.means
        mean = mean.combine(lambda m, g: m + (1 - self.beta_1) * (g - m), gradient)
        square = square.combine(lambda s, g: s + (1 - self.beta_2) * (g * g - s), gradient)
        pace = self.rate / (1 - self.beta_1**steps)
        grow = 1 / (1 - self.beta_2**steps)

        def move(array: FloatArray, m: FloatArray, s: FloatArray) -> FloatArray:
            moved: FloatArray = array - pace * m / (np.sqrt(grow * s) + self.epsilon)
            return moved

        return parameters.combine(move, mean, square), State(steps, (mean, square))


@dataclass(frozen=True, eq=False)
class Training:
    """What became of a model, or of many, in training."""

    start: Parameters
    """Before the first step."""
    end: Parameters
    """After the last step."""
    losses: FloatArray
    """The loss before each step and after the last, in nats, shape (steps + 1, ...)."""
    kept_steps: tuple[int, ...]
    """After how many steps parameters were kept, in order."""
    kept: tuple[Parameters, ...]
    """The parameters after as many steps."""

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.losses) - 1

    def at(self, step: int) -> Parameters:
        """Give the parameters after so many steps; raises ``KeyError`` if they were not kept."""
        if step in self.kept_steps:
            return self.kept[self.kept_steps.index(step)]
        if step == 0:
            return self.start
        if step == self.steps:
            return self.end
        kept = ", ".join(str(there) for there in sorted({0, *self.kept_steps, self.steps}))
        message = f"expected a step that was kept, found {step}; there are {kept}"
        raise KeyError(message)


def train(  # noqa: PLR0913  (what, on what, how; and three named options)
    parameters: Parameters,
    batch: Batch,
    optimiser: Optimiser,
    steps: int,
    *,
    change: Change | None = None,
    progress: Progress | None = None,
    keep: Collection[int] = (),
) -> Training:
    """Take steps on the whole batch, and tell what became of it.

    ``change`` is done to every gradient before its step, ``progress`` is told of every hundredth part,
    and ``keep`` says after how many steps parameters are to be kept. A model whose steps are too long
    runs away: its losses become infinite, then NaN, without a warning, and models beside it go on.
    Raises as `softlookup.gpt.loss.loss` does; ``RangeError`` for a number of steps below 0, for steps to keep
    that are not among them, and for `tie_weights` with a model that does not start with ``W_o = Eᵀ``.
    """
    _check_training(parameters, steps, keep, change)
    # 16 MB asked for and given back: from then on glibc keeps what the steps free for the next step,
    # in place of handing it to the system and fetching it anew, which took a third of the time.
    np.empty(2**21)
    losses = np.empty((steps + 1, *parameters.models), parameters.embeddings.dtype)
    now, state = parameters, optimiser.begin(parameters)
    kept = {}
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for step in range(steps + 1):
            if step in keep:
                kept[step] = now
            if progress and (step == steps or step % max(1, steps // 100) == 0):
                progress(step, steps)
            if step == steps:
                losses[step] = loss(now, batch)
                break
            losses[step], gradient = loss_and_grad(now, batch)
            now, state = optimiser.step(now, gradient if change is None else change(gradient), state)
    return Training(parameters, now, losses, tuple(kept), tuple(kept.values()))


def sgd_step(parameters: Parameters, gradient: Parameters, rate: float) -> Parameters:
    """Take one step of plain gradient descent: ``parameters - rate · gradient``.

    Raises ``ShapeError``, naming both shapes, unless the gradient has the parameters' own arrays.
    """
    return parameters.combine(lambda array, slope: array - rate * slope, gradient)


def tie_weights(gradient: Parameters) -> Parameters:
    """Give embeddings and W_o the sum of their gradients, so that W_o stays Eᵀ once it is.

    Tied weights are one set of numbers in two places, and what moves one moves the other. Needs
    values as wide as the embeddings, or raises ``ShapeError``, and a start with ``W_o = Eᵀ``.
    """
    if gradient.w_o.shape[-2] != gradient.width:
        message = "tie: expected W_o with a row for each column of the embeddings, found {} and {}"
        raise ShapeError(message.format(gradient.w_o.shape, gradient.embeddings.shape))
    both = gradient.embeddings + gradient.w_o.swapaxes(-1, -2)  # (..., V, d) + (..., V, d_v)
    return gradient.change(embeddings=both, w_o=both.swapaxes(-1, -2))


def freeze(*names: str) -> Change:
    """Make a change that sets the gradient of the named arrays to 0, so that they stay as they are.

    Raises ``ValueError`` for a name that is no array's.
    """
    strange = set(names) - set(NAMES)
    if strange:
        message = f"freeze: expected names out of {', '.join(NAMES)}, found {', '.join(sorted(strange))}"
        raise ValueError(message)

    def change(gradient: Parameters) -> Parameters:
        there = {name: np.zeros_like(array) for name, array in gradient if name in names}
        return gradient.change(**there)

    return change


def _require_within(name: str, number: object, limit: float) -> None:
    """Raise ``RangeError`` unless a number is at least 0 and below a limit."""
    if not (isinstance(number, (int, float, np.number)) and 0 <= number < limit):
        below = "finite" if limit == np.inf else f"below {limit:g}"
        message = f"{name}: expected a number of at least 0, {below}, found {number!r}"
        raise RangeError(message)


def _check_training(parameters: Parameters, steps: int, keep: Collection[int], change: Change | None) -> None:
    given: object = steps  # whatever comes from callers without types
    if not (isinstance(given, (int, np.integer)) and given >= 0):
        message = f"steps: expected a whole number of at least 0, found {given!r}"
        raise RangeError(message)
    beyond = sorted(step for step in keep if step not in range(steps + 1))
    if beyond:
        message = f"keep: expected steps from 0 to {steps}, found {', '.join(map(str, beyond))}"
        raise RangeError(message)
    if change is tie_weights and not np.array_equal(parameters.w_o, parameters.embeddings.swapaxes(-1, -2)):
        message = "tie_weights: expected a start with W_o = Eᵀ, found other numbers or shapes"
        raise RangeError(message)
