import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.special
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from softlookup.errors import DtypeError, RangeError, ShapeError
from softlookup.memory import energy, iterate, recall

Floats = npt.NDArray[np.float64]
INF, NAN = np.inf, np.nan
ENTRIES = st.floats(-3, 3, allow_subnormal=False)
BETAS = st.floats(0.05, 40)


@st.composite
def memories(draw: st.DrawFn) -> tuple[Floats, Floats]:
    """Draw cues (n, d) and patterns (N, d) of any small sizes."""
    n, stored, d = (draw(st.integers(1, 5)) for _ in range(3))
    cues = draw(hnp.arrays(np.float64, (n, d), elements=ENTRIES))
    return cues, draw(hnp.arrays(np.float64, (stored, d), elements=ENTRIES))


def draw_memory(*shapes: tuple[int, ...], seed: int = 0) -> tuple[Floats, ...]:
    rng = np.random.default_rng(seed)
    return tuple(rng.normal(size=shape) for shape in shapes)


def score_by_loops(cue: Floats, patterns: Floats) -> list[float]:
    return [math.fsum(a * b for a, b in zip(cue, pattern, strict=True)) for pattern in patterns]


def recall_by_loops(cue: Floats, patterns: Floats, beta: float) -> list[float]:
    """``softmax(β X q) X``, one number at a time."""
    logits = [beta * score for score in score_by_loops(cue, patterns)]
    shares = [math.exp(logit - max(logits)) for logit in logits]
    weights = [share / math.fsum(shares) for share in shares]
    return [math.fsum(w * x for w, x in zip(weights, column, strict=True)) for column in patterns.T]


def energy_by_scipy(state: Floats, patterns: Floats, beta: float) -> float:
    """Reckon the formula of Ramsauer et al., term by term."""
    lse = scipy.special.logsumexp(beta * patterns @ state) / beta
    longest = max(float(pattern @ pattern) for pattern in patterns)
    return float(-lse + state @ state / 2 + math.log(len(patterns)) / beta + longest / 2)


@given(memories(), BETAS)
def test_naive_loops_agree(memory: tuple[Floats, Floats], beta: float) -> None:
    cues, patterns = memory
    expected = [recall_by_loops(cue, patterns, beta) for cue in cues]
    np.testing.assert_allclose(recall(cues, patterns, beta), expected, atol=1e-10)


@given(memories(), BETAS)
def test_the_energy_is_the_published_formula(memory: tuple[Floats, Floats], beta: float) -> None:
    cues, patterns = memory
    expected = [energy_by_scipy(cue, patterns, beta) for cue in cues]
    np.testing.assert_allclose(energy(cues, patterns, beta), expected, atol=1e-11, rtol=1e-11)


@given(memories(), BETAS)
def test_a_step_lowers_the_energy_by_half_its_squared_length_at_least(
    memory: tuple[Floats, Floats], beta: float
) -> None:
    cues, patterns = memory
    moved = recall(cues, patterns, beta)
    fallen = energy(cues, patterns, beta) - energy(moved, patterns, beta)
    assert (fallen >= ((moved - cues) ** 2).sum(axis=-1) / 2 - 1e-9).all()


@given(memories(), BETAS)
def test_a_step_is_one_step_down_the_gradient_of_the_energy(
    memory: tuple[Floats, Floats], beta: float
) -> None:
    cues, patterns = memory
    h = 1e-5
    for cue in cues:
        ahead, behind = (cue + sign * h * np.eye(len(cue)) for sign in (1, -1))
        gradient = (energy(ahead, patterns, beta) - energy(behind, patterns, beta)) / (2 * h)
        np.testing.assert_allclose(cue - gradient, recall(cue, patterns, beta), atol=1e-4)


@given(memories(), BETAS)
def test_the_energy_is_never_negative_and_bounded_among_mixtures(
    memory: tuple[Floats, Floats], beta: float
) -> None:
    cues, patterns = memory
    longest = (patterns**2).sum(axis=-1).max()
    assert (energy(cues, patterns, beta) >= -1e-11).all()
    assert (energy(recall(cues, patterns, beta), patterns, beta) <= 2 * longest + 1e-11).all()


@given(memories(), BETAS)
def test_what_is_recalled_is_a_mixture_of_the_patterns(memory: tuple[Floats, Floats], beta: float) -> None:
    cues, patterns = memory
    recalled = recall(cues, patterns, beta)
    assert (recalled <= patterns.max(axis=0) + 1e-12).all()
    assert (recalled >= patterns.min(axis=0) - 1e-12).all()


