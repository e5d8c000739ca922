"""Inside the worker: making the results that are to be kept, each in a process of its own.

What a block or another experiment has done to its process is then no part of any of them.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import sys
import time
import warnings
from typing import TYPE_CHECKING

from tether.reads import LOG

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tether.keeper import Keeper

_PAUSE = 0.005


def make_ahead(
    keeper: Keeper, values: object, names: Iterable[str], limit: float, tell: Callable[[str], None]
) -> None:
    """Have the results made and kept that a job asks for and that are not there.

    What fails here, or takes too long, is left to the job itself, which then says so at its place.
    """
    if not hasattr(os, "fork"):
        return
    waiting = [(name, key) for name in names if (key := keeper.lacks(name, values)) is not None]
    at_work: dict[int, float] = {}
    while waiting or at_work:
        while waiting and len(at_work) < (os.cpu_count() or 1):
            name, key = waiting.pop(0)
            at_work[_start(keeper, values, name, key)] = time.monotonic() + limit
        for child, until in list(at_work.items()):
            ended, _ = os.waitpid(child, os.WNOHANG)
            if ended:
                del at_work[child]
                tell(f"{len(waiting)} to go")
            elif time.monotonic() > until:
                os.kill(child, signal.SIGKILL)
        time.sleep(_PAUSE)


class Maker:
    """A process that waits to be asked for results, and that nothing else happens in."""

    def __init__(self, keeper: Keeper, target: str) -> None:
        """Start it beside the job that will ask."""
        self._ours, theirs = socket.socketpair()
        self._answers = self._ours.makefile("r", encoding="utf-8")
        self._process = fork()
        if self._process == 0:
            try:
                self._ours.close()
                leave_input()
                os.setsid()
                _serve(theirs, keeper, target)
            finally:
                os._exit(0)
        theirs.close()

    def ask(self, name: str, key: str) -> None:
        """Have a result made and kept; return when that has been tried."""
        with contextlib.suppress(OSError):
            self._ours.sendall((json.dumps([name, key]) + "\n").encode())
            self._answers.readline()

    def stop(self) -> None:
        """End it, with whatever it is making."""
        self._answers.close()
        self._ours.close()
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process, signal.SIGKILL)


def _serve(asked: socket.socket, keeper: Keeper, target: str) -> None:
    from tether.evaluation import load  # noqa: PLC0415

    values: object = None
    for line in asked.makefile("r", encoding="utf-8"):
        name, key = json.loads(line)
        # What fails here fails again where it is asked for, and is told there.
        with contextlib.suppress(BaseException):
            values = load(target) if values is None else values
            if keeper.lacks(name, values) == key:
                os.waitpid(_start(keeper, values, name, key), 0)
        asked.sendall(b"\n")


def leave_input() -> None:
    """Have standard input be empty: it holds the parent's jobs."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: PTH123, SIM115  (open for as long as the process)


def _start(keeper: Keeper, values: object, name: str, key: str) -> int:
    child = fork()
    if child == 0:
        status = 1
        try:
            keeper.ask = None
            keeper.make(name, values, key)
            status = 0
        finally:
            os._exit(status)
    return child


def fork() -> int:
    """Fork without a trace in the log."""
    with warnings.catch_warnings(), LOG.off():
        # Python 3.12 warns of forking beside threads; those of a BLAS are idle here and made anew on use.
        warnings.simplefilter("ignore", DeprecationWarning)
        return os.fork()
