"""Listing bound texts, and saying what one hangs on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TextIO

from tether.ledger import describe_values

if TYPE_CHECKING:
    from tether.judged import Judged, Verdict


def write_list(verdict: Verdict, form: str, stream: TextIO) -> None:
    """Write every bound text, a line each."""
    found = [judged for page in verdict.pages for judged in verdict.judged.get(page.name, [])]
    if form == "json":
        json.dump([describe_bound(judged) for judged in found], stream, indent=2, ensure_ascii=False)
        stream.write("\n")
        return
    for judged in found:
        mark = "=" if judged.kind == "equal" else "?" if judged.kind == "claim" else "!"
        binding = judged.binding
        line, column = binding.place
        state = "" if judged.holds else "  (does not hold)"
        place = f"{binding.source.name}:{line}:{column}"
        stream.write(f"{place}: {binding.text} {mark} {binding.candidate.expression}{state}\n")


def write_explanation(verdict: Verdict, path: str, line: int, stream: TextIO) -> bool:
    """Say what the bound texts on a line hang on; tell whether there are any."""
    found = [
        judged
        for entries in verdict.judged.values()
        for judged in entries
        if judged.binding.source.name == path and _covers(judged, line)
    ]
    for judged in found:
        binding = judged.binding
        at = ":".join(map(str, binding.place))
        stream.write(f"{binding.source.name}:{at}\n")
        stream.write(f"  text        {binding.text}\n")
        stream.write(f"  expression  {binding.candidate.expression}\n")
        stream.write(f"  computed    {describe_values(judged)}\n")
        stream.write(f"  verdict     {'holds' if judged.holds else 'does not hold'}\n")
        if judged.distance is not None:
            stream.write(
                f"  nearest     {judged.distance:.1e} (relative) from where a printed digit would change\n"
            )
        stream.writelines(
            f"  from        {origin.label} ({origin.path}:{origin.line})\n" for origin in judged.origins
        )
    return bool(found)


def _covers(judged: Judged, line: int) -> bool:
    binding = judged.binding
    return binding.place[0] <= line <= binding.source.position(binding.candidate.end)[0]


def describe_bound(judged: Judged) -> dict[str, object]:
    """Give what programs are told of a bound text."""
    line, column = judged.binding.place
    return {
        "path": judged.binding.source.name,
        "line": line,
        "column": column,
        "kind": judged.kind,
        "holds": judged.holds,
        "text": judged.binding.text,
        "expression": judged.binding.candidate.expression,
        "values": [value.shown for value in judged.values],
        "sources": [origin.label for origin in judged.origins],
    }
