"""What an author writes into a citation is under tether's audit like any other text."""

from pathlib import Path

import pytest

from tether.audit import loose_candidates
from tether.config import load_project
from tether.scan import Scanner
from tether.sources import source_of

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def scanner() -> Scanner:
    return Scanner(load_project(ROOT / "mkdocs.yml"))


@pytest.mark.parametrize(
    ("citation", "found"),
    [
        ("[@vaswani2017]", []),
        ("[@vaswani2017, section 3.2.1]", []),
        ("[@vaswani2017, 99 % of it]", [("99 %", 19)]),
        ("[-@jain2019; @vaswani2017, 0.93 of heads]", [("0.93", 31)]),
    ],
)
def test_a_number_in_a_citation_is_loose(
    scanner: Scanner, citation: str, found: list[tuple[str, int]]
) -> None:
    page = scanner.read_text(source_of(f"So {citation}.\n", ROOT / "docs/x.md", "docs/x.md"))
    loose = [
        (quoted.number.text, origin[1] + 1)
        for run in page.runs
        for quoted in loose_candidates(run)
        if quoted.number.structural is None and (origin := run.origin(quoted.start, quoted.end))
    ]
    assert loose == found
