"""What the explorable on the small GPT starts from."""

from collections.abc import Mapping, Sequence

from softlookup.gpt.corpus import Pair
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.show.play import start_play
from tether.values import Drawing

SLOWEST, QUICKEST = 0.001, 10.0
"""The learning rates at the ends of the slider."""


def start_gpt(
    pairs: Sequence[Pair], rate: float, context: Sequence[str], levels: Mapping[str, float]
) -> Drawing:
    """Give the traced model to the script, with what it is to be trained on.

    ``rate`` is the learning rate to begin with, ``context`` the words after which the next one is looked at
    first, and ``levels`` are heights of the loss, in nats, that are drawn beside it. Raises ``ValueError``
    for a context that no pair has.
    """
    vocabulary = traced_vocabulary()
    contexts = list(dict.fromkeys(pair.context for pair in pairs))
    if tuple(context) not in contexts:
        message = f"expected the context of a pair, found {' '.join(context)!r}"
        raise ValueError(message)
    return start_play(
        "gpt",
        {
            "model": dict(traced_parameters()),
            "words": vocabulary.words,
            "tasks": [
                {"context": vocabulary.encode(pair.context), "target": vocabulary.find(pair.target)}
                for pair in pairs
            ],
            "contexts": [
                {
                    "words": " ".join(words),
                    "context": vocabulary.encode(words),
                    "targets": [vocabulary.find(word) for word in _find_targets(pairs, words)],
                }
                for words in contexts
            ],
            "shown": contexts.index(tuple(context)),
            "rate": rate,
            "rates": (SLOWEST, QUICKEST),
            "levels": [{"at": height, "words": words} for words, height in levels.items()],
        },
    )


def _find_targets(pairs: Sequence[Pair], context: tuple[str, ...]) -> list[str]:
    """Give the words that follow a context, each once."""
    return list(dict.fromkeys(pair.target for pair in pairs if pair.context == context))
