"""The small GPT's gradient against central differences, with steps from wide to narrow."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from softlookup.arrays import FloatArray
from softlookup.gpt.batch import Batch
from softlookup.gpt.gradient import grad
from softlookup.gpt.loss import loss
from softlookup.gpt.parameters import Parameters
from tether.values import Roundoff

EPSILON = float(np.finfo(np.float64).eps)
"""The distance from 1 to the next float64."""


@dataclass(frozen=True)
class StepError:
    """How far a gradient is from central differences with one step h."""

    step: float
    """h."""
    double: Roundoff
    """The relative error over all parameters, reckoned in float64."""
    single: Roundoff
    """The same, reckoned in float32."""

    def single_above(self, bound: float) -> bool:
        """Tell whether the error in float32 is above a bound: rounding, yet large enough to be relied on."""
        return self.single.value > bound


@dataclass(frozen=True, eq=False)
class GradientCheck:
    """Every slope by the formulas and by nudging each parameter both ways."""

    pairs: int
    """How many pairs the loss is a mean of."""
    parameters: int
    """How many numbers were nudged."""
    step: float
    """h, by which each was nudged."""
    largest: float
    """The largest absolute slope."""
    loss: float
    """The loss at the point, in nats."""
    error: Roundoff
    """``max |slope - central difference|``."""
    relative: Roundoff
    """The relative error over all parameters together."""
    moving: dict[str, int]
    """How many slopes of each array are other than exactly 0."""
    still: tuple[int, ...]
    """The numbers of the words whose embeddings have a slope of exactly 0."""
    still_differences: float
    """The largest central difference among those words' embeddings."""
    steps: tuple[StepError, ...]
    """The errors for h of 10⁻¹, 10⁻² and so on."""

    @property
    def moving_in_all(self) -> int:
        """How many slopes are other than exactly 0."""
        return sum(self.moving.values())

    @property
    def balance(self) -> float:
        """The cube root of epsilon, where truncation and rounding are about as large for tame functions."""
        return float(np.cbrt(EPSILON))

    @property
    def fall(self) -> float:
        """By what factor the error in float64 falls with a step ten times narrower, from 10⁻¹ to 10⁻³."""
        return float(np.sqrt(self.at(1).double.value / self.at(3).double.value))

    @property
    def best_single(self) -> float:
        """The step with the least error in float32."""
        return min(self.steps, key=lambda row: row.single.value).step

    def at(self, exponent: int) -> StepError:
        """Give the errors for the step 10^-exponent; raises ``IndexError`` for one that was not tried."""
        if not 1 <= exponent <= len(self.steps):
            message = f"expected an exponent from 1 to {len(self.steps)}, found {exponent}"
            raise IndexError(message)
        return self.steps[exponent - 1]


def check_gradient(parameters: Parameters, batch: Batch, step: float, smallest: int) -> GradientCheck:
    """Nudge every parameter of one model by ``step``, then by 10⁻¹ to 10^-smallest in two precisions."""
    gradient, differences = grad(parameters, batch), difference_loss(parameters, batch, step)
    single = parameters.combine(lambda array: array.astype(np.float32))
    single_gradient = grad(single, batch)
    rows = []
    for exponent in range(1, smallest + 1):
        h = 10.0**-exponent
        double_error = compare_slopes(gradient, difference_loss(parameters, batch, h))
        single_error = compare_slopes(single_gradient, difference_loss(single, batch, h))
        rows.append(StepError(h, Roundoff(double_error), Roundoff(single_error)))
    still = np.flatnonzero(~gradient.embeddings.any(axis=-1))
    flat = flatten(gradient)
    return GradientCheck(
        pairs=len(batch),
        parameters=parameters.size,
        step=step,
        largest=float(np.abs(flat).max()),
        loss=float(loss(parameters, batch)),
        error=Roundoff(float(np.abs(flat - flatten(differences)).max())),
        relative=Roundoff(compare_slopes(gradient, differences)),
        moving={name: int(np.count_nonzero(array)) for name, array in gradient},
        still=tuple(still.tolist()),
        still_differences=float(np.abs(differences.embeddings[still]).max(initial=0)),
        steps=tuple(rows),
    )


def difference_loss(parameters: Parameters, batch: Batch, step: float) -> Parameters:
    """Give every slope of one model's loss by a central difference.

    Each nudged copy is a model of its own, so that one pass gives the losses of all of them.
    """
    flat = flatten(parameters)
    nudges = np.eye(len(flat), dtype=flat.dtype) * flat.dtype.type(step)  # a row for each parameter
    up = loss(unflatten(flat + nudges, parameters), batch)  # (size, size) -> (size,)
    down = loss(unflatten(flat - nudges, parameters), batch)
    slopes: FloatArray = (up - down) / flat.dtype.type(2 * step)
    return unflatten(slopes, parameters)


def compare_slopes(one: Parameters, other: Parameters) -> float:
    """Give the relative error of two gradients, each taken for one long vector, as `compare_vectors` does."""
    return compare_vectors(flatten(one), flatten(other))


def compare_vectors(one: npt.ArrayLike, other: npt.ArrayLike) -> float:
    """Give ``|a - b| / (|a| + |b|)`` with Euclidean norms, between 0 and 1; 0 if both are 0."""
    a, b = np.ravel(one).astype(np.float64), np.ravel(other).astype(np.float64)
    size = float(np.linalg.norm(a) + np.linalg.norm(b))
    return float(np.linalg.norm(a - b)) / size if size else 0.0


def flatten(parameters: Parameters) -> FloatArray:
    """Put all numbers of one model into one vector, array after array: (size,)."""
    return np.concatenate([array.ravel() for _, array in parameters])


def unflatten(flat: FloatArray, like: Parameters) -> Parameters:
    """Cut vectors (..., size) into arrays of the shapes of one model, with leading axes ``...``."""
    arrays, start = {}, 0
    for name, array in like:
        part = flat[..., start : start + array.size]
        arrays[name] = part.reshape(*flat.shape[:-1], *array.shape)
        start += array.size
    return Parameters(**arrays)
