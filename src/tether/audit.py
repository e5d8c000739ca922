"""Numbers that nothing binds: each is structural, given, exempt with a reason, or loose."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from tether.bindings import Quoted
from tether.judged import Counts
from tether.marks import SCHEME
from tether.numbers import Number, read_numbers
from tether.problems import Problem
from tether.surroundings import comment_start
from tether.visible import OPAQUE, Note, Run

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tether.given import Given
    from tether.scan import Page
    from tether.settings import Exemption

_EXEMPT = re.compile(r"exempt:\s*(?P<reason>\S.*)?", re.DOTALL)
_AROUND = 30
_SHOWN_ID = re.compile(rf"(?:\[[^\[\]]*)?\]\({SCHEME}\d+\)")
_DELIMITER = re.compile(r"\\[()\[\]]")


@dataclass
class Audit:
    """The numbers of one file, and what was leant on to admit them."""

    counts: Counts = field(default_factory=Counts)
    problems: list[Problem] = field(default_factory=list)
    used: set[int] = field(default_factory=set)
    """Indices of the exemptions of ``pyproject.toml`` that admitted a number."""


def audit_page(page: Page, given: Sequence[Given], exemptions: Sequence[Exemption]) -> Audit:
    """Account for every number that the reader of a page sees and that no binding holds."""
    audit = Audit()
    leant: set[int] = set()
    for run in page.runs:
        noted = [note for note in run.notes if note.text.startswith("exempt")]
        for quoted in loose_candidates(run):
            number = quoted.number
            if number.structural:
                audit.counts.structural += 1
            elif (index := _find_given(number, given)) is not None:
                leant.add(index)
                audit.counts.given += 1
            elif _is_noted(run, quoted, noted):
                audit.counts.exempt += 1
            elif (found := _find_exemption(page, run, quoted, exemptions)) is not None:
                audit.used.add(found)
                audit.counts.exempt += 1
            else:
                audit.counts.loose += 1
                audit.problems.append(_describe_loose(page, run, quoted))
        audit.problems += [_describe_stale_note(note) for note in noted]
    audit.problems += [
        entry.problem("given", f"given {entry.literal}, but no text on this page needs it", "take it out")
        for index, entry in enumerate(given)
        if index not in leant
    ]
    return audit


def loose_candidates(run: Run) -> Iterable[Quoted]:
    """Read the numbers of a run outside its bindings, maths by the rules of maths."""
    prose = list(run.text)
    for start, end, _ in run.bound:
        begin = start if start >= 0 else comment_start(run.text[:end])
        prose[begin:end] = OPAQUE * (end - begin)
    for match in _SHOWN_ID.finditer(run.text):
        prose[match.start() : match.end()] = OPAQUE * len(match.group())
    text = "".join(prose)
    for start, end in run.maths:
        inside = text[start:end]
        if OPAQUE * (end - start) != inside:
            for number in read_numbers(inside, maths=True, bound=False):
                yield Quoted(number, tuple(range(start + number.start, start + number.end + 1)))
        prose[start:end] = OPAQUE * (end - start)
    for number in read_numbers("".join(prose), bound=False):
        yield Quoted(number, tuple(range(number.start, number.end + 1)))


def _find_given(number: Number, given: Sequence[Given]) -> int | None:
    for index, entry in enumerate(given):
        known = entry.number
        alike = number.word or (known.half_unit == number.half_unit and known.kind == number.kind)
        if known.value == number.value and alike and known.about == number.about:
            return index
    return None


def _is_noted(run: Run, number: Quoted, noted: list[Note]) -> bool:
    """Tell whether an exemption with a reason stands right behind the number; it is then used up."""
    for note in noted:
        match = _EXEMPT.fullmatch(note.text)
        behind = number.end <= note.offset and not run.text[number.end : note.offset].strip()
        if match and match.group("reason") and behind:
            noted.remove(note)
            return True
    return False


def _find_exemption(page: Page, run: Run, number: Quoted, exemptions: Sequence[Exemption]) -> int | None:
    for index, exemption in enumerate(exemptions):
        if fnmatchcase(page.name, exemption.pages):
            for match in re.finditer(exemption.match, run.text):
                if match.start() <= number.start and number.end <= match.end():
                    return index
    return None


def _describe_loose(page: Page, run: Run, number: Quoted) -> Problem:
    text = number.number.text
    found = run.origin(number.start, number.end)
    source, offset = found or (page.source, page.body)
    line, column = source.position(offset) if found else (0, 0)
    around = run.text[max(number.start - _AROUND, 0) : number.end + _AROUND]
    shown = _DELIMITER.sub("$", around).replace(OPAQUE, "…").replace("\n", " ").strip()
    message = f"{text} is bound to nothing, in «{shown}»"
    advice = f"write [{text}](=expression), or `given:` it, or exempt it: {text}<!-- exempt: the reason -->"
    return Problem(source.name, line, column, "loose", message, advice, quoted=text)


def _describe_stale_note(note: Note) -> Problem:
    match = _EXEMPT.fullmatch(note.text)
    line, column = note.source.position(note.place)
    if match is None or not match.group("reason"):
        message, advice = f"«{note.text}» gives no reason", "write <!-- exempt: the reason -->"
    else:
        message, advice = (
            f"«{note.text}» exempts nothing: no loose number stands right before it",
            "take it out",
        )
    return Problem(note.source.name, line, column, "exemption", message, advice)