@given(memories(), BETAS, st.randoms(use_true_random=False))
def test_the_order_in_which_patterns_are_stored_is_nothing(
    memory: tuple[Floats, Floats], beta: float, random: Random
) -> None:
    cues, patterns = memory
    order = list(range(len(patterns)))
    random.shuffle(order)
    np.testing.assert_allclose(recall(cues, patterns[order], beta), recall(cues, patterns, beta), atol=1e-11)
    np.testing.assert_allclose(energy(cues, patterns[order], beta), energy(cues, patterns, beta), atol=1e-11)


def test_one_pattern_is_recalled_whatever_the_cue() -> None:
    cues, patterns = draw_memory((4, 3), (1, 3))
    np.testing.assert_allclose(recall(cues, patterns, 0.1), np.tile(patterns, (4, 1)), rtol=1e-15)


def test_values_stand_in_for_the_patterns() -> None:
    cues, patterns, values = draw_memory((4, 3), (5, 3), (5, 2))
    weights = scipy.special.softmax(2 * cues @ patterns.T, axis=-1)
    np.testing.assert_allclose(recall(cues, patterns, 2, values), weights @ values, rtol=1e-12)
    best = (cues @ patterns.T).argmax(axis=-1)
    np.testing.assert_array_equal(recall(cues, patterns, INF, values), values[best])


@given(memories())
def test_without_limit_the_pattern_of_the_largest_score_is_taken(memory: tuple[Floats, Floats]) -> None:
    cues, patterns = memory
    scores = cues @ patterns.T
    ordered = np.sort(scores, axis=-1)
    assume(len(patterns) == 1 or (ordered[:, -1] - ordered[:, -2] > 1e-6).all())
    np.testing.assert_array_equal(recall(cues, patterns, INF), patterns[scores.argmax(axis=-1)])
    np.testing.assert_allclose(recall(cues, patterns, 1e9), patterns[scores.argmax(axis=-1)], atol=1e-12)
    half_squares = ((cues**2).sum(axis=-1) + (patterns**2).sum(axis=-1).max()) / 2
    np.testing.assert_allclose(energy(cues, patterns, INF), half_squares - ordered[:, -1], atol=1e-12)
    np.testing.assert_allclose(energy(cues, patterns, 1e12), energy(cues, patterns, INF), atol=1e-9)


def test_equal_scores_share() -> None:
    patterns = np.array([[1.0, 0], [0, 1], [-1, 0]])
    np.testing.assert_array_equal(recall([2.0, 2.0], patterns, INF), [0.5, 0.5])


@pytest.mark.parametrize("beta", [0.5, 7.0, INF])
def test_a_batch_is_its_memories_one_by_one(beta: float) -> None:
    cues, patterns = draw_memory((2, 1, 4, 3), (3, 5, 3))
    together = recall(cues, patterns, beta)
    heights = energy(cues, patterns, beta)
    settled = iterate(cues, patterns, beta)
    assert together.shape == (2, 3, 4, 3)
    assert heights.shape == settled.steps.shape == settled.converged.shape == (2, 3, 4)
    for i, j, n in np.ndindex(2, 3, 4):
        alone = cues[i, 0, n]
        np.testing.assert_allclose(together[i, j, n], recall(alone, patterns[j], beta), atol=1e-14)
        np.testing.assert_allclose(heights[i, j, n], energy(alone, patterns[j], beta), atol=1e-13)
        single = iterate(alone, patterns[j], beta)
        assert single.steps == settled.steps[i, j, n]
        assert single.converged == settled.converged[i, j, n]
        np.testing.assert_allclose(settled.state[i, j, n], single.state, atol=1e-13)


def test_one_cue_meets_many_memories() -> None:
    cue, patterns = draw_memory((3,), (2, 5, 3))
    assert recall(cue, patterns, 1).shape == (2, 3)
    assert energy(cue, patterns, 1).shape == (2,)
    assert iterate(cue, patterns, 1).state.shape == (2, 3)


