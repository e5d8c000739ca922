"""What tether says to programs, to GitHub and to people with many problems at once."""

from __future__ import annotations

import json
import re
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import Draft202012Validator

from tether.digest import FIRST, MANY, group, write_lines
from tether.problems import Problem
from tether.report import SCHEMA
from tether.summary import write_summary

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"
SPOILT = """\
# A page

Of [14](=river.bridges), [larger](=river.slope>river.length), 0.42, [1.5](=dry.x), [0.063](=-river.slope)

- [1.2](=river.depths), [1.5](=nothing.x), `x` x`0` [9 %](=river.bridges) and | pipes <b>
"""


@cache
def read_schema() -> dict[str, Any]:
    """Give the schema that tether ships."""
    schema: dict[str, Any] = json.loads(
        resources.files("tether").joinpath("report.schema.json").read_text("utf-8")
    )
    return schema


def validate(text: str) -> Any:  # noqa: ANN401  (a list of bound texts, or a report)
    """Hold what a command wrote against the schema; give it."""
    Draft202012Validator.check_schema(read_schema())
    told = json.loads(text)
    Draft202012Validator(read_schema()).validate(told)
    return told


def test_the_schema_is_of_the_version_that_reports_name() -> None:
    assert read_schema()["$defs"]["report"]["properties"]["schema"]["const"] == SCHEMA


COMMANDS = {
    "check": ["check", "--format", "json"],
    "check of one page": ["check", "docs/index.md", "--format", "json"],
    "fix": ["fix", "--format", "json"],
    "audit": ["audit", "--format", "json"],
    "list": ["list", "--format", "json"],
}


@pytest.mark.parametrize("what", COMMANDS)
@pytest.mark.parametrize("text", ["# A page\n\nOf [13](=river.bridges).\n", SPOILT], ids=["sound", "spoilt"])
def test_json_obeys_the_schema(what: str, text: str, small_book: SmallBook) -> None:
    small_book.page(text)
    told = small_book.ask(*COMMANDS[what])
    content = validate(told.stdout)
    if what != "list":
        assert content["exit_code"] == told.returncode
        assert (content["problems"] == []) == (text != SPOILT)
        assert "files" in content


def test_json_obeys_it_where_there_is_no_verdict_and_of_a_built_site(small_book: SmallBook) -> None:
    assert small_book.build("-q").returncode == 0
    assert validate(small_book.ask("verify", "site", "--format", "json").stdout)["verdict"] == "holds"
    page = small_book.root / "site/index.html"
    page.write_text(page.read_text("utf-8").replace("A page</h1>", "nan</h1>"), encoding="utf-8")
    assert validate(small_book.ask("verify", "site", "--format", "json").stdout)["verdict"] == "drifted"
    small_book.write("pyproject.toml", "not toml")
    told = validate(small_book.ask("check", "--format", "json").stdout)
    assert (told["verdict"], told["error"][:14]) == ("could not tell", "pyproject.toml")


@pytest.mark.parametrize(
    "change",
    [
        {"exit_code": 3},
        {"verdict": "holds"},
        {"problems": []},
        {"extra": 1},
        {"schema": SCHEMA + 1},
    ],
)
def test_the_schema_refuses_another_report(change: dict[str, Any], small_book: SmallBook) -> None:
    small_book.page(SPOILT)
    told = validate(small_book.ask("check", "--format", "json").stdout)
    assert not Draft202012Validator(read_schema()).is_valid({**told, **change})
    short = [{key: value for key, value in item.items() if key != "kind"} for item in told["problems"]]
    assert not Draft202012Validator(read_schema()).is_valid({**told, "problems": short})


def make_drifts(number: int) -> list[Problem]:
    """Make drifts of two experiments on three pages, the second experiment's the fewer."""
    return [
        Problem(
            f"docs/p{index % 3}.md",
            index + 1,
            3,
            "drift",
            f"quoted {index}, computed 7",
            "run: tether fix docs/p.md",
            quoted=str(index),
            computed="7",
            experiment="head" if index % 4 else "retrieval",
        )
        for index in range(number)
    ]


