"""The lock is exact, hashed, and meets everything that pyproject.toml asks for."""

import re
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name


@pytest.fixture(scope="module")
def lock(root: Path) -> list[str]:
    """Give the entries of the lock: a requirement and its hashes each, on one line."""
    text = (root / "requirements.lock").read_text("utf-8")
    text = re.sub(r"^\s*#.*\n", "", text, flags=re.MULTILINE)
    return text.replace("\\\n", " ").splitlines()


def read_entry(entry: str) -> Requirement:
    """Read the requirement of an entry of the lock."""
    return Requirement(re.sub(r"\s+--hash=.*", "", entry))


def is_loose(entry: str) -> bool:
    """Tell whether an entry pins no exact version or carries no hash."""
    exact = r"[a-z0-9.-]+==[^\s;]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*"
    return not re.fullmatch(exact, entry)


def test_every_entry_is_exact_and_hashed(lock: list[str]) -> None:
    assert lock
    assert [entry for entry in lock if is_loose(entry)] == []


@pytest.mark.parametrize(
    "entry",
    [
        "numpy==2.4.6",
        f"numpy>=2.4.6 --hash=sha256:{64 * 'a'}",
        f"numpy --hash=sha256:{64 * 'a'}",
        f"numpy==2.4.6 --hash=sha256:{63 * 'a'}",
        "--find-links wheels",
        "./wheels/numpy.whl",
    ],
)
def test_a_loose_entry_is_found(entry: str) -> None:
    assert is_loose(entry)


def find_unmet(wanted: list[str], lock: list[str], python: str) -> list[str]:
    """Name each requirement that the lock does not meet on a Python, given as ``3.11``."""
    # Of a Python that had early micro versions locked apart, a later one is meant.
    environment = default_environment()
    environment["python_version"], environment["python_full_version"] = python, f"{python}.9"
    locked = {
        canonicalize_name(entry.name): next(iter(entry.specifier)).version
        for entry in map(read_entry, lock)
        if entry.marker is None or entry.marker.evaluate(dict[str, str](**environment))
    }
    unmet = []
    for requirement in map(Requirement, wanted):
        version = locked.get(canonicalize_name(requirement.name))
        if version is None or not requirement.specifier.contains(version):
            unmet.append(f"{requirement}, locked {version}: run make lock")
    return unmet


@pytest.mark.parametrize("python", ["3.11", "3.12", "3.13", "3.14"])
def test_the_lock_meets_every_dependency(pyproject: dict[str, Any], lock: list[str], python: str) -> None:
    project = pyproject["project"]
    extras = [requirement for extra in project["optional-dependencies"].values() for requirement in extra]
    wanted = [*pyproject["build-system"]["requires"], *project["dependencies"], *extras]
    assert "hatchling" in {Requirement(requirement).name for requirement in wanted}
    assert find_unmet(wanted, lock, python) == []


def test_an_unmet_dependency_is_found() -> None:
    lock = ["numpy==2.4.6 ; python_full_version < '3.12' --hash=sha256:0", "pyyaml==6.0.4 --hash=sha256:0"]
    assert find_unmet(["numpy>=1.26.4", "PyYAML>=6"], lock, "3.11") == []
    assert len(find_unmet(["numpy>=1.26.4"], lock, "3.12")) == 1
    assert len(find_unmet(["pyyaml>=7", "scipy"], lock, "3.11")) == 2


def test_the_book_needs_no_deep_learning_framework(lock: list[str]) -> None:
    assert {read_entry(entry).name for entry in lock}.isdisjoint({"torch", "jax", "tensorflow"})


def test_every_dependency_says_why(root: Path, pyproject: dict[str, Any]) -> None:
    lines = (root / "pyproject.toml").read_text("utf-8").splitlines()
    for extra in pyproject["project"]["optional-dependencies"].values():
        for requirement in extra:
            line = next(line for line in lines if line.startswith(f'    "{requirement}",'))
            assert re.search(r"# \w", line), f"why {requirement}?"
