r"""Reading the numbers of a text.

In a binding each form reads as below; the table is a test (the text, an arrow, the values).

    -3.64                                   → -3.64
    −3.64                                   → -3.64
    +2.06                                   → 2.06
    -0.0                                    → 0
    .5                                      → 0.5
    10,000                                  → 10000
    1,000,000.5                             → 1000000.5
    10\u2009000 or 10\u202f000               → 10000, 10000    (narrow spaces; a plain one separates)
    1e-12 and 1E5                           → 1e-12, 1e5
    2.22 × 10⁻¹⁶                            → 2.22e-16
    2.22 x 10^-16                           → 2.22e-16
    10⁻¹²                                   → 1e-12
    $10^{10}$                               → 1e10
    $2.22 \times 10^{-16}$                  → 2.22e-16
    $10{,}000$ or $10\,000$                 → 10000, 10000
    13²                                     → 169
    $13^2$ or $13^{2}$                      → 169, 169
    13 % or 13% or 13\%                     → 0.13, 0.13, 0.13
    13 percent or 13 per cent               → 0.13, 0.13
    $13\%$ or $13\,\%$ or $13$ %            → 0.13, 0.13, 0.13
    13–20 %                                 → 0.13, 0.20
    13 to 20 percent                        → 0.13, 0.20
    between 13 and 20 %                     → 0.13, 0.20
    2.5 points or 2.5 percentage points     → 0.025, 0.025
    2.46 ± 0.10                             → 2.46, 0.10
    2.46 ± 0.10 points                      → 0.0246, 0.0010
    a 3-point stencil                       → 3
    1/4                                     → 1, 4            (one value where one is expected)
    300 billion                             → 300e9
    94 thousand                             → 94e3
    2–3 million                             → 2e6, 3e6
    $300 \text{ billion}$                   → 300e9
    1 in 1000                               → 1, 1000
    0 of 100,000                            → 0, 100000
    13-20                                   → 13, 20
    13–20                                   → 13, 20
    13 to 20                                → 13, 20
    −0.3 to −0.1                            → -0.3, -0.1
    13 × 13 or 13x13                        → 13, 13, 13, 13
    $8 \times 4$                            → 8, 4
    [0.3032, -0.2232, 0.2016, 0.3022]       → 0.3032, -0.2232, 0.2016, 0.3022
    (13, 8)                                 → 13, 8
    -2.3871 1.0730 -2.0115                  → -2.3871, 1.0730, -2.0115
    $a - 3 = -4$                            → 3, -4           (the first is a subtraction)
    $\sqrt{8}$ or $\frac12$                 → 8, 1, 2
    $p_2 = 0.8700$                          → 0.8700
    $p_{12} = x^{2} + 3$                    → 3
    $\{4, 64, 256\}$                        → 4, 64, 256
    $q \in \mathbb{R}^{64}$                 → 64              (a shape, not an exponent)
    $e^{-3}$ or e^8 or d_k                  →
    p2, H200, GPT-3, top-1, 2-D             →
    v1.2.3, 1_000, 10k, arXiv:1706.03762    →
    thirteen                                → 13
    Twenty-six of two hundred and five      → 26, 205
    a hundred thousand                      → 100e3
    thirteen percent                        → 0.13
    one head                                → 1               (`one` only where nothing else is)
    one of 13                               → 13
    no one, twice, half                     →
    ½                                       → 0.5
    12:30                                   → 12, 30
    the 3rd of 8 GB                         → 3, 8
    64-bit or 8GB                           → 64, 8
"""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from tether.numbers.address import find_addresses
from tether.numbers.context import NAME_TAIL, find_name, find_sign, is_about, is_unbraced_argument
from tether.numbers.grammar import DOTTED, FIRST, GLYPH, GLYPHS, MANTISSA, SUFFIX
from tether.numbers.join import join_fractions, spread_suffixes
from tether.numbers.literal import build_number, half_unit_at, read_suffix, scale_by_ten
from tether.numbers.records import Number
from tether.numbers.references import is_labelled
from tether.numbers.structure import explain_structure
from tether.numbers.tex import Scene, set_scene
from tether.numbers.words import UP_TO_TEN, WORDS, may_hold_large_words, read_words

_NOT_COUNTING = re.compile(r"\b(?:no|any|every|some|each)[ \n]\Z", re.IGNORECASE)
_PRONOUN = re.compile(r"[ \n](?:another|by one)\b")


def read_numbers(
    text: str,
    *,
    expected: int | None = None,
    maths: bool = False,
    bound: bool = True,
    before: str = "",
) -> list[Number]:
    """Read the numbers of a text from left to right; their spans do not overlap.

    Parameters
    ----------
    text
        The text of a binding, or (with `bound=False`) a stretch of prose or of TeX.
    expected
        How many values the binding has: fractions are joined where that makes the count fit.
    maths
        Whether the whole text is TeX. In a binding, `$…$` within prose is found in any case.
    bound
        Whether this is a binding, where names are left out, or prose to audit, where they are
        returned too with the reason in `structural`, and number words up to ten are not.
    before
        What stands before the text, where an `about` may stand outside the binding.

    """
    scene = set_scene(text, maths=maths, mixed=bound)
    numbers = _read_digits(scene, bound=bound)
    if not maths and (bound or may_hold_large_words(text)):
        numbers = _merge(numbers, _read_words(scene, bound=bound))
    if not bound:
        return explain_structure(scene, spread_suffixes(text, numbers))
    numbers = [number for number in numbers if number.structural in (None, "shape")]
    numbers = [replace(number, structural=None) if number.structural else number for number in numbers]
    if numbers and before and not text[: numbers[0].start].strip("$*_( \n") and is_about(before + " ", len(before) + 1, maths=False):
        numbers[0] = replace(numbers[0], about=True)
    return join_fractions(text, _settle_one(spread_suffixes(text, numbers), expected), expected)


