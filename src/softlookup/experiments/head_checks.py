"""What holds for a head whatever its numbers: order does not matter, and derivatives are right."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.gradients import differentiate_by_keys, differentiate_by_query, differentiate_by_values
from softlookup.world import ByEntity, find_entity, gather
from tether.values import Roundoff


@dataclass(frozen=True)
class Permutation:
    """The head with its keys, and their values with them, in other orders."""

    orders: int
    """How many random orders were tried."""
    weight_error: Roundoff
    """``max |weight after - weight before|``, each key followed to its new place."""
    output_error: Roundoff
    """``max |output after - output before|``."""


@dataclass(frozen=True, eq=False)
class Gradients:
    """How bob's output answers to his query, to each key and to each value."""

    by_query: FloatArray
    """``do/dq``, shape (4, 4): rows are coordinates of the output, columns of the query."""
    by_key: ByEntity[FloatArray]
    """``do/dk_j`` for each key, shape (4, 4) each: ``by_key.p2``."""
    by_value: ByEntity[FloatArray]
    """``do/dv_j`` for each value, shape (4, 4) each: the attention weight times the identity."""
    step: float
    """The step of the central differences."""
    by_query_error: Roundoff
    """``max |do/dq - central difference|``."""
    by_key_error: Roundoff
    """``max |do/dk_j - central difference|`` over all keys."""
    by_value_error: Roundoff
    """``max |do/dv_j - central difference|`` over all values."""
    covariance_error: Roundoff
    """``max |do/dq - scale · covariance of values and keys|``, the weights taken as probabilities."""


def permute_keys(rng: np.random.Generator, head: Head, orders: int) -> Permutation:
    """Run the head with keys and values shuffled together, in several random orders."""
    weight_errors, output_errors = [], []
    for _ in range(orders):
        order = rng.permutation(len(head.keys))
        shuffled = attend(head.queries, head.keys[order], head.values[order])
        weight_errors.append(np.abs(shuffled.weights - head.weights[:, order]).max())
        output_errors.append(np.abs(shuffled.output - head.output).max())
    return Permutation(orders, Roundoff(float(max(weight_errors))), Roundoff(float(max(output_errors))))


def differentiate_head(head: Head, step: float) -> Gradients:
    """Differentiate bob's output by query, keys and values, and check by central differences."""
    q, k, v = head.queries[find_entity("bob")], head.keys, head.values
    by_query = differentiate_by_query(q, k, v)  # (4, 4)
    by_keys = differentiate_by_keys(q, k, v)  # (4, 13, 4)
    by_values = differentiate_by_values(q, k, v)  # (4, 13, 4)

    def fetch(q: FloatArray, k: FloatArray, v: FloatArray) -> FloatArray:
        output: FloatArray = attend(q[None, :], k, v).output[0]
        return output

    return Gradients(
        by_query=read_only(by_query),
        by_key=ByEntity(**gather(lambda place, _: read_only(by_keys[:, place]))),
        by_value=ByEntity(**gather(lambda place, _: read_only(by_values[:, place]))),
        step=step,
        by_query_error=_residual(by_query, lambda moved: fetch(moved, k, v), q, step),
        by_key_error=_residual(by_keys, lambda moved: fetch(q, moved, v), k, step),
        by_value_error=_residual(by_values, lambda moved: fetch(q, k, moved), v, step),
        covariance_error=Roundoff(float(np.abs(by_query - _scaled_covariance(head)).max())),
    )


def _scaled_covariance(head: Head) -> FloatArray:
    """Give the covariance of values and keys under bob's weights, over sqrt(d_k), shape (4, 4)."""
    weights = head.bob.weights
    crossed = np.cov(
        head.values, head.keys, rowvar=False, aweights=weights, ddof=0
    )  # (8, 8): values, then keys
    covariance: FloatArray = crossed[: head.d_k, head.d_k :] / np.sqrt(head.d_k)
    return covariance


def _residual(
    analytic: FloatArray, output: Callable[[FloatArray], FloatArray], at: FloatArray, step: float
) -> Roundoff:
    """Give the largest difference between a derivative and the central difference of the output."""
    numeric = np.empty_like(analytic)
    for place in np.ndindex(at.shape):
        nudge = np.zeros_like(at)
        nudge[place] = step
        numeric[(slice(None), *place)] = (output(at + nudge) - output(at - nudge)) / (2 * step)
    return Roundoff(float(np.abs(analytic - numeric).max()))
