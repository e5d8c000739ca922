"""The version, the licence and the types are the same wherever they are said."""

import importlib.metadata
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tether.version import VERSION


@pytest.fixture
def citation(root: Path) -> dict[str, Any]:
    """Give CITATION.cff."""
    read: dict[str, Any] = yaml.safe_load((root / "CITATION.cff").read_text("utf-8"))
    return read


def test_the_version_is_the_same_everywhere(
    root: Path, pyproject: dict[str, Any], citation: dict[str, Any]
) -> None:
    version = pyproject["project"]["version"]
    newest = re.search(r"^## \[(\d[^]]*)\]", (root / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == version
    assert citation["version"] == version
    assert version == VERSION
    assert importlib.metadata.version("soft-lookup") == version, "the environment is older: run make setup"


def test_the_citation_says_what_citing_needs(pyproject: dict[str, Any], citation: dict[str, Any]) -> None:
    assert {"cff-version", "message", "title", "authors", "version", "license"} <= set(citation)
    assert citation["license"] in pyproject["project"]["license"].split(" AND ")


def test_both_licences_are_there(root: Path, pyproject: dict[str, Any]) -> None:
    files = pyproject["project"]["license-files"]
    texts = [(root / name).read_text("utf-8") for name in files]
    assert "MIT License" in texts[0]
    assert "Creative Commons Attribution 4.0" in texts[1]
    assert all("the Soft Lookup contributors" in text for text in texts)


@pytest.mark.parametrize("package", ["softlookup", "tether"])
def test_a_package_says_that_it_is_typed(root: Path, package: str) -> None:
    assert (root / "src" / package / "py.typed").is_file()
