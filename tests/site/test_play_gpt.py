"""Steps of the small GPT in the browser, each number held to Python's.

How many steps are compared hangs on the rate. A difference in the last bit between two machines grows with
every step, slowly where the path is smooth and without limit where it leaps (docs/gpt/training.md tells of
it). Each run below is as long as a nudge of 1e-13 stays within 1e-10: a nudge a thousand times as large as
a rounding, and an end ten times as near as is asked. `test_runs_are_as_long_as_rounding_lets_them` holds
the table to that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page

from softlookup.gpt.batch import Batch, batch_pairs
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.forward import predict_next
from softlookup.gpt.gradient import loss_and_grad
from softlookup.gpt.optimise import Sgd, Training, train
from softlookup.gpt.parameters import Parameters, draw_parameters
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from support.playing import TOLERANCE, compare, is_near, open_play, slip
from support.visiting import Site, Visitor

ONE_PAIR, ALL_PAIRS = "gpt/steps/", "gpt/training/"
PAIRS = make_pairs(split_words(CORPUS))
TRAINED = {ONE_PAIR: (Pair(("i",), "love"),), ALL_PAIRS: PAIRS}

RUNS = [
    *((ONE_PAIR, rate, 100) for rate in (0.001, 0.02, 0.1245, 0.5, 2.0, 20.0)),
    (ALL_PAIRS, 0.001, 300),
    (ALL_PAIRS, 0.02, 300),
    (ALL_PAIRS, 0.2, 150),
    (ALL_PAIRS, 0.5, 80),
    (ALL_PAIRS, 1.0, 40),
    (ALL_PAIRS, 2.0, 15),
    (ALL_PAIRS, 10.0, 2),
]

TAKE = """([model, tasks, rate, steps]) => {
  const data = { model, tasks };
  const found = softLookup.gpt.run(data, Array(steps).fill(rate));
  return { ...found, chances: tasks.map(({ context }) => softLookup.gpt.predict(found.model, context)) };
}"""


@cache
def run(path: str, rate: float, steps: int) -> Training:
    batch = batch_pairs(TRAINED[path], traced_vocabulary())
    return train(traced_parameters(), batch, Sgd(rate), steps, keep=range(steps + 1))


def list_tasks(pairs: Sequence[Pair]) -> list[dict[str, Any]]:
    words = traced_vocabulary()
    return [{"context": words.encode(p.context).tolist(), "target": words.find(p.target)} for p in pairs]


def list_rows(model: Parameters) -> dict[str, Any]:
    return {name: array.tolist() for name, array in model}


def find_moves(training: Training) -> list[float]:
    """Give the largest absolute change of a number in each step."""
    pairs = zip(training.kept, training.kept[1:], strict=False)
    return [
        max(float(np.abs(array).max()) for _, array in after.combine(np.subtract, before))
        for before, after in pairs
    ]


def is_same(found: Any, expected: Any) -> bool:  # noqa: ANN401  (nested numbers)
    return bool(np.allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE))


@pytest.mark.parametrize(("path", "rate", "steps"), RUNS)
def test_runs_are_as_long_as_rounding_lets_them(path: str, rate: float, steps: int) -> None:
    signs = np.random.default_rng(5)
    nudged = traced_parameters().combine(
        lambda array: array * (1 + 1e-13 * signs.choice([-1, 1], array.shape))
    )
    end = train(nudged, batch_pairs(TRAINED[path], traced_vocabulary()), Sgd(rate), steps).end
    apart = end.combine(
        lambda one, other: np.abs(one - other) / np.maximum(1, np.abs(other)), run(path, rate, steps).end
    )
    assert max(array.max() for _, array in apart) < 1e-10


def find_unlike(page: Page, path: str, rate: float, steps: int) -> set[str]:
    """Name what is different in the browser after so many steps."""
    training, pairs = run(path, rate, steps), TRAINED[path]
    found = page.evaluate(TAKE, [list_rows(training.start), list_tasks(pairs), rate, steps])
    words = traced_vocabulary()
    chances = [predict_next(training.end, words.encode(pair.context)) for pair in pairs]
    unlike = {name for name, array in training.end if not is_same(found["model"][name], array)}
    assert set(found["model"]) == {name for name, _ in training.end}
    checks = {"losses": training.losses, "moves": find_moves(training), "chances": chances}
    return unlike | {name for name, expected in checks.items() if not is_same(found[name], expected)}


def test_every_number_is_pythons_after_steps_at_any_rate(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, ALL_PAIRS).page
    assert {(path, rate): find_unlike(page, path, rate, steps) for path, rate, steps in RUNS} == {
        (path, rate): set() for path, rate, _ in RUNS
    }


@dataclass
class Task:
    """A context and the word to predict, by their numbers."""

    context: list[int]
    target: int


@pytest.mark.parametrize(("seed", "words", "width"), [(0, 4, 1), (1, 6, 3), (2, 9, 5)])
def test_the_gradient_of_any_model_is_pythons(
    book: Site, visitor: Visitor, seed: int, words: int, width: int
) -> None:
    # Queries and values of other widths than the embeddings, and contexts in which words come twice.
    rng = np.random.default_rng(seed)
    drawn = draw_parameters(rng, words, width)
    model = drawn.change(
        w_q=rng.normal(size=(width, 2)),
        w_k=rng.normal(size=(width, 2)),
        w_v=rng.normal(size=(width, 4)),
        w_o=rng.normal(size=(4, words)),
    )
    tasks = [Task(rng.integers(words, size=n).tolist(), int(rng.integers(words))) for n in (1, 2, 5, 8)]
    page = visitor.open(book, ONE_PAIR).page
    found = page.evaluate(
        "([model, tasks]) => [softLookup.gpt.loss(model, tasks), softLookup.gpt.gradient(model, tasks)]",
        [list_rows(model), [vars(task) for task in tasks]],
    )
    single = [model_loss(model, task) for task in tasks]
    loss = np.mean([one for one, _ in single])
    assert is_near(found[0], float(loss))
    for name in found[1]:
        expected = np.mean([getattr(slope, name) for _, slope in single], axis=0)
        assert is_same(found[1][name], expected), name


def model_loss(model: Parameters, task: Task) -> tuple[float, Parameters]:
    """Give loss and gradient of one task as a batch of its own."""
    tokens = np.array([task.context])
    targets, trained = np.zeros_like(tokens), np.zeros(tokens.shape, np.bool_)
    targets[0, -1], trained[0, -1] = task.target, True
    loss, slope = loss_and_grad(model, Batch(tokens, targets, trained))
    return float(loss), slope


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("1 / Math.sqrt(q.length)", "1 / q.length"),
        ("byWeights[i] - middle", "byWeights[i]"),
        ("value - rate *", "value + rate *"),
        ("(word === target ? 1 : 0)", "0"),
        ("/ tasks.length); // (V,)", "); // (V,)"),
        ("multiply(byQ, transpose(model.w_q))", "multiply(byQ, model.w_q)"),
    ],
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str) -> None:
    page = visitor.open(book, "assets/favicon.svg").page
    page.route(*slip("gpt.js", right, wrong))
    page.goto(book.address + ALL_PAIRS)
    assert find_unlike(page, ALL_PAIRS, 0.5, 3)


def read(path: str, rates: Sequence[float], context: tuple[str, ...]) -> dict[str, float]:
    """Give in Python what is shown after steps of these rates."""
    words, batch = traced_vocabulary(), batch_pairs(TRAINED[path], traced_vocabulary())
    model, moves = traced_parameters(), []
    for rate in rates:
        training = train(model, batch, Sgd(rate), 1, keep=(0, 1))
        moves += find_moves(training)
        model = training.end
    loss, _ = loss_and_grad(model, batch)
    shown = {"steps": float(len(rates)), "loss": float(loss)}
    shown |= {"first": moves[0], "last": moves[-1]} if moves else {}
    chances = predict_next(model, words.encode(context))
    return shown | {f"chance.{word}": float(chances[i]) for i, word in enumerate(words.words)}


def strip(found: dict[str, float]) -> dict[str, float]:
    """Leave out what is no number: a dash stands for what there is not."""
    return {name: value for name, value in found.items() if not np.isnan(value)}


def test_it_starts_from_the_books_model(book: Site, visitor: Visitor) -> None:
    for path, context in ((ONE_PAIR, ("i",)), (ALL_PAIRS, ("the",))):
        play = open_play(book, visitor, path, "gpt")
        assert compare(strip(play.turn()), read(path, [], context)) == {}
        assert play.whose == "book"
        assert "Before the first step the loss is" in play.told
        assert play.shown("first") == play.shown("last") == "\N{EM DASH}"


def test_steps_back_and_reset(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, ONE_PAIR, "gpt")
    taken = play.turn({"rate": 0.1245, "one": 4})
    assert compare(taken, read(ONE_PAIR, [0.1245] * 4, ("i",))) == {}
    assert taken["chance.love"] > 0.56  # what the chapter says of this rate
    assert play.whose == "yours"
    mixed = play.turn({"rate": 0.02, "ten": 1, "undo": 3})
    assert compare(mixed, read(ONE_PAIR, [0.1245] * 4 + [0.02] * 7, ("i",))) == {}
    assert compare(play.turn({"undo": 7}), taken) == {}
    assert compare(strip(play.turn({"reset": 1})), read(ONE_PAIR, [], ("i",))) == {}
    assert play.whose == "book"
    assert play.control("undo").get_attribute("aria-disabled") == "true"


def test_every_context_can_be_looked_at(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, ALL_PAIRS, "gpt")
    play.turn({"rate": 0.5, "ten": 3})
    options = play.control("shown").locator("option").all_inner_texts()
    assert options == list(dict.fromkeys(" ".join(pair.context) for pair in PAIRS))
    for words in options:
        found = play.turn({"shown": words})
        assert compare(found, read(ALL_PAIRS, [0.5] * 30, tuple(words.split()))) == {}
    assert play.whose == "yours"


def test_steps_that_are_too_long_are_told_and_can_be_taken_back(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, ALL_PAIRS, "gpt")
    before = play.turn({"rate": 0.2, "one": 2})
    play.turn({"rate": 100, "ten": 1})
    play.page.wait_for_function("document.querySelector('.sl-play-told').textContent.includes('overflowed')")
    assert play.shown("loss") == play.shown("chance.cat") == "\N{EM DASH}"
    assert play.control("one").get_attribute("aria-disabled") == "true"
    assert compare(play.turn({"undo": 10}), before) == {}
    assert play.control("one").get_attribute("aria-disabled") == "false"


def test_the_slider_gives_rates_that_can_be_read(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, ONE_PAIR, "gpt")
    slider = play.control("rate").locator("input[type=range]")
    slider.focus()
    for _ in range(4):
        play.page.keyboard.press("ArrowRight")
    rate = float(play.control("rate").locator("input[type=number]").input_value())
    assert 0.02 < rate < 0.03
    play.control("one").focus()
    play.page.keyboard.press("Enter")
    assert compare(play.turn(), read(ONE_PAIR, [rate], ("i",))) == {}


def test_what_is_drawn_is_what_is_read(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, ONE_PAIR, "gpt")
    play.turn({"rate": 0.5, "one": 2})
    moved = play.root.locator(".sl-play-chart").nth(1).locator("text.sl-halo").all_text_contents()
    assert moved == ["i"]  # the only word that the pair reads
    x = play.root.locator(".sl-play-chart").nth(0).locator("path.sl-accent").get_attribute("d")
    assert x is not None
    assert x.count("L") == 2
