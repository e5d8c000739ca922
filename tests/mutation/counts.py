"""Counting a record's rows by the part of the house that they are in."""

from __future__ import annotations

import importlib
from collections import Counter
from typing import TYPE_CHECKING, Any

from mutation.sites import STRATA

if TYPE_CHECKING:
    from mutation.sites import Site


def summarise(sites: list[Site], tried: list[dict[str, Any]]) -> dict[str, Any]:
    """Count by stratum, with Wilson's 95 % interval of the share killed."""
    binomtest = importlib.import_module("scipy.stats").binomtest
    table = {}
    for stratum in [*STRATA, "all"]:
        within = [site for site in sites if stratum in {"all", site.stratum}]
        rows = [row for row in tried if stratum in {"all", row["stratum"]} and row["outcome"] != "no mutant"]
        outcomes = Counter(row["outcome"] for row in rows)
        killed = outcomes["killed"] + outcomes["out of time"]
        count: dict[str, float] = {
            "places": len(within), "tried": len(rows), "killed": killed,
            "of_these_out_of_time": outcomes["out of time"],
            "of_these_by_the_whole_book": sum(row.get("whole", False) for row in rows),
            "survived": outcomes["survived"],
        }  # fmt: skip
        if rows:
            low, high = binomtest(killed, len(rows)).proportion_ci(method="wilson")
            count |= {"share": round(killed / len(rows), 4), "low": round(low, 4), "high": round(high, 4)}
        table[stratum] = count
    return table


def summarise_later(rows: list[dict[str, Any]], verdicts: list[dict[str, str]]) -> dict[str, dict[str, int]]:
    """Count by stratum what is killed by now, and why the rest is not."""
    said = {key_of(verdict): verdict["verdict"] for verdict in verdicts}
    table = {}
    for stratum in STRATA:
        within = [row for row in rows if row["stratum"] == stratum and row["outcome"] != "no mutant"]
        left = [
            row
            for row in within
            if row["outcome"] == "survived" and row["later"]["outcome"] in {"survived", "gone"}
        ]
        reasons = Counter(
            "gone" if row["later"]["outcome"] == "gone" else said.get(key_of(row), "no verdict")
            for row in left
        )
        table[stratum] = {
            "tried": len(within),
            "killed now": len(within) - len(left),
            **dict(sorted(reasons.items())),
        }
    return table


def key_of(row: dict[str, Any]) -> tuple[str, str, str]:
    """Give what a mutant is known by from one commit to the next, and in the hand-written verdicts."""
    return row["module"], row["before"], row["after"]
