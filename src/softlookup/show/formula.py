"""One formula: from the TeX of a page to MathML that browsers draw well.

``latex2mathml`` reads the TeX. What it lets pass in silence (unknown commands, unclosed groups, missing
arguments) is refused here, and what browsers' MathML Core draws differently is mended in ``mend``.
"""

import re
from xml.etree import ElementTree as ET

from latex2mathml.converter import convert

from softlookup.errors import SoftLookupError
from softlookup.show.mend import mend

MATRICES = frozenset({"Vmatrix", "bmatrix", "matrix", "pmatrix", "smallmatrix", "vmatrix"})
ENVIRONMENTS = MATRICES | {"align", "align*", "aligned", "array", "cases", "split"}
CHILDREN = {
    "mfrac": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2, "mroot": 2, "msubsup": 3, "munderover": 3
}  # fmt: skip
REWRITES = (
    (re.compile(r"\\(begin|end)\{aligned\}"), r"\\\1{align*}"),  # the reader knows it under this name only
    (re.compile(r"\\mathrm(?=\s*\{)"), r"\\operatorname"),  # it would set one letter in italics
    (re.compile(r"\\(query|key|value)(?=\s*\{)"), r"\\class{sl-\1}"),  # the colours of the book's three roles
)
COMMAND = re.compile(r"\\(?:[A-Za-z]+|.)", re.DOTALL)


class FormulaError(SoftLookupError, ValueError):
    """A formula that cannot be read; the message quotes it."""


def read_formula(tex: str, *, display: bool) -> ET.Element:
    """Give the ``<math>`` element of a formula.

    ``tex`` stands without its dollars; ``display`` says whether the formula stands on lines of its own.
    The TeX becomes the ``alttext``. Raises ``FormulaError`` where the formula is not understood in full.
    """
    check_source(tex)
    source = tex
    for pattern, replacement in REWRITES:
        source = pattern.sub(replacement, source)
    try:
        markup = convert(source, xmlns="", display="block" if display else "inline")
    except Exception as error:  # the reader has a dozen unrelated error classes, with empty messages
        message = f"cannot read the formula {tex!r}: {type(error).__name__} {error}".rstrip()
        raise FormulaError(message) from error
    try:
        math = ET.fromstring(markup)  # noqa: S314  (our own markup, made a line ago)
    except ET.ParseError as error:
        message = f"cannot read the formula {tex!r}: an '&' outside a table, or a stray sign"
        raise FormulaError(message) from error
    check_result(math, tex)
    math.attrib.pop("xmlns", None)
    mend(math)
    _trim(math[0])
    math.set("alttext", " ".join(tex.split()))
    return math


def _trim(row: ET.Element) -> None:
    """Take the outer space from an operator at either end: what stands there is outside the formula."""
    for index, side in ((0, "lspace"), (-1, "rspace")):
        if len(row) and row[index].tag == "mo":
            row[index].attrib.setdefault(side, "0")


def check_source(tex: str) -> None:
    """Raise ``FormulaError`` for groups, environments and delimiters that do not pair."""
    depth = 0
    for sign in re.findall(r"[{}]", COMMAND.sub(" ", tex)):
        depth += 1 if sign == "{" else -1
        if depth < 0:
            break
    if depth != 0:
        message = f"expected as many '{{' as '}}', each opened before it is closed, in the formula {tex!r}"
        raise FormulaError(message)
    opened = re.findall(r"\\begin\s*\{([^}]*)\}", tex)
    closed = re.findall(r"\\end\s*\{([^}]*)\}", tex)
    if sorted(opened) != sorted(closed):
        message = f"\\begin and \\end do not pair in the formula {tex!r}"
        raise FormulaError(message)
    unknown = sorted(set(opened) - ENVIRONMENTS)
    if unknown:
        known = ", ".join(sorted(ENVIRONMENTS))
        message = f"unknown environment {unknown[0]!r} in the formula {tex!r}; known are {known}"
        raise FormulaError(message)
    commands = COMMAND.findall(tex)
    if commands.count(r"\left") != commands.count(r"\right"):
        message = f"\\left and \\right do not pair in the formula {tex!r}"
        raise FormulaError(message)


def check_result(math: ET.Element, tex: str) -> None:
    """Raise ``FormulaError`` for commands left as text and for elements that lack an argument."""
    for element in math.iter():
        text = element.text or ""
        if "\\" in text:
            message = f"unknown command {text.strip()!r} in the formula {tex!r}"
            raise FormulaError(message)
        if element.tag == "mi" and text == "&":
            message = f"an '&' outside a table in the formula {tex!r}"
            raise FormulaError(message)
        if len(element) != CHILDREN.get(element.tag, len(element)):
            message = f"a fraction, root, index or accent lacks an argument in the formula {tex!r}"
            raise FormulaError(message)
