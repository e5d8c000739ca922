"""Pytest in a fork that has the slow imports behind it, on a copy of the repository."""

from __future__ import annotations

import contextlib
import importlib
import json
import math
import os
import shutil
import signal
import sys
import tempfile
import time
import traceback
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

PRELOAD = (
    "numpy", "scipy.special", "scipy.optimize", "scipy.stats", "scipy.integrate", "pytest", "hypothesis",
    "hypothesis.extra.numpy", "markdown", "jsonschema", "cosmic_ray.mutating", "coverage",
)  # fmt: skip
LATE = "late"
FIRST = "first failed: "
"""Stands in the log before the test that failed first."""


def preload() -> None:
    """Import what tests need and no mutant touches; nothing of this repository."""
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for name in PRELOAD:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    ours = {name.partition(".")[0] for name in sys.modules} & {"softlookup", "tether"}
    if ours:
        message = f"{ours} is imported already, so no mutant of it would be seen"
        raise RuntimeError(message)


def run_forked(root: Path, work: Callable[[], int], limit: float, log: Path) -> tuple[int | str, float]:
    """Do some work in a fork standing in a copy of the repository; give its status and processor seconds.

    The status is ``late`` past the limit of processor seconds, or of waiting for ten times as long.
    """
    child = os.fork()
    if child == 0:
        status = 99
        try:
            os.setsid()
            resource = importlib.import_module("resource")  # Windows has none, and reads this module too
            resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(limit), math.ceil(limit) + 5))
            _stand_in(root, log)
            status = work()
        except BaseException:  # noqa: BLE001  (said, and the process ends)
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    deadline = time.monotonic() + 10 * limit
    while True:
        ended, status, usage = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            _end(child)
            _, status, usage = os.wait4(child, 0)
            break
        time.sleep(0.05)
    _end(child)  # with whatever it has left running
    code = os.waitstatus_to_exitcode(status)
    return LATE if code in {-signal.SIGXCPU, -signal.SIGKILL} else code, usage.ru_utime + usage.ru_stime


class _Watch:
    """A plugin of pytest that notes what failed first, and runs one test alone where it is told to.

    A test's name may hold blanks and dashes, so that neither the summary nor a command line says which it is.
    """

    def __init__(self, only: str) -> None:
        self.only = only
        self.failed = ""

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        if "::" in self.only:
            items[:] = [item for item in items if item.nodeid == self.only]

    def pytest_collectreport(self, report: Any) -> None:  # noqa: ANN401  (pytest is imported late)
        self._note(report)

    def pytest_runtest_logreport(self, report: Any) -> None:  # noqa: ANN401
        self._note(report)

    def _note(self, report: Any) -> None:  # noqa: ANN401
        if report.failed and not self.failed:
            self.failed = report.nodeid


def run_one(test: str) -> int:
    """Run one test, or one file that could not be read, by the name that pytest gives it."""
    return run_pytest([test.partition("::")[0]], only=test)


def run_pytest(files: Sequence[str], *, only: str = "") -> int:
    """Run test files until one fails, and say which test it was; or of one file ``only`` one test."""
    pytest = importlib.import_module("pytest")
    watch = _Watch(only)
    kept = tempfile.mkdtemp(prefix="mutation-")
    os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = kept
    try:
        status = pytest.main(
            ["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0", "--tb=line",
             "-W", "ignore::pytest.PytestAssertRewriteWarning",
             f"--basetemp={kept}/tests", *files],
            plugins=[watch],
        )  # fmt: skip
    finally:
        shutil.rmtree(kept, ignore_errors=True)
    if watch.failed:
        say(FIRST + json.dumps(watch.failed))
    return int(status)


def say(text: str) -> None:
    """Tell how far the work is."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def _stand_in(root: Path, log: Path) -> None:
    """Make the copy's sources the ones that are imported, here and in every process started from here."""
    os.chdir(root)
    os.environ["PYTHONPATH"] = str(root / "src")
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    sys.dont_write_bytecode = True
    sys.path[:0] = [str(root / "src"), str(root / "tests")]
    with log.open("wb") as stream:
        os.dup2(stream.fileno(), 1)
        os.dup2(stream.fileno(), 2)


def _end(child: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
