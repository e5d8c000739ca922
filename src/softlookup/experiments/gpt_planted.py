"""Wrong gradients on purpose: a backward pass with a place for each mistake, and what a check sees of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, unique

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.gpt_gradient_check import compare_vectors, difference_loss, flatten, unflatten
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.loss import loss
from softlookup.gpt.parameters import Parameters
from softlookup.jacobian import softmax_jvp
from softlookup.softmax import softmax

FOUND = 1e-3
"""A relative error above this counts as found: a right gradient's is a thousand times smaller."""

WIDE = range(1, 8)
"""The steps 10⁻¹ to 10⁻⁷, with which differences in float64 are good to many digits."""


@unique
class Mistake(Enum):
    """A way to get the gradient wrong; the value is its name in tables, and `Planted` says what it is."""

    SUMMED = "pairs summed"
    UNSCALED = "√2 forgotten"
    DIAGONAL = "diagonal only"
    DETACHED = "weights held constant"
    SWAPPED = "W_q and W_k swapped"
    OVERWRITTEN = "repeats counted once"
    TRANSPOSED = "W_v not transposed"


@dataclass(frozen=True)
class Finding:
    """What checks make of one mistake: relative errors, 0 for a right gradient and at most 1."""

    mistake: Mistake
    """What was done wrong."""
    first: float
    """Over all parameters, on the first pair alone."""
    everywhere: float
    """Over all parameters, on all pairs."""
    embeddings: float
    """By the embeddings, on all pairs."""
    w_q: float
    """By W_q, on all pairs."""
    w_k: float
    """By W_k, on all pairs."""
    w_v: float
    """By W_v, on all pairs."""
    w_o: float
    """By W_o, on all pairs."""
    direction: float
    """Of the slope along one direction, all parameters at once, on all pairs."""
    cosine: float
    """The cosine between the wrong gradient and the right one, on all pairs."""
    by_step: tuple[float, ...]
    """Over all parameters, on all pairs, with nudges of 10⁻¹, 10⁻² and so on."""

    @property
    def worst(self) -> float:
        """The largest relative error of any array."""
        return max(self.embeddings, self.w_q, self.w_k, self.w_v, self.w_o)


@dataclass(frozen=True)
class Planted:
    """What was found of each mistake."""

    summed: Finding
    """The pairs are summed, not averaged."""
    unscaled: Finding
    """The scores' √2 is forgotten."""
    diagonal: Finding
    """Of the softmax Jacobian only the diagonal is kept."""
    detached: Finding
    """The attention weights are taken for constants."""
    swapped: Finding
    """W_q and W_k get each other's gradient."""
    overwritten: Finding
    """A word that stands twice in a context is counted once."""
    transposed: Finding
    """W_v stands where its transpose should."""

    def __iter__(self) -> Iterator[Finding]:
        """Go through the findings in the order of `Mistake`."""
        return (getattr(self, mistake.name.lower()) for mistake in Mistake)

    @property
    def count(self) -> int:
        """How many mistakes were planted."""
        return len(Mistake)

    @property
    def unseen_on_first(self) -> int:
        """How many mistakes the first pair alone lets pass: they change nothing there, up to rounding."""
        return sum(finding.first < FOUND for finding in self)

    @property
    def found_everywhere(self) -> int:
        """How many mistakes show on all pairs in the worst array."""
        return sum(finding.worst > FOUND for finding in self)

    @property
    def found_along_direction(self) -> int:
        """How many mistakes show along the one direction."""
        return sum(finding.direction > FOUND for finding in self)

    @property
    def ends_untouched(self) -> bool:
        """Whether W_v and W_o, first on the way back, are right under all mistakes but the first."""
        _, *others = self
        return all(max(finding.w_v, finding.w_o) < FOUND for finding in others)

    @property
    def downhill(self) -> int:
        """How many wrong gradients point the right way, more or less: a small step along them helps."""
        return sum(finding.cosine > 0 for finding in self)

    @property
    def least_cosine(self) -> float:
        """The smallest cosine between a wrong gradient and the right one."""
        return min(finding.cosine for finding in self)

    @property
    def least_overall(self) -> float:
        """The smallest relative error over all parameters, on all pairs, of any mistake with any step."""
        return min(min(finding.by_step) for finding in self)


