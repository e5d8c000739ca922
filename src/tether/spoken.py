"""What a reader sees or hears of an element beside its text: attributes, and what a style sheet writes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_SPOKEN = (
    "alt", "title", "label", "placeholder", "srcdoc",
    "aria-label", "aria-description", "aria-placeholder", "aria-roledescription", "aria-valuetext",
)  # fmt: skip
_UNSEEN = {"checkbox", "color", "file", "hidden", "image", "password", "radio", "range"}
"""Kinds of input whose value is not written on the page."""
_CONTENT = re.compile(r"(?<![\w-])content\s*:([^;}]*)", re.IGNORECASE)


def list_spoken(tag: str, attributes: Mapping[str, str | None]) -> list[str]:
    """Give the values of those attributes of an element that are spoken or shown."""
    names: tuple[str, ...] = _SPOKEN
    field = tag == "input" and (attributes.get("type") or "").lower() not in _UNSEEN
    if field or tag in {"meter", "progress"}:
        names = (*_SPOKEN, "value")
    return [value for name in names if (value := attributes.get(name))]


def list_styled(sheet: str) -> list[str]:
    """Give what a style sheet writes on the page: `content`, before or behind an element."""
    return _CONTENT.findall(sheet)
