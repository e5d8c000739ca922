import tracemalloc

import numpy as np
import numpy.typing as npt
import pytest
import scipy.special
from hypothesis import given
from hypothesis import strategies as st

from softlookup.attention import attend
from softlookup.blockwise import BLOCK, BlockSize, attend_in_blocks, choose_block
from softlookup.errors import ShapeError

SHAPES = st.tuples(*(st.integers(1, 9) for _ in range(4)))
BLOCKS = st.builds(BlockSize, st.integers(1, 10), st.integers(1, 10))


def draw_lookup(*shapes: tuple[int, ...], spread: float = 1.0) -> tuple[npt.NDArray[np.float64], ...]:
    rng = np.random.default_rng(7)
    return tuple(rng.normal(size=shape) * spread for shape in shapes)


@given(SHAPES, BLOCKS, st.sampled_from([0.1, 1.0, 30.0]))
def test_the_output_is_that_of_scipys_softmax(
    shape: tuple[int, int, int, int], block: BlockSize, spread: float
) -> None:
    n_q, n_k, d_k, d_v = shape
    q, k, v = draw_lookup((n_q, d_k), (n_k, d_k), (n_k, d_v), spread=spread)
    expected = scipy.special.softmax(q @ k.T / np.sqrt(d_k), axis=1) @ v
    np.testing.assert_allclose(attend_in_blocks(q, k, v, block=block), expected, atol=1e-11 * spread)


@given(st.integers(1, 9), BLOCKS, st.integers(1, 3))
def test_causal_blocks_are_causal(n: int, block: BlockSize, workers: int) -> None:
    q, k, v = draw_lookup((n, 3), (n, 3), (n, 2))
    found = attend_in_blocks(q, k, v, causal=True, block=block, workers=workers)
    np.testing.assert_allclose(found, attend(q, k, v, causal=True).output, atol=1e-13)


def test_leading_axes_and_scales_are_those_of_plain_attention() -> None:
    q, k, v = draw_lookup((2, 1, 5, 3), (4, 7, 3), (7, 2))
    for scale in (None, 0.1, 2.0):
        found = attend_in_blocks(q, k, v, scale=scale, block=BlockSize(2, 3))
        np.testing.assert_allclose(found, attend(q, k, v, scale=scale).output, atol=1e-13)


def test_huge_scores_do_not_overflow() -> None:
    q = np.array([[1e4]])
    found = attend_in_blocks(q, [[-1.0], [1.0], [2.0]], [[1.0], [2.0], [3.0]], block=BlockSize(1, 1))
    assert found.tolist() == [[3.0]]


@pytest.mark.parametrize("keys", [1, 511, 512, 513, 1024, 1025])
def test_the_chosen_block_holds_no_more_than_the_usual_one(keys: int) -> None:
    block = choose_block(keys)
    assert block.queries * block.keys == BLOCK.queries * BLOCK.keys
    assert (block.keys >= keys) == (keys <= 1024)
    q, k, v = draw_lookup((300, 4), (keys, 4), (keys, 3))
    np.testing.assert_allclose(attend_in_blocks(q, k, v), attend(q, k, v).output, atol=1e-13)


def test_one_worker_needs_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("softlookup.blockwise.ThreadPoolExecutor")
    q, k, v = draw_lookup((9, 3), (9, 3), (9, 2))
    found = attend_in_blocks(q, k, v, block=BlockSize(2, 2))
    np.testing.assert_allclose(found, attend(q, k, v).output, atol=1e-13)
    np.testing.assert_array_equal(attend_in_blocks(q, k, v, workers=2), attend_in_blocks(q, k, v))
    with pytest.raises(NameError):  # several blocks and workers do need them
        attend_in_blocks(q, k, v, block=BlockSize(2, 2), workers=2)


def test_no_keys_give_nothing() -> None:
    assert attend_in_blocks(np.ones((2, 3)), np.ones((0, 3)), np.ones((0, 1))).tolist() == [[0.0], [0.0]]
    assert attend_in_blocks(np.ones((0, 3)), np.ones((2, 3)), np.ones((2, 1))).shape == (0, 1)


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_the_dtype_is_kept(dtype: type[np.floating]) -> None:
    q, k, v = (x.astype(dtype) for x in draw_lookup((5, 4), (6, 4), (6, 2)))
    found = attend_in_blocks(q, k, v, block=BlockSize(2, 4))
    assert found.dtype == dtype
    np.testing.assert_allclose(found, attend(q, k, v).output, atol=float(8 * np.finfo(dtype).eps))


def test_progress_is_told_after_every_block() -> None:
    told: list[tuple[int, int]] = []
    q, k, v = draw_lookup((2, 7, 3), (2, 4, 3), (2, 4, 2))
    attend_in_blocks(q, k, v, block=BlockSize(3, 3), progress=lambda done, of: told.append((done, of)))
    assert told == [(done, 6) for done in range(1, 7)]


def measure_peak(n: int, *, plain: bool) -> int:
    """Give the most bytes that NumPy held at a time beyond the inputs."""
    q, k, v = draw_lookup((n, 4), (n, 4), (n, 4))
    tracemalloc.start()
    if plain:
        attend(q, k, v)
    else:
        attend_in_blocks(q, k, v, block=BlockSize(64, 64))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_grows_with_n_and_not_with_its_square() -> None:
    assert measure_peak(1600, plain=True) > 12 * measure_peak(400, plain=True)
    assert measure_peak(1600, plain=False) < 3 * measure_peak(400, plain=False)


def test_what_does_not_fit_is_refused() -> None:
    q, k, v = draw_lookup((5, 4), (6, 4), (6, 2))
    with pytest.raises(ShapeError, match=r"\(5, 4\) and \(6, 4\)"):
        attend_in_blocks(q, k, v, causal=True)
    with pytest.raises(ShapeError, match=r"q \(5, 3\), k \(6, 4\)"):
        attend_in_blocks(q[:, :3], k, v)
    with pytest.raises(ValueError, match="at least 1"):
        attend_in_blocks(q, k, v, block=BlockSize(0, 3))