def plant_mistakes(
    rng: np.random.Generator,
    parameters: Parameters,
    vocabulary: Vocabulary,
    pairs: Sequence[Pair],
    step: float,
) -> Planted:
    """Make every mistake, and hold each wrong gradient against central differences of the true loss.

    The first pair alone, all pairs, and all pairs along one random direction of length 1.
    """
    alone, batch = batch_pairs(pairs[:1], vocabulary), batch_pairs(pairs, vocabulary)
    first, everywhere = difference_loss(parameters, alone, step), difference_loss(parameters, batch, step)
    nudged = [flatten(difference_loss(parameters, batch, 10.0**-exponent)) for exponent in WIDE]
    flat = flatten(parameters)
    direction = rng.normal(size=len(flat))
    direction /= np.linalg.norm(direction)
    up, down = loss(unflatten(flat + step * np.array([[1.0], [-1.0]]) * direction, parameters), batch)
    slope = (up - down) / (2 * step)
    right, findings = flatten(everywhere), []
    for mistake in Mistake:
        wrong = go_back_wrongly(parameters, vocabulary, pairs, mistake)
        wrong_flat = flatten(wrong)
        wrong_first = go_back_wrongly(parameters, vocabulary, pairs[:1], mistake)
        findings.append(
            Finding(
                mistake=mistake,
                first=compare_vectors(flatten(wrong_first), flatten(first)),
                everywhere=compare_vectors(wrong_flat, right),
                **{name: compare_vectors(array, getattr(everywhere, name)) for name, array in wrong},
                direction=compare_vectors(wrong_flat @ direction, slope),
                cosine=_measure_cosine(wrong_flat, right),
                by_step=tuple(compare_vectors(wrong_flat, slopes) for slopes in nudged),
            )
        )
    return Planted(*findings)


def go_back_wrongly(
    parameters: Parameters, vocabulary: Vocabulary, pairs: Sequence[Pair], mistake: Mistake | None
) -> Parameters:
    """Give the gradient of the mean loss, one pair after the other, with one mistake or with none."""
    arrays = {name: np.zeros_like(array) for name, array in parameters}
    for pair in pairs:
        tokens, place = vocabulary.encode(pair.context), vocabulary.find(pair.target)
        for name, part in _go_back_once(parameters, tokens.tolist(), place, mistake).items():
            arrays[name] += part / (1 if mistake is Mistake.SUMMED else len(pairs))
    if mistake is Mistake.SWAPPED:
        arrays["w_q"], arrays["w_k"] = arrays["w_k"], arrays["w_q"]
    return Parameters(**arrays)


def _go_back_once(
    parameters: Parameters, tokens: list[int], place: int, mistake: Mistake | None
) -> dict[str, FloatArray]:
    """Give the gradient of one pair's loss; the right way is the one in which no mistake is asked for."""
    scale = 1 / np.sqrt(parameters.w_q.shape[-1])
    x = parameters.embeddings[tokens]
    q, k, v = x[-1] @ parameters.w_q, x @ parameters.w_k, x @ parameters.w_v
    a = softmax(scale * (k @ q))
    h = a @ v
    by_logits = softmax(h @ parameters.w_o)
    by_logits[place] -= 1
    g = parameters.w_o @ by_logits  # (d_v, V) @ (V,) -> (d_v,)
    by_scores = _pass_weights(a, v @ g, mistake) * (1 if mistake is Mistake.UNSCALED else scale)
    by_q, by_k, by_v = by_scores @ k, np.outer(by_scores, q), np.outer(a, g)
    by_x = by_k @ parameters.w_k.T
    by_x += by_v @ (parameters.w_v if mistake is Mistake.TRANSPOSED else parameters.w_v.T)
    by_x[-1] += parameters.w_q @ by_q
    embeddings = np.zeros_like(parameters.embeddings)
    if mistake is Mistake.OVERWRITTEN:
        embeddings[tokens] += by_x  # NumPy adds once for each index, however often it is listed
    else:
        np.add.at(embeddings, tokens, by_x)
    return {
        "embeddings": embeddings,
        "w_q": np.outer(x[-1], by_q),
        "w_k": x.T @ by_k,
        "w_v": x.T @ by_v,
        "w_o": np.outer(h, by_logits),
    }


def _measure_cosine(one: FloatArray, other: FloatArray) -> float:
    return float(one @ other / (np.linalg.norm(one) * np.linalg.norm(other)))


def _pass_weights(a: FloatArray, slope: FloatArray, mistake: Mistake | None) -> FloatArray:
    """Turn slopes by the attention weights into slopes by their scores: (n,) -> (n,)."""
    if mistake is Mistake.DETACHED:
        return np.zeros_like(a)
    if mistake is Mistake.DIAGONAL:
        diagonal: FloatArray = a * (1 - a) * slope
        return diagonal
    return softmax_jvp(a, slope)
