"""The record of other tools is held, for what is installed here, to what these do here."""

import json
import re
import sys
from pathlib import Path

import pytest

from benchmarks.compare_tools import books
from benchmarks.compare_tools.cases import CASES, Case, Page, is_right
from benchmarks.compare_tools.run import Workshop, read_text, run_command, tell
from benchmarks.compare_tools.tools import TOOLS
from softlookup.experiments.tools_compared import FILE, ComparedTool, ToolsCompared, read_tools_compared
from softlookup.experiments.tools_raced import read_tools_raced
from softlookup.show.tools_compared import (
    HOLDERS,
    RUNNERS,
    compare_modes,
    compare_outcomes,
    compare_paces,
    list_tools,
    quote_tools,
)

KEPT = json.loads(FILE.read_text("utf-8"))
HERE = ("markdown_exec", "tether")
"""Tools that this repository's own environment has."""
QUICK = {"failing", "vanishing", "same_second"}
"""Cases that are tried in every mode; the others in the two that differ most, and slowly."""
ALL = {("markdown_exec", "plain"), ("markdown_exec", "strict"), ("tether", "check"), ("tether", "strict")}


def list_runs(*, quick: bool) -> list[tuple[str, str, str]]:
    """Give tool, mode and case of what the record holds of the tools here."""
    return [
        (tool, mode, case)
        for tool in HERE
        for mode, outcomes in KEPT["tools"][tool]["outcomes"].items()
        for case in outcomes
        if (case in QUICK) is quick and (quick or (tool, mode) in ALL)
    ]


@pytest.fixture(scope="module")
def workshops(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], Workshop]:
    """Give a place for the projects of each tool and mode, with the interpreter that runs this test."""
    folder = tmp_path_factory.mktemp("tools")
    return {(tool, mode): Workshop(folder, tool, mode) for tool in HERE for mode in TOOLS[tool].modes}


def hold_to_record(workshop: Workshop, tool: str, mode: str, case: str) -> None:
    kept = KEPT["tools"][tool]["outcomes"][mode][case]
    found = workshop.put(case).as_record()
    for key in ("exit_code", "outcome", "site", "refused_before"):
        assert found[key] == kept[key], (key, found["said"])


@pytest.mark.parametrize(("tool", "mode", "case"), list_runs(quick=True))
def test_the_record_holds(
    tool: str, mode: str, case: str, workshops: dict[tuple[str, str], Workshop]
) -> None:
    hold_to_record(workshops[tool, mode], tool, mode, case)


@pytest.mark.slow
@pytest.mark.parametrize(("tool", "mode", "case"), list_runs(quick=False))
def test_the_rest_of_the_record_holds(
    tool: str, mode: str, case: str, workshops: dict[tuple[str, str], Workshop]
) -> None:
    hold_to_record(workshops[tool, mode], tool, mode, case)


def test_the_record_has_every_tool_mode_and_case() -> None:
    assert KEPT["cases"] == {name: case.title for name, case in CASES.items()}
    assert list(KEPT["tools"]) == list(TOOLS)
    for name, tool in TOOLS.items():
        kept = KEPT["tools"][name]
        assert (kept["title"], kept["made_for"]) == (tool.title, tool.made_for)
        if "not_installed" in kept:
            continue
        assert kept["commands"] == dict(tool.modes)
        assert kept["without"] == dict(tool.without)
        for mode, outcomes in kept["outcomes"].items():
            expected = [
                case
                for case, one in CASES.items()
                if case not in tool.without and (mode == "plain" or not one.served)
            ]
            assert list(outcomes) == expected


@pytest.mark.parametrize("name", TOOLS)
def test_a_sound_project_quotes_what_its_code_gives_and_an_edit_keeps_the_size_of_the_helper(
    name: str,
) -> None:
    for case in (one for key, one in CASES.items() if key not in TOOLS[name].without):
        before, after = TOOLS[name].write(case.before), TOOLS[name].write(case.after)
        assert before.keys() == after.keys()
        assert before != after
        assert len(before["gauge.py"]) == len(after["gauge.py"])


def test_right_is_what_the_code_gives_and_nothing_else() -> None:
    case = CASES["quoted"]
    assert is_right(case, "The upper arm carries 0.2316, the lower 0.2045.")
    assert not is_right(case, "The upper arm carries 0.2286, the lower 0.2045.")
    assert not is_right(case, "It was 0.2286, is 0.2316, and 0.2045.")
    assert not is_right(case, "Nothing is shown.")
    assert not is_right(CASES["failing"], "0.2286 and 0.2045")
    assert not is_right(CASES["swapped"], "0.2286 and 0.2045")


