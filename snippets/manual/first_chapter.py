"""A book from nothing, in one folder from step to step: what the page shows is run as it stands."""

import atexit
import contextlib
import shutil
import sys
import tempfile
from pathlib import Path

FOLDER = Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)


def write(name: str, text: str) -> None:
    """Write a file, and show it."""
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text.strip("\n") + "\n", "utf-8")
    show(name)


def show(name: str) -> None:
    """Show a file as it lies there."""
    text = (FOLDER / name).read_text("utf-8")
    sys.stdout.write(f"--- {name}\n{text}\n")


def edit(name: str, old: str, new: str) -> None:
    """Change a file, as an author would."""
    path = FOLDER / name
    text = path.read_text("utf-8")
    if old not in text:
        message = f"{name} does not hold {old!r}"
        raise ValueError(message)
    path.write_text(text.replace(old, new), "utf-8")


def run(*commands: str) -> None:
    """Run commands in the book, and show what they say."""
    with contextlib.chdir(FOLDER):
        told = "\n\n".join(
            run_command(command)  # noqa: F821  (of try_tether, which the page includes before)
            for command in commands
        )
    sys.stdout.write(f"{told}\n\n")
