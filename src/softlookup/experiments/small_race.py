"""Blockwise attention beside the plain form on small lookups, timed in one run: a record.

It is made by ``tests/benchmarks/compare_attention.py --small``.
"""

import json
from dataclasses import dataclass
from pathlib import Path

from softlookup.experiments.machine import tell_origin

FILE = Path(__file__).parent / "records" / "small_race.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class SmallRace:
    """Times of the plain forms as multiples of those of blocks."""

    sizes: tuple[int, ...]
    """How many queries and keys."""
    width: int
    """The width of queries, keys and values."""
    rounds: int
    """How many times each form ran, in turns with the others."""
    plain: dict[str, tuple[float, ...]]
    """``softlookup.attention.attend``, by dtype, one ratio a size."""
    in_place: dict[str, tuple[float, ...]]
    """The bare formula in one array, which checks nothing, by dtype, one ratio a size."""
    about: str
    """Machine, versions and command."""

    @property
    def least_plain(self) -> float:
        """The smallest ratio of the plain form: above 1, blocks are never slower than it."""
        return min(min(ratios) for ratios in self.plain.values())

    @property
    def least_in_place(self) -> float:
        """The smallest ratio of the bare formula."""
        return min(min(ratios) for ratios in self.in_place.values())

    def least_in_place_from(self, nodes: int) -> float:
        """Give the same over the sizes from a number of nodes on."""
        return min(
            ratio
            for ratios in self.in_place.values()
            for size, ratio in zip(self.sizes, ratios, strict=True)
            if size >= nodes
        )


def read_small_race(file: Path = FILE) -> SmallRace:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    dtypes = ("float32", "float64")

    def read(name: str) -> dict[str, tuple[float, ...]]:
        return {dtype: tuple(one[name] / one["blocks"] for one in kept[dtype].values()) for dtype in dtypes}

    return SmallRace(
        sizes=tuple(int(nodes) for nodes in kept["float32"]),
        width=kept["width"],
        rounds=kept["rounds"],
        plain=read("plain"),
        in_place=read("in_place"),
        about=tell_origin(kept),
    )
