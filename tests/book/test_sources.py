"""The page on the sources holds every figure of the three sources, each bound to what gives ours."""

from collections import Counter
from pathlib import Path

import pytest
import scipy.stats

from support.source_a import PRINTED as PRINTED_A
from support.source_b import CELLS, GAIN, OWN_FIGURES, TRIALS, WORDS
from support.source_c import IMPOSSIBLE, NAMES
from support.source_c import PRINTED as PRINTED_C
from tether.check import check
from tether.config import load_project
from tether.judged import Judged
from tether.reading import Scope

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/sources.md"
PRINTED = {
    f"{source}: {what}": printed
    for source, table in (("A", PRINTED_A), ("C", PRINTED_C))
    for what, (printed, _) in table.items()
}


@pytest.fixture(scope="module")
def bound() -> list[Judged]:
    """Give the bound texts of the page."""
    verdict = check(load_project(ROOT / "mkdocs.yml"), Scope([PAGE]))
    assert [str(problem) for problem in verdict.problems] == []
    return verdict.judged["docs/sources.md"]


def read_literals(judged: Judged) -> list[str]:
    texts = (quoted.number.text.removesuffix("%").strip() for quoted in judged.numbers)
    return [text.replace("\N{MINUS SIGN}", "-").lstrip("+") for text in texts]


@pytest.mark.parametrize("what", PRINTED)
def test_every_figure_stands_bound_as_the_source_prints_it(what: str, bound: list[Judged]) -> None:
    numbers = PRINTED[what].split()
    # Those of source C are claims that ours round to them, which no mending rewrites.
    kind = "claim" if what.startswith("C: ") else "equal"
    items = [item for item in bound if item.kind == kind and item.holds]
    whole = [item for item in items if read_literals(item) == numbers]
    apart = Counter(text for item in items if len(item.numbers) == 1 for text in read_literals(item))
    assert whole or not Counter(numbers) - apart


@pytest.mark.parametrize("name", ["p2", "bob", "mit", "ml", "logic", *NAMES])
def test_every_name_stands_as_a_claim_that_holds(name: str, bound: list[Judged]) -> None:
    assert any(item.kind == "claim" and item.holds and item.binding.text == name for item in bound)


@pytest.mark.parametrize("claim", ["below 1e-12", "within 3 percent", "above 0.99", "to 1e-12", "to 1e-6"])
def test_the_acceptance_harness_stands_as_claims(claim: str, bound: list[Judged]) -> None:
    assert any(item.kind == "claim" and item.holds and item.binding.text == claim for item in bound)


def read_verdicts(text: str, place: int) -> list[str]:
    """Give the verdict of each row of figures that is bound, which stands last but one, at a place."""
    rows = [line for line in text.splitlines() if line.count(" | ") == place + 1 and "](=" in line]
    return [line.split(" | ")[place].strip("[]").partition("]")[0] for line in rows]


def test_each_figure_has_a_verdict() -> None:
    first, _, last = PAGE.read_text(encoding="utf-8").partition("{#gpt}")
    chapter, post = read_verdicts(first, 2), read_verdicts(last, 3)
    assert len(chapter) > 40
    assert set(chapter) == {"reproduced", "loose", "noise"}
    assert len(post) >= len(PRINTED_C)
    said = {verdict.partition(",")[0] for verdict in post}  # some go on: reproduced, at a rate
    assert said == {"reproduced", "taken over", "wrong", "not attained", "loose"}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_what_cannot_be_had_is_quoted_from_the_source_and_called_so(what: str, bound: list[Judged]) -> None:
    numbers = IMPOSSIBLE[what][0].split()
    quoted = [item for item in bound if item.binding.candidate.expression.startswith("quoted_steps.post.")]
    assert any(item.holds and read_literals(item) == numbers for item in quoted)


def find_value(expression: str, bound: list[Judged]) -> float:
    """Give the number that an expression of the page stands for."""
    (value,) = {item.values[0].number for item in bound if item.binding.candidate.expression == expression}
    return float(value)


def could_be_printed(printed: str, rate: float) -> bool:
    """Tell whether the middle 95 % of what the post's trials give at a rate holds a count so printed."""
    low, high = scipy.stats.binom.interval(0.95, TRIALS, rate)
    return any(f"{hits / TRIALS:.2f}" == printed for hits in range(int(low), int(high) + 1))


@pytest.mark.parametrize("cell", CELLS)
def test_each_cell_of_the_post_stands_bound_and_lies_within_its_own_sampling_error(
    cell: str, bound: list[Judged]
) -> None:
    printed, expression = CELLS[cell]
    assert any(item.kind == "equal" and item.holds and read_literals(item) == [printed] for item in bound)
    rate = find_value(expression, bound)
    assert could_be_printed(printed, rate)
    far = rate + 0.15 if rate < 0.5 else rate - 0.15
    assert not could_be_printed(printed, far), "a test that any rate would pass"
    agreeing = f"{expression.removesuffix('rate')}within"
    assert any(
        item.kind == "claim" and item.holds and item.binding.candidate.expression == agreeing
        for item in bound
    )


def test_the_posts_gain_is_chance_between_fresh_trials_and_none_between_the_same(bound: list[Judged]) -> None:
    gain = find_value("sharpness.change(16,64).rate", bound)
    fresh = find_value("sharpness.unpaired_deviation(16,64,200)", bound)
    same = find_value("sharpness.change(16,64).deviation(200)", bound)
    assert scipy.stats.norm.sf(GAIN - gain, scale=fresh) > 0.025
    assert scipy.stats.norm.sf(GAIN - gain, scale=same) < 1e-4


@pytest.mark.parametrize("quoted", [*WORDS, *OWN_FIGURES])
def test_what_the_post_says_of_its_rates_stands_on_the_page(quoted: str) -> None:
    _, _, memory = PAGE.read_text(encoding="utf-8").partition("{#memory}")
    memory, _, _ = memory.partition("{#gpt}")
    figure = f"{quoted}<!-- exempt: the post's own figure" if quoted in OWN_FIGURES else f"| {quoted} |"
    assert figure in memory


def test_each_figure_of_the_post_on_memory_has_a_verdict(bound: list[Judged]) -> None:
    _, _, memory = PAGE.read_text(encoding="utf-8").partition("{#memory}")
    rows = [
        line.split(" | ") for line in memory.partition("{#gpt}")[0].splitlines() if line.count(" | ") == 4
    ]
    verdicts = [row[3].strip("[]").partition("]")[0] for row in rows if "](" in row[3]]
    assert len(verdicts) == len(CELLS) + len(WORDS) + len(OWN_FIGURES) + 1
    assert set(verdicts) == {"reproduced", "agrees", "loose", "wrong"}
    agreeing = [item for item in bound if item.binding.text == "agrees"]
    assert len(agreeing) == verdicts.count("agrees") == len(CELLS) + len(WORDS)
    assert all(item.kind == "claim" and item.holds for item in agreeing)
