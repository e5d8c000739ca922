import re
from typing import Any

import numpy as np
import pytest

from softlookup.errors import DtypeError, ShapeError
from softlookup.gpt.parameters import Parameters, draw_parameters
from softlookup.gpt.traced import traced_parameters
from support.small_gpt import draw_model


def test_a_model_tells_its_sizes() -> None:
    parameters = draw_model(0, vocabulary_size=5, positions=6, models=(7, 2))
    assert (parameters.models, parameters.vocabulary_size, parameters.width) == ((7, 2), 5, 3)
    assert parameters.size == 5 * 3 + 2 * 3 * 2 + 3 * 4 + 4 * 5 + 6 * 3


def test_the_traced_model_has_a_hundred_numbers_that_nobody_can_change() -> None:
    traced = traced_parameters()
    assert traced.size == 100
    assert traced.embeddings.shape == (22, 2)
    assert traced.w_o.shape == (2, 22)
    for _, array in traced:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_nobody_can_change_a_model_from_outside() -> None:
    square = np.eye(2)
    model = traced_parameters().change(w_q=square)
    square[0, 0] = 77
    assert model.w_q[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        draw_model(0).w_k[0, 0] = 1


def test_arrays_that_do_not_match_are_not_combined() -> None:
    one = draw_model(0, positions=4)
    with pytest.raises(ShapeError, match=r"embeddings of shapes \(22, 3\) and \(5, 3\)"):
        one.combine(np.add, draw_model(0, vocabulary_size=5, positions=4))
    for some, other in ((one, draw_model(0)), (draw_model(0), one)):
        with pytest.raises(ShapeError, match=r"positions of shapes"):
            some.combine(np.add, other)


def tell_lengths(one: str, axis: int, other: str, its_axis: int) -> str:
    """Give the beginning of the message about two axes that differ in length."""
    return f"expected axis {axis} of {one} to be as long as axis {its_axis} of {other}, found shapes"


@pytest.mark.parametrize(
    ("name", "shape", "message"),
    [
        ("w_q", (4, 2), f"{tell_lengths('embeddings', -1, 'w_q', -2)} (5, 3) and (4, 2)"),
        ("w_k", (4, 2), f"{tell_lengths('embeddings', -1, 'w_k', -2)} (5, 3) and (4, 2)"),
        ("w_v", (4, 4), f"{tell_lengths('embeddings', -1, 'w_v', -2)} (5, 3) and (4, 4)"),
        ("positions", (6, 2), f"{tell_lengths('embeddings', -1, 'positions', -1)} (5, 3) and (6, 2)"),
        ("w_o", (4, 6), f"{tell_lengths('embeddings', -2, 'w_o', -1)} (5, 3) and (4, 6)"),
        ("w_k", (3, 3), f"{tell_lengths('w_q', -1, 'w_k', -1)} (3, 2) and (3, 3)"),
        ("w_o", (3, 5), f"{tell_lengths('w_v', -1, 'w_o', -2)} (3, 4) and (3, 5)"),
        ("w_q", (2, 3, 2), "leading axes differ: embeddings (5, 3), w_q (2, 3, 2)"),
        ("positions", (2, 6, 3), "leading axes differ: embeddings (5, 3), positions (2, 6, 3)"),
        ("embeddings", (3,), "embeddings: expected (..., rows, columns), found shape (3,)"),
    ],
)
def test_what_does_not_fit_is_refused_with_both_shapes(
    name: str, shape: tuple[int, ...], message: str
) -> None:
    arrays = dict(draw_model(0, vocabulary_size=5, positions=6)) | {name: np.ones(shape)}
    with pytest.raises(ShapeError, match=re.escape(message)):
        Parameters(**arrays)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_dtype_is_kept(dtype: type[np.floating[Any]]) -> None:
    parameters = Parameters(**{name: array.astype(dtype) for name, array in draw_model(0)})
    assert {array.dtype for _, array in parameters} == {np.dtype(dtype)}


def test_the_wider_dtype_is_taken_and_integers_are_read_as_floats() -> None:
    double = draw_model(0)
    mixed = double.change(embeddings=double.embeddings.astype(np.float32))
    assert {array.dtype for _, array in mixed} == {np.dtype(np.float64)}
    whole = Parameters(**{name: np.ones(array.shape, int) for name, array in draw_model(0)})
    assert {array.dtype for _, array in whole} == {np.dtype(np.float64)}


@pytest.mark.parametrize("dtype", [np.float16, np.complex128, np.bool_])
def test_other_numbers_are_refused(dtype: type[np.generic]) -> None:
    with pytest.raises(DtypeError):
        Parameters(**{name: array.astype(dtype) for name, array in draw_model(0)})


def test_positions_without_models_are_given_to_every_model() -> None:
    places = np.arange(18.0).reshape(6, 3)
    parameters = draw_model(0, models=(2, 4)).change(positions=places)
    assert parameters.positions is not None
    assert parameters.positions.shape == (2, 4, 6, 3)
    np.testing.assert_array_equal(parameters.positions[1, 3], places)


def test_one_model_is_picked_out_of_many() -> None:
    many = draw_model(0, positions=6, models=(2, 4))
    one = many.pick(1, 3)
    assert one.models == ()
    for name, array in one:
        np.testing.assert_array_equal(array, dict(many)[name][1, 3])


def test_arrays_are_combined_by_name() -> None:
    one, other = draw_model(0, positions=6), draw_model(1, positions=6)
    total = one.combine(np.add, other)
    for name, array in total:
        np.testing.assert_array_equal(array, dict(one)[name] + dict(other)[name])
    assert draw_model(0).combine(np.negative).positions is None


def test_drawing_follows_the_generator_in_the_order_told() -> None:
    drawn = draw_parameters(np.random.default_rng(3), vocabulary_size=5, width=2, models=(7,))
    stream = np.random.default_rng(3).normal(size=7 * (10 + 3 * 4 + 10))
    flat = np.concatenate([array.ravel() for _, array in drawn])
    np.testing.assert_array_equal(flat, stream)
    assert drawn.models == (7,)
    assert drawn.w_o.shape == (7, 2, 5)
