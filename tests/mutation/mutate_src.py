"""Try the tests on a sample of mutants of src/; README.md beside this file says how to run it.

It never writes into the repository but for the record: each job works on its own clone of HEAD.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import importlib.metadata
import json
import math
import os
import platform
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from mutation.counts import key_of, summarise, summarise_later
from mutation.forked import FIRST, LATE, preload, run_forked, run_one, run_pytest, say
from mutation.reach import READERS, Reach, choose_tests, list_tests, measure_reach, name_report
from mutation.sites import STRATA, Site, draw_sites, find_sites, make_mutant
from mutation.whole import ALL, choose_pages, judge

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
VERDICTS = Path(__file__).with_name("survivors.json")
FILE_LIMIT = 60.0
"""Processor seconds, under coverage, past which a test file is too slow to be tried on mutants."""
WHOLE_LIMIT = 200.0
"""Processor seconds of one process, past which the book under a mutant counts as out of time."""
BUDGET = 60.0
"""Processor seconds of test files, at most, that are tried on one mutant, unless the first takes more."""


def parse_arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument(
        "--size", default="40", help="mutants of each stratum, at most, or of some: show=40,tether=20"
    )
    parser.add_argument("--minutes", type=float, default=60.0, help="of the wall, after which none is begun")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time")
    parser.add_argument(
        "--under", default="", help="only sources whose path begins so, such as src/tether/numbers"
    )
    parser.add_argument("--scratch", type=Path, help="folder to keep the copies and the measured reach in")
    parser.add_argument(
        "--again", action="store_true", help="try the record's survivors again, and nothing else"
    )
    parser.add_argument("--measure", action="store_true", help="only what test files run, into --scratch")
    parser.add_argument("--measured", action="store_true", help="leave out test files not measured before")
    parser.add_argument("--record", type=Path, help="where to write what was found: else record-SEED.json")
    arguments = parser.parse_args()
    if arguments.record is None:
        arguments.record = Path(__file__).with_name(f"record-{arguments.seed}.json")
    return arguments


def try_mutant(root: Path, row: dict[str, Any], reaches: list[Reach], log: Path) -> dict[str, Any]:
    """Run the tests that reach one mutant, and tell what became of it."""
    path = root / row["module"]
    times = path.stat()
    source = path.read_text("utf-8")
    mutant = make_mutant(source, row["operator"], row["occurrence"])
    try:
        same = ast.dump(ast.parse(mutant)) == ast.dump(ast.parse(source))
    except SyntaxError:
        same = True
    if same:
        return {**row, "outcome": "no mutant"}
    if reaches:
        chosen = choose_tests(reaches, row["module"], row["function"], BUDGET)
        files, limit = [reach.file for reach in chosen], 3 * sum(reach.seconds for reach in chosen) + 20
        files += READERS
    else:
        files, limit = row["tried"], 3 * BUDGET
    before, after = show_change(source, mutant)
    path.write_text(mutant, "utf-8")
    whole = False
    try:
        status, seconds = run_forked(root, lambda: run_pytest(files), limit, log)
        told = log.read_text("utf-8", "replace")
        by = [json.loads(name) for name in re.findall(rf"^{FIRST}(.+)$", told, re.MULTILINE)]
        last = partial(run_one, by[0]) if by else partial(run_pytest, files)
        # Under a changed tether nothing that was kept stands: the book would take a minute, and its tests
        # have small books of their own.
        if status == 0 and not row["module"].startswith("src/tether/"):
            whole = True
            pages = choose_pages(root, row["module"])
            last = partial(judge, pages)
            status, more = run_forked(root, last, WHOLE_LIMIT, log)
            seconds += more
            by = [f"the book: {' '.join(pages) or 'all pages'}"] if status else []
        again = run_forked(root, last, WHOLE_LIMIT, log)[0] if by else status
        if by and again == 0 and not whole:  # alone it passes: what ran before it has a part in it
            last = partial(run_pytest, files)
            again = run_forked(root, last, limit, log)[0]
    finally:
        path.write_text(source, "utf-8")
        os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    # A busy machine fails tests that give a process some seconds: it must fail twice, and pass without.
    if by and (again == 0 or run_forked(root, last, WHOLE_LIMIT, log)[0] != 0):
        return {**row, "outcome": "in doubt", "killed_by": by[0]}
    if status == 5 or re.search("^ERROR: .*not found: ", told, re.MULTILINE):  # 5 is pytest for: none there
        message = f"there are no such tests: {files}"
        raise RuntimeError(message)
    outcome = {0: "survived", LATE: "out of time"}.get(status, "killed")
    found = {"before": before, "after": after, "outcome": outcome, "seconds": round(seconds, 1)}
    found |= {"whole": True} if whole and status != 0 else {}
    return {**row, **found, "killed_by": by[0] if by else "", "tried": files}


def show_change(source: str, mutant: str) -> tuple[str, str]:
    """Give the lines that differ, before and after."""
    old, new = source.splitlines(), mutant.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return "\n".join(line.strip() for line in old), "\n".join(line.strip() for line in new)


def try_all(
    rows: list[dict[str, Any]], reaches: list[Reach], copies: list[Path], minutes: float
) -> list[dict[str, Any]]:
    """Try mutants in their order, as many at a time as there are copies, until the time is over."""
    free: queue.Queue[Path] = queue.Queue()
    for copy in copies:
        free.put(copy)
    end = time.monotonic() + 60 * minutes

    def work(row: dict[str, Any]) -> dict[str, Any] | None:
        if time.monotonic() > end:
            return None
        copy = free.get()
        try:
            tried = try_mutant(copy, row, reaches, copy.with_suffix(".log"))
        finally:
            free.put(copy)
        say("{outcome}: {module}:{line} {operator}".format(**tried))
        if tried["outcome"] != "in doubt":
            with scratch_of(copies).open("a", encoding="utf-8") as stream:
                stream.write(json.dumps(tried) + "\n")
        return tried

    with ThreadPoolExecutor(len(copies)) as pool:
        tried = pool.map(work, rows)
        return [row for row in tried if row is not None and row["outcome"] != "in doubt"]


def describe_site(site: Site, mutant: tuple[str, int]) -> dict[str, Any]:
    """Give a drawn mutant as a row of the record."""
    return {
        "stratum": site.stratum, "module": site.module, "line": site.start[0], "last": site.end[0],
        "function": site.function, "operator": mutant[0], "occurrence": mutant[1],
    }  # fmt: skip


def make_copies(scratch: Path, jobs: int) -> list[Path]:
    """Clone HEAD once for each job."""
    copies = [scratch / f"copy-{job}" for job in range(jobs)]
    for copy in copies:
        if not copy.exists():
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(copy)], check=True)
    return copies


def main() -> None:
    """Draw, try and record; or try again what survived."""
    arguments = parse_arguments()
    preload()
    scratch = arguments.scratch or Path(tempfile.mkdtemp(prefix="mutate-src-"))
    (scratch / "reach").mkdir(parents=True, exist_ok=True)
    copies = make_copies(scratch, arguments.jobs)
    root = copies[0]
    head = subprocess.run(
        ["git", "-C", str(root), "rev-parse", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    if arguments.again:
        try_again(arguments, copies, head)
    else:
        files = list_tests(root)
        if arguments.measured:
            files = [file for file in files if name_report(scratch / "reach", file).exists()]
        reaches = measure_reach(root, files, FILE_LIMIT, scratch / "reach", arguments.jobs)
        if arguments.measure:
            return
        warm_up(copies)
        try_anew(arguments, reaches, copies, head)
    if arguments.scratch is None:
        shutil.rmtree(scratch)


def read_sizes(text: str) -> dict[str, int]:
    """Read how many mutants to draw of each stratum; of one that is not named, none."""
    if text.isdecimal():
        return dict.fromkeys(STRATA, int(text))
    sizes = {name: int(size) for name, _, size in (part.partition("=") for part in text.split(","))}
    if unknown := sizes.keys() - set(STRATA):
        message = f"--size names {', '.join(sorted(unknown))}; there are {', '.join(STRATA)}"
        raise SystemExit(message)
    return {name: sizes.get(name, 0) for name in STRATA}


def run_before(files: Sequence[str]) -> int:
    """Run the tests that every mutant comes before, then have the book judged."""
    return run_pytest(files) or judge(ALL)


def warm_up(copies: list[Path]) -> None:
    """Check each copy of the book as it is: it must hold, and what it kept makes the next checks quick."""
    for copy in copies:
        work = partial(run_before, READERS)
        status, seconds = run_forked(copy, work, WHOLE_LIMIT, copy.with_suffix(".log"))
        if status != 0:
            message = f"the book does not hold as it is: {copy.with_suffix('.log').read_text('utf-8')}"
            raise RuntimeError(message)
        say(f"the book holds ({seconds:.0f} s)")


def try_anew(arguments: argparse.Namespace, reaches: list[Reach], copies: list[Path], head: str) -> None:
    """Draw a sample, try it, and write the record."""
    root = copies[0]
    modules = sorted(str(path.relative_to(root)) for path in (root / "src").rglob("*.py"))
    sites = [
        site for module in modules if module.startswith(arguments.under) for site in find_sites(root, module)
    ]
    say(f"{len(sites)} places")
    sizes = read_sizes(arguments.size)
    drawn = [describe_site(*row) for row in draw_sites(sites, sizes, arguments.seed)]
    known = read_known(arguments, head, scratch_of(copies))
    fresh = [row for row in drawn if identify(row) not in known]
    known |= {identify(row): row for row in try_all(fresh, reaches, copies, arguments.minutes)}
    tried = [known[identify(row)] for row in drawn if identify(row) in known]
    record = {
        "tool": f"cosmic-ray {importlib.metadata.version('cosmic-ray')}",
        "python": platform.python_version(),
        "commit": head,
        "seed": arguments.seed,
        "drawn": len(drawn),
        "limits": {"test_file_seconds": FILE_LIMIT, "budget_seconds": BUDGET},
        "test_files": {"all": len(list_tests(root)), "quick_and_green": len(reaches)},
        "summary": summarise(sites, tried),
        "mutants": [shorten(row) for row in tried],
    }
    arguments.record.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def identify(row: dict[str, Any]) -> tuple[str, str, int]:
    """Give what a mutant is known by, at one commit."""
    return row["module"], row["operator"], row["occurrence"]


def read_known(
    arguments: argparse.Namespace, head: str, tried: Path
) -> dict[tuple[str, str, int], dict[str, Any]]:
    """Read what an earlier run at the same commit has tried: this one goes on from there."""
    rows = [json.loads(line) for line in tried.read_text("utf-8").splitlines()] if tried.exists() else []
    record = json.loads(arguments.record.read_text("utf-8")) if arguments.record.exists() else {}
    rows += record["mutants"] if record.get("commit") == head else []
    return {identify(row): row for row in rows}


def scratch_of(copies: list[Path]) -> Path:
    """Name the file that keeps what was tried on these copies, a line each."""
    return copies[0].with_name("tried.jsonl")


def shorten(row: dict[str, Any]) -> dict[str, Any]:
    """Leave out of a killed mutant's row which other tests were in line."""
    return row if row["outcome"] == "survived" else {key: row[key] for key in row if key != "tried"}


