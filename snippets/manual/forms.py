"""Tables of the forms of a number, each read by tether itself."""

from collections.abc import Iterable
from fractions import Fraction

from tether.numbers import Number, WriteError, compare, read_numbers, write

HEAD = "| written | in a binding | in prose, bound to nothing |\n| --- | --- | --- |"
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
LARGEST_PLAIN = 1e12


def tabulate_forms(forms: Iterable[str], expected: int | None = None) -> str:
    """Give a Markdown table: what is written, and how it reads in a binding and in running prose."""
    rows = [f"| `{form}` | {describe_bound(form, expected)} | {describe_prose(form)} |" for form in forms]
    return "\n".join([HEAD, *rows])


def describe_bound(form: str, expected: int | None = None) -> str:
    """Say which values a form has in a binding, and how far a computed value may lie from each."""
    return ", ".join(map(describe_value, read_numbers(form, expected=expected))) or "no number"


def describe_value(number: Number) -> str:
    """Give a value with its tolerance; an exact form has none."""
    if number.unreadable:
        return f"unreadable: {number.unreadable}"
    value = f"**{show(number.value)}**"
    return f"{value} ± {show(number.tolerance)}" if number.tolerance else f"{value} exactly"


def describe_prose(form: str) -> str:
    """Say what an audit makes of a form: loose numbers, or the reason why they need no binding."""
    pieces = form.split("$")
    found = [
        number
        for index, piece in enumerate(pieces)
        for number in read_numbers(piece, maths=index % 2 == 1, bound=False)
    ]
    told = [f"`{number.text}`: {number.structural or '**loose**'}" for number in found]
    return ", ".join(told) or "no number"


def tabulate_comparisons(pairs: Iterable[tuple[str, float]]) -> str:
    """Give a Markdown table: a quoted number and a computed one, the verdict, and what `fix` writes."""
    rows = [describe_comparison(*pair) for pair in pairs]
    return "\n".join(["| quoted | computed | verdict | `fix` writes |", "| --- | --- | --- | --- |", *rows])


def describe_comparison(form: str, value: float) -> str:
    """Hold a value against a printed number."""
    (number,) = read_numbers(form, expected=1)
    status = compare(number, value).status
    written = "" if status in {"holds", "edge"} else describe_rewriting(number, value)
    return f"| `{form}` | `{value!r}` | {status if status == 'holds' else f'**{status}**'} | {written} |"


def describe_rewriting(number: Number, value: float) -> str:
    """Give a value in the form of a number, or say why the form cannot hold it."""
    try:
        return f"`{write(number, value)}`"
    except WriteError as error:
        return f"nothing: {error}"


def show(value: Fraction) -> str:
    """Print a fraction as people write it, to eight significant digits."""
    if value.denominator == 1 and abs(value) < LARGEST_PLAIN:
        return f"{value.numerator:,}".replace("-", "−")
    mantissa, e, exponent = f"{float(value):.8g}".replace("-", "−").partition("e")
    if not e:
        return mantissa
    power = "10" + str(int(exponent.replace("−", "-"))).translate(RAISED)
    return power if mantissa == "1" else f"{mantissa} × {power}"
