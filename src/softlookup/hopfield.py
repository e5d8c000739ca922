"""The associative memory of 1982: signs, pairwise couplings, and updates that lower an energy.

N patterns of d signs are kept as couplings ``W = Xᵀ X`` with a zero diagonal (Hebb's rule), and a state
s of d signs follows ``s_i <- sign(sum_j W_ij s_j)`` (Hopfield, PNAS 79, 1982). The customary factor
``1/d`` is left out: it changes no sign, and without it everything here is a whole number, so that no
result hangs on rounding. A field of exactly 0 leaves its sign as it is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from softlookup.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    as_array,
    as_count,
    as_floats,
    require_axes,
    working_dtype,
)
from softlookup.errors import RangeError, ShapeError, SoftLookupError

Bytes: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[Any]

BLOCK = 20
"""How many signs `recall_in_turn` looks at together."""

PIECE = 2**16
"""How many numbers are looked at together when an array is checked: few enough to stay in a cache."""


class SignError(SoftLookupError, ValueError):
    """An array that was to hold +1 and −1 only; the message names what else it holds."""


class UnsettledError(SoftLookupError, RuntimeError):
    """States that still changed when the allowed number of rounds was over."""


@dataclass(frozen=True, eq=False)
class Rest:
    """Where states came to rest; leading axes ``...`` are those of couplings and states together."""

    states: FloatArray
    """The final signs, shape (..., d)."""
    rounds: int
    """How many rounds it took until no state changed any more, the last, idle one included."""
    cycling: BoolArray
    """Which states swing between two for ever instead of resting, shape (...); never in turn."""


def couple(patterns: npt.ArrayLike) -> FloatArray:
    """Give Hebb's couplings ``W_ij = sum over patterns of x_i x_j`` for i ≠ j, and ``W_ii = 0``.

    ``patterns`` has shape (..., N, d) and holds +1 and −1; the result has shape (..., d, d), is symmetric,
    and holds whole numbers, exact as long as N is (in float32 up to 2²⁴). float16 is reckoned in float32.

    Raises ``ShapeError`` for fewer than two axes, ``DtypeError`` for anything but real numbers, and
    ``SignError`` for numbers other than +1 and −1.
    """
    x = as_floats(_read_signs(patterns, "patterns", 2, "(..., N, d)"), "patterns")
    x = x.astype(working_dtype(x.dtype), copy=False)
    couplings = x.swapaxes(-1, -2) @ x  # (..., d, N) @ (..., N, d) -> (..., d, d)
    sites = np.arange(x.shape[-1])
    couplings[..., sites, sites] = 0
    return couplings


def measure_energy(couplings: npt.ArrayLike, states: npt.ArrayLike) -> FloatArray:
    """Give ``E = −½ sᵀ W s``, shape (...), for couplings (..., d, d) and states (..., d).

    Turning sign i changes it by ``2 s_i h_i`` with the field ``h = W s``: an update in turn, which turns a
    sign only against its field, lowers it each time. Raises what `update_together` raises.
    """
    w, s = _read_network(couplings, states)
    energy: FloatArray = -(s * _find_fields(w, s)).sum(axis=-1) / 2
    return energy


def update_together(couplings: npt.ArrayLike, states: npt.ArrayLike) -> FloatArray:
    """Turn every sign to its field at once: ``s <- sign(W s)``.

    Shapes: ``couplings`` (..., d, d), symmetric with a zero diagonal; ``states`` (..., d) of +1 and −1;
    leading axes broadcast; the result has shape (..., d). The energy may rise: what never does is
    ``−s(t)ᵀ W s(t−1)``, from which it follows that `settle_together` ends in one state or in two.

    Raises ``ShapeError``, naming both shapes, where they don't fit, ``DtypeError`` for anything but real
    numbers, ``RangeError`` for couplings that are not finite, and ``SignError`` for states other than +1
    and −1.
    """
    w, s = _read_network(couplings, states)
    return _follow(_find_fields(w, s), s)


def update_in_turn(
    couplings: npt.ArrayLike, states: npt.ArrayLike, order: Sequence[int] | None = None
) -> FloatArray:
    """Visit the signs one after another, each turning to the field that the others make by then.

    ``order`` names the signs to visit, all of them from first to last unless told otherwise. Shapes and
    errors are those of `update_together`; a place in ``order`` that is no whole number is a ``DtypeError``,
    one that the state doesn't have a ``RangeError``.
    """
    w, s = _read_network(couplings, states)
    last = s.shape[-1] - 1
    visits = range(last + 1) if order is None else [as_count(site, "order", 0, last) for site in order]
    s = np.array(np.broadcast_to(s, _find_fields(w, s).shape))
    _sweep(w, s, _find_fields(w, s), visits)
    return s


def settle_in_turn(couplings: npt.ArrayLike, states: npt.ArrayLike, rounds: int = 1000) -> Rest:
    """Repeat `update_in_turn` until a whole round turns no sign.

    Each turn lowers the energy by 2 or more where couplings are whole numbers, so it always ends. Raises
    ``UnsettledError`` where ``rounds`` were too few, and what `update_together` raises; ``rounds`` that
    are no whole number are a ``DtypeError``, fewer than one a ``RangeError``.
    """
    rounds = as_count(rounds, "rounds", 1)
    w, s = _read_network(couplings, states)
    fields = _find_fields(w, s)
    s = np.array(np.broadcast_to(s, fields.shape))
    for done in range(1, rounds + 1):
        if not _sweep(w, s, fields, range(s.shape[-1])):
            return Rest(s, done, np.zeros(s.shape[:-1], np.bool_))
    raise UnsettledError(_say_unsettled(rounds))


def settle_together(couplings: npt.ArrayLike, states: npt.ArrayLike, rounds: int = 1000) -> Rest:
    """Repeat `update_together` until every state either rests or returns after two steps.

    One of the two must happen where couplings are symmetric (Goles, Fogelman, Pellegrin 1985). Raises
    ``UnsettledError`` where ``rounds`` were too few, and what `update_together` raises; ``rounds`` that
    are no whole number are a ``DtypeError``, fewer than one a ``RangeError``.
    """
    rounds = as_count(rounds, "rounds", 1)
    w, s = _read_network(couplings, states)
    s = np.broadcast_to(s, _find_fields(w, s).shape)
    before = s
    for done in range(1, rounds + 1):
        after = _follow(_find_fields(w, s), s)
        if done > 1 and np.array_equal(after, before):
            return Rest(after, done, (after != s).any(axis=-1))
        before, s = s, after
    raise UnsettledError(_say_unsettled(rounds))


def recall_in_turn(patterns: npt.ArrayLike, cues: npt.ArrayLike, rounds: int = 1000) -> FloatArray:
    """Give the states of ``settle_in_turn(couple(patterns), cues)`` without ever making the couplings.

    The field is ``Xᵀ m − N s`` with the overlaps ``m = X s``, and turning a sign moves each overlap by 2:
    N numbers to keep up to date in place of d, and N d to hold in place of d². ``patterns`` (..., N, d)
    and ``cues`` (..., d) hold +1 and −1, with leading axes that broadcast; the result is (..., d).
    Whatever has settled is not visited again. Raises as `couple` and `settle_in_turn` do.
    """
    rounds = as_count(rounds, "rounds", 1)
    x, s = _read_signs(patterns, "patterns", 2, "(..., N, d)"), _read_signs(cues, "cues", 1, "(..., d)")
    leading = _broadcast(x, s, "patterns and cues")
    trials, (count, width) = math.prod(leading), x.shape[-2:]
    # A byte for each sign, and a row for each place, so that one visit reads what lies side by side.
    by_sign = np.broadcast_to(x, (*leading, count, width)).reshape(trials, count, width).swapaxes(-1, -2)
    by_sign = np.ascontiguousarray(by_sign, np.int8)  # (trials, d, N)
    # No sum here exceeds N d, and float32 holds whole numbers up to 2**24.
    exact = np.dtype(np.float32 if count * width < 2**24 else np.float64)
    states: FloatArray = np.array(np.broadcast_to(s, (*leading, width)).reshape(trials, width), exact)
    overlaps = _find_overlaps(by_sign, states)
    active = np.arange(len(states))
    for _ in range(rounds):
        active = _sweep_overlaps(by_sign, states, overlaps, active)
        if not active.size:
            return states.reshape(*leading, width).astype(as_floats(s, "cues").dtype)
    raise UnsettledError(_say_unsettled(rounds))


def _find_overlaps(by_sign: Bytes, states: FloatArray) -> FloatArray:
    """Give ``m = X s`` for signs (trials, d, N) and states (trials, d), a block at a time."""
    overlaps = np.zeros((len(states), by_sign.shape[-1]), states.dtype)
    for start in range(0, states.shape[-1], BLOCK):
        block = slice(start, start + BLOCK)
        rows = by_sign[:, block].astype(states.dtype).swapaxes(-1, -2)
        overlaps += _match(rows, states[:, block])  # (trials, N, block), (trials, block) -> (trials, N)
    return overlaps


def _sweep_overlaps(by_sign: Bytes, states: FloatArray, overlaps: FloatArray, active: IntArray) -> IntArray:
    """Visit every sign of the active trials once, in place; name the trials that turned any.

    Signs are looked at a block at a time: a trial none of whose signs in the block disagrees with its
    field would turn none of them one by one either, and is passed over.
    """
    _, width, count = by_sign.shape
    turned = np.zeros(len(states), np.bool_)
    for start in range(0, width, BLOCK):
        block = slice(start, start + BLOCK)
        rows, now = by_sign[active, block].astype(states.dtype), states[active, block]
        fields = _match(rows, overlaps[active]) - count * now  # (m, block, N), (m, N) -> (m, block)
        opened = np.flatnonzero((fields * now < 0).any(axis=-1))
        if not opened.size:
            continue
        trials = active[opened]
        turned[trials] = True
        rows, now, near = rows[opened], now[opened], overlaps[trials]
        for i in range(rows.shape[1]):
            field = np.einsum("tn,tn->t", rows[:, i], near) - count * now[:, i]
            moved = np.flatnonzero(field * now[:, i] < 0)
            if moved.size:
                now[moved, i] *= -1
                near[moved] += 2 * now[moved, i, None] * rows[moved, i]
        states[trials, block], overlaps[trials] = now, near
    return np.flatnonzero(turned)


def _match(rows: FloatArray, vectors: FloatArray) -> FloatArray:
    matched: FloatArray = (rows @ vectors[..., None])[..., 0]  # (..., m, n) @ (..., n, 1) -> (..., m)
    return matched


def _read_signs(values: npt.ArrayLike, name: str, least: int, layout: str) -> Numbers:
    signs = as_array(values, name)
    if signs.dtype.kind not in "iu":
        signs = as_floats(signs, name)
    require_axes(signs, name, least, layout)
    flat = signs.reshape(-1)
    for start in range(0, flat.size, PIECE):
        piece = flat[start : start + PIECE]
        wrong = piece[np.abs(piece) != 1]
        if wrong.size:
            message = f"{name}: expected +1 and -1 only, found {wrong[0]} in shape {signs.shape}"
            raise SignError(message)
    return signs


def _read_network(couplings: npt.ArrayLike, states: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    w = as_floats(couplings, "couplings")
    s = as_floats(_read_signs(states, "states", 1, "(..., d)"), "states")
    require_axes(w, "couplings", 2, "(..., d, d)")
    if w.shape[-1] != w.shape[-2]:
        message = f"couplings: expected (..., d, d), found shape {w.shape}"
        raise ShapeError(message)
    if not np.isfinite(w).all():
        message = f"couplings: expected finite numbers, found {w[~np.isfinite(w)][0]} in shape {w.shape}"
        raise RangeError(message)
    _broadcast(w, s, "couplings and states")
    dtype = working_dtype(np.result_type(w, s))
    return w.astype(dtype, copy=False), s.astype(dtype, copy=False)


def _broadcast(one: FloatArray, states: FloatArray, names: str) -> tuple[int, ...]:
    """Give the leading axes of an array (..., m, d) and of states (..., d) together.

    Raises ``ShapeError``, with both shapes, where they don't fit or the last axes differ.
    """
    try:
        leading = np.broadcast_shapes(one.shape[:-2], states.shape[:-1])
    except ValueError:
        leading = None
    if leading is None or one.shape[-1] != states.shape[-1]:
        message = f"{names} do not fit: shapes {one.shape} and {states.shape}"
        raise ShapeError(message)
    return leading


def _find_fields(w: FloatArray, s: FloatArray) -> FloatArray:
    """Give ``h = W s``, the pull of all other signs on each."""
    return _match(w, s)  # (..., d, d), (..., d) -> (..., d)


def _follow(fields: FloatArray, states: FloatArray) -> FloatArray:
    return np.where(fields * states < 0, -states, states)


def _sweep(w: FloatArray, states: FloatArray, fields: FloatArray, order: Sequence[int]) -> bool:
    """Visit signs one by one, in place, fields kept up to date; tell whether any turned."""
    turned = False
    for i in order:
        moved = fields[..., i] * states[..., i] < 0
        if moved.any():
            turned = True
            states[..., i] = np.where(moved, -states[..., i], states[..., i])
            change = np.where(moved, 2 * states[..., i], 0)
            # (..., 1) * (..., d) -> (..., d): what the turned sign now adds to all fields
            fields += change[..., None] * w[..., :, i]
    return turned


def _say_unsettled(rounds: int) -> str:
    return f"states still changed after {rounds} rounds; allow more, or check that couplings are symmetric"
