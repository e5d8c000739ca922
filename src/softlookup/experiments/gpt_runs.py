"""Training runs of one model and of copies from nearly the same start, to see where its path is its own."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.batch import Batch
from softlookup.gpt.optimise import Adam, Optimiser, State, Training, train
from softlookup.gpt.parameters import Parameters

NUDGE = 1e-9
"""By what share, about, each number of a copy's start is moved: far more than rounding would."""

APART = 1e-3
"""Copies whose losses differ by more than this, in nats, have parted."""

CAP = 100.0
"""A loss of this many nats or more, or one that overflowed, counts as this: the run has diverged."""


@dataclass(frozen=True, eq=False)
class Run:
    """One rule at one rate, from one start and from copies of it that are NUDGE away."""

    rate: float
    """The learning rate."""
    copies: int
    """How many starts, the first of them the model's own."""
    losses: FloatArray
    """The loss from the model's own start, before each step and after the last, shape (steps + 1,)."""
    least: FloatArray
    """The least loss of all copies at each step, shape (steps + 1,)."""
    largest: FloatArray
    """The largest, shape (steps + 1,)."""
    steady: int
    """Up to which step the run is quoted: no copy has parted by then, see `sum_up`."""
    diverged: int
    """How many copies stand at CAP after the last step."""

    @property
    def steps(self) -> int:
        """How many steps were taken."""
        return len(self.losses) - 1

    @property
    def nudge(self) -> float:
        """By what share the copies' starts are moved."""
        return NUDGE

    @property
    def apart(self) -> float:
        """By how much losses differ once copies have parted, in nats."""
        return APART

    @property
    def widest(self) -> float:
        """The largest difference between two copies' losses at any step, in nats."""
        return float((self.largest - self.least).max())

    def loss(self, step: int) -> float:
        """Give the loss after so many steps; raises ``ValueError`` for a step beyond ``steady``."""
        if step > self.steady:
            message = f"expected a step up to {self.steady}, while copies are together, found {step}"
            raise ValueError(message)
        return float(self.losses[step])


def train_copies(  # noqa: PLR0913  (what, on what, how, and two options)
    parameters: Parameters,
    batch: Batch,
    rule: Optimiser,
    steps: int,
    *,
    copies: int,
    keep: Collection[int] = (),
) -> Training:
    """Train a model and its copies side by side. A run that diverges overflows quietly: its losses tell."""
    start = nudge_copies(parameters, copies)
    with np.errstate(all="ignore"):
        return train(start, batch, rule, steps, keep=keep)


@dataclass(frozen=True)
class SgdAtRates:
    """Plain descent of many models side by side, each at a rate of its own."""

    rates: tuple[float, ...]
    """The learning rate of each model."""

    def begin(self, parameters: Parameters) -> State:  # noqa: ARG002  (an optimiser may ask for them)
        """Remember nothing."""
        return State()

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step of each model."""
        rates = np.array(self.rates)[:, None, None]
        return parameters.combine(lambda array, slope: array - rates * slope, gradient), State(
            state.steps + 1
        )


@dataclass(frozen=True)
class AdamOfOneSize:
    """Adam without a size for each number: all numbers of a model share one mean square."""

    rate: float
    """The learning rate."""

    def begin(self, parameters: Parameters) -> State:
        """Start both means at 0."""
        return Adam(self.rate).begin(parameters)

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step by Adam's mean of gradients, over the root of the common mean square."""
        rule, steps, (mean, square) = Adam(self.rate), state.steps + 1, state.means
        squares = sum((slope**2).sum(axis=(-2, -1)) for _, slope in gradient)  # (...)
        common = np.asarray(squares / gradient.size)[..., None, None]
        mean = mean.combine(lambda m, g: rule.beta_1 * m + (1 - rule.beta_1) * g, gradient)
        square = square.combine(lambda s: rule.beta_2 * s + (1 - rule.beta_2) * common)
        pace, grow = self.rate / (1 - rule.beta_1**steps), 1 / (1 - rule.beta_2**steps)

        def move(array: FloatArray, m: FloatArray, s: FloatArray) -> FloatArray:
            moved: FloatArray = array - pace * m / (np.sqrt(grow * s) + rule.epsilon)
            return moved

        return parameters.combine(move, mean, square), State(steps, (mean, square))


def descend_side_by_side(
    parameters: Parameters, batch: Batch, plans: Sequence[tuple[float, int]], steps: int
) -> list[Training]:
    """Train a model by plain descent at several rates, with so many copies at each; a training for each rate.

    Side by side, since a step of ten models takes little longer than a step of one. What is returned has
    losses only: starts and ends are those of all models.
    """
    many = [nudge_copies(parameters, copies) for _, copies in plans]
    names = [name for name, _ in parameters]
    start = Parameters(**{name: np.concatenate([getattr(one, name) for one in many]) for name in names})
    rates = tuple(rate for rate, copies in plans for _ in range(copies))
    with np.errstate(all="ignore"):
        training = train(start, batch, SgdAtRates(rates), steps)
    ends = np.cumsum([copies for _, copies in plans])[:-1]
    return [replace(training, losses=losses) for losses in np.split(training.losses, ends, axis=1)]


def nudge_copies(parameters: Parameters, copies: int) -> Parameters:
    """Give a model and copies whose numbers are moved at random by shares of about NUDGE, (copies, ...).

    The moves need no stream of their own: all that is asked of them is whether they matter.
    """
    generator = np.random.default_rng(copies)

    def copy(array: FloatArray) -> FloatArray:
        moves = NUDGE * generator.normal(size=(copies, *array.shape))
        moves[0] = 0
        copied: FloatArray = array * (1 + moves)
        return copied

    return parameters.combine(copy)


def sum_up(training: Training, rate: float, steady: int) -> Run:
    """Keep what is to be told of a run: (steps + 1, copies) losses to their course and their spread.

    Where copies part differs by a step or two between machines, so ``steady`` is given, some steps
    before that. Raises ``ValueError`` where copies have parted by then.
    """
    losses = np.nan_to_num(training.losses, nan=CAP, posinf=CAP).clip(max=CAP)
    least, largest = losses.min(axis=1), losses.max(axis=1)
    parted = np.flatnonzero(largest - least > APART)
    if len(parted) and parted[0] <= steady:
        message = (
            f"expected copies together for {steady} steps at rate {rate}, found them parted at {parted[0]}"
        )
        raise ValueError(message)
    return Run(
        rate=rate,
        copies=losses.shape[1],
        losses=read_only(losses[:, 0].copy()),
        least=read_only(least),
        largest=read_only(largest),
        steady=steady,
        diverged=int((losses[-1] == CAP).sum()),
    )
