"""Colour refinement, the one-dimensional Weisfeiler-Leman test: what message passing can ever see.

All nodes start with one colour. In each round a node's new colour stands for its old one together with the
multiset of its neighbours' colours. Message passing that adds up messages can tell apart what this
tells apart, and no message passing on the bare graph can tell apart more (Xu and others, arXiv:1810.00826,
lemma 2 and theorem 3).
"""

from collections import Counter

import numpy.typing as npt

from softlookup.graph import read_edges

Palette = Counter[str]
"""How many nodes have each colour."""


def refine_colours(edges: npt.ArrayLike, rounds: int) -> list[list[str]]:
    """Give the nodes' colours before the first round and after each; ``edges`` is (n, n) truth values.

    A colour is written out in full, as a nested term, so that colours of two graphs can be compared. It
    grows with every round, so this is for small graphs and few rounds.
    """
    graph = read_edges(edges)
    colours = ["•"] * len(graph)
    history = [colours]
    for _ in range(rounds):
        heard = [sorted(colours[j] for j in row.nonzero()[0]) for row in graph]
        colours = [f"({own}|{' '.join(others)})" for own, others in zip(colours, heard, strict=True)]
        history.append(colours)
    return history


def count_colours(edges: npt.ArrayLike, rounds: int) -> list[Palette]:
    """Give how many nodes have each colour, before the first round and after each."""
    return [Counter(colours) for colours in refine_colours(edges, rounds)]


def find_difference(one: npt.ArrayLike, other: npt.ArrayLike, rounds: int) -> int | None:
    """Give the first round after which two graphs differ in colours, or None if none does."""
    pairs = zip(count_colours(one, rounds), count_colours(other, rounds), strict=True)
    return next((place for place, (here, there) in enumerate(pairs) if here != there), None)
