import re

import pytest
from markdown import Markdown

from softlookup.show.columns import find_lacks


def read_lacks(text: str) -> dict[str, str]:
    """Convert a page; give what each cell that lacks something lacks, by the cell's text."""
    page = Markdown(extensions=["tables", "attr_list", "softlookup.show.columns"])
    cells = re.findall(r'<td [^>]*data-lack="([^"]*)"[^>]*>(.*?)</td>', page.convert(text))
    return {re.sub(r"<[^>]+>", "", cell): lack for lack, cell in cells}


@pytest.mark.parametrize(
    ("texts", "lacks"),
    [
        (["0.25", "0.5", "1"], ["", "0", ".00"]),
        (["−0.3333", "22,026"], ["", ".0000"]),
        (["5", "12"], ["", ""]),
        (["1.5", "below 2", "–", "8.3e-5", ""], ["", "", "", "", ""]),
        (["0.123456", "1"], ["", ""]),  # too far apart
        ([], []),
    ],
)
def test_a_number_lacks_what_the_longest_has(texts: list[str], lacks: list[str]) -> None:
    assert find_lacks(texts) == lacks
    for text, lack in zip(texts, lacks, strict=True):
        if lack:
            assert float(f"{text}{lack}".replace("−", "-").replace(",", "")) == float(
                text.replace("−", "-").replace(",", "")
            )


def test_only_columns_to_the_right_are_lined_up() -> None:
    table = "| a | b | c |\n| --- | --: | --: |\n| 1.5 | 1.25 | 2 |\n| 1 | [3](x) | 2 |\n| 1 | *4* | 2 |\n"
    assert read_lacks(table) == {"3": ".00"}
