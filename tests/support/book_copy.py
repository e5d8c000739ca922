"""A copy of the whole book that a test may spoil."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("docs", "exercises", "overrides", "snippets", "src", "templates", "mkdocs.yml", "pyproject.toml")
FILES = ("README.md", "CONTRIBUTING.md")


@dataclass(frozen=True)
class Copy:
    """A book in a folder of its own; its commands run its own source."""

    root: Path

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a module of Python in the copy, with more variables of the environment; give what it said."""
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root / "src"),
            "NO_MKDOCS_2_WARNING": "1",
            "SOURCE_DATE_EPOCH": "315532800",
            **variables,
        }
        return subprocess.run(
            [sys.executable, "-X", "utf8", "-m", *command],
            cwd=self.root,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def tether(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``tether`` in the copy."""
        return self.run("tether.cli", *arguments)

    def replace(self, path: str, old: str, new: str) -> None:
        """Change one place of one file."""
        file = self.root / path
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{path} holds {old!r} {text.count(old)} times"
        file.write_text(text.replace(old, new), encoding="utf-8")


def copy_book(target: Path) -> Copy:
    """Copy what the book is built from."""
    for part in (*PARTS, *FILES):
        source = ROOT / part
        if source.is_dir():
            shutil.copytree(source, target / part, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy2(source, target / part)
    return Copy(target)