def test_many_problems_are_told_by_a_digest_first() -> None:
    problems = [*make_drifts(1000), Problem("README.md", 3, 1, "loose", "0.42 is bound to nothing")]
    lines = list(write_lines(problems))
    assert lines[0] == "1001 problems, by what they hang on:"
    assert lines[1].split() == ["750", "drift", "head", "in", "3", "files"]
    assert lines[2].split() == ["250", "drift", "retrieval", "in", "3", "files"]
    assert lines[3].split() == ["1", "loose", "README.md"]
    assert lines[4] == f"the first {FIRST}:"
    assert lines[5 : 5 + FIRST] == list(map(str, problems[:FIRST]))
    assert lines[5 + FIRST :] == [f"and {1001 - FIRST} more; all of them: tether check --format json"]
    assert sum(item.number for item in group(problems)) == 1001


def test_few_problems_are_told_one_by_one() -> None:
    assert list(write_lines(make_drifts(MANY))) == list(map(str, make_drifts(MANY)))


def test_thousands_of_drifts_on_pages_give_a_digest_and_all_of_them_in_json(small_book: SmallBook) -> None:
    small_book.page("# A page\n\n" + "\n\n".join(["[14](=river.bridges) [0.9](=river.share)"] * 600) + "\n")
    told = small_book.ask("check")
    lines = told.stdout.splitlines()
    assert lines[0].startswith("1200 problems")
    assert lines[1].split() == ["1200", "drift", "river"]
    assert len(lines) < 2 * FIRST
    assert lines[-1].startswith("tether: drifted: 1200 drift")
    report = validate(small_book.ask("check", "--format", "json").stdout)
    assert len(report["problems"]) == 1200
    assert {item["experiment"] for item in report["problems"]} == {"river"}


def test_github_gets_annotations_and_a_summary(small_book: SmallBook) -> None:
    small_book.page(SPOILT)
    path = small_book.root / "summary.md"
    path.write_text("before\n", encoding="utf-8")
    told = small_book.run("tether.cli", "check", "--format", "github", GITHUB_STEP_SUMMARY=str(path))
    assert told.returncode == 1
    assert "::error file=docs/index.md,line=3,col=5,title=tether drift::quoted 14, computed 13" in told.stdout
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[:2] == ["before", "### tether: The book does not hold"]
    assert "| `docs/index.md:3:5` | drift | `14` | `13` | quoted 14, computed 13 |" in lines
    assert lines[lines.index("```sh") + 1 : lines.index("```sh") + 3] == ["tether fix docs/index.md", "```"]
    rows = [line for line in lines if line.startswith("| `")]
    report = validate(small_book.ask("check", "--format", "json").stdout)
    assert len(rows) == len(report["problems"])
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {6}
    assert not any("<b>" in re.sub(r"`[^`]*`", "", row).replace("\\<b\\>", "") for row in rows)


def test_a_sound_book_says_so_in_the_summary_and_nothing_where_github_names_none(
    small_book: SmallBook,
) -> None:
    path = small_book.root / "summary.md"
    told = small_book.run("tether.cli", "check", "--format", "github", GITHUB_STEP_SUMMARY=str(path))
    assert told.returncode == 0
    assert path.read_text(encoding="utf-8").startswith("### tether: The verdict holds\n\nholds (")
    path.unlink()
    small_book.run("tether.cli", "check", "--format", "text", GITHUB_STEP_SUMMARY=str(path))
    small_book.run("tether.cli", "check", "--format", "github", GITHUB_STEP_SUMMARY="")
    assert not path.exists()


def test_a_summary_of_thousands_stays_within_what_github_takes() -> None:
    problems = make_drifts(5000)
    text = "\n".join(write_summary(problems, "drifted: 5000 drift"))
    assert len(text.encode("utf-8")) < 1 << 18
    assert "| 3750 | drift | `head` |" in text
    assert text.count("tether fix docs/p.md") == 1
    assert "4800 further problems not shown." in text
