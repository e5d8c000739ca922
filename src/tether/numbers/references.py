"""Cross-references, bibliographic places, versions, and how they go on: `Figures 2 and 3`.

Rows that are tests, beside those of `tether.numbers.structure`:

    Table A.2, Appendix B.12                  → | 2: cross-reference, 12: cross-reference
    clause 7, column 18                       → | 7: cross-reference, 18: cross-reference
    18 columns, 7 clauses                     → 18, 7 |
    Step 12: go on                            → | 12: cross-reference
    at step 12: the loss                      → 12 |
    Llama 2, Claude 3.5, Llama 32             → 32 | 2: version, 3.5: version
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tether.numbers.records import Number

CROSS_REFERENCE = "cross-reference"
CITATION = "citation mark"
VERSION = "version"

_GAP = r"[ \t\n\u00a0\u202f~]{1,3}"
# An abbreviation needs its full stop: `no 13` counts, `no. 13` points.
_DIVISION = (
    r"(?:section|chapter|figure|table|equation|appendix|theorem|lemma|definition|algorithm|listing|corollary"
    r"|proposition|remark|example|exercise)s?|(?:sect?|chap?|figs?|tab|eqs?|eqns?|def|prop|ex)\."
)
_PLACE = (
    r"(?:page|line|item|part|volume|issue|footnote|note|reference|question|problem|rule|clause|column"
    r"|paragraph)s?"
    r"|(?:pp?|vol|ref|nos?|nr)\."
)
_LABEL = re.compile(
    rf"(?<![\w-])(?:(?P<division>{_DIVISION})|(?P<place>{_PLACE})|(?P<step>steps?)){_GAP}[(\[]?\Z",
    re.IGNORECASE,
)
_LETTERED = re.compile(rf"(?<![\w-])(?:{_DIVISION}){_GAP}[(\[]?[A-Z]\.\Z", re.IGNORECASE)
_HEADED = re.compile(r"(?:\A|\n)[ \t>*_]*Steps?[ \u00a0]\Z")
_MODEL = re.compile(
    r"(?<![\w-])(?:Llama|Claude|Gemini|Gemma|Mistral|Mixtral|Phi|Qwen|Falcon|Pythia|PaLM|Grok|DALL-E)"
    r"[ \u00a0]\Z"
)
_MODEL_VERSION = re.compile(r"[1-9](?:\.[0-9]{1,2})?")
_PLURAL = re.compile(rf"(?<![\w-])(?:(?:{_DIVISION}|{_PLACE}|steps)(?<=s|\.)|§§)", re.IGNORECASE)
_ONLY_NUMBERING = re.compile(r"[\s\d.,()\u2013~&-]{0,40}(?:(?:and|or|to)[\s\d.,()\u2013~&-]{1,20}){0,3}")
_SECTION_SIGN = re.compile(r"§{1,2}[ \u00a0\u202f]?\Z")
_NUMBERING = re.compile(r"[1-9][0-9]{0,2}(?:\.[1-9][0-9]?){0,3}")
_PAGES = re.compile(r"[0-9]{1,5}:[0-9]{2,6}[-\u2013][0-9]{2,6}")
_BEFORE_PAGES = re.compile(r"(?<![\w.])[0-9]{1,5}:(?:[0-9]{2,6}[-\u2013])?\Z")
_VOLUME = re.compile(r"[ \n\u00a0]\((?:19|20)[0-9]{2}\)[,:][ \n](?:pages?|pp?\.|[0-9]{1,5}[-–:])")
_LARGEST_PLACE = 999
_LARGEST_STEP = 9  # step 3 is one of a list; step 500 is how far a training has come
_SOFTWARE = (
    "Python|CPython|PyPy|NumPy|SciPy|Matplotlib|MkDocs|Material|Markdown|Zensical|PyTorch|TensorFlow|JAX|CUDA"
    "|pip|uv|Node|npm|Debian|Ubuntu|Linux|Windows|macOS|Chrome|Chromium|Firefox|Safari|KaTeX|MathJax|Git|pytest"
    "|Hypothesis|OpenBLAS|MKL|BLAS|LAPACK|GCC|Clang|BY|BY-SA|GPL|LGPL|Apache|HTML|CSS|HTTP|Unicode"
    "|[Vv]ersions?|[Rr]elease"
)
_RELEASED = re.compile(rf"(?<![\w-])(?:{_SOFTWARE}){_GAP}(?:[<>≥≤=~]{{1,2}}[ ]?)?\Z")
_STANDARD = re.compile(rf"(?<![\w-])(?:IEEE|RFC|ISO|IEC|PEP|ECMA|UTF|DIN|EN|ANSI|POSIX){_GAP}\Z")
_SHORT_VERSION = re.compile(r"[0-9]{1,2}(?:\.[0-9]{1,2})?")
_LINK = re.compile(
    r"[)\]]?(?:(?P<list>,[ \n](?:(?:and|or)[ \n])?|[ \n](?:and|or|&)[ \n])"
    r"|[ ]?[-\u2013][ ]?|[ \n]to[ \n])[(\[]?",
)
_LONGEST_LINK = 8


def explain_reference(text: str, number: Number) -> str | None:
    """Recognise Section 3.2, equation (5), §3.2.1, p. 7, and 79:2554–2558."""
    if number.sign or number.unit:
        return None
    before = text[max(0, number.start - 24) : number.start]
    if _SECTION_SIGN.search(before):
        return CROSS_REFERENCE
    if _is_page(text, number, before):
        return CITATION
    if _LETTERED.search(before) or (_HEADED.search(before) and text.startswith(":", number.end)):
        return CROSS_REFERENCE if _NUMBERING.fullmatch(number.text) else None
    label = _LABEL.search(before)
    if not label:
        return None
    if label["division"]:
        fits = _NUMBERING.fullmatch(number.text) is not None
    else:
        fits = number.is_integer and 0 < number.value <= (_LARGEST_STEP if label["step"] else _LARGEST_PLACE)
    return CROSS_REFERENCE if fits else None


def is_labelled(text: str, start: int) -> bool:
    """Whether § or a word such as Section stands before a position."""
    before = text[max(0, start - 24) : start]
    label = _LABEL.search(before)
    return _SECTION_SIGN.search(before) is not None or (label is not None and label["division"] is not None)


def _is_page(text: str, number: Number, before: str) -> bool:
    """Whether this is the volume or a page of volume:page–page, or the volume before (year), pages."""
    if text.startswith("(", number.end + 1) and _VOLUME.match(text, number.end):
        return True
    if text[number.end : number.end + 1] == ":":
        return _PAGES.match(text, number.start) is not None
    place = _BEFORE_PAGES.search(before) if before[-1:] in (":", "-", "\u2013") else None
    return place is not None and _PAGES.match(text, number.start - len(place[0])) is not None


def explain_version(text: str, number: Number) -> str | None:
    """Recognise Python 3.11, version 2, CC BY 4.0, and standards such as IEEE 754."""
    before = text[max(0, number.start - 24) : number.start]
    if not before or not (before[-1].isspace() or before[-1] in "~=≥≤<>") or number.sign:
        return None
    if number.is_integer and _STANDARD.search(before):
        return "name"
    if _MODEL.search(before):
        return VERSION if _MODEL_VERSION.fullmatch(number.text) else None
    return VERSION if _SHORT_VERSION.fullmatch(number.text) and _RELEASED.search(before) else None


def continue_chain(text: str, previous: Number, number: Number) -> str | None:
    """Carry a reason on: steps 2–4, Figures 2 and 3, Python 3.11 to 3.14; not Figure 2 and 13 keys."""
    if number.sign or number.unit or number.start - previous.end > _LONGEST_LINK:
        return None
    link = _LINK.fullmatch(text[previous.end : number.start])
    if link is None:
        return None
    if previous.structural == VERSION:
        same = previous.text.partition(".")[0] == number.text.partition(".")[0]
        return VERSION if same and _SHORT_VERSION.fullmatch(number.text) else None
    if previous.structural != CROSS_REFERENCE or not _NUMBERING.fullmatch(number.text):
        return None
    return CROSS_REFERENCE if not link["list"] or _is_plural(text, previous.start) else None


def _is_plural(text: str, start: int) -> bool:
    """Whether the label before a chain of references is a plural, or an abbreviation: Figures, pp."""
    window = text[max(0, start - 60) : start]
    labels = list(_PLURAL.finditer(window))
    return bool(labels) and _ONLY_NUMBERING.fullmatch(window, labels[-1].end()) is not None
