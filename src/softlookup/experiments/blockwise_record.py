"""Blockwise attention up to a hundred thousand nodes, measured: a record.

It takes minutes, and its times are the machine's, so no build runs it. It is made by ``make records``
and read from the file that this writes. Peak memory is what NumPy held beyond queries, keys and values,
the output included, as tracemalloc counts it.
"""

import json
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.arrays import FloatArray
from softlookup.attention import attend
from softlookup.blockwise import BLOCK, attend_in_blocks
from softlookup.experiments.machine import describe_machine, tell_origin
from tether.values import Record, Roundoff

FILE = Path(__file__).parent / "records" / "blockwise.json"
"""Where the record is kept."""

COMMAND = "make records"
"""What makes it."""

NODES = (1000, 3000, 10_000, 30_000, 100_000)
"""How many nodes were tried."""

PLAIN_UP_TO = 10_000
"""Up to how many nodes the plain form was run too: beyond, its arrays need tens of gigabytes."""

WIDTH, SAMPLED, REPEATS = 64, 200, 3
"""The width of the vectors; the rows held against the plain form; the runs, of which the best counts."""

SEED = (0, 79)
"""The generator of the queries, keys and values."""


@dataclass(frozen=True)
class Run:
    """One size."""

    nodes: int
    """How many queries and keys."""
    seconds: Record
    """Processor time of blockwise attention, on one core, in seconds."""
    megabytes: Record
    """The most memory that it held, in units of 10⁶ bytes."""
    error: Roundoff
    """The largest difference from the plain form in float64, over the sampled rows."""
    plain_seconds: Record | None
    """Processor time of the plain form, where it was run."""
    plain_megabytes: Record | None
    """The most memory that the plain form held."""

    @property
    def slower(self) -> float:
        """How many times the plain form's time is of the blockwise one's."""
        return float(_known(self.plain_seconds)) / float(self.seconds)

    @property
    def larger(self) -> float:
        """How many times the plain form's memory is of the blockwise one's."""
        return float(_known(self.plain_megabytes)) / float(self.megabytes)


@dataclass(frozen=True)
class BlockwiseRecord:
    """All sizes."""

    runs: tuple[Run, ...]
    """From the smallest on."""
    width: int
    """The width of queries, keys and values."""
    sampled: int
    """How many rows of each output were compared with the plain form."""
    about: str
    """Machine, versions and command."""

    def at(self, nodes: int) -> Run:
        """Give one size; raises ``ValueError`` for one not tried."""
        tried = [run.nodes for run in self.runs]
        if nodes not in tried:
            message = f"expected a number of nodes of {tried}, found {nodes}"
            raise ValueError(message)
        return self.runs[tried.index(nodes)]

    @property
    def error(self) -> Roundoff:
        """The largest difference over all sizes."""
        return Roundoff(max(run.error.value for run in self.runs))

    @property
    def minutes(self) -> float:
        """Processor time of the largest size, in minutes."""
        return float(self.runs[-1].seconds) / 60


def read_blockwise_record(file: Path = FILE) -> BlockwiseRecord:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = tell_origin(kept)

    def read(run: dict[str, Any], name: str) -> Record | None:
        return Record(run[name], about) if name in run else None

    runs = tuple(
        Run(
            nodes=run["nodes"],
            seconds=Record(run["seconds"], about),
            megabytes=Record(run["megabytes"], about),
            error=Roundoff(run["error"]),
            plain_seconds=read(run, "plain_seconds"),
            plain_megabytes=read(run, "plain_megabytes"),
        )
        for run in kept["runs"]
    )
    return BlockwiseRecord(runs, kept["width"], kept["sampled"], about)


def record_blockwise(nodes: tuple[int, ...] = NODES, repeats: int = REPEATS) -> dict[str, Any]:
    """Measure every size, and give what the file is to hold; progress goes to stderr."""
    rng = np.random.default_rng(SEED)
    runs = []
    for count in nodes:
        q, k, v = rng.standard_normal((3, count, WIDTH), dtype=np.float32)
        rows = np.sort(rng.choice(count, SAMPLED, replace=False))
        exact = attend(q[rows].astype(np.float64), k.astype(np.float64), v.astype(np.float64)).output
        tries = repeats if count <= PLAIN_UP_TO else 1

        def answer(q: FloatArray = q, k: FloatArray = k, v: FloatArray = v) -> FloatArray:
            return attend_in_blocks(q, k, v, progress=show_progress(f"{len(q)} nodes in blocks"))

        def answer_plainly(q: FloatArray = q, k: FloatArray = k, v: FloatArray = v) -> FloatArray:
            return attend(q, k, v).output

        output, seconds = measure_time(answer, tries)
        run: dict[str, Any] = {
            "nodes": count,
            "seconds": seconds,
            "megabytes": measure_memory(answer),
            "error": float(np.abs(output[rows] - exact).max()),
        }
        if count <= PLAIN_UP_TO:
            run["plain_seconds"] = measure_time(answer_plainly, tries)[1]
            run["plain_megabytes"] = measure_memory(answer_plainly)
        runs.append(run)
    return {
        **describe_machine(COMMAND),
        "dtype": "float32",
        "width": WIDTH,
        "block": list(BLOCK),
        "sampled": SAMPLED,
        "runs": runs,
    }


def measure_time(work: Callable[[], FloatArray], repeats: int) -> tuple[FloatArray, float]:
    """Give the result and the least processor time of several runs, in seconds to three digits."""
    times = []
    for _ in range(repeats):
        start = time.process_time()
        result = work()
        times.append(time.process_time() - start)
    return result, float(f"{min(times):.3g}")


def measure_memory(work: Callable[[], FloatArray]) -> float:
    """Give the most bytes that NumPy held while working, in units of 10⁶ to four digits."""
    tracemalloc.start()
    try:
        work()
        return float(f"{tracemalloc.get_traced_memory()[1] / 1e6:.4g}")
    finally:
        tracemalloc.stop()


def show_progress(name: str, after: float = 2.0) -> Callable[[int, int], None]:
    """Give a progress bar on stderr that shows itself only for work of more than a few seconds."""
    start = time.monotonic()

    def show(done: int, of: int) -> None:
        if time.monotonic() - start < after:
            return
        bar = "#" * (40 * done // of)
        end = "\n" if done == of else ""
        sys.stderr.write(f"\r{name}: [{bar:<40}] {done}/{of}{end}")
        sys.stderr.flush()

    return show


def _known(record: Record | None) -> Record:
    """Give a record that is there; raises ``ValueError`` where the plain form was not run."""
    if record is None:
        message = f"the plain form was run up to {PLAIN_UP_TO} nodes only"
        raise ValueError(message)
    return record


if __name__ == "__main__":
    FILE.write_text(json.dumps(record_blockwise(), indent=2) + "\n", encoding="utf-8")