@given(memories(), st.floats(0.05, 10))
def test_what_settled_is_a_fixed_point(memory: tuple[Floats, Floats], beta: float) -> None:
    cues, patterns = memory
    settled = iterate(cues, patterns, beta, tolerance=1e-7, max_steps=2000)
    moved = recall(settled.state, patterns, beta)
    step = np.linalg.norm(moved - settled.state, axis=-1)
    # The map stretches a step by β times the spread of the patterns at most.
    spread = ((patterns - patterns.mean(axis=0)) ** 2).sum()
    assert (step[settled.converged] <= 1e-7 * (1 + beta * spread)).all()
    assert (energy(settled.state, patterns, beta) <= energy(cues, patterns, beta) + 1e-9).all()


def test_steps_are_counted_and_the_unsettled_are_told() -> None:
    cues, patterns = draw_memory((6, 4), (9, 4), seed=3)
    state, steps = cues.copy(), np.zeros(6, int)
    for i in range(6):
        while True:
            moved = np.array(recall_by_loops(state[i], patterns, 0.8))
            steps[i] += 1
            length = np.linalg.norm(moved - state[i])
            state[i] = moved
            if length <= 1e-4:
                break
    settled = iterate(cues, patterns, 0.8, tolerance=1e-4)
    np.testing.assert_array_equal(settled.steps, steps)
    np.testing.assert_allclose(settled.state, state, atol=1e-10)
    assert settled.converged.all()
    assert len(set(steps)) > 1, "cues that settle at different times are what this is about"
    short = iterate(cues, patterns, 0.8, tolerance=1e-4, max_steps=int(steps.min()))
    np.testing.assert_array_equal(short.converged, steps == steps.min())
    assert (short.steps == steps.min()).all()


def test_without_limit_a_pattern_is_reached_in_one_step_and_kept() -> None:
    cues, patterns = draw_memory((20, 8), (30, 8))
    patterns /= np.linalg.norm(patterns, axis=-1, keepdims=True)
    settled = iterate(cues, patterns, INF, tolerance=0)
    np.testing.assert_array_equal(settled.state, patterns[(cues @ patterns.T).argmax(axis=-1)])
    assert (settled.steps == 2).all()


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64, np.longdouble])
@pytest.mark.parametrize("beta", [3.0, INF])
def test_a_float_dtype_is_kept(dtype: type[np.floating[Any]], beta: float) -> None:
    cues, patterns = (array.astype(dtype) for array in draw_memory((3, 4), (5, 4)))
    near = 8 * float(np.finfo(dtype).eps)
    wide = (cues.astype(np.longdouble), patterns.astype(np.longdouble), beta)
    for found, exact in ((recall, recall(*wide)), (energy, energy(*wide))):
        result = found(cues, patterns, beta)
        assert result.dtype == dtype
        np.testing.assert_allclose(result, exact, rtol=near, atol=near)
    assert iterate(cues, patterns, beta).state.dtype == dtype


def test_integers_are_read_as_float64() -> None:
    assert recall([1, 2], [[1, 0], [0, 1]], 1).dtype == np.float64
    np.testing.assert_allclose(recall([1, 2], [[1, 0], [0, 1]], 1), scipy.special.softmax([1, 2]))


def test_far_scores_neither_overflow_nor_warn() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        far = np.array([1e100, -1e100])
        np.testing.assert_array_equal(recall(far, np.eye(2), 1e50), [1, 0])
        assert np.isfinite(energy(far, np.eye(2), 1e50))


def test_the_input_is_left_as_it_was() -> None:
    cues, patterns = draw_memory((3, 4), (5, 4))
    kept = cues.copy(), patterns.copy()
    recall(cues, patterns, 1)
    energy(cues, patterns, 1)
    iterate(cues, patterns, 1)
    np.testing.assert_array_equal(cues, kept[0])
    np.testing.assert_array_equal(patterns, kept[1])


@pytest.mark.parametrize("function", [recall, energy, iterate])
@pytest.mark.parametrize(
    ("cues", "patterns", "words"),
    [
        ((3, 4), (5, 6), r"differ in width: cues \(3, 4\), patterns \(5, 6\)"),
        ((4,), (5, 6), r"differ in width: cues \(4,\), patterns \(5, 6\)"),
        ((3, 4), (0, 4), r"at least one stored pattern, found patterns \(0, 4\) for cues \(3, 4\)"),
        ((2, 3, 4), (3, 5, 4), r"do not broadcast: cues \(2, 3, 4\), patterns \(3, 5, 4\)"),
        ((), (5, 4), r"cues: expected \(d,\) or \(..., n, d\), found shape \(\)"),
        ((3, 4), (4,), r"patterns: expected \(..., N, d\), found shape \(4,\)"),
    ],
)
def test_wrong_shapes_are_refused(
    function: Callable[..., Any], cues: tuple[int, ...], patterns: tuple[int, ...], words: str
) -> None:
    with pytest.raises(ShapeError, match=words):
        function(np.zeros(cues), np.zeros(patterns), 1.0)


