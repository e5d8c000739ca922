"""How long the tools that hold quoted numbers take for the same count of them, on few pages and on many.

    PYTHONPATH=tests python -m benchmarks.compare_tools.speed FOLDER [--numbers N] [--write FILE]

FOLDER is the one that `python -m benchmarks.compare_tools` filled with environments. Processor time counts,
of the command and all it starts, since it is disturbed less by a busy machine than the time on the wall.
"""

import argparse
import json
import resource
import shutil
import sys
from pathlib import Path
from typing import Any

from benchmarks.compare_tools.books import RUNNERS
from benchmarks.compare_tools.run import ask_versions, run_command
from benchmarks.compare_tools.tools import TOOLS
from softlookup.experiments.machine import describe_machine

COMMAND = "PYTHONPATH=tests python -m benchmarks.compare_tools.speed FOLDER"
PAGES = (10, 100, 1000)
LIMIT = 120
"""Seconds of processor time after which a command is ended."""


def time_command(folder: Path, command: str, python: Path) -> float | None:
    """Give the processor time of a command and its children; none where it takes longer than the limit.

    Raises ``RuntimeError`` where the tool does not pass the book.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    code, said = run_command(folder, f"ulimit -t {LIMIT}; {command}", python, 10 * LIMIT)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if spent >= LIMIT - 1 or code == 124:
        return None
    if code:
        message = f"{command} gave {code}:\n{said[-2000:]}"
        raise RuntimeError(message)
    return float(f"{spent:.3g}")


def race(folder: Path, name: str, numbers: int) -> dict[str, Any]:
    """Time one tool on books of all sizes; the verdict also once more, with what it kept."""
    tool, runner = TOOLS[name], RUNNERS[name]
    python = folder / "environments" / name / "bin" / "python" if tool.requirements else Path(sys.executable)
    found: dict[str, Any] = {
        "version": ask_versions(tool, python)[tool.package],
        "command": runner.command,
        "cold": {},
        "warm": {},
    }
    for pages in PAGES:
        book = folder / "books" / f"{name}-{pages}"
        shutil.rmtree(book, ignore_errors=True)
        for file, text in runner.write(pages, numbers).items():
            (book / file).parent.mkdir(parents=True, exist_ok=True)
            (book / file).write_text(text, encoding="utf-8")
        for state in ("cold", "warm") if name == "tether" else ("cold",):
            found[state][str(pages)] = spent = time_command(book, runner.command, python)
            sys.stdout.write(f"{name}, {pages} pages, {state}: {spent} s\n")
            sys.stdout.flush()
    return found


def main() -> None:
    """Race, print the times, and write the record if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--numbers", type=int, default=10_000)
    parser.add_argument("--tools", nargs="*", choices=RUNNERS, default=list(RUNNERS))
    parser.add_argument("--write", type=Path, help="the record; what else it holds stays")
    asked = parser.parse_args()
    machine = {key: value for key, value in describe_machine(COMMAND).items() if key != "numpy"}
    for name in asked.tools:
        one = race(asked.folder.resolve(), name, asked.numbers)
        if asked.write:
            kept = json.loads(asked.write.read_text("utf-8")) if asked.write.exists() else {"runs": {}}
            kept["runs"].setdefault(str(asked.numbers), {})[name] = one
            asked.write.write_text(json.dumps({**machine, **kept}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
