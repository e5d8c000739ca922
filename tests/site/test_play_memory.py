"""The memory that a reader asks in the browser, each number held to Python's on the same draws."""

from collections.abc import Sequence
from itertools import product
from math import inf, nan

import numpy as np
import pytest
from playwright.sync_api import Page

from softlookup.book import book as values
from softlookup.experiments.estimates import estimate_mean, estimate_rate
from softlookup.experiments.played_recall import JUDGES, PlayedRecall, Setting, play_recalls, recall_once
from support.playing import TOLERANCE, compare, is_near, open_play, slip
from support.visiting import Site, Visitor

PAGE = "memory/sharpness/"
BETAS = (0.01, 0.5, 1.0, 4.0, 11.3, 64.0, 1e4, inf)
GRID = [
    *(Setting(0, load, noise, trials=12) for load, noise in product((1, 2, 30), (0.0, 0.1, 0.5, 5.0))),
    Setting(7, 100, 0.3, trials=12),
    Setting(2**32 - 1, 5, 1.0, trials=12, width=3, criterion=0.5),
    Setting(3, 4, 0.4, trials=2, width=1),
]
"""Settings with extremes: one pattern, no noise, far too much, one dimension, the largest seed."""

JUDGE = """([{ seed, load, noise, trials, width, criterion }, betas]) => {
  const { drawTrial, judge, recall } = softLookup.memory;
  const drawn = [...Array(trials).keys()].map((trial) => drawTrial(seed, trial, load, width));
  const finite = betas.map((beta) => (beta === null ? Infinity : beta));
  return {
    judged: judge(drawn, noise, finite, criterion),
    once: finite.map((beta) => recall(drawn[trials - 1], noise, beta)),
  };
}"""

LABELS = {
    "counts": "share that counts",
    "right": "share of right picks",
    "cosine": "mean cosine",
    "error": "mean squared error",
}


def list_betas(betas: Sequence[float]) -> list[float | None]:
    return [None if beta == inf else beta for beta in betas]


def find_unlike(page: Page, setting: Setting) -> set[str]:
    """Name what is different in the browser, over all sharpnesses."""
    found = page.evaluate(JUDGE, [vars(setting), list_betas(BETAS)])
    expected = play_recalls(setting, BETAS)
    unlike = {
        judge
        for judge in JUDGES
        for got, one in zip(found["judged"][judge], expected.judge(judge), strict=True)
        if not all(is_near(got[end], getattr(one, end)) for end in ("value", "low", "high"))
    }
    for beta, got in zip(BETAS, found["once"], strict=True):
        one = recall_once(setting, setting.trials - 1, beta)
        unlike |= {
            name
            for name, wanted in vars(one).items()
            if not np.allclose(got[name], wanted, rtol=TOLERANCE, atol=TOLERANCE)
        }
    return unlike


def test_every_recall_and_every_judge_is_pythons(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, PAGE).page
    assert {setting: find_unlike(page, setting) for setting in GRID} == {setting: set() for setting in GRID}


def test_intervals_are_pythons(book: Site, visitor: Visitor) -> None:
    page = visitor.open(book, PAGE).page
    cases = [[0, 1], [1, 1], [0, 200], [200, 200], [37, 200], [1, 100_000]]
    rates = page.evaluate("cases => cases.map(one => softLookup.memory.estimateRate(...one))", cases)
    draws = [[1.0, 2.0], [0.5] * 9, np.random.default_rng(1).normal(size=50).tolist()]
    means = page.evaluate("draws => draws.map(one => softLookup.memory.estimateMean(one))", draws)
    wanted = [estimate_rate(*case) for case in cases] + [estimate_mean(np.array(one)) for one in draws]
    for got, one in zip(rates + means, wanted, strict=True):
        assert compare(got, {end: getattr(one, end) for end in ("value", "low", "high")}) == {}


@pytest.mark.parametrize(
    ("right", "wrong", "what"),
    [
        ("beta * value", "value", "weights"),
        ("patterns[j] + sigma * value", "sigma * value", "scores"),
        ("along / length", "along", "cosine"),
        ("(draws.length - 1)", "draws.length", "error"),
        ("cosine >= criterion", "cosine > 1 - criterion", "counts"),
        ("=== 0 ? 1 : 0", "=== 1 ? 1 : 0", "right"),
    ],
)
def test_a_slip_is_found(book: Site, visitor: Visitor, right: str, wrong: str, what: str) -> None:
    page = visitor.open(book, "assets/favicon.svg").page
    page.route(*slip("memory.js", right, wrong))
    page.goto(book.address + PAGE)
    assert what in find_unlike(page, GRID[-3])


def read(played: PlayedRecall, beta: float, trial: int) -> dict[str, float]:
    """Give in Python what is shown for one sharpness and one cue; ``nan`` where words stand."""
    here = play_recalls(played.setting, [beta]).verdicts[0]
    shown = {f"best.{judge}": nan for judge in JUDGES}
    for judge in JUDGES:
        one = getattr(here, judge)
        shown |= {f"at.{judge}": one.value, f"low.{judge}": one.low, f"high.{judge}": one.high}
    once = recall_once(played.setting, trial, beta)
    load = played.setting.load
    order = np.argsort(-once.scores, kind="stable").tolist()
    top = order[:5] if order.index(0) < 5 else [*order[:4], 0]
    rows: list[tuple[float, float]] = [(once.scores[i], once.weights[i]) for i in top]
    rows += [(nan, nan)] * (5 - len(rows))
    shown |= {f"score.{row}": score for row, (score, _) in enumerate(rows)}
    shown |= {f"weight.{row}": weight for row, (_, weight) in enumerate(rows)}
    rest = float(sum(once.weights[i] for i in range(load) if i not in top))
    shown |= {"score.rest": nan, "weight.rest": rest if load > 5 else nan}
    shown |= {f"pattern.{row}": nan for row in (*range(5), "rest")}
    shown |= {"cosine": once.cosine, "error": once.error, "length": once.length, "verdict": nan}
    return {name: value for name, value in shown.items() if not np.isnan(value)}


