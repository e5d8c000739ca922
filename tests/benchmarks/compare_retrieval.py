"""The sweep over load and noise beside a plain loop of the same trials, in one run.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_retrieval.py [--seconds S] [--write FILE]

The plain loop draws N patterns and a cue with all their coordinates for each trial, recalls, and looks at the
cosine. Both forms run each cell for about the same time, in turns, and the least processor time for a trial
counts, which a busy machine disturbs less. A ratio is the loop's time for a trial over the sweep's; that of
all cells together weighs each by the trials that the book takes. The other sweeps of the pages on memory are
raced by ``compare_sweeps.py``.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.machine import describe_machine
from softlookup.experiments.recall_trials import Task, count_recalls
from softlookup.experiments.unit_coordinates import tabulate_coordinate
from softlookup.memory import recall
from softlookup.values.memory_load import LOADS, NOISES, SWEPT

COMMAND = "OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_retrieval.py"
BETA, WIDTH, BOOK_TRIALS = 16, 64, 10_000
GROWTH = (1000, 4000, 16_000, 64_000)
"""Numbers of trials at which the time of one cell is taken."""

Count = Callable[[np.random.Generator, Task, int], int]


def count_by_loop(rng: np.random.Generator, task: Task, trials: int) -> int:
    """Give how many trials succeed, run one after the other with `softlookup.memory.recall`."""
    hits = 0
    for _ in range(trials):
        patterns = rng.standard_normal((task.patterns, task.width))
        patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
        cue = patterns[0] + task.noise * rng.standard_normal(task.width)
        answer = recall(cue, patterns, task.beta)
        hits += bool(answer @ patterns[0] >= task.criterion * np.linalg.norm(answer))
    return hits


def count_by_bare_loop(rng: np.random.Generator, task: Task, trials: int) -> int:
    """Give the same with the formula written out, which checks nothing: the least that a loop can take."""
    hits = 0
    for _ in range(trials):
        patterns = rng.standard_normal((task.patterns, task.width))
        patterns /= np.sqrt(np.einsum("ij,ij->i", patterns, patterns))[:, None]
        scores = task.beta * (patterns @ (patterns[0] + task.noise * rng.standard_normal(task.width)))
        answer = np.exp(scores - scores.max()) @ patterns  # its length does not change its cosine
        hits += bool(answer @ patterns[0] >= task.criterion * np.sqrt(answer @ answer))
    return hits


def count_by_sweep(rng: np.random.Generator, task: Task, trials: int) -> int:
    """Give the same as the book's experiments draw it, table of the coordinate's law included."""
    return count_recalls(rng, task, trials, tabulate_coordinate(task.width))


FORMS: dict[str, Count] = {"loop": count_by_loop, "bare": count_by_bare_loop, "sweep": count_by_sweep}


def measure_trial(form: Count, task: Task, trials: int, rounds: int) -> float:
    """Give the least processor time of a trial over some rounds, in seconds."""
    best = float("inf")
    for turn in range(rounds):
        start = time.process_time()
        form(np.random.default_rng(turn), task, trials)
        best = min(best, (time.process_time() - start) / trials)
    return best


def choose_trials(form: Count, task: Task, seconds: float) -> int:
    """Give how many trials take about so long, from a short run; the sweep takes a chunk at least."""
    few = 10_000 if form is count_by_sweep else 20
    return max(few, int(seconds / max(measure_trial(form, task, few, 1), 1e-9)))


def compare(loads: Sequence[int], noises: Sequence[float], seconds: float, rounds: int) -> dict[str, Any]:
    """Run all forms on every cell; give seconds for a trial by form, load and noise, and the ratios."""
    tasks = [Task(load, noise, BETA, WIDTH) for load in loads for noise in noises]
    cells: list[dict[str, Any]] = []
    totals = dict.fromkeys(FORMS, 0.0)
    show = show_progress("cells")
    for place, task in enumerate(tasks):
        trials = SWEPT.get((task.patterns, task.noise), BOOK_TRIALS)
        cell: dict[str, Any] = {"patterns": task.patterns, "noise": task.noise}
        for name, form in FORMS.items():
            one = measure_trial(form, task, choose_trials(form, task, seconds), rounds)
            cell[name] = _shorten(one)
            totals[name] += trials * one
        cells.append(cell)
        show(place + 1, len(tasks))
    return {
        "cells": cells,
        "seconds": {name: _shorten(total) for name, total in totals.items()},
        "ratio": {name: _shorten(totals[name] / totals["sweep"]) for name in ("loop", "bare")},
    }


def measure_growth(load: int, noise: float, rounds: int) -> dict[str, float]:
    """Give the least processor time of one cell for each number of trials, in seconds."""
    task = Task(load, noise, BETA, WIDTH)
    return {
        str(trials): _shorten(measure_trial(count_by_sweep, task, trials, rounds) * trials)
        for trials in GROWTH
    }


def _shorten(value: float) -> float:
    """Keep three digits, which is more than the clock gives."""
    return float(f"{value:.3g}")


def main() -> None:
    """Compare, print the ratios, and write the record if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=0.2, help="about how long a form takes for a cell")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--loads", type=int, nargs="+", default=LOADS)
    parser.add_argument("--noises", type=float, nargs="+", default=NOISES)
    parser.add_argument("--write", type=Path, help="where to keep the record")
    asked = parser.parse_args()
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        parser.error("set OPENBLAS_NUM_THREADS=1, so that every form has one thread")
    found = {
        **describe_machine(COMMAND),
        "width": WIDTH,
        "beta": BETA,
        "rounds": asked.rounds,
        **compare(asked.loads, asked.noises, asked.seconds, asked.rounds),
        "growth": measure_growth(max(asked.loads), 0.3, asked.rounds),
    }
    for cell in found["cells"]:
        times = "  ".join(f"{name} {cell[name] * 1e6:8.2f} µs" for name in FORMS)
        ratio = f"{cell['loop'] / cell['sweep']:6.0f} times"
        sys.stdout.write(f"N {cell['patterns']:4}, noise {cell['noise']:3.1f}: {times}  {ratio}\n")
    sys.stdout.write(
        f"all of the book's trials: {json.dumps(found['seconds'])}, ratios {json.dumps(found['ratio'])}\n"
    )
    sys.stdout.write(f"seconds by trials, N {max(asked.loads)}: {json.dumps(found['growth'])}\n")
    if asked.write:
        asked.write.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
