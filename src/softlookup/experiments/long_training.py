"""The unscaled queries of `softlookup.experiments.freezing`, trained twenty times longer: a record.

That takes half a minute, and some of its paths hang on the last bit, so no build runs it. It is made by
``python -m softlookup.experiments.long_training`` and read from the file that this writes.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.fetching import FetchTask, Sweep, descend, descend_adam, draw_task
from softlookup.experiments.freezing import ADAM_RATES, SGD_RATES
from softlookup.experiments.machine import describe_machine, tell_origin
from tether.values import Record

FILE = Path(__file__).parent / "records" / "long_training.json"
"""Where the record is kept."""

COMMAND = "python -m softlookup.experiments.long_training"
"""What makes it."""

MARKS = (100, 300, 1000, 3000, 10_000, 20_000)
"""After how many steps the errors are noted."""

SEED = (0, 54)
"""The generator of ``book.freezing``: the same queries, keys and wishes."""


@dataclass(frozen=True)
class LongTraining:
    """What is left of the squared error after many steps, unscaled."""

    steps: int
    """How many steps."""
    sgd: Record
    """The mean error at the best rate of plain gradient descent."""
    sgd_rate: float
    """That rate."""
    adam: Record
    """The mean error at the best rate of Adam."""
    adam_rate: float
    """That rate."""


def draw_long_task() -> FetchTask:
    """Draw the task of ``book.freezing`` once more."""
    return draw_task(np.random.default_rng(SEED), sets=3, items=13, d_k=256)


def read_long_training(file: Path = FILE) -> LongTraining:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    about = tell_origin(kept)
    sgd_rate, sgd = min(kept["sgd"].items(), key=lambda item: item[1][-1])
    adam_rate, adam = min(kept["adam"].items(), key=lambda item: item[1][-1])
    return LongTraining(
        steps=kept["marks"][-1],
        sgd=Record(sgd[-1], about),
        sgd_rate=float(sgd_rate),
        adam=Record(adam[-1], about),
        adam_rate=float(adam_rate),
    )


def record_long_training(marks: tuple[int, ...] = MARKS) -> dict[str, Any]:
    """Train, and give what the file is to hold; progress goes to stderr."""
    task, steps = draw_long_task(), marks[-1]
    sgd = descend(task, 1.0, SGD_RATES, steps, progress=show_progress("plain descent"))
    adam = descend_adam(task, 1.0, ADAM_RATES, steps, progress=show_progress("Adam"))
    return {
        **describe_machine(COMMAND),
        "marks": list(marks),
        "sgd": _note(sgd, marks),
        "adam": _note(adam, marks),
    }


def _note(sweep: Sweep, marks: tuple[int, ...]) -> dict[str, list[float]]:
    return {str(run.rate): [round(float(run.errors[mark]), 6) for mark in marks] for run in sweep.runs}


if __name__ == "__main__":
    FILE.write_text(json.dumps(record_long_training(), indent=2) + "\n", encoding="utf-8")
