"""Bound numbers, claims, given constants and loose numbers, held against a small book's values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.small_book import SmallBook, make_small_book
from tether.fix import plan_changes

if TYPE_CHECKING:
    from pathlib import Path

HOLDING = [
    "[13](=river.bridges)",
    "[thirteen](=river.bridges)",
    "[1,234.57](=river.length) and [1234.6](=river.length) and [about 1,200](=river.length)",
    "[13 %](=river.share), [13.4 percent](=river.share), [0.134](=river.share)",
    "[-0.0625](=river.slope), [−0.06](=river.slope), [$x = -0.0625$](=river.slope)",
    "[[1.25, -0.5, 3.0]](=river.depths)",
    "[1.25, −0.50 and 3](=river.depths)",
    "[1.5](=river.depth_at(5))",
    "[12 %](=river.flood-0.004) of [1000](=river.flood.trials)",
    "[2.5](=river.flow)",
    "[1/8](=river.flood)",
    "[below 1e-12](=river.residual<n)",
    "[within 20 percent](=river.share<=n)",
    "[between 10 and 20 bridges](=n[0]<river.bridges<n[1])",
    "[longer than wide](=river.length>river.bridges)",
    "![of [13](=river.bridges) bridges](x.png)",
]

FAILING = [
    ("[14](=river.bridges)", 2, "drift"),
    ("[13](=river.bridges) [fourteen](=river.bridges)", 23, "drift"),
    ("[1,234.58](=river.length)", 2, "drift"),
    ("[13](=river.share)", 2, "drift"),
    ("[13 %](=river.bridges)", 2, "drift"),
    ("[0.06](=river.slope)", 2, "drift"),
    ("[-13](=river.bridges)", 2, "drift"),
    ("[[1.25, -0.6, 3.0]](=river.depths)", 9, "drift"),
    ("[1.25](=river.depths)", 2, "count"),
    ("[1.25, 2](=river.share)", 2, "count"),
    ("[below 1e-18](=river.residual<n)", 2, "claim"),
    ("[longer than 2000](=river.length>river.bridges)", 14, "claim"),
    ("[between 10 and 20](=n<river.bridges)", 2, "claim"),
    ("[shorter](=river.length<river.bridges)", 2, "claim"),
    ("[2e-16](=river.residual)", 10, "expression"),
    ("[1.5](=river.no)", 14, "expression"),
    ("[1.5](=river.depth_at(0)[1])", 8, "expression"),
    ("[1.5](=river)", 8, "expression"),
    ("[13](=river.bridges+n)", 2, "expression"),
    ("[0.063](=-river.slope)", 2, "edge"),
]


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[int, int, str]]]:
    """Check all cases at once, each on a page of its own; give what is wrong with each."""
    book = make_small_book(tmp_path_factory.mktemp("cases"))
    texts = [*HOLDING, *(text for text, _, _ in FAILING)]
    names = [f"docs/case{index}.md" for index in range(len(texts))]
    book.write("docs/x.png", "")
    for name, text in zip(names, texts, strict=True):
        book.write(name, f"# A page\n\n{text}\n")
    problems = book.check().problems
    return {
        text: [(item.line, item.column, item.kind) for item in problems if item.path == name]
        for name, text in zip(names, texts, strict=True)
    }


@pytest.mark.parametrize("text", HOLDING)
def test_what_holds_is_silent(text: str, cases: dict[str, list[tuple[int, int, str]]]) -> None:
    assert cases[text] == []


@pytest.mark.parametrize(("text", "column", "kind"), FAILING)
def test_what_does_not_hold_is_named_with_its_column(
    text: str, column: int, kind: str, cases: dict[str, list[tuple[int, int, str]]]
) -> None:
    assert (3, column, kind) in cases[text]


def test_a_drift_is_told_with_what_to_run(small_book: SmallBook) -> None:
    small_book.page("See [0.14](=river.share).\n")
    told = small_book.ask("check")
    assert told.returncode == 1
    assert told.stdout.startswith(
        "docs/index.md:1:6: quoted 0.14, computed 0.1344; run: tether fix docs/index.md\n"
    )


GIVEN = "---\ngiven: {13: river.bridges, 0.25: 'river.depths[0]-1'}\n---\n"


def test_a_given_constant_is_admitted_anywhere(small_book: SmallBook) -> None:
    small_book.page(GIVEN + "13 bridges, thirteen of them, $b = 13$, and 0.25.\n")
    verdict = small_book.check()
    assert verdict.problems == []
    assert verdict.counts["docs/index.md"].given == 4


@pytest.mark.parametrize(
    ("text", "line", "kind"),
    [
        ("---\ngiven: {14: river.bridges}\n---\n14\n", 2, "drift"),
        (GIVEN + "13 bridges\n", 2, "given"),
        (GIVEN + "13 bridges and 0.250 and 0.25\n", 4, "loose"),
        ("---\ngiven: {x: river.bridges}\n---\n13\n", 2, "given"),
        ("---\ngiven: {13: river.depths}\n---\n13\n", 2, "given"),
        ("---\ngiven: {13: 'a b'}\n---\n13\n", 2, "given"),
        ("---\ngiven: 13\n---\n13\n", 2, "given"),
        ("---\ngiven: {13: a[0]}\n---\n13\n", 2, "front matter"),
    ],
)
def test_a_given_constant_drifts_and_goes_stale(
    text: str, line: int, kind: str, small_book: SmallBook
) -> None:
    small_book.page(text)
    assert (line, kind) in [(problem.line, problem.kind) for problem in small_book.check().problems]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Of 0.42<!-- exempt: the surveyor's own --> rivers\n", []),
        ("Of 0.42 <!-- exempt: the surveyor's own --> rivers\n", []),
        ("Of 0.42<!-- exempt: --> rivers\n", ["exemption", "loose"]),
        ("Of 0.42<!-- exempt --> rivers\n", ["exemption", "loose"]),
        ("Of rivers<!-- exempt: none here -->\n", ["exemption"]),
        ("Of 0.42 and 0.43<!-- exempt: only one -->\n", ["loose"]),
        ("Of [13](=river.bridges)<!-- exempt: is bound -->\n", ["exemption"]),
    ],
)
def test_an_exemption_stands_behind_its_number_with_a_reason(
    text: str, kinds: list[str], small_book: SmallBook
) -> None:
    small_book.page(text)
    assert sorted(problem.kind for problem in small_book.check().problems) == kinds


def test_an_exemption_in_the_settings_is_used_or_stale(small_book: SmallBook) -> None:
    entry = (
        '\n[[tool.tether.exempt]]\npages = "docs/*.md"\nmatch = "gauge \\\\d+"\nreason = "names of gauges"\n'
    )
    settings = (small_book.root / "pyproject.toml").read_text() + entry
    small_book.write("pyproject.toml", settings)
    small_book.page("See gauge 42.\n")
    assert small_book.check().problems == []
    small_book.page("See nothing.\n")
    (problem,) = small_book.check().problems
    assert (problem.path, problem.kind) == ("pyproject.toml", "exemption")


def test_a_readme_is_bound_by_comments(small_book: SmallBook) -> None:
    small_book.write(
        "README.md",
        "Of 13<!--=river.bridges--> bridges and [1.25, -0.5, 3]<!--=river.depths-->,\n"
        "**13 percent**<!--=river.share--> and below 1e-12<!--=river.residual<n-->.\n",
    )
    verdict = small_book.check()
    assert [str(problem) for problem in verdict.problems] == []
    assert (verdict.counts["README.md"].bound, verdict.counts["README.md"].claimed) == (5, 1)
    small_book.write("README.md", "Of 14<!--=river.bridges--> bridges and 0.42.\n")
    assert small_book.problems() == [(1, 4, "drift"), (1, 40, "loose")]


def spoil(path: Path, old: bytes, new: bytes) -> bytes:
    content = path.read_bytes()
    assert old in content
    path.write_bytes(content.replace(old, new))
    return content


@pytest.mark.parametrize("ending", [b"\r\n", b"\n", b"\r"])
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", [b"", b"\n"])
def test_fix_changes_no_other_byte(ending: bytes, start: bytes, end: bytes, small_book: SmallBook) -> None:
    path = small_book.root / "docs/index.md"
    row = "A\t[1,234.57](=river.length) ü [[1.25, −0.50, 3]](=river.depths)"
    lines = ["# Ä 日本", "", row, "", "🙂 [13](=river.bridges)  "]
    good = start + ending.join(line.encode() for line in lines) + end
    path.write_bytes(good)
    assert small_book.check().problems == []
    bad = (
        good.replace(b"1,234.57", b"1,234.99")
        .replace("−0.50".encode(), "−0.75".encode())
        .replace(b"[13]", b"[99]")
    )
    path.write_bytes(bad)
    told = small_book.ask("fix")
    assert told.returncode == 0, told.stdout
    assert path.read_bytes() == good


def test_fix_shows_first_and_never_touches_a_claim(small_book: SmallBook) -> None:
    path = small_book.page("[14](=river.bridges) and [below 1e-18](=river.residual<n).\n")
    before = path.read_bytes()
    told = small_book.ask("fix", "--diff")
    assert told.returncode == 1
    assert "-[14](=river.bridges)" in told.stdout
    assert "+[13](=river.bridges)" in told.stdout
    assert path.read_bytes() == before
    told = small_book.ask("fix")
    assert told.returncode == 1
    assert path.read_bytes() == before.replace(b"[14]", b"[13]")


def test_fix_does_nothing_where_nothing_is_stale(small_book: SmallBook) -> None:
    small_book.page("[13](=river.bridges)\n")
    assert plan_changes(small_book.check(), whole=True) == []


def test_the_verdict_does_not_depend_on_where_it_is_asked(small_book: SmallBook) -> None:
    small_book.page('# P\n\n--8<-- "part.md"\n')
    small_book.write("snippets/part.md", "[13](=river.bridges)\n")
    (small_book.root / "docs" / "deep").mkdir()
    inside = small_book.run("tether.cli", "check")
    outside = type(small_book)(small_book.root).run("tether.cli", "check", "docs/index.md")
    assert (inside.returncode, outside.returncode) == (0, 0), inside.stdout + outside.stdout


@pytest.mark.parametrize("name", ["nope.md", "docs/nope.md", "rivers.py"])
def test_a_file_that_is_no_page_is_refused(name: str, small_book: SmallBook) -> None:
    told = small_book.ask("check", name)
    assert told.returncode == 2
    assert name in told.stderr


def test_a_wrong_setting_is_refused(small_book: SmallBook) -> None:
    small_book.write("pyproject.toml", '[tool.tether]\nvalue = "rivers:book"\n')
    told = small_book.ask("check")
    assert told.returncode == 2
    assert "knows no 'value'" in told.stderr


def test_fix_leaves_a_number_on_the_edge_to_its_author(small_book: SmallBook) -> None:
    path = small_book.page("[0.063](=-river.slope)\n")
    before = path.read_bytes()
    assert small_book.ask("fix").returncode == 1
    assert path.read_bytes() == before


def test_an_unknown_name_is_placed_in_the_expression(small_book: SmallBook) -> None:
    small_book.page("See [13](=brook.bridges).\n")
    (problem,) = small_book.check().problems
    assert (problem.line, problem.column, problem.kind) == (1, 11, "expression")
    assert "known are dry, river" in problem.message


def test_a_dead_link_is_placed_past_its_sound_twin(small_book: SmallBook) -> None:
    small_book.page("[13](=river.bridges)\n\n[x]( =river.bridges)\n")
    assert [(line, kind) for line, _, kind in small_book.problems()] == [(3, "syntax")]


def test_a_binding_in_output_is_refused_unless_it_is_shown_as_code(small_book: SmallBook) -> None:
    text = '```python exec="1" id="a"{}\nprint("[0.42](=a.b)")\n```\n'
    small_book.page(text.format(""))
    assert "the output holds a binding or" in small_book.check().problems[0].message
    small_book.page(text.format(' result="text"'))
    assert small_book.ask("fix").returncode == 0
