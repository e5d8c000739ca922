from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.errors import DtypeError, RangeError, ShapeError
from softlookup.hopfield import (
    SignError,
    UnsettledError,
    couple,
    measure_energy,
    recall_in_turn,
    settle_in_turn,
    settle_together,
    update_in_turn,
    update_together,
)

Signs = npt.NDArray[np.float64]

networks = st.tuples(st.integers(1, 6), st.integers(1, 12), st.integers(0, 2**32 - 1))


def draw(case: tuple[int, int, int]) -> tuple[Signs, Signs]:
    """Give patterns (N, d) and a state (d,)."""
    count, width, seed = case
    rng = np.random.default_rng(seed)
    return rng.choice([-1.0, 1.0], (count, width)), rng.choice([-1.0, 1.0], width)


def couple_naively(patterns: Signs) -> list[list[int]]:
    count, width = patterns.shape
    couplings = [[0] * width for _ in range(width)]
    for i in range(width):
        for j in range(width):
            for pattern in range(count):
                if i != j:
                    couplings[i][j] += int(patterns[pattern, i] * patterns[pattern, j])
    return couplings


def settle_naively(couplings: list[list[int]], state: Signs) -> list[int]:
    """Visit sign after sign, every field summed up afresh."""
    signs, resting = [int(s) for s in state], False
    while not resting:
        resting = True
        for i, row in enumerate(couplings):
            field = sum(w * s for w, s in zip(row, signs, strict=True))
            wanted = signs[i] if field == 0 else 1 if field > 0 else -1
            if wanted != signs[i]:
                signs[i], resting = wanted, False
    return signs


@given(networks)
def test_couplings_count_agreements_less_differences(case: tuple[int, int, int]) -> None:
    patterns, _ = draw(case)
    np.testing.assert_array_equal(couple(patterns), couple_naively(patterns))


@given(networks)
def test_the_energy_is_minus_half_the_sum_over_all_pairs(case: tuple[int, int, int]) -> None:
    patterns, state = draw(case)
    couplings = couple_naively(patterns)
    pairs = [(i, j) for i in range(len(state)) for j in range(len(state))]
    expected = -sum(couplings[i][j] * state[i] * state[j] for i, j in pairs) / 2
    assert measure_energy(couplings, state) == expected


@given(networks)
def test_updates_in_turn_settle_where_the_naive_loop_does_with_couplings_and_without(
    case: tuple[int, int, int],
) -> None:
    patterns, state = draw(case)
    expected = settle_naively(couple_naively(patterns), state)
    rest = settle_in_turn(couple(patterns), state)
    np.testing.assert_array_equal(rest.states, expected)
    assert not rest.cycling.any()
    np.testing.assert_array_equal(recall_in_turn(patterns, state), expected)


@given(networks, st.lists(st.integers(0, 2**16), max_size=40))
def test_no_visit_raises_the_energy_and_each_turn_lowers_it(
    case: tuple[int, int, int], visits: list[int]
) -> None:
    patterns, state = draw(case)
    couplings = couple(patterns)
    for visit in visits:
        site = visit % len(state)
        after = update_in_turn(couplings, state, [site])
        change = measure_energy(couplings, after) - measure_energy(couplings, state)
        turned = after[site] != state[site]
        assert change == 2 * state[site] * (couplings[site] @ state) * turned
        assert change <= (-2 if turned else 0)
        assert (after != state).sum() == turned
        state = np.asarray(after, np.float64)


@given(networks)
def test_updates_together_end_at_rest_or_in_a_swing_of_two(case: tuple[int, int, int]) -> None:
    patterns, state = draw(case)
    couplings = couple(patterns)
    # By brute force: follow the states until one is met again, and see how long the round is.
    met: dict[bytes, int] = {}
    now = state
    while now.tobytes() not in met:
        met[now.tobytes()] = len(met)
        fields = couplings @ now
        now = np.where(fields == 0, now, np.sign(fields))
        np.testing.assert_array_equal(update_together(couplings, np.frombuffer(list(met)[-1])), now)
    length = len(met) - met[now.tobytes()]
    rest = settle_together(couplings, state)
    assert length in {1, 2}
    assert bool(rest.cycling) == (length == 2)
    assert np.asarray(rest.states, np.float64).tobytes() in list(met)[-length:]


