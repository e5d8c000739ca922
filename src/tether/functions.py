"""The functions of the binding language, and what no value may do there: be no number, or sit on an edge."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tether.expressions import EdgeError, ExpressionError
from tether.values import Roundoff

if TYPE_CHECKING:
    from collections.abc import Callable

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "exp": math.exp,
    "len": len,
    "log": math.log,
    "max": max,
    "min": min,
    "round": round,
    "sqrt": math.sqrt,
    "sum": sum,
}
_BELOW = (ast.Lt, ast.LtE)
_ABOVE = (ast.Gt, ast.GtE)


def apply_function(name: str, arguments: list[Any], edge: float, node: ast.expr) -> Any:  # noqa: ANN401
    """Call one of the language's own functions; a wrong argument is the expression's mistake."""
    given = [as_number(argument) for argument in arguments]
    if name != "len" and any(_holds_nan(argument) for argument in given):
        message = f"{name} of something that is not a number (NaN)"
        raise ExpressionError(message, node.col_offset)
    try:
        if name == "round":
            _refuse_rounding(given, edge, node)
        return as_number(_FUNCTIONS[name](*given))
    except (TypeError, ValueError, ArithmeticError) as error:
        if isinstance(error, ExpressionError):
            raise
        shown = ", ".join(_describe(argument) for argument in arguments) or "nothing"
        message = f"{name} cannot take {shown}: {error}"
        raise ExpressionError(message, node.col_offset) from error


def _holds_nan(value: object) -> bool:
    if isinstance(value, float):
        return math.isnan(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return any(_holds_nan(as_number(item)) for item in value)
    return False


def _refuse_rounding(given: list[Any], edge: float, node: ast.expr) -> None:
    """Refuse to round a float that lies where the last digit would turn."""
    number, digits = given[0], given[1] if len(given) > 1 else 0
    if isinstance(number, float) and isinstance(digits, int):
        refuse_edge(number * 10.0**digits + 0.5, edge, node)


def refuse_edge(quotient: Any, edge: float, node: ast.expr) -> None:  # noqa: ANN401
    """Refuse a float so near a whole number that another machine may cut it down to another one."""
    if isinstance(quotient, float) and math.isfinite(quotient) and not quotient.is_integer():
        away = abs(quotient - round(quotient))
        if away <= edge * max(abs(quotient), 1.0):
            message = (
                f"{quotient!r} is too near a whole number to round: another machine may decide otherwise"
            )
            raise EdgeError(message, node.col_offset)


def refuse_incomparable(left: Any, op: ast.cmpop, right: Any, node: ast.expr) -> None:  # noqa: ANN401
    """Refuse comparisons that say nothing: of NaN, of sequences, or of a Roundoff with no upper bound."""
    for value in (left, right):
        if isinstance(value, float) and math.isnan(value):
            message = "a comparison with something that is not a number (NaN) says nothing"
            raise ExpressionError(message, node.col_offset)
        if not isinstance(value, int | float | str | Roundoff):
            message = f"{_describe(value)} cannot be compared; compare single numbers"
            raise ExpressionError(message, node.col_offset)
    bounded = (isinstance(left, Roundoff) and isinstance(op, _BELOW)) or (
        isinstance(right, Roundoff) and isinstance(op, _ABOVE)
    )
    if (isinstance(left, Roundoff) or isinstance(right, Roundoff)) and not bounded:
        message = "a Roundoff may only be claimed to be below a bound (<n)"
        raise ExpressionError(message, node.col_offset)


def explain_type(left: object, right: object, error: Exception) -> str:
    """Say what an operation could not be done with."""
    if isinstance(left, Roundoff) or isinstance(right, Roundoff):
        return "a Roundoff may only be claimed to be below a bound (<n); it cannot be reckoned with"
    return str(error)


def _describe(argument: object) -> str:
    if isinstance(argument, list | tuple) or (hasattr(argument, "ndim") and hasattr(argument, "__len__")):
        return f"{type(argument).__name__} of {len(argument)}"
    return repr(argument)


def as_number(value: Any) -> Any:  # noqa: ANN401
    """Turn an estimate, a record or a NumPy scalar into the Python number it stands for."""
    if type(value).__name__ in {"Estimate", "Record"}:
        return float(value)
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    return value
