import math
from typing import Any

import numpy as np
import pytest

from softlookup.errors import RangeError, ShapeError
from softlookup.gpt.batch import Batch, batch_pairs
from softlookup.gpt.corpus import Pair, Vocabulary
from softlookup.gpt.gradient import grad
from softlookup.gpt.loss import loss
from softlookup.gpt.optimise import Adam, Sgd, freeze, sgd_step, tie_weights, train
from softlookup.gpt.parameters import Parameters, draw_parameters
from support.small_gpt import draw_model


def test_a_step_of_descent_goes_against_the_gradient() -> None:
    parameters, gradient = draw_model(0, positions=4), draw_model(1, positions=4)
    for name, array in sgd_step(parameters, gradient, 0.5):
        np.testing.assert_allclose(array, dict(parameters)[name] - 0.5 * dict(gradient)[name])


def test_adam_follows_its_algorithm_number_by_number() -> None:
    parameters = draw_model(0, models=(2,))
    gradients = [draw_model(seed, models=(2,)) for seed in (1, 2, 3)]
    rule = Adam(0.1, beta_1=0.8, beta_2=0.95, epsilon=1e-3)
    now, state = parameters, rule.begin(parameters)
    for gradient in gradients:
        now, state = rule.step(now, gradient, state)
    assert state.steps == 3
    for name, array in now:
        for place in np.ndindex(array.shape):
            number, m, v = float(dict(parameters)[name][place]), 0.0, 0.0
            for t, gradient in enumerate(gradients, start=1):
                g = float(dict(gradient)[name][place])
                m, v = 0.8 * m + 0.2 * g, 0.95 * v + 0.05 * g**2
                number -= 0.1 * (m / (1 - 0.8**t)) / (math.sqrt(v / (1 - 0.95**t)) + 1e-3)
            assert array[place] == pytest.approx(number, rel=1e-12), name


def test_the_first_step_of_adam_has_the_size_of_its_rate(everything: Batch) -> None:
    parameters = draw_model(0)
    after, _ = Adam(0.02).step(parameters, grad(parameters, everything), Adam(0.02).begin(parameters))
    moved = np.abs(after.w_o - parameters.w_o)
    np.testing.assert_allclose(moved, 0.02, rtol=1e-4)


def test_training_is_its_steps(everything: Batch) -> None:
    parameters = draw_model(0, positions=8)
    told: list[tuple[int, int]] = []
    training = train(
        parameters, everything, Sgd(0.3), 3, progress=lambda *done: told.append(done), keep=(0, 2)
    )
    now = parameters
    for step in range(4):
        assert training.losses[step] == pytest.approx(float(loss(now, everything)), rel=1e-12)
        if step in (0, 2, 3):
            np.testing.assert_allclose(training.at(step).w_o, now.w_o, atol=1e-14)
        now = sgd_step(now, grad(now, everything), 0.3)
    assert told == [(0, 3), (1, 3), (2, 3), (3, 3)]
    assert training.steps == 3
    assert training.kept_steps == (0, 2)
    assert training.start is parameters
    with pytest.raises(KeyError, match="kept, found 1; there are 0, 2, 3"):
        training.at(1)


def test_training_tells_of_every_hundredth_part(traced: Parameters, words: Vocabulary) -> None:
    told: list[int] = []
    batch = batch_pairs([Pair(("i",), "love")], words)
    train(traced, batch, Sgd(0.01), 250, progress=lambda done, _: told.append(done))
    assert told == list(range(0, 251, 2))


@pytest.mark.parametrize("rule", [Sgd(0.2), Adam(0.05)], ids=["sgd", "adam"])
def test_models_side_by_side_train_as_they_would_alone(everything: Batch, rule: Sgd | Adam) -> None:
    many = draw_model(0, positions=8, models=(3,))
    together = train(many, everything, rule, 20)
    assert together.losses.shape == (21, 3)
    for place in range(3):
        alone = train(many.pick(place), everything, rule, 20)
        np.testing.assert_allclose(together.losses[:, place], alone.losses, rtol=1e-9)
        for name, array in together.end.pick(place):
            np.testing.assert_allclose(array, dict(alone.end)[name], atol=1e-9, err_msg=name)


def test_training_learns_the_pairs(traced: Parameters, everything: Batch) -> None:
    floor = 2 * np.log(2) / 23
    training = train(traced, everything, Adam(0.02), 6000)
    assert training.losses[0] == pytest.approx(3.316, abs=0.0005)
    assert floor < training.losses[-1] < floor + 0.01


