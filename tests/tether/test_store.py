"""What is kept is read only in the form in which it was written, and needs no folder beforehand."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tether.store import _SHAPE, Store

if TYPE_CHECKING:
    from pathlib import Path

KEY = "ab" * 32


def test_a_folder_is_made_with_all_around_it(tmp_path: Path) -> None:
    told: list[str] = []
    store = Store(tmp_path / "a/b/c", tmp_path, told.append)
    assert store.get("values", KEY) is None
    store.put("values", KEY, {"x": [1.5]})
    assert store.get("values", KEY) == {"x": [1.5]}
    assert store.get("blocks", KEY) is None
    assert told == []


@pytest.mark.parametrize(
    ("part", "other"),
    [
        ("shape", _SHAPE - 1),
        ("shape", _SHAPE + 1),
        ("shape", str(_SHAPE)),
        ("kind", "blocks"),
        ("key", "cd" * 32),
        ("content", {"x": [2.5]}),
    ],
)
def test_an_entry_in_any_other_form_is_left_aside(tmp_path: Path, part: str, other: object) -> None:
    told: list[str] = []
    store = Store(tmp_path, tmp_path, told.append)
    store.put("values", KEY, {"x": [1.5]})
    (path,) = tmp_path.rglob(f"{KEY}.json")
    entry = json.loads(path.read_text("utf-8"))
    assert part in entry
    path.write_text(json.dumps({**entry, part: other}), "utf-8")
    assert store.get("values", KEY) is None
    assert len(told) == 1
    assert path.name in told[0]
