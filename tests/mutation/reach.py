"""Which functions of the sources each test file runs, how long it takes, and so what to try on a mutant."""

from __future__ import annotations

import importlib
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from mutation.forked import LATE, run_forked, run_pytest, say
from mutation.sites import find_functions, name_function

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

UNDER = ("tests/softlookup", "tests/tether")
"""The tests that mirror the sources; those of the book, the site and the repository build a whole book."""
READERS = ("tests/repository/test_frozen.py",)
"""Tests that read the sources without running them: tried on every mutant, behind the others."""
WORKER = ("worker", "session", "blocks", "evaluation", "keeper", "leaks", "reads", "fresh", "kept", "store")
"""Modules of tether that run in its worker, which may be killed at its end and then tells nothing."""
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
    functions: dict[str, set[str]]
    """Functions run, by source; an empty name where the import alone ran something."""
    untraced: bool = False
    """It fails under coverage, and passes without: what it runs is not known."""
    named: frozenset[str] = frozenset()
    """Modules that its text names, as in ``tether.verify``."""

    def runs(self, module: str, function: str) -> bool:
        """Tell whether it runs a function, or may: what is not traced is taken to run all of its package."""
        if self.untraced:
            return module.split("/")[1] == self.file.split("/")[1]
        return function in self.functions.get(module, set())


def measure_reach(root: Path, files: Sequence[str], limit: float, scratch: Path, jobs: int) -> list[Reach]:
    """Run each test file alone under coverage, untraced where it fails so; leave out what is slow or red."""

    def measure(file: str) -> Reach | None:
        out = name_report(scratch, file)
        if not out.exists():
            told = out.with_suffix(".functions")
            status, seconds = run_forked(
                root, lambda: _cover(root, file, told), limit, out.with_suffix(".log")
            )
            run = {"functions": json.loads(told.read_text("utf-8"))} if status == 0 else {}
            if status not in {0, LATE}:
                work = partial(run_pytest, [file])
                status, seconds = run_forked(root, work, limit, out.with_suffix(".log"))
                run = {"functions": {}, "untraced": True} if status == 0 else {}
            out.write_text(json.dumps({"status": status, "seconds": round(seconds, 2), **run}), "utf-8")
        content = json.loads(out.read_text("utf-8"))
        if "functions" not in content:
            say(f"left out: {file} ({content['status']})")
            return None
        by_module = {module: set(names) for module, names in content["functions"].items()}
        named = frozenset(re.findall(r"\b(?:softlookup|tether)(?:\.\w+)+", (root / file).read_text("utf-8")))
        return Reach(file, content["seconds"], by_module, content.get("untraced", False), named)

    with ThreadPoolExecutor(jobs) as pool:
        return [reach for reach in pool.map(measure, files) if reach is not None]


def name_report(scratch: Path, file: str) -> Path:
    """Name the file in which it is kept what a test file runs."""
    return scratch / (file.replace("/", "-") + ".json")


def _cover(root: Path, file: str, out: Path) -> int:
    coverage = importlib.import_module("coverage")
    data_file = out.with_suffix(".coverage")
    settings = out.with_suffix(".rc")
    # What a test starts is traced as well, in the end of a process too: the commands, and the worker.
    settings.write_text(
        f"[run]\nsource = {root / 'src'}\ndata_file = {data_file}\nparallel = true\n"
        "patch = subprocess, fork, _exit\n",
        "utf-8",
    )
    tracer = coverage.Coverage(config_file=str(settings))
    tracer.start()
    status = run_pytest([file])
    tracer.stop()
    tracer.save()
    whole = coverage.CoverageData(no_disk=True)
    for path in data_file.parent.glob(f"{data_file.name}.*"):
        part = coverage.CoverageData(str(path))
        part.read()
        whole.update(part)
        path.unlink()
    if status == 0:
        run = {name: list(whole.lines(name) or []) for name in whole.measured_files()}
        out.write_text(json.dumps(_name_functions(root, run)), "utf-8")
    return status


def _name_functions(root: Path, run: dict[str, list[int]]) -> dict[str, list[str]]:
    named = {}
    for name, lines in run.items():
        functions = find_functions(Path(name).read_text("utf-8"))
        names = {name_function(functions, line) for line in lines}
        named[Path(name).relative_to(root).as_posix()] = sorted(names)
    return named


def list_tests(root: Path) -> list[str]:
    """List the test files that mirror the sources."""
    found = (path for under in UNDER for path in (root / under).rglob("test_*.py"))
    return sorted(str(path.relative_to(root)) for path in found)


def choose_tests(reaches: Iterable[Reach], module: str, function: str, budget: float) -> list[Reach]:
    """Choose test files that run a function, the likeliest first, until the budget is spent.

    The likeliest is the one that mirrors the module by its name, then what names it, then what runs most.
    """
    name = Path(module).stem
    fitting = [reach for reach in reaches if reach.runs(module, function)]
    if module.startswith("src/tether/") and name in WORKER:
        more = [
            reach for reach in reaches if Path(reach.file).name in THROUGH_WORKER and reach not in fitting
        ]
        fitting += more

    dotted = module.removeprefix("src/").removesuffix(".py").replace("/", ".")

    def likelihood(reach: Reach) -> tuple[bool, bool, bool, int, float]:
        mirrors = Path(reach.file).stem.removeprefix("test_") == name
        return (
            not mirrors,
            dotted not in reach.named,
            reach.untraced,
            -len(reach.functions.get(module, ())),
            reach.seconds,
        )

    chosen: list[Reach] = []
    spent = 0.0
    for reach in sorted(fitting, key=likelihood):
        if not chosen or spent + reach.seconds <= budget:
            chosen.append(reach)
            spent += reach.seconds
    return chosen
