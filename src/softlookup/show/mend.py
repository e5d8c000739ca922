"""What ``latex2mathml`` writes, made into what browsers draw as a typesetter would.

Browsers implement MathML Core: letters take their style from Unicode, not from ``mathvariant``; columns
are aligned by CSS; an operator's spacing hangs on its form; named widths and negative spaces are unknown.
"""

import unicodedata
from xml.etree.ElementTree import Element

FENCES = {"{": "prefix", "⟨": "prefix", "⌊": "prefix", "⌈": "prefix",
          "}": "postfix", "⟩": "postfix", "⌋": "postfix", "⌉": "postfix"}  # fmt: skip
CLOSING = frozenset(")]}⟩⌋⌉|‖!%′″")
ORDINARY = frozenset("⊤⊥∇∂∞∅∀∃¬…⋯⋮⋱′″†∗⋆")
SIGNS = frozenset("+−±∓")
BARS = frozenset("|‖/")
SCRIPTED = {"msub", "msup", "msubsup"}
VARIANTS = {"bold": "BOLD", "bold-italic": "BOLD ITALIC", "italic": "ITALIC", "script": "SCRIPT",
            "double-struck": "DOUBLE-STRUCK", "fraktur": "FRAKTUR"}  # fmt: skip
ROWS = {"mrow", "math", "mtd", "mstyle", "msqrt"}
LIMITS = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
BIG_OPERATORS = frozenset("∑∏⋃⋂⨁⨂")
LIMIT_NAMES = frozenset(("lim", "max", "min", "sup", "inf", "argmax", "argmin"))
PRIMES = frozenset("′″‴⁗")
# The sign over one letter, and the one that stretches over several, as fonts place them best.
ACCENTS = {"^": ("ˆ", "\u0302"), "~": ("˜", "\u0303"), "¯": ("‾", "‾"), "―": ("‾", "‾"),
           "→": ("→", "→"), "¨": ("¨", "¨"), "˙": ("˙", "˙")}  # fmt: skip
LINES = frozenset("‾→")


def mend(element: Element) -> None:
    """Mend ``element`` and all below it, in place."""
    for child in element:
        mend(child)
    if element.tag in ROWS:
        _merge_thousands(element)
        _drop_negative_spaces(element)
        _group_brackets(element)
    _set_operators(element)
    _set_limits(element)
    _set_primes(element)
    _set_scripts(element)
    _set_accents(element)
    _set_letters(element)
    _set_columns(element)


def style_letter(sign: str, variant: str) -> str:
    """Give the letter or digit ``sign`` in a mathematical style such as ``bold``, or as it is.

    Examples:
        >>> style_letter("W", "bold"), style_letter("β", "bold"), style_letter("1", "bold")
        ('𝐖', '𝛃', '𝟏')
    """
    words = unicodedata.name(sign, "").split()
    if not words or variant not in VARIANTS:
        return sign
    if words[0] == "DIGIT":
        tail = " ".join(words)
    elif words[1:3] in (["CAPITAL", "LETTER"], ["SMALL", "LETTER"]) and len(words) == 4:  # noqa: PLR2004
        tail = f"{words[1]} {words[3]}"
    else:
        return sign
    try:
        return unicodedata.lookup(f"MATHEMATICAL {VARIANTS[variant]} {tail}")
    except KeyError:
        return sign


def _merge_thousands(row: Element) -> None:
    """Make ``10{,}000`` one number again."""
    children = list(row)
    for left, group, right in zip(children, children[1:], children[2:], strict=False):
        comma = group.tag == "mrow" and len(group) == 1 and group[0].text == ","
        if comma and left.tag == right.tag == "mn" and left in list(row):
            right.text = f"{left.text},{right.text}"
            row.remove(left)
            row.remove(group)


def _drop_negative_spaces(row: Element) -> None:
    """Drop negative spaces: around stretched brackets MathML has none to take back."""
    for child in list(row):
        if child.tag == "mspace" and child.get("width", "").startswith(("negative", "-")):
            row.remove(child)


def _set_operators(row: Element) -> None:
    """Give signs, bars, brackets and named operators the spacing that TeX gives them."""
    tabled = any(child.tag == "mtable" for child in row)
    before: Element | None = None
    for index, child in enumerate(list(row)):
        text = child.text or ""
        if child.tag in {"mi", "mo"} and text in FENCES:
            child.tag = "mo"
            child.attrib.setdefault("stretchy", "false")
            child.attrib.setdefault("form", FENCES[text])
        elif child.tag == "mo" and text in ORDINARY:
            child.tag = "mi"
            child.attrib.clear()
        elif child.tag == "mo" and text in BARS and not tabled and child.get("stretchy") != "true":
            child.attrib.update(stretchy="false", lspace="0", rspace="0")
        elif child.tag == "mo" and text in SIGNS and _opens(before):
            child.set("form", "prefix")
        elif child.tag == "mo" and text.isalpha():
            _name(child)
        if child.tag == "mo" and "minsize" in child.attrib:
            child.attrib.update(stretchy="true", symmetric="true", maxsize=child.get("minsize", ""))
        if row.tag in ROWS and _is_named(child) and index + 1 < len(row):
            _space_name(row, child)
        before = child if child.tag != "mspace" else before


