"""What tether gives to editors, to shells, to git and to GitHub."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

if TYPE_CHECKING:
    from support.small_book import SmallBook

ROOT = Path(__file__).parents[2]
SPOILT = "# A page\n\nOf [14](=river.bridges), and 42.\n\n" + '```python exec="1"\n1/0\n```\n'


@pytest.mark.parametrize("tool", ["github", "vscode"])
def test_the_matcher_finds_every_place_and_nothing_else(small_book: SmallBook, tool: str) -> None:
    small_book.page(SPOILT)
    told = json.loads(small_book.ask("matcher", tool).stdout)
    (pattern,) = (
        told["problemMatcher"][0]["pattern"]
        if tool == "github"
        else [told["tasks"][0]["problemMatcher"]["pattern"]]
    )
    said = small_book.ask("check").stdout.splitlines()
    found = [match for line in said if (match := re.match(pattern["regexp"], line))]
    problems = json.loads(small_book.ask("check", "--format", "json").stdout)["problems"]
    places = [
        (found[pattern["file"]], int(found[pattern["line"]]), int(found[pattern["column"]]))
        for found in found
    ]
    assert places == [(item["path"], item["line"], item["column"]) for item in problems]
    assert len(places) == 3
    for match, problem in zip(found, problems, strict=True):
        assert match[pattern["message"]].startswith(problem["message"].splitlines()[0])


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_the_completion_knows_every_command(small_book: SmallBook, shell: str) -> None:
    told = small_book.ask("completion", shell)
    assert told.returncode == 0
    for word in ("check", "verify", "merge", "new"):
        assert word in told.stdout


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes(small_book: SmallBook) -> None:
    script = small_book.ask("completion", "bash").stdout
    find = 'complete -p tether | sed "s/.*-F \\([^ ]*\\).*/\\1/"'
    asked = f'COMP_WORDS=(tether ver); COMP_CWORD=1; $({find}); echo "${{COMPREPLY[@]}}"'
    told = subprocess.run(["bash", "-c", f"{script}\n{asked}"], capture_output=True, text=True, check=False)
    assert told.stdout.split() == ["verify"], told.stderr


def test_the_version_costs_no_import() -> None:
    code = f"""
import sys
sys.path.insert(0, {str(ROOT / "src")!r})
before = set(sys.modules)
from tether.cli import main
main(["--version"])
print(*sorted(set(sys.modules) - before))
"""
    told = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    version, modules = told.stdout.splitlines()
    assert re.fullmatch(r"tether \d+\.\d+\.\d+", version)
    assert set(modules.split()) <= {"__future__", "tether", "tether.cli", "tether.version"}


def test_the_hook_runs_what_exists(small_book: SmallBook) -> None:
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert (hook["id"], hook["language"], hook["pass_filenames"]) == ("tether", "system", False)
    command, *arguments = hook["entry"].split()
    assert command == "tether"
    small_book.page("# A page\n\n[13](=river.bridges)\n")
    assert small_book.ask(*arguments).returncode == 0
    small_book.page("# A page\n\n[14](=river.bridges)\n")
    assert small_book.ask(*arguments).returncode == 1
    for name in (
        "docs/a.md",
        "README.md",
        "snippets/outputs/a/b.txt",
        "src/x.py",
        "mkdocs.yml",
        "pyproject.toml",
        "docs/data.csv",
    ):
        assert re.search(hook["files"], name), name
    for name in ("LICENSE", ".gitignore", "image.png"):
        assert not re.search(hook["files"], name), name
