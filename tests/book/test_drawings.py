"""Every figure of the book is drawn as it was when someone last looked at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from support.drawings import RENEW, describe_drawing, describe_drawings, find_changes, read_kept

if TYPE_CHECKING:
    from tether.judged import Verdict

SHOWN = 12
SVG = (
    '<svg viewBox="0 0 400 40" style="max-width:540px"><g><path d="M 10.04 5 L 20 5.55 z" '
    'style="fill:var(--sl-query);opacity:0.25" data-part="bar:a"/></g>'
    '<text x="3" y="7">0.25 of it</text></svg>'
)


def test_every_drawing_is_as_it_was_looked_at(verdict: Verdict) -> None:
    assert [problem for problem in verdict.problems if problem.kind == "execution"] == []
    kept, drawn = read_kept(), describe_drawings(verdict)
    assert len(drawn) > SHOWN
    told = [f"{name}: there is no such drawing any more" for name in sorted({*kept} - {*drawn})]
    told += [f"{name}: not committed yet" for name in sorted({*drawn} - {*kept})]
    for name in sorted({*kept} & {*drawn}):
        changes = find_changes(kept[name], drawn[name])
        more = [f"  and {len(changes) - SHOWN} lines more"] if len(changes) > SHOWN else []
        told += [f"{name}: the drawing changed", *(f"  {line}" for line in changes[:SHOWN]), *more] * bool(
            changes
        )
    if told:
        pytest.fail("\n".join([*told, RENEW]), pytrace=False)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("10.04", "10.3"),
        ("5.55", "5.4"),
        ("opacity:0.25", "opacity:0.2501"),
        ("<g>", '<g id="x">'),
        ('"0 0 400 40"', '"0 0 400.2 40"'),
    ],
)
def test_what_no_eye_can_tell_is_no_change(old: str, new: str) -> None:
    assert old in SVG
    changes = find_changes(describe_drawing(SVG), describe_drawing(SVG.replace(old, new)))
    assert (changes == []) is (old != "<g>")  # a group that is named is another thing


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (
            "10.04",
            "10.6",
            "+ path data-part=bar:a style=fill:var(--sl-query);opacity:0.25  @ d M 10.6 5 L 20 5.5 z",
        ),
        (
            "L 20",
            "M 20",
            "+ path data-part=bar:a style=fill:var(--sl-query);opacity:0.25  @ d M 10 5 M 20 5.5 z",
        ),
        (
            "query",
            "key",
            "+ path data-part=bar:a style=fill:var(--sl-key);opacity:0.25  @ d M 10 5 L 20 5.5 z",
        ),
        (
            "opacity:0.25",
            "opacity:0.26",
            "+ path data-part=bar:a style=fill:var(--sl-query);opacity:0.26  @ d M 10 5 L 20 5.5 z",
        ),
        ("0.25 of it", "0.26 of it", '+ text  @ x 3 y 7 = "0.26 of it"'),
        ('x="3"', 'x="4"', '+ text  @ x 4 y 7 = "0.25 of it"'),
        ("540px", "541px", "+ svg style=max-width:541px  @ viewBox 0 0 400 40"),
        ("<text", "<a/><text", "+ a"),
        (
            "bar:a",
            "bar:b",
            "+ path data-part=bar:b style=fill:var(--sl-query);opacity:0.25  @ d M 10 5 L 20 5.5 z",
        ),
    ],
)
def test_what_an_eye_can_tell_is_told(old: str, new: str, line: str) -> None:
    assert line in find_changes(describe_drawing(SVG), describe_drawing(SVG.replace(old, new)))


def test_ids_are_numbered_and_long_curves_thinned() -> None:
    points = [f"L {x} {x + 0.25}" for x in range(300)]
    curve = f'<svg><path id="a-mx7" d="M 0 0 {" ".join(points)}"/><use href="#a-mx7" x="1" y="2"/></svg>'
    told = describe_drawing(curve)
    assert told == describe_drawing(curve.replace("a-mx7", "b-q9"))
    assert "path #0" in told
    assert "use href=#0  @ x 1 y 2" in told
    assert "ML… 602: 0" in told
    assert len(told) < 250
    assert find_changes(told, describe_drawing(curve.replace("M 0 0", "M 1 0"))) != []
    assert find_changes(told, describe_drawing(curve.replace("L 200 200.25", ""))) != []
