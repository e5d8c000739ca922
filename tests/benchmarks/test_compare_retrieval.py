"""The benchmark of the sweeps compares like with like, and the sweeps win by far."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from softlookup.experiments.recall_trials import Task
from support.scripts import load_script

SCRIPT = Path(__file__).parent / "compare_retrieval.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return load_script(SCRIPT)


def test_both_loops_count_the_same_trials_and_the_sweep_as_many(benchmark: ModuleType) -> None:
    task = Task(25, 0.5, 16)
    loop, bare = (benchmark.FORMS[name](np.random.default_rng(1), task, 2000) for name in ("loop", "bare"))
    assert loop == bare
    sweep = benchmark.FORMS["sweep"](np.random.default_rng(1), task, 20_000) / 20_000
    assert abs(sweep - loop / 2000) < 2.6 * np.sqrt(sweep * (1 - sweep) / 2000)


@pytest.mark.slow
def test_the_sweeps_take_a_twentieth_of_the_loop_or_less(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    command = [
        sys.executable,
        str(SCRIPT),
        "--seconds",
        "0.05",
        "--loads",
        "10",
        "100",
        "800",
        "--write",
        str(file),
    ]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread).stdout
    assert "N  800, noise 0.3" in told
    found = json.loads(file.read_text("utf-8"))
    assert found["ratio"]["loop"] > 20
    assert found["ratio"]["bare"] > 20
    # Eighty times the patterns cost the loop far more than the sweep, which looks at the best rivals only.
    cost = {(cell["patterns"], cell["noise"]): cell for cell in found["cells"]}
    growth = {name: cost[800, 0.5][name] / cost[10, 0.5][name] for name in ("bare", "sweep")}
    assert growth["sweep"] < growth["bare"]
    # Sixteen times the trials cost no more than about sixteen times the time.
    assert found["growth"]["64000"] < 24 * found["growth"]["4000"]


def test_without_one_thread_it_refuses() -> None:
    threads = os.environ | {"OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, env=threads, check=False
    )
    assert done.returncode == 2
    assert "OPENBLAS_NUM_THREADS=1" in done.stderr
