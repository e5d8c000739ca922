"""Attention with equal logits is the mean over the complete graph; and what leaving oneself out changes."""

from dataclasses import dataclass

import numpy as np

from softlookup.attention import attend
from softlookup.experiments.head import Head
from softlookup.graph import keep_messages, pass_messages, weigh_mean
from tether.values import Roundoff


@dataclass(frozen=True)
class UniformLogits:
    """The head's values under equal logits, and the head without its diagonal."""

    error: Roundoff
    """How far attention with equal logits is from the mean on the complete graph with loops."""
    self_weight: float
    """The weight that the head's entities give to themselves, on average."""
    bob_rank: int
    """The place of bob himself among bob's weights, from 1."""
    bob_move: float
    """How far bob's output moves, in length, if he may not attend to himself."""
    bob_length: float
    """The length of bob's output as it is."""


def level_logits(head: Head) -> UniformLogits:
    """Attend with queries of 0 and take the mean over all; then forbid every entity itself."""
    silent = attend(np.zeros_like(head.queries), head.keys, head.values)
    everybody = np.ones(head.weights.shape, np.bool_)
    mean = pass_messages(head.features, weigh_mean(everybody), lambda h: h @ head.w_v, keep_messages)
    others = attend(head.queries, head.keys, head.values, mask=~np.eye(len(everybody), dtype=np.bool_))
    bob = next(place for place, row in enumerate(head) if row.name == "bob")
    return UniformLogits(
        error=Roundoff(float(np.abs(silent.output - mean).max())),
        self_weight=float(head.weights.diagonal().mean()),
        bob_rank=1 + [match.name for match in head.bob.top].index("bob"),
        bob_move=float(np.linalg.norm(others.output[bob] - head.output[bob])),
        bob_length=float(np.linalg.norm(head.output[bob])),
    )
