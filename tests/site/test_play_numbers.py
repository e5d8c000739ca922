"""The pure functions of the explorables, each held to its twin in Python over many inputs."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page
from scipy.special import logsumexp
from scipy.stats import entropy, rankdata

from softlookup.attention import attend
from softlookup.philox import draw_normals, draw_uniforms, philox
from softlookup.softmax import log_softmax, softmax
from support.playing import EMPTY, TOLERANCE, slip
from support.visiting import Site, Visitor

PAGE = "attention/softmax/"
INF = float("inf")
RNG = np.random.default_rng(7)

VECTORS: list[list[float]] = [
    *(RNG.normal(size=n).tolist() for n in (1, 2, 5, 13)),
    [0.0, 0.0, 0.0],
    [1.0, 1.0, 0.5],
    [710.0, 709.0, -745.0],
    [1e300, -1e300, 1e300],
    [-1e-300, 1e-300],
]
SCORES = [*VECTORS, [-INF, 0.0, 1.0], [-INF, -INF], [INF, 2.0, INF]]
PAIRS = [(RNG.normal(size=n).tolist(), RNG.normal(size=n).tolist()) for n in (1, 2, 8, 64)]
MATRICES = [
    (RNG.normal(size=(n, m)).tolist(), RNG.normal(size=(m, k)).tolist()) for n, m, k in ((1, 3, 2), (4, 4, 1))
]


def attend_once(query: list[float], keys: list[list[float]], values: list[list[float]]) -> dict[str, Any]:
    found = attend([query], keys, values)
    rows = {"raw": found.scores, "logits": found.logits, "weights": found.weights, "output": found.output}
    return {name: row[0].tolist() for name, row in rows.items()}


def draw_head(width: int) -> list[Any]:
    return [
        RNG.normal(size=width).tolist(),
        RNG.normal(size=(5, width)).tolist(),
        RNG.normal(size=(5, 3)).tolist(),
    ]


COUNTERS = [[0, 0, 0, 0], [0xFFFFFFFF] * 4, [0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344]]
KEYS = [[0, 0], [0xFFFFFFFF] * 2, [0xA4093822, 0x299F31D0]]

TWINS: dict[str, tuple[Callable[..., Any], list[list[Any]]]] = {
    "numbers.sum": (np.sum, [[v] for v in VECTORS]),
    "numbers.mean": (np.mean, [[v] for v in VECTORS]),
    "numbers.largest": (np.max, [[v] for v in VECTORS]),
    "numbers.deviation": (np.std, [[v] for v in VECTORS if max(map(abs, v)) < 1e100]),
    "numbers.quantile": (np.quantile, [[v, share] for v in VECTORS[:6] for share in (0, 0.25, 0.5, 0.9, 1)]),
    "numbers.dot": (np.dot, [[a, b] for a, b in PAIRS]),
    "numbers.norm": (np.linalg.norm, [[a] for a, _ in PAIRS]),
    "numbers.distance": (
        lambda a, b: np.linalg.norm(np.subtract(a, b)),
        [[a, b] for a, b in PAIRS],
    ),
    "numbers.cosine": (
        lambda a, b: np.dot(a, b) / (np.linalg.norm(a) * np.linalg.norm(b)),
        [[a, b] for a, b in PAIRS],
    ),
    "numbers.scale": (np.multiply, [[a, 0.3] for a, _ in PAIRS]),
    "numbers.transpose": (np.transpose, [[a] for a, _ in MATRICES]),
    "numbers.multiply": (np.matmul, [[a, b] for a, b in MATRICES]),
    "numbers.softmax": (softmax, [[v] for v in SCORES]),
    "numbers.logSoftmax": (log_softmax, [[v] for v in SCORES]),
    "numbers.entropy": (
        lambda z: entropy(np.exp(np.array(z) - logsumexp(z))),
        [[v] for v in [*VECTORS, SCORES[-3]]],
    ),
    "numbers.attend": (attend_once, [draw_head(width) for width in (1, 4, 64)]),
    "numbers.rank": (lambda v: rankdata(np.negative(v), method="ordinal"), [[v] for v in VECTORS]),
    "random.philox": (
        lambda counter, key: philox(counter, tuple(key)),
        [list(pair) for pair in zip(COUNTERS, KEYS, strict=True)],
    ),
    "random.uniforms": (draw_uniforms, [[0, 0, 9], [5, 2**32 - 1, 64], [2**32 - 1, 3, 1]]),
    "random.normals": (draw_normals, [[0, 0, 501], [5, 7, 64], [1, 1, 1]]),
}


def flatten(value: Any) -> list[float]:  # noqa: ANN401  (numbers, in lists and mappings of any depth)
    """Give all numbers in order, those of a mapping by its names."""
    if isinstance(value, dict):
        return [number for name in sorted(value) for number in flatten(value[name])]
    return [float(number) for number in np.ravel(value)]


def find_unlike(page: Page, twins: list[str]) -> set[str]:
    """Name the functions that give something else in the browser than in Python."""
    unlike = set()
    for name in twins:
        twin, calls = TWINS[name]
        found = page.evaluate(f"calls => calls.map(call => softLookup.{name}(...call))", calls)
        for got, call in zip(found, calls, strict=True):
            numbers, wanted = flatten(got), flatten(twin(*call))
            if len(numbers) != len(wanted) or not np.allclose(
                numbers, wanted, rtol=TOLERANCE, atol=TOLERANCE
            ):
                unlike.add(name)
    return unlike


def test_every_pure_function_gives_what_python_gives(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, PAGE).page
    listed = page.evaluate(
        "['numbers', 'random'].flatMap(m => Object.keys(softLookup[m]).map(k => `${m}.${k}`))"
    )
    assert set(listed) - {"numbers.print", "numbers.plain"} == set(TWINS)
    assert find_unlike(page, list(TWINS)) == set()


@pytest.mark.parametrize(
    ("made", "function"),
    [
        (("numbers.js", "1 / Math.sqrt(query.length)", "1 / query.length"), "numbers.attend"),
        (("numbers.js", "score - top", "score"), "numbers.softmax"),
        (("numbers.js", "score - Math.log(", "score + Math.log("), "numbers.logSoftmax"),
        (("numbers.js", "total === 0 ? 0 : power / total", "power / total"), "numbers.softmax"),
        (("numbers.js", "weight * logs[i]", "weight * logs[0]"), "numbers.entropy"),
        (("numbers.js", "(sorted.length - 1)", "sorted.length"), "numbers.quantile"),
        (("numbers.js", "|| a - b", "|| b - a"), "numbers.rank"),
        (("random.js", "/ 2 ** 32", "/ 2 ** 31"), "random.uniforms"),
        (("random.js", "const ROUNDS = 10", "const ROUNDS = 7"), "random.philox"),
        (("random.js", "Math.sqrt(-2 *", "Math.sqrt(-1 *"), "random.normals"),
    ],
)
def test_a_slip_is_found(book: Site, visitor: Visitor, made: tuple[str, str, str], function: str) -> None:
    page = visitor.open(book, EMPTY).page
    page.route(*slip(*made))
    page.goto(book.address + PAGE)
    assert function in find_unlike(page, [function])


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.22856, 4, "0.2286"),
        (-2.38708, 4, "\u22122.3871"),
        (-0.00001, 4, "0.0000"),
        (3, 0, "3"),
        (-12345678, 2, "\u22121.235e7"),
    ],
)
def test_numbers_are_printed_as_the_book_prints_them(
    book: Site, visitor: Visitor, value: float, digits: int, text: str
) -> None:
    page = visitor.open(book, PAGE).page
    assert page.evaluate("call => softLookup.numbers.print(...call)", [value, digits]) == text
