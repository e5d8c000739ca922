"""Every chapter asks something of its reader, and in one form."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
CHAPTERS = sorted(
    [
        DOCS / "tools.md",
        *(path for part in ("attention", "memory", "gpt") for path in (DOCS / part).glob("*.md")),
    ]
)
MOST = 3


def read_exercises(page: str) -> list[str]:
    """Give the exercises of a page, each with its hint and its answer; none if it has no such section."""
    section = re.search(r"^## Exercises \{#exercises\}\n\n(.*?)(?=^## )", page, re.MULTILINE | re.DOTALL)
    return re.split(r"^\d+\. ", section[1], flags=re.MULTILINE) if section else []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_ends_with_at_most_three_exercises(path: Path) -> None:
    text = path.read_text("utf-8")
    before, *exercises = read_exercises(text)
    assert before == ""
    assert 2 <= len(exercises) <= MOST
    assert re.search(
        r"^## Exercises \{#exercises\}(?:(?!^## ).)*^## (Key terms|Symbols) ", text, re.MULTILINE | re.DOTALL
    )
    for exercise in exercises:
        title, *boxes = re.split(
            r'^    \?\?\? (hint|answer) "(?:Hint|Answer)"$', exercise, flags=re.MULTILINE
        )
        assert re.match(r"\*\*.+[.?]\*\* ", title)
        # Pairs of kind and text: a hint or none, and then the answer.
        assert boxes[::2] in (["answer"], ["hint", "answer"]), title
        assert all(re.match(r"\n\n {8}\S", box) for box in boxes[1::2])


def test_a_page_without_exercises_has_none() -> None:
    assert read_exercises("## Key terms {#terms}\n") == []
