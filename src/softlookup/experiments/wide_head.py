"""One head as wide as several together: it adds their scores before its one softmax."""

from dataclasses import dataclass

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.experiments.head import Head, build_head
from softlookup.experiments.multi_head import MultiHead
from softlookup.softmax import softmax
from tether.values import Roundoff


@dataclass(frozen=True, eq=False)
class WideHead:
    """The columns of several heads, side by side in one head."""

    head: Head
    """The full-width head: its columns are those of all heads."""
    parameters: int
    """How many numbers W_q, W_k, W_v and the same W_o hold."""
    output: FloatArray
    """What it gives after W_o, shape (13, d_model)."""
    score_error: Roundoff
    """``max |raw scores - sum of the heads' raw scores|``."""
    product_error: Roundoff
    """``max |A - normalised product of the heads' weights, each to the power 1/sqrt(h)|``."""
    output_difference: float
    """``max |output - output of the heads|``: what adding before the softmax changes."""
    weight_difference: float
    """The largest distance between a weight of the full-width head and the same weight of any head."""


def widen_head(multi_head: MultiHead, features: FloatArray) -> WideHead:
    """Put the heads' columns side by side, W = [W¹ | W² | …], and run that as one head."""
    weights = multi_head.weights
    # (h, d_model, d_k) -> (d_model, h · d_k)
    w_q, w_k, w_v = (np.concatenate(list(w), axis=1) for w in (weights.w_q, weights.w_k, weights.w_v))
    head = build_head(features, w_q, w_k, w_v)
    each = multi_head.heads
    added = np.sum([one.raw for one in each], axis=0)
    # ln of a product of powers, up to a constant a row that the softmax removes.
    powers = np.sum([np.log(one.weights) for one in each], axis=0) / np.sqrt(len(each))
    output = head.output @ weights.w_o
    apart = [np.abs(head.weights - one.weights).max() for one in each]
    return WideHead(
        head=head,
        parameters=w_q.size + w_k.size + w_v.size + weights.w_o.size,
        output=output,
        score_error=Roundoff(float(np.abs(head.raw - added).max())),
        product_error=Roundoff(float(np.abs(head.weights - softmax(powers)).max())),
        output_difference=float(np.abs(output - multi_head.output).max()),
        weight_difference=float(max(apart)),
    )
