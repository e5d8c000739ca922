"""Which lines of the sources each test file runs, how long it takes, and so what to try on a mutant."""

from __future__ import annotations

import importlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from mutation.forked import run_forked, run_pytest, say

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

UNDER = ("tests/softlookup", "tests/tether")
"""The tests that mirror the sources; those of the book, the site and the repository build a whole book."""
READERS = ("tests/repository/test_frozen.py",)
"""Tests that read the sources without running them: tried on every mutant, last."""
WORKER = ("worker", "session", "blocks", "evaluation", "keeper", "leaks", "reads", "fresh", "kept", "store")
"""Modules of tether that run in its worker, a process that is killed at its end and so tells no lines."""
THROUGH_WORKER = (
    "test_kept.py",
    "test_attacked.py",
    "test_outcomes.py",
    "test_blocks.py",
    "test_closed_world.py",
)


@dataclass(frozen=True)
class Reach:
    """What one test file runs."""

    file: str
    seconds: float
    """Of the processor, with coverage's share."""
    lines: dict[str, set[int]]
    """Lines run, by source."""


def measure_reach(root: Path, files: Sequence[str], limit: float, scratch: Path, jobs: int) -> list[Reach]:
    """Run each test file alone under coverage; leave out what fails or takes longer than the limit."""

    def measure(file: str) -> Reach | None:
        out = scratch / (file.replace("/", "-") + ".json")
        if not out.exists():
            told = out.with_suffix(".lines")
            status, seconds = run_forked(
                root, lambda: _cover(root, file, told), limit, out.with_suffix(".log")
            )
            lines = {"lines": json.loads(told.read_text("utf-8"))} if status == 0 else {}
            out.write_text(json.dumps({"status": status, "seconds": round(seconds, 2), **lines}), "utf-8")
        content = json.loads(out.read_text("utf-8"))
        if "lines" not in content:
            say(f"left out: {file} ({content['status']})")
            return None
        by_module = {module: set(numbers) for module, numbers in content["lines"].items()}
        return Reach(file, content["seconds"], by_module)

    with ThreadPoolExecutor(jobs) as pool:
        return [reach for reach in pool.map(measure, files) if reach is not None]


def _cover(root: Path, file: str, out: Path) -> int:
    coverage = importlib.import_module("coverage")
    tracer = coverage.Coverage(data_file=None, source=[str(root / "src")], config_file=False)
    tracer.start()
    status = run_pytest([file])
    tracer.stop()
    data = tracer.get_data()
    lines = {
        str(Path(name).relative_to(root)): sorted(data.lines(name) or []) for name in data.measured_files()
    }
    if status == 0:
        out.write_text(json.dumps(lines), "utf-8")
    return status


def list_tests(root: Path) -> list[str]:
    """List the test files that mirror the sources."""
    found = (path for under in UNDER for path in (root / under).rglob("test_*.py"))
    return sorted(str(path.relative_to(root)) for path in found)


def choose_tests(reaches: Iterable[Reach], module: str, lines: Iterable[int], budget: float) -> list[Reach]:
    """Choose test files that run one of the lines, the likeliest first, until the budget is spent.

    The likeliest is the one that mirrors the module by its name, then what runs most of the module's lines.
    """
    name = Path(module).stem
    wanted = set(lines)
    fitting = [reach for reach in reaches if wanted & reach.lines.get(module, set())]
    if module.startswith("src/tether/") and name in WORKER:
        more = [
            reach for reach in reaches if Path(reach.file).name in THROUGH_WORKER and reach not in fitting
        ]
        fitting += more

    def likelihood(reach: Reach) -> tuple[bool, int, float]:
        mirrors = Path(reach.file).stem.removeprefix("test_") == name
        return not mirrors, -len(reach.lines.get(module, ())), reach.seconds

    chosen: list[Reach] = []
    spent = 0.0
    for reach in sorted(fitting, key=likelihood):
        if not chosen or spent + reach.seconds <= budget:
            chosen.append(reach)
            spent += reach.seconds
    return chosen
