"""Trying tether on pages of the small book, for the manual to show what it says."""

import contextlib
import io
import shutil
import tempfile
import textwrap
from pathlib import Path

from tether.cli import main

SMALL_BOOK = Path("snippets/manual/small_book").resolve()
PAGES = Path("snippets/manual/pages").resolve()
WIDTH = 66
TABLE = " " * 4


def try_tether(pages: dict[str, str], *commands: str) -> str:
    """Put pages into the small book, run commands in it, and give the transcript.

    ``pages`` says under which name each file of ``snippets/manual/pages`` goes.
    """
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        shutil.copytree(SMALL_BOOK, folder, dirs_exist_ok=True)
        Path("docs").mkdir()
        for name, page in pages.items():
            shutil.copyfile(PAGES / page, name)
        told = [run_command(command) for command in commands]
    return "\n\n".join(told)


def run_command(command: str) -> str:
    """Run tether in this folder; give what it says, long lines folded, and its exit code.

    What stands behind ``>`` names a file for what it says, as in a shell.
    """
    said = io.StringIO()
    asked, _, file = command.partition(" > ")
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(asked.split())
    if file:
        Path(file).write_text(said.getvalue(), "utf-8")
        said = io.StringIO()
    lines = [fold(line) for line in said.getvalue().splitlines()]
    return "\n".join([f"$ tether {command}", *lines, f"(exit code {code})"])


def fold(line: str) -> str:
    """Fold a line that is too long for the page, unless it is a row of a table."""
    if len(line) <= WIDTH or TABLE in line:
        return line
    folded = textwrap.wrap(line, WIDTH - len(TABLE), break_long_words=False, break_on_hyphens=False)
    return f"\n{TABLE}".join(folded)
