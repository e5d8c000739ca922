"""How low the loss can go: what the pairs leave open, for readers of all words or of the last few."""

from collections import Counter
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from math import log

from softlookup.gpt.corpus import Pair


@dataclass(frozen=True)
class Floors:
    """The least mean loss that is possible, in nats, for readers who see more or less of the context."""

    full: float
    """For a reader of the whole context."""
    by_last: tuple[float, ...]
    """For one who sees the last 0, 1, 2, … words only."""
    mixed_up: float
    """For one who sees all, but takes the two contexts of the twins for one."""
    shared: int
    """How many pairs have a context that another pair has too."""


def find_floors(pairs: tuple[Pair, ...], twins: tuple[Pair, Pair], last: int) -> Floors:
    """Find the floors for whole contexts, for up to ``last`` of their last words, and for mixed-up twins."""
    one, other = twins
    contexts = Counter(pair.context for pair in pairs)
    return Floors(
        full=measure_floor(pairs, lambda context: context),
        by_last=tuple(measure_floor(pairs, _keep_last(count)) for count in range(last + 1)),
        mixed_up=measure_floor(pairs, lambda context: one.context if context == other.context else context),
        shared=sum(count for count in contexts.values() if count > 1),
    )


def measure_floor(pairs: tuple[Pair, ...], see: Callable[[tuple[str, ...]], Hashable]) -> float:
    """Give the mean of ``-ln share``, where share is that of a pair's target among all with what is seen.

    Of all probabilities that one gives to words after the same sight, their shares have the least mean
    loss (Gibbs' inequality); a softmax comes as near to them as it likes.
    """
    sights = Counter(see(pair.context) for pair in pairs)
    both = Counter((see(pair.context), pair.target) for pair in pairs)
    return -sum(count * log(count / sights[sight]) for (sight, _), count in both.items()) / len(pairs)


def _keep_last(count: int) -> Callable[[tuple[str, ...]], Hashable]:
    return lambda context: context[len(context) - min(count, len(context)) :]
