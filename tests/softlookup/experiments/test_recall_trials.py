"""Three numbers a pattern stand for the whole of it: held against memories with all their coordinates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from softlookup.arrays import FloatArray
from softlookup.experiments.recall_trials import Answers, Task, count_recalls, start_answers
from softlookup.experiments.unit_coordinates import tabulate_coordinate
from softlookup.memory import recall


def draw_plainly(rng: np.random.Generator, task: Task) -> tuple[FloatArray, FloatArray]:
    """Give patterns with all their coordinates and a cue for the first, as the plain experiment has them."""
    patterns = rng.standard_normal((task.patterns, task.width))
    patterns /= np.linalg.norm(patterns, axis=1, keepdims=True)
    return patterns, patterns[0] + task.noise * rng.standard_normal(task.width)


def count_plainly(rng: np.random.Generator, task: Task, trials: int) -> int:
    """Run the plain experiment, one trial after the other."""
    hits = 0
    for _ in range(trials):
        patterns, cue = draw_plainly(rng, task)
        answer = recall(cue, patterns, task.beta)
        hits += bool(answer @ patterns[0] >= task.criterion * np.linalg.norm(answer))
    return hits


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("width", [4, 64])
def test_the_coordinates_of_real_patterns_give_the_real_cosine(seed: int, width: int) -> None:
    task = Task(patterns=12, noise=0.3, beta=5, width=width)
    patterns, cue = draw_plainly(np.random.default_rng(seed), task)
    wanted = patterns[0]
    along = float(cue @ wanted)
    answers = start_answers(np.array([along]), np.array([np.linalg.norm(cue - along * wanted)]))
    length = np.linalg.norm(cue)
    first = cue / length
    second = wanted - (wanted @ first) * first
    second /= np.linalg.norm(second)
    beyond = np.zeros(width)  # what the rivals add up to outside of the two directions, as a vector
    for rival in patterns[1:]:
        weight = np.exp(task.beta * (cue @ rival - along))
        u = rival @ first
        left = rival - u * first
        v = left @ second / np.linalg.norm(left)
        outside = left - (left @ second) * second
        size = np.linalg.norm(beyond)
        w = outside @ beyond / size / np.linalg.norm(left) if size else 0.0
        answers = answers.add(*(np.array([number]) for number in (weight, u, v, w)))
        beyond = beyond + weight * outside
    answer = recall(cue, patterns, task.beta)
    cosine = answer @ wanted / np.linalg.norm(answer)
    norm = np.sqrt(answers.along**2 + answers.aside**2 + answers.beyond**2)
    assert answers.measure_lead(0.7) / norm == pytest.approx(cosine - 0.7, abs=1e-12)


@pytest.mark.parametrize(
    ("task", "plain", "quick"),
    [
        (Task(1, 2.0, 3, width=8), 2000, 2000),
        (Task(2, 1.0, 3, width=8, criterion=0.8), 4000, 40_000),
        (Task(10, 0.3, 16), 4000, 40_000),
        (Task(30, 0.5, 4, width=32, criterion=0.7), 4000, 40_000),
        (Task(100, 0.5, 4), 4000, 40_000),
        (Task(100, 0.5, 16), 4000, 40_000),
        (Task(300, 0.3, 16), 2500, 20_000),
        (Task(40, 0.2, 1, width=64, criterion=0.5), 4000, 40_000),
    ],
    ids=str,
)
def test_it_succeeds_as_often_as_the_plain_experiment(task: Task, plain: int, quick: int) -> None:
    slow = count_plainly(np.random.default_rng(3), task, plain) / plain
    fast = count_recalls(np.random.default_rng(4), task, quick, tabulate_coordinate(task.width)) / quick
    rate = (slow * plain + fast * quick) / (plain + quick)
    deviation = np.sqrt(rate * (1 - rate) * (1 / plain + 1 / quick))
    assert abs(slow - fast) <= 2.6 * deviation  # one in a hundred would fail by chance: the seeds don't
    assert 0.02 < rate < 0.999 or task.patterns == 1


def test_alone_a_pattern_is_always_found() -> None:
    assert count_recalls(np.random.default_rng(5), Task(1, 3.0, 1), 500, tabulate_coordinate(64)) == 500


numbers = st.floats(-1, 1)


@given(st.lists(numbers, min_size=6, max_size=6), st.floats(1e-6, 10), st.floats(0.01, 0.99))
def test_a_rival_moves_the_lead_by_no_more_than_it_is_held_to(
    parts: list[float], weight: float, criterion: float
) -> None:
    # This is what lets a trial be decided before all rivals are drawn.
    cosine, along, aside, u, v, w = parts
    v, w = v / np.sqrt(2), w / np.sqrt(2)
    state = Answers(*(np.array([x]) for x in (cosine, 1.0, along, aside, abs(along - aside))))
    after = state.add(*(np.array([x]) for x in (weight, u, v, w)))
    moved = abs(float((after.measure_lead(criterion) - state.measure_lead(criterion))[0]))
    assert moved <= (1 + criterion) * weight * (1 + 1e-9) + 1e-12
