"""The weights of the model that the book follows by hand: width 2, the vocabulary of the corpus.

Every forward figure that source C prints follows from these. Those that its figures do not fix are
the book's own choice; the others they fix to the digits that are printed, and no closer.
"""

import numpy as np

from softlookup.arrays import read_only
from softlookup.gpt.corpus import CORPUS, Vocabulary, build_vocabulary, split_words
from softlookup.gpt.parameters import Parameters

_EMBEDDINGS = (
    (0.4, 0.6), (0.1, 0.3), (0.8, 0.9), (0.5, 0.5), (0.5, 0.9), (0.8, 0.0), (0.9, 0.0), (0.7, 0.2),
    (0.9, 0.5), (0.3, 0.4), (0.0, 0.1), (0.7, 0.6), (0.6, 0.4), (1.0, 1.0), (0.7, 0.7), (0.7, 0.4),
    (0.1, 0.7), (0.5, 0.3), (0.5, 0.9), (0.9, 0.4), (0.6, 0.3), (0.6, 0.3),
)  # fmt: skip
_W_Q = ((0.4, 0.1), (0.2, 0.8))
_W_K = ((0.0, 0.2), (0.8, 0.2))
_W_V = ((0.2, 0.3), (0.4, 0.8))
_W_O = (
    (0.8, 1.3, 3.4, -0.8, 0.6, -0.2, 0.9, 0.5, -0.2, 0.3, 0.9, 0.5, 0.0, 0.2, -0.4, 0.6, -0.2, 0.0, 2.9,
     0.1, -0.3, -0.8),
    (0.1, 3.1, 2.4, 0.6, 0.0, 0.0, 0.2, -0.7, 0.1, 0.3, -0.8, -0.2, 0.8, 0.4, 0.6, 0.5, 0.4, 0.5, 2.6,
     0.5, 0.0, 0.7),
)  # fmt: skip


def traced_vocabulary() -> Vocabulary:
    """Give the 22 words of the corpus, in order of first appearance."""
    return build_vocabulary(split_words(CORPUS))


def traced_parameters() -> Parameters:
    """Give the traced model's 100 numbers, read-only: E (22, 2), three (2, 2), W_o (2, 22)."""
    tables = (_EMBEDDINGS, _W_Q, _W_K, _W_V, _W_O)
    return Parameters(*(read_only(np.array(table)) for table in tables))
