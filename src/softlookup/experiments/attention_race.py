"""Blockwise attention beside other forms of attention, timed in one run: a record.

It is made by ``tests/benchmarks/compare_attention.py``, which needs SciPy, and PyTorch for one of the forms.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from softlookup.experiments.machine import tell_origin
from tether.values import Record

FILE = Path(__file__).parent / "records" / "attention_race.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class Contestant:
    """One form of attention."""

    seconds: Record
    """The least processor time of one answer, on one thread."""
    megabytes: Record
    """By how much the process grew at its largest, in units of 10⁶ bytes."""
    ratio: float
    """The time over that of blockwise attention."""


@dataclass(frozen=True)
class Race:
    """All forms at one dtype."""

    blocks: Contestant
    """``softlookup.blockwise.attend_in_blocks``."""
    plain: Contestant
    """``softlookup.attention.attend``, which keeps scores, logits and weights."""
    in_place: Contestant
    """The plain way with one array of n² and no pass more than needed."""
    scipy: Contestant
    """The plain way with SciPy's softmax."""
    torch: Contestant
    """PyTorch's ``scaled_dot_product_attention`` on the processor."""
    floor: Contestant
    """Two products and one exponential in blocks, without which there is no attention in NumPy."""


@dataclass(frozen=True)
class AttentionRace:
    """Both dtypes."""

    float32: Race
    """In single precision."""
    float64: Race
    """In double precision."""
    nodes: int
    """How many queries and keys."""
    width: int
    """The width of queries, keys and values."""
    rounds: int
    """How many times each form ran, in turns with the others."""
    about: str
    """Machine, versions and command."""


def read_race(file: Path = FILE) -> AttentionRace:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = f"{tell_origin(kept)}; SciPy {kept['scipy']}, PyTorch {kept['torch']}"

    def read(dtype: dict[str, Any]) -> Race:
        base = dtype["blocks"]["seconds"]
        return Race(
            **{
                name: Contestant(
                    Record(one["seconds"], about), Record(one["megabytes"], about), one["seconds"] / base
                )
                for name, one in dtype.items()
            }
        )

    return AttentionRace(
        float32=read(kept["float32"]),
        float64=read(kept["float64"]),
        nodes=kept["nodes"],
        width=kept["width"],
        rounds=kept["rounds"],
        about=about,
    )
