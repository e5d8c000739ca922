"""Evaluating checked expressions over a book's values, inside the worker."""

from __future__ import annotations

import ast
import math
import operator
from typing import TYPE_CHECKING, Any

from tether.expressions import QUOTED, EdgeError, ExpressionError, read_index
from tether.problems import count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FUNCTIONS: dict[str, Callable[..., Any]] = {
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
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}
_UNARY: dict[type, Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
}
_COMPARE: dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_LARGEST_POWER = 1000


class Evaluator:
    """Evaluates checked expressions over one object's attributes."""

    def __init__(self, values: object, quoted: Sequence[Any] = (), edge: float = 1e-9) -> None:
        """Take the object, the numbers quoted in the text, and how near a comparison may come."""
        self.values = values
        self.quoted = quoted
        self.edge = edge

    def evaluate(self, node: ast.expr) -> Any:  # noqa: ANN401, C901, PLR0911  (one case and one return a node type)
        """Give the value of a node; raise :class:`ExpressionError` where there is none."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self._quoted(0, node) if name == QUOTED else self._attribute(self.values, name, node)
            case ast.Attribute(value=value, attr=name):
                return self._attribute(self.evaluate(value), name, node)
            case ast.Subscript(value=value, slice=index):
                position = read_index(index) or 0
                if isinstance(value, ast.Name) and value.id == QUOTED:
                    return self._quoted(position, node)
                return self._item(self.evaluate(value), position, node)
            case ast.Call(func=function, args=arguments):
                return self._call(function, [self.evaluate(argument) for argument in arguments], node)
            case ast.BinOp(left=left, op=op, right=right):
                return self._arithmetic(op, self.evaluate(left), self.evaluate(right), node)
            case ast.UnaryOp(op=op, operand=operand):
                return _UNARY[type(op)](self.evaluate(operand))
            case ast.BoolOp(op=op, values=values):
                results = [bool(self.evaluate(value)) for value in values]
                return all(results) if isinstance(op, ast.And) else any(results)
            case ast.Compare(left=left, ops=ops, comparators=comparators):
                return self._compare([self.evaluate(item) for item in (left, *comparators)], ops, node)
        message = f"cannot evaluate {type(node).__name__}"  # `parse` lets nothing else through
        raise ExpressionError(message, node.col_offset)

    def _quoted(self, index: int, node: ast.expr) -> Any:  # noqa: ANN401
        if index >= len(self.quoted):
            message = f"n[{index}] is not in the text, which quotes {count(len(self.quoted), 'number')}"
            raise ExpressionError(message, node.col_offset)
        return self.quoted[index]

    def _attribute(self, owner: object, name: str, node: ast.expr) -> Any:  # noqa: ANN401
        if not hasattr(type(owner), name) and not _has(owner, name):
            known = ", ".join(sorted(item for item in dir(owner) if not item.startswith("_"))[:12])
            what = "the book's values have" if owner is self.values else f"{type(owner).__name__} has"
            message = f"{what} no {name}; known are {known}"
            raise ExpressionError(message, (node.end_col_offset or 0) - len(name))
        return getattr(owner, name)

    def _item(self, owner: Any, index: int, node: ast.expr) -> Any:  # noqa: ANN401
        try:
            return owner[index]
        except (IndexError, TypeError, KeyError) as error:
            message = f"[{index}] of {type(owner).__name__}: {error}"
            raise ExpressionError(message, node.col_offset) from error

    def _call(self, function: ast.expr, arguments: list[Any], node: ast.expr) -> Any:  # noqa: ANN401
        name = function.id if isinstance(function, ast.Name) else ""
        if name in FUNCTIONS:
            return _apply(name, arguments, node)
        called = self.evaluate(function)
        if not all(isinstance(argument, int | float) for argument in arguments):
            message = "only numbers may be handed to a call"
            raise ExpressionError(message, node.col_offset)
        if not callable(called):
            message = f"{type(called).__name__} cannot be called"
            raise ExpressionError(message, node.col_offset)
        return called(*arguments)

    def _arithmetic(self, op: ast.operator, left: Any, right: Any, node: ast.expr) -> Any:  # noqa: ANN401
        left, right = as_number(left), as_number(right)
        if isinstance(op, ast.Pow) and abs(right) > _LARGEST_POWER:
            message = f"a power above {_LARGEST_POWER}"
            raise ExpressionError(message, node.col_offset)
        try:
            return _BINARY[type(op)](left, right)
        except (ArithmeticError, TypeError, ValueError) as error:
            raise ExpressionError(str(error), node.col_offset) from error

    def _compare(self, operands: list[Any], ops: list[ast.cmpop], node: ast.expr) -> bool:
        for left, op, right in zip(operands, ops, operands[1:], strict=False):
            left, right = as_number(left), as_number(right)  # noqa: PLW2901
            if not isinstance(op, ast.Eq | ast.NotEq) and self._is_close(left, right):
                message = (
                    f"{left!r} and {right!r} are too close to compare: another machine may decide otherwise"
                )
                raise EdgeError(message, node.col_offset)
            try:
                result = _COMPARE[type(op)](left, right)
            except TypeError:
                message = f"{type(left).__name__} and {type(right).__name__} cannot be compared this way"
                if "Roundoff" in message:
                    message += "; a Roundoff may only be claimed to be below a bound (<n)"
                raise ExpressionError(message, node.col_offset) from None
            if not result:
                return False
        return True

    def _is_close(self, left: Any, right: Any) -> bool:  # noqa: ANN401
        if not (isinstance(left, int | float) and isinstance(right, int | float)):
            return False
        if isinstance(left, int) and isinstance(right, int):
            return False
        return abs(left - right) <= self.edge * max(abs(left), abs(right))


def _apply(name: str, arguments: list[Any], node: ast.expr) -> Any:  # noqa: ANN401
    """Call one of the language's own functions; a wrong argument is the expression's mistake."""
    try:
        return as_number(FUNCTIONS[name](*[as_number(argument) for argument in arguments]))
    except (TypeError, ValueError, ArithmeticError) as error:
        given = ", ".join(_describe(argument) for argument in arguments) or "nothing"
        message = f"{name} cannot take {given}: {error}"
        raise ExpressionError(message, node.col_offset) from error


def _describe(argument: object) -> str:
    try:
        return f"{type(argument).__name__} of {len(argument)}"  # type: ignore[arg-type]  # asked by trying
    except TypeError:
        return repr(argument)


def _has(owner: object, name: str) -> bool:
    """Tell whether an instance has an attribute, without hiding an error raised in making it."""
    return name in getattr(owner, "__dict__", {}) or name in dir(owner)


def as_number(value: Any) -> Any:  # noqa: ANN401
    """Turn an estimate, a record or a NumPy scalar into the Python number it stands for."""
    if type(value).__name__ in {"Estimate", "Record"}:
        return float(value)
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        return value.item()
    return value
