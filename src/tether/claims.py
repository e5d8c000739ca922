"""Holding the words of a claim against its expression, as far as a program can read them.

A claim is true or false by its expression alone, and a reader sees only its words. Where the words
next to a quoted number say a direction (`below n`, `at least n`, `between n and m`), the comparison
must go the same way; where they say a ratio (`twice`, `half`), its number must stand in the
expression; and `about n` needs bounds on both sides. What other words say is for a reviewer.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import TYPE_CHECKING

from tether.expressions import QUOTED, read_index

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tether.expressions import Expression
    from tether.numbers import Number

BELOW, ABOVE, ABOUT = "below", "above", "about"
_THAN = r"[ \n]than"
_BELOW_WORDS = (
    rf"below|under|beneath|(?:less|fewer|smaller|lower|shorter|nearer|closer){_THAN}|at[ \n]most|up[ \n]to"
    r"|within|short[ \n]of|<|≤|\\lt|\\leq?(?:slant)?"
)
_ABOVE_WORDS = (
    rf"above|beyond|(?:more|larger|greater|higher|longer|bigger|farther|further){_THAN}|at[ \n]least"
    r"|exceeds?|exceeding|>|≥|\\gt|\\geq?(?:slant)?"
)
_ABOUT_WORDS = r"about|roughly|approximately"
_LEADING = re.compile(
    r"(?<![\w-])(?:(?P<no>no|not|never|nor|hardly|cannot|n['’]t)[ \n](?:be[ \n]|lie[ \n]|any[ \n])?)?"
    rf"(?:(?P<below>{_BELOW_WORDS})|(?P<above>{_ABOVE_WORDS})|(?P<about>{_ABOUT_WORDS}))"
    r"(?:[ \n](?:a|an|the|some|only|just|even))?[\s\u00a0$*_(\[{|+−-]*\Z",
    re.IGNORECASE,
)
_TRAILING = re.compile(
    r"[\s\u00a0%$*_)\]}]*(?:percent|points?)?[ \n]?or[ \n](?:(?P<below>less|fewer|below|lower|smaller|under)"
    r"|(?P<above>more|above|higher|larger|greater|over))\b",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\bbetween[\s$*_(\[{+−-]*\Z", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;:!?][ \n]")
_DENIAL = re.compile(
    r"(?<![\w-])(?:no|not|never|nor|none|neither|nobody|nothing|nowhere|hardly|scarcely|without|cannot|fails?)"
    r"(?![\w-])|n['’]t\b",
    re.IGNORECASE,
)
_NEAR = 0.02
_RATIOS = (
    (re.compile(r"(?<![\w-])(?:twice|doubl(?:e|es|ed|ing))(?![\w-])", re.IGNORECASE), (2.0, 0.5)),
    (re.compile(r"(?<![\w-])(?:thrice|tripl(?:e|es|ed|ing))(?![\w-])", re.IGNORECASE), (3.0,)),
    (re.compile(r"(?<![\w-])(?:half|halves|halved|halving)(?![\w-])", re.IGNORECASE), (0.5, 2.0)),
)
_SIDES = {ast.Lt: BELOW, ast.LtE: BELOW, ast.Gt: ABOVE, ast.GtE: ABOVE}
_OTHER = {BELOW: ABOVE, ABOVE: BELOW}


def find_contradictions(
    text: str, numbers: Sequence[Number], expression: Expression, before: str = ""
) -> Iterator[tuple[int, str]]:
    """Give the index of each number whose words say otherwise than the expression, and what they say.

    ``numbers`` are those of ``text``, in order, with spans in it, and ``before`` is what stands before the
    text; an index of -1 means the text as a whole. A sentence that denies (`nobody`, `none`) is not read.
    """
    tested = find_directions(expression)
    sentence = _SENTENCE.split(before)[-1]
    for index, number in enumerate(numbers):
        said, word, start = _read_direction(text, numbers, index)
        sides = tested.get(index, set())
        if not said or _DENIAL.search(sentence + text[:start]):
            continue
        if said in _OTHER and sides == {_OTHER[said]}:
            yield index, f"says {word!r} of {number.text}, but {expression.text} tests for {_OTHER[said]}"
        elif said == ABOUT and len(sides) == 1:
            yield index, f"says {word!r} of {number.text}, but {expression.text} bounds it on one side alone"
    yield from _find_ratios(text, expression)


def _find_ratios(text: str, expression: Expression) -> Iterator[tuple[int, str]]:
    known = ratios_of(expression)
    for pattern, ratios in _RATIOS:
        found = pattern.search(text)
        near = any(abs(value - ratio) <= _NEAR * ratio for value in known for ratio in ratios)
        if found and not near:
            yield -1, f"says {found[0]!r}, but {expression.text} reckons with no {ratios[0]:g}"


def find_directions(expression: Expression) -> dict[int, set[str]]:
    """Tell of each quoted number on which sides of it the expression wants a value to lie.

    Only a comparison with the bare number counts, none that stands under a ``not`` or an ``or``, and none of
    a number that the expression also reckons with.
    """
    found: dict[int, set[str]] = {}
    compared: Counter[int] = Counter()
    for node in _plain_comparisons(expression.tree):
        operands = [node.left, *node.comparators]
        for left, operator, right in zip(operands, node.ops, operands[1:], strict=False):
            side = _SIDES.get(type(operator))
            for operand, wanted in ((right, side), (left, _OTHER.get(side or ""))):
                if wanted is not None and (index := _quoted_index(operand)) is not None:
                    found.setdefault(index, set()).add(wanted)
        compared.update(index for operand in operands if (index := _quoted_index(operand)) is not None)
    used = Counter(_list_quoted(expression.tree))
    return {index: sides for index, sides in found.items() if used[index] == compared[index]}


def _list_quoted(tree: ast.expr) -> Iterator[int]:
    """Give the index of each use of a quoted number, in no order."""
    indexed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Subscript)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name | ast.Subscript) and id(node) not in indexed:
            index = _quoted_index(node)
            if index is not None:
                yield index


def _plain_comparisons(node: ast.expr) -> Iterator[ast.Compare]:
    if isinstance(node, ast.Compare):
        yield node
    elif isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        for value in node.values:
            yield from _plain_comparisons(value)


def _quoted_index(node: ast.expr) -> int | None:
    if isinstance(node, ast.Name):
        return 0 if node.id == QUOTED else None
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == QUOTED:
        return read_index(node.slice)
    return None


def ratios_of(expression: Expression) -> set[float]:
    """Give the numbers that an expression reckons with, no indices or arguments; a quoted one may be any."""
    aside = {
        id(inner)
        for node in ast.walk(expression.tree)
        for part in _list_places(node)
        for inner in ast.walk(part)
    }
    found = {
        float(node.value)
        for node in ast.walk(expression.tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float) and id(node) not in aside
    }
    return found | ({0.5, 2.0, 3.0} if expression.quoted else set())


def _list_places(node: ast.AST) -> list[ast.expr]:
    """Give what of a node only says which value is meant."""
    if isinstance(node, ast.Subscript):
        return [node.slice]
    return node.args if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else []


def _read_direction(text: str, numbers: Sequence[Number], index: int) -> tuple[str, str, int]:
    """Read what the words around a number say of a value: its direction, the words, and where they begin."""
    number = numbers[index]
    begin = numbers[index - 1].end if index else 0
    before = text[begin : number.start]
    behind = text[number.end : numbers[index + 1].start if index + 1 < len(numbers) else len(text)]
    if _BETWEEN.search(before) and index + 1 < len(numbers):
        return ABOVE, "between", begin
    if index and before.strip() == "and" and _BETWEEN.search(text[: numbers[index - 1].start]):
        return BELOW, "between", begin
    if (match := _TRAILING.match(behind)) is not None:
        return (BELOW if match["below"] else ABOVE), f"or {match['below'] or match['above']}", number.start
    match = _LEADING.search(before)
    if match is None:
        return "", "", begin
    said = BELOW if match["below"] else ABOVE if match["above"] else ABOUT
    if match["no"] and said in _OTHER:
        said = _OTHER[said]
    return said, match[0].strip(" \n$*_([{|"), begin + match.start()
