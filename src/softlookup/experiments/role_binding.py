"""Who played which role: two worlds with one output row, and what makes two rows of them."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from tether.values import Roundoff

SHARPNESS = 60.0
"""How sharply the two heads ask for their roles: the other fact gets nothing that a float64 sum can see."""


@dataclass(frozen=True)
class RoleBinding:
    """Two facts, mixed into one vector; in the crossed world their fillers are exchanged.

    Straight: advises → carol, authored → p1. Crossed: advises → p1, authored → carol. A distance is the
    length of the difference of the two worlds' rows.
    """

    width: int
    """How many coordinates roles and fillers have; their entries are drawn from N(0, 1/width)."""
    share: float
    """The weight of the fact about advising, where the two facts' weights are unequal."""
    heads: int
    """How many heads are stacked, each with a matrix of its own."""
    added_error: Roundoff
    """Distance if a value is role plus filler and both facts weigh the same: nothing but rounding."""
    stacked_error: Roundoff
    """The same after several heads, each adding with matrices of its own and equal weights."""
    unequal_distance: float
    """Distance if a value is role plus filler and the weights are unequal."""
    predicted_distance: float
    """``|2 share - 1|`` times the distance of the two fillers: what it must be."""
    bent_distance: float
    """Distance at equal weights if a value is ``tanh`` of role plus filler."""
    product_distance: float
    """Distance at equal weights if a value is the outer product of role and filler, all its entries."""
    unbound_error: Roundoff
    """How far a role of length 1, orthogonal to the other, gets the wrong filler out of that row."""
    crosstalk: float
    """The same for the roles as drawn, divided by their squared lengths, in shares of the other filler."""
    heads_error: Roundoff
    """How far two heads, each attending to one role, are from holding each filler in its own place."""
    heads_distance: float
    """Distance of the two heads' outputs, side by side."""
    filler_distance: float
    """How far the two fillers are apart."""


def bind_roles(rng: np.random.Generator, width: int, share: float, heads: int) -> RoleBinding:
    """Draw two roles and two fillers, and mix the facts of both worlds in several ways."""
    roles, fillers = rng.normal(size=(2, 2, width)) / np.sqrt(width)
    matrices = rng.normal(size=(heads, width, width)) / np.sqrt(width)
    even, uneven = np.array([0.5, 0.5]), np.array([share, 1 - share])
    straight, crossed = roles + fillers, roles + fillers[::-1]  # (2, width): one row a fact
    orthonormal = np.linalg.qr(roles.T)[0].T
    bound = _multiply(even, orthonormal, fillers)
    asked = 2 * orthonormal @ bound  # (2, width) @ (width, width) -> (2, width): a filler for each role
    return RoleBinding(
        width=width,
        share=share,
        heads=heads,
        added_error=Roundoff(_part(even @ straight, even @ crossed)),
        stacked_error=Roundoff(_part(even @ straight @ matrices, even @ crossed @ matrices)),
        unequal_distance=_part(uneven @ straight, uneven @ crossed),
        predicted_distance=abs(2 * share - 1) * _part(fillers[0], fillers[1]),
        bent_distance=_part(even @ np.tanh(straight), even @ np.tanh(crossed)),
        product_distance=_part(_multiply(even, roles, fillers), _multiply(even, roles, fillers[::-1])),
        unbound_error=Roundoff(_part(asked, fillers)),
        crosstalk=abs(float(roles[0] @ roles[1] / (roles[0] @ roles[0]))),
        heads_error=Roundoff(_part(_ask_by_role(orthonormal, fillers), fillers)),
        heads_distance=_part(_ask_by_role(orthonormal, fillers), _ask_by_role(orthonormal, fillers[::-1])),
        filler_distance=_part(fillers[0], fillers[1]),
    )


def _multiply(weights: FloatArray, roles: FloatArray, fillers: FloatArray) -> FloatArray:
    """Add up outer products of role and filler, (2, width) each, by their weights: (width, width)."""
    product: FloatArray = np.einsum("f,fa,fb->ab", weights, roles, fillers)
    return product


def _ask_by_role(keys: FloatArray, fillers: FloatArray) -> FloatArray:
    """Let one head a role ask for the fact of that role: the heads' outputs, one a row, (2, width)."""
    return attend(SHARPNESS * keys, keys, fillers, scale=1.0).output


def _part(one: FloatArray, other: FloatArray) -> float:
    return float(np.linalg.norm(one - other))
