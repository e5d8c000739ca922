"""How long the tools that hold quoted numbers take for the same count of them, on few pages and on many.

    PYTHONPATH=tests python -m benchmarks.compare_tools.speed FOLDER [--numbers N] [--times N] [--write FILE]

FOLDER is the one that `python -m benchmarks.compare_tools` filled with environments. Processor time counts,
of the command and all it starts, since it is disturbed less by a busy machine than the time on the wall; and
of several times the least, the tools taking turns.
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


class Racer:
    """One tool with its books; what it kept is thrown away before a cold run."""

    def __init__(self, folder: Path, name: str, numbers: int) -> None:
        """Write the books of all sizes."""
        tool, runner = TOOLS[name], RUNNERS[name]
        environment = folder / "environments" / name / "bin" / "python"
        self.name, self.command = name, runner.command
        self.python = environment if tool.requirements else Path(sys.executable)
        self.version = ask_versions(tool, self.python)[tool.package]
        self.times: dict[str, dict[str, float | None]] = {"cold": {}, "warm": {}, "edited": {}}
        self.books: dict[int, Path] = {}
        for pages in PAGES:
            self.books[pages] = book = folder / "books" / f"{name}-{pages}"
            shutil.rmtree(book, ignore_errors=True)
            for file, text in runner.write(pages, numbers).items():
                (book / file).parent.mkdir(parents=True, exist_ok=True)
                (book / file).write_text(text, encoding="utf-8")

    def run(self, pages: int) -> None:
        """Time it on the book of one size; the verdict also right afterwards, and after an edit."""
        book = self.books[pages]
        shutil.rmtree(book / ".cache", ignore_errors=True)
        for state in ("cold", "warm", "edited") if self.name == "tether" else ("cold",):
            if state == "edited":
                with (book / "docs/p0.md").open("a", encoding="utf-8") as page:
                    page.write("\nAnd some more words.\n")
            spent = time_command(book, self.command, self.python)
            before = self.times[state].get(str(pages), spent)
            least = None if spent is None or before is None else min(spent, before)
            self.times[state][str(pages)] = least
            sys.stdout.write(f"{self.name}, {pages} pages, {state}: {spent} s\n")
            sys.stdout.flush()

    def as_record(self) -> dict[str, Any]:
        """Give its part of the record."""
        return {"version": self.version, "command": self.command, **self.times}


def main() -> None:
    """Race, print the times, and write the record if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--numbers", type=int, default=10_000)
    parser.add_argument("--times", type=int, default=3, help="how often each runs; the least counts")
    parser.add_argument("--tools", nargs="*", choices=RUNNERS, default=list(RUNNERS))
    parser.add_argument("--write", type=Path, help="the record; what else it holds stays")
    asked = parser.parse_args()
    machine = {key: value for key, value in describe_machine(COMMAND).items() if key != "numpy"}
    racers = [Racer(asked.folder.resolve(), name, asked.numbers) for name in asked.tools]
    for _ in range(asked.times):
        for pages in PAGES:
            for racer in racers:
                racer.run(pages)
    if asked.write:
        kept = json.loads(asked.write.read_text("utf-8")) if asked.write.exists() else {"runs": {}}
        for racer in racers:
            kept["runs"].setdefault(str(asked.numbers), {})[racer.name] = racer.as_record()
        asked.write.write_text(json.dumps({**kept, **machine}, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
