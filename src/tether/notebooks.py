"""Notebooks in percent format: a ``.py`` file that is a page, and a page that Jupyter can open.

The file is turned into a page's text line for line: the comment marks of a Markdown cell go, the
line that begins a code cell becomes an executable fence, and the empty line behind it closes the
fence. So every line keeps its number, and what holds for a page holds for a notebook, by the same
code: its numbers are bound or loose, its cells run in the fresh process as one session, and what
they print is compared with its committed copy.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tether.digests import digest_json
from tether.problems import Problem
from tether.shown import NOTEBOOK_ENDING
from tether.sources import Source
from tether.stamp import make_stamp
from tether.store import open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.config import Project
    from tether.scan import Page, Scanner

_MARK = re.compile(r'# %%(?P<prose> \[markdown\])?(?: id="(?P<id>[^"]*)")?')
_LIKE_A_MARK = re.compile(r"#\s*%%")
_TICKS = re.compile(r"`{3,}")
_HEADER = "# ---"
_JUPYTER_READS = "Jupyter reads this notebook otherwise"


@dataclass(frozen=True)
class Cell:
    """One cell of a notebook."""

    kind: str
    """``markdown`` or ``code``, as Jupyter names them."""
    id: str
    first: int
    """Line of its mark, counted from 1."""
    last: int


@dataclass
class Notebook:
    """A percent-format file as the text of a page."""

    source: Source
    cells: list[Cell] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


def is_notebook(page: Page) -> bool:
    """Tell whether a page is a notebook."""
    return page.name.endswith(NOTEBOOK_ENDING)


def read_notebook_page(scanner: Scanner, file: Source) -> Page:
    """Read a notebook as a page, with what is wrong with its cells among the page's problems."""
    notebook = read_notebook(file)
    with scanner.log.off():
        notebook.problems += [] if notebook.problems else _compare_once(notebook, file, scanner.project)
    page = scanner.read_text(notebook.source)
    page.problems += notebook.problems
    marks = {cell.first for cell in notebook.cells if cell.kind == "code"}
    page.problems += [
        Problem(page.name, fence.line, 1, "notebook", "this block would not run in Jupyter", "make it a cell")
        for fence in page.fences
        if fence.line not in marks
    ]
    return page


def read_notebook(file: Source) -> Notebook:
    """Turn a percent-format file into the text of a page; its lines keep their numbers."""
    reader = _Reader(file)
    lines = file.text.split("\n")
    reader.take_header(lines)
    for number, line in enumerate(lines[len(reader.lines) :], len(reader.lines) + 1):
        reader.take(number, line)
    reader.end_cell()
    text, cut = "\n".join(reader.lines), tuple(reader.cut)
    return Notebook(Source(file.path, file.name, text, file.raw, cut), reader.cells, reader.problems)


