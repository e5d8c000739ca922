"""The benchmark compares like with like, and holds what it can hold on any machine."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from support.scripts import load_script

SCRIPT = Path(__file__).parent / "compare_attention.py"


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return load_script(SCRIPT)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_every_form_but_the_floor_gives_the_same_output(benchmark: ModuleType, dtype: str) -> None:
    forms = benchmark.list_forms(*benchmark.draw_lookup(600, dtype))
    expected = forms.pop("plain")()
    forms.pop(benchmark.FLOOR)
    for name, form in forms.items():
        np.testing.assert_allclose(form(), expected, atol=1e-5, err_msg=name)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a process's peak")
def test_blocks_are_not_slower_than_the_plain_form_and_hold_less(tmp_path: Path) -> None:
    command = [
        sys.executable,
        str(SCRIPT),
        "--nodes",
        "2048",
        "--rounds",
        "9",
        "--write",
        str(tmp_path / "race"),
    ]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=one_thread).stdout
    assert "float32, 2048 nodes" in told
    found = json.loads((tmp_path / "race").read_text("utf-8"))
    for dtype in ("float32", "float64"):
        blocks, plain, scipy = (found[dtype][name] for name in ("blocks", "plain", "scipy"))
        assert blocks["seconds"] < plain["seconds"]
        assert blocks["seconds"] < scipy["seconds"]
        assert blocks["megabytes"] < plain["megabytes"] / 4


@pytest.mark.slow
def test_blocks_are_not_slower_than_the_plain_form_on_small_lookups(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--small", "--rounds", "15", "--write", str(tmp_path / "race")]
    one_thread = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    subprocess.run(command, check=True, capture_output=True, env=one_thread)
    found = json.loads((tmp_path / "race").read_text("utf-8"))
    for dtype in ("float32", "float64"):
        for nodes, times in found[dtype].items():
            # A tenth is for the clock: the two do the same work at the smallest sizes.
            assert times["blocks"] < 1.1 * times["plain"], (dtype, nodes)
        assert found[dtype]["2048"]["blocks"] < found[dtype]["2048"]["in_place"]


def test_without_one_thread_it_refuses() -> None:
    threads = os.environ | {"OPENBLAS_NUM_THREADS": "2"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT)], capture_output=True, text=True, env=threads, check=False
    )
    assert done.returncode == 2
    assert "OPENBLAS_NUM_THREADS=1" in done.stderr
