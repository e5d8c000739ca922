"""What source C prints of its training steps, what it implies, and what its result would take."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.gpt_first_steps import PAIR, Descent
from softlookup.gpt.batch import Batch, batch_pairs
from softlookup.gpt.corpus import Vocabulary
from softlookup.gpt.forward import predict_next
from softlookup.gpt.gradient import grad
from softlookup.gpt.optimise import Sgd, train
from softlookup.gpt.parameters import Parameters


@dataclass(frozen=True)
class Printed:
    """The figures of training that source C prints, as it prints them."""

    w_q: tuple[float, float, float] = (0.400, 0.397, 0.391)
    """``W_q[0][0]`` before the first step, after it, and after the last."""
    w_o: tuple[float, float] = (1.300, 1.305)
    """``W_o,love[0]`` before the first step and after it."""
    love: tuple[float, float] = (0.100, 0.300)
    """The embedding of "love" before the first step."""
    love_moved: tuple[float, float] = (0.099, 0.289)
    """The same after it."""
    largest: float = 0.020
    """The largest update of any number."""
    chance: float = 0.56
    """P(love) after the last step."""
    steps: int = 4
    """How many steps are taken."""
    tokens: float = 300e9
    """How often GPT-3 is said to have taken such a step."""

    @property
    def half_digit(self) -> float:
        """Half a unit of the last digit of numbers printed with three."""
        return 0.0005

    @property
    def loss(self) -> float:
        """The loss that goes with that probability of the target, in nats."""
        return float(-np.log(self.chance))

    @property
    def w_q_change(self) -> float:
        """How far ``W_q[0][0]`` goes in all, which is said to flip the prediction."""
        return self.w_q[0] - self.w_q[2]

    @property
    def w_o_change(self) -> float:
        """How far ``W_o,love[0]`` goes in the first step."""
        return self.w_o[1] - self.w_o[0]


POST = Printed()


@dataclass(frozen=True)
class Quoted:
    """What the post's own figures imply, with the weights that give its forward pass."""

    post: Printed
    """Those figures."""
    slope: float
    """``∂L/∂W_o,love[0] = h[0] (P(love) - 1)``, from figures that the post prints."""
    least_step: float
    """The least that ``W_o,love[0]`` went up by, given the printed digits."""
    most_step: float
    """The most."""
    lowest_rate: float
    """The smallest learning rate at which 1.300 becomes what is printed as 1.305."""
    highest_rate: float
    """The largest."""
    moved_w_q: float
    """P(love) with ``W_q[0][0]`` at 0.391 and nothing else changed."""
    moved_embedding: float
    """P(love) with the embedding of "love" at [0.099, 0.289] and nothing else changed."""
    moved_w_o: float
    """P(love) with W_o,love[0] at 1.305 and nothing else changed."""
    moved_all: float
    """P(love) with all three changed."""
    pizza_leads: tuple[bool, ...]
    """Whether "pizza" is still the likeliest word, with each of the three changed, and with all."""
    rate_needed: float
    """The learning rate at which P(love) is 0.56 after four updates."""
    w_o_then: float
    """W_o,love[0] after the first of those updates."""
    largest_then: float
    """The largest change of a parameter in the first of those updates."""


@dataclass(frozen=True)
class Allowance:
    """To first order, how far updates can bring the loss if none moves a number by more than printed.

    And if the output stays as long as it is.
    """

    largest: float
    """The most that prints as the post's largest update, 0.020."""
    attention: float
    """The most that W_v and the embedding of "i", six numbers, take off the loss in an update."""
    w_o: float
    """The most that W_o takes off in an update."""
    updates: int
    """How many updates are made."""
    chance: float
    """P(love) after them, to first order."""


def weigh_quotes(parameters: Parameters, vocabulary: Vocabulary) -> Quoted:
    """Ask the model what the post's printed moves would do, and what its result would take."""
    batch, first, love = (
        batch_pairs([PAIR], vocabulary),
        vocabulary.encode(PAIR.context),
        vocabulary.find("love"),
    )
    gradient = grad(parameters, batch)
    slope = float(gradient.w_o[0, love])
    w_q, embeddings, w_o = parameters.w_q.copy(), parameters.embeddings.copy(), parameters.w_o.copy()
    w_q[0, 0], embeddings[love], w_o[0, love] = POST.w_q[2], POST.love_moved, POST.w_o[1]
    changes = [{"w_q": w_q}, {"embeddings": embeddings}, {"w_o": w_o}]
    changes.append({"w_q": w_q, "embeddings": embeddings, "w_o": w_o})
    told = [predict_next(parameters.change(**change), first) for change in changes]
    chances = [float(probabilities[love]) for probabilities in told]
    rate = find_rate(parameters, batch, chance=POST.chance, updates=POST.steps)
    least, most = POST.w_o_change - POST.half_digit, POST.w_o_change + POST.half_digit
    steepest = max(float(np.abs(array).max()) for _, array in gradient)
    return Quoted(
        post=POST,
        slope=slope,
        least_step=least,
        most_step=most,
        lowest_rate=-least / slope,
        highest_rate=-most / slope,
        moved_w_q=chances[0],
        moved_embedding=chances[1],
        moved_w_o=chances[2],
        moved_all=chances[3],
        pizza_leads=tuple(vocabulary.word(int(p.argmax())) == "pizza" for p in told),
        rate_needed=rate,
        w_o_then=float(parameters.w_o[0, love]) - rate * slope,
        largest_then=rate * steepest,
    )


def find_rate(parameters: Parameters, batch: Batch, chance: float, updates: int) -> float:
    """Give the learning rate at which so many updates bring the target to a chance, by halving an interval.

    Between 0 and 1, where the chance rises with the rate for this model; the first pair's alone.
    """
    low, high = 0.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        reached = float(np.exp(-train(parameters, batch, Sgd(middle), updates).losses[-1])) > chance
        low, high = (low, middle) if reached else (middle, high)
    return (low + high) / 2


def bound_updates(descent: Descent, quoted: Quoted, output: FloatArray, updates: int) -> Allowance:
    """Reckon what updates can do to first order: one takes ``rate · |gradient|²`` off the loss.

    That is the sum of the squared updates over the rate. Six numbers may move by the largest printed
    update each, at the lowest rate. What W_o takes off is ``rate |h|² |p - y|²`` at the highest rate, with
    ``|p - y|² <= 2 (1 - p)²`` for p of the target. No bound on other weights: it takes every update to be as
    small as the first, the output h not to grow, and first order to hold over all of them.
    """
    largest = POST.largest + POST.half_digit
    attention = 6 * largest**2 / quoted.lowest_rate
    miss = 1 - float(descent.chances[0])
    w_o = quoted.highest_rate * float(output @ output) * 2 * miss**2
    chance = float(descent.chances[0] * np.exp(updates * (attention + w_o)))
    return Allowance(largest, attention, w_o, updates, chance)
