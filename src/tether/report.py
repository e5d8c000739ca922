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

SCHEMA = 1
"""Version of the JSON report; it grows when a field changes its meaning or goes."""
_WORDS = {HOLDS: "holds", DRIFTED: "drifted", COULD_NOT_TELL: "could not tell"}


def write_report(verdict: Verdict, form: str, stream: TextIO) -> None:
    """Write a verdict as ``text``, ``json`` or ``github``."""
    writers = {"text": _write_text, "json": _write_json, "github": _write_github}
    writers[form](verdict, stream)


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


def _write_text(verdict: Verdict, stream: TextIO) -> None:
    stream.writelines(f"{line}\n" for line in write_lines(verdict.problems))
    stream.write(f"tether: {summary(verdict)}\n")


def summary(verdict: Verdict) -> str:
    """Say the verdict in one line."""
    total = total_counts(verdict)
    accounted = ", ".join(f"{number} {name}" for name, number in vars(total).items() if name != "loose")
    blocks = sum(count_executed(verdict, page) for page in verdict.pages)
    kept = sum(count_executed(verdict, page) for page in verdict.pages if page.name in verdict.kept)
    ran = "executed" if not kept else f"executed, {kept} of them in an earlier run"
    seen = f"{count(len(verdict.pages), 'file')}, {accounted}; {count(blocks, 'block')} {ran}"
    code = exit_code(verdict.problems)
    if code == HOLDS:
        return f"holds ({seen})"
    kinds = Counter(problem.kind for problem in verdict.problems)
    found = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    return f"{_WORDS[code]}: {found} ({seen})"


def total_counts(verdict: Verdict) -> Counts:
    """Add the counts of all files."""
    from tether.judged import Counts  # noqa: PLC0415

    total = Counts()
    for counts in verdict.counts.values():
        for name in vars(total):
            setattr(total, name, getattr(total, name) + getattr(counts, name))
    return total


def _describe(problems: list[Problem]) -> dict[str, object]:
    code = exit_code(problems)
    return {
        "schema": SCHEMA,
        "verdict": _WORDS[code],
        "exit_code": code,
        "problems": [vars(problem) for problem in problems],
    }


def _write_json(verdict: Verdict, stream: TextIO) -> None:
    _write_described(verdict.problems, verdict, stream)


def _write_described(problems: list[Problem], verdict: Verdict, stream: TextIO) -> None:
    content = _describe(problems)
    content["files"] = {name: vars(counts) for name, counts in sorted(verdict.counts.items())}
    json.dump(content, stream, indent=2, ensure_ascii=False)
    stream.write("\n")


def _write_github(verdict: Verdict, stream: TextIO) -> None:
    stream.writelines(_annotate(problem) + "\n" for problem in verdict.problems[:MANY])
    stream.write(f"tether: {summary(verdict)}\n")
    append_summary(verdict.problems, summary(verdict))


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
        _write_described(problems, verdict, stream)
        return
    if form == "github":
        write_problems(problems, form, stream)
        return
    names = ("bound", "claimed", "given", "structural", "exempt", "loose")
    width = max([4, *(len(name) for name in verdict.counts)])
    stream.write(f"{'file':{width}}" + "".join(f"{name:>12}" for name in names) + "\n")
    rows = [*sorted(verdict.counts.items()), ("all", total_counts(verdict))]
    stream.writelines(
        f"{name:{width}}" + "".join(f"{getattr(counts, key):>12}" for key in names) + "\n"
        for name, counts in rows
    )
    stream.writelines(f"{problem}\n" for problem in problems)
