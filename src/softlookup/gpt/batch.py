"""Pairs laid out as sentences, so that one masked pass trains all of them.

Pairs that are beginnings of one sentence share its row: causal attention gives each of them just what
it would get alone. A row ends where its longest context does; what fills it up to the length of the
longest row is word 0, which no trained place can see.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from softlookup.arrays import BoolArray, IntArray
from softlookup.errors import DtypeError, EmptyContextError, ShapeError
from softlookup.gpt.corpus import Pair, Vocabulary, make_pairs


@dataclass(frozen=True, eq=False)
class Batch:
    """What is trained on; the arrays are copies and read-only.

    Raises ``ShapeError`` unless the three have one shape, and ``DtypeError`` unless the first two hold whole
    numbers and the third truth values. Whether the numbers are words' is asked of them with a model.
    """

    tokens: IntArray
    """The contexts, one sentence a row, shape (s, n)."""
    targets: IntArray
    """The word that follows each place, shape (s, n); any word where ``trained`` is False."""
    trained: BoolArray
    """Whether a place is trained on, shape (s, n); somewhere it must be."""

    def __post_init__(self) -> None:
        """Read the arrays, and hold the shapes against each other."""
        for name, kinds, dtype in (
            ("tokens", "iu", np.intp),
            ("targets", "iu", np.intp),
            ("trained", "b", np.bool_),
        ):
            array = np.array(getattr(self, name))
            if array.dtype.kind not in kinds:
                wanted = "truth values" if kinds == "b" else "whole numbers"
                message = f"{name}: expected {wanted}, found dtype {array.dtype}"
                raise DtypeError(message)
            array = array.astype(dtype, copy=False)
            array.setflags(write=False)
            object.__setattr__(self, name, array)
        shapes = [array.shape for array in (self.tokens, self.targets, self.trained)]
        if len(set(shapes)) > 1 or len(shapes[0]) != 2:  # noqa: PLR2004  (sentences and places)
            message = "batch: expected one shape (s, n), found tokens {}, targets {}, trained {}"
            raise ShapeError(message.format(*shapes))
        if not self.trained.any():
            message = f"batch: expected a place to train on, found none in shape {shapes[0]}"
            raise EmptyContextError(message)

    def __len__(self) -> int:
        """Give the number of pairs."""
        return len(self.places)

    @cached_property
    def places(self) -> IntArray:
        """Where the pairs are in the flattened rows, shape (pairs,)."""
        return np.flatnonzero(self.trained)

    @cached_property
    def wanted(self) -> IntArray:
        """The target of each pair, in the order of ``places``, shape (pairs,)."""
        return self.targets.ravel()[self.places]

    @cached_property
    def at_targets(self) -> Any:  # noqa: ANN401  (an index, whose type NumPy does not name)
        """The index that takes what belongs to each pair's target: (..., pairs, V) -> (..., pairs)."""
        return np.s_[..., np.arange(len(self)), self.wanted]


def batch_sentences(sentences: Iterable[Sequence[str]], vocabulary: Vocabulary) -> Batch:
    """Lay out all the pairs of some sentences. Raises as `batch_pairs` does."""
    return batch_pairs(make_pairs(sentences), vocabulary)


def batch_pairs(pairs: Iterable[Pair], vocabulary: Vocabulary) -> Batch:
    """Lay out pairs in as few rows as hold them; a pair given twice counts twice.

    Raises ``UnknownWordError`` for a word that the vocabulary lacks, ``DtypeError`` for a context that is a
    text and not words, and ``EmptyContextError`` for a pair without a context or for no pairs at all.
    """
    rows: list[_Row] = []
    for pair in sorted(pairs, key=lambda pair: len(pair.context), reverse=True):
        vocabulary.encode(pair.context)  # a context must be words, and some
        words = (*pair.context, pair.target)
        row = next((row for row in rows if row.takes(words)), None)
        if row is None:
            row = _Row(words)
            rows.append(row)
        row.ends.add(len(pair.context))
    if not rows:
        message = "batch: expected at least one pair, found none"
        raise EmptyContextError(message)
    shape = len(rows), max(len(row.words) for row in rows) - 1
    tokens, targets = np.zeros(shape, np.intp), np.zeros(shape, np.intp)
    trained = np.zeros(shape, np.bool_)
    for place, row in enumerate(rows):
        numbers = vocabulary.encode(row.words)
        tokens[place, : len(numbers) - 1] = numbers[:-1]
        targets[place, : len(numbers) - 1] = numbers[1:]
        trained[place, [end - 1 for end in row.ends]] = True
    return Batch(tokens, targets, trained)


class _Row:
    """A sentence that pairs share, and how long the contexts of those pairs are."""

    def __init__(self, words: tuple[str, ...]) -> None:
        self.words = words
        self.ends: set[int] = set()

    def takes(self, words: tuple[str, ...]) -> bool:
        """Tell whether a pair's words begin this sentence, and the row does not train it already."""
        return self.words[: len(words)] == words and len(words) - 1 not in self.ends
