"""The loops run the trials of the sweeps, and lose."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from softlookup.experiments.classical_theory import share_unstable
from softlookup.experiments.retrieval_race import OTHERS, read_other_races
from softlookup.experiments.right_pick import find_right_pick
from softlookup.experiments.sign_draws import draw_signs
from softlookup.hopfield import recall_in_turn
from support.scripts import load_script

SCRIPT = Path(__file__).parent / "compare_sweeps.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return load_script(SCRIPT)


def test_the_loop_over_sharpness_is_the_experiment(benchmark: ModuleType) -> None:
    found = benchmark.loop_sharpness(np.random.default_rng(1), 2)
    once, both = len(benchmark.BETAS), len(benchmark.BETAS) + len(benchmark.ITERATED)
    # 0.44 of two sets is one.
    assert [len(row) for row in found] == [both] * 100 + [once] * 100
    limit = np.mean([row[once - 1][0] for row in found])
    exact = find_right_pick(100, 0.5, 64)
    assert limit == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 200))


def test_the_loop_of_settling_is_the_experiment(benchmark: ModuleType) -> None:
    found = np.array(benchmark.loop_settling(np.random.default_rng(2), 2), dtype=float)
    assert found.shape == (2 * 50 * 7, 3)
    for place, load in enumerate(benchmark.LOADS):
        exact = find_right_pick(load, 0.3, 64)
        right = found[100 * place : 100 * (place + 1), 2].mean()
        assert right == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 100))
    assert found[:, 1].mean() > found[:, 0].mean()


def test_the_loop_of_the_network_ends_where_the_sweep_ends(benchmark: ModuleType) -> None:
    overlaps, unstable = np.array(benchmark.loop_network(np.random.default_rng(3), 30, 64, (16,))).T
    rng = np.random.default_rng(3)
    patterns = np.concatenate([draw_signs(rng, 1, 16, 64) for _ in range(30)])
    ends = recall_in_turn(patterns, patterns[:, 0])
    np.testing.assert_array_equal(overlaps, (ends * patterns[:, 0]).mean(axis=-1))
    assert unstable.mean() == pytest.approx(share_unstable(16, 64), abs=0.02)


def test_the_record_is_read_as_it_was_written() -> None:
    kept, races = json.loads(OTHERS.read_text("utf-8")), read_other_races()
    for name, times in kept["sweeps"].items():
        one = getattr(races, name)
        assert one.ratio == pytest.approx(times["loop"] / times["sweep"])
        assert one.ratio > 1
        assert float(one.loop) == pytest.approx(1e6 * times["loop"])
        assert kept["machine"] in one.sweep.about


@pytest.mark.slow
def test_every_sweep_wins(tmp_path: Path) -> None:
    file = tmp_path / "race.json"
    command = [sys.executable, str(SCRIPT), "--rounds", "1", "--size", "0.2", "--write", str(file)]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread).stdout
    assert "classical_500" in told
    for times in json.loads(file.read_text("utf-8"))["sweeps"].values():
        assert times["loop"] > 2 * times["sweep"]
    threads = os.environ | {"OPENBLAS_NUM_THREADS": "2"}
    assert subprocess.run(command, capture_output=True, env=threads, check=False).returncode == 2
