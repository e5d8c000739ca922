"""The small language of bindings: parsed with ``ast``, checked, and evaluated over a book's values.

Names, attributes, integer indices, calls with numbers, arithmetic, chained comparisons,
``and``/``or``/``not`` and a handful of functions. What needs more gets a name in the book's code.
"""

from __future__ import annotations

import ast
import warnings
from dataclasses import dataclass

FUNCTIONS = frozenset({"abs", "exp", "len", "log", "max", "min", "round", "sqrt", "sum"})
"""The functions that an expression may call by name."""
QUOTED = "n"
"""The name of the numbers quoted in a claim's text."""
_BINARY = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_UNARY = (ast.USub, ast.UAdd, ast.Not)
_COMPARE = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)


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
    """Check an expression; raise ``ExpressionError`` that points into it."""
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
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore", SyntaxWarning
            )  # `14and x`: where no space may stand, none is missing
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
            case ast.Compare(ops=ops) if not all(isinstance(op, _COMPARE) for op in ops):
                msg = "in or is"
                raise _refuse(msg, node)
            case ast.BinOp(op=op) if not isinstance(op, _BINARY):
                raise _refuse(type(op).__name__.lower(), node)
            case ast.UnaryOp(op=op) if not isinstance(op, _UNARY):
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
