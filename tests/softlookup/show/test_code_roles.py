import re
from pathlib import Path

import pytest
import yaml
from markdown import Markdown

from softlookup.show.code_roles import find_role

ROOT = Path(__file__).parents[3]
TICKS = "```"


def show(code: str) -> dict[str, str]:
    """Highlight code as the book does; give what is in a role's colour, by its text."""
    loaded = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["markdown_extensions"]
    (settings,) = [
        one["pymdownx.highlight"] for one in loaded if isinstance(one, dict) and "pymdownx.highlight" in one
    ]
    names = ["softlookup.show.code_roles", "pymdownx.highlight", "pymdownx.superfences"]
    page = Markdown(extensions=names, extension_configs={"pymdownx.highlight": settings})
    html = page.convert(f"{TICKS}python\n{code}\n{TICKS}")
    assert re.sub(r"<[^>]+>", "", html).strip() == code
    marked = re.findall(r'<span class="[^"]*-(Query|Key|Value)">([^<]+)</span>', html)
    return {text: role for role, text in marked}


def test_names_and_comments_have_the_colour_of_their_role() -> None:
    assert show("Q = X @ W_q  # a query a row; keys (K) and its value V") == {
        "Q": "Query",
        "W_q": "Query",
        "query": "Query",
        "keys": "Key",
        "K": "Key",
        "value": "Value",
        "V": "Value",
    }


@pytest.mark.parametrize(
    "code", ["k = 1", "sorted(v, key=len)", 'print("query")', "keyword = monkey.value_of"]
)
def test_other_names_keep_theirs(code: str) -> None:
    assert show(code) == {}


@pytest.mark.parametrize(
    ("name", "role"), [("w_k", "Key"), ("values", "Value"), ("q", "Query"), ("W_o", None), ("k", None)]
)
def test_a_role_is_read_from_a_name(name: str, role: str | None) -> None:
    assert find_role(name) == role