def test_a_model_that_runs_away_takes_no_other_along(traced: Parameters, everything: Batch) -> None:
    far = traced.combine(lambda array: 1e200 * array)
    both = traced.combine(lambda array, other: np.stack([array, other]), far)
    together, alone = train(both, everything, Sgd(0.2), 20), train(traced, everything, Sgd(0.2), 20)
    assert not np.isfinite(together.losses[-1, 1])
    np.testing.assert_allclose(together.losses[:, 0], alone.losses, rtol=1e-12)


def test_float32_is_trained_in_float32(everything: Batch) -> None:
    single = draw_model(0, positions=8).combine(lambda array: array.astype(np.float32))
    training = train(single, everything, Adam(0.02), 3)
    assert training.losses.dtype == np.float32
    assert {array.dtype for _, array in training.end} == {np.dtype(np.float32)}


@pytest.mark.parametrize("rule", [Sgd(0.2), Adam(0.05)], ids=["sgd", "adam"])
def test_what_is_frozen_stays_to_the_bit_and_the_rest_moves(everything: Batch, rule: Sgd | Adam) -> None:
    parameters = draw_model(0, positions=8)
    end = train(parameters, everything, rule, 5, change=freeze("positions", "w_q")).end
    same = {name for name, array in end if np.array_equal(array, dict(parameters)[name])}
    assert same == {"positions", "w_q"}


def test_freezing_what_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="found w_x"):
        freeze("w_q", "w_x")


@pytest.mark.parametrize("rule", [Sgd(0.2), Adam(0.05)], ids=["sgd", "adam"])
def test_tied_weights_stay_tied_and_go_downhill_together(everything: Batch, rule: Sgd | Adam) -> None:
    drawn = draw_parameters(np.random.default_rng(0), 22, 3)
    start = drawn.change(w_o=drawn.embeddings.T.copy())
    training = train(start, everything, rule, 50, change=tie_weights)
    np.testing.assert_array_equal(training.end.w_o, training.end.embeddings.T)
    assert training.losses[-1] < training.losses[0] - 0.5


def test_the_tied_gradient_is_the_slope_of_the_tied_loss(everything: Batch) -> None:
    drawn = draw_parameters(np.random.default_rng(0), 22, 3)

    def lose(embeddings: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
        return float(loss(drawn.change(embeddings=embeddings, w_o=embeddings.T), everything))

    start = drawn.embeddings
    slope = tie_weights(grad(drawn.change(w_o=start.T), everything)).embeddings
    for place in [(0, 0), (2, 1), (7, 2), (21, 0)]:
        move = np.zeros_like(start)
        move[place] = 1e-5
        assert slope[place] == pytest.approx((lose(start + move) - lose(start - move)) / 2e-5, abs=1e-8)


def test_a_gradient_of_other_arrays_is_refused() -> None:
    with pytest.raises(ShapeError, match=r"\(22, 3\) and \(5, 3\)"):
        sgd_step(draw_model(0), draw_model(0, vocabulary_size=5), 0.1)
    with pytest.raises(ShapeError, match=r"tie: .* found \(4, 22\) and \(22, 3\)"):
        tie_weights(draw_model(0))


@pytest.mark.parametrize(
    "arguments",
    [
        {"rate": -1.0},
        {"rate": math.nan},
        {"rate": math.inf},
        {"rate": "a"},
        {"beta_1": 1.0},
        {"epsilon": -1.0},
    ],
)
def test_constants_that_make_no_steps_are_refused(arguments: dict[str, Any]) -> None:
    name = next(iter(arguments))
    with pytest.raises(RangeError, match=f"^{name}: expected a number of at least 0"):
        Adam(**{"rate": 0.1} | arguments)
    if name == "rate":
        with pytest.raises(RangeError, match=r"^rate: "):
            Sgd(**arguments)


@pytest.mark.parametrize(
    ("steps", "options", "message"),
    [
        (-1, {}, "steps: .* found -1"),
        (1.5, {}, "steps: .* found 1.5"),
        (3, {"keep": (2, 9, -1)}, "keep: expected steps from 0 to 3, found -1, 9"),
        (3, {"change": tie_weights}, "W_o = Eᵀ"),
    ],
)
def test_training_that_cannot_be_meant_is_refused(
    traced: Parameters, everything: Batch, steps: int, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(RangeError, match=message):
        train(traced, everything, Sgd(0.1), steps, **options)
