"""Source C's figures as it prints them, each with what gives ours, and those that cannot be had."""

from collections.abc import Callable
from typing import Any

from softlookup.book import Book

PRINTED: dict[str, tuple[str, Callable[[Book], Any]]] = {
    "tokens and pairs": ("22 23", lambda book: [len(book.corpus.vocabulary), len(book.corpus.tasks)]),
    "love, embedding": ("0.10 0.30", lambda book: book.forward.love.x),
    "love, query": ("0.10 0.25", lambda book: book.forward.love.q),
    "love, key": ("0.24 0.08", lambda book: book.forward.love.k),
    "love, value": ("0.14 0.27", lambda book: book.forward.love.v),
    "I, value": ("0.32 0.60", lambda book: book.forward.i.v),
    "row of I, percent": ("100", lambda book: 100 * book.forward.i.weights[:1]),
    "row of love, percent": ("51 49", lambda book: 100 * book.forward.love.weights[:2]),
    "row of love": ("0.51 0.49", lambda book: book.forward.love.weights[:2]),
    "what I adds to love": ("0.163 0.306", lambda book: book.forward.parts(1)[0]),
    "what love adds to itself": ("0.069 0.132", lambda book: book.forward.parts(1)[1]),
    "love, output": ("0.232 0.438", lambda book: book.forward.love.output),
    "from I, percent": (
        "22 21 17",
        lambda book: [100 * guess.probability for guess in book.forward.i.top[:3]],
    ),
    "loss": ("1.772", lambda book: book.forward.i.loss[book.corpus.vocabulary.index("love")]),
}
"""The figures that can be had, and are: all of the forward pass."""

NAMES = ("pizza", "broccoli", "love")
"""The words that lead after I, in this order."""

IMPOSSIBLE = ("0.397", "0.391", "0.099", "0.289", "56", "0.009")
"""Figures of its training that cannot be had, or that we could not find: quoted, never reproduced."""
