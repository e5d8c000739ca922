"""What `make platforms` runs: the book's verdict where sums come out otherwise in their last digits.

Each way is one whole check of a copy of the book, nothing kept: other kernels of OpenBLAS, as far as the
processor has them, one and two threads, and with ``pythons`` each other Python at hand with the oldest and
the newest NumPy that CI names for it. A number that is printed too far shows itself as a drift or an edge.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from support.book_copy import ROOT, Copy, copy_book

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

KERNELS = {"Nehalem": "sse4_2", "Haswell": "avx2", "SkylakeX": "avx512f"}
"""Kernels of OpenBLAS for x86, and what a processor must have for each."""
THREADS = ("1", "2")
_SHOWN = 20


@dataclass(frozen=True)
class Way:
    """One way to run the book."""

    name: str
    environment: dict[str, str] = field(default_factory=dict)
    kernel: str = ""
    python: Path | None = None
    """None for the Python that runs this."""
    numpy: str = ""
    """The lock's where it is empty."""


def list_flags() -> set[str]:
    """Give what the processor says of itself; nothing where Linux is not there to ask."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    return {flag for line in text.splitlines() if line.startswith("flags") for flag in line.split()}


def list_kernels(flags: set[str]) -> Iterator[Way]:
    """Give a way for each kernel that the processor can run."""
    for kernel, flag in KERNELS.items():
        if flag in flags:
            yield Way(f"OpenBLAS {kernel}", {"OPENBLAS_CORETYPE": kernel}, kernel)


def list_threads() -> Iterator[Way]:
    """Give a way for each number of threads."""
    for number in THREADS:
        yield Way(f"threads: {number}", {"OPENBLAS_NUM_THREADS": number, "OMP_NUM_THREADS": number})


def list_pythons(workflow: str) -> Iterator[Way]:
    """Give two ways for each Python of CI's matrix that is at hand: with its oldest NumPy and the lock's."""
    matrix = yaml.safe_load(workflow)["jobs"]["tests"]["strategy"]["matrix"]
    oldest = {row["python"]: row["version"] for row in matrix["include"] if "numpy" in row}
    for version in matrix["python"]:
        python = find_python(version)
        if python is not None:
            yield Way(f"Python {version}, NumPy {oldest[version]}", python=python, numpy=oldest[version])
            yield Way(f"Python {version}, the lock's NumPy", python=python)


def find_python(version: str) -> Path | None:
    """Find an interpreter by its version, on the path or among pyenv's."""
    if (found := shutil.which(f"python{version}")) and runs_as(Path(found), version):
        return Path(found)
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python3"))
    return next((path for path in kept if runs_as(path, version)), None)


def runs_as(python: Path, version: str) -> bool:
    """Tell whether an interpreter starts, and is the version it is said to be."""
    told = subprocess.run(
        [python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return told.stdout.strip() == version


def make_environment(way: Way, folder: Path) -> Path:
    """Install the lock, and the NumPy that is asked for, for another Python; give its interpreter."""
    assert way.python is not None
    place = folder / re.sub(r"\W+", "-", way.name)
    subprocess.run([way.python, "-m", "venv", place], check=True)
    python = place / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True)
    if way.numpy:
        subprocess.run([*pip, f"numpy=={way.numpy}"], check=True)
    return python


def try_way(way: Way, book: Copy, python: Path) -> list[str]:
    """Check the book in one way; give what is wrong."""
    environment = {**os.environ, "PYTHONPATH": str(book.root / "src"), "OPENBLAS_VERBOSE": "2"}
    environment |= way.environment
    if way.kernel:  # a kernel that OpenBLAS does not have is silently replaced
        told = subprocess.run(
            [python, "-c", "import numpy"], env=environment, capture_output=True, text=True, check=True
        )
        if f"Core: {way.kernel}" not in told.stderr:
            return [f"OpenBLAS says {told.stderr.strip() or 'nothing'}, not {way.kernel}"]
    del environment["OPENBLAS_VERBOSE"]
    told = subprocess.run(
        [python, "-X", "utf8", "-m", "tether.cli", "check", "--no-cache", "--format", "json"],
        cwd=book.root, env=environment, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    try:
        report: dict[str, Any] = json.loads(told.stdout)
    except ValueError:
        return [f"no report: {told.stderr.strip()[-2000:]}"]
    if "error" in report:
        return [report["error"]]
    problems = [f"{item['path']}:{item['line']}: {item['message']}" for item in report["problems"]]
    return problems or ([] if told.returncode == 0 else [f"exit code {told.returncode}"])


def main(kinds: Iterable[str]) -> int:
    """Try all ways of the kinds named, or kernels and threads; say of each whether the book holds."""
    known: dict[str, Callable[[], Iterator[Way]]] = {
        "kernels": lambda: list_kernels(list_flags()),
        "threads": list_threads,
        "pythons": lambda: list_pythons((ROOT / ".github/workflows/ci.yml").read_text(encoding="utf-8")),
    }
    chosen = list(kinds) or ["kernels", "threads"]
    if unknown := set(chosen) - set(known):
        print(f"no kind {', '.join(sorted(unknown))}; there are {', '.join(known)}")  # noqa: T201
        return 2
    failed = tried = 0
    with tempfile.TemporaryDirectory(prefix="platforms-") as name:
        folder = Path(name)
        book = copy_book(folder / "book")
        for way in [way for kind in chosen for way in known[kind]()]:
            begun = time.monotonic()
            python = make_environment(way, folder) if way.python else Path(sys.executable)
            wrong = try_way(way, book, python)
            tried, failed = tried + 1, failed + bool(wrong)
            told = f"{len(wrong)} problems" if wrong else "holds"
            print(f"{way.name:<36} {told:<16} {time.monotonic() - begun:>6.0f} s", flush=True)  # noqa: T201
            print(*[f"  {line}\n" for line in wrong[:_SHOWN]], sep="", end="", flush=True)  # noqa: T201
    if not tried:
        print("nothing was tried: no kernel and no other Python is at hand")  # noqa: T201
    return 0 if tried and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
