"""A small book of its own, with nothing of this one in it: what tether is tried on."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import textwrap
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from click.testing import CliRunner
from mkdocs.__main__ import cli as mkdocs

from tether.check import check
from tether.cli import main
from tether.config import Project, load_project

if TYPE_CHECKING:
    from tether.judged import Verdict

SRC = Path(__file__).resolve().parents[2] / "src"

MKDOCS = """\
site_name: A small book
theme:
  name: material
  font: false
plugins:
  - search
  - tether
markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - pymdownx.arithmatex:
      generic: true
  - pymdownx.superfences
  - pymdownx.snippets:
      base_path: [snippets]
      check_paths: true
  - pymdownx.tabbed:
      alternate_style: true
  - tether
"""

SETTINGS = '[tool.tether]\nvalues = "rivers:book"\ntime_limit = 60\npreload = []\n'

VALUES = '''\
"""Rivers, measured once: the values of a small book."""

from tether.experiment import experiment
from tether.values import Estimate, Record, Roundoff


class River:
    """A river with a length in kilometres."""

    length = 1234.5678
    share = 0.1344
    slope = -0.0625
    bridges = 13
    depths = (1.25, -0.5, 3.0)
    residual = Roundoff(2e-16)
    flood = Estimate(0.125, 0.118, 0.132, 1000)
    flow = Record(2.5, "on a gauge")

    def depth_at(self, kilometre):
        """Give the depth at a kilometre, which may not be negative."""
        if kilometre < 0:
            raise ValueError("no such kilometre")
        return 1.0 + kilometre / 10


def survey():
    """Survey the river."""
    return River()


class Book:
    """What the pages may quote."""

    @experiment(source=survey)
    def river(self):
        """Give the river."""
        return survey()

    @experiment(source=survey)
    def dry(self):
        """Fail, always."""
        raise RuntimeError("no water")


book = Book()
'''


@dataclass(frozen=True)
class SmallBook:
    """A book in a temporary folder."""

    root: Path

    @property
    def src(self) -> Path:
        """The folder of tether's own sources."""
        return SRC

    @property
    def project(self) -> Project:
        """Load its configuration."""
        return load_project(self.root / "mkdocs.yml")

    def write(self, name: str, text: str, *, dedent: bool = True) -> Path:
        """Write a file of the book, with its line ends as they are given."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((textwrap.dedent(text) if dedent else text).encode("utf-8"))
        return path

    def page(self, text: str) -> Path:
        """Write the book's only page."""
        return self.write("docs/index.md", text)

    def limit(self, seconds: int) -> None:
        """Give what runs another time limit than a minute, which a busy machine may need."""
        self.write("pyproject.toml", SETTINGS.replace("time_limit = 60", f"time_limit = {seconds}"))

    def check(self) -> Verdict:
        """Give the verdict."""
        return check(self.project)

    def problems(self) -> list[tuple[int, int, str]]:
        """Give line, column and kind of what is wrong."""
        return [(problem.line, problem.column, problem.kind) for problem in self.check().problems]

    def run(self, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run a module of Python in the book's folder."""
        environment = {**os.environ, "PYTHONPATH": str(SRC), "NO_MKDOCS_2_WARNING": "1", **variables}
        return subprocess.run(
            [sys.executable, "-X", "utf8", "-m", *command],
            cwd=self.root,
            env=environment,
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    def tether(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``tether`` in the book's folder."""
        return self.run("tether.cli", *arguments)

    def ask(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run ``tether`` in the book's folder and in this process, which is many times as quick."""
        said, told = StringIO(), StringIO()
        streams = redirect_stdout(said), redirect_stderr(told)
        with contextlib.chdir(self.root), patch.dict(os.environ), streams[0], streams[1]:
            try:
                code = main(list(arguments))
            except SystemExit as end:  # the command line's own errors
                code = int(end.code or 0)
        return subprocess.CompletedProcess(arguments, code, said.getvalue(), told.getvalue())

    def build(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run ``mkdocs build`` in the book's folder and in this process, likewise."""
        with contextlib.chdir(self.root), patch.dict(os.environ):
            built = CliRunner(env={"NO_MKDOCS_2_WARNING": "1"}).invoke(mkdocs, ["build", *options])
        if built.exception and not isinstance(built.exception, SystemExit):
            raise built.exception
        return subprocess.CompletedProcess(options, built.exit_code, built.stdout, built.stderr)


def make_small_book(root: Path) -> SmallBook:
    """Make a book with an empty page."""
    book = SmallBook(root)
    book.write("mkdocs.yml", MKDOCS)
    book.write("pyproject.toml", SETTINGS)
    book.write("rivers.py", VALUES)
    book.write("snippets/.keep", "")
    book.page("# A page\n")
    return book