def _read_digits(scene: Scene, *, bound: bool) -> list[Number]:
    """Read what is printed in digits; names carry their reason in `structural`."""
    text = scene.text
    numbers: list[Number] = []
    addresses = find_addresses(text)
    position = 0
    glued = ""  # the reason of a name that ends where the next literal is joined to it
    while first := FIRST.search(text, position):
        mantissa = MANTISSA.match(text, first.start())
        if mantissa is None:  # a full stop before digits, as in Fig.5
            position = first.end()
            continue
        start, end = mantissa.span()
        maths = scene.is_maths(start)
        if maths and is_unbraced_argument(text, start):
            end = start + 1
        reason = addresses.reason_at(start) or find_name(scene, start, end, maths=maths)
        if not maths and glued and numbers and text[numbers[-1].end : start] in ("-", "/"):
            reason = reason or glued
        if (reason or "." in text[start:end]) and (dotted := DOTTED.match(text, end)):
            reason, end = reason or _explain_dotted(text, start), dotted.end()
        if reason and reason not in ("shape", "attached scale"):
            if reason == "name" and (tail := NAME_TAIL.match(text, start)):
                end = max(end, tail.end())
            numbers.append(_name(text, start, end, reason, maths=maths))
            position, glued = end, reason if reason == "name" else ""
            continue
        sign_start = find_sign(scene, start, maths=maths)
        if numbers and sign_start < numbers[-1].end:
            sign_start = start
        number = build_number(text, sign_start, mantissa, end, maths=maths, merge_powers=bound)
        about = is_about(text, sign_start, maths=maths)
        if about or reason:
            number = replace(number, about=about, structural=reason)
        numbers.append(number)
        position, glued = number.end, ""
    if not text.isascii():
        numbers = _merge(numbers, _read_glyphs(scene))
    return numbers


def _explain_dotted(text: str, start: int) -> str:
    """2.4.6 is a version; §3.2.1 and Section 3.2.1 are references."""
    return "cross-reference" if is_labelled(text, start) else "version"


def _name(text: str, start: int, end: int, reason: str, *, maths: bool) -> Number:
    """Record digits that are not a number."""
    return Number(start, end, text[start:end], Fraction(0), Fraction(0), "digits", (start, end), maths=maths, structural=reason)


def _read_glyphs(scene: Scene) -> list[Number]:
    """Read ½ and its like, each one exact number."""
    found = []
    for glyph in GLYPH.finditer(scene.text):
        start, end = glyph.span()
        found.append(Number(start, end, glyph[0], Fraction(*GLYPHS[glyph[0]]), Fraction(0), "glyph", (start, end)))
    return found


def _read_words(scene: Scene, *, bound: bool) -> list[Number]:
    """Read number words outside maths: all of them in a binding, those above ten in an audit."""
    text = scene.text
    found: list[Number] = []
    for phrase in WORDS.finditer(text):
        if scene.is_maths(phrase.start()):
            continue
        end, unit, tens = phrase.end(), "", 0
        if suffix := SUFFIX.match(text, end):
            tens, unit = read_suffix(suffix)
            end = suffix.end() if tens else end
        alone = not (tens or phrase["hundred"] or phrase["scales"])
        if not bound and (alone or unit == "points") and (phrase["head"] or "").lower() in UP_TO_TEN:
            continue
        count, scale = read_words(phrase)
        scale += tens
        if alone and count == 1 and _is_pronoun(text, phrase.start(), end):
            continue
        found.append(
            Number(
                start=phrase.start(),
                end=end,
                text=text[phrase.start() : end],
                value=scale_by_ten(count, scale),
                half_unit=half_unit_at(scale),
                kind="word",
                digits=phrase.span("count"),
                figures=str(count),
                scale=scale,
                unit=unit,  # type: ignore[arg-type]  # read_suffix returns one of its three values
                about=is_about(text, phrase.start(), maths=False),
            ),
        )
    return found


def _is_pronoun(text: str, start: int, end: int) -> bool:
    """Whether a `one` counts nothing: no one, one another."""
    return bool(_NOT_COUNTING.search(text[max(0, start - 8) : start]) or _PRONOUN.match(text, end))


def _settle_one(numbers: list[Number], expected: int | None) -> list[Number]:
    """Leave out the word `one`, which is mostly a pronoun, unless it alone can be meant."""
    if len(numbers) == 1 and expected in (None, 1):
        return numbers
    return [number for number in numbers if not (number.word and number.value == 1)]


def _merge(numbers: list[Number], others: list[Number]) -> list[Number]:
    """Put two readings in order; where two overlap the first reading wins."""
    if not others:
        return numbers
    taken = {position for number in numbers for position in range(number.start, number.end)}
    free = [other for other in others if other.start not in taken and other.end - 1 not in taken]
    return sorted(numbers + free, key=lambda number: number.start)