@given(networks)
def test_what_falls_together_is_the_energy_of_two_states_in_a_row(case: tuple[int, int, int]) -> None:
    patterns, before = draw(case)
    couplings = couple(patterns)
    now, levels = update_together(couplings, before), []
    for _ in range(10):
        levels.append(-now @ couplings @ before)
        before, now = np.asarray(now, np.float64), update_together(couplings, now)
    assert (np.diff(levels) <= 0).all()


def test_two_signs_that_disagree_swing_together_and_settle_in_turn() -> None:
    couplings = couple([[1, -1]])
    swing = settle_together(couplings, [1, 1])
    assert swing.cycling
    np.testing.assert_array_equal(update_together(couplings, [1, 1]), [-1, -1])
    np.testing.assert_array_equal(update_together(couplings, [-1, -1]), [1, 1])
    np.testing.assert_array_equal(settle_in_turn(couplings, [1, 1]).states, [-1, 1])


def test_the_order_of_visits_is_kept() -> None:
    couplings = couple([[1, -1]])
    np.testing.assert_array_equal(update_in_turn(couplings, [1, 1], [1, 0]), [1, -1])


def test_updates_together_can_raise_the_energy() -> None:
    rng = np.random.default_rng(2)
    rises = 0
    for _ in range(200):
        couplings, state = couple(rng.choice([-1, 1], (3, 8))), rng.choice([-1, 1], 8)
        after = update_together(couplings, state)
        rises += bool(measure_energy(couplings, after) > measure_energy(couplings, state))
    assert rises > 0


def test_batches_are_their_networks_one_by_one() -> None:
    rng = np.random.default_rng(3)
    patterns, states = rng.choice([-1, 1], (4, 1, 5, 50)), rng.choice([-1, 1], (3, 50))
    couplings = couple(patterns)
    turn, together = settle_in_turn(couplings, states), settle_together(couplings, states)
    recalled = recall_in_turn(patterns, states)
    assert turn.states.shape == together.states.shape == recalled.shape == (4, 3, 50)
    assert measure_energy(couplings, states).shape == together.cycling.shape == (4, 3)
    assert update_in_turn(couplings, states).shape == (4, 3, 50)
    for i, j in np.ndindex(4, 3):
        alone = settle_together(couplings[i, 0], states[j])
        assert together.cycling[i, j] == alone.cycling
        np.testing.assert_array_equal(turn.states[i, j], settle_in_turn(couplings[i, 0], states[j]).states)
        np.testing.assert_array_equal(recalled[i, j], turn.states[i, j])


def test_wide_and_crowded_networks_agree_with_and_without_couplings() -> None:
    rng = np.random.default_rng(4)
    patterns = rng.choice([-1, 1], (20, 30, 130)).astype(np.int8)  # several blocks, the last one short
    cues = np.where(rng.random((20, 130)) < 0.2, -1, 1) * patterns[:, 0]
    expected = settle_in_turn(couple(patterns), cues).states
    np.testing.assert_array_equal(recall_in_turn(patterns, cues), expected)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_any_float_dtype_is_read_and_whole_numbers_stay_exact(dtype: type[np.floating[Any]]) -> None:
    signs = np.array([[1, -1, 1], [1, 1, -1]], dtype)
    np.testing.assert_array_equal(couple(signs), [[0, 0, 0], [0, 0, -2], [0, -2, 0]])
    assert recall_in_turn(signs, signs[0]).dtype == dtype
    assert couple(signs).dtype == (np.float64 if dtype == np.float64 else np.float32)


