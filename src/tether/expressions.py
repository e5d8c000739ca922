"""The small language of bindings: parsed with ``ast``, checked, and evaluated over a book's values.

Names, attributes, integer indices, calls with numbers, arithmetic, chained comparisons,
``and``/``or``/``not`` and a handful of functions. What needs more gets a name in the book's code.
"""

from __future__ import annotations

import ast
import math
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
QUOTED = "n"
"""The name of the numbers quoted in a claim's text."""
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


class ExpressionError(ValueError):
    """An expression that the language does not have, or that cannot be evaluated."""

    def __init__(self, message: str, column: int = 0) -> None:
        """Keep the message and where in the expression, from 0, it points."""
        super().__init__(message)
        self.column = column


class EdgeError(ExpressionError):
    """A comparison so close that another machine may decide it otherwise."""


@dataclass(frozen=True)
class Expression:
    """A checked expression."""

    text: str
    tree: ast.expr
    names: tuple[str, ...]
    """The names of experiments it uses, in order of appearance."""
    quoted: frozenset[int]
    """Which of the numbers quoted in the text it uses."""
    bare: bool
    """Whether it uses ``n`` without an index."""


def parse(text: str) -> Expression:
    """Check an expression; raise :class:`ExpressionError` that points into it."""
    for found, name in (
        (" ", "a space"),
        ("\t", "a tab"),
        ("|", "a pipe"),
        ('"', "a quote"),
        ("'", "a quote"),
    ):
        if found in text:
            message = f"{name} in a binding: give what needs spaces, quotes or pipes a name in the code"
            raise ExpressionError(message, text.index(found))
    try:
        tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        column = (getattr(error, "offset", None) or 1) - 1
        message = f"not an expression: {getattr(error, 'msg', None) or error}"
        raise ExpressionError(message, max(min(column, len(text) - 1), 0)) from None
    checker = _Checker()
    checker.check(tree)
    if not checker.names:
        message = "uses no value of an experiment, so it could never drift"
        raise ExpressionError(message)
    return Expression(text, tree, tuple(checker.names), frozenset(checker.quoted), checker.bare)


class _Checker:
    """Walks an expression, refusing what the language does not have."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.quoted: set[int] = set()
        self.bare = False

    def check(self, node: ast.expr) -> None:  # noqa: C901, PLR0912  (one case a node type)
        """Check a node and all below it."""
        match node:
            case ast.Constant(value=value):
                if isinstance(value, bool) or not isinstance(value, int | float):
                    raise _refuse(repr(value), node)
            case ast.Name(id=name):
                self._check_name(name, node)
            case ast.Attribute(value=value, attr=name):
                if name.startswith("_"):
                    msg = f"the private name {name}"
                    raise _refuse(msg, node)
                self.check(value)
            case ast.Subscript(value=value, slice=index):
                self._check_index(value, read_index(index), node)
            case ast.Call():
                self._check_call(node)
            case ast.Compare(ops=ops) if not all(type(op) in _COMPARE for op in ops):
                msg = "in or is"
                raise _refuse(msg, node)
            case ast.BinOp(op=op) if type(op) not in _BINARY:
                raise _refuse(type(op).__name__.lower(), node)
            case ast.UnaryOp(op=op) if type(op) not in _UNARY:
                raise _refuse(type(op).__name__.lower(), node)
            case ast.BinOp() | ast.UnaryOp() | ast.BoolOp() | ast.Compare():
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.check(child)
            case _:
                raise _refuse(type(node).__name__.lower(), node)

    def _check_name(self, name: str, node: ast.expr) -> None:
        if name == QUOTED:
            self.quoted.add(0)
            self.bare = True
        elif name.startswith("_"):
            msg = f"the private name {name}"
            raise _refuse(msg, node)
        elif name in FUNCTIONS:
            msg = f"the function {name} without its brackets"
            raise _refuse(msg, node)
        elif name not in self.names:
            self.names.append(name)

    def _check_index(self, value: ast.expr, position: int | None, node: ast.expr) -> None:
        if position is None:
            msg = "an index other than a whole number"
            raise _refuse(msg, node)
        if not (isinstance(value, ast.Name) and value.id == QUOTED):
            self.check(value)
        elif position < 0:
            msg = "an index of n below 0"
            raise _refuse(msg, node)
        else:
            self.quoted.add(position)

    def _check_call(self, node: ast.Call) -> None:
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            msg = "a keyword or starred argument"
            raise _refuse(msg, node)
        if not (isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS):
            self.check(node.func)
        for argument in node.args:
            self.check(argument)


def _refuse(what: str, node: ast.expr) -> ExpressionError:
    return ExpressionError(f"{what} is not part of the language of bindings", node.col_offset)


def read_index(node: ast.expr) -> int | None:
    """Read a whole number that stands as an index, negative ones included."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = read_index(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


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
            message = f"n[{index}] needs {index + 1} numbers in the text, found {len(self.quoted)}"
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
            called: Any = FUNCTIONS[name]
        else:
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
