"""The book's notebooks, run by Jupyter itself: a second opinion on what their pages show."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

from tether.check import check
from tether.config import load_project
from tether.notebook_files import write_ipynb
from tether.reading import Scope

ROOT = Path(__file__).resolve().parents[2]
PROJECT = load_project(ROOT / "mkdocs.yml")
NOTEBOOKS = PROJECT.settings.notebooks


def test_there_is_a_notebook() -> None:
    assert NOTEBOOKS


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of asyncio, inside Jupyter's client
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_jupyter_shows_what_the_page_shows(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = PROJECT.docs_dir / name
    verdict = check(PROJECT, Scope([path]))
    assert [str(problem) for problem in verdict.problems] == []
    (page,) = verdict.pages
    download = nbformat.reads(write_ipynb(page, verdict.outputs[page.name]), as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(download)
    fresh = nbformat.from_dict(download)  # type: ignore[no-untyped-call]
    for cell in fresh.cells:
        if cell["cell_type"] == "code":
            cell["outputs"] = []
    source = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    monkeypatch.setenv("PYTHONPATH", source.rstrip(os.pathsep))
    NotebookClient(fresh, timeout=120, kernel_name="python3").execute()
    told, shown = (
        [
            ["".join(output.get("text", output)) for output in cell["outputs"]]
            for cell in notebook.cells
            if cell["cell_type"] == "code"
        ]
        for notebook in (fresh, download)
    )
    assert any(shown)
    assert told == shown
