"""What writing with the verdict costs: this book beside its plain pages, memory, start-up, and shards.

    PYTHONPATH=tests python -m benchmarks.author_loop FOLDER [--times N] [--parts NAME …] [--write FILE]

FOLDER may be filled with copies. The commands of a part take turns, and of several times the least counts:
processor seconds of the command and all that it starts, seconds on the wall, and the largest memory of one
of its processes. One table tells them, and the record keeps them.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.compare_tools.books import write_tether_book
from softlookup.experiments.machine import describe_machine

ROOT = Path(__file__).resolve().parents[2]
COMMAND = "PYTHONPATH=tests python -m benchmarks.author_loop FOLDER"
SIZES = (10, 100, 1000)
NUMBERS = 10_000
SHARDS = 4
PATIENCE = 1200
"""Seconds for a block of the copy: others may use the machine, and what counts is processor time."""
BUILD = (sys.executable, "-m", "mkdocs", "build", "-q")
CHECK = (sys.executable, "-m", "tether.cli", "check")
PLAIN = """\
site_name: The same pages
theme: {name: material, font: false}
plugins: [search]
markdown_extensions:
  [abbr, admonition, attr_list, def_list, footnotes, md_in_html, tables, pymdownx.arithmatex,
   pymdownx.betterem, pymdownx.details, pymdownx.highlight, pymdownx.superfences, pymdownx.tabbed]
"""
_EXECUTED = re.compile(r'^( *)(`{3,})python exec="1"(.*?)^\1\2$', re.DOTALL | re.MULTILINE)
_ID = re.compile(r'\bid="([^"]*)"')
_BOUND = re.compile(r"\]\(=[^)\s]*(?:\([^)\s]*\)[^)\s]*)*\)")

Cost = dict[str, float]


def measure(
    command: tuple[str, ...], folder: Path, *, codes: tuple[int, ...] = (0,), out: Path | None = None
) -> Cost:
    """Run a command; give what it took. Raise ``RuntimeError`` where it ends with another code."""
    environment = {
        **os.environ,
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONPATH": str(folder / "src"),
        "PYTHONUTF8": "1",
    }
    with (out or folder / ".said").open("wb") as said:
        begin = time.perf_counter()
        child = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT)
        _, status, used = os.wait4(child.pid, 0)
        wall = time.perf_counter() - begin
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in codes:
        message = f"{' '.join(command)} in {folder} gave {child.returncode}: {said.name}"
        raise RuntimeError(message)
    return {"cpu": used.ru_utime + used.ru_stime, "wall": wall, "memory": used.ru_maxrss / 1024}


Step = tuple[str, Callable[[], object], Callable[[], Cost]]
"""A row of the table: its name, what is done before, and what is measured."""


def take_turns(steps: list[Step], times: int) -> dict[str, Cost]:
    """Go through steps several times; give the least of each."""
    found: dict[str, Cost] = {}
    for _ in range(times):
        for name, prepare, run in steps:
            prepare()
            cost = run()
            before = found.setdefault(name, cost)
            found[name] = {what: min(before[what], value) for what, value in cost.items()}
            sys.stderr.write(f"{name}: {cost['cpu']:.2f} s\n")
    return found


def do_nothing() -> None:
    """Prepare nothing."""


def forget(book: Path) -> None:
    """Throw away what is kept."""
    shutil.rmtree(book / ".cache", ignore_errors=True)


def write_more(page: Path) -> None:
    """Edit a paragraph."""
    with page.open("a", encoding="utf-8") as stream:
        stream.write("\nAnd some more words.\n")


def copy_book(folder: Path) -> Path:
    """Copy this book as it was last committed: what is half edited here is no part of what is measured."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(folder)], input=packed, check=True)
    settings = folder / "pyproject.toml"
    text = settings.read_text(encoding="utf-8")
    settings.write_text(
        re.sub(r"^time_limit = \d+", "", text, flags=re.MULTILINE).replace(
            "[tool.tether]\n", f"[tool.tether]\ntime_limit = {PATIENCE}\n", 1
        ),
        encoding="utf-8",
    )
    return folder


