"""The page on the sources holds every figure of source A, each bound to what gives it."""

from collections import Counter
from pathlib import Path

import pytest

from support.source_a import PRINTED
from tether.check import check
from tether.config import load_project
from tether.judged import Judged

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/sources.md"


@pytest.fixture(scope="module")
def bound() -> list[Judged]:
    """Give the bound texts of the page."""
    verdict = check(load_project(ROOT / "mkdocs.yml"), [PAGE])
    assert [str(problem) for problem in verdict.problems] == []
    return verdict.judged["docs/sources.md"]


def read_literals(judged: Judged) -> list[str]:
    return [quoted.number.text.replace("\N{MINUS SIGN}", "-").lstrip("+") for quoted in judged.numbers]


@pytest.mark.parametrize("what", PRINTED)
def test_every_figure_stands_bound_as_the_source_prints_it(what: str, bound: list[Judged]) -> None:
    numbers = PRINTED[what][0].split()
    equal = [item for item in bound if item.kind == "equal" and item.holds]
    whole = [item for item in equal if read_literals(item) == numbers]
    apart = Counter(text for item in equal if len(item.numbers) == 1 for text in read_literals(item))
    assert whole or not Counter(numbers) - apart


@pytest.mark.parametrize("name", ["p2", "bob", "mit", "ml", "logic"])
def test_every_name_stands_as_a_claim_that_holds(name: str, bound: list[Judged]) -> None:
    assert any(item.kind == "claim" and item.holds and item.binding.text == name for item in bound)


@pytest.mark.parametrize("claim", ["below 1e-12", "within 3 percent", "above 0.99", "to 1e-12", "to 1e-6"])
def test_the_acceptance_harness_stands_as_claims(claim: str, bound: list[Judged]) -> None:
    assert any(item.kind == "claim" and item.holds and item.binding.text == claim for item in bound)


def test_each_figure_has_a_verdict() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.count(" | ") == 3]
    rows = [line for line in rows if "](=" in line]
    assert len(rows) > 40
    verdicts = {line.split(" | ")[2].strip("[]").partition("]")[0] for line in rows}
    assert verdicts == {"reproduced", "loose", "noise"}
