"""What a small GPT without positions can know of the order of a context: the last word, and nothing else."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.corpus import Pair, Vocabulary, make_pairs
from softlookup.gpt.forward import trace
from softlookup.gpt.parameters import Parameters
from softlookup.positions import encode_positions
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class Reading:
    """What the last word of a context attends to, and what the model makes of it."""

    words: tuple[str, ...]
    """The context."""
    weights: FloatArray
    """The last word's attention weights, shape (n,)."""
    output: FloatArray
    """What it puts out, shape (d_v,)."""
    probability: float
    """Of the word that is asked about."""


@dataclass(frozen=True, eq=False)
class Orders:
    """One context and its mirror image, without positions and with; and all orders of its earlier words."""

    target: str
    """The word whose probability is told."""
    plain: Reading
    """The context, without positions."""
    plain_swapped: Reading
    """Its mirror image, without positions."""
    placed: Reading
    """The context, with sinusoidal positions."""
    placed_swapped: Reading
    """Its mirror image, with them."""
    count: int
    """How many ways there are to order the earlier places."""
    carried: Roundoff
    """Without positions: how far any word's weight is from its weight in the given order, at most."""
    moved: Roundoff
    """Without positions: how far any coordinate of the last word's output moves, at most."""
    lowest: float
    """With positions: the lowest probability of the target over all orders."""
    highest: float
    """With positions: the highest."""


def permute_context(
    parameters: Parameters, vocabulary: Vocabulary, words: Sequence[str], swapped: Sequence[str], target: str
) -> Orders:
    """Run a model without positions over every order of all words but the last; then with positions too."""
    tokens, number = vocabulary.encode(words), vocabulary.find(target)
    n = len(tokens)
    orders = np.array([(*order, n - 1) for order in permutations(range(n - 1))])  # (orders, n)
    placed = parameters.change(positions=encode_positions(np.arange(n), parameters.width))
    found, seen = trace(parameters, tokens[orders]), trace(placed, tokens[orders])
    weights, output = found.weights[:, -1], found.output[:, -1]
    probabilities = seen.probabilities[:, -1, number]
    given = 0  # permutations start with the order as it is

    def read(model: Parameters, context: Sequence[str]) -> Reading:
        told = trace(model, vocabulary.encode(context))
        last, likely = told.weights[-1], float(told.probabilities[-1, number])
        return Reading(tuple(context), read_only(last), read_only(told.output[-1]), likely)

    return Orders(
        target=target,
        plain=read(parameters, words),
        plain_swapped=read(parameters, swapped),
        placed=read(placed, words),
        placed_swapped=read(placed, swapped),
        count=len(orders),
        carried=Roundoff(float(np.abs(weights - weights[given][orders]).max())),
        moved=Roundoff(float(np.abs(output - output[given]).max())),
        lowest=float(probabilities.min()),
        highest=float(probabilities.max()),
    )


@dataclass(frozen=True)
class Clash:
    """Pairs that a model cannot tell apart, though not all of them go on alike."""

    contexts: tuple[str, ...]
    """The different contexts among them, each as one text."""
    targets: tuple[str, ...]
    """The different words that follow."""
    pairs: int
    """How many pairs these are."""


@dataclass(frozen=True)
class Floors:
    """The lowest loss that the pairs of a text allow, for a model with order and for one without."""

    pairs: int
    """How many pairs there are."""
    ordered: float
    """In nats: for a model that knows each context word by word."""
    blind: float
    """In nats: for a model that knows the last word, and of the earlier ones only how often each is there."""
    ordered_clashes: tuple[Clash, ...]
    """What even the first cannot tell apart."""
    blind_clashes: tuple[Clash, ...]
    """What the second cannot tell apart."""


def find_floors(sentences: Iterable[Sequence[str]]) -> Floors:
    """Group the pairs by what each model is given; its best guess is the shares within the group."""
    pairs = make_pairs(sentences)
    ordered, ordered_clashes = _find_floor(pairs, lambda pair: pair.context)
    blind, blind_clashes = _find_floor(pairs, lambda pair: (tuple(sorted(pair.context)), pair.context[-1]))
    return Floors(len(pairs), ordered, blind, ordered_clashes, blind_clashes)


def _find_floor(pairs: Sequence[Pair], key: Callable[[Pair], object]) -> tuple[float, tuple[Clash, ...]]:
    """Give the mean over the pairs of ``-ln(share of its target in its group)``, and the mixed groups."""
    groups: defaultdict[object, list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[key(pair)].append(pair)
    total, clashes = 0.0, []
    for group in groups.values():
        counts = Counter(pair.target for pair in group)
        total -= sum(count * np.log(count / len(group)) for count in counts.values())
        if len(counts) > 1:
            contexts = dict.fromkeys(" ".join(pair.context) for pair in group)
            clashes.append(Clash(tuple(contexts), tuple(counts), len(group)))
    return float(total) / len(pairs), tuple(clashes)
