"""How the error of a central difference depends on its step: too wide, and too narrow."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.jacobian import softmax_jacobian
from softlookup.softmax import softmax
from tether.values import Roundoff

EPSILON = float(np.finfo(np.float64).eps)
"""The distance from 1 to the next float64."""


@dataclass(frozen=True)
class Step:
    """One step h, tried at several rows of logits."""

    step: float
    """h."""
    truncation: float
    """The largest entry of the first neglected term, ``h²/6 · |f'''|``, at the first row of logits."""
    rounding: float
    """``epsilon / h``: two weights, each wrong by epsilon, over 2h."""
    error: Roundoff
    """``max |J - central difference|`` at the first row of logits."""
    typical: Roundoff
    """The median of that error over all rows."""

    @property
    def ratio(self) -> float:
        """The error at the first row over the truncation term: near 1 where rounding plays no part."""
        return self.error.value / self.truncation


@dataclass(frozen=True, eq=False)
class StepSweep:
    """Central differences of softmax with steps of 10⁻¹, 10⁻² and so on."""

    rows: int
    """How many rows of logits were tried, the first one being the chapter's."""
    third: FloatArray
    """The third derivative of each weight by each logit at the first row, shape (n, n)."""
    steps: tuple[Step, ...]
    """One result a step, the widest first."""

    def at(self, exponent: int) -> Step:
        """Give the result for the step 10^-exponent; raises ``IndexError`` for one that was not tried."""
        if not 1 <= exponent <= len(self.steps):
            message = f"expected an exponent from 1 to {len(self.steps)}, found {exponent}"
            raise IndexError(message)
        return self.steps[exponent - 1]

    @property
    def best(self) -> float:
        """The step with the smallest error at the first row."""
        return min(self.steps, key=lambda row: row.error.value).step

    @property
    def best_exponent(self) -> int:
        """Which power of ten the best step is: 5 for 10⁻⁵."""
        return round(-float(np.log10(self.best)))

    @property
    def balance(self) -> float:
        """The step with the least ``t h² + epsilon/h``, which is ``(epsilon / 2t)^(1/3)``."""
        first = self.steps[0]
        return float((EPSILON * first.step**2 / (2 * first.truncation)) ** (1 / 3))

    @property
    def truncation_slope(self) -> float:
        """The power of h that the error follows for h from 10⁻¹ to 10⁻³."""
        return self._slope(self.steps[:3], [row.error.value for row in self.steps[:3]])

    @property
    def rounding_slope_error(self) -> Roundoff:
        """How far the power of h that the median error follows, from 10⁻⁷ on, is from -1."""
        narrow = self.steps[6:]
        return Roundoff(abs(self._slope(narrow, [row.typical.value for row in narrow]) + 1))

    @property
    def margin(self) -> Roundoff:
        """The largest share of ``truncation + rounding`` that any error at the first row takes up."""
        return Roundoff(max(row.error.value / (row.truncation + row.rounding) for row in self.steps))

    @staticmethod
    def _slope(steps: Sequence[Step], errors: Sequence[float]) -> float:
        return float(np.polyfit(np.log10([row.step for row in steps]), np.log10(errors), 1)[0])


def differentiate_thrice(weights: FloatArray) -> FloatArray:
    """Give ``d³p_i/dz_j³ = J_ij (1 - 6 p_j (1 - p_j))`` for weights p (n,), shape (n, n)."""
    thrice: FloatArray = softmax_jacobian(weights) * (1 - 6 * weights * (1 - weights))
    return thrice


def sweep_steps(rng: np.random.Generator, logits: FloatArray, smallest: int, rows: int) -> StepSweep:
    """Try the steps 10⁻¹ to 10^-smallest at given logits (n,) and at ``rows - 1`` rows more from N(0, 1)."""
    drawn = rng.normal(size=(rows - 1, len(logits)))
    z = np.concatenate([logits[None], drawn])  # (1, n) and (rows - 1, n) -> (rows, n)
    third = differentiate_thrice(softmax(logits))
    exact = softmax_jacobian(softmax(z))
    steps = []
    for exponent in range(1, smallest + 1):
        h = 10.0**-exponent
        errors = np.abs(exact - _differentiate(z, h)).max(axis=(1, 2))  # (rows, n, n) -> (rows,)
        steps.append(
            Step(
                step=h,
                truncation=float(h**2 / 6 * np.abs(third).max()),
                rounding=EPSILON / h,
                error=Roundoff(float(errors[0])),
                typical=Roundoff(float(np.median(errors))),
            )
        )
    return StepSweep(rows, read_only(third), tuple(steps))


def _differentiate(z: FloatArray, h: float) -> FloatArray:
    """Nudge every logit of every row both ways: (rows, n) -> (rows, n, n), entry [r, i, j] dp_i/dz_j."""
    nudges = h * np.eye(z.shape[-1])
    moved = softmax(z[:, None, :] + nudges) - softmax(z[:, None, :] - nudges)  # (rows, n, n), by j then i
    slopes: FloatArray = moved.swapaxes(-1, -2) / (2 * h)
    return slopes
