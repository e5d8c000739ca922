"""Examining pages for a verdict: numbers, blocks and loose numbers, each held against what is computed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tether import audit, outputs
from tether.bindings import Binding, find_bindings
from tether.given import Given, read_given
from tether.judge import describe_failures, describe_request, judge_binding, judge_given, report_of
from tether.readings import Readings
from tether.settled import Answer, Seen, keep_settled
from tether.surroundings import find_touching

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.judged import Judged, Verdict
    from tether.kept import Kept
    from tether.reading import File
    from tether.runner import Outcome
    from tether.scan import Page
    from tether.settled import Table


def examine(verdict: Verdict, kept: Kept, table: Table, files: Sequence[File]) -> None:
    """Examine files, and add to the verdict what is seen of them."""
    project = verdict.project
    verdict.pages = Readings(kept.ground).read(files)
    asked = _ask_values(verdict)
    executed = [page for page in verdict.pages if page.fences and not _has_wrong_header(verdict, page)]
    jobs = [asked.job, *(outputs.describe_blocks(page) for page in executed)]
    told, *outcomes = kept.run(jobs)
    verdict.kept = {page.name for index, page in enumerate(executed, 1) if index in kept.used}
    committed = {page.name: outputs.digest_committed(project, page) for page in verdict.pages}
    answers = _judge_values(verdict, asked, told)
    for page, outcome in zip(executed, outcomes, strict=True):
        verdict.outputs[page.name], problems = outputs.judge_blocks(project, page, outcome)
        verdict.problems += problems
    audits = _check_audit(verdict)
    for page in verdict.pages:
        verdict.problems += [*page.problems, *find_touching(page)]
    places = {page.name: index for index, page in enumerate(executed, 1)}
    for page in verdict.pages:
        job = places.get(page.name)
        seen = Seen(page, audits[page.name], answers[page.name], job, committed[page.name])
        keep_settled(verdict, kept, table, seen)


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


def _judge_values(verdict: Verdict, asked: _Asked, outcome: Outcome) -> dict[str, list[Answer]]:
    """Hold every number against the value that it quotes; give by page what was asked, and the answers."""
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
    names = [*(item.page.name for item in asked.bindings), *(entry.page.name for entry in asked.given)]
    answered: dict[str, list[Answer]] = {page.name: [] for page in verdict.pages}
    for name, request, report in zip(names, asked.job["expressions"], reports, strict=True):
        answered[name].append((request, report))
    return answered


def _has_wrong_header(verdict: Verdict, page: Page) -> bool:
    """Report what is wrong with a page's executable fences; none of them then runs."""
    wrong = outputs.check_headers(page)
    verdict.problems += wrong
    return bool(wrong)


def _check_audit(verdict: Verdict) -> dict[str, audit.Audit]:
    audits = {}
    exemptions = verdict.project.settings.exempt
    for page in verdict.pages:
        audits[page.name] = found = audit.audit_page(page, verdict.given.get(page.name, []), exemptions)
        kinds = Counter(_count_kinds(verdict.judged.get(page.name, [])))
        found.counts.bound, found.counts.claimed = kinds["equal"], kinds["claim"]
        verdict.counts[page.name] = found.counts
        verdict.problems += found.problems
        verdict.exempting |= found.used
    return audits


def _count_kinds(judged: list[Judged]) -> dict[str, int]:
    return {
        "equal": sum(len(item.numbers) for item in judged if item.kind == "equal"),
        "claim": sum(item.kind == "claim" for item in judged),
    }
