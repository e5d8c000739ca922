"""The network of 1982 beside the softmax memory: the same patterns, the same cue, the same criterion."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, exp, hypot, log, log2, sqrt

import numpy as np

from softlookup.arrays import FloatArray, IntArray
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.sign_draws import Signs, draw_signs
from softlookup.hopfield import recall_in_turn
from softlookup.memory import recall
from tether.values import Estimate

CRITERION = 0.9
"""The cosine with the pattern from which on an answer counts as recalled."""

DOUBT = 1e-5
"""How near to the criterion a cosine of float32, good to about 1e-6, is reckoned again in float64."""

IN_CACHE = 100_000
"""How many scores are reckoned together."""


@dataclass(frozen=True)
class Cued:
    """How often a memory answers with the right pattern, for one number of patterns and one reading."""

    patterns: int
    """How many patterns are stored, N."""
    rate: Estimate
    """The share of cues whose answer has a cosine of at least `CRITERION` with the pattern."""


@dataclass(frozen=True)
class Curve:
    """The same for growing numbers of patterns."""

    points: tuple[Cued, ...]
    """One for each number of patterns, in growing order."""

    def at(self, patterns: int) -> Estimate:
        """Give the rate for a number of patterns that was tried."""
        return next(point.rate for point in self.points if point.patterns == patterns)

    def held(self, rate: float) -> Estimate:
        """Give the number of patterns at which the rate falls through this one.

        Between two numbers tried it is interpolated, evenly in the logarithm of the number; the interval
        is where the lower and the upper ends of the rates' intervals fall through. Where the first rate
        is no higher, the number is that of the first point. The trials are those of the two numbers around.
        """
        rates = [point.rate for point in self.points]
        low, value, high = (
            self._cross(ends, rate)
            for ends in ([r.low for r in rates], [r.value for r in rates], [r.high for r in rates])
        )
        before = max(i for i, point in enumerate(self.points) if point.patterns <= value)
        trials = min(rate.trials for rate in rates[before : before + 2])
        return Estimate(value, low, high, trials)

    def _cross(self, rates: Sequence[float], rate: float) -> float:
        for i in range(1, len(rates)):
            if rates[i] < rate:
                if rates[i - 1] <= rate:
                    return float(self.points[i - 1].patterns)
                before, after = log(self.points[i - 1].patterns), log(self.points[i].patterns)
                share = (rates[i - 1] - rate) / (rates[i - 1] - rates[i])
                return exp(before + share * (after - before))
        message = f"the rate never falls below {rate}: the last is {rates[-1]}"
        raise ValueError(message)


@dataclass(frozen=True)
class Rivals:
    """Both networks, each with two readings of the cue: all of it, or its signs alone."""

    width: int
    """How many coordinates a pattern has, d."""
    noise: float
    """The noise added to each coordinate of a unit pattern, σ."""
    beta: float
    """The softmax memory's inverse temperature, for unit patterns."""
    classical_signs: Curve
    """1982: the cue's signs, then updates in turn until nothing changes."""
    classical_whole: Curve
    """1982, helped: the first step takes the fields of the whole cue, then as above."""
    softmax_signs: Curve
    """One softmax step from the cue's signs, made a unit vector."""
    softmax_whole: Curve
    """One softmax step from the whole cue."""
    margin: float
    """How near any answer's cosine came to the criterion; those within `DOUBT` were reckoned in float64."""

    def lead(self, rate: float) -> Estimate:
        """Give how many times as many patterns softmax holds, whole cue, as Hopfield's network, signs."""
        return _divide(self.softmax_whole.held(rate), self.classical_signs.held(rate))

    def lead_by_signs(self, rate: float) -> Estimate:
        """Give the same where both are given the cue's signs alone."""
        return _divide(self.softmax_signs.held(rate), self.classical_signs.held(rate))

    def lead_by_all(self, rate: float) -> Estimate:
        """Give the same where both are given the whole cue."""
        return _divide(self.softmax_whole.held(rate), self.classical_whole.held(rate))

    @property
    def widest(self) -> float:
        """The largest half width of any rate."""
        curves = (self.classical_signs, self.classical_whole, self.softmax_signs, self.softmax_whole)
        return max((p.rate.high - p.rate.low) / 2 for curve in curves for p in curve.points)

    @property
    def criterion(self) -> float:
        """The cosine from which on an answer counts as recalled."""
        return CRITERION

    @property
    def flipped(self) -> float:
        """The chance that the cue's sign is not the pattern's: ``F(−1/(σ sqrt(d)))``, F the normal law."""
        return erfc(1 / (self.noise * sqrt(2 * self.width))) / 2

    @property
    def couplings(self) -> int:
        """How many numbers the couplings are, ``d (d − 1)/2``, however many patterns they hold."""
        return self.width * (self.width - 1) // 2

    def stored(self, patterns: float) -> float:
        """Give how many numbers the softmax memory keeps for so many patterns, ``N d``."""
        return patterns * self.width

    def coupling_bits(self, patterns: int) -> float:
        """Give the bits that the couplings of so many patterns need.

        Each is a sum of N signs and so one of N + 1 values.
        """
        return self.couplings * log2(patterns + 1)


def _divide(one: Estimate, other: Estimate) -> Estimate:
    """Give a ratio; the interval adds the squares of either's distances to its ends, in logarithms.

    That is right for independent estimates, and too long for two that rest on the same cues.
    """
    value = one.value / other.value
    down = hypot(log(one.value / one.low), log(other.high / other.value))
    up = hypot(log(one.high / one.value), log(other.value / other.low))
    return Estimate(value, value * exp(-down), value * exp(up), min(one.trials, other.trials))


