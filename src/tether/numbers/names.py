"""Digits that are part of a name, of a script or of a mark, and not a number."""

from __future__ import annotations

import re

from tether.numbers.tex import Scene, is_shape

NAME = "name"
GLUED = "glued"
"""Digits that something is glued to which changes or hides their value: 10k, 42_x. They are loose in
an audit, and cannot be read in a binding."""

_COMMAND = re.compile(r"\\[A-Za-z]+\Z")
ATTACHED_SCALE = re.compile(r"(?:[ \u00a0]?(?:bn|mn|tn|[kM])|[kKmMBGT])(?![\w])")
_DIMENSION = re.compile(r"(?:-|\N{NON-BREAKING HYPHEN})?[dD](?![\w])")
HASH = re.compile(r"(?=[0-9]{1,39}[a-f])(?![0-9]{1,40}e[0-9]{1,40}(?![\w]))[0-9a-f]{7,40}(?![\w])")
_BROKEN_EXPONENT = re.compile(r"[eE][-+−]?[0-9]{1,40}[^\W0-9]")
_VERSION = re.compile(r"[1-9][0-9]?\.[0-9]{1,2}")
_DASHED = "-\N{HYPHEN}\N{NON-BREAKING HYPHEN}+−"
_WORD = re.compile(r"[^\W_]+\Z")
# What is numbered, not measured, where a hyphen stands before the number. Other small words are not
# names: in `error-42` a reader sees a minus.
_NUMBERED = {
    "top", "rank", "base", "order", "level", "layer", "type", "tier", "class", "phase", "stage", "version",
    "utf", "sha", "md", "iso", "int", "uint", "float", "bfloat", "fp", "bf", "ascii", "latin", "cp",
}  # fmt: skip
_NUMBERED |= {word.capitalize() for word in _NUMBERED}
_MODELS = {
    "Llama", "Claude", "Gemini", "Gemma", "Mistral", "Mixtral", "Phi", "Qwen", "Falcon", "Vicuna", "Pythia",
    "Chinchilla", "Inception",
}  # fmt: skip


def is_letter(character: str) -> bool:
    """Whether a character can belong to a name before a digit.

    East Asian scripts write numbers without a space before them, so their letters do not count.
    """
    return character.isalpha() and character < "\u2e80"


def find_name(scene: Scene, start: int, end: int, *, maths: bool) -> str | None:
    """Return why the digits at a span are not a number, or None if they are one.

    The reasons: `name`, `subscript`, `exponent`, `shape`, `layout`, `cross-reference`,
    `footnote mark`, or `glued`, which is a number all the same.
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
        if last == "x" and before.isdigit():  # 13x13
            return None
        return NAME if "." not in text[start:end] or _is_version(text, start, end) else None
    if last in _DASHED:
        return _name_before_sign(text, start, end)
    attached = before.isalnum() or before in (")", "}", "]")
    reasons = {
        "_": "subscript" if attached else None,  # else it is emphasis
        "^": "footnote mark" if before == "[" else "exponent" if attached else None,
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
    found = _WORD.search(before)
    word = found[0] if found else ""
    named = _is_acronym(word) or word in _NUMBERED or word in _MODELS
    # GPT-3.5, but not Bob-0.2286
    return NAME if named and ("." not in text[start:end] or _VERSION.fullmatch(text, start, end)) else None


def _is_version(text: str, start: int, end: int) -> bool:
    """Whether the decimal glued to letters is a version: v0.42, Qwen2.5, but not is0.42."""
    found = _WORD.search(text[max(0, start - 24) : start])
    word = found[0] if found else ""
    capital = word[:1].isupper() and len(word) > 1
    return word in ("v", "V") or (capital and _VERSION.fullmatch(text, start, end) is not None)


def _is_acronym(word: str) -> bool:
    """Whether a word has two capitals, or digits among its letters: GPT, ResNet, x86."""
    return sum(letter.isupper() or letter.isdigit() for letter in word) > 1


def _name_after(text: str, start: int, end: int) -> str | None:
    """2D, 2-D, 3d3c42e; and 10k and 42_x, whose digits alone say something else."""
    after = text[end : end + 1]
    if not after or not (is_letter(after) or after in "_- \N{NO-BREAK SPACE}\N{NON-BREAKING HYPHEN}"):
        return None
    if after == "_":
        return GLUED if text[end + 1 : end + 2].isalnum() else None
    if (end - start == 1 and _DIMENSION.match(text, end)) or HASH.match(text, start):
        return NAME
    return GLUED if ATTACHED_SCALE.match(text, end) or _BROKEN_EXPONENT.match(text, end) else None
