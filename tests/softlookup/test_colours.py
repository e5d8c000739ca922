import itertools

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from softlookup.colours import count_colours, find_difference, refine_colours
from softlookup.graph import weigh_sum

Bools = npt.NDArray[np.bool_]


def join(n: int, *pairs: tuple[int, int]) -> Bools:
    edges = np.zeros((n, n), np.bool_)
    for i, j in pairs:
        edges[i, j] = edges[j, i] = True
    return edges


def number_by_counting(edges: Bools, rounds: int) -> list[int]:
    """Refine with numbers in place of terms: another way to the same partition."""
    colours = [0] * len(edges)
    for _ in range(rounds):
        seen = [
            (own, tuple(sorted(c for c, heard in zip(colours, row, strict=True) if heard)))
            for own, row in zip(colours, edges, strict=True)
        ]
        names = {one: place for place, one in enumerate(sorted(set(seen)))}
        colours = [names[one] for one in seen]
    return colours


@given(st.integers(0, 2**10 - 1), st.integers(0, 4))
def test_the_partition_is_that_of_refinement_by_numbers(bits: int, rounds: int) -> None:
    pairs = [pair for place, pair in enumerate(itertools.combinations(range(5), 2)) if bits >> place & 1]
    edges = join(5, *pairs)
    terms = refine_colours(edges, rounds)[-1]
    numbers = number_by_counting(edges, rounds)
    for i, j in itertools.combinations(range(5), 2):
        assert (terms[i] == terms[j]) == (numbers[i] == numbers[j])


@given(st.integers(0, 2**10 - 1), st.permutations(range(5)))
def test_renumbering_the_nodes_changes_no_count(bits: int, order: list[int]) -> None:
    pairs = [pair for place, pair in enumerate(itertools.combinations(range(5), 2)) if bits >> place & 1]
    edges = join(5, *pairs)
    assert find_difference(edges, edges[np.ix_(order, order)], 3) is None


def test_the_first_round_counts_neighbours() -> None:
    path, star = join(4, (0, 1), (1, 2), (2, 3)), join(4, (0, 1), (0, 2), (0, 3))
    degrees = sorted(weigh_sum(path).sum(axis=1))
    assert sorted(term.count("•") - 1 for term in refine_colours(path, 1)[1]) == degrees
    assert find_difference(path, star, 2) == 1


def test_six_in_a_ring_look_like_two_triangles() -> None:
    ring = join(6, *((i, (i + 1) % 6) for i in range(6)))
    triangles = join(6, (0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3))
    assert find_difference(ring, triangles, 6) is None
    assert all(len(palette) == 1 for palette in count_colours(ring, 6))