def test_a_round_of_nothing_has_nothing_to_do() -> None:
    assert recall_in_turn(np.ones((0, 4, 3)), np.ones((0, 3))).shape == (0, 3)
    np.testing.assert_array_equal(recall_in_turn(np.ones((0, 3)), [1, -1, 1]), [1, -1, 1])


def test_what_is_refused() -> None:
    square = np.zeros((3, 3))
    with pytest.raises(ShapeError, match=r"couplings and states do not fit: shapes \(3, 3\) and \(2,\)"):
        update_together(square, [1, 1])
    with pytest.raises(ShapeError, match=r"patterns and cues do not fit: shapes \(2, 4, 3\) and \(5, 3\)"):
        recall_in_turn(np.ones((2, 4, 3)), np.ones((5, 3)))
    with pytest.raises(ShapeError, match=r"patterns and cues do not fit: shapes \(4, 3\) and \(2,\)"):
        recall_in_turn(np.ones((4, 3)), np.ones(2))
    with pytest.raises(ShapeError, match=r"couplings: expected \(..., d, d\), found shape \(3, 2\)"):
        settle_in_turn(np.zeros((3, 2)), [1, 1])
    with pytest.raises(ShapeError, match=r"patterns: expected \(..., N, d\), found shape \(2,\)"):
        couple([1, 1])
    with pytest.raises(SignError, match=r"patterns: expected \+1 and -1 only, found 0.5 in shape \(1, 2\)"):
        couple([[1, 0.5]])
    with pytest.raises(SignError, match=r"states: .* found 0 in"):
        measure_energy(square, [1, 0, 1])
    with pytest.raises(SignError, match=r"cues: .* found nan in"):
        recall_in_turn(np.ones((1, 2)), [1, np.nan])
    with pytest.raises(DtypeError, match="states"):
        update_together(square, [True, False, True])


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_couplings_that_are_not_finite_are_refused(bad: float) -> None:
    couplings = np.array([[0, bad], [bad, 0]])
    for function in (measure_energy, update_together, update_in_turn, settle_in_turn, settle_together):
        with pytest.raises(RangeError, match=rf"couplings: .* finite numbers, found {bad} in shape \(2, 2\)"):
            function(couplings, [1, 1])


def test_places_and_rounds_that_mean_nothing_are_refused() -> None:
    couplings = couple([[1, -1]])
    wrong: Any
    for place in (2, 7, -1):
        with pytest.raises(RangeError, match=f"order: expected a whole number from 0 to 1, found {place}"):
            update_in_turn(couplings, [1, 1], [0, place])
    for wrong in (1.5, "0", True):
        with pytest.raises(DtypeError, match=f"order: expected a whole number from 0 to 1, found {wrong!r}"):
            update_in_turn(couplings, [1, 1], [wrong])
    for function in (settle_in_turn, settle_together, recall_in_turn):
        settle: Any = function
        with pytest.raises(DtypeError, match=r"rounds: expected a whole number of at least 1, found 2\.5"):
            settle(couplings, [1, 1], rounds=2.5)
        with pytest.raises(RangeError, match="rounds: expected a whole number of at least 1, found 0"):
            settle(couplings, [1, 1], rounds=0)


def test_ragged_lists_are_refused_by_name() -> None:
    with pytest.raises(ShapeError, match="patterns: expected rows of equal length"):
        couple([[1, 1], [1]])
    with pytest.raises(ShapeError, match="couplings: expected rows of equal length"):
        update_together([[0, 1], [1]], [1, 1])


def test_what_does_not_settle_says_so() -> None:
    one_way = np.array([[0.0, 1.0], [-1.0, 0.0]])  # not symmetric: each chases the other
    with pytest.raises(UnsettledError, match="after 50 rounds; allow more, or check that couplings are symm"):
        settle_in_turn(one_way, [1, 1], rounds=50)
    with pytest.raises(UnsettledError, match="after 50 rounds"):
        settle_together(one_way, [1, 1], rounds=50)
    with pytest.raises(UnsettledError, match="after 1 rounds"):
        recall_in_turn([[1, 1, 1]], [1, 1, -1], rounds=1)
