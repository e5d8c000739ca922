"""Committed outputs: what each executed block shows, kept as text and compared on every build."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tether.digests import digest_path
from tether.problems import Problem
from tether.sources import read_source
from tether.unfit import UNFIT

if TYPE_CHECKING:
    from pathlib import Path

    from tether.config import Project
    from tether.fences import Fence
    from tether.judged import Verdict
    from tether.runner import Outcome
    from tether.scan import Page

_UNSOUND = re.compile(
    r"\]\([ ]*<?=|^[ >]*\[[^\]\n]+\]:[ ]*<?=|^[ >\t]*(?:`{3,}|~{3,}).*\bexec\b", re.MULTILINE
)
"""A binding, or a fence that would run, in output that becomes part of the page."""
_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def output_path(project: Project, page: Page, fence: Fence) -> Path:
    """Tell where a fence's output is committed."""
    return project.outputs_dir / page.key / f"{fence.id}.txt"


def normal_text(text: str) -> str:
    """Give an output as it is committed: no trailing blanks, one line end at its end."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    body = "\n".join(lines).strip("\n")
    return body + "\n" if body else ""


def describe_blocks(page: Page) -> dict[str, Any]:
    """Say what the worker is to run for a page."""
    return {
        "kind": "page",
        "page": page.name,
        "blocks": [
            {
                "id": fence.id,
                "code": fence.code,
                "session": fence.session,
                "path": fence.source.name,
                "line": fence.line,
                "aligned": _is_aligned(fence),
            }
            for fence in page.fences
        ],
    }


def _is_aligned(fence: Fence) -> bool:
    """Tell whether a block's lines are those below its fence: so they are unless it includes a snippet."""
    total = fence.source.text.count("\n") + 1
    for index, line in enumerate(fence.code.split("\n")):
        number = fence.line + 1 + index
        if number > total or not fence.source.line(number).rstrip().endswith(line.strip()):
            return False
    return True


def check_headers(page: Page) -> list[Problem]:
    """Report executable fences whose header is wrong, before anything runs."""
    problems = []
    seen: dict[str, int] = {}
    for fence in page.fences:
        problems += [_problem(fence, "fence", error) for error in fence.errors]
        if fence.id and not _ID.fullmatch(fence.id):
            problems.append(_problem(fence, "fence", f'id="{fence.id}": expected letters, digits, - and _'))
        elif fence.id in seen:
            problems.append(
                _problem(fence, "fence", f'id="{fence.id}" is taken by the block at line {seen[fence.id]}')
            )
        elif fence.id:
            seen[fence.id] = fence.line
    return problems


def judge_blocks(
    project: Project, page: Page, outcome: Outcome
) -> tuple[list[dict[str, Any]], list[Problem]]:
    """Judge what came back: every fence ran once, succeeded, and shows what is committed."""
    reports, problems = [], []
    for index, fence in enumerate(page.fences):
        report = outcome.events.get(index)
        if report is None:
            if index <= max(outcome.at, 0):
                problems.append(
                    _problem(fence, "execution", f"the block did not finish: {outcome.ended}", definite=False)
                )
            report = {"output": "", "committed": "", "error": {"message": outcome.ended or "did not run"}}
        elif report["error"] is not None and report["error"].get("follows"):
            pass  # the block that failed first is the one to mend
        elif report["error"] is not None:
            problems.append(_describe_error(fence, report["error"]))
        else:
            problems += _compare(project, page, fence, report)
        reports.append(report)
    return reports, problems


def _describe_error(fence: Fence, error: dict[str, Any]) -> Problem:
    line = error.get("line") or fence.line
    total = fence.source.text.count("\n") + 1
    text = fence.source.line(line) if 0 < line <= total else ""
    shown, column = text.strip(), len(text) - len(text.lstrip(" \t>")) + 1
    advice = f"it passed\n{error['trace'].rstrip()}" if error.get("trace") else ""
    message = f"{error['message']} in «{shown}»"
    return Problem(
        fence.source.name,
        line,
        column + fence.source.cut_of(line),
        "execution",
        message,
        advice,
        definite=False,
    )


