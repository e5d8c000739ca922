"""Notebooks: pages by the same rules as all others, and files that Jupyter runs to the same outputs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tether.notebook_files import write_ipynb
from tether.notebooks import compare_with_jupyter, read_jupyter_cells, read_notebook
from tether.problems import COULD_NOT_TELL, DRIFTED, exit_code
from tether.sources import source_of

if TYPE_CHECKING:
    from pathlib import Path

    from support.small_book import SmallBook
    from tether.judged import Verdict
    from tether.notebooks import Notebook

TEXT = """\
# ---
# title: The river
# given: {26: 2*river.bridges}
# ---

# %% [markdown]
# # The river
#
# It has [13](=river.bridges) bridges, so 26 ends of one; the residual is
# [below 1e-12](=river.residual<n). See [the page](../index.md), or 99<!-- exempt: a rhyme --> others.

# %% id="count"
from rivers import book

bridges = book.river.bridges  # 13, as code may say
print(bridges, "bridges")

# %% [markdown]
# In all [$2 \\cdot 13 = 26$](=(2,river.bridges,2*river.bridges)) ends.

# %%
doubled = 2 * bridges

# %% id="ends"
print(f"{doubled} ends")
"""
LINES = TEXT.split("\n")


@pytest.fixture
def river(small_book: SmallBook) -> SmallBook:
    """Give a book with a notebook that holds."""
    text = TEXT.replace("[$2 \\cdot 13 = 26$](=(2,river.bridges,2*river.bridges))", "[26](=2*river.bridges)")
    small_book.write("docs/notebooks/river.py", text, dedent=False)
    with (small_book.root / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write('notebooks = ["notebooks/river.py"]\n')
    small_book.write("docs/index.md", "# A page\n\n[The notebook](notebooks/river.py).\n", dedent=False)
    small_book.write("docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    assert small_book.ask("fix").returncode == 0
    return small_book


def spoil(book: SmallBook, old: str, new: str) -> Path:
    path = book.root / "docs/notebooks/river.py"
    text = path.read_bytes().decode("utf-8")
    assert text.count(old) == 1
    path.write_bytes(text.replace(old, new).encode("utf-8"))
    return path


def tell(verdict: Verdict) -> list[tuple[str, int, int, str]]:
    return [(problem.path, problem.line, problem.column, problem.kind) for problem in verdict.problems]


def test_a_notebook_is_held_as_a_page_is(river: SmallBook) -> None:
    verdict = river.check()
    assert verdict.problems == []
    counts = verdict.counts["docs/notebooks/river.py"]
    assert (counts.bound, counts.claimed, counts.given, counts.exempt) == (2, 1, 1, 1)
    outputs = river.root / "snippets/outputs/notebooks/river"
    kept = {path.name: path.read_text(encoding="utf-8") for path in outputs.iterdir()}
    assert kept == {"count.txt": "13 bridges\n", "ends.txt": "26 ends\n"}


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_stale_number_is_named_where_it_stands_in_the_file_and_mended_there(
    end: str, river: SmallBook
) -> None:
    path = river.root / "docs/notebooks/river.py"
    path.write_bytes(path.read_bytes().replace(b"\n", end.encode()))
    before = path.read_bytes()
    spoil(river, "[13](=river.bridges)", "[14](=river.bridges)")
    place = ("docs/notebooks/river.py", 9, LINES[8].index("13") + 1, "drift")
    assert tell(river.check()) == [place]
    told = river.ask("check", "docs/notebooks/river.py")
    assert "docs/notebooks/river.py:9:11: quoted 14, computed 13" in told.stdout
    assert river.ask("fix").returncode == 0
    assert path.read_bytes() == before


def test_a_loose_number_and_a_false_claim_are_named(river: SmallBook) -> None:
    spoil(river, "In all ", "In all 0.42, ")
    spoil(river, "[below 1e-12]", "[below 1e-18]")
    spoil(river, "given: {26:", "given: {27:")
    found = tell(river.check())
    name = "docs/notebooks/river.py"
    assert (name, 19, 10, "loose") in found
    assert (name, 10, 4, "claim") in found
    assert (name, 3, 11, "given") in found


FAILURES = {
    "it raises": ('print(bridges, "bridges")', "print(bridges / 0)", 16, COULD_NOT_TELL),
    "it does not parse": ('print(bridges, "bridges")', "print(bridges", 16, COULD_NOT_TELL),
    "it ends the process": ('print(bridges, "bridges")', "import os; print(os._exit(0))", 12, COULD_NOT_TELL),
    "it shows something else": ('print(bridges, "bridges")', 'print(bridges, "bridge")', 12, DRIFTED),
    "it shows what is not committed": ("doubled = 2 * bridges", "doubled = 26\nprint(1)", 21, DRIFTED),
}


@pytest.mark.parametrize("how", FAILURES)
def test_a_cell_that_fails_is_named_and_publishes_nothing(how: str, river: SmallBook) -> None:
    old, new, line, code = FAILURES[how]
    spoil(river, old, new)
    verdict = river.check()
    assert line in {problem.line for problem in verdict.problems}
    assert exit_code(verdict.problems) == code
    told = river.build("-q")
    assert told.returncode == 1
    assert f"docs/notebooks/river.py:{line}" in told.stderr
    assert not (river.root / "site").exists()


REFUSED = {
    "text before the first cell": ("x = 1\n\n# %%\ny = 2\n", 1, "before the first cell"),
    "an unknown mark": ("# %% a title\nx = 1\n", 1, "not the mark of a cell"),
    "a raw cell": ("# %% [raw]\n# x\n", 1, "not the mark of a cell"),
    "a mark without its blank": ("#%%\nx = 1\n", 1, "not the mark of a cell"),
    "code in a Markdown cell": ("# %% [markdown]\n# A.\nx = 1\n", 3, "a line of a Markdown cell"),
    "no empty line behind code": ("# %%\nx = 1\n# %%\ny = 2\n", 2, "no empty line"),
    "an empty cell": ("# %%\n\n# %%\ny = 2\n", 1, "the cell is empty"),
    "a value that Jupyter would show": ("# %%\nx = 1\nx\n", 3, "would show the value"),
    "a snippet": ('# %% [markdown]\n# --8<-- "x.md"\n', 2, "includes nothing"),
    "a magic": ("# %%\n# %time\nx = 1\n", 1, "reads this notebook otherwise"),
}


def read(text: str, root: Path) -> Notebook:
    return read_notebook(source_of(text, root / "docs/n.py", "docs/n.py"))


@pytest.mark.parametrize("what", REFUSED)
def test_what_jupyter_and_the_page_would_show_differently_is_refused(what: str, tmp_path: Path) -> None:
    text, line, words = REFUSED[what]
    notebook = read(text, tmp_path)
    problems = notebook.problems or list(
        compare_with_jupyter(notebook, source_of(text, tmp_path / "n.py", "n.py"))
    )
    assert any(problem.line == line and words in problem.message for problem in problems), problems


def test_a_block_inside_prose_is_refused(river: SmallBook) -> None:
    fence = "# ```"
    spoil(river, "# In all", f'# {fence[2:]}python exec="1"\n# x = 1\n{fence}\n#\n# In all')
    assert ("docs/notebooks/river.py", 19, 1, "notebook") in tell(river.check())


LINE = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]) | st.just(" "), min_size=1)
PROSE = st.lists(LINE.map(str.strip).filter(bool).map(lambda line: f"w {line}"), min_size=1, max_size=4)
CODE = st.lists(st.sampled_from(["x = 1", "", "# a note", "print(x)", "if x:\n    x = 2", "y = '```'"]))


@given(
    st.lists(
        st.tuples(st.just("markdown"), PROSE.filter(lambda lines: "--8<--" not in "".join(lines)))
        | st.tuples(st.just("code"), CODE.map(lambda lines: ["x = 0", *lines, "x = 3"]))
    )
)
def test_cells_are_those_that_jupyter_reads_and_lines_keep_their_numbers(
    tmp_path_factory: pytest.TempPathFactory, cells: list[tuple[str, list[str]]]
) -> None:
    pieces = []
    for kind, lines in cells:
        mark = "# %% [markdown]" if kind == "markdown" else "# %%"
        body = [f"# {line}" if kind == "markdown" else line for line in lines]
        pieces.append("\n".join([mark, *body]) + "\n")
    text = "\n".join(pieces)
    notebook = read(text, tmp_path_factory.getbasetemp())
    assert notebook.problems == []
    assert list(compare_with_jupyter(notebook, source_of(text, notebook.source.path, "n.py"))) == []
    shown = notebook.source.text.split("\n")
    assert len(shown) == len(text.split("\n"))
    for line, written, cut in zip(shown, text.split("\n"), notebook.source.cut, strict=True):
        assert line.startswith("`") or line == written[cut:] or not line
    ours = [(cell.kind, "\n".join(shown[cell.first : cell.last])) for cell in notebook.cells]
    assert ours == [(cell["cell_type"], cell["source"]) for cell in read_jupyter_cells(notebook.source)]
    assert len(ours) == len(cells)


def test_the_page_shows_cells_outputs_and_bound_numbers(river: SmallBook) -> None:
    told = river.build("-q", "--strict")
    assert told.returncode == 0, told.stderr
    page = (river.root / "site/notebooks/river/index.html").read_text(encoding="utf-8")
    assert '<data value="13">13</data>' in page
    assert "doubled" in page
    assert "26 ends" in page
    assert 'href="../river.ipynb"' in page
    assert "Checked on this build: 2 numbers, 1 claim, 1 given and 3 executed blocks." in page
    assert "<title>The river" in page
    assert 'href="notebooks/river/"' in (river.root / "site/index.html").read_text(encoding="utf-8")
    ledger = (river.root / "site/ledger/index.html").read_text(encoding="utf-8")
    assert 'href="../notebooks/river/#at:river.bridges"' in ledger


def test_the_download_holds_what_the_page_shows(river: SmallBook) -> None:
    assert river.build("-q").returncode == 0
    text = (river.root / "site/notebooks/river.ipynb").read_text(encoding="utf-8")
    notebook = nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(notebook)
    assert [cell["cell_type"] for cell in notebook.cells] == ["markdown", "code", "markdown", "code", "code"]
    assert [cell["id"] for cell in notebook.cells] == ["cell-1", "count", "cell-3", "cell-4", "ends"]
    assert notebook.cells[0]["source"] == (
        "# The river\n\nIt has 13 bridges, so 26 ends of one; the residual is\n"
        "below 1e-12. See the page, or 99 others."
    )
    shown = [
        json.loads(json.dumps(cell["outputs"])) for cell in notebook.cells if cell["cell_type"] == "code"
    ]
    assert [[output["text"] for output in outputs] for outputs in shown] == [
        ["13 bridges\n"],
        [],
        ["26 ends\n"],
    ]


def test_two_downloads_are_the_same_bytes(river: SmallBook) -> None:
    first, second = river.check(), river.check()
    texts = [
        write_ipynb(verdict.page("docs/notebooks/river.py"), verdict.outputs["docs/notebooks/river.py"])
        for verdict in (first, second)
    ]
    assert texts[0] == texts[1]


def test_a_notebook_that_does_not_exist_is_told(river: SmallBook) -> None:
    (river.root / "docs/notebooks/river.py").unlink()
    told = river.ask("check")
    assert told.returncode == COULD_NOT_TELL
    assert "docs/notebooks/river.py: cannot be read" in told.stderr
