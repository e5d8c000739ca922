"""Rows that are not all finite, and rows forbidden by a large number in place of minus infinity."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class SpecialRow:
    """One row of scores, weighed as the formula stands and as `softmax` does."""

    scores: FloatArray
    """The scores, shape (n,)."""
    formula: FloatArray
    """``exp(z) / sum(exp(z))`` without the max shift, shape (n,)."""
    weights: FloatArray
    """``softmax(z)``, shape (n,)."""

    @property
    def total(self) -> float:
        """The sum of the weights."""
        return float(self.weights.sum())


@dataclass(frozen=True, eq=False)
class SpecialRows:
    """One row of scores, and what becomes of it as parts are forbidden, infinite or unknown."""

    plain: SpecialRow
    """The row as it is."""
    one_forbidden: SpecialRow
    """With its largest score replaced by minus infinity."""
    all_forbidden: SpecialRow
    """With every score replaced by minus infinity."""
    infinite: SpecialRow
    """With its first two scores replaced by plus infinity."""
    unknown: SpecialRow
    """With its first score replaced by NaN."""
    penalty: float
    """A large finite number that is added in place of minus infinity."""
    penalised: FloatArray
    """Weights where every score was given the penalty, in float64, shape (n,)."""
    penalised_float32: FloatArray
    """The same in float32, where the penalty swallows the scores, shape (n,)."""
    penalty_error: Roundoff
    """How far ``penalised`` is from the weights of the plain row."""

    def __iter__(self) -> Iterator[SpecialRow]:
        """Give the rows in the order in which they are shown."""
        yield from (self.plain, self.one_forbidden, self.all_forbidden, self.infinite, self.unknown)


def weigh_special_rows(scores: Sequence[float], penalty: float) -> SpecialRows:
    """Weigh at least three finite scores, largest first, whole and with parts replaced."""
    plain = np.array(scores, dtype=np.float64)
    penalised = softmax(plain + penalty)
    narrow = softmax(plain.astype(np.float32) + np.float32(penalty))
    return SpecialRows(
        plain=_replace(plain, 0, 0.0),
        one_forbidden=_replace(plain, 1, -np.inf),
        all_forbidden=_replace(plain, len(plain), -np.inf),
        infinite=_replace(plain, 2, np.inf),
        unknown=_replace(plain, 1, np.nan),
        penalty=penalty,
        penalised=read_only(penalised),
        penalised_float32=read_only(narrow),
        penalty_error=Roundoff(float(np.abs(penalised - softmax(plain)).max())),
    )


def _replace(plain: FloatArray, count: int, score: float) -> SpecialRow:
    """Weigh a row whose first ``count`` scores are replaced."""
    changed = plain.copy()
    changed[:count] = score
    return SpecialRow(read_only(changed), read_only(_weigh(changed)), read_only(softmax(changed)))


def _weigh(scores: FloatArray) -> FloatArray:
    """Softmax as its formula stands, without the max shift."""
    with np.errstate(all="ignore"):
        exponentials = np.exp(scores)
        weights: FloatArray = exponentials / exponentials.sum()
    return weights
