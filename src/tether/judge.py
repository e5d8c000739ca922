"""Holding bound texts against the values that the worker computed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tether.claims import find_contradictions
from tether.judged import Judged, Origin, Value, as_text, read_value
from tether.numbers import WriteError, compare, find_doubled, write
from tether.problems import Problem, count

if TYPE_CHECKING:
    from tether.bindings import Binding, Quoted
    from tether.expressions import Expression
    from tether.given import Given
    from tether.numbers import Number
    from tether.runner import Outcome


def describe_request(binding: Binding) -> dict[str, Any]:
    """Say what the worker is to evaluate for a binding."""
    quoted = [as_text(quoted.number.value) for quoted in binding.read()]
    return {"text": binding.candidate.expression, "quoted": quoted}


def judge_binding(binding: Binding, report: dict[str, Any]) -> tuple[Judged, list[Problem]]:
    """Hold one binding against the worker's report on it."""
    unknown = Judged(binding, "unknown", holds=False)
    expression = binding.candidate.expression
    behind = binding.candidate.start + 1 + report.get("column", 0)
    if "failed" in report:
        return unknown, []  # told once for all that hang on it: `describe_failures`
    if unreadable := _describe_unreadable(binding):
        return unknown, unreadable
    if "error" in report:
        return unknown, [binding.problem("expression", f"{expression}: {report['error']}", offset=behind)]
    if "close" in report:
        return unknown, [
            binding.problem("edge", f"{expression}: {report['close']}", "claim less", offset=behind)
        ]
    origins = tuple(
        Origin(item["name"], item["label"], item["path"], item["line"], item["entry"])
        for item in report["sources"]
    )
    if "truth" in report:
        return _judge_claim(binding, report["truth"], origins)
    values = tuple(read_value(item) for item in report["values"])
    return _judge_equality(binding, values, origins, report["edge"])


def _describe_unreadable(binding: Binding) -> list[Problem]:
    """Report what says no value plainly, in claims too, where `n` would be its digits alone."""
    return [
        binding.problem(
            "unreadable",
            f"{quoted.number.text} cannot be read as a value: {quoted.number.unreadable}",
            "print the value itself, or keep these words out of the bound text",
            offset=quoted.start,
            quoted=quoted.number.text,
        )
        for quoted in binding.read()
        if quoted.number.unreadable
    ]


def _judge_claim(binding: Binding, truth: bool, origins: tuple[Origin, ...]) -> tuple[Judged, list[Problem]]:  # noqa: FBT001
    numbers = tuple(binding.read())
    expression = binding.expression
    problems = []
    if expression is not None:
        if expression.bare and len(numbers) > 1:
            problems.append(
                binding.problem(
                    "claim", f"n is ambiguous: the text quotes {len(numbers)} numbers", "write n[0], n[1] ..."
                )
            )
        unused = [quoted for index, quoted in enumerate(numbers) if index not in expression.quoted]
        problems += [
            binding.problem(
                "claim",
                f"{quoted.number.text} is quoted, but {expression.text} never uses it",
                "use n, or leave it out of the bound text",
                offset=quoted.start,
            )
            for quoted in unused
        ]
        problems += _describe_words(binding, expression)
    if not truth:
        problems.append(
            binding.problem(
                "claim",
                f"claimed {binding.text!r}, but {binding.candidate.expression} is false",
                "mend the sentence; tether fix never edits a claim",
                quoted=binding.text,
                computed="false",
            )
        )
    return Judged(binding, "claim", not problems, numbers, (), origins), problems


def _describe_words(binding: Binding, expression: Expression) -> list[Problem]:
    """Report words of a claim that its expression belies."""
    text, numbers, before = binding.decoded()
    return [
        binding.problem(
            "claim",
            f"{binding.text!r} {what}",
            "turn the words or the comparison: the reader has only the words",
            offset=None if index < 0 else binding.read()[index].start,
            quoted=binding.text,
        )
        for index, what in find_contradictions(text, numbers, expression, before)
    ]


def _judge_equality(
    binding: Binding, values: tuple[Value, ...], origins: tuple[Origin, ...], edge: float
) -> tuple[Judged, list[Problem]]:
    numbers = tuple(binding.read(len(values)))
    if binding.expression is not None and binding.expression.quoted:
        message = f"{binding.candidate.expression} uses n, but gives a number and not a truth value"
        return Judged(binding, "unknown", holds=False), [
            binding.problem("expression", message, "compare it, as in =x<n")
        ]
    if len(numbers) != len(values):
        found = ", ".join(quoted.number.text for quoted in numbers) or "none"
        quotes, gives = count(len(numbers), "number"), count(len(values), "value")
        message = f"the text quotes {quotes} ({found}), the expression gives {gives}"
        return Judged(binding, "equal", False, numbers, values, origins), [
            binding.problem("count", message, "quote as many as there are, in the same order")
        ]
    problems: list[Problem] = []
    stale: list[int] = []
    distances: list[float] = []
    for index, (quoted, value) in enumerate(zip(numbers, values, strict=True)):
        result = compare(quoted.number, value.number, edge=edge)
        if result.status == "holds":
            distances += [] if result.distance is None else [float(result.distance)]
            continue
        if result.status != "edge":  # on the edge no other digits of this length would be better
            stale.append(index)
        problems.append(_describe_miss(binding, quoted, value, result.status))
    if stale and not _can_hold(binding, numbers, values, edge):
        advice = "this text cannot hold the values: rewrite it by hand"
        problems, stale = [replace(problem, advice=advice) for problem in problems], []
    distance = min(distances) if distances and not problems else None
    return Judged(binding, "equal", not problems, numbers, values, origins, distance, tuple(stale)), problems


