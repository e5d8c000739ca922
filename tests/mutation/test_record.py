"""The record of each run adds up, and every survivor in it has a verdict that was borne out."""

from __future__ import annotations

import ast
import json
import math
from pathlib import Path
from typing import Any

import pytest

from mutation.mutate_src import show_change
from mutation.sites import STRATA, Site, draw_sites, find_annotations, find_stratum, name_kind

ROOT = Path(__file__).parents[2]
RECORDS: dict[str, dict[str, Any]] = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted(Path(__file__).parent.glob("record-*.json"))
}
VERDICTS: list[dict[str, str]] = json.loads(Path(__file__).with_name("survivors.json").read_text("utf-8"))
SURVIVORS = [row for record in RECORDS.values() for row in record["mutants"] if row["outcome"] == "survived"]


def key(row: dict[str, Any]) -> tuple[str, str, str]:
    return row["module"], row["before"], row["after"]


def test_a_record_is_named_after_its_seed() -> None:
    assert all(name == f"record-{record['seed']}" for name, record in RECORDS.items())
    assert {row["stratum"] for record in RECORDS.values() for row in record["mutants"]} == set(STRATA)


@pytest.mark.parametrize("stratum", [*STRATA, "all"])
@pytest.mark.parametrize("name", RECORDS)
def test_the_summary_counts_the_rows(name: str, stratum: str) -> None:
    record = RECORDS[name]
    rows = [row for row in record["mutants"] if stratum in {"all", row["stratum"]}]
    outcomes = [row["outcome"] for row in rows if row["outcome"] != "no mutant"]
    count = record["summary"][stratum]
    killed = len(outcomes) - outcomes.count("survived")
    assert (count["tried"], count["killed"], count["survived"]) == (
        len(outcomes),
        killed,
        len(outcomes) - killed,
    )
    assert count["tried"] <= count["places"]
    if not outcomes:
        assert "share" not in count
        return
    # Wilson's interval, from its definition: the shares p from which the sample lies 1.96 deviations away.
    assert count["high"] < 1 or killed == len(outcomes)
    for share in {count["low"], count["high"]} - {1}:
        deviations = abs(killed / len(outcomes) - share) / math.sqrt(share * (1 - share) / len(outcomes))
        assert deviations == pytest.approx(1.96, abs=0.01)


def test_every_survivor_has_a_verdict_and_every_verdict_a_survivor() -> None:
    assert sorted(map(key, VERDICTS)) == sorted({key(row) for row in SURVIVORS})


@pytest.mark.parametrize(
    "verdict", VERDICTS, ids=lambda verdict: f"{verdict['module']}: {verdict['after']}"[:80]
)
def test_a_verdict_was_borne_out(verdict: dict[str, str]) -> None:
    (row,) = [row for row in SURVIVORS if key(row) == key(verdict)]
    assert verdict["reason"]
    if verdict["verdict"] == "open":
        assert "test" not in verdict
    elif verdict["verdict"] in {"equivalent", "looks", "accepted"}:
        assert row["later"]["outcome"] in {"survived", "gone"}
    else:
        assert verdict["verdict"] in {"hole", "slow"}
        assert row["later"]["outcome"] in {"killed", "out of time", "gone"}
        file, _, name = verdict["test"].partition("::")
        tree = ast.parse((ROOT / file).read_text("utf-8"))
        assert not name or name in {getattr(node, "name", "") for node in ast.walk(tree)}


def test_a_source_is_in_its_part() -> None:
    parts = {
        "src/softlookup/softmax.py": "mathematics", "src/softlookup/gpt/loss.py": "mathematics",
        "src/softlookup/values/seeds.py": "experiments", "src/softlookup/show/svg.py": "show",
        "src/tether/scan.py": "tether", "src/tether/numbers/scan.py": "tether.numbers",
    }  # fmt: skip
    assert {module: find_stratum(module) for module in parts} == parts


def test_what_a_module_postpones_is_no_place() -> None:
    source = (
        "from __future__ import annotations\ndef f(a: int | None = 3 | 4) -> int | str:\n    b: int = 1 | 2\n"
    )
    assert sorted(find_annotations(source)) == [((2, 9), (2, 19)), ((2, 32), (2, 41)), ((3, 7), (3, 10))]
    assert find_annotations(source.partition("\n")[2]) == []


def test_a_draw_hangs_on_its_seed_and_on_no_other_part() -> None:
    sites = [
        Site(module, "Number", (line, 0), (line, 1), (("plus", 0), ("minus", 1)))
        for module in ("src/tether/a.py", "src/softlookup/b.py") for line in range(50)
    ]  # fmt: skip
    drawn = draw_sites(sites, {"tether": 5, "mathematics": 20}, 1)
    assert len(set(drawn)) == len(drawn) == 25
    assert {(site, mutant in site.mutants) for site, mutant in drawn} == {(site, True) for site, _ in drawn}
    fewer = draw_sites(sites[::-1], {"mathematics": 3, "tether": 5}, 1)
    assert [row for row in drawn if row[0].stratum == "tether"] == [
        row for row in fewer if row[0].stratum == "tether"
    ]
    assert {row[0] for row in fewer} < {row[0] for row in drawn}
    assert draw_sites(sites, {"tether": 5, "mathematics": 20}, 2) != drawn


def test_kinds_and_changes() -> None:
    assert name_kind("core/ReplaceBinaryOperator_Add_Sub") == name_kind("core/ReplaceBinaryOperator_Add_Mul")
    assert show_change("a\n  b = 1\nc\n", "a\n  b = 2\nc\n") == ("b = 1", "b = 2")
