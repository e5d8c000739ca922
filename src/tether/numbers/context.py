"""What stands before a literal: its sign, and `about`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tether.numbers.grammar import MINUS, NARROW, SIGNS

if TYPE_CHECKING:
    from tether.numbers.tex import Scene

_BLANK = " \t\r\n" + NARROW
_OPENERS = set("…([{,;:=<>≤≥≈≠∼~|\"'“‘*_–—±×·$&^!?\\")
_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
_TEX_SPACES = ("\\,", "\\;", "\\:", "\\!", "\\ ", "\\quad", "\\qquad")
_OPERATORS = {
    "times", "cdot", "pm", "mp", "div", "ast", "in", "ni", "notin", "to", "mapsto", "le", "leq",
    "leqslant", "ge", "geq", "geqslant", "lt", "gt", "ll", "gg", "ne", "neq", "approx", "sim",
    "simeq", "cong", "equiv", "propto", "left", "big", "Big", "bigl", "Bigl", "coloneqq",
    "rightarrow", "Rightarrow", "implies", "iff", "log", "ln", "exp", "quad", "qquad", "colon",
    "mid", "cup", "cap", "land", "lor",
}  # fmt: skip
_ABOUT = re.compile(
    r"(?:(?<![\w-])(?:about|roughly|some|around|approximately|circa|approx\.)|[≈≃∼]|\\(?:approx|sim|simeq|thickapprox))"
    rf"(?:[{_BLANK}$*_(]|\\[(,;: ]|&nbsp;){{0,6}}\Z",
    re.IGNORECASE,
)
_TILDE = re.compile(r"(?<!~)~\Z")
_UNBRACED = re.compile(r"\\(?:[dt]?frac[0-9]?|sqrt)\Z")


def find_sign(scene: Scene, start: int, *, maths: bool) -> int:
    """Return where the literal at `start` begins once its sign, if it has one, is counted in."""
    text = scene.text
    at = start - 1
    if maths:
        while at >= 0 and at > start - 8 and text[at] in " \n\t":
            at -= 1
    if at < 0 or text[at] not in SIGNS:
        return start
    before = text[max(0, at - 24) : at]
    if not before or (before[-1] in MINUS and text[at] in MINUS) or before.endswith("+/"):
        return start if before else at
    if maths:
        return at if is_unary(before) else start
    if before[-1] in _BLANK or before[-1] in _OPENERS:
        return at
    return start


def is_unary(before: str) -> bool:
    """Whether a sign after this TeX belongs to the number that follows it."""
    tight = before[-1]
    rest = before.rstrip(" \n\t")
    while rest.endswith(_TEX_SPACES):
        rest = rest[: rest.rindex("\\")].rstrip(" \n\t")
    if not rest:
        return True
    command = _COMMAND.search(rest)
    if command:
        return command[0][1:] in _OPERATORS
    if rest[-1] == "|":
        return tight == "|"
    return rest[-1] in _OPENERS or rest.endswith(("\\{", "{-}", "{+}", "+", "/"))


def is_about(text: str, start: int, *, maths: bool) -> bool:
    """Whether `about` or one of its synonyms stands directly before a position."""
    window = text[max(0, start - 24) : start]
    if not window or not (window[-1] in _BLANK or window[-1] in "~≈≃∼$*_(\\,;:mxq"):
        return False
    return _ABOUT.search(window) is not None or (not maths and _TILDE.search(window) is not None)


def is_unbraced_argument(text: str, start: int) -> bool:
    r"""Whether the digit here is an argument without braces, as both of `\frac12` are."""
    return text[start - 1 : start].isalnum() and _UNBRACED.search(text[max(0, start - 8) : start]) is not None
