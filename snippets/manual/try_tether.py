"""Trying tether on pages of the small book, for the manual to show what it says."""

import contextlib
import io
import shutil
import tempfile
import textwrap
from pathlib import Path

from tether.cli import main

SMALL_BOOK = Path("snippets/manual/small_book").resolve()
WIDTH = 84


def try_tether(pages: dict[str, str], *commands: str, shown: bool = True) -> str:
    """Put pages (texts by name) into the small book, run commands in it, and give the transcript."""
    told = []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(SMALL_BOOK, folder, dirs_exist_ok=True)
        Path("docs").mkdir()
        for name, text in pages.items():
            page = textwrap.dedent(text).strip("\n") + "\n"
            Path(name).write_text(page, encoding="utf-8")
            told += [number_lines(name, page)] if shown else []
        told += [run_command(command) for command in commands]
    return "\n\n".join(told)


def number_lines(name: str, page: str) -> str:
    """Give a page with its name and the numbers of its lines."""
    lines = [f"{number:3d}  {line}".rstrip() for number, line in enumerate(page.splitlines(), 1)]
    return "\n".join([f"{name}:", *lines])


def run_command(command: str) -> str:
    """Run tether in this folder; give what it says, long lines folded, and its exit code."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(command.split())
    lines = [fold(line) for line in said.getvalue().splitlines()]
    return "\n".join([f"$ tether {command}", *lines, f"(exit code {code})"])


def fold(line: str) -> str:
    """Fold a line that is too long for the page."""
    if len(line) <= WIDTH:
        return line
    folded = textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n    ".join(folded)
