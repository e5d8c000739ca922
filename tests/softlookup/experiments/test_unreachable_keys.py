import numpy as np
import pytest
import scipy.optimize

from softlookup.arrays import FloatArray
from softlookup.experiments.dictionary import open_dictionary
from softlookup.experiments.unreachable_keys import Unreachable, block_keys


@pytest.fixture(scope="module")
def unreachable() -> Unreachable:
    return block_keys(np.random.default_rng(1), open_dictionary(), orders=20_000)


def is_in_hull(point: FloatArray, others: FloatArray) -> bool:
    """Tell by linear programming whether a point is a weighted mean of others."""
    found = scipy.optimize.linprog(
        np.zeros(len(others)),
        A_eq=np.vstack([others.T, np.ones(len(others))]),
        b_eq=np.append(point, 1),
        bounds=(0, None),
    )
    return bool(found.success)


def test_a_longer_rival_wins_as_the_query_grows(unreachable: Unreachable) -> None:
    rival = unreachable.rival
    lengths = np.linalg.norm(rival.keys, axis=1)
    np.testing.assert_allclose(lengths, [1, 1, 1, rival.length])
    cosines = rival.keys @ rival.keys.T / np.outer(lengths, lengths)
    np.testing.assert_allclose(cosines[np.triu_indices(4, 1)], rival.cosine)
    for c in (1, 3, 8):
        logits = np.array([c, c * 0.5, c * 0.5, c * 1.5])
        np.testing.assert_allclose(rival.along(c), np.exp(logits) / np.exp(logits).sum())
    assert rival.wanted(3) > rival.wanted(8) > rival.wanted(20)
    assert rival.gap == -0.5
    assert rival.wanted(3) == rival.along(3)[0]
    assert rival.rival(3) == rival.along(3)[3]


def test_another_query_fetches_it_all_the_same(unreachable: Unreachable) -> None:
    rival = unreachable.rival
    np.testing.assert_allclose(rival.keys @ rival.dual, [1, 0, 0, 0], atol=1e-12)
    # Along the dual the gap is 1/|dual| a unit of length.
    assert rival.dual_sharpness == pytest.approx(np.log(99 * 3) * np.linalg.norm(rival.dual))
    assert not is_in_hull(rival.keys[0], rival.keys[1:])


def test_twins_share_whatever_is_asked(unreachable: Unreachable) -> None:
    for c in (1, 8, 1000):
        expected = 1 / (2 + 2 * np.exp(-c))
        assert unreachable.twins.weight(c) == pytest.approx(expected)
    assert is_in_hull(unreachable.twins.keys[0], unreachable.twins.keys[1:])


def test_a_key_between_two_others_never_leads(unreachable: Unreachable) -> None:
    between, cafe = unreachable.between, open_dictionary()
    assert is_in_hull(cafe.keys[2], cafe.keys[:2])
    assert between.times_first == 0
    assert 0.33 < between.largest_weight <= 1 / 3 + 1e-12
    # The best that an optimiser can do from several starts is the same third.
    for start in ([0.0, 0.0], [3.0, 3.0], [1.0, -2.0]):
        best = scipy.optimize.minimize(lambda q: -cafe.ask(*q).weights[2], start)
        assert -best.fun == pytest.approx(1 / 3, abs=1e-6)
