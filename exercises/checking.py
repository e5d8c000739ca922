"""What the tests share: calling your function with care, and saying what came out and why."""

import traceback
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Suspects = Mapping[str, Callable[[], object]]
"""Usual slips: what was likely done, in words, and what comes out if one does it."""

TOLERANCE = 1e-9
"""How far, relatively and absolutely, a number may be from the expected one."""

sizes = st.integers(1, 4)
seeds = st.integers(0, 2**16)


def over(**strategies: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a test on many cases, the same ones each time; of those that fail, report the smallest."""
    tried = settings(
        max_examples=60,
        derandomize=True,
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    return lambda test: tried(given(**strategies)(test))


def draw(seed: int, *shapes: tuple[int, ...]) -> list[Floats]:
    """Draw arrays of numbers between about -3 and 3 with one decimal, the same for the same seed."""
    rng = np.random.default_rng(seed)
    return [np.round(rng.normal(size=shape), 1) for shape in shapes]


def ask(module: ModuleType, name: str, **arguments: object) -> object:
    """Call your function with copies of the arguments; what it raises, or changes, is told with its place."""
    copies = {key: _copy(value) for key, value in arguments.items()}
    try:
        with np.errstate(all="ignore"):
            found = getattr(module, name)(*copies.values())
    except Exception as error:  # noqa: BLE001  (whatever it is, it is the reader's)
        place = _find_place(error, f"{module.__name__}.py")
        fail(name, arguments, f"stopped with {type(error).__name__}{place}: {error}")
    for key, value in arguments.items():
        if isinstance(value, np.ndarray) and not np.array_equal(value, np.asarray(copies[key])):
            fail(name, arguments, f"changed its argument `{key}`; work on a copy")
    return found


def compare(
    name: str, found: object, wanted: object, suspects: Suspects, arguments: Mapping[str, object]
) -> None:
    """Hold what a function returned to what was expected; name the usual slips that give the same."""
    if _agree(found, wanted):
        return
    if found is None:
        fail(name, arguments, "returned nothing; is there a `return`?")
    likely = [words for words, make in suspects.items() if _agree(found, _try(make))]
    reason = "\n            or: ".join(likely) or "none of the usual slips; reckon the smallest entry by hand"
    fail(
        name,
        arguments,
        f"is not what it should be\n  expected  {_show(wanted)}\n  found     {_show(found)}\n"
        f"  likely    {reason}",
    )


def fail(name: str, arguments: Mapping[str, object], message: str) -> NoReturn:
    """Report without a traceback: the message is all that helps."""
    asked = "\n".join(f"  given     {key} = {_show(value)}" for key, value in arguments.items())
    first, _, rest = message.partition("\n")
    pytest.fail("\n".join(filter(None, [f"`{name}` {first}", asked, rest])), pytrace=False)


def _agree(found: object, wanted: object) -> bool:
    """Tell whether two results have the same shape and, to the tolerance, the same numbers."""
    if isinstance(wanted, np.ndarray | float):
        try:
            one, other = np.asarray(found, dtype=np.float64), np.asarray(wanted)
        except (TypeError, ValueError):
            return False
        same = one.shape == other.shape
        return same and np.allclose(one, other, rtol=TOLERANCE, atol=TOLERANCE, equal_nan=True)
    return type(found) is type(wanted) and found == wanted


def _try(make: Callable[[], object]) -> object:
    """Do what was likely done, where it can be done at all."""
    try:
        with np.errstate(all="ignore"):
            return make()
    except (ArithmeticError, ValueError, IndexError):
        return None


def _copy(value: object) -> object:
    return value.copy() if isinstance(value, np.ndarray | list) else value


def _show(value: object) -> str:
    """Write a result on one line, with its shape where it is an array; long ones are cut."""
    if not isinstance(value, np.ndarray):
        return repr(value) if not callable(value) else getattr(value, "__doc__", "") or "a function"
    shape = "×".join(map(str, value.shape)) or "a number"
    text = np.array2string(value, precision=4, separator=", ", threshold=40, suppress_small=True)
    return f"{' '.join(text.split())}  ({shape})"


def _find_place(error: BaseException, file: str) -> str:
    """Say in which line of your file an error arose, if in any."""
    lines = [
        frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename.endswith(file)
    ]
    return f" in line {lines[-1]} of {file}" if lines else ""
