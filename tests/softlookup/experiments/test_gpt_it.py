import dataclasses
import math

import numpy as np
import pytest

from softlookup.arrays import FloatArray
from softlookup.experiments.clocks import set_clocks
from softlookup.experiments.gpt_alike import find_alike
from softlookup.experiments.gpt_it import It, Kind, Preference, ask_it
from softlookup.experiments.gpt_two_orders import TwoOrders, learn_two_orders
from softlookup.experiments.gpt_ways import SPREAD, FallingAdam, Schooling, Ways, train_ways
from softlookup.gpt.batch import batch_sentences
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.loss import loss
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.traced import traced_vocabulary

SENTENCES = split_words(CORPUS)
SENTENCE = SENTENCES[4]
TWIN = ("the", "cat", "chased", "the", "dog", "because", "it", "was", "loved")
SHORT = Schooling(width=2, redraws=4, steps=12, rate=0.07)


@pytest.fixture(scope="module")
def ways() -> Ways:
    return train_ways(np.random.default_rng(8), SENTENCES, SHORT)


@pytest.fixture(scope="module")
def it(ways: Ways) -> It:
    return ask_it(ways, traced_vocabulary(), SENTENCE)


@pytest.fixture(scope="module")
def two() -> TwoOrders:
    schooling = Schooling(width=8, redraws=12, steps=120, rate=0.05)
    return learn_two_orders(np.random.default_rng(9), SENTENCES, TWIN, schooling)


def weigh_last_word(model: Parameters, words: list[str]) -> FloatArray:
    """Attention weights of the last word, by the formula, a word at a time."""
    vocabulary = traced_vocabulary()
    x = [model.embeddings[vocabulary.find(word)].copy() for word in words]
    if model.positions is not None:
        x = [row + model.positions[place] for place, row in enumerate(x)]
    query = x[-1] @ model.w_q
    terms = [math.exp(query @ (row @ model.w_k) / math.sqrt(len(query))) for row in x]
    return np.array(terms) / sum(terms)


def test_all_three_ways_start_from_the_same_words(ways: Ways) -> None:
    for kind in (ways.sinusoidal, ways.learned):
        np.testing.assert_array_equal(kind.start.embeddings, ways.plain.start.embeddings)
        np.testing.assert_array_equal(kind.start.w_o, ways.plain.start.w_o)
    assert ways.plain.start.positions is None
    assert ways.sinusoidal.start.positions is not None
    expected = [[math.sin(t), math.cos(t)] for t in range(8)]
    for model in range(SHORT.redraws):
        np.testing.assert_allclose(ways.sinusoidal.start.positions[model], expected, atol=1e-15)
    assert ways.learned.start.positions is not None
    drawn = np.concatenate([ways.learned.start.embeddings.ravel(), ways.learned.start.positions.ravel()])
    assert drawn.std() == pytest.approx(SPREAD, rel=0.15)
    assert SHORT.spread == SPREAD


def test_only_learned_positions_move(ways: Ways) -> None:
    np.testing.assert_array_equal(ways.sinusoidal.end.positions, ways.sinusoidal.start.positions)
    assert ways.learned.end.positions is not None
    assert ways.learned.start.positions is not None
    # No sentence is shorter than three words, and one has nine: every place that asks moves.
    assert (ways.learned.end.positions != ways.learned.start.positions).all()
    assert ways.plain.end.positions is None


def test_every_redraw_is_trained_as_if_alone_by_central_differences(ways: Ways) -> None:
    """Adam with a falling rate, written out, on slopes that are measured in place of derived."""
    batch = batch_sentences(SENTENCES, traced_vocabulary())
    model, h = 1, 1e-5
    now = ways.learned.start.pick(model)
    arrays = {name: np.array(array) for name, array in now}
    mean = {name: np.zeros_like(array) for name, array in arrays.items()}
    square = {name: np.zeros_like(array) for name, array in arrays.items()}
    steps = 3
    kept = train_ways(np.random.default_rng(8), SENTENCES, dataclasses.replace(SHORT, steps=steps))
    for step in range(1, steps + 1):
        slopes = {}
        for name, array in arrays.items():
            slope = np.zeros_like(array)
            for place in np.ndindex(array.shape):
                both = []
                for sign in (1, -1):
                    moved = array.copy()
                    moved[place] += sign * h
                    both.append(float(loss(Parameters(**{**arrays, name: moved}), batch)))
                slope[place] = (both[0] - both[1]) / (2 * h)
            slopes[name] = slope
        rate = SHORT.rate * (1 - (step - 1) / steps)
        for name, slope in slopes.items():
            mean[name] = 0.9 * mean[name] + 0.1 * slope
            square[name] = 0.999 * square[name] + 0.001 * slope**2
            first, second = mean[name] / (1 - 0.9**step), square[name] / (1 - 0.999**step)
            arrays[name] = arrays[name] - rate * first / (np.sqrt(second) + 1e-8)
    for name, array in kept.learned.end.pick(model):
        # Where a slope is 0, measuring it leaves rounding, which Adam would blow up: leave those out.
        told = np.abs(array - dict(now)[name]) > 1e-3
        np.testing.assert_allclose(arrays[name][told], array[told], atol=1e-4)


