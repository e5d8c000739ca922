"""The Makefile does what README and CI ask of it, for any make and from nothing."""

import re
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def makefile(root: Path) -> str:
    """Give the Makefile."""
    return (root / "Makefile").read_text("utf-8")


def find_targets(makefile: str) -> dict[str, str]:
    """Give every documented target with what it needs."""
    return {name: needs.strip() for name, needs in re.findall(r"^([a-z]+):(.*)## ", makefile, re.MULTILINE)}


def test_every_target_sets_up_what_it_needs(makefile: str) -> None:
    targets = find_targets(makefile)
    assert {"site", "serve", "test", "check", "fix"} <= set(targets)
    assert {name for name, needs in targets.items() if needs != "$(READY)"} == {"help", "clean"}


def test_no_target_is_taken_for_a_file(makefile: str) -> None:
    phony = re.search(r"^\.PHONY: (.*)", makefile, re.MULTILINE)
    assert phony
    assert set(phony[1].split()) == set(find_targets(makefile))


def test_the_makefile_is_for_the_oldest_make_too(makefile: str) -> None:
    # What GNU make 3.81, which macOS ships, does not know.
    newer = re.compile(r"^\.ONESHELL|^\S+ *!=|\$\(file |&:|^undefine ", re.MULTILINE)
    assert not newer.search(makefile)
    assert newer.search("files != ls")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", ".ci/run", ".github/workflows/ci.yml"])
def test_whoever_names_a_target_names_one_that_exists(root: Path, makefile: str, name: str) -> None:
    text = (root / name).read_text("utf-8")
    named = set(re.findall(r"(?:`|run: |step |^ {4})make ([a-z]+)", text, re.MULTILINE))
    assert named
    assert named <= set(find_targets(makefile))


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_lead_to_what_is_there(root: Path, name: str) -> None:
    text = re.sub(r"^ {4}.*$|`[^`]*`", "", (root / name).read_text("utf-8"), flags=re.MULTILINE)
    targets = re.findall(r"\]\((?!https?://|#)([^)#\s]+)[^)]*\)", text)
    assert targets
    assert [target for target in targets if not (root / target).exists()] == []
