"""Blockwise attention beside the plain form, SciPy's softmax and PyTorch, in one run: time and peak memory.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_attention.py [--nodes N | --small] [--write FILE]

Every form answers the same queries on one thread, in turns, several times over; the least processor time of
each counts, which a busy machine disturbs less than the time on the wall. Peak memory is how much the
resident set of a fresh process grew by answering once. PyTorch takes part where it can be imported.
"""

import argparse
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.special

from softlookup.attention import attend
from softlookup.blockwise import BLOCK, attend_in_blocks
from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.machine import describe_machine

Floats = npt.NDArray[np.floating[Any]]
Form = Callable[[], Floats]

WIDTH = 64
COMMAND = "OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_attention.py"
SMALL = ("blocks", "plain", "in_place")
"""The forms that take part in the race at small sizes."""
SIZES = (13, 64, 200, 512, 700, 1024, 2048)
"""How many nodes a small lookup has."""
FLOOR = "floor"
"""Two products and one exponential in blocks: no attention, but what none in NumPy can do without."""


def draw_lookup(nodes: int, dtype: str) -> tuple[Floats, Floats, Floats]:
    """Draw standard normal queries, keys and values, (nodes, WIDTH) each."""
    rng = np.random.default_rng(0)
    q, k, v = rng.standard_normal((3, nodes, WIDTH)).astype(dtype)
    return q, k, v


def list_forms(q: Floats, k: Floats, v: Floats) -> dict[str, Form]:
    """Give every form of attention that can run here, by name."""
    forms: dict[str, Form] = {
        "blocks": lambda: attend_in_blocks(q, k, v),
        "plain": lambda: attend(q, k, v).output,
        "in_place": lambda: _attend_in_place(q, k, v),
        "scipy": lambda: _attend_by_scipy(q, k, v),
        FLOOR: lambda: _run_floor(q, k, v),
    }
    try:
        torch = importlib.import_module("torch")  # never a dependency, so no import that a checker would miss
    except ImportError:
        return forms
    torch.set_num_threads(1)
    tensors = [torch.from_numpy(x)[None, None] for x in (q, k, v)]

    def attend_by_torch() -> Floats:
        with torch.no_grad():
            found: Floats = torch.nn.functional.scaled_dot_product_attention(*tensors)[0, 0].numpy()
        return found

    return {**forms, "torch": attend_by_torch}


def _attend_in_place(q: Floats, k: Floats, v: Floats) -> Floats:
    """Attend in the plain way with one array of n² and no pass more than needed."""
    weights = (q * q.dtype.type(1 / np.sqrt(q.shape[1]))) @ k.T
    weights -= weights.max(axis=1, keepdims=True)
    np.exp(weights, out=weights)
    mixed: Floats = weights @ v / weights.sum(axis=1, keepdims=True)
    return mixed


def _attend_by_scipy(q: Floats, k: Floats, v: Floats) -> Floats:
    scores = (q @ k.T) * q.dtype.type(1 / np.sqrt(q.shape[1]))
    mixed: Floats = scipy.special.softmax(scores, axis=1) @ v
    return mixed


def _run_floor(q: Floats, k: Floats, v: Floats) -> Floats:
    output = np.zeros((len(q), v.shape[1]), v.dtype)
    small = q * q.dtype.type(0.01)
    for row in range(0, len(q), BLOCK.queries):
        rows = slice(row, row + BLOCK.queries)
        for start in range(0, len(k), BLOCK.keys):
            columns = slice(start, start + BLOCK.keys)
            logits = small[rows] @ k[columns].T
            np.exp(logits, out=logits)
            output[rows] += logits @ v[columns]
    return output


def race(nodes: int, dtype: str, rounds: int) -> dict[str, float]:
    """Give the least processor time of each form, in seconds, running them in turns."""
    forms = list_forms(*draw_lookup(nodes, dtype))
    best = dict.fromkeys(forms, float("inf"))
    show = show_progress(f"{dtype}, {nodes} nodes")
    for turn in range(rounds):
        for name, form in forms.items():
            start = time.process_time()
            form()
            best[name] = min(best[name], time.process_time() - start)
        show(turn + 1, rounds)
    return best