@pytest.mark.parametrize("beta", [1.0, INF])
def test_values_of_the_wrong_shape_are_refused(beta: float) -> None:
    with pytest.raises(ShapeError, match=r"values \(4, 2\), patterns \(5, 3\)"):
        recall(np.zeros((2, 3)), np.zeros((5, 3)), beta, np.zeros((4, 2)))
    with pytest.raises(ShapeError, match=r"values \(5,\), patterns \(5, 3\)"):
        recall(np.zeros((2, 3)), np.zeros((5, 3)), beta, np.zeros(5))
    with pytest.raises(ShapeError, match=r"do not broadcast: .*\(3, 5, 2\)"):
        recall(np.zeros((2, 1, 3)), np.zeros((5, 3)), beta, np.zeros((3, 5, 2)))


@pytest.mark.parametrize("function", [recall, energy, iterate])
@pytest.mark.parametrize("beta", [0, -1.0, NAN, -INF])
def test_a_beta_that_is_not_above_zero_is_refused(function: Callable[..., Any], beta: float) -> None:
    with pytest.raises(RangeError, match=f"beta: expected a number above 0 .*, found {beta!r}"):
        function(np.zeros((2, 3)), np.zeros((5, 3)), beta)


@pytest.mark.parametrize("function", [recall, energy, iterate])
def test_a_beta_is_read_as_its_dtype_holds_it(function: Callable[..., Any]) -> None:
    single = np.ones((2, 3), np.float32)
    with pytest.raises(RangeError, match=r"above 0 \(in float32\), found 1e-60"):
        function(single, single, 1e-60)
    found, limit = function(single, single, 1e60), function(single, single, INF)
    if function is iterate:
        found, limit = found.state, limit.state
    np.testing.assert_array_equal(found, limit)


def test_what_else_is_refused() -> None:
    with pytest.raises(DtypeError, match="cues: expected real numbers"):
        recall([1j], [[1.0]], 1)
    with pytest.raises(DtypeError, match="patterns: expected real numbers"):
        energy([1.0], [[True]], 1)
    for tolerance in (-1.0, NAN):
        with pytest.raises(RangeError, match="tolerance: expected a number of at least 0, found"):
            iterate([1.0], [[1.0]], 1, tolerance=tolerance)
    with pytest.raises(RangeError, match="max_steps: expected a whole number of at least 1, found 0"):
        iterate([1.0], [[1.0]], 1, max_steps=0)
    wrong: Any
    for wrong in ("a", None, True):
        with pytest.raises(DtypeError, match=f"tolerance: expected a number of at least 0, found {wrong!r}"):
            iterate([1.0], [[1.0]], 1, tolerance=wrong)
    for wrong in (2.5, "3", True):
        with pytest.raises(DtypeError, match=f"max_steps: expected a whole number .*, found {wrong!r}"):
            iterate([1.0], [[1.0]], 1, max_steps=wrong)


@pytest.mark.parametrize("function", [recall, energy, iterate])
@pytest.mark.parametrize("beta", ["5", True, np.True_, 1j, None, [1.0]])
def test_a_beta_that_is_no_real_number_is_refused(function: Callable[..., Any], beta: object) -> None:
    with pytest.raises(DtypeError, match=r"beta: expected a single real number above 0, found ") as told:
        function(np.zeros((2, 3)), np.zeros((5, 3)), beta)
    assert repr(beta) in str(told.value)


@pytest.mark.parametrize("function", [recall, energy, iterate])
def test_arrays_of_betas_and_ragged_lists_are_refused_by_name(function: Callable[..., Any]) -> None:
    with pytest.raises(ShapeError, match=r"beta: .* found an array of shape \(2,\)"):
        function(np.zeros((2, 3)), np.zeros((5, 3)), np.array([1.0, 2.0]))
    with pytest.raises(ShapeError, match="cues: expected rows of equal length"):
        function([[1.0, 2.0], [3.0]], np.zeros((5, 3)), 1)
    with pytest.raises(ShapeError, match="patterns: expected rows of equal length"):
        function(np.zeros(2), [[1.0, 2.0], [3.0]], 1)