def read_curve(played: PlayedRecall, judge: str) -> dict[str, float]:
    return {f"curve.{place}": one.value for place, one in enumerate(played.judge(judge))}


def strip(found: dict[str, float]) -> dict[str, float]:
    """Leave out what is no number but words."""
    return {name: value for name, value in found.items() if not np.isnan(value)}


def test_it_starts_from_what_the_build_computed(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    played = values.played_recall
    assert compare(strip(play.turn()), read(played, 4, 0) | read_curve(played, "counts")) == {}
    assert play.whose == "book"
    assert "200 trials" in play.told
    again = play.page.evaluate(JUDGE, [vars(played.setting), list_betas(played.betas)])["judged"]
    for judge in JUDGES:
        for got, one in zip(again[judge], played.judge(judge), strict=True):
            assert is_near(got["value"], one.value)


@pytest.mark.parametrize(
    ("asked", "judge"),
    [
        ((2, 1.0, 0.5), "right"),
        ((10, 0.3, 11.1), "error"),
        ((100, 0.1, 128.0), "cosine"),
        ((50, 0.0, 0.01), "counts"),
        ((100, 5.0, 10000.0), "error"),
    ],
)
def test_every_setting_shows_pythons_numbers(
    book: Site, visitor: Visitor, asked: tuple[int, float, float], judge: str
) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    load, noise, beta = asked
    cues = load % 4
    settings = {"load": load, "noise": noise, "beta": beta, "next": cues, "judge": LABELS[judge]}
    found = play.turn(settings)
    setting = Setting(values.played_recall.setting.seed, load, noise, trials=200)
    played = play_recalls(setting, values.played_recall.betas)
    assert compare(strip(found), read(played, beta, cues) | read_curve(played, judge)) == {}
    assert {name: play.shown(f"best.{name}") for name in JUDGES} == {
        name: print_best(played, name) for name in JUDGES
    }
    assert play.whose == "yours"
    again = play.turn({"reset": 1, "judge": LABELS["counts"]})
    assert (
        compare(strip(again), read(values.played_recall, 4, 0) | read_curve(values.played_recall, "counts"))
        == {}
    )
    assert play.whose == "book"


def print_best(played: PlayedRecall, judge: str) -> str:
    """Write which sharpnesses a judge likes best, as the table has it."""
    marks = [one.value for one in played.judge(judge)]
    best = min(marks) if judge == "error" else max(marks)
    liked = [beta for beta, mark in zip(played.betas, marks, strict=True) if mark == best]
    first = f"{liked[0]:.3g}".replace("inf", "∞")
    if liked == list(played.betas):
        return "any"
    return f"≥ {first}" if len(liked) > 1 and liked == list(played.betas[-len(liked) :]) else first


def test_more_trials_begin_with_the_same_ones(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    found = play.turn({"load": 5, "trials": 400})
    setting = Setting(values.played_recall.setting.seed, 5, 0.5, trials=400)
    played = play_recalls(setting, values.played_recall.betas)
    assert compare(strip(found), read(played, 4, 0) | read_curve(played, "counts")) == {}


def test_the_best_sharpness_follows_the_noise_for_some_judges_only(book: Site, visitor: Visitor) -> None:
    # What the page asks the reader to notice; a grid of factors of 1.41 leaves a neighbour either way.
    play = open_play(book, visitor, PAGE, "memory")
    for noise in (0.2, 0.3, 0.5, 0.7):
        play.turn({"load": 100, "noise": noise})
        for judge in ("cosine", "error"):
            assert 1 / 1.5 < float(play.shown(f"best.{judge}")) * noise**2 < 1.5
        assert play.shown("best.right") == "any"
        assert play.shown("best.counts")[0] in "≥∞"


def test_a_wanted_pattern_that_is_far_behind_is_shown_with_its_place(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    play.turn({"noise": 5})
    setting = Setting(values.played_recall.setting.seed, 100, 5, trials=200)
    for cue in range(4):
        scores = recall_once(setting, cue, 4).scores
        place = 1 + int((scores > scores[0]).sum())
        if place > 5:
            assert play.shown("pattern.4") == f"wanted ◂, place {place}"
        play.turn({"next": 1})


def test_a_number_that_does_not_fit_is_refused_with_words(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    for name, wrong, words in (
        ("load", 101, "expected a whole number from 2 to 100"),
        ("load", 2.5, "expected a whole number from 2 to 100"),
        ("noise", -0.1, "expected a number from 0 to 5"),
        ("beta", 0, "expected a number from 0.01 to 10000"),
    ):
        play.turn({name: wrong})
        assert words in play.control(name).inner_text()
        assert play.whose == "book"


def test_keys_move_the_sharpness(book: Site, visitor: Visitor) -> None:
    play = open_play(book, visitor, PAGE, "memory")
    play.control("beta").locator("input[type=range]").focus()
    play.page.keyboard.press("ArrowRight")
    beta = float(play.control("beta").locator("input[type=number]").input_value())
    assert 4 < beta < 4.5
    assert (
        compare(
            strip(play.turn()),
            read(values.played_recall, beta, 0) | read_curve(values.played_recall, "counts"),
        )
        == {}
    )
