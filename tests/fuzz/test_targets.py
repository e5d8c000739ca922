"""The targets of the fuzzer take what they should, and tell of what they must not let through."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest

from fuzz import look, targets
from tether import fix

if TYPE_CHECKING:
    from pathlib import Path


def spell(text: str, flags: int = 0, value: float = 0.0) -> bytes:
    return bytes([flags]) + struct.pack("<d", value) + text.encode("utf-8")


@pytest.mark.parametrize("flags", [0, 1])
@pytest.mark.parametrize("text", targets.BOUND)
@pytest.mark.parametrize("target", targets.TARGETS)
def test_the_targets_take_bound_texts(target: str, text: str, flags: int) -> None:
    targets.TARGETS[target](spell(f"A river, {text}, and 12 more.\n\n* {text}", flags, 13.4))


@pytest.mark.parametrize("data", [b"", b"\xff", b"\x07" + b"\xff" * 12, spell("12", value=float("nan"))])
@pytest.mark.parametrize("target", targets.TARGETS)
def test_any_bytes_will_do(target: str, data: bytes) -> None:
    targets.TARGETS[target](data)


def test_a_stale_number_is_fixed_within_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    planned = []

    def plan(verdict: object, *, whole: bool) -> list[fix.Change]:
        planned.append(fix.plan_changes(verdict, whole=whole))  # type: ignore[arg-type]
        return planned[-1]

    monkeypatch.setattr(targets, "plan_changes", plan)
    targets.try_fix(spell("At [13.3 %](=river.share), [12](=river.bridges) bridges"))
    ((change,), nothing) = planned
    assert (change.after, nothing) == ("At [13.4 %](=river.share), [13](=river.bridges) bridges", [])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[12](=a) of 3", "[13](=a) of 4"),
        ("[12](=a)", "[13](=b)"),
        ("[12](=a)", "(13](=a)"),
        ("x [12](=a)", "y? [13](=a)"),
        ("12<!--=a-->", "13"),
        ("[12](=a)\n", "\n[13](=a)\n"),
        ("[1, 2](=a)", "[(1, 3)](=a)"),
    ],
)
def test_a_change_outside_a_literal_is_told(before: str, after: str) -> None:
    targets.check_change(before, before)
    with pytest.raises(AssertionError):
        targets.check_change(before, after)


def test_what_the_search_starts_from(tmp_path: Path) -> None:
    look.write_words(tmp_path / "words")
    words = (tmp_path / "words").read_text("ascii").splitlines()
    assert '"\\x5d\\x28\\x3d"' in words  # ](=
    assert len(words) > 100
    look.write_seeds(tmp_path / "seeds", 400)
    seeds = [path.read_bytes() for path in (tmp_path / "seeds").iterdir()]
    assert spell("[13.4 %](=river.share)") in seeds
    assert all(len(seed) < 400 + 9 for seed in seeds)
