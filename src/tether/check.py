"""The verdict on a book: read its pages, run its code in a fresh process, and compare."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tether import audit, outputs
from tether.bindings import Binding, find_bindings
from tether.config import plain_project
from tether.given import Given, read_given
from tether.judge import describe_failures, describe_request, judge_binding, judge_given, report_of
from tether.judged import Judged, Verdict
from tether.problems import Problem
from tether.runner import Outcome, Worker
from tether.scan import Page, Scanner

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tether.config import Project


def check(project: Project, only: Sequence[Path] | None = None) -> Verdict:
    """Give the verdict on a book, or on some of its files; raise TetherError where it cannot begin."""
    verdict = Verdict(project, read_pages(project, only))
    with Worker(project) as worker:
        _check_values(verdict, worker)
        _check_blocks(verdict, worker)
    _check_audit(verdict, whole=only is None)
    if only is None:
        verdict.problems += outputs.report_orphans(project, verdict.pages)
        verdict.problems += find_missing_pages(project)
    for page in verdict.pages:
        verdict.problems += page.problems
    verdict.problems = sorted(set(verdict.problems))
    return verdict


def read_pages(project: Project, only: Sequence[Path] | None = None) -> list[Page]:
    """Read the pages of a book, or some of its files."""
    scanner = Scanner(project)
    plain = Scanner(plain_project(project), comments=True)
    wanted = None if only is None else {path.resolve() for path in only}
    pages = [scanner.read(path) for path in project.pages() if wanted is None or path in wanted]
    further = [plain.read(path) for path in project.further_files() if wanted is None or path in wanted]
    for page in further:
        page.problems += [
            Problem(page.name, fence.line, 1, "fence", "a block here would never run", "show it without exec")
            for fence in page.fences
        ]
        page.fences.clear()
    return [*pages, *further]


def find_missing_pages(project: Project) -> list[Problem]:
    """Report pages of the nav that do not exist."""
    name = project.config_file.name
    return [
        Problem(name, 0, 0, "nav", f"nav names {page}, which is not in {project.docs_dir.name}/")
        for page in project.nav
        if page.endswith(".md") and not (project.docs_dir / page).exists()
    ]


def _check_values(verdict: Verdict, worker: Worker) -> None:
    bindings: list[Binding] = []
    given: list[Given] = []
    for page in verdict.pages:
        bindings += [binding for binding in find_bindings(page) if binding.expression is not None]
        given += read_given(page)
    requests = [describe_request(binding) for binding in bindings]
    requests += [{"text": entry.expression.text, "quoted": []} for entry in given]
    outcome = Outcome()
    if requests and not verdict.project.settings.values:
        verdict.problems.append(
            Problem(
                "pyproject.toml",
                0,
                0,
                "config",
                "no [tool.tether] values: nothing to hold bindings against",
                definite=False,
            )
        )
        return
    if requests:
        outcome = worker.run(
            {"kind": "values", "values": verdict.project.settings.values, "expressions": requests}
        )
    reports = [report_of(outcome, index) for index in range(len(requests))]
    verdict.problems += describe_failures(reports, "pyproject.toml")
    for index, binding in enumerate(bindings):
        judged, problems = judge_binding(binding, reports[index])
        verdict.judged.setdefault(binding.page.name, []).append(judged)
        verdict.problems += problems
    for index, entry in enumerate(given, len(bindings)):
        verdict.problems += judge_given(entry, reports[index])
    verdict.given = {page.name: [entry for entry in given if entry.page is page] for page in verdict.pages}


def _check_blocks(verdict: Verdict, worker: Worker) -> None:
    for page in verdict.pages:
        verdict.problems += (wrong := outputs.check_headers(page))
        if page.fences and not wrong:
            outcome = worker.run(outputs.describe_blocks(page))
            reports, problems = outputs.judge_blocks(verdict.project, page, outcome)
            verdict.outputs[page.name] = reports
            verdict.problems += problems


def _check_audit(verdict: Verdict, *, whole: bool) -> None:
    exemptions = verdict.project.settings.exempt
    used: set[int] = set()
    for page in verdict.pages:
        found = audit.audit_page(page, verdict.given.get(page.name, []), exemptions)
        kinds = Counter(_count_kinds(verdict.judged.get(page.name, [])))
        found.counts.bound, found.counts.claimed = kinds["equal"], kinds["claim"]
        verdict.counts[page.name] = found.counts
        verdict.problems += found.problems
        used |= found.used
    if whole:
        verdict.problems += audit.find_stale_exemptions(exemptions, used)


def _count_kinds(judged: list[Judged]) -> dict[str, int]:
    return {
        "equal": sum(len(item.numbers) for item in judged if item.kind == "equal"),
        "claim": sum(item.kind == "claim" for item in judged),
    }
