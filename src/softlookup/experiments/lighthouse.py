"""What Lighthouse says of two pages of the built book: a record.

It is made by ``tests/benchmarks/measure_lighthouse.py``, which needs Node and a browser; no build measures.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tether.values import Record

FILE = Path(__file__).parent / "records" / "lighthouse.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class Visited:
    """One page on one screen: four scores of at most 100, and what they rest on."""

    performance: Record
    """The score for speed, of which a part hangs on how busy the machine is."""
    accessibility: Record
    """The score for what keeps nobody out."""
    best_practices: Record
    """The score for what a page should do and leave."""
    seo: Record
    """The score for what search engines find."""
    first_paint: Record
    """When the first of it is seen, in seconds, on the slow line that Lighthouse takes for granted."""
    largest_paint: Record
    """When the largest part is seen, in seconds."""
    blocked: Record
    """How long scripts and layout keep the page from answering, in seconds."""
    kilobytes: Record
    """What is sent, compressed, with fonts, in thousands of bytes."""
    font_share: Record
    """Which part of these bytes are fonts."""
    layout_share: Record
    """Which part of the processor's work is style and layout, of all kinds of work."""

    @property
    def least_but_speed(self) -> Record:
        """The least of the three scores that hang on no machine."""
        return min((self.accessibility, self.best_practices, self.seo), key=float)


@dataclass(frozen=True)
class Lighthouse:
    """The front page and the heaviest chapter, on a phone and on a desk."""

    front_phone: Visited
    """The front page, on a phone four times slower than the machine."""
    front_desk: Visited
    """The front page, on a desk."""
    heaviest_phone: Visited
    """The heaviest chapter, on the phone."""
    heaviest_desk: Visited
    """The heaviest chapter, on the desk."""
    processors: int
    """How many processors the machine has that measured."""
    load: Record
    """How many processes wanted one of them, in the mean of the last five minutes."""
    about: str
    """With what, and where, it was measured."""


def read_lighthouse(file: Path = FILE) -> Lighthouse:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = f"Lighthouse {kept['lighthouse']}, Chromium {kept['chromium']}, {kept['machine']}"
    runs = {name: _read_visited(one, about) for name, one in kept["runs"].items()}
    return Lighthouse(**runs, processors=kept["processors"], load=Record(kept["load"], about), about=about)


def _read_visited(kept: Mapping[str, Any], about: str) -> Visited:
    scores = {name.replace("-", "_"): Record(score, about) for name, score in kept["scores"].items()}
    return Visited(
        **scores,
        first_paint=Record(kept["first_paint_ms"] / 1000, about),
        largest_paint=Record(kept["largest_paint_ms"] / 1000, about),
        blocked=Record(kept["blocked_ms"] / 1000, about),
        kilobytes=Record(kept["bytes"] / 1000, about),
        font_share=Record(kept["font_bytes"] / kept["bytes"], about),
        layout_share=Record(kept["layout_ms"] / kept["work_ms"], about),
    )
