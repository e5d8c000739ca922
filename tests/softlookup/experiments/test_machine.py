import platform
from pathlib import Path

import pytest

from softlookup.experiments.machine import name_machine, tell_origin


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("processor : 0\nmodel name\t: A 1\nflags : x\nprocessor : 1\nmodel name\t: B 2: fast\n", "A 1"),
        ("Hardware : none of these words\n", "processor unknown"),
    ],
)
def test_the_first_processor_is_named(monkeypatch: pytest.MonkeyPatch, told: str, name: str) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: True)
    monkeypatch.setattr(Path, "read_text", lambda *_: told)
    assert name_machine() == f"{platform.system()} {platform.machine()}, {name}"


def test_a_system_that_tells_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert name_machine().endswith(", processor unknown")


def test_an_origin_names_machine_versions_and_command() -> None:
    kept = {"command": "make records", "machine": "Linux x, A 1", "python": "3.11.7", "numpy": "2.0.1"}
    assert tell_origin(kept) == "Linux x, A 1, Python 3.11.7, NumPy 2.0.1; make records"
