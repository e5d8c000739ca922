r"""Which numbers of a prose text need no binding, and why.

What is not named here is loose. The table is a test: a text, an arrow, its loose numbers, a bar,
its structural ones with their reason.

    the 13 keys and 0.42, or 4 heads               → 13, 0.42, 4 |
    13 % of 10,000 draws, 2.22e-16, 13×8           → 13 %, 10,000, 2.22e-16, 13, 8 |
    thirteen keys, two heads, three percent        → thirteen, three percent |
    at two points, at eleven points                → eleven points |
    a hundred thousand nodes, hundreds of them     → a hundred thousand |
    between 0 and 1, or -1                         → | 0: 0 or 1, 1: 0 or 1, -1: 0 or 1
    1.0, 1 %, 1 in 1000, 0.00                      → 1.0, 1 %, 1000, 0.00 | 1: 0 or 1
    p_2, x^2, x^{-2}, e^8                          → | 2: subscript, 2: exponent, 2: exponent, 8: exponent
    W[3], 13²                                      → 13 | 3: subscript
    GPT-3, GPT-3.5, top-1                          → | 3: name, 3.5: name, 1: name
    p2, H200, float64, β16                         → | 2: name, 200: name, 64: name, 16: name
    Bob-0.2286, is0.42, v0.1                       → 0.2286, 0.42 | 0.1: name
    2-D, 3D, float16/32                            → | 2: name, 3: name, 16: name, 32: name
    x86-64, C++17, UTF-8                           → | 86: name, 64: name, 17: name, 8: name
    a 64-bit float, IEEE 754, RFC 2119             → | 64: name, 754: name, 2119: name
    a 13-dimensional vector, 64D, 10k steps, 8GB   → 13, 64, 10, 8 |
    commit 3d3c42e5aac5                            → | 3d3c42e5aac5: name
    1_000 or 12_345, 42_x, 1k, 1e3m                → 1_000, 12_345, 42, 1, 1 | 3: name
    drops to-42, error-42, loss-3, Loss-3.5, n-13  → 42, 42, 3, 3.5, 13 |
    Llama-2, ResNet-50, rank-1, Qwen2.5            → | 2: name, 50: name, 1: name, 2.5: name
    ０.４２, ４２, ¹³, ⑬, ٣                            → ０.４２, ４２, ¹³, ⑬, ٣ |
    x¹³, m², H₂O                                   → |
    (13, 20) %, 13 pct, 13 pp                      → 13, 20) %, 13 pct, 13 pp |
    1. First                                       → | 1: list mark
    3) third                                       → | 3: list mark
    as shown in [3], in the note[^4]               → | 3: citation mark, 4: footnote mark
    see [3], [4]; Hopfield [6]                     → | 3: citation mark, 4: citation mark, 6: citation mark
    The value is [42], the vector [3]              → 42, 3 |
    weights [3], [4], the row of [3]               → 3, 4, 3 |
    the row is [3, 4]                              → 3, 4 |
    p = [3]                                        → 3 |
    (Section 3.2), §3.2.1                          → | 3.2: cross-reference, 3.2.1: cross-reference
    Figure 2, Chapter 4                            → | 2: cross-reference, 4: cross-reference
    step 3?                                        → | 3: cross-reference
    equation (5), Eq. 6                            → | 5: cross-reference, 6: cross-reference
    table 2.1                                      → | 2.1: cross-reference
    Figures 2 and 3                                → | 2: cross-reference, 3: cross-reference
    steps 2–4                                      → | 2: cross-reference, 4: cross-reference
    pp. 12-15                                      → | 12: cross-reference, 15: cross-reference
    §§ 3 and 5                                     → | 3: cross-reference, 5: cross-reference
    In Figure 2 and 13 keys                        → 13 | 2: cross-reference
    no. 5, page #7                                 → | 5: cross-reference, 7: cross-reference
    on page 112                                    → | 112: cross-reference
    no 5 or 13 keys, at step 25, step 0.02         → 5, 13, 25, 0.02 |
    55:1530–1533                               → | 55: citation mark, 1530: citation mark, 1533: citation mark
    on 2026-11-30 at noon                          → | 2026: date, 11: date, 30: date
    30 November 2026, May 2, 2020                  → | 30: date, 2026: date, 2: date, 2020: date
    in 1982, (1982), since 1985. Of 2020,          → | 1982: date, 1982: date, 1985: date, 2020: date
    In 1982 Hopfield wrote; in 2017 the paper      → | 1982: date, 2017: date
    in 2016 trials, 2016 numbers, of 2015 bytes    → 2016, 2016, 2015 |
    a width of 2048. In 2000, it took              → 2048, 2000 |
    (2010, 64), n = 2010, 2010.                    → 2010, 64, 2010, 2010 |
    Brown et al. 2020; (Hopfield, 1982)            → | 2020: date, 1982: date
    Hopfield 1982, (Vaswani et al., 2017)          → | 1982: date, 2017: date
    Bridle and Hinton 1990; (Foo 1991; Bar 1992)   → | 1990: date, 1991: date, 1992: date
    Neural Turing Machines, 2014, by them          → | 2014: date
    a softmax, 2018, arXiv:1805.02867              → | 2018: date, 1805.02867: address
    in Intelligence 46 (1990), page 159            → | 46: citation mark, 1990: date, 159: cross-reference
    Loss 1950, Accuracy 2010, Total 2010           → 1950, 2010, 2010 |
    Keys 1980; Samples, 2015; keys (1950)          → 1980, 2015, 1950 |
    (Loss 1950; Samples, 2015)                     → 1950, 2015 |
    Precision 1950, Foo 1950                       → 1950, 1950 |
    a total of 1950, the plan of 1982,             → 1950 | 1982: date
    from 1950, by 1950, around 1950                → 1950, 1950, 1950 |
    in May 31 runs, in May 2010 runs               → 31, 2010 |
    on May 31 the run, in May 2010, it             → | 31: date, 2010: date
    ICLR 2015, With 2010 draws, the 1980s          → 2010 | 2015: date, 1980: date
    the 1982 network, a 1982 associative memory    → | 1982: date, 1982: date
    from 1982 to 2020                              → | 1982: date, 2020: date
    in 1982, 1984 and 1990.                        → | 1982: date, 1984: date, 1990: date
    1982–1985 in print                             → 1982, 1985 |
    in 1982–1985, between 1982 and 1985            → | 1982: date, 1985: date, 1982: date, 1985: date
    at 12:30, 9:05 am, 2:13                        → 2, 13 | 12: time, 30: time, 9: time, 05: time
    v1.2.3, 2.4.6                                  → | 1.2.3: name, 2.4.6: version
    Python 3.11, NumPy 2.4                         → | 3.11: version, 2.4: version
    Python 3.11 to 3.14, CC BY 4.0, version 2      → | 3.11: version, 3.14: version, 4.0: version, 2: version
    Python >= 3.11 and 0.87                        → 0.87 | 3.11: version
    https://a.b/2020/13, arXiv:1706.03762          → | 2020: address, 13: address, 1706.03762: address
    10.1103/PhysRevLett.55.1530                    → | 10.1103: address, 55.1530: address
    arXiv:1805.02867, 2018.                        → | 1805.02867: address, 2018: date
    the 3rd key, the 13th                          → 13th | 3rd: ordinal
    the A4 page of [text][3]                       → | 4: name, 3: subscript

In TeX the names, scripts and 0 and 1 are structural too, and so is a single digit, unless it
follows a relation sign, directly or within the list that does. A formula's larger constants are loose.

    $p_2 = 0.8700$                                 → 0.8700 | 2: subscript
    $x^2 + 2x$                                     → | 2: exponent, 2: digit in maths
    $\sqrt{8}$                                     → | 8: digit in maths
    $d = 4$                                        → 4 |
    $d = \mathbf{4}$                              → 4 |
    $c0.5 + x3$                              → 0.5 | 3: name
    $d \in \{4, 8, 64\}$                           → 4, 8, 64 |
    $x \approx -3$                                 → -3 |
    $2 < n \le 5$                                  → 5 | 2: digit in maths
    $\frac{1}{2} \|x\|^2$                          → | 1: 0 or 1, 2: digit in maths, 2: exponent
    $\sum_{j=2}^{13} x_j$                          → | 2: subscript, 13: exponent
    $X \in \mathbb{R}^{13 \times 8}$               → | 13: shape, 8: shape
    $10^{10}$ and $2.22 \times 10^{-16}$           → 10^{10}, 2.22 \times 10^{-16} |
    $13^2 = 169$                                   → 13, 169 | 2: exponent
    $\hspace{2em} \tag{5} \\[2pt]$                 → | 2: layout, 5: cross-reference, 2: layout
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from tether.numbers.authors import is_pointed_at
from tether.numbers.bibliography import is_in_list, is_in_print
from tether.numbers.clock import explain_clock
from tether.numbers.dates import explain_date
from tether.numbers.grammar import SPACE
from tether.numbers.idioms import explain_code, explain_ordinal, is_counted_on, is_item
from tether.numbers.names import GLUED
from tether.numbers.references import CITATION, continue_chain, explain_reference, explain_version

if TYPE_CHECKING:
    from tether.numbers.records import Number
    from tether.numbers.tex import Scene

_RELATION = re.compile(
    r"(?:[=<>≤≥≠≈≡∼≃∈∝→]|\\(?:approx|leq?(?:slant)?|geq?(?:slant)?|neq?|sim(?:eq)?|cong|equiv|in|ni|propto"
    r"|to|ll|gg|lt|gt"
    r"|coloneqq|mapsto|rightarrow|thickapprox|doteq)(?![A-Za-z]))"
    rf"(?:{SPACE}|[-−+±(\[{{}}0-9.,;&|]|\\(?:left|right|bigl?|Bigl?|pm|quad|qquad|math[a-z]+|text[a-z]*|boxed|\\|\{{))*\Z",
)
_WINDOW = 120
_BITS = re.compile(r"[- ]?bits?\b")
_LIST_MARK = re.compile(r"[.)][ \t]")
_LINE_START = re.compile(r"(?:\A|\n)[ \t>]*\Z")
# As in `shown in [3]`, or glued to the end of a sentence; after other words brackets hold a vector.
_CITATION = re.compile(
    r"(?:(?<![\w-])(?:in|[Ss]ee|cf\.|also|e\.g\.,?|[Rr]efs?\.?|[Rr]eferences?)[ \n\u00a0]|[.;\"”’])\[\Z"
)
_NEXT_CITATION = re.compile(r"\](?:,?[ \n]?|[ \n]and[ \n]|[-\u2013])\[")
_LONGEST_LINK = 8
LIST_MARK = "list mark"
_ORDINALS_FREE = 10
_LARGEST_CITATION = 999


def explain_structure(scene: Scene, numbers: list[Number]) -> list[Number]:
    """Give each number of a prose text or of TeX the reason why it needs no binding, if any."""
    explained: list[Number] = []
    last_mark: Number | None = None
    for number in numbers:
        if number.unreadable or number.structural == GLUED:
            explained.append(replace(number, structural=None))
            continue
        reason = number.structural
        if not reason and _is_list_mark(scene.text, number, last_mark):
            reason = LIST_MARK
        reason = reason or _explain(scene, number, explained[-1] if explained else None)
        explained.append(replace(number, structural=reason) if reason != number.structural else number)
        if reason == LIST_MARK:
            last_mark = number
    return explained


def _explain(scene: Scene, number: Number, previous: Number | None) -> str | None:
    text = scene.text
    if number.kind == "word" and not number.maths:
        return explain_ordinal(text, number)
    if number.kind != "digits" or number.scale or number.separator or number.exponent:
        return None
    if number.maths:
        return _explain_in_maths(text, number) if number.is_integer else None
    if number.ordinal:
        return "ordinal" if abs(number.value) <= _ORDINALS_FREE else explain_ordinal(text, number)
    reason = explain_reference(text, number) or explain_version(text, number)
    if not reason and number.is_integer:
        reason = explain_clock(text, number) or explain_date(text, number, previous)
    if not reason and previous:
        reason = continue_chain(text, previous, number)
    if not reason and number.is_integer and is_in_print(text, number):
        reason = CITATION
    if reason or not number.is_integer:
        return reason
    return _explain_mark(text, number, previous) or ("0 or 1" if number.figures in ("0", "1") else None)


def _explain_in_maths(text: str, number: Number) -> str | None:
    if number.figures in ("0", "1"):
        return "0 or 1"
    if is_counted_on(text, number):
        return "enumeration"
    if len(number.figures) > 1 or _RELATION.search(text[max(0, number.start - _WINDOW) : number.start]):
        return None
    return "digit in maths"


def _explain_mark(text: str, number: Number, previous: Number | None) -> str | None:
    """Recognise 64-bit, and citation marks in brackets."""
    if _BITS.match(text, number.end) or explain_code(text, number):
        return "name"
    if not number.sign and is_in_list(text, number):
        return CITATION
    if number.sign or text[number.end : number.end + 1] != "]" or number.value > _LARGEST_CITATION:
        return None
    goes_on = (
        previous is not None
        and previous.structural == CITATION
        and _NEXT_CITATION.fullmatch(text[previous.end : number.start][:_LONGEST_LINK])
    )
    before = text[max(0, number.start - 32) : number.start]
    return CITATION if goes_on or _CITATION.search(before) or is_pointed_at(before) else None


def _is_list_mark(text: str, number: Number, last_mark: Number | None) -> bool:
    if _begins_list(text, number, last_mark):
        return True
    return number.kind == "digits" and not number.maths and is_item(text, number, last_mark)


def _begins_list(text: str, number: Number, last_mark: Number | None) -> bool:
    """Whether a mark stands first in its block or counts on from the last; a wrapped line does neither."""
    if number.maths or number.sign or not number.is_integer or not _LIST_MARK.match(text, number.end):
        return False
    before = text[max(0, number.start - _WINDOW) : number.start]
    if not _LINE_START.search(before) or number.word:
        return False
    before = before.rstrip(" \t>")
    if not before or before.endswith(("\n\n", "\n\r\n")):
        return True
    return last_mark is not None and number.value == last_mark.value + 1
