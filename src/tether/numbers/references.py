"""Cross-references, bibliographic places, versions, and how they go on: `Figures 2 and 3`."""

from __future__ import annotations

import re

from tether.numbers.records import Number

_GAP = r"[ \t\n\u00a0\u202f~]{1,3}"
_DIVISION = (
    "section|sect|sec|chapter|ch|chap|figure|fig|table|tab|equation|eq|eqn|appendix|theorem|lemma|definition|def"
    "|algorithm|listing|corollary|proposition|prop|remark|example|exercise"
)
_PLACE = "step|page|p|pp|line|item|part|volume|vol|issue|footnote|note|reference|ref|question|problem|no|nr|rule|point"
_LABEL = re.compile(
    rf"(?:(?<![\w-])(?P<division>{_DIVISION})(?P<plural>e?s)?\.?|(?<![\w-])(?P<place>{_PLACE})(?P<places>s)?\.?)"
    rf"{_GAP}[(\[]?\Z",
    re.IGNORECASE,
)
_SECTION_SIGN = re.compile(r"§{1,2}[ \u00a0\u202f]?\Z")
_NUMBERING = re.compile(r"[1-9][0-9]{0,2}(?:\.[1-9][0-9]?){0,3}")
_PAGES = re.compile(r"[0-9]{1,5}:[0-9]{2,6}[-\u2013][0-9]{2,6}")
_BEFORE_PAGES = re.compile(r"(?<![\w.])[0-9]{1,5}:(?:[0-9]{2,6}[-\u2013])?\Z")
_LARGEST_PLACE = 99
_SOFTWARE = (
    "Python|CPython|PyPy|NumPy|SciPy|Matplotlib|MkDocs|Material|Markdown|Zensical|PyTorch|TensorFlow|JAX|CUDA|pip|uv|Node|npm"
    "|Debian|Ubuntu|Linux|Windows|macOS|Chrome|Chromium|Firefox|Safari|KaTeX|MathJax|Git|pytest|Hypothesis|OpenBLAS"
    "|MKL|BLAS|LAPACK|GCC|Clang|BY|BY-SA|GPL|LGPL|Apache|HTML|CSS|HTTP|Unicode|PEP|version|versions|release|Version|Release"
)
_VERSION = re.compile(rf"(?<![\w-])(?:{_SOFTWARE}){_GAP}(?:[<>≥≤=~]{{1,2}}[ ]?)?\Z")
_STANDARD = re.compile(rf"(?<![\w-])(?:IEEE|RFC|ISO|IEC|PEP|ECMA|UTF|DIN|EN|ISBN|ISSN|ANSI|POSIX){_GAP}\Z")
_SHORT_VERSION = re.compile(r"[0-9]{1,2}(?:\.[0-9]{1,2})?")
_LINK = re.compile(r"(?P<list>[ ]?,[ ]|,?[ \n](?:and|or|&)[ \n])[(\[]?|[)\]]?(?P<range>[ ]?[-\u2013][ ]?|[ \n]to[ \n])[(\[]?")
_LISTED = re.compile(r"\)?(?P<list>,[ \n]|,?[ \n](?:and|or|&)[ \n])\(?")


def explain_reference(text: str, number: Number) -> str | None:
    """Recognise Section 3.2, equation (5), §3.2.1, p. 7, and 79:2554–2558."""
    if number.sign or number.unit:
        return None
    start = number.start
    before = text[max(0, start - 24) : start]
    if before[-1:] == "§" or _SECTION_SIGN.search(before):
        return "cross-reference"
    if text[number.end : number.end + 1] == ":" and _PAGES.match(text, start):
        return "citation mark"
    if before[-1:] in (":", "-", "\u2013") and _is_page(text, number, before):
        return "citation mark"
    label = _LABEL.search(before)
    if not label:
        return None
    if label["division"]:
        return "cross-reference" if _NUMBERING.fullmatch(number.text) else None
    small = number.is_integer and (0 < number.value <= _LARGEST_PLACE or label["place"].lower() in ("p", "pp", "page", "issue"))
    return "cross-reference" if small else None


def is_labelled(text: str, start: int) -> bool:
    """Whether § or a word such as Section stands before a position."""
    before = text[max(0, start - 24) : start]
    label = _LABEL.search(before)
    return _SECTION_SIGN.search(before) is not None or (label is not None and label["division"] is not None)


def _is_page(text: str, number: Number, before: str) -> bool:
    """Whether this is a page of volume:page–page."""
    place = _BEFORE_PAGES.search(before)
    return place is not None and _PAGES.match(text, number.start - len(place[0])) is not None


def explain_version(text: str, number: Number) -> str | None:
    """Recognise Python 3.11, version 2, CC BY 4.0, and standards such as IEEE 754."""
    before = text[max(0, number.start - 24) : number.start]
    if not before[-1:] or not (before[-1].isspace() or before[-1] in "~=≥≤<>") or number.sign:
        return None
    if number.is_integer and _STANDARD.search(before):
        return "name"
    if _SHORT_VERSION.fullmatch(number.text) and _VERSION.search(before):
        return "version"
    return None


def continues_chain(text: str, previous: Number, number: Number) -> str | None:
    """Carry a reason on: steps 2–4, Figures 2 and 3, Python 3.11 to 3.14, but not `Figure 2 and 13 keys`."""
    reason = previous.structural
    if reason not in ("cross-reference", "version") or number.start - previous.end > 8 or number.sign or number.unit:  # noqa: PLR2004
        return None
    link = _LINK.fullmatch(text[previous.end : number.start]) or _LISTED.fullmatch(text[previous.end : number.start])
    if link is None:
        return None
    if reason == "version":
        same = previous.text.partition(".")[0] == number.text.partition(".")[0]
        return reason if same and _SHORT_VERSION.fullmatch(number.text) else None
    if not _NUMBERING.fullmatch(number.text):
        return None
    if link.groupdict().get("range"):
        return reason
    return reason if _is_plural(text, previous.start) else None


def _is_plural(text: str, start: int) -> bool:
    """Whether the label before a chain of references is a plural: Figures, pp., §§."""
    window = text[max(0, start - 60) : start]
    label = None
    for found in re.finditer(rf"(?i:\b(?:{_DIVISION}|{_PLACE})e?s\b|\bpp\.|\beqs\.|§§)", window):
        label = found
    return label is not None and re.fullmatch(r"[\s\d.,()\u2013~&-]*(?:(?:and|or|to)[\s\d.,()\u2013~&-]*)*", window[label.end() :]) is not None
