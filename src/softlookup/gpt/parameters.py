"""What a small GPT learns: embeddings and four matrices, for one model or for many side by side."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from softlookup.arrays import FloatArray, as_floats, read_only, require_axes
from softlookup.errors import DtypeError, ShapeError

NAMES = ("embeddings", "w_q", "w_k", "w_v", "w_o", "positions")
"""The arrays of `Parameters`, in order."""

_SHARED_SIZES = (
    ("embeddings", -1, "w_q", -2),
    ("embeddings", -1, "w_k", -2),
    ("embeddings", -1, "w_v", -2),
    ("embeddings", -1, "positions", -1),
    ("embeddings", -2, "w_o", -1),
    ("w_q", -1, "w_k", -1),
    ("w_v", -1, "w_o", -2),
)
"""Which axis of which array is as long as which axis of another."""


@dataclass(frozen=True, eq=False)
class Parameters:
    """The arrays of one model, or of many: leading axes ``...`` are independent models.

    Every array has the same leading axes, except that positions without any are given to every model,
    and all get one dtype: float32 or float64, the wider of those given (integers count as float64).
    The arrays are copies and read-only. Infinity and NaN are let in: training that runs away ends there.
    Raises ``ShapeError``, naming both shapes, where two arrays do not fit, and ``DtypeError`` for
    numbers of another kind.
    """

    embeddings: FloatArray
    """One row a word, E, shape (..., V, d)."""
    w_q: FloatArray
    """From embeddings to queries, shape (..., d, d_k)."""
    w_k: FloatArray
    """From embeddings to keys, shape (..., d, d_k)."""
    w_v: FloatArray
    """From embeddings to values, shape (..., d, d_v)."""
    w_o: FloatArray
    """From attention's output to logits, a column a word, shape (..., d_v, V)."""
    positions: FloatArray | None = None
    """Added to the embedding of the word at each place, shape (..., n, d); None for no positions."""

    def __post_init__(self) -> None:
        """Bring all arrays to one dtype, and hold their shapes against each other."""
        arrays = {name: as_floats(array, name) for name, array in self}
        for name, array in arrays.items():
            require_axes(array, name, 2, "(..., rows, columns)")
        models = arrays["embeddings"].shape[:-2]
        if "positions" in arrays and not arrays["positions"].shape[:-2]:
            shape = models + arrays["positions"].shape
            arrays["positions"] = np.broadcast_to(arrays["positions"], shape)
        _check_sizes(arrays)
        dtype = np.result_type(*arrays.values())
        if dtype not in (np.float32, np.float64):
            message = f"parameters: expected float32 or float64, found {dtype}"
            raise DtypeError(message)
        for name, array in arrays.items():
            object.__setattr__(self, name, read_only(array.astype(dtype, copy=False)))

    def __iter__(self) -> Iterator[tuple[str, FloatArray]]:
        """Go through the names and arrays that there are."""
        return ((name, array) for name in NAMES if (array := getattr(self, name)) is not None)

    @property
    def models(self) -> tuple[int, ...]:
        """The leading axes: () for one model."""
        return self.embeddings.shape[:-2]

    @property
    def vocabulary_size(self) -> int:
        """How many words the model knows, V."""
        return int(self.embeddings.shape[-2])

    @property
    def width(self) -> int:
        """The width d of the embeddings."""
        return int(self.embeddings.shape[-1])

    @property
    def size(self) -> int:
        """How many numbers each model has."""
        return sum(int(np.prod(array.shape[len(self.models) :])) for _, array in self)

    def combine(self, function: Callable[..., FloatArray], *others: "Parameters") -> "Parameters":
        """Apply a function to every array, together with those of the same name in others.

        The others have the same arrays, as a gradient and an average of gradients do. Raises ``ShapeError``,
        naming both shapes, where they have not.
        """
        for other in others:
            for name in NAMES:
                one, its = (_tell_shape(getattr(given, name)) for given in (self, other))
                if one != its:
                    message = f"expected the same arrays, found {name} of shapes {one} and {its}"
                    raise ShapeError(message)
        arrays = {name: function(array, *(getattr(other, name) for other in others)) for name, array in self}
        return Parameters(**arrays)

    def change(self, **arrays: FloatArray) -> "Parameters":
        """Give the same parameters with some arrays replaced."""
        return replace(self, **arrays)

    def pick(self, *model: int) -> "Parameters":
        """Give one model of many, by its place on the leading axes."""
        return self.combine(lambda array: array[model])


def draw_parameters(
    generator: np.random.Generator, vocabulary_size: int, width: int, models: tuple[int, ...] = ()
) -> Parameters:
    """Draw every number of every model from N(0, 1): embeddings, W_q, W_k, W_v, then W_o; no positions.

    Queries, keys and values have the width of the embeddings.
    """
    square, table = (*models, width, width), (*models, vocabulary_size, width)
    return Parameters(
        embeddings=generator.normal(size=table),
        w_q=generator.normal(size=square),
        w_k=generator.normal(size=square),
        w_v=generator.normal(size=square),
        w_o=generator.normal(size=(*models, width, vocabulary_size)),
    )


def _tell_shape(array: FloatArray | None) -> tuple[int, ...] | None:
    return None if array is None else array.shape


def _check_sizes(arrays: dict[str, FloatArray]) -> None:
    """Raise ``ShapeError``, naming both shapes, for two arrays that do not fit."""
    for one, axis, other, its_axis in _SHARED_SIZES:
        if other not in arrays:
            continue
        left, right = arrays[one].shape, arrays[other].shape
        if left[axis] != right[its_axis]:
            message = (
                f"expected axis {axis} of {one} to be as long as axis {its_axis} of {other}, "
                f"found shapes {left} and {right}"
            )
            raise ShapeError(message)
        if left[:-2] != right[:-2]:
            message = f"leading axes differ: {one} {left}, {other} {right}"
            raise ShapeError(message)