class _Reader:
    """Takes a file's lines one after the other; each becomes one line of the page."""

    def __init__(self, file: Source) -> None:
        self.file = file
        self.lines: list[str] = []
        self.cut: list[int] = []
        self.cells: list[Cell] = []
        self.problems: list[Problem] = []
        self.fence = ""
        """The marks that close the fence of the cell being read."""

    def take_header(self, lines: list[str]) -> None:
        """Take the commented front matter."""
        if lines[0] == _HEADER and _HEADER in lines[1:]:
            for line in lines[: lines.index(_HEADER, 1) + 1]:
                self._put(*_uncomment(line))

    def take(self, number: int, line: str) -> None:
        """Take one line."""
        match = _MARK.fullmatch(line.rstrip())
        if match is not None:
            self.end_cell()
            self._begin_cell(number, "markdown" if match["prose"] else "code", match["id"] or "")
        elif _LIKE_A_MARK.match(line):
            self._report(number, "not the mark of a cell", 'write # %% [markdown], # %% or # %% id="name"')
            self._put("", 0)
        elif not self.cells:
            if line.strip():
                self._report(number, "stands before the first cell", "begin with # %% [markdown]")
            self._put("", 0)
        elif self.cells[-1].kind == "code":
            self._put(line, 0)
        else:
            if line.strip() and not re.match(r"#(?: |$)", line):
                self._report(number, "a line of a Markdown cell begins with «# »", "begin a cell for code")
            if "--8<--" in line:
                self._report(number, "a notebook includes nothing: Jupyter would show the mark")
            self._put(*_uncomment(line))

    def _begin_cell(self, number: int, kind: str, name: str) -> None:
        self.cells.append(Cell(kind, name, number, number))
        label = f' id="{name}"' if name else ""
        options = f'exec="1" source="above" result="text" session="notebook"{label}'
        self._put(f"```python {options}" if kind == "code" else "", 0)

    def end_cell(self) -> None:
        """Close the cell being read: behind code, in the first of the empty lines at its end."""
        if not self.cells:
            return
        cell = self.cells.pop()
        last = len(self.lines)
        while last > cell.first and not self.lines[last - 1].strip():
            last -= 1
        self.cells.append(Cell(cell.kind, cell.id, cell.first, last))
        if cell.kind == "markdown":
            return
        code = "\n".join(self.lines[cell.first : last])
        longest = max((len(ticks) for ticks in _TICKS.findall(code)), default=2)
        fence = "`" * (longest + 1)
        self.lines[cell.first - 1] = fence + self.lines[cell.first - 1].lstrip("`")
        if not code:
            self._report(cell.first, "the cell is empty", "take it out")
        elif _shows_last_value(code):
            self._report(last, "Jupyter would show the value of the cell's last line", "print it")
        if last == len(self.lines):
            if last != self.file.text.count("\n") + 1:
                self._report(last, "no empty line between this and the next cell", "leave one")
            self._put(fence, 0)
        else:
            self.lines[last] = fence

    def _put(self, line: str, cut: int) -> None:
        self.lines.append(line)
        self.cut.append(cut)

    def _report(self, number: int, message: str, advice: str = "") -> None:
        self.problems.append(Problem(self.file.name, number, 1, "notebook", message, advice))


def _uncomment(line: str) -> tuple[str, int]:
    """Give a line without its comment mark, and how many characters that took."""
    cut = 2 if line.startswith("# ") else int(line.startswith("#"))
    return line[cut:], cut


def _shows_last_value(code: str) -> bool:
    """Tell whether a cell ends in an expression that is not a call to print."""
    try:
        body = ast.parse(code).body
    except SyntaxError:
        return False  # told where it is run
    last = body[-1] if body else None
    if not isinstance(last, ast.Expr):
        return False
    called = last.value.func if isinstance(last.value, ast.Call) else None
    return not (isinstance(called, ast.Name) and called.id == "print")


def _compare_once(notebook: Notebook, file: Source, project: Project) -> list[Problem]:
    """Hold a text against what Jupyter reads; that they agree is kept, as asking costs half a second."""
    store, key = open_store(project), digest_json([file.raw, make_stamp({}, project.root)])
    if store.get("notebooks", key) is not None:
        return []
    problems = list(compare_with_jupyter(notebook, file))
    if not problems:
        store.put("notebooks", key, {})
    return problems


def compare_with_jupyter(notebook: Notebook, file: Source) -> Iterator[Problem]:
    """Hold the cells against those that jupytext reads, which Jupyter will show."""
    ours = [
        (cell.kind, "\n".join(notebook.source.text.split("\n")[cell.first : cell.last]).strip("\n"))
        for cell in notebook.cells
    ]
    theirs = [(cell["cell_type"], cell["source"].strip("\n")) for cell in read_jupyter_cells(file)]
    for cell, one, other in zip(notebook.cells, ours, theirs, strict=False):
        if one != other:
            told = f"as {other[0]}: {other[1]!r}"
            yield Problem(file.name, cell.first, 1, "notebook", _JUPYTER_READS, told)
            return
    if len(ours) != len(theirs):
        yield Problem(file.name, 0, 0, "notebook", _JUPYTER_READS, f"as {len(theirs)} cells, not {len(ours)}")


def read_jupyter_cells(file: Source) -> list[dict[str, str]]:
    """Read a notebook's cells as Jupyter will, without the front matter."""
    import jupytext  # noqa: PLC0415  (a book without notebooks does not wait for it)

    cells = jupytext.reads(file.raw.removeprefix("\ufeff"), fmt="py:percent").cells
    front = bool(cells) and file.text.startswith(_HEADER) and cells[0]["cell_type"] == "raw"
    return list(cells[front:])
