"""The parent's side of the worker: starting it, handing it jobs, and judging what comes back."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from tether.problems import TetherError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tether.config import Project

_CAN_FORK = hasattr(os, "fork")
_MOST_WORKERS = 8
_ALWAYS = {"PYTHONIOENCODING": "utf-8", "MPLBACKEND": "agg", "SOURCE_DATE_EPOCH": "0"}
"""A build sets the time of its commit: what is kept would be another after each."""
_ONE_THREAD = {f"{library}_NUM_THREADS": "1" for library in ("BLIS", "MKL", "OMP", "OPENBLAS")}
"""Unless the author says otherwise: a worker runs on each processor, and threads beside it only wait."""
_START_LIMIT = 120.0
"""Seconds that the worker may take to import what it keeps warm."""


@dataclass
class Outcome:
    """What became of one job."""

    events: dict[int, dict[str, Any]] = field(default_factory=dict)
    """The report of each block or expression, by its index."""
    failed: dict[str, Any] | None = None
    """The error of a job that could not begin."""
    ended: str = ""
    """Why the job stopped before its end; empty where it did not."""
    at: int = -1
    """The index that was being worked on when it stopped."""
    done: bool = False
    doubt: str = ""
    """Why the outcome may not be kept; empty where it may."""
    needs: dict[str, str] = field(default_factory=dict)
    """The files and folders that the job read, with their digests."""
    modules: dict[str, str] = field(default_factory=dict)
    """The book's modules that the job compiled, with their digests."""
    notes: list[str] = field(default_factory=list)
    """What the worker has to say beside."""
    missing: list[int] = field(default_factory=list)
    """The parts of the job that an outcome kept from before does not hold."""

    def take(self, event: dict[str, Any]) -> None:
        """Take in what the worker reports."""
        kind = event["event"]
        if kind == "start":
            self.at = event["index"]
        elif kind in {"block", "value"}:
            self.events[event["index"]] = event
        elif kind == "failed":
            self.failed = event
        elif kind == "crash":
            self.ended = f"the worker itself failed: {event['message']}\n{event['trace']}"
        elif kind == "note":
            self.notes.append(event["message"])
        elif kind == "done":
            self.done = True
            self.doubt, self.needs, self.modules = event["doubt"], event["needs"], event["modules"]


@dataclass(frozen=True)
class Setting:
    """What every worker of a build is told."""

    environment: dict[str, str]
    """The variables that the book's code may read."""
    kept: str
    """The folder of what is kept."""
    modules: dict[str, Any]
    """The book's modules, packed."""
    stamp: str
    """The digest of all that a result hangs on beside the book's own files."""


class Worker:
    """One fresh process and its jobs; use it as a context manager, once a build."""

    def __init__(self, project: Project, setting: Setting) -> None:
        """Remember the book and what to tell; the process starts with the context."""
        self.project = project
        self._setting = setting
        self._limit = project.settings.time_limit
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def __enter__(self) -> Self:
        """Start the process."""
        self._start()
        return self

    def __exit__(self, *_: object) -> None:
        """End the process, whatever it is doing."""
        self._stop()

    def _start(self) -> None:
        command = [sys.executable, "-P", "-X", "utf8", "-m", "tether.worker"]
        environment = {**_ONE_THREAD, **self._setting.environment, **_ALWAYS}
        environment.pop("PYTHONSTARTUP", None)
        self._process = subprocess.Popen(  # noqa: S603  (our own module, no shell)
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._pump, args=(self._process, self._lines), daemon=True).start()
        told = {"kept": self._setting.kept, "modules": self._setting.modules, "stamp": self._setting.stamp}
        settings = self.project.settings
        own = {"root": str(self.project.root), "preload": list(settings.preload), "values": settings.values}
        self._write({**own, **told})
        if self._next(time.monotonic() + _START_LIMIT).get("event") != "ready":
            self._stop()
            message = "the worker process did not start; see its error above"
            raise TetherError(message)

    @staticmethod
    def _pump(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
        if process.stdout is not None:
            for line in process.stdout:
                lines.put(line)
        lines.put(None)

    def _write(self, content: dict[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            message = "the worker is not running"
            raise TetherError(message)
        with contextlib.suppress(BrokenPipeError):  # its end is then reported by what does not come back
            self._process.stdin.write(json.dumps(content) + "\n")
            self._process.stdin.flush()

    def _next(self, deadline: float) -> dict[str, Any]:
        """Give the next event; ``late`` past the deadline, ``gone`` where the process has ended."""
        try:
            line = self._lines.get(timeout=max(deadline - time.monotonic(), 0.0))
        except queue.Empty:
            return {"event": "late"}
        if line is None:
            return {"event": "gone"}
        event: dict[str, Any] = json.loads(line)
        return event

    def run(self, job: dict[str, Any]) -> Outcome:
        """Have a job done; each block or expression may take as long as the time limit."""
        if self._process is None or self._process.poll() is not None:
            self._start()
        self._write(job)
        outcome = Outcome()
        for event in self._events(outcome):
            if event["event"] == "exit":
                if not outcome.done and not outcome.ended:
                    outcome.ended = _describe_exit(event["status"])
                break
            outcome.take(event)
        if not _CAN_FORK:
            self._stop()
        return outcome

    def _events(self, outcome: Outcome) -> Iterator[dict[str, Any]]:
        pid = 0
        deadline = time.monotonic() + self._limit
        while True:
            event = self._next(deadline)
            if event["event"] == "begin":
                pid = event["pid"]
            elif event["event"] == "late" and not outcome.ended:
                outcome.ended = (
                    f"still running after {self._limit:g} s; raise [tool.tether] time_limit if it must"
                )
                self._kill(pid)
                if not _CAN_FORK:
                    return
                deadline = time.monotonic() + _START_LIMIT
                continue
            elif event["event"] in {"late", "gone"}:
                outcome.ended = outcome.ended or "the worker process ended"
                self._stop()
                return
            if not outcome.ended:
                deadline = time.monotonic() + self._limit
            yield event

    def _kill(self, pid: int) -> None:
        if _CAN_FORK and pid:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
        else:
            self._stop()

    def _stop(self) -> None:
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        self._process = None


def run_jobs(project: Project, jobs: Sequence[dict[str, Any]], setting: Setting) -> list[Outcome]:
    """Have jobs done in fresh processes, as many at a time as there are processors; keep their order.

    Expressions come first: the results that they need are then there for the blocks of all pages.
    """
    if not jobs:
        return []
    first = [index for index, job in enumerate(jobs) if job["kind"] == "values"]
    waiting = iter([index for index in range(len(jobs)) if index not in first])
    outcomes: dict[int, Outcome] = {}
    lock = threading.Lock()

    def work() -> None:
        with Worker(project, setting) as worker:
            with lock:
                while first:
                    expressions = first.pop(0)
                    outcomes[expressions] = worker.run(jobs[expressions])
            while True:
                with lock:
                    index = next(waiting, None)
                if index is None:
                    return
                outcomes[index] = worker.run(jobs[index])

    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415  (not for what is kept)

    at_once = min(os.cpu_count() or 1, len(jobs), _MOST_WORKERS)
    with ThreadPoolExecutor(at_once) as pool:
        for done in [pool.submit(work) for _ in range(at_once)]:
            done.result()
    return [outcomes[index] for index in range(len(jobs))]


def _describe_exit(status: int) -> str:
    if status < 0:
        with contextlib.suppress(ValueError):
            return f"killed by {signal.Signals(-status).name}"
        return f"killed by signal {-status}"
    return f"the process ended with status {status} before the work was done"
