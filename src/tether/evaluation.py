"""Inside the worker: evaluating a book's expressions over its experiments' results."""

from __future__ import annotations

import importlib
import inspect
import math
import os
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from tether.blocks import describe_error
from tether.evaluator import Evaluator
from tether.experiment import Experiment
from tether.expressions import EdgeError, ExpressionError, parse
from tether.functions import as_number
from tether.reads import LOG
from tether.values import Estimate, Record, Roundoff

Send = Callable[..., None]


def evaluate_all(
    job: dict[str, Any], send: Send, ahead: Callable[[object, Iterable[str]], None] = lambda *_: None
) -> None:
    """Evaluate every expression of a job; report each. ``ahead`` is told which results they all need."""
    if not job["expressions"]:
        return
    if not job["values"]:
        send("failed", message="[tool.tether] names no values to hold bindings against", trace="")
        return
    try:
        values = load(job["values"])
    except BaseException as error:  # noqa: BLE001
        send("failed", **describe_error(error, {}))
        return
    names = dict.fromkeys(name for item in job["expressions"] for name in _names_in(item["text"]))
    ahead(values, names)
    seen = _Seen(values)
    for index, item in enumerate(job["expressions"]):
        send("start", index=index, text=item["text"])
        send("value", index=index, **_evaluate(item, seen))


def _names_in(text: str) -> tuple[str, ...]:
    try:
        return tuple(parse(text).names)
    except ExpressionError:
        return ()  # reported with the expression


def load(target: str) -> object:
    """Import the object that ``package.module:name`` names."""
    module, _, name = target.partition(":")
    return getattr(importlib.import_module(module), name or "values")


class _Seen:
    """What is known of a book's values by their names, each found out once."""

    def __init__(self, values: object) -> None:
        self.values = values
        self.failed: dict[str, dict[str, Any]] = {}
        self._sources: dict[str, dict[str, Any]] = {}

    def source(self, name: str) -> dict[str, Any]:
        """Say where a value comes from."""
        if name not in self._sources:
            with LOG.off():  # where a function stands is no part of any result
                self._sources[name] = describe_source(self.values, name)
        return self._sources[name]


def _evaluate(item: dict[str, Any], seen: _Seen) -> dict[str, Any]:
    values = seen.values
    try:
        expression = parse(item["text"])
        for name in expression.names:
            if (error := _touch(values, name, seen.failed)) is not None:
                return {"failed": error, "experiment": name}
        declared = [seen.source(name) for name in expression.names if _has(values, name)]
        edge = max([1e-9, *(source["edge"] for source in declared)])
        quoted = [_read_quoted(text) for text in item["quoted"]]
        result = Evaluator(values, quoted, edge).evaluate(expression.tree)
        return {**describe_value(result), "sources": declared, "edge": edge}
    except EdgeError as error:
        return {"close": str(error), "column": error.column}
    except ExpressionError as error:
        return {"error": str(error), "column": error.column}
    except Exception as error:  # noqa: BLE001  (a property of a result may raise anything)
        return {"failed": describe_error(error, {}), "experiment": item["text"]}


def _touch(values: object, name: str, failed: dict[str, dict[str, Any]]) -> dict[str, Any] | None:
    """Make an experiment's result; give the error where it cannot be made, always the same one."""
    if name in failed:
        return failed[name]
    if not _has(values, name):
        return None  # the evaluator says what is known
    try:
        getattr(values, name)
    except BaseException as error:  # noqa: BLE001
        failed[name] = describe_error(error, {})
        return failed[name]
    return None


def _has(values: object, name: str) -> bool:
    """Tell whether a name may be quoted, without making its result."""
    return hasattr(type(values), name) or name in getattr(values, "__dict__", {})


def _read_quoted(text: str) -> int | float:
    """Read a number of the text exactly; raise ExpressionError where no float holds it."""
    number = Fraction(*(int(part, 16) for part in text.split("/")))
    try:
        return number.numerator if number.denominator == 1 else float(number)
    except OverflowError:
        message = "the text quotes a number too large for any value"
        raise ExpressionError(message) from None


def describe_value(result: Any) -> dict[str, Any]:  # noqa: ANN401
    """Put a result into JSON: a truth value, or numbers in order."""
    if isinstance(result, bool) or type(result).__name__ == "bool":
        return {"truth": bool(result)}
    items = [_describe_item(item) for item in flatten(result)]
    if not items:
        message = "gives no value at all, so any text would do"
        raise ExpressionError(message)
    return {"values": items}


def flatten(result: Any) -> Iterable[Any]:  # noqa: ANN401
    """Give the numbers of a result in reading order: rows of a matrix one after the other."""
    if isinstance(result, list | tuple):
        for item in result:
            yield from flatten(item)
    elif hasattr(result, "ravel") and getattr(result, "ndim", 0) > 0:
        yield from result.ravel().tolist()
    else:
        yield result


def _describe_item(item: Any) -> dict[str, Any]:  # noqa: ANN401
    if isinstance(item, Estimate):
        return {
            "type": "float",
            "value": repr(item.value),
            "low": item.low,
            "high": item.high,
            "trials": item.trials,
        }
    if isinstance(item, Record):
        return {"type": "float", "value": repr(item.value), "about": item.about}
    if isinstance(item, Roundoff):
        message = "a Roundoff has no digits to quote; claim a bound instead, as in [below 1e-12](=...<n)"
        raise ExpressionError(message)
    item = as_number(item)
    if isinstance(item, bool) or not isinstance(item, int | float):
        message = f"gives {type(item).__name__}, expected a number, a sequence of numbers or a truth value"
        raise ExpressionError(message)
    if isinstance(item, float) and not math.isfinite(item):
        message = f"gives {item!r}, which no digits can print"
        raise ExpressionError(message)
    return {"type": type(item).__name__, "value": repr(item)}


def describe_source(values: object, name: str) -> dict[str, Any]:
    """Say which function an experiment's numbers come from, and where it stands."""
    declared = inspect.getattr_static(type(values), name, None)
    source = declared.source if isinstance(declared, Experiment) else getattr(declared, "func", None)
    source = source or getattr(declared, "fget", None) or getattr(values, name)
    edge = declared.edge if isinstance(declared, Experiment) else 1e-9
    target = source if callable(source) else type(source)
    owner = ""
    if getattr(target, "__module__", "") == "builtins":  # a plain number: the class that holds it says more
        target, owner = type(values), f".{name}"
    try:
        target = inspect.unwrap(target)
        path = os.path.relpath(inspect.getsourcefile(target) or "")
        line = inspect.getsourcelines(target)[1]
    except (TypeError, OSError, ValueError):
        path, line = "", 0
    shown = f"{getattr(target, '__module__', '')}.{getattr(target, '__qualname__', name)}".strip(".")
    return {
        "name": name,
        "label": f"{shown}{owner}",
        "path": path.replace(os.sep, "/"),
        "line": line,
        "edge": edge,
        "entry": shown if _is_public(target, shown) else "",
    }


def _is_public(target: object, name: str) -> bool:
    """Tell whether a reference would show something: it has words of its own, and no part is private."""
    return bool(vars(target).get("__doc__") if isinstance(target, type) else target.__doc__) and not any(
        part.startswith(("_", "<")) for part in name.split(".")
    )
