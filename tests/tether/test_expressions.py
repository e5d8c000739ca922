"""The language of bindings: what it has, what it refuses and where, and what it gives."""

from __future__ import annotations

import contextlib
import math
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tether.evaluator import Evaluator
from tether.expressions import EdgeError, ExpressionError, parse
from tether.values import Estimate, Roundoff

VALUES = SimpleNamespace(
    a=3,
    b=0.25,
    row=(1.0, 2.0, 4.0),
    inner=SimpleNamespace(row=[5, 6]),
    double=lambda value: 2 * value,
    rate=Estimate(0.5, 0.4, 0.6, 100),
    noise=Roundoff(1e-16),
)


def evaluate(text: str, *quoted: float) -> object:
    return Evaluator(VALUES, quoted).evaluate(parse(text).tree)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", 3),
        ("inner.row[1]", 6),
        ("row[-1]", 4.0),
        ("double(a)", 6),
        ("a+b*2-1/4", 3.25),
        ("a**2%5//2", 2),
        ("-a", -3),
        ("abs(-a)", 3),
        ("max(row)", 4.0),
        ("min(row[0],a)", 1.0),
        ("sum(row)", 7.0),
        ("len(row)", 3),
        ("round(b,1)", 0.2),
        ("sqrt(row[2])", 2.0),
        ("log(exp(a))", 3.0),
        ("0<b<1", True),
        ("(a>5)or(b<1)", True),
        ("not(a>5)", True),
        ("(a>1)and(b>1)", False),
        ("rate*2", 1.0),
        ("rate.low", 0.4),
    ],
)
def test_what_the_language_has(text: str, expected: object) -> None:
    assert evaluate(text) == expected


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("a b", 1),
        ("a|b", 1),
        ("a['x']", 2),
        ('a["x"]', 2),
        ("a[b]", 0),
        ("a[0:1]", 0),
        ("a._hidden", 0),
        ("__import__(1)", 0),
        ("a.b(c=1)", 0),
        ("a.b(*c)", 0),
        ("lambda:a", 0),
        ("[a]", 0),
        ("{a}", 0),
        ("a if b else c", 1),
        ("a@b", 0),
        ("a<<1", 0),
        ("a in b", 1),
        ("~a", 0),
        ("max", 0),
        ("a+max", 2),
        ("True", 0),
        ("f''", 1),
        ("a:=1", 1),
        ("n[-1]<a", 0),
        ("", 0),
    ],
)
def test_what_it_refuses_and_where(text: str, column: int) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert caught.value.column == column


@pytest.mark.parametrize("text", ["1", "2+3", "sqrt(2)", "n", "n<1"])
def test_an_expression_that_could_never_drift_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError, match="never drift"):
        parse(text)


def test_names_and_quoted_numbers_are_told() -> None:
    found = parse("(n[0]<a)and(b<n[2])and(a<9)")
    assert found.names == ("a", "b")
    assert found.quoted == {0, 2}
    assert not found.bare
    assert parse("a<n").bare


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("c", "known are a, b"),
        ("inner.rows", "no rows"),
        ("row[7]", "index"),
        ("a[0]", "subscriptable"),
        ("a(1)", "cannot be called"),
        ("double(row)", "only numbers"),
        ("1/(a-3)", "division"),
        ("exp(row)", "tuple of 3"),
        ("a**2000", "power"),
        ("noise>1", "Roundoff"),
        ("noise+1<2", "Roundoff"),
        ("a<n[1]", "quotes 1 number"),
    ],
)
def test_what_cannot_be_evaluated_says_why(text: str, words: str) -> None:
    with pytest.raises(ExpressionError, match=words):
        evaluate(text, 1.0)


def test_a_comparison_on_the_edge_is_no_claim() -> None:
    with pytest.raises(EdgeError):
        evaluate("b<n", 0.25 * (1 + 1e-12))
    assert evaluate("b<n", 0.25 * (1 + 1e-6)) is True
    assert evaluate("a<=n", 3) is True  # whole numbers have no edge


@given(
    st.recursive(
        st.sampled_from(["a", "b", "row[1]", "2", "0.5"]),
        lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda x: f"({x[0]}{x[1]}{x[2]})"),
        max_leaves=12,
    )
)
def test_arithmetic_is_python_s(text: str) -> None:
    try:
        expected = eval(text, {"a": 3, "b": 0.25, "row": (1.0, 2.0, 4.0)})  # noqa: S307  (an oracle on our own text)
    except ZeroDivisionError:
        return
    if not any(name in text for name in ("a", "b", "row")):
        return  # it uses no value, and is refused for that
    found = evaluate(text)
    assert isinstance(found, int | float)
    assert math.isclose(found, expected, rel_tol=0, abs_tol=0)


@given(st.text(max_size=40))
def test_any_text_is_parsed_or_refused_within_itself(text: str) -> None:
    column = 0
    with contextlib.suppress(ExpressionError):
        try:
            parse(text)
        except ExpressionError as error:
            column = error.column
            raise
    assert 0 <= column <= max(len(text), 1)