def test_the_rate_falls_to_nothing() -> None:
    one = Parameters(*(np.ones((2, 2)) for _ in range(5)))
    optimiser = FallingAdam(rate=0.1, steps=4)
    state, now, moves = optimiser.begin(one), one, []
    for _ in range(4):
        after, state = optimiser.step(now, one, state)
        moves.append(float((now.w_q - after.w_q)[0, 0]))
        now = after
    # With a steady gradient every step of Adam is the rate.
    np.testing.assert_allclose(moves, [0.1, 0.075, 0.05, 0.025], rtol=1e-6)


def test_losses_are_those_of_the_trained_models(ways: Ways) -> None:
    batch = batch_sentences(SENTENCES, traced_vocabulary())
    for kind in (ways.plain, ways.sinusoidal, ways.learned):
        np.testing.assert_allclose(kind.losses, loss(kind.end, batch))
        assert (kind.losses < loss(kind.start, batch)).all()


def test_a_path_of_the_books_kind_is_steady() -> None:
    """A start that is off by a part in 10^12 ends with the same weights, to far below a printed digit."""
    schooling = Schooling(width=2, redraws=30, steps=150, rate=0.07)
    ends = []
    for nudge in (0.0, 1e-12):
        rng = np.random.default_rng((0, 171))
        ways = train_ways(_Nudged(rng, nudge), SENTENCES, schooling)  # type: ignore[arg-type]
        ends.append(ask_it(ways, traced_vocabulary(), SENTENCE))
    for name in ("plain", "sinusoidal", "learned"):
        one, other = (getattr(end, name).after for end in ends)
        assert np.abs(one.dog - other.dog).max() < 1e-3
        assert np.abs(one.dog - other.dog).max() > 0


class _Nudged:
    """A generator whose draws are all larger by a little."""

    def __init__(self, rng: np.random.Generator, nudge: float) -> None:
        self.rng, self.nudge = rng, nudge

    def normal(self, size: tuple[int, ...]) -> FloatArray:
        drawn: FloatArray = self.rng.normal(size=size) * (1 + self.nudge)
        return drawn


def test_preferences_are_those_of_a_naive_forward_pass(ways: Ways, it: It) -> None:
    context, swapped = list(SENTENCE[:7]), list(TWIN[:7])
    for name in ("plain", "sinusoidal", "learned"):
        kind, told = getattr(ways, name), getattr(it, name)
        for when, models, words in (
            ("before", kind.start, context),
            ("after", kind.end, context),
            ("swapped", kind.end, swapped),
            ("later", kind.end, [*context, "was"]),
        ):
            rows = [weigh_last_word(models.pick(model), words) for model in range(SHORT.redraws)]
            preference = getattr(told, when)
            np.testing.assert_allclose(preference.dog, [row[words.index("dog")] for row in rows])
            np.testing.assert_allclose(preference.cat, [row[words.index("cat")] for row in rows])
            np.testing.assert_allclose(preference.mean_weights, np.mean(rows, axis=0))
    assert it.words == tuple(context)


def test_without_positions_the_mirror_image_changes_nothing(it: It) -> None:
    np.testing.assert_allclose(it.plain.after.dog, it.plain.swapped.dog, rtol=1e-10)
    assert it.plain.moved < 1e-12
    assert it.plain.place_lead.value == pytest.approx(0, abs=1e-12)
    assert it.sinusoidal.moved > 1e-3
    assert np.abs(it.sinusoidal.after.dog - it.sinusoidal.swapped.dog).max() > 1e-3