def face_rivals(  # noqa: PLR0913  (sizes)
    rng: np.random.Generator,
    *,
    width: int,
    noise: float,
    beta: float,
    few: Sequence[int],
    trials: int,
    many: Sequence[int],
    sets: int,
    cues: int,
    near: Sequence[int] = (),
    near_cues: int = 0,
) -> Rivals:
    """Store patterns of signs as unit vectors, add noise to one of them, and ask both networks for it.

    For ``few`` patterns every trial draws its own, and all four columns get the same cues. For ``many``
    only the softmax memory is asked, with ``cues`` for each of ``sets`` drawings; the interval is then
    that of the drawings' rates, since cues of one drawing are not independent. For numbers ``near`` a
    half, which must be judged more finely, each drawing gets ``near_cues``.
    """
    curves: list[list[Cued]] = [[], [], [], []]
    margins = []
    for count in few:
        patterns = draw_signs(rng, trials, count, width)
        unit, cue = _corrupt(rng, patterns, np.zeros((trials, 1), np.intp), noise)
        signs = np.where(cue < 0, -1, 1).astype(np.float32)
        wanted = patterns[:, 0]
        helped = _follow_whole(patterns, cue[:, 0], signs[:, 0])
        found = [
            _measure_cosines(recall_in_turn(patterns, signs[:, 0]), wanted),
            _measure_cosines(recall_in_turn(patterns, helped), wanted),
            _ask_and_measure(signs / np.sqrt(width, dtype=np.float32), unit, patterns[:, :1], beta)[:, 0],
            _ask_and_measure(cue, unit, patterns[:, :1], beta)[:, 0],
        ]
        for curve, cosines in zip(curves, found, strict=True):
            margins.append(_find_margin(cosines))
            hits = cosines >= CRITERION
            curve.append(Cued(count, estimate_rate(int(hits.sum()), trials)))
    asked_for = [(count, cues) for count in many] + [(count, near_cues) for count in near]
    for count, each in asked_for:
        patterns = draw_signs(rng, sets, count, width)
        chosen = rng.integers(count, size=(sets, each))
        wanted = np.take_along_axis(patterns, chosen[..., None], axis=1)
        unit, cue = _corrupt(rng, patterns, chosen, noise)
        signs = np.where(cue < 0, -1, 1).astype(np.float32) / np.sqrt(width, dtype=np.float32)
        for curve, asked in zip(curves[2:], (signs, cue), strict=True):
            cosines = _ask_and_measure(asked, unit, wanted, beta)  # (sets, each)
            margins.append(_find_margin(cosines))
            drawn = estimate_mean((cosines >= CRITERION).mean(axis=1))
            curve.append(Cued(count, Estimate(drawn.value, drawn.low, drawn.high, sets * each)))
    by_signs, by_whole, soft_signs, soft_whole = (
        Curve(tuple(sorted(curve, key=lambda point: point.patterns))) for curve in curves
    )
    return Rivals(width, noise, beta, by_signs, by_whole, soft_signs, soft_whole, margin=min(margins))


def _corrupt(
    rng: np.random.Generator, patterns: Signs, chosen: IntArray, noise: float
) -> tuple[FloatArray, FloatArray]:
    """Give the patterns (m, N, d) as unit vectors, and a noisy cue for each chosen one, (m, n, d)."""
    unit = patterns / np.sqrt(patterns.shape[-1], dtype=np.float32)
    wanted = np.take_along_axis(unit, chosen[..., None], axis=1)
    return unit, wanted + np.float32(noise) * rng.standard_normal(wanted.shape, np.float32)


def _ask(cues: FloatArray, unit: FloatArray, beta: float) -> FloatArray:
    """Take a softmax step in each of m memories, few enough at a time that all of it stays in a cache."""
    memories, asked, stored = len(unit), cues.shape[-2], unit.shape[-2]
    pieces = max(1, memories * asked * stored // IN_CACHE)
    steps = np.array_split(np.arange(memories), min(pieces, memories))
    return np.concatenate([recall(cues[step], unit[step], beta) for step in steps])


def _ask_and_measure(cues: FloatArray, unit: FloatArray, wanted: Signs, beta: float) -> FloatArray:
    """Give the cosine of each answer with what was wanted, (m, n), in float64 where float32 leaves doubt.

    Patterns and cues are the same numbers in either type.
    """
    cosines = _measure_cosines(_ask(cues, unit, beta), wanted).astype(np.float64)
    for memory, cue in np.argwhere(np.abs(cosines - CRITERION) < DOUBT):
        answer = recall(cues[memory, cue].astype(np.float64), unit[memory].astype(np.float64), beta)
        cosines[memory, cue] = _measure_cosines(answer, wanted[memory, cue])
    return cosines


def _follow_whole(patterns: Signs, cue: FloatArray, signs: FloatArray) -> FloatArray:
    """Take the first step of 1982 from a cue of real numbers: the signs of ``W q``, reckoned in float64."""
    x, q = patterns.astype(np.float64), cue.astype(np.float64)
    overlaps = x @ q[..., None]  # (trials, N, d) @ (trials, d, 1) -> (trials, N, 1)
    fields = (x.swapaxes(-1, -2) @ overlaps)[..., 0] - x.shape[-2] * q
    # As in an update, a field of 0 leaves the sign that the cue has.
    return np.where(fields == 0, signs, np.where(fields < 0, -1, 1))


def _measure_cosines(answers: FloatArray, wanted: Signs) -> FloatArray:
    """Give the cosine of each answer (..., d) with the signs (..., d) that were wanted."""
    lengths = np.linalg.norm(answers, axis=-1) * np.sqrt(wanted.shape[-1])
    cosines: FloatArray = (answers * wanted).sum(axis=-1) / lengths
    return cosines


def _find_margin(cosines: FloatArray) -> float:
    return float(np.abs(cosines - CRITERION).min())
