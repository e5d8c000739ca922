"""What is fuzzed: each target takes any bytes, and raises where tether does what it must not.

They are plain functions, so that the tests can hold them to bytes that were found; `fuzz.py` beside this
file has atheris look for more.
"""

from __future__ import annotations

import math
import re
import struct
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from support.small_book import make_small_book
from tether.audit import loose_candidates
from tether.bindings import Binding, find_bindings
from tether.config import plain_project
from tether.evaluation import evaluate_all
from tether.fix import plan_changes
from tether.judge import describe_request, judge_binding
from tether.judged import Verdict
from tether.numbers import WriteError, compare, read_numbers, rewrite
from tether.scan import Page, Scanner
from tether.sources import source_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tether.config import Project

_INSIDE = r"(?:(?!\]\(=|<!--)[^\n\r])*?"
BINDING = re.compile(rf"\]\(={_INSIDE}\)|<!--={_INSIDE}-->")
"""Where a binding may end, told without tether."""
NUMERAL = re.compile(r"[\w.,+\-−–^{}\\×%½¼¾⁄/&;#\s\u2009\u202f⁰¹²³⁴⁵⁶⁷⁸⁹⁻*]*")
"""What a literal may be written with, words and powers included."""


def try_numbers(data: bytes) -> None:
    """Read numbers from any text; what rewriting changes is literals alone, and what it wrote holds."""
    flags, value, text = _split(data)
    maths, expected = bool(flags & 1), 1 if flags & 2 else None
    numbers = read_numbers(text, maths=maths, bound=not flags & 4, expected=expected)
    last = 0
    for number in numbers:
        assert last <= number.start < number.end <= len(text)
        assert text[number.start : number.end] == number.text
        last = number.end
    try:
        new = rewrite(text, numbers, [value] * len(numbers))
    except WriteError:
        return
    ends = [0, *(place for number in numbers for place in (number.start, number.end)), len(text)]
    kept = [re.escape(text[start:end]) for start, end in zip(ends[::2], ends[1::2], strict=True)]
    assert re.fullmatch(".*?".join(kept), new, re.DOTALL), (text, new)
    if not flags & 4 and len(numbers) == 1 and rewrite(text, numbers, [value]) == text:
        assert compare(numbers[0], value).status in {"holds", "edge"}


def try_scanner(data: bytes) -> None:
    """Read any text as a page: all that is told of it lies within it."""
    flags, _, text = _split(data)
    page = _read(_scanners()[flags & 1], text)
    lines = page.source.text.count("\n") + 1
    assert all(0 <= problem.line <= lines for problem in page.problems), page.problems
    failed = [problem.message for problem in page.problems if problem.kind == "markdown"]
    assert all("SnippetMissingError" in message for message in failed), failed  # as it should
    assert all(1 <= fence.line <= lines for fence in page.fences)
    for binding in find_bindings(page):
        assert 0 <= binding.start <= binding.end <= binding.candidate.start < len(page.source.text)
        for quoted in binding.read():
            assert binding.start <= quoted.start < quoted.end <= binding.end
    for run in page.runs:
        for quoted in loose_candidates(run):
            origin = run.origin(quoted.start, quoted.end)
            assert origin is None or 0 <= origin[1] <= len(origin[0].text)


def try_fix(data: bytes) -> None:
    """Fix any page: nothing changes but numerals of bound texts, and a second fix finds nothing."""
    flags, _, text = _split(data)
    scanner = _scanners()[flags & 1]
    before = _judge(scanner, text)
    changes = plan_changes(before, whole=False)
    if not changes:
        return
    (change,) = changes
    assert change.after is not None
    check_change(text, change.after)
    after = _judge(scanner, change.after)
    assert plan_changes(after, whole=False) == [], (text, change.after)


def check_change(before: str, after: str) -> None:
    """Hold a rewritten page against what it was, without tether: bindings and all between them stay."""
    assert BINDING.findall(before) == BINDING.findall(after)
    old, new = BINDING.split(before), BINDING.split(after)
    assert old[-1] == new[-1]
    for was, now in zip(old[:-1], new[:-1], strict=True):
        first = next((i for i, pair in enumerate(zip(was, now, strict=False)) if pair[0] != pair[1]), None)
        first = min(len(was), len(now)) if first is None else first
        tail = 0
        while tail < min(len(was), len(now)) - first and was[-1 - tail] == now[-1 - tail]:
            tail += 1
        gone, come = was[first : len(was) - tail], now[first : len(now) - tail]
        assert not gone or "](=" not in was[first:]
        # Several numbers of one text may change: what stands between them is there before and after.
        assert _without_numerals(gone) == _without_numerals(come), (was, now)
        assert was.count("\n") == now.count("\n")


def _without_numerals(text: str) -> str:
    return NUMERAL.sub("", text)


def _split(data: bytes) -> tuple[int, float, str]:
    """Make of bytes some choices, a number and a text."""
    flags, raw = data[:1], data[1:9]
    value = struct.unpack("<d", raw.ljust(8, b"\0"))[0]
    if not math.isfinite(value):
        value = float(raw[0])
    if flags and flags[0] & 8:
        value = float(int(value)) if abs(value) < 1e15 else 13.0
    return (flags or b"\0")[0], value, data[9:].decode("utf-8", "ignore")


@cache
def _project() -> Project:
    folder = tempfile.mkdtemp(prefix="fuzz-")
    book = make_small_book(Path(folder))
    sys.path.insert(0, folder)
    return book.project


@cache
def _scanners() -> tuple[Scanner, Scanner]:
    return Scanner(_project()), Scanner(plain_project(_project()), comments=True)


def _read(scanner: Scanner, text: str) -> Page:
    root = scanner.project.root
    return scanner.read_text(source_of(text, root / "docs/index.md", "docs/index.md"))


def _judge(scanner: Scanner, text: str) -> Verdict:
    """Judge a page's bindings in this very process: the values are plain numbers of a small book."""
    page = _read(scanner, text)
    verdict = Verdict(scanner.project, [page])
    bindings: list[Binding] = [found for found in find_bindings(page) if found.expression is not None]
    reports: dict[int, dict[str, Any]] = {}

    def send(event: str, **told: Any) -> None:  # noqa: ANN401
        if event == "value":
            reports[told.pop("index")] = told
        assert event != "failed", told

    job = {"values": "rivers:book", "expressions": [describe_request(item) for item in bindings]}
    evaluate_all(job, send)
    verdict.judged[page.name] = [
        judge_binding(item, reports[index])[0] for index, item in enumerate(bindings)
    ]
    return verdict


BOUND = (
    "[1234.6](=river.length)", "[13.4 %](=river.share)", "[-0.06](=river.slope)",
    "[thirteen](=river.bridges)", "[1.25, -0.5, 3.0](=river.depths)", "[about 1200](=river.length)",
    "[0.125](=river.flood)", "13<!--=river.bridges-->", "**0.13**<!--=river.share-->",
    "[12 bridges]<!--=river.bridges-->",
    "](=river.length)", "](=river.depths)", "](=river.slope)", "](=river.share)", "<!--=river.length-->",
)  # fmt: skip
"""Bound texts, for the search to start from."""

TARGETS: dict[str, Callable[[bytes], None]] = {
    "numbers": try_numbers,
    "scanner": try_scanner,
    "fix": try_fix,
}