def race_small(sizes: Sequence[int], dtypes: Sequence[str], rounds: int) -> dict[str, Any]:
    """Run blocks against the two plain forms at small sizes; give the record, seconds by dtype and size."""
    found: dict[str, Any] = {
        **describe_machine(f"{COMMAND} --small --rounds {rounds}"),
        "width": WIDTH,
        "rounds": rounds,
    }
    show, turn = show_progress("small sizes"), 0
    for dtype in dtypes:
        found[dtype] = {}
        for nodes in sizes:
            forms = {
                name: form for name, form in list_forms(*draw_lookup(nodes, dtype)).items() if name in SMALL
            }
            best = dict.fromkeys(forms, float("inf"))
            calls = max(1, 1000 // nodes)  # one answer to a few nodes is too short for the clock
            for _ in range(rounds):
                for name, form in forms.items():
                    start = time.process_time()
                    for _ in range(calls):
                        form()
                    best[name] = min(best[name], (time.process_time() - start) / calls)
                turn += 1
                show(turn, rounds * len(sizes) * len(dtypes))
            found[dtype][str(nodes)] = {name: float(f"{seconds:.3g}") for name, seconds in best.items()}
    return found


def measure_peak(nodes: int, dtype: str, name: str) -> float:
    """Give by how many megabytes one answer makes a fresh process grow at its largest."""
    command = [sys.executable, __file__, "--nodes", str(nodes), "--dtype", dtype, "--grow", name]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def _grow(nodes: int, dtype: str, name: str) -> float:
    """Answer once, after a small warm-up that loads libraries, and tell how far the peak rose."""
    list_forms(*draw_lookup(64, dtype))[name]()
    form = list_forms(*draw_lookup(nodes, dtype))[name]
    Path("/proc/self/clear_refs").write_text(
        "5", encoding="utf-8"
    )  # the peak begins anew; Linux alone has it
    before = _read_peak()
    form()
    return _read_peak() - before


def _read_peak() -> float:
    """Read the largest resident set since the peak began anew, in megabytes."""
    lines = Path("/proc/self/status").read_text("utf-8").splitlines()
    (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(peak) * 1024 / 1e6


def compare(nodes: int, dtypes: tuple[str, ...], rounds: int) -> dict[str, Any]:
    """Run the race and the measurement of memory for every dtype; give what a record holds."""
    found: dict[str, Any] = {**describe_machine(COMMAND), "scipy": scipy.__version__}
    if "torch" in sys.modules or "torch" in list_forms(*draw_lookup(8, "float32")):
        found["torch"] = str(sys.modules["torch"].__version__).partition("+")[0]
    found |= {"nodes": nodes, "width": WIDTH, "rounds": rounds, "threads": 1}
    for dtype in dtypes:
        times = race(nodes, dtype, rounds)
        found[dtype] = {
            name: {"seconds": float(f"{seconds:.3g}"), "megabytes": float(f"{peak:.3g}")}
            for name, seconds in times.items()
            for peak in [measure_peak(nodes, dtype, name)]
        }
    return found


def main() -> None:
    """Compare, print the ratios, and write the record if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument(
        "--small", action="store_true", help="small sizes instead, blocks and plain forms only"
    )
    parser.add_argument("--dtype", help="one dtype in place of both")
    parser.add_argument("--write", type=Path, help="where to keep the record")
    parser.add_argument("--grow", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.grow:
        sys.stdout.write(f"{_grow(asked.nodes, asked.dtype, asked.grow)}\n")
        return
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        parser.error("set OPENBLAS_NUM_THREADS=1, so that every form has one thread")
    dtypes = (asked.dtype,) if asked.dtype else ("float32", "float64")
    if asked.small:
        found = race_small(SIZES, dtypes, asked.rounds)
        sys.stdout.write(json.dumps(found, indent=2) + "\n")
        if asked.write:
            asked.write.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        return
    found = compare(asked.nodes, dtypes, asked.rounds)
    for dtype in dtypes:
        blocks = found[dtype]["blocks"]
        sys.stdout.write(f"{dtype}, {asked.nodes} nodes, width {WIDTH}, one thread\n")
        for name, one in found[dtype].items():
            ratio = one["seconds"] / blocks["seconds"]
            told = f"{one['seconds'] * 1000:7.1f} ms  {ratio:5.2f} of blocks  {one['megabytes']:7.1f} MB"
            sys.stdout.write(f"  {name:9} {told}\n")
    if asked.write:
        asked.write.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
