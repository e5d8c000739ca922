import dataclasses
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments import fetch_record
from softlookup.experiments.fetching import (
    Slope,
    Sweep,
    descend,
    descend_adam,
    draw_task,
    slope_of_cross_entropy,
    slope_of_squared_error,
)
from softlookup.experiments.freezing import ADAM_RATES, SGD_RATES, measure_start, train_fetchers
from softlookup.experiments.long_training import (
    COMMAND,
    FILE,
    MARKS,
    read_long_training,
    record_long_training,
)
from softlookup.softmax import softmax
from softlookup.values.seeds import Stream, make_generator

SMALL = draw_task(np.random.default_rng(5), sets=2, items=4, d_k=9)


def lose(query: np.ndarray, keys: np.ndarray, wanted: np.ndarray, scale: float, kind: Slope) -> float:
    weights = softmax(scale * (keys @ query))
    if kind is slope_of_cross_entropy:
        return float(-np.log(weights @ wanted))
    return float(((weights - wanted) ** 2).sum() / 2)


def differentiate(*arguments: object) -> np.ndarray:
    query, *rest = arguments
    h = 1e-6
    nudges = h * np.eye(len(query))  # type: ignore[arg-type]
    return np.array([(lose(query + n, *rest) - lose(query - n, *rest)) / (2 * h) for n in nudges])  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [slope_of_squared_error, slope_of_cross_entropy])
@pytest.mark.parametrize("scale", [1 / 3, 1.0])
def test_descent_moves_queries_down_a_slope_found_by_differences(kind: Slope, scale: float) -> None:
    rate, steps = 0.2, 5
    errors = np.zeros(steps + 1)
    for s in range(2):
        for i in range(4):
            query = SMALL.queries[s, i].copy()
            for step in range(steps + 1):
                weights = softmax(scale * (SMALL.keys[s] @ query))
                errors[step] += ((weights - SMALL.wanted[s, i]) ** 2).sum() / 8
                query -= rate * differentiate(query, SMALL.keys[s], SMALL.wanted[s, i], scale, kind)
    run = descend(SMALL, scale, [0.5, rate], steps, kind).at(rate)
    np.testing.assert_allclose(run.errors, errors, rtol=1e-6)


def test_adam_is_adam_as_its_paper_writes_it() -> None:
    rate, steps, scale = 0.05, 6, 1 / 3
    errors = np.zeros(steps + 1)
    for s in range(2):
        for i in range(4):
            query, mean, square = SMALL.queries[s, i].copy(), np.zeros(9), np.zeros(9)
            for step in range(1, steps + 2):
                weights = softmax(scale * (SMALL.keys[s] @ query))
                errors[step - 1] += ((weights - SMALL.wanted[s, i]) ** 2).sum() / 8
                slope = differentiate(query, SMALL.keys[s], SMALL.wanted[s, i], scale, slope_of_squared_error)
                mean = 0.9 * mean + 0.1 * slope
                square = 0.999 * square + 0.001 * slope * slope
                query -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    run = descend_adam(SMALL, scale, [rate], steps).at(rate)
    np.testing.assert_allclose(run.errors, errors, rtol=1e-5)


def test_a_task_asks_every_key_once() -> None:
    for axis in (1, 2):
        np.testing.assert_array_equal(SMALL.wanted.sum(axis=axis), 1)


def test_scaled_queries_learn_and_unscaled_ones_hardly() -> None:
    freezing = train_fetchers(np.random.default_rng(1), sets=1, items=13, d_k=256, steps=400)
    assert freezing.scaled_sgd.best.final < 0.01
    assert freezing.scaled_adam.best.final < 0.01
    assert freezing.entropy_sgd.best.final < 0.01
    assert freezing.unscaled_sgd.best.final > 0.8
    assert freezing.unscaled_adam.best.final > 0.5
    even = np.full(13, 1 / 13)
    assert freezing.uniform_error == pytest.approx(((even - np.eye(13)[0]) ** 2).sum())


def test_no_gradient_is_zero_at_the_start_and_cross_entropys_are_long_where_the_answer_is_wrong() -> None:
    task = draw_task(np.random.default_rng(2), sets=2, items=13, d_k=256)
    start = measure_start(task, 1.0)
    assert start.slopes.shape == start.wanted.shape == (26,)
    assert start.slopes[0] > 0
    assert start.slopes[0] < 1e-8
    # |p - y|: the wanted key has at most half the weight, and the others make up for what it lacks.
    assert start.entropy_slopes[0] >= 0.5
    assert len(start.entropy_slopes) == start.wrong < 26
    assert start.tiny == (start.slopes < 1e-8).sum()


def test_what_was_not_run_or_never_done_is_an_error() -> None:
    sweep = descend(SMALL, 1.0, [1e-9], 1)
    with pytest.raises(KeyError, match="expected a rate of 1e-09, found 2"):
        sweep.at(2)
    with pytest.raises(ValueError, match=r"expected an error below 0\.01 at some step, found"):
        _ = sweep.best.done_after