@pytest.mark.parametrize("beta", [2, np.float32(2), np.int8(2), np.array(2.0), Fraction(2)])
def test_any_real_number_serves_as_beta(beta: float) -> None:
    cues, patterns = draw_memory((3, 4), (5, 4))
    np.testing.assert_array_equal(recall(cues, patterns, beta), recall(cues, patterns, 2.0))
    np.testing.assert_array_equal(recall(cues, patterns, 10**400), recall(cues, patterns, INF))


def recall_exactly(cue: Floats, patterns: Floats, beta: float) -> list[float]:
    """Weigh by differences of scores that are fractions, which no size of β can make overflow."""
    scores = [
        sum((Fraction(float(a)) * Fraction(float(b)) for a, b in zip(cue, row, strict=True)), Fraction())
        for row in patterns
    ]
    gaps = [Fraction(float(beta)) * (max(scores) - score) for score in scores]
    shares = [math.exp(-float(min(gap, Fraction(1000)))) for gap in gaps]
    return [
        sum(share * float(x) for share, x in zip(shares, column, strict=True)) / sum(shares)
        for column in patterns.T
    ]


@pytest.mark.parametrize(
    ("dtype", "betas"),
    [
        (np.float16, (3e38, 1e38, 1e30, 6e4)),
        (np.float32, (3e38, 1e38, 1e37, 1e30)),
        (np.float64, (1.7e308, 1e308, 1e307, 1e300)),
    ],
)
def test_a_large_beta_is_as_right_as_an_infinite_one(
    dtype: type[np.floating[Any]], betas: tuple[float, ...]
) -> None:
    cue = np.array([25, 20, 25, 0], dtype)
    patterns = np.eye(4, dtype=dtype)
    rng = np.random.default_rng(11)
    many, stored = rng.integers(-9, 10, (6, 4)).astype(dtype), rng.integers(-9, 10, (7, 4)).astype(dtype)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for beta in betas:
            np.testing.assert_array_equal(recall(cue, patterns, beta), [0.5, 0, 0.5, 0])
            np.testing.assert_array_equal(recall(cue, patterns, beta), recall(cue, patterns, INF))
            expected = [recall_exactly(one.astype(float), stored.astype(float), beta) for one in many]
            np.testing.assert_allclose(recall(many, stored, beta), expected, rtol=1e-3)
            np.testing.assert_array_equal(energy(many, stored, beta), energy(many, stored, INF))
            assert iterate(many, stored, beta).converged.all()


def test_a_cue_too_large_for_its_beta_leaves_the_others_alone() -> None:
    cues, patterns = draw_memory((3, 4), (5, 4))
    cues[1] *= 1e300
    expected = [recall_exactly(cue, patterns, 2e9) for cue in cues]
    cues[0], cues[2] = cues[0] / 1e9, cues[2] / 1e9
    soft = [recall_exactly(cue, patterns, 2e9) for cue in cues]
    np.testing.assert_allclose(recall(cues, patterns, 2e9), soft, rtol=1e-12)
    assert soft[1] == expected[1]
    assert np.abs(np.subtract(soft, expected)[[0, 2]]).max() > 0.1, "soft weights are what this is about"


@pytest.mark.parametrize("beta", [1.0, 1e308, INF])
def test_a_nan_stays_and_stays_with_its_cue(beta: float) -> None:
    cues, patterns = draw_memory((3, 4), (5, 4))
    expected = recall(cues, patterns, beta)
    cues[1, 2] = NAN
    for found, whole in (
        (recall(cues, patterns, beta), expected),
        (iterate(cues, patterns, beta).state, None),
    ):
        assert np.isnan(found[1]).all()
        assert np.isfinite(found[[0, 2]]).all()
        if whole is not None:
            np.testing.assert_allclose(found[[0, 2]], whole[[0, 2]], rtol=1e-12)
    assert np.isnan(energy(cues, patterns, beta)).tolist() == [False, True, False]
    assert not iterate(cues, patterns, beta, max_steps=3).converged[1]
    patterns[0, 0] = NAN
    assert np.isnan(recall(draw_memory((3, 4))[0], patterns, beta)).all()


def test_no_cues_recall_nothing() -> None:
    assert recall(np.zeros((0, 3)), np.zeros((5, 3)), 1).shape == (0, 3)
    assert energy(np.zeros((0, 3)), np.zeros((5, 3)), 1).shape == (0,)
    assert iterate(np.zeros((0, 3)), np.zeros((5, 3)), 1).state.shape == (0, 3)