def _can_hold(binding: Binding, numbers: tuple[Quoted, ...], values: tuple[Value, ...], edge: float) -> bool:
    """Tell whether the text, its numbers rewritten, would be read as the values."""
    text = binding.source.text
    pieces, done = [], binding.start
    for quoted, value in zip(numbers, values, strict=True):
        start, end, new = quoted.edit(rewritten(quoted.number, value) or quoted.number.text)
        pieces += [text[done:start], new]
        done = end
    new = "".join([*pieces, text[done : binding.end]])
    if find_doubled(new) and not find_doubled(binding.text):
        return False
    read = binding.read_as(new, len(values))
    return len(read) == len(values) and all(
        compare(number, value.number, edge=edge).status in {"holds", "edge"}
        for number, value in zip(read, values, strict=True)
    )


def _describe_miss(binding: Binding, quoted: Quoted, value: Value, status: str) -> Problem:
    number = quoted.number
    new = rewritten(number, value)
    if status == "edge":
        message = f"quoted {number.text}, computed {value.shown}: on the edge between two roundings"
        return binding.problem(
            "edge",
            message,
            "print one digit fewer",
            offset=quoted.start,
            quoted=number.text,
            computed=value.shown,
        )
    exact = (
        "; a whole number must be met exactly, unless the text says about"
        if isinstance(value.number, int) and not new
        else ""
    )
    message = f"quoted {number.text}, computed {value.shown}{exact}"
    advice = (
        f"run: tether fix {binding.page.name}"
        if new
        else "this form cannot hold the value: rewrite it by hand"
    )
    return binding.problem(
        "drift", message, advice, offset=quoted.start, quoted=number.text, computed=new or value.shown
    )


def rewritten(number: Number, value: Value) -> str:
    """Give a number's literal with the digits of a value; empty where its form cannot hold it."""
    try:
        return write(number, value.number)
    except WriteError:
        return ""


def judge_given(given: Given, report: dict[str, Any]) -> list[Problem]:
    """Hold a page's constant against the worker's report on it."""
    text = given.expression.text
    if "failed" in report:
        return []  # told once, as above
    if "error" in report or "close" in report:
        return [given.problem("expression", f"{text}: {report.get('error') or report.get('close')}")]
    if len(report.get("values", ())) != 1:
        return [given.problem("given", f"{text} gives no single number")]
    value = read_value(report["values"][0])
    if compare(given.number, value.number, edge=report["edge"]).status == "holds":
        return []
    message = f"given {given.literal}, computed {value.shown}"
    return [
        given.problem(
            "drift",
            message,
            "mend the constant and every place that leans on it",
            quoted=given.literal,
            computed=value.shown,
        )
    ]


def describe_failures(reports: list[dict[str, Any]], places: list[str], first: str) -> list[Problem]:
    """Report each experiment that could not be computed once, with the texts that hang on it.

    ``places`` says where the text of each report stands, and ``first`` the file to name where none is known.
    """
    grouped: dict[tuple[str, str, str, int], list[tuple[dict[str, Any], str]]] = {}
    for report, place in zip(reports, places, strict=True):
        if "failed" in report:
            path, line = report["failed"].get("at", ("", 0))
            key = (report["experiment"], report["failed"]["message"], path, line)
            grouped.setdefault(key, []).append((report, place))
    problems = []
    for (experiment, message, path, line), found in grouped.items():
        trace = found[0][0]["failed"].get("trace", "").rstrip()
        hanging = f"{count(len(found), 'bound text')} hanging on it: {found[0][1]}"
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        told = f"{experiment} could not be computed: {message} ({hanging}{more})"
        advice = f"it passed\n{trace}" if trace else ""
        problems.append(
            Problem(
                path or first,
                line,
                1 if line else 0,
                "experiment",
                told,
                advice,
                definite=False,
                experiment=experiment,
            )
        )
    return problems


def report_of(outcome: Outcome, index: int, texts: list[str]) -> dict[str, Any]:
    """Give the worker's report on an expression; where there is none, say on which it stopped."""
    if index in outcome.events:
        return outcome.events[index]
    if outcome.failed is not None:
        return {"failed": outcome.failed, "experiment": "the book's values"}
    stopped = texts[outcome.at] if 0 <= outcome.at < len(texts) else "the book's values"
    why = outcome.ended or "the worker gave no answer"
    return {"failed": {"message": why, "trace": ""}, "experiment": stopped}