def test_the_record_is_of_the_books_own_task_and_of_this_code() -> None:
    kept = json.loads(FILE.read_text("utf-8"))
    assert kept["marks"] == list(MARKS)
    again = record_long_training(marks=(100,))
    for rule, rate in (("sgd", "0.03"), ("adam", "0.001"), ("adam", "0.003")):
        assert again[rule][rate][0] == pytest.approx(kept[rule][rate][0], rel=1e-5)
    freezing = book.freezing
    at = kept["marks"].index(1000)
    assert kept["sgd"]["0.03"][at] == pytest.approx(freezing.unscaled_sgd.at(0.03).final, rel=1e-5)


def test_the_record_names_its_machine_and_command() -> None:
    long = read_long_training()
    assert (long.steps, long.sgd_rate in SGD_RATES, long.adam_rate in ADAM_RATES) == (20_000, True, True)
    for record in (long.sgd, long.adam):
        assert COMMAND in record.about
        assert "NumPy" in record.about
    kept = json.loads(FILE.read_text("utf-8"))
    for record, rule in ((long.sgd, "sgd"), (long.adam, "adam")):
        assert record.value == min(errors[kept["marks"].index(20_000)] for errors in kept[rule].values())


def test_what_the_page_draws_is_steady() -> None:
    task = draw_task(make_generator(Stream.FREEZING), sets=3, items=13, d_k=256)
    nudge = 1 + 1e-12 * np.random.default_rng(0).normal(size=task.queries.shape)
    nudged = dataclasses.replace(task, queries=task.queries * nudge)
    for run, rate in ((descend, 0.03), (descend_adam, 0.003)):
        one, other = (run(start, 1.0, [rate], 1000).at(rate).errors for start in (task, nudged))
        np.testing.assert_allclose(one, other, atol=1e-8)


def test_the_record_of_fresh_drawings_is_of_this_code() -> None:
    kept = json.loads(fetch_record.FILE.read_text("utf-8"))
    assert (kept["sgd_rates"], kept["adam_rates"]) == (list(SGD_RATES), list(ADAM_RATES))
    assert (kept["steps"], len(kept["drawings"])) == (fetch_record.STEPS, fetch_record.DRAWINGS)
    again, first = fetch_record.record_fetching(drawings=1)["drawings"][0], kept["drawings"][0]
    assert again["wrong"] == first["wrong"]
    for rule in ("scaled_sgd", "scaled_adam"):
        assert again[rule] == pytest.approx(first[rule], abs=2e-6)
    # Unscaled paths may hang on the last bit: no machine's digits are those of the record for sure.
    assert min(again["unscaled_sgd"]) == pytest.approx(min(first["unscaled_sgd"]), abs=0.2)


def test_a_record_is_counted_and_ranged_by_hand(tmp_path: Path) -> None:
    rules = ("unscaled_adam", "scaled_sgd", "scaled_adam", "short_sgd", "short_adam")
    drawings = [
        {"wrong": 2, "unscaled_sgd": [0.9, 0.2], **{rule: [0.5] for rule in rules}},
        {"wrong": 3, "unscaled_sgd": [0.8, 1.1], **{rule: [0.001] for rule in rules}},
    ]
    about = {"command": "make records", "machine": "M", "python": "3", "numpy": "2"}
    kept = {**about, "sets": 1, "items": 4, "steps": 7, "sgd_rates": [0.5, 1.0], "drawings": drawings}
    file = tmp_path / "fetch.json"
    file.write_text(json.dumps(kept), "utf-8")
    record = fetch_record.read_fetch_record(file)
    assert (record.drawings, record.queries, record.steps) == (2, 4, 7)
    assert (record.least_wrong, float(record.mean_wrong), record.most_wrong) == (2, 2.5, 3)
    sgd, adam = record.unscaled_sgd, record.unscaled_adam
    assert (float(sgd.least), float(sgd.largest), sgd.below_even, sgd.done) == (0.2, 0.8, 1, 0)
    assert (float(adam.least), float(adam.largest), adam.below_even, adam.done) == (0.001, 0.5, 2, 1)
    assert record.won_by_large == 1


def test_a_short_start_unscaled_is_a_scaled_one_at_another_rate() -> None:
    short = dataclasses.replace(SMALL, queries=SMALL.queries / 3)
    one, other = descend(short, 1.0, [0.2 / 9], 50).runs[0], descend(SMALL, 1 / 3, [0.2], 50).runs[0]
    np.testing.assert_allclose(one.errors, other.errors, rtol=1e-9)


@pytest.mark.parametrize("run", [descend, descend_adam])
def test_descent_tells_how_far_it_is(run: Callable[..., Sweep]) -> None:
    told: list[tuple[int, int]] = []
    run(SMALL, 1.0, [0.1], 250, progress=lambda done, of: told.append((done, of)))
    assert told[0] == (0, 250)
    assert told[-1] == (250, 250)
    assert 100 <= len(told) <= 126
