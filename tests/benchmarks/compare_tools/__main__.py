"""What tools do with a page that no longer holds, each run as its users run it: the record of a page.

    PYTHONPATH=tests python -m benchmarks.compare_tools FOLDER [--tools NAME …] [--write FILE]

Every tool gets an environment of its own below FOLDER, with the versions that `tools.py` names; where it
cannot be installed the record says so. Nothing is fetched but these packages.
"""

import argparse
import json
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

from benchmarks.compare_tools.cases import CASES
from benchmarks.compare_tools.run import Workshop, ask_versions
from benchmarks.compare_tools.tools import TOOLS, Tool
from softlookup.experiments.blockwise_record import show_progress
from softlookup.experiments.machine import describe_machine

COMMAND = "PYTHONPATH=tests python -m benchmarks.compare_tools FOLDER"


def install(folder: Path, tool: Tool) -> str:
    """Make an environment with a tool, unless it is there; give why that could not be done, or nothing."""
    if not tool.requirements:
        return ""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *tool.requirements],
        capture_output=True,
        text=True,
        check=False,
    )
    lines = done.stderr.strip().splitlines()
    return (lines[-1] if lines else "pip failed") if done.returncode else ""


def try_tool(name: str, folder: Path) -> dict[str, Any]:
    """Put every case to one tool in every mode; give its part of the record."""
    tool = TOOLS[name]
    found: dict[str, Any] = {"title": tool.title, "made_for": tool.made_for}
    if reason := install(folder / "environments" / name, tool):
        return found | {"not_installed": reason}
    python = folder / "environments" / name / "bin" / "python" if tool.requirements else Path(sys.executable)
    asked = [case for case in CASES if case not in tool.without]
    versions = ask_versions(tool, python)
    found |= {
        "version": versions[tool.package],
        "versions": versions,
        "commands": dict(tool.modes),
        "without": dict(tool.without),
        "outcomes": {},
    }
    show, turn = show_progress(tool.title), 0
    for mode in tool.modes:
        workshop = Workshop(folder / "work", name, mode, python)
        found["outcomes"][mode] = {}
        for case in asked:
            if not CASES[case].served or mode == "plain":  # a server has no modes
                found["outcomes"][mode][case] = workshop.put(case).as_record()
            turn += 1
            show(turn, len(asked) * len(tool.modes))
    return found


def compare(folder: Path, names: list[str]) -> dict[str, Any]:
    """Try the tools one after the other; give the record."""
    machine = {key: value for key, value in describe_machine(COMMAND).items() if key != "numpy"}
    cases = {name: case.title for name, case in CASES.items()}
    return machine | {"cases": cases, "tools": {name: try_tool(name, folder) for name in names}}


def main() -> None:
    """Compare, print what came of it in short, and write the record if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where environments and projects are made")
    parser.add_argument("--tools", nargs="*", choices=TOOLS, default=list(TOOLS), help="these alone")
    parser.add_argument("--write", type=Path, help="where to keep the record; tools that were not tried stay")
    asked = parser.parse_args()
    found = compare(asked.folder.resolve(), asked.tools)
    for name, tool in found["tools"].items():
        for mode, outcomes in tool.get("outcomes", {}).items():
            told = ", ".join(f"{case} {one['outcome']}" for case, one in outcomes.items())
            sys.stdout.write(f"{name}, {mode}: {told}\n")
    if asked.write:
        kept = json.loads(asked.write.read_text("utf-8")) if asked.write.exists() else {"tools": {}}
        merged = {**kept.get("tools", {}), **found["tools"]}
        found["tools"] = {name: merged[name] for name in TOOLS if name in merged}
        asked.write.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
