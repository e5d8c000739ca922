"""The ledger's rows: every bound text of the book with its value, its distance from drifting, its places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tether.links import anchor_of, place_of
from tether.shown import is_draft

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tether.judged import Judged, Verdict
    from tether.scan import Page


@dataclass(frozen=True)
class Row:
    """One line of the ledger: a page's expression, however often the page quotes it."""

    page: Page
    expression: str
    entries: tuple[Judged, ...]
    named: Mapping[int, str]
    """The places on the built page, by the key of what is bound there."""

    @property
    def anchor(self) -> str:
        """The id of the row."""
        return anchor_of(self.page, self.expression)

    @property
    def kind(self) -> str:
        """What the row holds: a number, an estimate, a record or a claim."""
        first = self.entries[0]
        if first.kind == "claim":
            return "claim"
        if any(value.low is not None for value in first.values):
            return "estimate"
        return "record" if any(value.about for value in first.values) else "number"

    def places(self) -> Iterator[tuple[int, str]]:
        """Give the lines that quote the expression, each with its place on the built page.

        A text that only an alternative text holds has a line, and no place.
        """
        for entry in self.entries:
            yield entry.binding.place[0], self.named.get(entry.binding.candidate.key, "")


def _name_places(page: Page) -> dict[int, str]:
    """Name the place of each quote of a page, counted for each expression."""
    times = Counter[str]()
    named: dict[int, str] = {}
    for key in page.bound:
        if key not in page.swallowed:
            expression = page.candidates[key].expression
            times[expression] += 1
            named[key] = place_of(expression, times[expression])
    return named


def list_rows(verdict: Verdict) -> Iterator[Row]:
    """Give the rows of the ledger, in the order of the book."""
    for page in verdict.pages:
        if is_draft(verdict.project, page.name):
            continue  # nobody can follow a row to it
        grouped: dict[str, list[Judged]] = {}
        for judged in verdict.judged.get(page.name, []):
            grouped.setdefault(judged.binding.candidate.expression, []).append(judged)
        named = _name_places(page)
        for expression, entries in grouped.items():
            yield Row(page, expression, tuple(entries), named)


def describe_values(entry: Judged) -> str:
    """Say what was computed, for the ledger and for people."""
    if entry.kind == "claim":
        return "true" if entry.holds else "false"
    shown = []
    for value in entry.values:
        text = value.shown
        if value.low is not None and value.high is not None:
            text += f" (95 % from {value.low:.6g} to {value.high:.6g}, {value.trials} trials)"
        shown.append(f"{text} ({value.about})" if value.about else text)
    return ", ".join(shown) or "unknown"


def describe_distance(entries: tuple[Judged, ...]) -> str:
    """Say how far, relatively, the nearest value is from where its printed digits would change."""
    found = [entry.distance for entry in entries if entry.distance is not None]
    if found and min(found) < float("inf"):
        return f"{min(found):.1e}"
    if all(entry.kind == "equal" and entry.holds for entry in entries):
        return "exact"  # whole numbers, and zeros, have no edge
    return ""
