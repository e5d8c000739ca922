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
    "love's entry of W_o, before and after": ("1.300 1.305", lambda book: book.descent.w_o_love[:2, 0]),
    "largest update": ("0.020", lambda book: book.descent.largest[:1]),
    "loss": ("1.772", lambda book: book.forward.i.loss[book.corpus.vocabulary.index("love")]),
}
"""The figures that can be had, and are: all of the forward pass, and two of the first step."""

NAMES = ("pizza", "broccoli", "love")
"""The words that lead after I, in this order."""

IMPOSSIBLE: dict[str, tuple[str, Callable[[Book], Any]]] = {
    "W_q[0][0] after one step": ("0.397", lambda book: book.descent.w_q[1]),
    "W_q[0][0] after four": ("0.391", lambda book: book.descent.w_q[4]),
    "love, embedding after one": ("0.099 0.289", lambda book: book.descent.embeddings[1, 1]),
    "P(love) after four, percent": ("56", lambda book: 100 * book.descent.chances[4]),
}
"""Figures of its training that cannot be had, or that were not found, each with what gives ours."""
