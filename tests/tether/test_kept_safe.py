"""What ``fix`` must not lose, and exemptions, comments and failures told where they stand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from support.small_book import SmallBook

TICKS = "```"
BLOCK = f'{TICKS}python exec="1" id="told"\nprint("thirteen")\n{TICKS}\n'


@pytest.mark.parametrize("folder", ["", ".", "docs", "docs/kept", "..", "snippets"])
def test_a_folder_of_outputs_holds_nothing_else(folder: str, small_book: SmallBook) -> None:
    small_book.write("snippets/part.py", "x = 1\n")
    small_book.write("pyproject.toml", f'[tool.tether]\nvalues = "rivers:book"\noutputs = "{folder}"\n')
    before = sorted(small_book.root.rglob("*"))
    told = small_book.ask("fix")
    assert told.returncode == 2
    assert "outputs" in told.stderr
    assert sorted(small_book.root.rglob("*")) == before


@pytest.mark.parametrize("broken", [BLOCK.rstrip("`\n") + "\n``\n", BLOCK + '\n--8<-- "gone.md"\n'])
def test_a_broken_page_keeps_its_outputs(broken: str, small_book: SmallBook) -> None:
    small_book.page(BLOCK)
    assert small_book.ask("fix").returncode == 0
    kept = small_book.root / "snippets/outputs/index/told.txt"
    small_book.page(broken)
    assert small_book.ask("fix").returncode in {1, 2}
    assert kept.read_text() == "thirteen\n"


def test_a_block_that_fell_silent_gives_up_its_output(small_book: SmallBook) -> None:
    small_book.page(BLOCK)
    assert small_book.ask("fix").returncode == 0
    small_book.page(BLOCK.replace('print("thirteen")', "x = 1"))
    assert small_book.ask("check").returncode == 1
    assert small_book.ask("fix").returncode == 0
    assert not (small_book.root / "snippets/outputs/index/told.txt").exists()


def test_fix_writes_through_a_link_and_not_to_a_read_only_file(small_book: SmallBook) -> None:
    real = small_book.write("real.md", "[14](=river.bridges)\n")
    link = small_book.root / "docs/linked.md"
    link.symlink_to("../real.md")
    assert small_book.ask("fix").returncode == 0
    assert link.is_symlink()
    assert real.read_text() == "[13](=river.bridges)\n"
    page = small_book.page("[14](=river.bridges)\n")
    page.chmod(0o444)
    told = small_book.ask("fix")
    assert told.returncode == 2
    assert "read-only" in told.stderr
    assert page.read_text() == "[14](=river.bridges)\n"


def test_exemptions_are_told_where_they_stand(small_book: SmallBook) -> None:
    small_book.page("0.42<!-- exempt: x --> a\n\nb<!-- exempt: x -->\n")
    assert small_book.problems() == [(3, 7, "exemption")]
    small_book.page("0.42<!-- exempt: a --><!-- exempt: b -->\n")
    assert [kind for _, _, kind in small_book.problems()] == ["exemption"]
    small_book.write("snippets/part.md", "# S\n\nb<!-- exempt: y -->\n")
    small_book.page('--8<-- "part.md"\n')
    (problem,) = small_book.check().problems
    assert (problem.path, problem.line) == ("snippets/part.md", 3)


@pytest.mark.parametrize("text", ["1<!-- =river.bridges -->", "1<!--=river.bridges\n-->"])
def test_a_comment_that_only_looks_like_a_binding_is_an_error(text: str, small_book: SmallBook) -> None:
    small_book.write("README.md", f"Of {text} bridges\n")
    assert [kind for _, _, kind in small_book.problems()] == ["syntax"]


def test_a_comment_binds_nothing_on_a_page(small_book: SmallBook) -> None:
    small_book.page("Of 1<!--=river.bridges--> bridges\n")
    assert [kind for _, _, kind in small_book.problems()] == ["syntax"]


def test_a_file_under_the_verdict_must_exist(small_book: SmallBook) -> None:
    small_book.write("pyproject.toml", '[tool.tether]\nfiles = ["README.md", "CONTRIBUTNG.md"]\n')
    (problem,) = small_book.check().problems
    assert "CONTRIBUTNG.md" in problem.message


def test_a_syntax_error_in_the_values_is_placed(small_book: SmallBook) -> None:
    small_book.write("rivers.py", "x = 1\ny = (\n")
    small_book.page("[13](=river.bridges)\n")
    (problem,) = small_book.check().problems
    assert (problem.path, problem.line) == ("rivers.py", 2)


def test_a_folder_of_pages_may_lie_deep(small_book: SmallBook) -> None:
    config = (small_book.root / "mkdocs.yml").read_text() + "docs_dir: my/docs\n"
    small_book.write("mkdocs.yml", config)
    small_book.write("my/docs/x.svg", "<svg/>")
    small_book.write(
        "my/docs/index.md", "# A\n\n![of [13](=river.bridges)](x.svg) and [0.13](=river.share)\n"
    )
    small_book.write("my/docs/deep/page.md", "# B\n\n[13](=river.bridges)\n")
    small_book.write("my/docs/ledger.md", "# Ledger\n\n::tether-ledger::\n")
    small_book.write("README.md", "13<!--=river.bridges--> bridges\n")
    told = small_book.build("-q")
    assert told.returncode == 0, told.stdout + told.stderr


def test_a_snippet_s_drift_is_mended_as_the_message_says(small_book: SmallBook) -> None:
    part = small_book.write("snippets/part.md", "[14](=river.bridges)\n")
    small_book.page('# A\n\n--8<-- "part.md"\n')
    (problem,) = small_book.check().problems
    assert (problem.path, problem.line) == ("snippets/part.md", 1)
    *_, command = problem.advice.split("run: tether ")
    assert small_book.ask(*command.split()).returncode == 0
    assert part.read_text() == "[13](=river.bridges)\n"
    assert small_book.ask("explain", "snippets/part.md:1").returncode == 0


def test_json_says_also_that_there_is_no_verdict(small_book: SmallBook) -> None:
    small_book.write("pyproject.toml", "not toml")
    told = small_book.ask("check", "--format", "json")
    assert told.returncode == 2
    assert json.loads(told.stdout)["verdict"] == "could not tell"


@pytest.mark.parametrize("text", ["[1](=river.list.sort())", "[1](=river.list.append(3))"])
def test_no_expression_changes_the_values(text: str, small_book: SmallBook) -> None:
    values = (small_book.root / "rivers.py").read_text()
    small_book.write(
        "rivers.py", values.replace("    bridges = 13\n", "    bridges = 13\n    list = [2, 1]\n")
    )
    small_book.page(f"{text} and [2](=river.list[0])\n")
    (problem,) = small_book.check().problems
    assert "may change the value" in problem.message
