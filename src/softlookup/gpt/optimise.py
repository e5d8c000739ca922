"""Stepping downhill: gradient descent, Adam, and training for many steps.

All of it is pure: a step returns new parameters and a new state. Many models train side by side, each
by its own gradient alone.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np

from softlookup.arrays import FloatArray
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
    """The learning rate."""

    def begin(self, parameters: Parameters) -> State:  # noqa: ARG002  (an optimiser may ask for them)
        """Remember nothing."""
        return State()

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step."""
        return sgd_step(parameters, gradient, self.rate), State(state.steps + 1)


@dataclass(frozen=True)
class Adam:
    """Adam (Kingma and Ba, arXiv:1412.6980, algorithm 1), with that paper's constants unless given.

    Its state has two means: of the gradients, and of their squares.
    """

    rate: float
    """The learning rate."""
    beta_1: float = 0.9
    """How much of the mean of gradients stays at each step."""
    beta_2: float = 0.999
    """How much of the mean of squares stays."""
    epsilon: float = 1e-8
    """Added to the root of the mean square, so that a slope of 0 makes no step."""

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
        message = f"expected a step that was kept, found {step}"
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
    Raises as `softlookup.gpt.loss.loss` does.
    """
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
    """Take one step of plain gradient descent: ``parameters - rate · gradient``."""
    return parameters.combine(lambda array, slope: array - rate * slope, gradient)


def tie_weights(gradient: Parameters) -> Parameters:
    """Give embeddings and W_o the sum of their gradients, so that W_o stays Eᵀ once it is.

    Tied weights are one set of numbers in two places, and what moves one moves the other. Needs
    values as wide as the embeddings, and a start with ``W_o = Eᵀ``.
    """
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