def _compare(project: Project, page: Page, fence: Fence, report: dict[str, Any]) -> list[Problem]:
    shown = normal_text(report["committed"])
    if unsound := _find_unsound(fence, report["output"]):
        return [unsound]
    if not fence.id:
        return (
            [
                _problem(
                    fence,
                    "output",
                    "the block shows something, so its output must be committed",
                    'give it an id="name"',
                )
            ]
            if shown
            else []
        )
    path = output_path(project, page, fence)
    name = path.relative_to(project.root).as_posix()
    advice = f"run: tether fix {page.name}"
    if not path.exists():
        return [_problem(fence, "output", f"no committed output at {name}", advice)] if shown else []
    kept = normal_text(read_source(path, project.root).text)
    if kept == shown:
        return []
    if not shown:
        return [_problem(fence, "output", f"the block shows nothing, but {name} is committed", advice)]
    line, old, new = _first_difference(kept, shown)
    message = f"output differs from {name}:{line}: committed «{old}», computed «{new}»"
    return [_problem(fence, "output", message, advice, quoted=old, computed=new)]


def _find_unsound(fence: Fence, output: str) -> Problem | None:
    """Report an output that no page may hold."""
    if not fence.options.get("result") and _UNSOUND.search(output):  # as code it is harmless
        message = "the output holds a binding or an executable fence"
        return _problem(
            fence, "output", message, "print the number itself: executed output is true by its making"
        )
    if (match := UNFIT.search(output)) is not None:
        message = f"the output holds «{match.group()}», which is no text for a reader"
        return _problem(fence, "output", message, "print plain numbers, and let errors end the block")
    return None


def _first_difference(kept: str, shown: str) -> tuple[int, str, str]:
    old, new = kept.split("\n"), shown.split("\n")
    length = max(len(old), len(new))
    old += ["(nothing)"] * (length - len(old))
    new += ["(nothing)"] * (length - len(new))
    index = next(number for number in range(length) if old[number] != new[number])
    return index + 1, old[index], new[index]


def digest_committed(project: Project, page: Page) -> dict[str, str]:
    """Give the digest of each output that is committed for a page, or should be, by its path in the book."""
    paths = [output_path(project, page, fence) for fence in page.fences if fence.id]
    return {path.relative_to(project.root).as_posix(): digest_path(path) for path in paths}


def count_executed(verdict: Verdict, page: Page) -> int:
    """Count a page's blocks that ran and succeeded."""
    return sum(report["error"] is None for report in verdict.outputs.get(page.name, []))


def expected_outputs(verdict: Verdict) -> dict[Path, str]:
    """Give every output that the book's blocks show, by the path at which it is committed."""
    expected = {}
    for page in verdict.pages:
        for fence, report in zip(page.fences, verdict.outputs.get(page.name, []), strict=False):
            if fence.id and report["error"] is None and normal_text(report["committed"]):
                expected[output_path(verdict.project, page, fence)] = normal_text(report["committed"])
    return expected


def silent_outputs(verdict: Verdict) -> list[Path]:
    """List committed outputs of blocks that show nothing any more."""
    return [
        path
        for page in verdict.pages
        for fence, report in zip(page.fences, verdict.outputs.get(page.name, []), strict=False)
        if fence.id and report["error"] is None and not normal_text(report["committed"])
        if (path := output_path(verdict.project, page, fence)).exists()
    ]


def _problem(fence: Fence, kind: str, message: str, advice: str = "", **more: Any) -> Problem:  # noqa: ANN401
    text = fence.source.line(fence.line)
    column = len(text) - len(text.lstrip(" \t>")) + 1
    return Problem(fence.source.name, fence.line, column, kind, message, advice, **more)
