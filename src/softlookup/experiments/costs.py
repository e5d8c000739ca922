"""What attention over n nodes costs, counted; and blocks held against the plain form at small sizes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.attention import attend
from softlookup.blockwise import BLOCK, BlockSize, attend_in_blocks
from tether.values import Roundoff

NUMBER = 4
"""Bytes of a float32."""


@dataclass(frozen=True)
class Cost:
    """What one head of attention over n nodes needs."""

    nodes: int
    """How many queries and keys, n."""
    width: int
    """The width d of queries, keys and values."""
    block: BlockSize
    """What blockwise attention holds at once."""

    @property
    def weights(self) -> int:
        """How many entries the attention matrix has: n²."""
        return self.nodes**2

    @property
    def gigabytes(self) -> float:
        """What that matrix takes in float32, in units of 10⁹ bytes."""
        return NUMBER * self.weights / 1e9

    @property
    def products(self) -> int:
        """Multiplications in the two matrix products, ``2 n² d``: the same in blocks."""
        return 2 * self.nodes**2 * self.width

    @property
    def inputs(self) -> int:
        """How many numbers queries, keys, values and output are: ``4 n d``."""
        return 4 * self.nodes * self.width

    @property
    def block_weights(self) -> int:
        """How many logits blockwise attention holds at once, whatever n is."""
        return self.block.queries * self.block.keys

    @property
    def saving(self) -> float:
        """How many times as many entries the whole matrix has."""
        return self.weights / self.block_weights


@dataclass(frozen=True)
class Costs:
    """Counts at any n, and the agreement of blocks with the plain form."""

    width: int
    """The width d of queries, keys and values."""
    nodes: int
    """How many nodes the two forms were compared at."""
    blocks: tuple[BlockSize, ...]
    """In which blocks."""
    error: Roundoff
    """The largest difference of an output, over all blocks, in float64."""
    causal_error: Roundoff
    """The same under a causal mask."""

    def at(self, nodes: int) -> Cost:
        """Count for n nodes."""
        return Cost(nodes, self.width, BLOCK)


def count_costs(rng: np.random.Generator, width: int, nodes: int, blocks: Sequence[tuple[int, int]]) -> Costs:
    """Hold blockwise attention against the plain form on standard normal queries, keys and values."""
    q, k, v = rng.normal(size=(3, nodes, width))
    sizes = tuple(BlockSize(*block) for block in blocks)
    errors = []
    for causal in (False, True):
        plain = attend(q, k, v, causal=causal).output
        found = (attend_in_blocks(q, k, v, causal=causal, block=block) for block in sizes)
        errors.append(Roundoff(max(float(np.abs(one - plain).max()) for one in found)))
    return Costs(width, nodes, sizes, *errors)
