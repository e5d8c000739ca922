"""What stands around a literal: its sign, `about`, and whether it is part of a name."""

from __future__ import annotations

import re

from tether.numbers.grammar import MINUS, NARROW, SIGNS
from tether.numbers.tex import Scene, is_shape

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
_ATTACHED_SCALE = re.compile(r"(?:[kKMB]|bn|mn)(?![\w])")
_DIMENSION = re.compile(r"(?:-|\N{NON-BREAKING HYPHEN})?[dD](?![\w])")
_HASH = re.compile(r"(?=[0-9]{1,39}[a-f])(?![0-9]{1,40}e[0-9]{1,40}(?![\w]))[0-9a-f]{7,40}(?![\w])")
_MODEL_VERSION = re.compile(r"[1-9][0-9]?\.[0-9]{1,2}")
_DASHED = "-\N{NON-BREAKING HYPHEN}+−"
NAME_TAIL = re.compile(rf"[0-9]+_\w*|{_HASH.pattern}")
"""Names that go on after their first digits: 1_000, 3d3c42e."""

NAME = "name"


def is_letter(character: str) -> bool:
    """Whether a character can belong to a name before a digit.

    East Asian scripts write numbers without a space before them, so their letters do not count.
    """
    return character.isalpha() and character < "\u2e80"


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
        return at if _is_unary(before) else start
    if before[-1] in _BLANK or before[-1] in _OPENERS:
        return at
    return start


def _is_unary(before: str) -> bool:
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


def find_name(scene: Scene, start: int, end: int, *, maths: bool) -> str | None:
    """Return why the digits at a span are not a number, or None if they are one.

    The reasons: `name`, `subscript`, `exponent`, `shape`, `layout`, `cross-reference`.
    """
    if maths:
        return scene.group_at(start) or _name_in_maths(scene.text, start, end)
    return _name_before(scene.text, start, end) or _name_after(scene.text, start, end)


def _name_in_maths(text: str, start: int, end: int) -> str | None:
    before = text[max(0, start - 24) : start].rstrip(" ")
    if before.endswith("_"):
        return "subscript"
    if before.endswith("^"):
        return "shape" if is_shape(text, start - 1) else "exponent"
    if start and is_letter(text[start - 1]) and not _COMMAND.search(before):
        return None if "." in text[start:end] else NAME  # c0.5 is a product
    return "layout" if before.endswith("\\\\[") else None


def _name_before(text: str, start: int, end: int) -> str | None:
    last, before = text[start - 1 : start], text[max(0, start - 2) : max(0, start - 1)]
    if not last or last in " \n":
        return None
    if is_letter(last):
        measured = text.startswith("0.", start) and "." in text[start:end] and last not in "vV"
        return None if measured or (last == "x" and before.isdigit()) else NAME
    if last in _DASHED:
        return _name_before_sign(text, start, end)
    attached = before.isalnum() or before in (")", "}", "]")
    reasons = {
        "_": "subscript" if attached else None,  # else it is emphasis
        "^": "footnote mark" if before == "[" else "exponent",
        "{": {"_": "subscript", "^": "exponent"}.get(before),
        "[": "subscript" if attached and text[end : end + 1] == "]" and text[start:end].isdigit() else None,
        "#": NAME if before == "&" else "cross-reference",
    }
    return reasons.get(last)


def _name_before_sign(text: str, start: int, end: int) -> str | None:
    """GPT-3, top-1, x^-2, C++17."""
    before = text[max(0, start - 24) : start - 1]
    if before.endswith(("^", "^{", "_{")):
        return "subscript" if before.endswith("_{") else "exponent"
    if text[start - 1] in "+−":
        return NAME if before.endswith("+") and is_letter(before[-2:-1] or " ") else None
    if not before or not is_letter(before[-1]):
        return None
    word = re.search(r"[^\W_]*\Z", before)
    if "." not in text[start:end]:
        return NAME
    # GPT-3.5, but not Bob-0.2286
    capital = word is not None and word[0] != word[0].lower()
    return NAME if capital and _MODEL_VERSION.fullmatch(text, start, end) else None


def _name_after(text: str, start: int, end: int) -> str | None:
    """2D, 2-D, 1_000, 3d3c42e, and in a binding 10k, whose scale would be lost."""
    after = text[end : end + 1]
    if not after or not (is_letter(after) or after in "_-\N{NON-BREAKING HYPHEN}"):
        return None
    if after == "_":
        return NAME if text[end + 1 : end + 2].isalnum() else None
    if (end - start == 1 and _DIMENSION.match(text, end)) or _HASH.match(text, start):
        return NAME
    return "attached scale" if _ATTACHED_SCALE.match(text, end) else None
