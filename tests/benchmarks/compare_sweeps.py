"""The other sweeps of the pages on memory beside plain loops over the same trials, in one run.

    OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_sweeps.py [--rounds R] [--size S] [--write FILE]

The map of load and noise is raced by ``compare_retrieval.py``. Here are the sweep over sharpness, steps until
all is still by load, and the network of 1982 at both widths. A loop asks one cue after the other with
`softlookup.memory` or `softlookup.hopfield`, as a reader would write it; sets of patterns are shared as the
book shares them. The least processor time for a trial over some rounds counts.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.classical_recall import load_network
from softlookup.experiments.machine import describe_machine
from softlookup.experiments.settled_recall import LONGEST, TOLERANCE, settle_recalls
from softlookup.experiments.sharpness import sweep_sharpness
from softlookup.experiments.sign_draws import draw_signs
from softlookup.experiments.stored_patterns import draw_patterns
from softlookup.hopfield import couple, settle_in_turn
from softlookup.memory import iterate, recall
from softlookup.values.memory_load import LOADS
from softlookup.values.memory_sharpness import BETAS

COMMAND = "OPENBLAS_NUM_THREADS=1 python tests/benchmarks/compare_sweeps.py"
WIDTH, BETA, CRITERION, CUES = 64, 16.0, 0.9, 50
ITERATED, SHARED = (1, 4, 8, 16, 32, 64), 0.44
"""The sharpnesses that the book iterates, and on which share of the sets."""

NARROW, WIDE = (3, 5, 7, 8, 9, 10, 12, 16, 20, 25), (40, 50, 60, 69, 80)
"""The numbers of patterns of the book's two networks."""

Vector = np.ndarray
Sweep = Callable[[np.random.Generator, int], object]


def judge(answer: Vector, wanted: Vector) -> tuple[bool, float, float, float]:
    """Give success, cosine, squared error and length of one answer."""
    length = float(np.linalg.norm(answer))
    cosine = float(answer @ wanted) / length
    return cosine >= CRITERION, cosine, float(((answer - wanted) ** 2).sum()), length


def loop_sharpness(rng: np.random.Generator, sets: int) -> list[list[tuple[bool, float, float, float]]]:
    """Ask each cue of some sets at every sharpness, and a share of the sets until all is still."""
    found = []
    for place in range(sets):
        patterns = draw_patterns(rng, 100, WIDTH)
        for wanted in patterns:
            cue = wanted + 0.5 * rng.standard_normal(WIDTH)
            row = [judge(recall(cue, patterns, beta), wanted) for beta in BETAS]
            if place < round(SHARED * sets):
                ends = (
                    iterate(cue, patterns, beta, tolerance=TOLERANCE, max_steps=LONGEST) for beta in ITERATED
                )
                row += [judge(end.state, wanted) for end in ends]
            found.append(row)
    return found


def sweep_sharply(rng: np.random.Generator, sets: int) -> object:
    """Do the same as the book does it."""
    return sweep_sharpness(
        rng,
        load=100,
        noise=0.5,
        betas=BETAS,
        changes=((4, 16),),
        iterated=ITERATED,
        sets=sets,
        iterated_sets=round(SHARED * sets),
    )


def loop_settling(rng: np.random.Generator, sets: int) -> list[tuple[bool, bool, bool]]:
    """Step once and until all is still, cue by cue, at every load."""
    found = []
    for load in LOADS:
        for _ in range(sets):
            patterns = draw_patterns(rng, load, WIDTH)
            for turn in range(CUES):
                wanted = patterns[turn % load]
                cue = wanted + 0.3 * rng.standard_normal(WIDTH)
                once = recall(cue, patterns, BETA)
                last = iterate(once, patterns, BETA, tolerance=TOLERANCE, max_steps=LONGEST).state
                right = int((patterns @ cue).argmax()) == turn % load
                found.append((judge(once, wanted)[0], judge(last, wanted)[0], right))
    return found


def sweep_settling(rng: np.random.Generator, sets: int) -> object:
    """Do the same as the book does it."""
    return settle_recalls(rng, LOADS, noise=0.3, beta=BETA, trials=sets * CUES)


def loop_network(
    rng: np.random.Generator, trials: int, width: int, counts: tuple[int, ...]
) -> list[tuple[float, float]]:
    """Start on a stored pattern, trial by trial; give overlaps at the end and shares of unstable signs."""
    found = []
    for count in counts:
        for _ in range(trials):
            patterns = draw_signs(rng, 1, count, width)[0].astype(np.float64)
            couplings, wanted = couple(patterns), patterns[0]
            unstable = float(((couplings @ wanted) * wanted < 0).mean())
            found.append((float(settle_in_turn(couplings, wanted).states @ wanted) / width, unstable))
    return found


RACES: dict[str, tuple[Sweep, Sweep, int, int, int]] = {
    "sharpness": (loop_sharpness, sweep_sharply, 2, 25, 100),
    "settled": (loop_settling, sweep_settling, 2, 20, CUES * len(LOADS)),
    "classical_64": (
        lambda rng, trials: loop_network(rng, trials, 64, NARROW),
        lambda rng, trials: load_network(rng, 64, NARROW, trials),
        20,
        1000,
        len(NARROW),
    ),
    "classical_500": (
        lambda rng, trials: loop_network(rng, trials, 500, WIDE),
        lambda rng, trials: load_network(rng, 500, WIDE, trials),
        2,
        100,
        len(WIDE),
    ),
}
"""Loop and sweep of each, how many units either runs in a round, and how many trials a unit has."""


def race(name: str, rounds: int, size: float = 1.0) -> dict[str, float]:
    """Give the least seconds of processor time that a trial takes in the loop and in the sweep."""
    loop, sweep, few, many, trials = RACES[name]
    best = {"loop": float("inf"), "sweep": float("inf")}
    for turn in range(rounds):
        for form, run, units in (("loop", loop, few), ("sweep", sweep, many)):
            count = max(2, round(size * units))
            start = time.process_time()
            run(np.random.default_rng(turn), count)
            best[form] = min(best[form], (time.process_time() - start) / (count * trials))
    return {form: float(f"{seconds:.3g}") for form, seconds in best.items()}


def main() -> None:
    """Race all, print the ratios, and write the record if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--size", type=float, default=1.0, help="the share of the usual trials")
    parser.add_argument("--write", type=Path, help="where to keep the record")
    asked = parser.parse_args()
    if os.environ.get("OPENBLAS_NUM_THREADS") != "1":
        parser.error("set OPENBLAS_NUM_THREADS=1, so that both forms have one thread")
    found, show = {}, show_progress("sweeps")
    for place, name in enumerate(RACES):
        found[name] = race(name, asked.rounds, asked.size)
        show(place + 1, len(RACES))
    for name, times in found.items():
        sys.stdout.write(
            f"{name}: loop {times['loop'] * 1e6:.1f} µs a trial, sweep {times['sweep'] * 1e6:.2f} µs, "
            f"{times['loop'] / times['sweep']:.0f} times\n"
        )
    if asked.write:
        kept = {**describe_machine(COMMAND), "rounds": asked.rounds, "sweeps": found}
        asked.write.write_text(json.dumps(kept, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