def _group_brackets(row: Element) -> None:
    """Put an exponent of a large closing bracket on the whole of what the brackets hold.

    Browsers stretch a bracket in a row, and do not where it is the base of an exponent.
    """
    for child in list(row):
        if child.tag not in SCRIPTED or child[0].tag != "mo" or "minsize" not in child[0].attrib:
            continue
        end = list(row).index(child)
        start = next((i for i in range(end - 1, -1, -1) if "minsize" in row[i].attrib), None)
        if start is None:
            continue
        group = Element("mrow")
        group.extend(row[start:end])
        group.append(child[0])
        _set_operators(group)
        child[0] = group
        del row[start:end]


def _set_limits(element: Element) -> None:
    """Put the limits of sums and of lim, max, min below and above: operators that move them do so inline."""
    if element.tag not in LIMITS:
        return
    base = element[0]
    named = base.tag in {"mi", "mo"} and base.text in LIMIT_NAMES
    if named or (base.tag == "mo" and (base.text or " ") in BIG_OPERATORS):
        element.tag = LIMITS[element.tag]
    if named:
        base.tag = "mo"
        base.attrib.update(movablelimits="true", lspace="0", rspace="0")


def _set_primes(element: Element) -> None:
    """Set primes beside their letter at full size: fonts draw them raised already."""
    if element.tag not in {"msup", "msubsup"} or not len(element):
        return
    prime = element[-1]
    if prime.tag == "mrow" and len(prime) == 1:
        prime = prime[0]
    if (prime.text or " ") not in PRIMES:
        return
    prime.tag = "mo"
    prime.attrib.update(lspace="0", rspace="0")
    base = element[0]
    del element[-1]
    if element.tag == "msup":
        element.tag = "mrow"
        element.append(prime)
    else:
        element.tag = "msub"
        element[0] = Element("mrow")
        element[0].extend([base, prime])


def _opens(before: Element | None) -> bool:
    """Tell whether a sign after ``before`` is a number's sign rather than a sum's."""
    return before is None or (before.tag == "mo" and (before.text or "") not in CLOSING)


def _name(operator: Element) -> None:
    """Make a named operator such as softmax an upright name, with limits below where it moves them."""
    operator.tag = "mi"
    operator.attrib.clear()
    if len(operator.text or "") == 1:
        operator.set("mathvariant", "normal")


def _is_named(element: Element) -> bool:
    """Tell whether an element is a name of several letters, with or without an index."""
    if element.tag in {*SCRIPTED, "munder", "mrow"} and len(element):
        return _is_named(element[0]) and (element.tag != "mrow" or len(element) == 1)
    text = element.text or ""
    return element.tag in {"mi", "mo"} and len(text) > 1 and text.isalpha()


def _space_name(row: Element, name: Element) -> None:
    """Put a thin space between a name and what it is applied to, unless brackets follow."""
    follower = row[list(row).index(name) + 1]
    first = follower
    while len(first) and first.tag in {"mrow", *SCRIPTED}:
        first = first[0]
    if first.tag in {"mi", "mn", "mfrac", "msqrt", "mover"}:
        row.insert(list(row).index(follower), Element("mspace", width="0.167em"))


def _set_scripts(element: Element) -> None:
    """Take the spacing from an operator that stands alone as an index or exponent."""
    if element.tag in SCRIPTED:
        for script in list(element)[1:]:
            inner = script[0] if script.tag == "mrow" and len(script) == 1 else script
            if inner.tag == "mo" and inner.text in ORDINARY | {"*"}:
                inner.tag = "mi"
                inner.attrib.clear()
            elif inner.tag == "mo":
                inner.attrib.update(lspace="0", rspace="0")


def _set_accents(element: Element) -> None:
    """Let an accent keep its size over one letter and stretch over several."""
    if element.tag != "mover" or len(element) < 2 or element[1].tag != "mo" or element[1].text not in ACCENTS:  # noqa: PLR2004
        return
    base, mark = element
    letters = sum(len(part.text or "") for part in base.iter() if part.tag in {"mi", "mn"})
    wide = letters > 1
    if wide and mark.text in {"¯", "―"}:  # fonts do not stretch it: the style sheet draws the line
        element.tag = "mrow"
        element.attrib.clear()
        element.set("class", "sl-overline")
        element.remove(mark)
        return
    mark.text = ACCENTS[mark.text or ""][wide]
    mark.attrib.clear()
    mark.set("stretchy", "true" if wide else "false")
    if mark.text in LINES:  # as an accent it would touch the letter
        element.attrib.pop("accent", None)
    else:
        element.set("accent", "true")
    if mark.text == "→" and not wide:
        mark.set("mathsize", "70%")


def _set_letters(element: Element) -> None:
    """Write styled letters as the Unicode letters that browsers draw."""
    variant = element.get("mathvariant", "")
    if variant in VARIANTS:
        del element.attrib["mathvariant"]
        element.text = "".join(style_letter(sign, variant) for sign in element.text or "")
    if (
        element.tag == "mrow"
        and len(element) > 1
        and all(child.get("mathvariant") == "normal" and len(child.text or "") == 1 for child in element)
    ):
        element[0].text = "".join(child.text or "" for child in element)
        element[0].attrib.clear()
        del element[1:]


def _set_columns(element: Element) -> None:
    """Turn ``columnalign`` into classes, which the style sheet knows."""
    if element.tag == "mtable":
        if element.get("columnspacing") == "0em 2em":
            element.set("class", "sl-aligned")
        for name in ("rowspacing", "columnspacing", "columnalign", "columnlines", "rowlines"):
            element.attrib.pop(name, None)
    if element.tag == "mtd":
        side = element.attrib.pop("columnalign", "")
        if side in {"left", "right"}:
            element.set("class", f"sl-{side}")
