"""Texts that reach pages from tables and templates: their numbers are told where they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.small_book import SmallBook

TABLE = """\
# A comment with 14 in it
[smith2001]
title = "A river"
year = 2001
said = "It is 15 miles long"
note = \"\"\"
More than
16 bridges\"\"\"
lengths = [17, 1.5]
true = true
"""
TEMPLATE = """\
{% extends "base.html" %}
{# 14 #}
{% block footer %}
  <p title="of 15">Built {{ 16 }} times,
  at 17 miles</p><script>18</script>
{% endblock %}
"""


@pytest.fixture
def book(small_book: SmallBook) -> SmallBook:
    """Give a small book with a table of texts and a template of its own."""
    settings = (small_book.root / "pyproject.toml").read_text("utf-8")
    small_book.write("pyproject.toml", settings + 'texts = ["works.toml"]\n')
    small_book.write("works.toml", '[smith]\ntitle = "A river"\n')
    config = (small_book.root / "mkdocs.yml").read_text("utf-8")
    small_book.write("mkdocs.yml", config.replace("  font: false", "  font: false\n  custom_dir: own"))
    small_book.write("own/main.html", "<p>So</p>\n")
    return small_book


def told(book: SmallBook) -> list[tuple[str, int, int, str, str]]:
    return [(item.path, item.line, item.column, item.kind, item.quoted) for item in book.check().problems]


def test_without_numbers_there_is_nothing_to_tell(book: SmallBook) -> None:
    assert told(book) == []


def test_the_numbers_of_a_table_are_loose_where_they_stand(book: SmallBook) -> None:
    book.write("works.toml", TABLE)
    assert told(book) == [
        ("works.toml", 4, 8, "loose", "2001"),
        ("works.toml", 5, 15, "loose", "15"),
        ("works.toml", 8, 1, "loose", "16"),
        ("works.toml", 9, 12, "loose", "17"),
        ("works.toml", 9, 16, "loose", "1.5"),
    ]


def test_the_numbers_of_a_template_are_loose_where_they_stand(book: SmallBook) -> None:
    book.write("own/partials/footer.html", TEMPLATE)
    assert told(book) == [
        ("own/partials/footer.html", 4, 16, "loose", "15"),
        ("own/partials/footer.html", 5, 6, "loose", "17"),
    ]


def test_a_number_of_a_template_is_bound_and_fixed_as_in_a_readme(book: SmallBook) -> None:
    path = book.write("own/main.html", "{{ 12 }} <p>Over 12<!--=river.bridges--> bridges</p>\n")
    assert told(book) == [("own/main.html", 1, 18, "drift", "12")]
    assert book.ask("fix").returncode == 0
    assert path.read_text("utf-8") == "{{ 12 }} <p>Over 13<!--=river.bridges--> bridges</p>\n"
    assert told(book) == []


def test_an_exemption_with_a_reason_admits_a_number_of_a_table(book: SmallBook) -> None:
    book.write("works.toml", "[smith]\nyear = 2001\n")
    settings = (book.root / "pyproject.toml").read_text("utf-8")
    exempt = '[[tool.tether.exempt]]\npages = "works.toml"\nmatch = "^year = "\nreason = "theirs"\n'
    book.write("pyproject.toml", settings + exempt.replace('"^year = "', '"^year = .*"'))
    assert told(book) == []


HIDING = [
    "    <p>17</p>",
    "\t17",
    "<p>a</p>\n\n    <b>17</b>",
    "`17`",
    "``17``",
    "~~~\n17\n~~~",
    "```\n17\n```",
]


@pytest.mark.parametrize("name", ["own/main.html", "docs/raw.html"])
@pytest.mark.parametrize("text", HIDING)
def test_what_would_be_code_in_markdown_is_text_in_html(book: SmallBook, name: str, text: str) -> None:
    book.write(name, f"{text}\n", dedent=False)
    lines = text.split("\n")
    ((path, line, column, kind, quoted),) = told(book)
    assert (path, kind, quoted) == (name, "loose", "17")
    assert lines[line - 1].startswith("17", column - 1)


@pytest.mark.parametrize(("text", "kind"), [("[smith\n", "config"), (None, "config")])
def test_a_table_that_cannot_be_read_is_told(book: SmallBook, text: str | None, kind: str) -> None:
    if text is None:
        (book.root / "works.toml").unlink()
    else:
        book.write("works.toml", text)
    (problem,) = told(book)
    assert problem[3] == kind
    assert book.ask("check").returncode != 0
