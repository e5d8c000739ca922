"""Evaluating checked expressions over a book's values, inside the worker."""

from __future__ import annotations

import ast
import operator
from types import BuiltinMethodType
from typing import TYPE_CHECKING, Any

from tether.expressions import FUNCTIONS, QUOTED, EdgeError, ExpressionError, read_index
from tether.functions import apply_function, as_number, explain_type, refuse_edge, refuse_incomparable
from tether.problems import count
from tether.values import Roundoff

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
_HARMLESS = frozenset(
    {"all", "any", "argmax", "argmin", "count", "index", "item", "max", "mean", "min", "std", "sum", "var"}
)


class Evaluator:
    """Evaluates checked expressions over one object's attributes."""

    def __init__(self, values: object, quoted: Sequence[Any] = (), edge: float = 1e-9) -> None:
        """Take the object, the numbers quoted in the text, and how near a comparison may come."""
        self.values = values
        self.quoted = quoted
        self.edge = edge

    def evaluate(self, node: ast.expr) -> Any:  # noqa: ANN401, C901, PLR0911  (one case and one return a node type)
        """Give the value of a node; raise ``ExpressionError`` where there is none."""
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
                return self._unary(op, self.evaluate(operand), node)
            case ast.BoolOp(op=op, values=values):
                results = [self._truth(value) for value in values]
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
        if isinstance(owner, Roundoff):
            message = "a Roundoff has nothing to quote; claim a bound instead, as in [below 1e-12](=...<n)"
            raise ExpressionError(message, (node.end_col_offset or 0) - len(name))
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
            return apply_function(name, arguments, self.edge, node)
        called = self.evaluate(function)
        if not all(isinstance(argument, int | float) for argument in arguments):
            message = "only numbers may be handed to a call"
            raise ExpressionError(message, node.col_offset)
        if isinstance(called, BuiltinMethodType) and called.__name__ not in _HARMLESS:
            message = (
                f"{called.__name__} may change the values for later bindings; give it a name in the code"
            )
            raise ExpressionError(message, node.col_offset)
        if not callable(called):
            message = f"{type(called).__name__} cannot be called"
            raise ExpressionError(message, node.col_offset)
        return called(*arguments)

    def _truth(self, node: ast.expr) -> bool:
        result = as_number(self.evaluate(node))
        if not isinstance(result, bool):
            message = f"and/or of {type(result).__name__}, expected truth values"
            raise ExpressionError(message, node.col_offset)
        return result

    def _unary(self, op: ast.unaryop, operand: Any, node: ast.expr) -> Any:  # noqa: ANN401
        operand = as_number(operand)
        if isinstance(op, ast.Not) and not isinstance(operand, bool):
            message = f"not of {type(operand).__name__}, expected a truth value"
            raise ExpressionError(message, node.col_offset)
        try:
            return _UNARY[type(op)](operand)
        except TypeError as error:
            raise ExpressionError(explain_type(operand, operand, error), node.col_offset) from None

    def _arithmetic(self, op: ast.operator, left: Any, right: Any, node: ast.expr) -> Any:  # noqa: ANN401
        left, right = as_number(left), as_number(right)
        if isinstance(op, ast.Pow) and isinstance(right, int | float) and abs(right) > _LARGEST_POWER:
            message = f"a power above {_LARGEST_POWER}"
            raise ExpressionError(message, node.col_offset)
        try:
            if isinstance(op, ast.FloorDiv | ast.Mod):
                refuse_edge(left / right, self.edge, node)
            return _BINARY[type(op)](left, right)
        except (ArithmeticError, TypeError, ValueError) as error:
            if isinstance(error, ExpressionError):
                raise
            raise ExpressionError(explain_type(left, right, error), node.col_offset) from error

    def _compare(self, operands: list[Any], ops: list[ast.cmpop], node: ast.expr) -> bool:
        for left, op, right in zip(operands, ops, operands[1:], strict=False):
            if not self._holds(as_number(left), op, as_number(right), node):
                return False
        return True

    def _holds(self, left: Any, op: ast.cmpop, right: Any, node: ast.expr) -> bool:  # noqa: ANN401
        refuse_incomparable(left, op, right, node)
        if self._is_close(left, right) and not (isinstance(op, ast.Eq | ast.NotEq) and left == right):
            message = f"{left!r} and {right!r} are too close to compare: another machine may decide otherwise"
            raise EdgeError(message, node.col_offset)
        try:
            return bool(_COMPARE[type(op)](left, right))
        except TypeError as error:
            raise ExpressionError(explain_type(left, right, error), node.col_offset) from None

    def _is_close(self, left: Any, right: Any) -> bool:  # noqa: ANN401
        if not (isinstance(left, int | float) and isinstance(right, int | float)):
            return False
        if isinstance(left, int) and isinstance(right, int):
            return False
        return abs(left - right) <= self.edge * max(abs(left), abs(right))


def _has(owner: object, name: str) -> bool:
    """Tell whether an instance has an attribute, without hiding an error raised in making it."""
    return name in getattr(owner, "__dict__", {}) or name in dir(owner)