def test_leads_of_word_and_place_are_told_apart() -> None:
    def prefer(dog: list[float], cat: list[float]) -> Preference:
        return Preference(np.array(dog), np.array(cat), np.zeros(7))

    kind = Kind(
        before=prefer([0.1, 0.1], [0.1, 0.1]),
        after=prefer([0.1, 0.3], [0.4, 0.4]),  # dog less cat: -0.3, -0.1
        swapped=prefer([0.5, 0.2], [0.1, 0.1]),  # dog less cat: 0.4, 0.1
        later=prefer([0.1, 0.1], [0.1, 0.1]),
        loss=prefer([0.1, 0.1], [0.1, 0.1]).lead,
        known=np.array([0.9, 0.8, 0.3]),
        known_swapped=np.array([0.4, 0.7, 0.2]),
    )
    assert kind.after.lead.value == pytest.approx(-0.2)
    assert kind.after.dog_first.value == 0
    assert kind.swapped.dog_first.value == 1
    assert kind.after.spread == pytest.approx(0.2)
    assert kind.word_lead.value == pytest.approx((0.1 / 2 + 0) / 2)
    assert kind.place_lead.value == pytest.approx((0.7 / 2 + 0.2 / 2) / 2)
    assert kind.moved == pytest.approx(0.5)
    assert (kind.sure, kind.lost.value, kind.lost.trials) == (2, 0.5, 2)
    assert kind.median_known == 0.8
    both = It(SHORT, SENTENCE, kind, kind, kind)
    # -0.2 + 1.96 · 0.1 is below 0, barely.
    assert (both.no_word_lead, both.cat_leads, both.dog_leads) == (3, 3, 0)
    behind = dataclasses.replace(kind, after=prefer([0.1, 0.2, 0.1], [0.4, 0.4, 0.5]))
    ahead = dataclasses.replace(kind, after=prefer([0.4, 0.4, 0.5], [0.1, 0.2, 0.1]))
    mixed = It(SHORT, SENTENCE, behind, behind, ahead)
    assert (mixed.cat_leads, mixed.dog_leads) == (2, 1)


def test_what_order_alone_decides_is_learned_with_positions_only(two: TwoOrders) -> None:
    assert two.contexts == (" ".join(SENTENCE[:-1]), " ".join(TWIN[:-1]))
    assert two.targets == ("fast", "loved")
    assert two.plain.both.value == 0
    # One distribution for both contexts: the two probabilities share its whole.
    assert two.plain.largest_sum <= 1 + 1e-12
    assert two.plain.lowest_loss >= two.floors.blind
    assert two.plain.below(two.floors.blind).value == 0
    for kind in (two.sinusoidal, two.learned):
        assert kind.both.value > 0.1
        assert kind.largest_sum > 1.5
        assert kind.lowest_loss >= two.floors.ordered


def test_a_twin_needs_a_partner() -> None:
    with pytest.raises(ValueError, match="no sentence has the words of 'i love cake'"):
        learn_two_orders(np.random.default_rng(1), SENTENCES, ("i", "love", "cake", "fast"), SHORT)


def test_models_at_the_floor_are_those_below_the_bound(ways: Ways) -> None:
    losses = np.array([0.1, 0.5, 0.105, 0.12])
    kind = dataclasses.replace(ways.plain, losses=losses)
    alike = find_alike(kind, traced_vocabulary(), SENTENCE[:7], floor=0.1, within=0.01)
    rows = [weigh_last_word(kind.end.pick(model), list(SENTENCE[:7])) for model in (0, 2)]
    assert alike.count == 2
    np.testing.assert_allclose(alike.weights, rows)
    assert alike.apart == pytest.approx(sum(max(a - b, 0) for a, b in zip(*rows, strict=True)))
    sharp = dataclasses.replace(alike, weights=np.array([[0.2, 0.8], [0.4, 0.6], [0.7, 0.3], [0.5, 0.5]]))
    assert (sharp.on(0), sharp.on(1)) == (1, 2)


def test_clocks_turn_as_their_wavelengths_say() -> None:
    clocks = set_clocks(8, 8)
    assert (clocks.places, clocks.width, clocks.base) == (8, 8, 10_000)
    np.testing.assert_allclose(clocks.wavelengths, 2 * np.pi * np.array([1, 10, 100, 1000]))
    narrow = set_clocks(8, 2)
    # Two points on the unit circle are 2 sin(angle / 2) apart.
    assert narrow.distance(0, 6) == pytest.approx(2 * abs(math.sin(3)))
    assert narrow.dot(2, 5) == pytest.approx(math.cos(3))
    assert narrow.farthest == pytest.approx(max(2 * abs(math.sin(s / 2)) for s in range(8)))
