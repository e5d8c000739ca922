"""The readers' tests let every reference solution pass, and tell every typical mistake by its name."""

import importlib.util
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2] / "exercises"
SUBJECTS = ("attention", "memory", "gpt")


def read(path: Path, name: str) -> ModuleType:
    """Run a file as a module of this name, and leave no other trace of it than what it imports."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def name_functions(module: ModuleType) -> dict[str, Callable[..., object]]:
    """Give a module's own public functions."""
    members = inspect.getmembers(module, inspect.isfunction)
    return {name: f for name, f in members if f.__module__ == module.__name__ and not name.startswith("_")}


class Desk(NamedTuple):
    """A subject's tests, looking at a module whose functions can be exchanged: never at the reader's file."""

    stage: ModuleType
    tests: dict[str, Callable[..., object]]
    solutions: dict[str, Callable[..., object]]
    mistakes: dict[str, Callable[..., object]]
    suspected: set[str]
    """All slips that the tests look for, filled as they run."""

    def try_out(self, name: str, function: Callable[..., object]) -> str:
        """Run the tests of one exercise on a function; give the first message of a failure, or nothing."""
        mine = [test for title, test in self.tests.items() if title.startswith(f"test_{name}_")]
        assert mine
        setattr(self.stage, name, function)
        for test in mine:
            try:
                test()
            except pytest.fail.Exception as failure:
                return str(failure)
        return ""


@pytest.fixture(scope="module", params=SUBJECTS)
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    subject = request.param
    before = {name: sys.modules.get(name) for name in (subject, "checking")}
    stage = ModuleType(subject)
    sys.modules[subject] = stage
    checking = sys.modules["checking"] = read(ROOT / "checking.py", "checking")
    suspected: set[str] = set()
    compare = checking.compare

    def note(name: str, found: object, wanted: object, suspects: Mapping[str, object], case: object) -> None:
        suspected.update(suspects)
        compare(name, found, wanted, suspects, case)

    vars(checking)["compare"] = note
    try:
        tests = read(ROOT / f"test_{subject}.py", f"test_{subject}")
        solutions = read(ROOT / "solutions" / f"{subject}.py", subject)
        mistakes = read(ROOT / "mistakes" / f"{subject}.py", subject)
        vars(stage).update(name_functions(solutions))
        titles = {title: test for title, test in vars(tests).items() if title.startswith("test_")}
        yield Desk(stage, titles, name_functions(solutions), name_functions(mistakes), suspected)
    finally:
        for name, module in before.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module


def test_every_reference_passes(desk: Desk) -> None:
    assert {name: desk.try_out(name, f) for name, f in desk.solutions.items()} == dict.fromkeys(
        desk.solutions, ""
    )


def test_every_mistake_is_told_by_its_name(desk: Desk) -> None:
    missed = {}
    tried: dict[str, int] = {}
    for title, function in desk.mistakes.items():
        name, _, slip = title.partition("__")
        assert slip
        message = desk.try_out(name, function)
        setattr(desk.stage, name, desk.solutions[name])
        if str(function.__doc__) not in message or "none of the usual slips" in message:
            missed[title] = message
        tried[name] = tried.get(name, 0) + 1
    assert missed == {}
    assert set(tried) == set(desk.solutions)
    assert min(tried.values()) >= 3


@pytest.mark.parametrize("desk", ["attention"], indirect=True)
def test_the_readme_shows_a_message_as_it_is(desk: Desk) -> None:
    shown = re.findall(
        r"^ {4}(`attend`.*|  \w+ {2,}\S.*)$", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE
    )
    message = desk.try_out("attend", desk.mistakes["attend__scale_by_the_model_width"])
    assert len(shown) == 5
    assert [line for line in shown if line.removesuffix("…") not in message] == []


def test_every_slip_that_a_test_looks_for_has_been_made(desk: Desk) -> None:
    for name, function in desk.solutions.items():
        desk.try_out(name, function)
    told = [str(function.__doc__) for function in desk.mistakes.values()]
    assert desk.suspected
    assert [slip for slip in sorted(desk.suspected) if not any(words in slip for words in told)] == []