def try_again(arguments: argparse.Namespace, copies: list[Path], head: str) -> None:
    """Try the record's survivors on the sources and tests of today, and add the outcomes to the record.

    A hole is tried on the test that is said to close it, any other survivor on the likeliest of its files.
    """
    record = json.loads(arguments.record.read_text("utf-8"))
    verdicts = json.loads(VERDICTS.read_text("utf-8")) if VERDICTS.exists() else []
    tests = {key_of(verdict): verdict["test"] for verdict in verdicts if "test" in verdict}
    survivors = [row for row in record["mutants"] if row["outcome"] == "survived"]
    today = []
    for row in survivors:
        place = find_today(copies[0], row)
        if place is not None:
            files = [tests[key_of(row)]] if key_of(row) in tests else row["tried"][:1]
            today.append({**row, **place, "tried": files})
    again = {key_of(row): row for row in try_all(today, [], copies, math.inf)}
    for row in survivors:
        tried = again.get(key_of(row))
        row["later"] = {"commit": head, "outcome": "gone" if tried is None else tried["outcome"]}
        if tried is not None and tried["killed_by"]:
            row["later"]["killed_by"] = tried["killed_by"]
    record["later"] = summarise_later(record["mutants"], verdicts)
    arguments.record.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")


def find_today(root: Path, row: dict[str, Any]) -> dict[str, Any] | None:
    """Find the same change in a source that has been edited since: the nearest to where it was."""
    if not (root / row["module"]).exists():
        return None
    source = (root / row["module"]).read_text("utf-8")
    found = []
    for site in find_sites(root, row["module"]):
        for operator, occurrence in site.mutants:
            if operator != row["operator"]:
                continue
            change = show_change(source, make_mutant(source, operator, occurrence))
            if change == (row["before"], row["after"]):
                found.append({"line": site.start[0], "last": site.end[0], "occurrence": occurrence})
    return min(found, key=lambda place: abs(place["line"] - row["line"]), default=None)


if __name__ == "__main__":
    main()
