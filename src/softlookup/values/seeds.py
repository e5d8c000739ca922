"""Where every draw of the book begins: one seed, and a stream of its own for each experiment that draws."""

from enum import IntEnum, unique

import numpy as np

SEED = 0
"""The seed of source A's generator, and of every other generator of the book."""


@unique
class Stream(IntEnum):
    """The number of each experiment's own generator; a number once taken is never used again."""

    # Softmax and one head.
    SHIFT = 1
    PERMUTATION = 2
    REDRAWS = 3

    # Retrieval and scaling.
    CORRELATED = 11
    UNREACHABLE = 12
    FRESH_SEEDS = 13
    GAPS = 14
    ENTRIES = 15
    GRADIENT_SPREAD = 16

    # The Jacobian.
    STEPS = 51
    BOUNDS = 52
    PRODUCT = 53
    FREEZING = 54

    # Several heads.
    HEAD_PAIRS = 61
    REDUNDANCY = 62

    # Message passing.
    LAYERS = 71
    RELATION_BIAS = 72
    HOPS = 73
    RINGS = 74
    RECOVERY = 75
    BINDING = 76
    COSTS = 77
    BLOCKWISE_RECORD = 79  # in the record, not in a build

    # Associative memory: one update (from 101).
    EQUALITY = 101
    ORDERS = 102
    ENERGY = 103
    EFFECTIVE_BETA = 104

    # Associative memory: load (from 111).
    RETRIEVAL = 111
    RIGHT_PICK = 112  # no longer drawn from
    SETTLED = 113
    SHARED_PATTERNS = 114
    REAL_PICKS = 115  # in the record, not in a build

    # Associative memory: sharpness (from 121).
    SHARPNESS = 121

    # Associative memory: the network of 1982 (from 131).
    CLASSICAL_64 = 131
    CLASSICAL_500 = 132
    RIVALS = 133
    PICTURES = 134
    CLASSICAL_BEYOND = 135

    # The small GPT: first steps and training (from 151).
    GPT_DIRECTION = 151

    # The small GPT: closeness (from 161).
    GPT_TILT = 161
    GPT_HELD_OUT = 162

    # The small GPT: order, and what "it" attends to (from 171).
    IT_NARROW = 171
    IT_WIDE = 172
    IT_TWIN = 173


def make_generator(stream: Stream) -> np.random.Generator:
    """Make an experiment's own generator, so that its draws move nobody else's."""
    return np.random.default_rng((SEED, int(stream)))
