"""The words of a claim: what they say of a number must be what the expression tests."""

from __future__ import annotations

import pytest

from support.small_book import SmallBook, make_small_book

# Of a river with 13 bridges, a share of 0.1344, a slope of -0.0625 and depths 1.25, -0.5 and 3.
SOUND = [
    "[below 0.2](=river.share<n)",
    "[at most 13](=river.bridges<=n)",
    "[less than 0.2](=n>river.share)",
    "[within 14 percent](=river.share<=n)",
    "[no more than 13](=river.bridges<=n)",
    "[not above 0.2](=river.share<=n)",
    "[above 0.1](=river.share>n)",
    "[at least 13](=river.bridges>=n)",
    "[no less than 13](=river.bridges>=n)",
    "[13 or more](=river.bridges>=n)",
    "[20 or fewer](=river.bridges<n)",
    "[more than 10 and fewer than 20](=n[0]<river.bridges<n[1])",
    "[between 10 and 20](=n[0]<river.bridges<n[1])",
    "[between 10 and 20](=(river.bridges>n[0])and(river.bridges<n[1]))",
    "[$< 0.2$](=river.share<n)",
    "[$\\le 0.2$](=river.share<n)",
    "none comes [below 0.1](=river.share>n)",
    "Nobody is [longer than 0.2](=river.share<n).",
    "[no share above 0.2](=river.share<n)",
    "[at most 1](=(n<=river.share*10)and(n+1>river.share*10))",
    "[about 0.13](=n-0.01<river.share<n+0.01)",
    "[about 0.13](=(river.share>n-0.01)and(n+0.01>river.share))",
    "[twice as deep](=2*river.depths[0]<river.depths[2])",
    "[half of it](=(river.share>0.499*river.share*2)and(river.share<0.501*river.share*2))",
    "[doubled](=river.depths[2]/river.depths[0]>2)",
    "[larger than the slope](=river.share>river.slope)",
    "[by 0.2](=river.share<n)",
    "[averaged over 20 of them](=river.bridges<n)",
    "[a halfway house](=river.share>0)",
]
BELIED = {
    "[above 0.2](=river.share<n)": "tests for below",
    "[at least 0.2](=river.share<=n)": "tests for below",
    "[larger than 0.2](=n>river.share)": "tests for below",
    "[0.2 or more](=river.share<n)": "tests for below",
    "[below 0.1](=river.share>n)": "tests for above",
    "[at most 0.1](=river.share>=n)": "tests for above",
    "[within 13 percent](=river.share>n)": "tests for above",
    "[fewer than 10](=river.bridges>n)": "tests for above",
    "[no more than 10](=river.bridges>n)": "tests for above",
    "[no less than 20](=river.bridges<n)": "tests for below",
    "[not above 0.1](=river.share>n)": "tests for above",
    "[10 or less](=river.bridges>n)": "tests for above",
    "[$> 0.2$](=river.share<n)": "tests for below",
    "[$\\geq 0.2$](=river.share<n)": "tests for below",
    "[between 20 and 10](=n[1]<river.bridges<n[0])": "tests for below",
    "[fewer than 10 and more than 20](=n[0]<river.bridges<n[1])": "tests for above",
    "Here none was. It is [above 0.2](=river.share<n).": "tests for below",
    "[about 0.2](=river.share<n)": "on one side alone",
    "[roughly 0.1](=river.share>n)": "on one side alone",
    "[twice as deep](=river.depths[0]<river.depths[2])": "reckons with no 2",
    "[doubles](=river.depths[0]<river.depths[2])": "reckons with no 2",
    "[less than half](=river.share<0.7)": "reckons with no 0.5",
    "[thrice as deep](=2*river.depths[0]<river.depths[2])": "reckons with no 3",
}
Told = dict[str, list[tuple[str, str]]]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Told:
    """Check all at once, each on a page of its own; every expression is true."""
    book = make_small_book(tmp_path_factory.mktemp("claims"))
    texts = [*SOUND, *BELIED]
    for index, text in enumerate(texts):
        book.write(f"docs/case{index}.md", f"# A page\n\nIt is so: {text}\n", dedent=False)
    problems = book.check().problems
    return {
        text: [(item.kind, item.message) for item in problems if item.path == f"docs/case{index}.md"]
        for index, text in enumerate(texts)
    }


@pytest.mark.parametrize("text", SOUND)
def test_words_that_say_what_is_tested_are_silent(text: str, told: Told) -> None:
    assert told[text] == []


@pytest.mark.parametrize("text", BELIED)
def test_words_that_the_expression_belies_are_told_though_it_is_true(text: str, told: Told) -> None:
    assert told[text]
    assert all(kind == "claim" for kind, _ in told[text])
    assert any(BELIED[text] in message for _, message in told[text])


def test_the_place_is_that_of_the_number(small_book: SmallBook) -> None:
    small_book.page("It is [more than 20, or above 0.2](=(river.bridges<n[0])and(river.share<n[1])).\n")
    assert small_book.problems() == [(1, 18, "claim"), (1, 31, "claim")]
