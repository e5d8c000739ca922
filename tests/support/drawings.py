"""Every figure of the book as it is drawn: its shapes, their places and its words, kept as text.

Tests of single figures hold what a reader takes from them. This holds the rest, sizes and offsets and
dashes, against what someone has looked at. Places are held to a third of a unit, so that neither another
Matplotlib nor another processor tells; ids are numbered, and the points of long curves thinned.
"""

from __future__ import annotations

import json
import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from tether.check import check
from tether.config import load_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tether.judged import Verdict

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "tests" / "book" / "drawings"
RENEW = "look at it (make serve); if it is what you want: make drawings"
NEAR, ALIKE = 0.34, 0.0051
"""How far a place may move, in units of the view box, and any other number, such as an opacity."""
MOST = 40
"""Numbers of a path that are kept at most."""
_SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
_NUMBER = re.compile(r"(?<![\w#.-])-?\d+(?:\.\d+)?(?:e-?\d+)?")
_DECIMALS = re.compile(r"(?<![\w.])\d+\.\d{4,}")
_PLACES = ("viewBox", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height",
           "dx", "dy", "points", "transform", "d")  # fmt: skip
_UNKEPT = {"xmlns", "role", "aria-label", "id", "class"}
_AT, _WORDS = "  @ ", " = "


def describe_drawings(verdict: Verdict) -> dict[str, str]:
    """Give the drawings of every block of a book: by page and block, as kept text."""
    found = {}
    for page in verdict.pages:
        reports = verdict.outputs.get(page.name, [])
        for fence, report in zip(page.fences, reports, strict=bool(reports)):
            drawn = [describe_drawing(markup) for markup in _SVG.findall(report["output"])]
            if drawn:
                found[f"{page.key}/{fence.id}"] = "\n".join(drawn)
    return found


def describe_drawing(markup: str) -> str:
    """Write one figure an element a line: what it is, where it is, and its words."""
    root = ET.fromstring(markup)  # noqa: S314  (our own markup)
    names: dict[str, str] = {}
    return "\n".join(_describe(root, 0, names)) + "\n"


def _describe(element: ET.Element, depth: int, names: dict[str, str]) -> Iterator[str]:
    def number_ids(text: str) -> str:
        return re.sub(r"#([\w.-]+)", lambda name: f"#{names.setdefault(name[1], str(len(names)))}", text)

    shape = [element.tag.rsplit("}", 1)[-1]]
    if name := element.get("id") if depth else None:
        shape.append(number_ids(f"#{name}"))
    for key, value in sorted(element.items()):
        if key not in {*_PLACES, *_UNKEPT}:
            shape.append(f"{key}={number_ids(value) if key in {'href', 'clip-path', 'style'} else value}")
    where = [_thin(key, element.get(key, "")) for key in _PLACES if key in element.attrib]
    line = "  " * depth + _DECIMALS.sub(lambda found: f"{float(found[0]):.3f}".rstrip("0"), " ".join(shape))
    line += _AT + " ".join(where) if where else ""
    line += _WORDS + json.dumps(element.text, ensure_ascii=False) if element.text else ""
    if line.strip() != "g":
        yield line
    for child in element:
        yield from _describe(child, depth + (line.strip() != "g"), names)


def _thin(key: str, value: str) -> str:
    """Round numbers to tenths; of very many give the commands, how many there are, and each so many-th."""
    numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", value)]
    if len(numbers) <= MOST:
        return f"{key} " + _NUMBER.sub(lambda found: _round(float(found[0])), value)
    step = math.ceil(len(numbers) / MOST) | 1  # odd, so that both x and y are among them
    commands = re.sub(r"([A-Za-z])\1+", r"\1…", re.sub(r"[^A-Za-z]", "", value))
    return f"{key} {commands} {len(numbers)}: " + " ".join(map(_round, numbers[::step]))


def _round(number: float) -> str:
    text = f"{number:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def find_changes(kept: str, drawn: str) -> list[str]:
    """Give what differs in more than digits that do not matter, as lines of a diff."""
    old, new = kept.splitlines(), drawn.splitlines()
    if len(old) == len(new):
        return [
            f"{sign} {line.strip()}"
            for was, now in zip(old, new, strict=True) if not _is_same(was, now)
            for sign, line in (("-", was), ("+", now))
        ]  # fmt: skip
    left = [line for line in new if line not in old]
    gone = [line for line in old if line not in new]
    return [f"{len(old)} elements before, {len(new)} now", *(f"- {line.strip()}" for line in gone),
            *(f"+ {line.strip()}" for line in left)]  # fmt: skip


def _is_same(was: str, now: str) -> bool:
    """Tell whether two lines show the same to an eye."""
    (first, old, words), (second, new, said) = _cut(was), _cut(now)
    return words == said and _is_near(first, second, ALIKE) and _is_near(old, new, NEAR)


def _cut(line: str) -> tuple[str, str, str]:
    shape, _, words = line.partition(_WORDS + '"')
    shape, _, where = shape.partition(_AT)
    return shape, where, words


def _is_near(was: str, now: str, most: float) -> bool:
    if _NUMBER.sub("0", was) != _NUMBER.sub("0", now):
        return False
    pairs = zip(_NUMBER.findall(was), _NUMBER.findall(now), strict=True)
    return all(abs(float(old) - float(new)) <= most for old, new in pairs)


def read_kept() -> dict[str, str]:
    """Give the drawings that are committed."""
    return {
        path.relative_to(KEPT).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in sorted(KEPT.rglob("*.txt"))
    }


def main() -> int:
    """Write anew the drawings that changed, and only those; say which."""
    verdict = check(load_project(ROOT / "mkdocs.yml"))
    failed = [problem for problem in verdict.problems if problem.kind == "execution"]
    if failed:
        print(*failed, "a block fails, so not every figure could be drawn", sep="\n")  # noqa: T201
        return 1
    kept, drawn = read_kept(), describe_drawings(verdict)
    for name in sorted({*kept, *drawn}):
        path = (KEPT / name).with_suffix(".txt")
        if name not in drawn:
            path.unlink()
            print(f"{name}: gone")  # noqa: T201
        elif name not in kept or find_changes(kept[name], drawn[name]):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(drawn[name], "utf-8")
            print(f"{name}: written")  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
