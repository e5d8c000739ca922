"""The verdict on this very book, spoilt in every place at once."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from softlookup.book import Book
from support import mutants, scores
from tether.bindings import find_bindings
from tether.config import load_project
from tether.experiment import Experiment
from tether.readings import read_pages

if TYPE_CHECKING:
    from support.book_copy import Copy
    from tether.judged import Verdict

ROOT = Path(__file__).resolve().parents[2]


def test_the_book_holds(verdict: Verdict) -> None:
    assert [str(problem) for problem in verdict.problems] == []


def test_every_page_but_the_frame_binds_numbers(verdict: Verdict) -> None:
    chapters = [
        page.name for page in verdict.pages if page.name.startswith(("docs/attention/", "docs/tools"))
    ]
    assert chapters
    assert all(verdict.counts[name].bound > 10 for name in chapters)


def test_a_changed_last_digit_is_named_and_mended_wherever_it_stands(verdict: Verdict, book: Copy) -> None:
    found = mutants.list_literals(verdict)
    assert len(found) > 100
    assert all(mutant.old != mutant.new for mutant in found)
    before = mutants.spoil_files(book.root, found)

    told = book.tether("check", "--format", "json")
    assert told.returncode == 1, told.stderr
    problems = json.loads(told.stdout)["problems"]
    named = {(item["path"], item["line"], item["column"], item["quoted"]) for item in problems}
    silent = [mutant for mutant in found if (*mutants.place_after(mutant, found), mutant.new) not in named]
    assert silent == []

    built = book.run("mkdocs", "build", "-q")
    assert built.returncode == 1
    assert f"{len(problems)} problems, by what they hang on:" in built.stderr
    assert not (book.root / "site").exists()

    assert book.tether("fix").returncode == 0
    assert {path: path.read_bytes() for path in before} == before


def test_every_negated_claim_is_told(verdict: Verdict, book: Copy) -> None:
    score = scores.score_claims(book, verdict)
    assert score.made > 50
    assert score.survivors == []


def test_every_misspelt_option_is_told(verdict: Verdict, book: Copy) -> None:
    score = scores.score_options(book, verdict)
    assert score.made > 100
    assert score.survivors == []


def test_a_mutant_that_nobody_tells_of_survives(verdict: Verdict, book: Copy) -> None:
    """The score can fall: a literal that is put back as it was is caught by nothing."""
    harmless = [replace(mutant, new=mutant.old) for mutant in mutants.list_literals(verdict)[:3]]
    score = scores.score_places("harmless", book, harmless, exact=True)
    assert len(score.survivors) == 3
    assert not score.passed


def test_an_unbound_number_is_named_on_every_page(book: Copy) -> None:
    project = load_project(book.root / "mkdocs.yml")
    lines = {}
    for path in [*project.pages(), *project.further_files()]:
        if path.suffix == ".toml":
            continue  # no sentence can be added behind its tables: tests/tether/test_texts.py spoils one
        mark = "# %% [markdown]\n# " if path.suffix == ".py" else ""
        text = path.read_text(encoding="utf-8").rstrip("\n") + f"\n\n{mark}A rate of 0.42 stands here.\n"
        path.write_text(text, encoding="utf-8")
        lines[path.relative_to(book.root).as_posix()] = text.count("\n")
    told = book.tether("audit", "--format", "json")
    assert told.returncode == 1
    found = {(item["path"], item["line"], item["quoted"]) for item in json.loads(told.stdout)["problems"]}
    assert found == {(name, line, "0.42") for name, line in lines.items()}


@pytest.mark.parametrize("what", ["the seed", "the bump", "the scaling"])
def test_a_spoilt_source_is_told_by_what_it_moves(what: str, book: Copy) -> None:
    book.replace(*mutants.CONSTANTS[what])
    told = book.tether("check", "--format", "json")
    assert told.returncode == 1, told.stderr
    moved = json.loads(told.stdout)["problems"]
    drifts = [item for item in moved if item["kind"] == "drift"]
    assert len(drifts) > 10
    assert all(item["quoted"] != item["computed"] for item in drifts)
    assert any(item["kind"] == "output" for item in moved)
    assert any(item["path"] == "docs/attention/one-head.md" and item["quoted"] == "0.2286" for item in drifts)


def test_a_neighbour_is_one_unit_away_and_every_float_of_a_result_becomes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Experiment, "__get__", Experiment.__get__)  # put back what the module replaces
    names: dict[str, Any] = {}
    before = Book().head
    exec(mutants.NUDGED.format(towards="math.inf"), names)  # noqa: S102  (our own text)
    after = Book().head
    assert np.array_equal(after.queries, np.nextafter(before.queries, np.inf))
    assert not np.array_equal(after.queries, before.queries)
    assert after.bob.output[0] == math.nextafter(before.bob.output[0], math.inf)
    assert names["nudge"]((1, 0.5, True, "x", None, [0.25])) == (
        1,
        math.nextafter(0.5, 1),
        True,
        "x",
        None,
        [math.nextafter(0.25, 1)],
    )


def test_every_constant_of_the_list_is_there_once(book: Copy) -> None:
    for path, old, new in mutants.CONSTANTS.values():
        assert old != new
        book.replace(path, old, new)


def test_every_binding_of_the_book_is_found_by_a_plain_search_too() -> None:
    """Count bindings by a search that knows no Markdown: none may be missed by the scanner."""
    for page in read_pages(load_project(ROOT / "mkdocs.yml")):
        shown = page.source.text.count("](=") + page.source.text.count("<!--=")
        assert len(find_bindings(page)) <= shown
        if "contribute" not in page.name and not page.name.isupper() and "`[" not in page.source.text:
            assert len(find_bindings(page)) >= page.source.text.count("](="), page.name
