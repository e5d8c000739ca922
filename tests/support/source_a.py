"""Source A's figures as it prints them, each with what gives ours."""

from collections.abc import Callable
from typing import Any

from softlookup.experiments.recipe import Recipe

PRINTED: dict[str, tuple[str, Callable[[Recipe], Any]]] = {
    "bob, raw q·k, by entity": (
        "-2.3871 1.0730 -2.0115 -1.0990 0.1258 -0.8574 -1.4944 0.5753 -0.4054 -3.6375 0.1508 2.0572 -0.2016",
        lambda recipe: recipe.head.bob.raw,
    ),
    "bob, /√d_k": (
        "-1.1935 0.5365 -1.0058 -0.5495 0.0629 -0.4287 -0.7472 0.2876 -0.2027 -1.8187 0.0754 1.0286 -0.1008",
        lambda recipe: recipe.head.bob.scaled,
    ),
    "bob, softmax": (
        "0.0248 0.1397 0.0299 0.0472 0.0870 0.0532 0.0387 0.1089 0.0667 0.0133 0.0881 0.2286 0.0739",
        lambda recipe: recipe.head.bob.weights,
    ),
    "bob, smallest and largest raw score": (
        "-3.64 2.06",
        lambda recipe: [recipe.head.bob.raw.min(), recipe.head.bob.raw.max()],
    ),
    "top 3": ("0.2286 0.1397 0.1089", lambda recipe: [match.weight for match in recipe.head.bob.top[:3]]),
    "output row O[bob]": ("0.3032 -0.2232 0.2016 0.3022", lambda recipe: recipe.head.bob.output),
    "Var(q·k) at 4, 64, 256": (
        "3.9980 63.6778 262.5068",
        lambda recipe: [recipe.scaling.at(d_k).variance for d_k in (4, 64, 256)],
    ),
    "their ratios to d_k": (
        "0.9995 0.9950 1.0254",
        lambda recipe: [recipe.scaling.at(d_k).ratio for d_k in (4, 64, 256)],
    ),
    "saturation, unscaled and scaled": (
        "0.9903 0.2282",
        lambda recipe: [
            recipe.saturation.unscaled.largest_weight,
            recipe.saturation.scaled.largest_weight,
        ],
    ),
    "largest Jacobian entry there": ("0.0096", lambda recipe: recipe.saturation.unscaled.slope),
    "Jacobian: p": ("0.0204 0.0382 0.0611 0.7896 0.0907", lambda recipe: recipe.jacobian.weights),
    "J, row 0": ("0.02001 -0.00078 -0.00125 -0.01613 -0.00185", lambda recipe: recipe.jacobian.matrix[0]),
    "J, row 1": ("-0.00078 0.03669 -0.00233 -0.03012 -0.00346", lambda recipe: recipe.jacobian.matrix[1]),
    "J, row 2": ("-0.00125 -0.00233 0.05736 -0.04824 -0.00554", lambda recipe: recipe.jacobian.matrix[2]),
    "J, row 3": ("-0.01613 -0.03012 -0.04824 0.16612 -0.07163", lambda recipe: recipe.jacobian.matrix[3]),
    "J, row 4": ("-0.00185 -0.00346 -0.00554 -0.07163 0.08248", lambda recipe: recipe.jacobian.matrix[4]),
    "lookup, c = 3, weights": ("0.0433 0.0433 0.8700 0.0433", lambda recipe: recipe.retrieval.at(3).weights),
    "lookup, c = 3, slot 2": ("0.8700", lambda recipe: recipe.retrieval.at(3).weight),
    "lookup, c = 3, cosine": ("0.9807", lambda recipe: recipe.retrieval.at(3).cosine),
    "lookup, c = 8, weights": ("0.0003 0.0003 0.9990 0.0003", lambda recipe: recipe.retrieval.at(8).weights),
    "lookup, c = 8, slot 2": ("0.9990", lambda recipe: recipe.retrieval.at(8).weight),
    "lookup, c = 8, cosine": ("1.0000", lambda recipe: recipe.retrieval.at(8).cosine),
    "closed form at 3 and 8": (
        "0.8700 0.9990",
        lambda recipe: [recipe.retrieval.at(c).closed_form for c in (3, 8)],
    ),
}

OWN_READING = {
    "bob, smallest and largest raw score",
    "top 3",
    "largest Jacobian entry there",
    "closed form at 3 and 8",
}
"""Where the chapter repeats or rounds a figure in its prose; the rest are the decimals of its traces."""
