import numpy as np
import pytest
import scipy.optimize
from hypothesis import given, settings
from hypothesis import strategies as st

from softlookup.attention import attend
from softlookup.experiments.correlated_keys import correlate_keys, find_sharpness, place_keys
from softlookup.softmax import softmax

COSINES = (-1 / 3, -0.1, 0, 0.5, 0.9, 0.99)


@settings(deadline=None)  # the first case may meet a busy machine
@given(st.integers(2, 9), st.floats(0, 0.999))
def test_the_keys_have_unit_length_and_one_cosine(slots: int, share: float) -> None:
    cosine = -1 / (slots - 1) + share * (1 + 1 / (slots - 1))
    keys = place_keys(slots, cosine)
    expected = np.full((slots, slots), cosine)
    np.fill_diagonal(expected, 1)
    np.testing.assert_allclose(keys @ keys.T, expected, atol=1e-12)


@pytest.mark.parametrize("cosine", [-0.34, 1, 1.5, float("nan")])
def test_a_cosine_that_not_all_pairs_can_share_is_refused(cosine: float) -> None:
    with pytest.raises(ValueError, match="expected a cosine"):
        place_keys(4, cosine)


@pytest.mark.parametrize("cosine", COSINES)
def test_the_closed_forms_are_what_attention_itself_needs(cosine: float) -> None:
    case = correlate_keys(np.random.default_rng(1), 4, 0.99, tries=1).at(cosine)
    for ask in (case.along, case.best):
        assert ask.measured == pytest.approx(ask.sharpness, rel=1e-12)
        found = attend(ask.sharpness * ask.direction[None, :], case.keys, np.eye(4), scale=1)
        assert found.weights[0, 0] == pytest.approx(0.99, abs=1e-12)
        assert np.linalg.norm(ask.direction) == pytest.approx(1)


@pytest.mark.parametrize("slots", [3, 4, 7])
@pytest.mark.parametrize("cosine", [-0.1, 0.5, 0.9])
def test_no_query_is_shorter_than_the_best(slots: int, cosine: float) -> None:
    memory = correlate_keys(np.random.default_rng(2), slots, 0.99, tries=2000)
    case = memory.at(cosine)
    # SciPy looks for the shortest query that gives the weight, from where the query along the key is.
    found = scipy.optimize.minimize(
        lambda q: q @ q,
        case.along.sharpness * case.along.direction,
        constraints={"type": "ineq", "fun": lambda q: softmax(case.keys @ q)[0] - 0.99},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert np.linalg.norm(found.x) == pytest.approx(case.best.sharpness, rel=1e-4)
    assert memory.search(cosine) >= case.best.sharpness


@pytest.mark.parametrize("slots", [2, 4, 1000])
def test_the_gap_gives_the_weight_among_equal_rivals(slots: int) -> None:
    memory = correlate_keys(np.random.default_rng(4), 4, 0.99, tries=1)
    logits = np.zeros(slots)
    logits[0] = memory.gap_for(slots)
    assert softmax(logits)[0] == pytest.approx(0.99)
    assert memory.gap == memory.gap_for(4)


def test_the_sources_figures() -> None:
    memory = correlate_keys(np.random.default_rng(3), 4, 0.99, tries=1)
    along = [memory.at(cosine).along.measured for cosine in (0, 0.5, 0.9, 0.99)]
    np.testing.assert_allclose(along, [5.69, 11.4, 56.9, 569], rtol=2e-3)
    best = [memory.at(cosine).best.measured for cosine in (0.9, 0.99, -1 / 3)]
    np.testing.assert_allclose(best, [15.6, 49.3, 4.27], rtol=2e-3)
    assert memory.at(-1 / 3).saving == pytest.approx(1)
    assert memory.at(0.5).penalty == 2


def test_a_direction_that_a_rival_answers_as_well_never_suffices() -> None:
    keys = np.eye(3)
    directions = np.array([[1, 1, 0], [0, 1, 0], [1.0, 0, 0]])
    found = find_sharpness(keys, directions, 0.9)
    assert np.isinf(found[:2]).all()
    assert found[2] == pytest.approx(np.log(0.9 / 0.1 * 2))
