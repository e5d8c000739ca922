r"""Reading the numbers of a text.

In a binding each form reads as below; the table is a test (the text, an arrow, the values). A `?` is a
number that is found but cannot be read plainly: it holds for no value, and says why.

    -3.64                                   → -3.64
    −3.64                                   → -3.64
    +2.06                                   → 2.06
    -0.0                                    → 0
    .5                                      → 0.5
    10,000                                  → 10000
    1,000,000.5                             → 1000000.5
    1_000                                   → 1000
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
    $\frac12$                               → 1, 2
    $p_2 = 0.8700$                          → 0.8700
    $p_{12} = x^{2} + 3$                    → 3
    $\{4, 64, 256\}$                        → 4, 64, 256
    $q \in \mathbb{R}^{64}$                 → 64              (a shape, not an exponent)
    $e^{-3}$ or e^8 or d_k                  →
    p2, H200, GPT-3, top-1, 2-D             →
    v1.2.3, arXiv:1706.03762                →
    10k, 20M or 1.5 M or 3 bn               → ?, ?, ?, ?      (a scale: 10 thousand)
    10k, or 13                              → ?, 13
    v0.42, GPT-3.5, 42_x                    → ?, ?, ?
    −**13** or -*13* or -`13`               → -13, -13, -13   (a minus before markup)
    -$13$ or $-(13)$ or $x = -{13}$         → -13, -13, -13
    $x=-\mathbf{13}$ or $-\,13$             → -13, -13
    $-\frac{26}{2}$                         → -26, 2
    − 13                                    → -13
    –13                                     → -13
    ‐13                                     → -13
    −\u00a013                               → -13
    −€13 or −½ or −“13” or −|13|            → -13, -0.5, -13, -13
    minus 13 or minus thirteen              → -13, -13
    it is − 13, and - 8, x -**5**           → -13, -8, -5
    negative 13, minus about 13             → -13, -13
    13 - 5, 13 − 5, 13 minus 5, x − 5       → 13, 5, 13, 5, 13, 5, 5
    **13**–**20**, $13$–$20$                → 13, 20, 13, 20
    the keys – 13 of them – and 8           → 13, 8           (a dash between words)
    plus or minus 13                        → 13
    −(13, 8) or error-42 or score minus 13  → ?, 8, ?, ?
    --13                                    → ?
    drops to-42                             → -42
    (13 ± 13) % or [13, 20] %               → 0.13, 0.13, 0.13, 0.20
    (13–20) percent or **13** %             → 0.13, 0.20, 0.13
    **13** to **20** %                      → 0.13, 0.20
    (see 13) 20 %                           → 13, 0.20
    13 pct or 13 pp or (2–3) million        → 0.13, 0.13, 2e6, 3e6
    half of 13 or twice 13 or √13           → ?, ?, ?
    a third of 13, half a million           → ?, ?
    half of the 13 keys                     → 13
    $\sqrt{13}$ or $\log 13$ or log10(13)    → ?, ?, ?
    three quarters of 13                    → 3, ?
    $\frac{13}{\sqrt{8}}$                   → 13, ?
    13! or $13\pi$ or 13π                   → ?, ?, ?
    $13^n$ or $13^{0.5}$ or $(13)^2$        → ?, ?, ?
    $13x + 2$                               → 13, 2           (coefficients)
    13e3m                                   → ?
    13 e-3                                  → ?, 3
    13 squared, 13 dozen, 13 and a half     → ?, ?, ?
    a thousand and one                      → ?
    one thousand one                        → ?
    two point five                          → ?, 5
    two points                              → 0.02
    ０.４２, ¹³, ⑬, ٣                         → ?, ?, ?, ?      (digits other than 0 to 9)
    x¹³                                     →
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

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from tether.numbers.context import is_about
from tether.numbers.doubts import keep_doubtful
from tether.numbers.join import join_fractions, spread_suffixes
from tether.numbers.scan import merge, scan_digits, scan_words
from tether.numbers.signs import attach_signs
from tether.numbers.structure import explain_structure
from tether.numbers.tex import set_scene
from tether.numbers.words import may_hold_large_words

if TYPE_CHECKING:
    from tether.numbers.records import Number


def read_numbers(
    text: str,
    *,
    expected: int | None = None,
    maths: bool = False,
    bound: bool = True,
    before: str = "",
) -> list[Number]:
    """Read the numbers of a text from left to right; their spans do not overlap.

    `text` is the text of a binding or, with `bound=False`, a stretch of prose or of TeX to audit: there
    names are returned too, with the reason in `structural`, and number words up to ten, all of which a
    binding leaves out. `expected` is how many values the binding has: fractions are joined where that makes
    the count fit. `maths` says that the whole text is TeX; in a binding, `$…$` within prose is found in any
    case. `before` is what stands before the text, where an `about` may stand outside the binding.
    """
    about = bool(before) and _says_about(before)
    return list(_read(text, expected, maths=maths, bound=bound, about=about))


@lru_cache(maxsize=1 << 16)  # a verdict reads each text several times over
def _read(text: str, expected: int | None, *, maths: bool, bound: bool, about: bool) -> tuple[Number, ...]:
    numbers = _scan(text, maths=maths, bound=bound, about=about)
    if not bound:
        return numbers
    return tuple(join_fractions(text, _settle_one(list(numbers), expected), expected))


@lru_cache(maxsize=1 << 16)  # and for several counts of values
def _scan(text: str, *, maths: bool, bound: bool, about: bool) -> tuple[Number, ...]:
    """Read the numbers of a text, however many are expected."""
    scene = set_scene(text, maths=maths, mixed=bound)
    numbers = scan_digits(scene, bound=bound)
    if not maths and (bound or may_hold_large_words(text)):
        numbers = merge(numbers, scan_words(scene, bound=bound))
    if not bound:
        return tuple(explain_structure(scene, spread_suffixes(text, numbers)))
    numbers = attach_signs(scene, keep_doubtful(scene, numbers))
    if about and numbers and not text[: numbers[0].start].strip("$*_([ \n"):
        numbers = [replace(numbers[0], about=True), *numbers[1:]]
    return tuple(spread_suffixes(text, numbers))


def _says_about(before: str) -> bool:
    """Tell whether an `about` stands before a binding: it holds for the number that the text begins with."""
    before = before.rstrip() + " "
    return is_about(before, len(before), maths=False)


def _settle_one(numbers: list[Number], expected: int | None) -> list[Number]:
    """Leave out the word `one`, which is mostly a pronoun, unless it alone can be meant."""
    if len(numbers) == 1 and expected in (None, 1):
        return numbers
    return [number for number in numbers if not (number.word and number.value == 1 and not number.unreadable)]
