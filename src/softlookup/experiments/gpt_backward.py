"""One pair of the small GPT followed backwards, from the loss to every parameter, by the formulas alone.

Only the last word of a context predicts, so one row of attention is all there is. The library's
`softlookup.gpt.gradient.grad` does the same for whole sentences at once; the two are tested against
each other.
"""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray, read_only
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.forward import predict_next, trace
from softlookup.gpt.gradient import grad
from softlookup.gpt.parameters import Parameters
from softlookup.jacobian import softmax_jvp
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class WayBack:
    """What the loss of one pair says to everything on its way; n is the length of the context."""

    context: tuple[str, ...]
    """The words read."""
    target: str
    """The word that should follow."""
    place: int
    """The number of the target."""
    weights: FloatArray
    """The last word's attention, shape (n,)."""
    output: FloatArray
    """What attention gives, h, shape (d_v,)."""
    probabilities: FloatArray
    """What the model predicts, p, shape (V,)."""
    loss: float
    """``-ln p`` of the target, in nats."""
    by_logits: FloatArray
    """``p - y``, shape (V,)."""
    by_output: FloatArray
    """``g = W_o (p - y)``, shape (d_v,)."""
    pulls: FloatArray
    """``-W_oᵀ g``: by how much each word's logit rises for a step of the output along -g, shape (V,)."""
    by_weights: FloatArray
    """``g · v_j`` for each word of the context, shape (n,)."""
    by_scores: FloatArray
    """``a_j g · (v_j - h)``: the Jacobian of the weights applied, shape (n,)."""
    by_query: FloatArray
    """By the last word's query, shape (d_k,)."""
    by_keys: FloatArray
    """By each word's key, shape (n, d_k)."""
    by_values: FloatArray
    """``a_j g``, by each word's value, shape (n, d_v)."""
    gradient: Parameters
    """By every parameter, from the library."""

    @property
    def chance(self) -> float:
        """The probability of the target."""
        return float(self.probabilities[self.place])

    @property
    def moving(self) -> dict[str, int]:
        """How many numbers of each array have a gradient other than exactly 0."""
        return {name: int(np.count_nonzero(array)) for name, array in self.gradient}

    @property
    def moving_in_all(self) -> int:
        """How many parameters have a gradient other than exactly 0."""
        return sum(self.moving.values())

    @property
    def row_error(self) -> Roundoff:
        """``max |sum of a row|`` of the gradient by W_o, which is 0 on paper."""
        return Roundoff(float(np.abs(self.gradient.w_o.sum(axis=-1)).max()))

    @property
    def largest(self) -> float:
        """The largest absolute value in the gradient."""
        return max(float(np.abs(array).max()) for _, array in self.gradient)


@dataclass(frozen=True)
class Blindness:
    """What does not answer to a parameter: P(love) after [I], with that parameter changed."""

    chance: float
    """P(love) with all parameters as they are."""
    post: float
    """With ``W_q[0][0]`` at 0.391, where the post says that training took it."""
    far_value: float
    """A value far from anything that training could reach."""
    far: float
    """With ``W_q[0][0]`` at that value."""
    embedded: float
    """With the embedding of "love" at [0.099, 0.289], where the post says that one step took it."""
    same_bits: bool
    """Whether the probabilities of all words are the same in every bit in all four cases."""
    control: bool
    """Whether they change, as they must, where the embedding of "i" is moved by 0.001."""


def go_back(parameters: Parameters, vocabulary: Vocabulary, pair: Pair) -> WayBack:
    """Follow one pair backwards. Raises as `softlookup.gpt.batch.batch_pairs` does."""
    batch = batch_pairs([pair], vocabulary)
    traced = trace(parameters, vocabulary.encode(pair.context))
    place = vocabulary.find(pair.target)
    a, h, p = traced.weights[-1], traced.output[-1], traced.probabilities[-1]
    by_logits = p - np.eye(len(vocabulary))[place]
    by_output = parameters.w_o @ by_logits  # (d_v, V) @ (V,) -> (d_v,)
    by_weights = traced.v @ by_output  # (n, d_v) @ (d_v,) -> (n,)
    by_scores = softmax_jvp(a, by_weights)
    scale = 1 / np.sqrt(parameters.w_q.shape[-1])
    return WayBack(
        context=pair.context,
        target=pair.target,
        place=place,
        weights=read_only(a),
        output=read_only(h),
        probabilities=read_only(p),
        loss=-float(np.log(p[place])),
        by_logits=read_only(by_logits),
        by_output=read_only(by_output),
        pulls=read_only(-by_output @ parameters.w_o),  # (d_v,) @ (d_v, V) -> (V,)
        by_weights=read_only(by_weights),
        by_scores=read_only(by_scores),
        by_query=read_only(scale * by_scores @ traced.k),  # (n,) @ (n, d_k) -> (d_k,)
        by_keys=read_only(scale * np.outer(by_scores, traced.q[-1])),  # (n,), (d_k,) -> (n, d_k)
        by_values=read_only(np.outer(a, by_output)),  # (n,), (d_v,) -> (n, d_v)
        gradient=grad(parameters, batch),
    )


def change_blind_parameters(parameters: Parameters, vocabulary: Vocabulary) -> Blindness:
    """Change what the first prediction cannot see, by a little and by a lot, and compare bits."""
    love, first = vocabulary.find("love"), vocabulary.encode(["i"])
    w_q, near = parameters.w_q.copy(), parameters.embeddings.copy()
    w_q[0, 0], near[love] = 0.391, [0.099, 0.289]
    far, moved = parameters.w_q.copy(), parameters.embeddings.copy()
    far[0, 0] = -999
    moved[first] += 0.001
    as_it_is, post, far_off, embedded, control = (
        predict_next(model, first)
        for model in (
            parameters,
            parameters.change(w_q=w_q),
            parameters.change(w_q=far),
            parameters.change(embeddings=near),
            parameters.change(embeddings=moved),
        )
    )
    blind = (as_it_is, post, far_off, embedded)
    return Blindness(
        chance=float(as_it_is[love]),
        post=float(post[love]),
        far_value=float(far[0, 0]),
        far=float(far_off[love]),
        embedded=float(embedded[love]),
        same_bits=all(probabilities.tobytes() == as_it_is.tobytes() for probabilities in blind),
        control=control.tobytes() != as_it_is.tobytes(),
    )
