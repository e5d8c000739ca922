"""Leaves out the tests of functions that are not written yet, and says which those are."""

import ast
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
WAITING = pytest.StashKey[list[str]]()
"""The functions that are not written yet, each with its place."""


def find_stubs(source: str) -> dict[str, int]:
    """Give every function of a file that does nothing yet but raise NotImplementedError, with its line."""
    return {
        node.name: node.lineno
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and ast.unparse(node.body[-1]) == "raise NotImplementedError"
    }


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out what would test a function that is not there yet."""
    waiting: dict[str, None] = {}
    chosen: list[pytest.Item] = []
    left_out: list[pytest.Item] = []
    for item in items:
        file = item.path.name.removeprefix("test_")
        stubs = find_stubs((FOLDER / file).read_text("utf-8"))
        names = [name for name in stubs if item.name.startswith(f"test_{name}_")]
        waiting.update(dict.fromkeys(f"{file}:{stubs[name]}: `{name}`" for name in names))
        (left_out if names else chosen).append(item)
    items[:] = chosen
    config.stash[WAITING] = list(waiting)
    if left_out:
        config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what is still to be written."""
    waiting = config.stash.get(WAITING, [])
    if waiting:
        terminalreporter.write_line("\nNot written yet, and so not tried:")
        for place in waiting:
            terminalreporter.write_line(f"  exercises/{place}")
