"""The task of `softlookup.experiments.freezing` in many fresh drawings: a record.

One drawing shows what can happen, many show what does. Training them takes most of a minute, and some
paths hang on the last bit, so no build runs it. It is made by ``make records`` and read from the file
that this writes.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.fetching import DONE, FetchTask, Sweep, descend, descend_adam, draw_task
from softlookup.experiments.freezing import ADAM_RATES, SGD_RATES, measure_start
from softlookup.experiments.machine import describe_machine, tell_origin
from tether.values import Record

FILE = Path(__file__).parent / "records" / "fetch.json"
"""Where the record is kept."""

COMMAND = "make records"
"""What makes it."""

DRAWINGS, SETS, ITEMS, WIDTH, STEPS = 24, 3, 13, 256, 1000
"""How many drawings, and for each the sizes of ``book.freezing``."""

LARGE = 1.0
"""The rate from which on a step of plain descent counts as large."""

SEED = (0, 154)
"""The generator of all drawings, one after the other."""


@dataclass(frozen=True)
class Outcomes:
    """One rule's mean squared error at its best rate, in every drawing."""

    least: Record
    """The smallest over the drawings."""
    largest: Record
    """The largest over the drawings."""
    done: int
    """In how many drawings it is below `DONE`."""
    below_even: int
    """In how many drawings it is below that of equal weights."""


@dataclass(frozen=True)
class FetchRecord:
    """What several rules make of many drawings."""

    drawings: int
    """How many."""
    queries: int
    """How many queries each holds."""
    steps: int
    """How many steps each run takes."""
    least_wrong: int
    """The fewest queries of a drawing that start, unscaled, with most weight on a wrong key."""
    most_wrong: int
    """The most."""
    mean_wrong: Record
    """Their mean over the drawings."""
    unscaled_sgd: Outcomes
    """Squared error, unscaled, plain descent."""
    unscaled_adam: Outcomes
    """Squared error, unscaled, Adam."""
    scaled_sgd: Outcomes
    """Squared error, scaled, plain descent."""
    scaled_adam: Outcomes
    """Squared error, scaled, Adam."""
    short_sgd: Outcomes
    """Squared error, unscaled, plain descent from queries divided by sqrt(d_k)."""
    short_adam: Outcomes
    """The same by Adam."""
    won_by_large: int
    """In how many drawings the best rate of unscaled plain descent is `LARGE` or more."""


def read_fetch_record(file: Path = FILE) -> FetchRecord:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = tell_origin(kept)
    even = 1 - 1 / kept["items"]

    def read(rule: str) -> Outcomes:
        best = [min(drawing[rule]) for drawing in kept["drawings"]]
        return Outcomes(
            least=Record(min(best), about),
            largest=Record(max(best), about),
            done=sum(error < DONE for error in best),
            below_even=sum(error < even for error in best),
        )

    small = [place for place, rate in enumerate(kept["sgd_rates"]) if rate < LARGE]

    def find_best(errors: list[float]) -> int:
        return errors.index(min(errors))

    wrong = [drawing["wrong"] for drawing in kept["drawings"]]
    return FetchRecord(
        drawings=len(wrong),
        queries=kept["sets"] * kept["items"],
        steps=kept["steps"],
        least_wrong=min(wrong),
        most_wrong=max(wrong),
        mean_wrong=Record(sum(wrong) / len(wrong), about),
        unscaled_sgd=read("unscaled_sgd"),
        unscaled_adam=read("unscaled_adam"),
        scaled_sgd=read("scaled_sgd"),
        scaled_adam=read("scaled_adam"),
        short_sgd=read("short_sgd"),
        short_adam=read("short_adam"),
        won_by_large=sum(find_best(drawing["unscaled_sgd"]) not in small for drawing in kept["drawings"]),
    )


def record_fetching(drawings: int = DRAWINGS, steps: int = STEPS) -> dict[str, Any]:
    """Train every drawing by every rule, and give what the file is to hold; progress goes to stderr."""
    rng = np.random.default_rng(SEED)
    show = show_progress(f"{drawings} drawings of queries that learn to fetch")
    kept = []
    for drawing in range(drawings):
        kept.append(_train(draw_task(rng, SETS, ITEMS, WIDTH), steps))
        show(drawing + 1, drawings)
    return {
        **describe_machine(COMMAND),
        "sets": SETS,
        "items": ITEMS,
        "width": WIDTH,
        "steps": steps,
        "sgd_rates": list(SGD_RATES),
        "adam_rates": list(ADAM_RATES),
        "drawings": kept,
    }


def _train(task: FetchTask, steps: int) -> dict[str, Any]:
    """Give the start and, for every rule, the last error at each rate."""
    scale = 1 / float(np.sqrt(WIDTH))
    short = FetchTask(task.queries * scale, task.keys, task.wanted)
    return {
        "wrong": measure_start(task, 1.0).wrong,
        "unscaled_sgd": _note(descend(task, 1.0, SGD_RATES, steps)),
        "unscaled_adam": _note(descend_adam(task, 1.0, ADAM_RATES, steps)),
        "scaled_sgd": _note(descend(task, scale, SGD_RATES, steps)),
        "scaled_adam": _note(descend_adam(task, scale, ADAM_RATES, steps)),
        "short_sgd": _note(descend(short, 1.0, SGD_RATES, steps)),
        "short_adam": _note(descend_adam(short, 1.0, ADAM_RATES, steps)),
    }


def _note(sweep: Sweep) -> list[float]:
    return [round(run.final, 6) for run in sweep.runs]


if __name__ == "__main__":
    FILE.write_text(json.dumps(record_fetching(), indent=1) + "\n", encoding="utf-8")
