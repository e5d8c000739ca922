"""The verdict on a book: read its pages, run its code in a fresh process, and compare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tether import audit, outputs
from tether.bindings import Binding, find_bindings
from tether.given import Given, read_given
from tether.judge import describe_failures, describe_request, judge_binding, judge_given, report_of
from tether.judged import Judged, Verdict
from tether.kept import Kept
from tether.problems import Problem, tell_once
from tether.reading import Scope, read_pages
from tether.reference import find_empty_references
from tether.shown import find_unbuilt
from tether.surroundings import find_touching

if TYPE_CHECKING:
    from tether.config import Project
    from tether.runner import Outcome
    from tether.scan import Page


def check(project: Project, scope: Scope | None = None) -> Verdict:
    """Give the verdict on a book, or on a part of it; raise TetherError where it cannot begin."""
    scope = scope or Scope()
    verdict = Verdict(project, read_pages(project, scope))
    asked = _ask_values(verdict)
    executed = [page for page in verdict.pages if page.fences and not _has_wrong_header(verdict, page)]
    jobs = [asked.job, *(outputs.describe_blocks(page) for page in executed)]
    with Kept(project) as kept:
        told, *outcomes = kept.run(jobs)
    verdict.kept = {page.name for index, page in enumerate(executed, 1) if index in kept.used}
    _judge_values(verdict, asked, told)
    for page, outcome in zip(executed, outcomes, strict=True):
        verdict.outputs[page.name], problems = outputs.judge_blocks(project, page, outcome)
        verdict.problems += problems
    _check_audit(verdict)
    if scope.whole:
        verdict.problems += audit.find_stale_exemptions(project.settings.exempt, verdict.exempting)
    if scope.whole or scope.shard:
        verdict.problems += outputs.report_orphans(project, verdict.pages, scope.owns(project))
    if scope.whole or (scope.shard and scope.shard.is_first):
        verdict.problems += find_missing_pages(project)
        verdict.problems += find_empty_references(project, verdict.pages)
    for page in verdict.pages:
        verdict.problems += [*page.problems, *find_touching(page)]
    verdict.problems = tell_once(verdict.problems)
    return verdict


def find_missing_pages(project: Project) -> list[Problem]:
    """Report files that the settings or the nav name, and that are not there or not shown."""
    named = [
        ("files", name) for name in project.settings.files if name != "README.md"
    ]  # it need not be there
    named += [("texts", name) for name in project.settings.texts]
    return [
        Problem("pyproject.toml", 0, 0, "config", f"[tool.tether] {key} names {name}, which does not exist")
        for key, name in named
        if not (project.root / name).exists()
    ] + list(find_unbuilt(project))


@dataclass(frozen=True)
class _Asked:
    """The expressions of the book, and the job that evaluates them."""

    bindings: list[Binding]
    given: list[Given]
    job: dict[str, Any]


def _ask_values(verdict: Verdict) -> _Asked:
    """Gather every expression of the book into one job: each experiment is then made once."""
    found = [binding for page in verdict.pages for binding in find_bindings(page)]
    bindings = [binding for binding in found if binding.expression is not None]
    verdict.given = {page.name: read_given(page) for page in verdict.pages}
    given = [entry for entries in verdict.given.values() for entry in entries]
    requests = [describe_request(binding) for binding in bindings]
    requests += [{"text": entry.expression.text, "quoted": []} for entry in given]
    return _Asked(
        bindings,
        given,
        {"kind": "values", "values": verdict.project.settings.values, "expressions": requests},
    )


def _judge_values(verdict: Verdict, asked: _Asked, outcome: Outcome) -> None:
    texts = [request["text"] for request in asked.job["expressions"]]
    reports = [report_of(outcome, index, texts) for index in range(len(texts))]
    places = [":".join(map(str, (item.source.name, *item.place))) for item in asked.bindings]
    places += [f"{entry.page.name}:{entry.line}:{entry.column}" for entry in asked.given]
    verdict.problems += describe_failures(reports, places, "pyproject.toml")
    for index, binding in enumerate(asked.bindings):
        judged, problems = judge_binding(binding, reports[index])
        verdict.judged.setdefault(binding.page.name, []).append(judged)
        verdict.problems += problems
    for index, entry in enumerate(asked.given, len(asked.bindings)):
        verdict.problems += judge_given(entry, reports[index])


def _has_wrong_header(verdict: Verdict, page: Page) -> bool:
    """Report what is wrong with a page's executable fences; none of them then runs."""
    wrong = outputs.check_headers(page)
    verdict.problems += wrong
    return bool(wrong)


def _check_audit(verdict: Verdict) -> None:
    exemptions = verdict.project.settings.exempt
    for page in verdict.pages:
        found = audit.audit_page(page, verdict.given.get(page.name, []), exemptions)
        kinds = Counter(_count_kinds(verdict.judged.get(page.name, [])))
        found.counts.bound, found.counts.claimed = kinds["equal"], kinds["claim"]
        verdict.counts[page.name] = found.counts
        verdict.problems += found.problems
        verdict.exempting |= found.used


def _count_kinds(judged: list[Judged]) -> dict[str, int]:
    return {
        "equal": sum(len(item.numbers) for item in judged if item.kind == "equal"),
        "claim": sum(item.kind == "claim" for item in judged),
    }
