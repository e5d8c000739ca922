"""Saying a verdict: for people, for programs, and for GitHub."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, TextIO

from tether.digest import MANY, write_lines
from tether.outputs import count_executed
from tether.problems import COULD_NOT_TELL, DRIFTED, HOLDS, count, exit_code
from tether.summary import append_summary

if TYPE_CHECKING:
    from tether.judged import Counts, Verdict
    from tether.problems import Problem
    from tether.shards import Merged

SCHEMA = 1
"""Version of the JSON report; it grows when a field changes its meaning or goes."""
_WORDS = {HOLDS: "holds", DRIFTED: "drifted", COULD_NOT_TELL: "could not tell"}


def write_report(verdict: Verdict, form: str, stream: TextIO, **more: object) -> None:
    """Write a verdict as ``text``, ``json`` (with more fields, where there are any) or ``github``."""
    if form == "json":
        _write_described(verdict.problems, verdict.counts, stream, **more)
    else:
        write_verdict(verdict.problems, summary(verdict), form, stream)


def write_verdict(problems: list[Problem], said: str, form: str, stream: TextIO) -> None:
    """Write problems and the verdict in a line, as ``text`` or ``github``."""
    if form == "github":
        stream.writelines(_annotate(problem) + "\n" for problem in problems[:MANY])
        append_summary(problems, said)
    else:
        stream.writelines(f"{line}\n" for line in write_lines(problems))
    stream.write(f"tether: {said}\n")


def write_merged(merged: Merged, form: str, stream: TextIO) -> None:
    """Write the verdict that the parts of a book come to."""
    if form == "json":
        _write_described(merged.problems, merged.counts, stream, bound=merged.bound)
        return
    seen = f"{count_numbers(merged.counts)}; {count(merged.blocks, 'block')} executed"
    write_verdict(merged.problems, _say(merged.problems, seen), form, stream)


def write_failure(message: str, stream: TextIO) -> None:
    """Write, as JSON, that no verdict could be reached at all."""
    content = {
        "schema": SCHEMA,
        "verdict": _WORDS[COULD_NOT_TELL],
        "exit_code": COULD_NOT_TELL,
        "error": message,
    }
    json.dump({**content, "problems": []}, stream, indent=2, ensure_ascii=False)
    stream.write("\n")


def write_problems(problems: list[Problem], form: str, stream: TextIO) -> None:
    """Write problems that stand without a verdict on sources, such as those of a built site."""
    if form == "json":
        json.dump(_describe(problems), stream, indent=2, ensure_ascii=False)
        stream.write("\n")
        return
    if form == "github":
        stream.writelines(f"{_annotate(problem)}\n" for problem in problems[:MANY])
        append_summary(problems, count(len(problems), "problem"))
        return
    stream.writelines(f"{line}\n" for line in write_lines(problems))


def summary(verdict: Verdict) -> str:
    """Say the verdict in one line."""
    blocks = sum(count_executed(verdict, page) for page in verdict.pages)
    kept = sum(count_executed(verdict, page) for page in verdict.pages if page.name in verdict.kept)
    settled = sum(page.blocks for page in verdict.settled.values())
    blocks, kept = blocks + settled, kept + settled
    ran = "executed" if not kept else f"executed, {kept} of them in an earlier run"
    return _say(verdict.problems, f"{count_numbers(verdict.counts)}; {count(blocks, 'block')} {ran}")


def count_numbers(counts: dict[str, Counts]) -> str:
    """Say how many files there are, and how their numbers are accounted for."""
    total = total_counts(counts)
    accounted = ", ".join(f"{number} {name}" for name, number in vars(total).items() if name != "loose")
    return f"{count(len(counts), 'file')}, {accounted}"


def _say(problems: list[Problem], seen: str) -> str:
    code = exit_code(problems)
    if code == HOLDS:
        return f"holds ({seen})"
    kinds = Counter(problem.kind for problem in problems)
    found = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return f"{_WORDS[code]}: {found} ({seen})"


def total_counts(counts: dict[str, Counts]) -> Counts:
    """Add the counts of all files."""
    from tether.judged import Counts  # noqa: PLC0415

    total = Counts()
    for each in counts.values():
        for name in vars(total):
            setattr(total, name, getattr(total, name) + getattr(each, name))
    return total


def _describe(problems: list[Problem]) -> dict[str, object]:
    code = exit_code(problems)
    return {
        "schema": SCHEMA,
        "verdict": _WORDS[code],
        "exit_code": code,
        "problems": [vars(problem) for problem in problems],
    }


def _write_described(
    problems: list[Problem], counts: dict[str, Counts], stream: TextIO, **more: object
) -> None:
    content = _describe(problems)
    content["files"] = {name: vars(found) for name, found in sorted(counts.items())}
    json.dump({**content, **more}, stream, indent=2, ensure_ascii=False)
    stream.write("\n")


def _annotate(problem: Problem) -> str:
    """Write a workflow command, which GitHub shows at its line in a pull request."""
    where = f"file={_escape(problem.path, property_=True)}"
    if problem.line:
        where += f",line={problem.line},col={problem.column}"
    text = f"{problem.message}; {problem.advice}" if problem.advice else problem.message
    return f"::error {where},title=tether {problem.kind}::{_escape(text)}"


def _escape(text: str, *, property_: bool = False) -> str:
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if property_ else text


def write_audit(verdict: Verdict, form: str, stream: TextIO) -> None:
    """Write how each file's numbers are accounted for, and which are loose."""
    kinds = {"loose", "exemption", "given"}
    problems = [problem for problem in verdict.problems if problem.kind in kinds]
    if form == "json":
        _write_described(problems, verdict.counts, stream)
        return
    if form == "github":
        write_problems(problems, form, stream)
        return
    names = ("bound", "claimed", "given", "structural", "exempt", "loose")
    width = max([4, *(len(name) for name in verdict.counts)])
    stream.write(f"{'file':{width}}" + "".join(f"{name:>12}" for name in names) + "\n")
    rows = [*sorted(verdict.counts.items()), ("all", total_counts(verdict.counts))]
    stream.writelines(
        f"{name:{width}}" + "".join(f"{getattr(counts, key):>12}" for key in names) + "\n"
        for name, counts in rows
    )
    stream.writelines(f"{problem}\n" for problem in problems)