def strip_book(book: Path, folder: Path) -> Path:
    """Write the same pages without anything that runs: outputs as they are committed, numbers as text."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(book / "docs", folder / "docs", ignore=shutil.ignore_patterns("*.py"))
    (folder / "mkdocs.yml").write_text(PLAIN, encoding="utf-8")
    for page in (folder / "docs").rglob("*.md"):
        outputs = book / "snippets/outputs" / page.relative_to(folder / "docs").with_suffix("")

        def show(block: re.Match[str], outputs: Path = outputs) -> str:
            named = _ID.search(block[3].partition("\n")[0])
            kept = outputs / f"{named[1]}.txt" if named else outputs
            text = kept.read_text(encoding="utf-8") if kept.is_file() else ""
            return "\n".join(f"{block[1]}{line}" for line in (block[2], *text.splitlines(), block[2]))

        text = _EXECUTED.sub(show, page.read_text(encoding="utf-8"))
        page.write_text(_BOUND.sub("]()", text).replace("--8<--", "8<"), encoding="utf-8")
    return folder


def measure_book(folder: Path, times: int) -> dict[str, Cost]:
    """Measure building this book, and the same pages plain."""
    book = copy_book(folder / "book")
    plain = strip_book(book, folder / "plain")
    page = Path("docs/attention/one-head.md")
    steps: list[Step] = [
        ("plain", partial(write_more, plain / page), partial(measure, BUILD, plain)),
        ("cold", partial(forget, book), partial(measure, BUILD, book)),
        ("warm", do_nothing, partial(measure, BUILD, book)),
        ("edited", partial(write_more, book / page), partial(measure, BUILD, book)),
        ("check, warm", partial(measure, CHECK, book), partial(measure, CHECK, book)),
        ("check, edited", partial(write_more, book / page), partial(measure, CHECK, book)),
    ]
    return take_turns(steps, times)


def measure_sizes(folder: Path, times: int) -> dict[str, Cost]:
    """Measure checking and building books of one count of numbers and many sizes."""
    steps: list[Step] = []
    for pages in SIZES:
        book = write_book(folder / f"sized-{pages}", pages)
        check, build = partial(measure, CHECK, book), partial(measure, BUILD, book)
        steps += [
            (f"check of {pages} pages, cold", partial(forget, book), check),
            (f"check of {pages} pages, warm", do_nothing, check),
            (f"build of {pages} pages, warm", do_nothing, build),
        ]
    return take_turns(steps, times)


def write_book(folder: Path, pages: int) -> Path:
    """Write a book of bound numbers."""
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in write_tether_book(pages, NUMBERS).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def measure_start(folder: Path, times: int) -> dict[str, Cost]:
    """Measure the start of the command beside that of a bare interpreter."""
    folder.mkdir(parents=True, exist_ok=True)
    tether = str(Path(sys.executable).with_name("tether"))
    steps: list[Step] = [
        ("python", do_nothing, partial(measure, (sys.executable, "-c", "pass"), folder)),
        ("tether --version", do_nothing, partial(measure, (tether, "--version"), folder)),
    ]
    return take_turns(steps, 5 * times)


def measure_shards(folder: Path, times: int) -> dict[str, Cost]:
    """Measure one check of the longest book beside its shards; raise where these come to something else."""
    book = write_book(folder / "sharded", max(SIZES))
    page = book / "docs/p7.md"
    page.write_text(page.read_text(encoding="utf-8").replace("[0.", "[1.", 1) + "\nOf 77 trees.\n", "utf-8")
    as_json = (*CHECK, "--format", "json")
    parts = range(1, SHARDS + 1)
    reports = [folder / f"part-{part}.json" for part in parts]

    def shard(part: int) -> Cost:
        return measure((*as_json, "--shard", f"{part}/{SHARDS}"), book, codes=(0, 1), out=reports[part - 1])

    merge = (sys.executable, "-m", "tether.cli", "merge", *map(str, reports))
    whole_check = partial(measure, CHECK, book, codes=(1,), out=folder / "whole")
    steps: list[Step] = [
        ("whole", partial(forget, book), whole_check),
        *((f"shard {part} of {SHARDS}", partial(forget, book), partial(shard, part)) for part in parts),
        ("merge", do_nothing, partial(measure, merge, book, codes=(1,), out=folder / "merged")),
    ]
    found = take_turns(steps, times)
    measure((*merge, "--format", "json"), book, codes=(1,), out=folder / "merged.json")
    measure(
        (sys.executable, "-m", "tether.cli", "list", "--format", "json"), book, out=folder / "listed.json"
    )
    whole, merged = ((folder / name).read_text(encoding="utf-8") for name in ("whole", "merged"))
    if whole != merged:
        message = f"the shards come to {merged!r}, the whole to {whole!r}"
        raise RuntimeError(message)
    ledger = json.loads((folder / "merged.json").read_text(encoding="utf-8"))["bound"]
    listed = json.loads((folder / "listed.json").read_text(encoding="utf-8"))
    if [entry for entries in ledger.values() for entry in entries] != listed:
        message = "the shards come to another ledger than the whole"
        raise RuntimeError(message)
    return found


PARTS: dict[str, Callable[[Path, int], dict[str, Cost]]] = {
    "start": measure_start,
    "book": measure_book,
    "sizes": measure_sizes,
    "shards": measure_shards,
}


def write_rows(record: dict[str, Any]) -> Iterator[str]:
    """Give the lines of the table: what each takes, and how many times the first of its part."""
    yield f"{'':34}{'processor s':>12}{'ratio':>8}{'wall s':>9}{'MB':>7}"
    for part, rows in record["parts"].items():
        first = next(iter(rows.values()))["cpu"]
        for name, cost in rows.items():
            ratio = cost["cpu"] / first
            numbers = f"{cost['cpu']:>12.3f}{ratio:>8.2f}{cost['wall']:>9.2f}{cost['memory']:>7.0f}"
            yield f"{f'{part}: {name}':34}{numbers}"


def main() -> None:
    """Measure, print the table, and write the record if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--parts", nargs="*", choices=PARTS, default=list(PARTS))
    parser.add_argument("--write", type=Path, help="the record; parts that were not measured stay")
    asked = parser.parse_args()
    folder = asked.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    kept = json.loads(asked.write.read_text("utf-8")) if asked.write and asked.write.exists() else {}
    parts = {**kept.get("parts", {}), **{name: PARTS[name](folder, asked.times) for name in asked.parts}}
    rounded = {
        name: {
            row: {what: float(f"{value:.3g}") for what, value in cost.items()} for row, cost in rows.items()
        }
        for name, rows in parts.items()
    }
    record = {
        **describe_machine(COMMAND),
        "parts": {name: rounded[name] for name in PARTS if name in rounded},
    }
    sys.stdout.writelines(f"{line}\n" for line in write_rows(record))
    if asked.write:
        asked.write.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
