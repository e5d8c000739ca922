"""Scripts type no numbers: what a reader is shown comes from the page or from what the reader set.

The audit of `tether` reads pages, not scripts. Here all texts of our scripts are read; one that holds a digit
or a number word above ten must be listed, with where its number is held.
"""

import re
from collections import Counter
from math import erf, sqrt
from pathlib import Path

import pytest

from softlookup.experiments.estimates import Z

SCRIPTS = Path(__file__).parents[2] / "docs" / "assets" / "js"
LEVEL = f"{100 * erf(Z / sqrt(2)):.4g} % interval"
"""How the level of all intervals is written, by the code that makes them."""
LISTED = {
    ("tether.js", LEVEL): "the level of every interval: Z in softlookup.experiments.estimates",
    ("memory.js", f"({LEVEL}  to ,  trials)"): "the same level, around numbers that were worked out",
    ("memory.js", " . The best sharpness by this judge: ; 1/σ² is ."): "a formula's name, and then its value",
    ("memory.js", "1/σ²"): "a formula's name",
    ("menu.js", "(max-width: 76.2344em)"): "a width of windows, as in frame.css: nobody reads it",
    ("plane.js", "http://www.w3.org/2000/svg"): "the name of a language",
    ("plane.js", "0 0  "): "where a drawing begins: nobody reads it",
    ("tether.js", "$1−"): "a place in a pattern",
}
"""What may stand in a script, and why; what a template puts in is left out of its text."""
_NUMBER = re.compile(
    r"\d|\b(?:eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|hundred|thousand|[mb]illion)\b"
    r"|\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b",
    re.IGNORECASE,
)
_SKIPPED = re.compile(
    r"//[^\n]*|/\*.*?\*/"  # comments
    r"|(?<=[(,=:\[!&|?{};\n])(\s*)/(?![/*])(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/",  # patterns
    re.DOTALL,
)
_QUOTED = re.compile(r""""((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'""")
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def list_texts(code: str) -> list[str]:
    """Give the texts of a script: of quoted ones all, of templates what stands between their insertions."""
    return _read(code, 0, "")[0]


def _read(code: str, place: int, end: str) -> tuple[list[str], int]:
    """Read code up to a character that ends it; give its texts, and the place behind the end."""
    texts: list[str] = []
    depth = 0
    while place < len(code):
        one = code[place]
        if one == end and not depth:
            return texts, place + 1
        depth += (one == "{") - (one == "}")
        if one == "`":
            text, within, place = _read_template(code, place + 1)
            texts += [text, *within]
        elif (found := _QUOTED.match(code, place)) is not None:
            texts.append(_unescape(found[1] or found[2] or ""))
            place = found.end()
        elif (found := _SKIPPED.match(code, place)) is not None:
            place = found.end()
        else:
            place += 1
    assert not end, "a template that does not end"
    return texts, place


def _read_template(code: str, place: int) -> tuple[str, list[str], int]:
    text, within = "", list[str]()
    while code[place] != "`":
        if code.startswith("${", place):
            found, place = _read(code, place + 2, "}")
            within += found
        else:
            size = 2 if code[place] == "\\" else 1
            text += code[place : place + size]
            place += size
    return _unescape(text), within, place + 1


def _unescape(text: str) -> str:
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)


def find_numbers(folder: Path) -> Counter[tuple[str, str]]:
    """Count the texts with numbers in them, by the name of their script."""
    return Counter(
        (path.name, text)
        for path in sorted(folder.rglob("*.js"))
        for text in list_texts(path.read_text("utf-8"))
        if _NUMBER.search(text)
    )


def test_no_script_types_a_number_that_is_not_listed() -> None:
    assert set(find_numbers(SCRIPTS)) == set(LISTED)


@pytest.mark.parametrize(
    ("code", "texts"),
    [
        ('a("x 1"); // "no"\n/* "no" */ b = \'y\';', ["x 1", "y"]),
        ("`a ${print(now, 3)} of ${`in ${n} 7`} 12`", ["a  of  12", "in  7"]),
        (r'x.replace(/"/g, "\u2212"); y = "\"2\""', ["−", r"\"2\""]),
        ("z = a / b; w = `${ {q: 1}.q }`; v = 'it''s'", ["", "it", "s"]),
    ],
)
def test_texts_are_told_from_comments_patterns_and_insertions(code: str, texts: list[str]) -> None:
    assert list_texts(code) == texts


@pytest.mark.parametrize("spoilt", ['"half of 200 trials"', "`at ${beta} it is 0.87`", '"thirteen slots"'])
def test_a_typed_number_is_found(tmp_path: Path, spoilt: str) -> None:
    path = tmp_path / "one.js"
    path.write_text(f"const told = {spoilt};\n", "utf-8")
    assert len(find_numbers(tmp_path)) == 1
