"""What is committed is the same on every system, and tells nothing of the machine it came from."""

import re
import subprocess
from pathlib import Path

import pytest

# In pieces, so that this file holds none of them.
HOSTS = ["pypi" + r"\.org", "python" + r"hosted\.org", "registry" + r"\.npmjs"]
REGISTRIES = re.compile("|".join([*HOSTS, r"--(extra-)?" + "index-url"]))
MACHINES = re.compile(r"(?<![\w.])/(work|tmp|root|home/[a-z]+|Users/[a-z]+)/[A-Za-z0-9._-]+")
# Spelt in pieces for the same reason.
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX)\b")


def find_lines(texts: dict[str, str], pattern: re.Pattern[str]) -> list[str]:
    """Name each line that a pattern finds, as ``file:line: text``."""
    return [
        f"{name}:{number}: {line.strip()}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


@pytest.mark.parametrize(
    "pattern", [REGISTRIES, MACHINES, UNFINISHED], ids=["registry", "machine", "unfinished"]
)
def test_no_file_names_a_registry_or_a_machine_or_something_to_do(
    tracked: dict[str, str], pattern: re.Pattern[str]
) -> None:
    assert {"requirements.lock", "README.md", "src/tether/values.py"} <= set(tracked)
    assert find_lines(tracked, pattern) == []


@pytest.mark.parametrize(
    ("pattern", "line"),
    [
        (REGISTRIES, "--extra-" + "index-url https://example.org"),
        (REGISTRIES, "https://py" + "pi.org/simple"),
        (MACHINES, 'File "/' + 'tmp/clone/docs"'),
        (MACHINES, "/" + "home/alice/book"),
        (UNFINISHED, "# TO" + "DO: later"),
    ],
)
def test_such_a_line_is_found(pattern: re.Pattern[str], line: str) -> None:
    assert find_lines({"file": f"fine\n{line}"}, pattern) == [f"file:2: {line}"]


def test_line_ends_are_the_same_on_every_system(root: Path) -> None:
    listing = subprocess.run(
        ["git", "ls-files", "--eol"], cwd=root, capture_output=True, check=True, encoding="utf-8"
    ).stdout
    assert listing
    for line in listing.splitlines():
        ends, _, name = line.partition("\t")
        committed, _, attributes = ends.split(maxsplit=2)
        # Either no text, or text with LF here and on every other system.
        binary = committed == "i/-text"
        assert binary or (committed in {"i/lf", "i/none"} and "eol=lf" in attributes), f"{name}: {ends}"
