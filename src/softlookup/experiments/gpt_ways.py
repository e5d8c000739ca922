"""Many small GPTs trained side by side: without positions, with sinusoidal and with learned ones."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.gpt.batch import batch_sentences
from softlookup.gpt.corpus import build_vocabulary
from softlookup.gpt.optimise import Adam, State, freeze, train
from softlookup.gpt.parameters import Parameters, draw_parameters
from softlookup.positions import encode_positions

SPREAD = 0.5
"""The standard deviation of every number drawn: half of what `draw_parameters` takes.

From a full draw some scores start so far apart that the path hangs on the last bit.
"""


@dataclass(frozen=True)
class FallingAdam:
    """Adam whose rate falls along a straight line, to 0 after the last step."""

    rate: float
    """The rate of the first step."""
    steps: int
    """How many steps there will be."""

    def begin(self, parameters: Parameters) -> State:
        """Start as Adam does."""
        return Adam(self.rate).begin(parameters)

    def step(self, parameters: Parameters, gradient: Parameters, state: State) -> tuple[Parameters, State]:
        """Take one step of Adam, at what is left of the rate."""
        left = 1 - state.steps / self.steps
        return Adam(self.rate * left).step(parameters, gradient, state)


@dataclass(frozen=True)
class Schooling:
    """How long and how fast is trained, and how many models."""

    width: int
    """The width of embeddings, queries, keys and values."""
    redraws: int
    """How many models of each kind, each from a start of its own."""
    steps: int
    """How many steps on the whole text."""
    rate: float
    """Adam's rate at the first step."""

    @property
    def spread(self) -> float:
        """The standard deviation of every number drawn."""
        return SPREAD


@dataclass(frozen=True, eq=False)
class Schooled:
    """Models of one kind before and after training, all on one leading axis."""

    start: Parameters
    """Before the first step."""
    end: Parameters
    """After the last."""
    losses: FloatArray
    """Each model's loss after the last step, in nats, shape (redraws,)."""


@dataclass(frozen=True, eq=False)
class Ways:
    """Three kinds of models from the same starts."""

    schooling: Schooling
    """How they were trained."""
    plain: Schooled
    """Without positions."""
    sinusoidal: Schooled
    """With sinusoidal positions, which stay as they are."""
    learned: Schooled
    """With positions that are drawn like the embeddings and trained with them."""


def train_ways(rng: np.random.Generator, sentences: Iterable[Sequence[str]], schooling: Schooling) -> Ways:
    """Draw the models once and train them on all pairs of the sentences in the three ways."""
    kept = [tuple(sentence) for sentence in sentences]
    vocabulary = build_vocabulary(kept)
    batch = batch_sentences(kept, vocabulary)
    places = batch.tokens.shape[1]
    models, width = (schooling.redraws,), schooling.width
    drawn = draw_parameters(rng, len(vocabulary), width, models).combine(lambda array: SPREAD * array)
    learned = SPREAD * rng.normal(size=(*models, places, width))
    optimiser = FallingAdam(schooling.rate, schooling.steps)

    def school(start: Parameters, *frozen: str) -> Schooled:
        change = freeze(*frozen) if frozen else None
        done = train(start, batch, optimiser, schooling.steps, change=change)
        return Schooled(start, done.end, done.losses[-1])

    return Ways(
        schooling=schooling,
        plain=school(drawn),
        sinusoidal=school(drawn.change(positions=encode_positions(np.arange(places), width)), "positions"),
        learned=school(drawn.change(positions=learned)),
    )
