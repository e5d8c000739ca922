"""Attention over the academic world, row by row: who attends to whom, and how strongly."""

from dataclasses import dataclass

from softlookup.arrays import FloatArray, read_only
from softlookup.attention import Attention
from softlookup.world import ENTITIES, ByEntity, gather


@dataclass(frozen=True)
class Match:
    """How well one key answers one query."""

    name: str
    """The entity whose key it is."""
    raw: float
    """The raw score q·k."""
    scaled: float
    """The score divided by sqrt(d_k)."""
    weight: float
    """The attention weight, after the softmax."""


@dataclass(frozen=True, eq=False)
class Row:
    """All that one query does: one row of the attention matrix with what leads to it."""

    name: str
    """The entity that asks."""
    raw: FloatArray
    """Raw scores q·k, shape (13,), keys in alphabetical order."""
    scaled: FloatArray
    """Scores divided by sqrt(d_k), shape (13,)."""
    weights: FloatArray
    """Attention weights, shape (13,)."""
    output: FloatArray
    """The mixture of the values, shape (d_v,)."""
    on: ByEntity[Match]
    """The same by key: ``on.p2.weight`` is the weight on p2."""
    top: tuple[Match, ...]
    """All matches, the largest weight first."""


def read_rows(attended: Attention) -> dict[str, Row]:
    """Give one `Row` an entity from attention with scores (13, 13) and output (13, d_v)."""
    return gather(lambda place, name: _read_row(attended, place, name))


def _read_row(attended: Attention, place: int, name: str) -> Row:
    raw, scaled = attended.scores[place], attended.logits[place]
    weights = attended.weights[place]
    matches = [
        Match(key, float(r), float(s), float(w))
        for key, r, s, w in zip(ENTITIES, raw, scaled, weights, strict=True)
    ]
    return Row(
        name=name,
        raw=read_only(raw),
        scaled=read_only(scaled),
        weights=read_only(weights),
        output=read_only(attended.output[place]),
        on=ByEntity(*matches),
        top=tuple(sorted(matches, key=lambda match: -match.weight)),
    )
