"""Whether training has brought two words together, or only left them where all others went away."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.experiments.estimates import estimate_quantile
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.forward import mix
from softlookup.gpt.parameters import Parameters
from tether.values import Estimate


@dataclass(frozen=True, eq=False)
class Meeting:
    """Where two words stand before and after training, in many models."""

    contexts: int
    """How many contexts both words answer."""
    gaps: FloatArray
    """How far apart the two embeddings are, before and after, shape (2, redraws)."""
    usual: FloatArray
    """The median distance of two embeddings of the vocabulary, before and after, shape (2, redraws)."""
    rivals: FloatArray
    """How far the nearest other word is from the first of the two, after, shape (redraws,)."""
    moves: FloatArray
    """The cosine of the two words' moves, shape (redraws,)."""
    parallel: FloatArray
    """The least cosine of two outputs after contexts that both answer, shape (redraws,), or (0,) for none."""
    along: FloatArray
    """The absolute cosine of the words' difference with those outputs, in the mean over the contexts, before
    and after, shape (2, redraws), or (2, 0) for none."""

    @property
    def gap(self) -> tuple[Estimate, Estimate]:
        """The median distance of the two, before and after."""
        return _take_medians(self.gaps)

    @property
    def usual_gap(self) -> tuple[Estimate, Estimate]:
        """The median over the models of what two words are apart, before and after."""
        return _take_medians(self.usual)

    @property
    def rival(self) -> Estimate:
        """The median distance to the nearest other word, after."""
        return estimate_quantile(self.rivals, 0.5)

    @property
    def grew(self) -> int:
        """In how many models the two are farther apart after training than before."""
        return int((self.gaps[1] > self.gaps[0]).sum())

    @property
    def move(self) -> Estimate:
        """The median cosine of the two words' moves: 1 where they move the same way."""
        return estimate_quantile(self.moves, 0.5)

    @property
    def one_way(self) -> Estimate:
        """The median of the least cosine of two outputs after contexts that both answer."""
        return estimate_quantile(self.parallel, 0.5)

    @property
    def overlap(self) -> tuple[Estimate, Estimate]:
        """The median cosine of the words' difference with the outputs, before and after, without its sign."""
        return _take_medians(self.along)


def measure_meeting(
    start: Parameters, end: Parameters, pairs: Sequence[Pair], vocabulary: Vocabulary, words: tuple[int, int]
) -> Meeting:
    """Measure two words, by their numbers, in all models before and after training."""
    one, other = words
    distances = [measure_all_distances(model) for model in (start, end)]
    upper = np.triu_indices(len(vocabulary), 1)
    moves = end.embeddings - start.embeddings
    outputs = [_find_outputs(model, pairs, vocabulary, one, other) for model in (start, end)]
    models = (start, end)
    gaps = [model.embeddings[:, one] - model.embeddings[:, other] for model in models]  # (redraws, d) each
    count = outputs[0].shape[1]
    if count:
        ways = _take_cosines(outputs[1][:, :, None], outputs[1][:, None])  # (redraws, contexts, contexts)
        parallel = ways.min(axis=(1, 2))
        along = np.stack(
            [
                np.abs(_take_cosines(output, gap[:, None])).mean(axis=1)
                for output, gap in zip(outputs, gaps, strict=True)
            ]
        )
    else:
        parallel, along = np.empty(0), np.empty((2, 0))
    others = np.delete(distances[1][:, one], (one, other), axis=-1)
    return Meeting(
        contexts=count,
        gaps=read_only(np.stack([table[:, one, other] for table in distances])),
        usual=read_only(np.stack([np.median(table[:, *upper], axis=-1) for table in distances])),
        rivals=read_only(others.min(axis=-1)),
        moves=read_only(_take_cosines(moves[:, one], moves[:, other])),
        parallel=read_only(parallel),
        along=read_only(along),
    )


def measure_all_distances(parameters: Parameters) -> FloatArray:
    """Give the distances of all embeddings from all, shape (redraws, V, V)."""
    e = parameters.embeddings
    # (redraws, V, 1, d) - (redraws, 1, V, d) -> (redraws, V, V)
    distances: FloatArray = np.linalg.norm(e[:, :, None] - e[:, None], axis=-1)
    return distances


def _find_outputs(
    parameters: Parameters, pairs: Sequence[Pair], vocabulary: Vocabulary, one: int, other: int
) -> FloatArray:
    """Give what each context that both words answer puts out, shape (redraws, contexts, d_v)."""
    told = {(pair.context, pair.target) for pair in pairs}
    contexts = [
        pair.context
        for pair in pairs
        if pair.target == vocabulary.word(one) and (pair.context, vocabulary.word(other)) in told
    ]
    if not contexts:
        return np.empty((*parameters.models, 0, parameters.w_v.shape[-1]))
    outputs = [mix(parameters, vocabulary.encode(context)).output[..., -1, :] for context in contexts]
    return np.stack(outputs, axis=-2)


def _take_cosines(a: FloatArray, b: FloatArray) -> FloatArray:
    """Give the cosines of vectors on the last axes."""
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    cosines: FloatArray = (a * b).sum(axis=-1) / lengths
    return cosines


def _take_medians(draws: FloatArray) -> tuple[Estimate, Estimate]:
    """Give the medians of two rows of draws."""
    return estimate_quantile(draws[0], 0.5), estimate_quantile(draws[1], 0.5)
