"""The letters of the book's formulas, read from their TeX, and those that the table of symbols explains."""

import re
from collections.abc import Iterator

from softlookup.guide.minutes import drop_code
from softlookup.guide.shelf import Leaf, Shelf

PAGE = "tools.md"
_FORMULA = re.compile(r"\$\$(.+?)\$\$|(?<![\\$])\$([^$\n]+)\$", re.DOTALL)
_BINDING = re.compile(r"\]\(=[^\s]*\)")
_WORDS = re.compile(r"\\(?:text|operatorname|mathrm|textbf|tag|label|begin|end)\*?\s*\{[^{}]*\}")
_STYLED = re.compile(r"\\(?P<style>mathbf|mathcal|mathbb)\s*\{?(?P<letter>[A-Za-z])\}?")
_GREEK = (
    "alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi"
    "|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega|ell"
)
_GREEK_LETTER = re.compile(rf"\\(?:{_GREEK})(?![A-Za-z])")
_COMMAND = re.compile(r"\\[A-Za-z]+")
_LETTER = re.compile(r"[A-Za-z]")
_SECTION = re.compile(r"^## Symbols \{#symbols\}$(.*?)(?=^## |\Z)", re.DOTALL | re.MULTILINE)
_SPOKEN = frozenset({"d", "e"})
"""Of `dx` and of the exponential: upright letters that TeX sources write as plain ones."""


def find_formulas(leaf: Leaf) -> Iterator[tuple[int, str]]:
    """Yield the TeX of a page's formulas, each with its offset in the body."""
    for match in _FORMULA.finditer(_BINDING.sub(lambda found: " " * len(found[0]), drop_code(leaf.body))):
        yield match.start(), match[1] or match[2]


def find_letters(tex: str) -> set[str]:
    r"""Give the letters of a formula: ``a``, ``A``, ``\mathbf{a}``, ``\mathcal{N}``, ``\beta``."""
    found: set[str] = set()
    tex = _WORDS.sub(" ", tex)

    def take(match: re.Match[str]) -> str:
        found.add(f"\\{match['style']}{{{match['letter']}}}")
        return " "

    tex = _STYLED.sub(take, tex)
    found |= set(_GREEK_LETTER.findall(tex))
    return found | set(_LETTER.findall(_COMMAND.sub(" ", tex)))


def list_explained(shelf: Shelf) -> set[str]:
    """Give the letters that the section on symbols explains."""
    leaf = shelf.find(PAGE)
    section = _SECTION.search(leaf.body) if leaf else None
    if leaf is None or section is None:
        return set()
    begin, end = section.span()
    inside = (tex for offset, tex in find_formulas(leaf) if begin <= offset < end)
    return {letter for tex in inside for letter in find_letters(tex)} | _SPOKEN


def find_unexplained(shelf: Shelf) -> dict[str, list[str]]:
    """Give each letter that some chapter's formulas use and the table lacks, with the places of first use."""
    explained = list_explained(shelf)
    missing: dict[str, list[str]] = {}
    for leaf in shelf.chapters:
        seen: set[str] = set()
        for offset, tex in find_formulas(leaf):
            for letter in sorted(find_letters(tex) - explained - seen):
                seen.add(letter)
                missing.setdefault(letter, []).append(leaf.place(offset))
    return missing