def test_a_project_that_is_not_sound_is_no_comparison(tmp_path: Path) -> None:
    unsound = Case("unsound", Page(statement="1 / 0"), Page())
    with pytest.raises(RuntimeError, match="the sound project of «unsound» gave"):
        Workshop(tmp_path, "tether", "check").lay(unsound)


def test_a_page_is_read_without_markup(tmp_path: Path) -> None:
    page = tmp_path / "index.html"
    page.write_text("<head>9</head><body class='a'><script>1 < 2</script><p>a &lt; <b>b</b></body>", "utf-8")
    assert read_text(page).split() == ["a", "<", "b"]
    assert read_text(tmp_path / "missing") == ""


def test_what_is_said_is_kept_without_paths_and_noise(tmp_path: Path) -> None:
    said = f"INFO - error-free\n\x1b[31mERROR\x1b[0m in {tmp_path}/docs/a.md after 2.5 s\nfine\n"
    assert tell(said, tmp_path, Path("/opt/x/bin/python")) == ("ERROR in docs/a.md after … s",)


@pytest.fixture(scope="module")
def compared() -> ToolsCompared:
    return read_tools_compared()


def test_counts_are_those_of_the_record(compared: ToolsCompared) -> None:
    for name in TOOLS:
        tool: ComparedTool = getattr(compared, name)
        strict = {"served": KEPT["tools"][name]["outcomes"]["plain"].get("served")}
        strict |= KEPT["tools"][name]["outcomes"]["strict"]
        told = [one["outcome"] for one in strict.values() if one]
        assert (tool.asked, tool.wrong, tool.right) == (
            len(told),
            told.count("wrong"),
            told.count("right"),
        )
    for place, case in enumerate(CASES):
        stops = [tool for tool in compared if (one := tool.find("strict", case)) and one.outcome == "stopped"]
        assert compared.stopping(place) == len(stops)


def test_tables_have_a_row_for_each_case_and_a_column_for_each_tool(compared: ToolsCompared) -> None:
    for names in (RUNNERS, HOLDERS):
        head, _, *rows = compare_outcomes(compared, names).splitlines()
        assert len(rows) == compared.put
        assert head.count("|") == len(names) + 2
    assert {*RUNNERS, *HOLDERS} == set(TOOLS)
    assert len(list_tools(compared).splitlines()) == compared.count
    assert "markdown-exec" in quote_tools(compared, "failing")
    assert len(compare_modes(compared, "failing").splitlines()) > 3


@pytest.mark.parametrize("name", books.RUNNERS)
def test_books_of_all_sizes_quote_the_same_numbers(name: str) -> None:
    expected = {f"{books.compute(number):.4f}" for number in range(200)}
    for pages in (2, 20):
        files = books.RUNNERS[name].write(pages, 200)
        shown = [text for file, text in files.items() if file.startswith("docs/")]
        assert len(shown) == pages
        assert expected <= {word for text in shown for word in re.findall(r"\b0\.\d{4}\b", text)}


def test_the_verdict_passes_the_book_it_is_timed_on_and_no_other(tmp_path: Path) -> None:
    for file, text in books.RUNNERS["tether"].write(2, 20).items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    command, python = books.RUNNERS["tether"].command, Path(sys.executable)
    code, said = run_command(tmp_path, command, python)
    assert code == 0, said
    assert "20 bound" in said
    values = tmp_path / "values.py"
    values.write_text(values.read_text("utf-8").replace("7919", "7907"), encoding="utf-8")
    assert run_command(tmp_path, command, python)[0] == 1


def test_the_race_is_told_in_full() -> None:
    raced = read_tools_raced()
    assert set(raced.on_few) == set(books.RUNNERS)
    assert (raced.few, raced.many) == (1000, 10_000)
    rows = compare_paces(raced).splitlines()[2:]
    assert len(rows) == len(raced.on_few) + len(raced.on_many) + 4
    ratios = [
        float(raced.tether.seconds(pages)) / float(raced.tether_on_few.seconds(pages))
        for pages in (10, 100, 1000)
    ]
    assert raced.growth == max(ratios)
