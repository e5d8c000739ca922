"""Addresses and identifiers, whose digits are not numbers: URLs, arXiv, DOI, HTML entities."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

_TELLTALES = ("://", "www.", "arxiv", "doi", "10.", "isbn", "&#", "orcid", "@")
_ADDRESS = re.compile(
    r"(?i:https?://[^\s<>\"]+|www\.[^\s<>\"]+|arxiv:\s?[a-z\-./]{0,24}[0-9][0-9.v]*|doi:\s?\S+"
    r"|\b10\.[0-9]{4,9}/[^\s<>\"]+|isbn(?:-1[03])?:? ?[0-9][0-9\-]*X?|&#x?[0-9a-f]{1,8};"
    r"|orcid:? ?[0-9][0-9\-]*X?)",
)


@dataclass(frozen=True, slots=True)
class Addresses:
    """The spans of a text that are addresses, in order."""

    spans: list[tuple[int, int]]

    def reason_at(self, position: int) -> str | None:
        """Return `address` inside one, else None."""
        index = bisect_right(self.spans, (position, 1 << 62)) - 1
        return "address" if index >= 0 and position < self.spans[index][1] else None


_NOWHERE = Addresses([])


def find_addresses(text: str) -> Addresses:
    """Find the addresses of a text."""
    lowered = text.lower()
    if not any(telltale in lowered for telltale in _TELLTALES):
        return _NOWHERE
    return Addresses([match.span() for match in _ADDRESS.finditer(text)])
