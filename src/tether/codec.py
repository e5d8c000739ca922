"""Results of experiments as JSON and back, bit for bit; what has no exact form is refused.

A result is made of plain values, arrays of numbers, the marker types, enums and frozen dataclasses.
A class is named by its module and found there again: nothing that is read can run code of its own.
"""

from __future__ import annotations

import base64
import importlib
import json
import sys
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from typing import Any

from tether.values import Estimate, Record, Roundoff

_MARKS: dict[type, tuple[str, ...]] = {
    Roundoff: ("value",),
    Estimate: ("value", "low", "high", "trials"),
    Record: ("value", "about"),
}
_PLAIN = (bool, int, float, str, type(None))
_ARRAYS = "biufcU"
"""The kinds of NumPy's types that are kept: truth values, numbers and text of fixed width."""


class NotKeptError(Exception):
    """A value that has no exact form in JSON, or a form that no value has."""


def encode(value: Any) -> Any:  # noqa: ANN401
    """Give a value's form in JSON; raise NotKeptError where it has none that gives the same value."""
    try:
        form = _encode(value)
        again = _encode(decode(form))
        same = json.dumps(again) == json.dumps(form)
    except NotKeptError:
        raise
    except Exception as error:  # a class may raise anything
        message = f"{type(error).__name__}: {error}"
        raise NotKeptError(message) from error
    if not same:
        message = "it does not come back as it was"
        raise NotKeptError(message)
    return form


def _encode(value: Any) -> Any:  # noqa: ANN401, C901, PLR0911  (one return a kind of value)
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list:
        return {"list": [_encode(item) for item in value]}
    if kind is tuple:
        return {"tuple": [_encode(item) for item in value]}
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return {"named": _name(kind), "of": [_encode(item) for item in value]}
    if kind is dict:
        return {"dict": [[_encode(key), _encode(item)] for key, item in value.items()]}
    if kind in _MARKS:
        return {"mark": kind.__name__, "of": [getattr(value, name) for name in _MARKS[kind]]}
    if isinstance(value, Enum):
        return {"enum": _name(kind), "member": value.name}
    numpy = sys.modules.get("numpy")
    if numpy is not None and kind is numpy.ndarray:
        return _encode_array(value)
    if numpy is not None and isinstance(value, numpy.generic):
        return {"scalar": _encode_array(numpy.asarray(value))}
    if numpy is not None and isinstance(value, numpy.dtype) and value.kind in _ARRAYS:
        return {"dtype": value.str}
    if is_dataclass(kind):
        return _encode_dataclass(value, kind)
    message = f"a {kind.__module__}.{kind.__qualname__} has no exact form in JSON"
    raise NotKeptError(message)


def _encode_array(value: Any) -> dict[str, Any]:  # noqa: ANN401
    if value.dtype.kind not in _ARRAYS:
        message = f"an array of {value.dtype} has no exact form in JSON"
        raise NotKeptError(message)
    # Sums depend on the order in memory, and so do their last digits.
    order = "F" if value.flags.f_contiguous and not value.flags.c_contiguous else "C"
    return {
        "array": value.dtype.str,
        "shape": list(value.shape),
        "order": order,
        "locked": not value.flags.writeable,
        "data": base64.b64encode(value.tobytes(order=order)).decode("ascii"),
    }


def _encode_dataclass(value: Any, kind: type) -> dict[str, Any]:  # noqa: ANN401
    names = [field.name for field in fields(value)]
    slots = {name for base in kind.__mro__ for name in _slots_of(base)}
    further = (slots - {*names, "__dict__", "__weakref__"}) | {
        name
        for name in getattr(value, "__dict__", {})
        if name not in names and not isinstance(getattr(kind, name, None), cached_property)
    }
    if further:
        message = f"{kind.__qualname__} keeps {sorted(further)} beside its fields"
        raise NotKeptError(message)
    return {"class": _name(kind), "fields": {name: _encode(getattr(value, name)) for name in names}}


def _slots_of(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)


def _name(kind: type) -> str:
    if _find(f"{kind.__module__}:{kind.__qualname__}") is not kind:
        message = f"{kind.__module__}.{kind.__qualname__} is not found under its own name"
        raise NotKeptError(message)
    return f"{kind.__module__}:{kind.__qualname__}"


def _find(name: str) -> Any:  # noqa: ANN401
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError):
        return None
    return found


def classes_in(form: Any) -> set[str]:  # noqa: ANN401
    """Give the names of the classes whose values a form holds."""
    if isinstance(form, list):
        return {name for item in form for name in classes_in(item)}
    if not isinstance(form, dict):
        return set()
    own = {str(form[key]) for key in ("class", "enum", "named") if key in form}
    return own | {name for item in form.values() for name in classes_in(item)}


def decode(form: Any) -> Any:  # noqa: ANN401, C901, PLR0911  (one return a kind of value)
    """Give the value of a form; raise NotKeptError for a form that ``encode`` does not give."""
    match form:
        case bool() | int() | float() | str() | None:
            return form
        case {"list": items}:
            return [decode(item) for item in items]
        case {"tuple": items}:
            return tuple(decode(item) for item in items)
        case {"dict": pairs}:
            return {decode(key): decode(item) for key, item in pairs}
        case {"mark": name, "of": parts}:
            return next(kind for kind in _MARKS if kind.__name__ == name)(*parts)
        case {"enum": name, "member": member}:
            return _class(name, Enum)[member]
        case {"named": name, "of": items}:
            return tuple.__new__(_class(name, tuple), [decode(item) for item in items])
        case {"dtype": name}:
            return importlib.import_module("numpy").dtype(name)
        case {"scalar": array}:
            return _decode_array(array)[()]
        case {"array": _}:
            return _decode_array(form)
        case {"class": name, "fields": parts}:
            kind = _class(name, object)
            value = object.__new__(kind)
            for field, part in parts.items():
                object.__setattr__(value, field, decode(part))
            return value
    message = f"no value has the form {str(form)[:60]!r}"
    raise NotKeptError(message)


def _class(name: str, base: type) -> Any:  # noqa: ANN401
    kind = _find(name)
    if not (isinstance(kind, type) and issubclass(kind, base) and (base is not object or is_dataclass(kind))):
        message = f"{name} is no class whose values are kept"
        raise NotKeptError(message)
    return kind


def _decode_array(form: dict[str, Any]) -> Any:  # noqa: ANN401
    numpy = importlib.import_module("numpy")
    flat = numpy.frombuffer(base64.b64decode(form["data"], validate=True), dtype=numpy.dtype(form["array"]))
    value = flat.reshape(form["shape"], order=form["order"]).copy(order="K")
    value.flags.writeable = not form["locked"]
    return value
