"""The fresh process in which blocks and experiments run; started as ``python -m tether.worker``.

It reads one JSON line that says where the book is, then one line for each job, and answers with
JSON lines. Modules of other packages named in ``preload`` are imported once; each job then runs in
a fork of its own, so that nothing leaks from one page to another. Where there is no fork (Windows)
the process does one job and ends, and the parent starts another.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from tether.experiment import provide_by
from tether.fresh import compile_ahead, import_fresh_below
from tether.imports import Modules
from tether.keeper import Keeper
from tether.makers import Maker, fork, leave_input, make_ahead
from tether.reads import LOG
from tether.store import Store

if TYPE_CHECKING:
    from collections.abc import Iterable

CAN_FORK = hasattr(os, "fork")


class Reports:
    """Writes what happens to the parent, over a descriptor that no block can print to by accident."""

    def __init__(self) -> None:
        """Take standard output for the reports; what blocks print there is kept apart."""
        self.stream: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8", newline="\n")
        stray = os.open(os.devnull, os.O_WRONLY)
        os.dup2(stray, 1)
        os.close(stray)

    def send(self, event: str, **content: Any) -> None:  # noqa: ANN401
        """Report one event."""
        self.stream.write(json.dumps({"event": event, **content}) + "\n")
        self.stream.flush()


def run_job(job: dict[str, Any], reports: Reports, keeper: Keeper) -> None:
    """Do one job: run a page's blocks, or evaluate a book's expressions; tell what it read."""
    LOG.is_vouched = job["vouched"]
    if job["kind"] == "page":
        from tether.blocks import run_blocks  # noqa: PLC0415

        run_blocks(job, reports.send)
    else:
        from tether.evaluation import evaluate_all  # noqa: PLC0415

        def ahead(values: object, names: Iterable[str]) -> None:
            make_ahead(keeper, values, names, job["limit"], lambda text: reports.send("making", text=text))

        evaluate_all(job, reports.send, ahead)
    doubt = LOG.settle()
    reports.send("done", needs=LOG.needs, modules=LOG.modules, doubt=doubt)


def _run_forked(job: dict[str, Any], reports: Reports, keeper: Keeper) -> None:
    maker = Maker(keeper, job["values"]) if job["values"] else None

    def ask(name: str, key: str) -> None:
        if maker is not None:
            maker.ask(name, key)
            reports.send("making", name=name)  # an experiment has a time of its own

    keeper.ask = ask
    child = fork()
    if child == 0:
        leave_input()
        os.setsid()  # so that the parent can end whatever the job leaves running
        status = 1
        try:
            reports.send("begin", pid=os.getpid())
            run_job(job, reports, keeper)
            status = 0
        except BaseException as error:  # noqa: BLE001  (reported, and the process ends)
            reports.send("crash", message=f"{type(error).__name__}: {error}", trace=traceback.format_exc())
        finally:
            os._exit(status)
    _, ended = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, 9)
    if maker is not None:
        maker.stop()
    reports.send("exit", status=os.waitstatus_to_exitcode(ended))


def main() -> None:
    """Serve jobs until standard input ends."""
    reports = Reports()
    setting = json.loads(sys.stdin.readline())
    os.chdir(setting["root"])
    # The book's own code comes first, whatever else is installed under the same name.
    root = Path(setting["root"])
    sys.path[:0] = [str(path) for path in (root / "src", root) if path.is_dir()]
    import_fresh_below(setting["root"])
    kept = Path(setting["kept"])
    store = Store(kept, root, lambda text: reports.send("note", message=text))
    modules = Modules.unpack(setting["modules"], root)
    keeper = Keeper(store, modules, setting["stamp"])
    provide_by(keeper)
    LOG.begin(root, kept)
    # A shell that starts a command behind its back has it ignore interrupts, and so would every block.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in setting["preload"]:
        with contextlib.suppress(ImportError):  # what is missing is reported by the block that needs it
            importlib.import_module(name)
    if CAN_FORK:
        reached = modules.closure(setting["values"].partition(":")[0])
        compile_ahead(modules.known[name].path for name in sorted(reached))
    LOG.doubt = ""  # what a package of others does on its way in is its own affair
    reports.send("ready")
    for line in sys.stdin:
        job = json.loads(line)
        if CAN_FORK:
            _run_forked(job, reports, keeper)
        else:
            reports.send("begin", pid=os.getpid())
            run_job(job, reports, keeper)
            reports.send("exit", status=0)
            return


if __name__ == "__main__":
    main()
