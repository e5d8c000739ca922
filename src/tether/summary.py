"""The summary that GitHub shows for a job: what drifted, old and new, and what to run."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from tether.digest import MANY, group
from tether.problems import HOLDS, count, exit_code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tether.problems import Problem

VARIABLE = "GITHUB_STEP_SUMMARY"
"""Names the file to which a job on GitHub appends its summary."""
_ROWS = 200
"""Rows at most: GitHub refuses a summary beyond a megabyte, and nobody reads so many."""
_COMMAND = re.compile(r"\brun: (tether [^;\n]+)")
_HEADLINES = {
    0: "The verdict holds",
    1: "The book does not hold",
    2: "The verdict could not be reached",
}


def append_summary(problems: Sequence[Problem], line: str) -> None:
    """Append the summary to the file that GitHub names; do nothing where it names none."""
    path = os.environ.get(VARIABLE, "")
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.writelines(f"{text}\n" for text in write_summary(problems, line))


def write_summary(problems: Sequence[Problem], line: str) -> Iterator[str]:
    """Give the lines of the summary, as Markdown; ``line`` is the verdict in one line."""
    code = exit_code(list(problems))
    yield from (f"### tether: {_HEADLINES[code]}", "", _escape(line), "")
    if code == HOLDS:
        return
    yield from _write_commands(problems)
    if len(problems) > MANY:
        yield from ("| problems | kind | hanging on |", "| ---: | --- | --- |")
        yield from (f"| {item.number} | {item.kind} | {_code(item.label)} |" for item in group(problems))
        yield ""
    yield from ("| where | kind | as it stands | as computed | what |", "| --- | --- | --- | --- | --- |")
    for item in problems[:_ROWS]:
        cells = [
            _code(item.place),
            item.kind,
            _code(item.quoted),
            _code(item.computed),
            _escape(item.message),
        ]
        yield f"| {' | '.join(cells)} |"
    if len(problems) > _ROWS:
        yield from ("", f"{count(len(problems) - _ROWS, 'further problem')} not shown.")
    yield ""


def _write_commands(problems: Sequence[Problem]) -> Iterator[str]:
    """Say what to run: each command once, in the order of the problems."""
    commands = {match[1].strip(): None for item in problems if (match := _COMMAND.search(item.advice))}
    if commands:
        yield from ("What to run, and then to read as a diff:", "", "```sh", *commands, "```", "")


def _escape(text: str) -> str:
    """Keep a text from ending its cell or from being read as Markdown or HTML."""
    text = re.sub(r"([\\`*_{}\[\]<>#|~$@!&])", r"\\\1", text.split("\n", maxsplit=1)[0])
    return re.sub(r"[\t\r]", " ", text)


def _code(text: str) -> str:
    if not text:
        return ""
    text = re.sub(r"\s+", " ", text).replace("|", "\\|")
    marks = "``" if "`" in text else "`"
    return f"{marks}{text}{marks}" if marks == "`" else f"{marks} {text} {marks}"
