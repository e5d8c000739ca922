"""What the tests about the repository share: its root, its settings and the files git tracks."""

import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """Give the root of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def pyproject() -> dict[str, Any]:
    """Give pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="session")
def tracked() -> dict[str, str]:
    """Give every tracked text file: its path from the root, and its text."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    texts: dict[str, str] = {}
    for name in filter(None, listing.stdout.decode().split("\0")):
        path = ROOT / name
        if not path.is_file():
            continue  # deleted, and not committed yet
        content = path.read_bytes()
        if b"\0" not in content:
            texts[name] = content.decode()
    return texts
