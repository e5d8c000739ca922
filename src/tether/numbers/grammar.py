"""The regular expressions for the forms of a number.

Each runs in linear time: repeats are bounded, or their alternatives start with different characters.
"""

from __future__ import annotations

import re

MINUS = "-\N{MINUS SIGN}"
SIGNS = MINUS + "+"
MINUS_LIKE = MINUS + "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}﹣－"
"""What a reader takes for a minus where it stands before a number and after no operand."""
DASHES = "-\N{NON-BREAKING HYPHEN}\N{EN DASH}\N{EM DASH}"
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
FROM_SUPERSCRIPT = str.maketrans(SUPERSCRIPTS + "⁺⁻", "0123456789+-")
TO_SUPERSCRIPT = str.maketrans("0123456789+-", SUPERSCRIPTS + "⁺⁻")

NARROW = "\N{NO-BREAK SPACE}\N{THIN SPACE}\N{NARROW NO-BREAK SPACE}"
SPACE = rf"(?:[ \t\r\n{NARROW}~]|\\[ ,;:!]|&(?:nbsp|thinsp);)"

FIRST = re.compile(r"[0-9]|\.(?=[0-9])")
"""Where a literal can begin."""

# 10,000 and its relatives, else a plain run of digits; or a bare `.5`.
# A group of three must be the last or be followed by another, so that `1,2345` is two numbers.
MANTISSA = re.compile(
    rf"(?:[1-9][0-9]{{0,2}}(?P<separator>,|_|\{{,\}}|\\,|[{NARROW}])[0-9]{{3}}"
    r"(?:(?P=separator)[0-9]{3})*(?![0-9])|[0-9]+)(?:\.[0-9]+)?"
    r"|(?<![\w.)\]}])\.[0-9]+",
)

_BRACED = rf"\^(?P<braced>\{{ {{0,2}}[{SIGNS}]?[0-9]+ {{0,2}}\}})"
_RAISED = rf"(?P<raised>[⁺⁻]?[{SUPERSCRIPTS}]+)"
# `10^12` in TeX is ten to the one, followed by a two: there a bare exponent is one digit.
_POWER = {
    False: rf"(?:{_BRACED}|{_RAISED}|\^(?P<bare>[{SIGNS}]?[0-9]+))",
    True: rf"(?:{_BRACED}|{_RAISED}|\^(?P<bare>[0-9])(?![0-9]))",
}
_TIMES = {
    False: rf"{SPACE}{{0,4}}(?:[×·]|\\times|\\cdot|(?<= )x(?= )){SPACE}{{0,4}}10",
    True: rf"{SPACE}{{0,4}}(?:[×·]|\\times|\\cdot){SPACE}{{0,4}}10",
}
POWER = {maths: re.compile(pattern) for maths, pattern in _POWER.items()}
TIMES_POWER = {maths: re.compile(_TIMES[maths] + _POWER[maths]) for maths in (False, True)}
E_NOTATION = re.compile(rf"[eE](?P<e>[{SIGNS}]?[0-9]+)(?![\w])")

DOTTED = re.compile(r"(?:\.[0-9]+)+")
ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")

CLOSER = r"(?:[$)\]}*_`]|\\[)\]]|\\right ?|</[a-z]{1,8}>)"
"""What may stand between a number and its percent sign."""

SUFFIX = re.compile(
    rf"(?i:(?P<closers>{CLOSER}{{0,8}})(?:{SPACE}{{0,8}}(?P<tex>\\(?:text|mathrm)\{{ {{0,2}})?|(?P<hyphen>-))"
    r"(?:(?P<points>percentage[ -]points?\b|points?\b|pp\b|pts\b)"
    r"|(?P<percent>\\?[%％]|‰|pct\b|percent\b|per cent\b)"
    r"|(?P<scale>(?:hundred|thousand|million|billion|trillion)s?\b"
    rf"(?:{SPACE}(?:thousand|million|billion|trillion)s?\b)?))(?(tex) {{0,2}}\}}))",
)
POWERS_OF_TEN = {"hundred": 2, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}

# `13–20 %`: the sign covers both. In maths a plain hyphen is a subtraction.
_JOINT = rf"(?:[$*_`]|\\\)){{0,4}}{SPACE}{{0,8}}%s{SPACE}{{0,8}}(?:[$*_`]|\\\(){{0,4}}"
SPREAD = {
    False: re.compile(_JOINT % rf"(?:[{DASHES}]{{1,3}}|±|\+/[{MINUS}]|\\pm|to)"),
    True: re.compile(_JOINT % r"(?:[–—]|--|±|\\pm|\\(?:text|mathrm)\{ ?(?:[–—]|--?|to) ?\})"),
}
PROPORTION = re.compile(_JOINT % "(?:in|of|out of)")

GLYPHS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8),
    "⅞": (7, 8),
}  # fmt: skip
GLYPH = re.compile(f"[{''.join(GLYPHS)}]")
