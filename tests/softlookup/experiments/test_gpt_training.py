from math import log

import numpy as np
import pytest

from softlookup.book import book
from softlookup.experiments.gpt_floors import Floors, measure_floor
from softlookup.experiments.gpt_runs import (
    APART,
    CAP,
    AdamOfOneSize,
    descend_side_by_side,
    nudge_copies,
    sum_up,
    train_copies,
)
from softlookup.gpt.batch import batch_pairs
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.gradient import grad
from softlookup.gpt.loss import loss
from softlookup.gpt.optimise import Sgd, Training
from softlookup.gpt.traced import traced_parameters, traced_vocabulary

PAIRS = make_pairs(split_words(CORPUS))
VOCABULARY = traced_vocabulary()


def predict_slowly(embeddings: np.ndarray, context: tuple[str, ...]) -> np.ndarray:
    """Give the probabilities after a context, with no more than loops and the traced weights."""
    model = traced_parameters()
    rows = [embeddings[VOCABULARY.find(word)] for word in context]
    query = rows[-1] @ model.w_q
    raw = np.exp([query @ (row @ model.w_k) / np.sqrt(2) for row in rows])
    mixed = sum(share * (row @ model.w_v) for share, row in zip(raw / raw.sum(), rows, strict=True))
    powers = np.exp(mixed @ model.w_o)
    return powers / powers.sum()  # type: ignore[no-any-return]


def test_the_first_loss_is_the_mean_over_all_pairs_and_steps_of_sgd_follow_a_numerical_slope() -> None:
    model = traced_parameters()

    def lose(embeddings: np.ndarray) -> float:
        return -float(
            np.mean([log(predict_slowly(embeddings, p.context)[VOCABULARY.find(p.target)]) for p in PAIRS])
        )

    assert book.all_pairs.start == pytest.approx(lose(model.embeddings), rel=1e-12)
    step = train_copies(model, batch_pairs(PAIRS, VOCABULARY), Sgd(0.5), 1, copies=2).end.embeddings[0]
    h = 1e-6
    for word in (0, 2, 7, 21):
        for part in (0, 1):
            up, down = model.embeddings.copy(), model.embeddings.copy()
            up[word, part] += h
            down[word, part] -= h
            slope = (lose(up) - lose(down)) / (2 * h)
            moved = step[word, part] - model.embeddings[word, part]
            assert moved == pytest.approx(-0.5 * slope, abs=1e-9)


def test_copies_are_near_their_model_and_the_first_is_the_model_itself() -> None:
    model = traced_parameters()
    copies = nudge_copies(model, 3)
    for (_, many), (_, one) in zip(copies, model, strict=True):
        np.testing.assert_array_equal(many[0], one)
        np.testing.assert_allclose(many[1:], np.broadcast_to(one, many[1:].shape), rtol=1e-8)
    assert not np.array_equal(copies.w_o[1], copies.w_o[0])


def make_training(gaps: list[float]) -> Training:
    model = nudge_copies(traced_parameters(), 2)
    losses = np.ones((len(gaps), 2)) + np.outer(gaps, [0, 1])
    return Training(model, model, losses, (), ())


def test_a_run_quotes_no_loss_beyond_its_steady_steps_and_copies_must_be_together_by_then() -> None:
    training = make_training([0, APART / 2, 2 * APART, 0])
    run = sum_up(training, 0.1, steady=1)
    assert run.loss(1) == 1
    assert run.widest == pytest.approx(2 * APART)
    with pytest.raises(ValueError, match="up to 1, while copies are together, found 2"):
        run.loss(2)
    for steady in (2, 3):
        with pytest.raises(ValueError, match="found them parted at 2"):
            sum_up(training, 0.1, steady)
    assert sum_up(make_training([0, 0, 0]), 0.1, steady=2).loss(2) == 1


def test_a_run_that_overflows_has_diverged() -> None:
    batch = batch_pairs(PAIRS, VOCABULARY)
    run = sum_up(train_copies(traced_parameters(), batch, Sgd(50.0), 20, copies=2), 50.0, steady=0)
    assert run.diverged == 2
    assert run.losses[-1] == run.least[-1] == CAP
    calm = sum_up(train_copies(traced_parameters(), batch, Sgd(0.02), 20, copies=2), 0.02, steady=20)
    assert calm.diverged == 0
    assert (np.diff(calm.losses) < 0).all()


def test_the_floor_is_the_conditional_entropy_and_no_probabilities_beat_it() -> None:
    pairs = (*(Pair(("a",), t) for t in "xxyz"), Pair(("b", "a"), "x"), Pair(("b",), "y"))
    # After a: x, x, y, z. After "b a": x. After b: y.
    shares = {("a",): {"x": 1 / 2, "y": 1 / 4, "z": 1 / 4}, ("b", "a"): {"x": 1.0}, ("b",): {"y": 1.0}}
    entropy = sum(-share * log(share) for share in (1 / 2, 1 / 4, 1 / 4))
    floor = measure_floor(pairs, lambda context: context)
    assert floor == pytest.approx(4 * entropy / 6)
    rng = np.random.default_rng(0)
    for _ in range(200):
        guess = rng.dirichlet([2, 1, 1])
        scored = [
            guess["xyz".index(p.target)] if p.context == ("a",) else shares[p.context][p.target]
            for p in pairs
        ]
        assert -np.mean(np.log(scored)) >= floor
    # Seeing less never helps, and seeing the last word only mixes "b a" up with "a".
    last = measure_floor(pairs, lambda context: context[-1])
    assert last == pytest.approx(5 * -(0.6 * log(0.6) + 0.4 * log(0.2)) / 6)


def test_the_books_floors_follow_from_who_shares_a_context() -> None:
    floors: Floors = book.floors
    assert floors.full == pytest.approx(2 * log(2) / 23)
    assert floors.mixed_up == pytest.approx(4 * log(2) / 23)
    # After "love" two words, after "the" cat, cat, mouse, dog, after "cat" two; the rest is certain.
    assert floors.by_last[1] == pytest.approx((2 + 6 + 2) * log(2) / 23)
    assert list(floors.by_last) == sorted(floors.by_last, reverse=True)
    assert floors.by_last[-1] == pytest.approx(floors.full)


def test_no_run_goes_below_the_floor_and_adam_comes_near_it() -> None:
    runs = book.all_pairs
    for run in (runs.slow_sgd, runs.quick_sgd, runs.wild_sgd, runs.slow_adam, runs.adam):
        assert run.least.min() > book.floors.full
    assert runs.adam.largest[-1] < 1.03 * book.floors.full
    assert runs.slow_adam.largest[-1] < 1.03 * book.floors.full
    assert runs.slow_adam.least[2000] > 0.12  # it rests at the plateau before


def test_models_side_by_side_descend_as_each_would_alone() -> None:
    model, batch = traced_parameters(), batch_pairs(PAIRS, VOCABULARY)
    slow, quick = descend_side_by_side(model, batch, ((0.02, 1), (0.2, 2)), 20)
    assert quick.losses.shape == (21, 2)
    for training, rate in ((slow, 0.02), (quick, 0.2)):
        alone = train_copies(model, batch, Sgd(rate), 20, copies=1)
        np.testing.assert_allclose(training.losses[:, 0], alone.losses[:, 0], rtol=1e-12)
    np.testing.assert_allclose(quick.losses[:, 1], quick.losses[:, 0], rtol=1e-6)


def test_one_size_is_adam_by_loops_with_the_mean_square_over_all_numbers() -> None:
    model, batch = traced_parameters(), batch_pairs(PAIRS, VOCABULARY)
    rule = AdamOfOneSize(0.05)
    state, now = rule.begin(model), model
    by_hand = np.concatenate([array.ravel() for _, array in model])
    mean, square = np.zeros(by_hand.size), 0.0
    for step in range(1, 6):
        slopes = grad(now, batch)
        flat = np.concatenate([slope.ravel() for _, slope in slopes])
        mean = 0.9 * mean + 0.1 * flat
        square = 0.999 * square + 0.001 * float(np.mean(flat**2))
        by_hand -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        now, state = rule.step(now, slopes, state)
        np.testing.assert_allclose(np.concatenate([a.ravel() for _, a in now]), by_hand, rtol=1e-10)
    assert state.steps == 5
    runs = book.all_pairs
    assert runs.adam.loss(250) < runs.one_size.loss(250) < runs.quick_sgd.loss(250)


def test_the_first_guesses_are_those_of_the_traced_weights() -> None:
    model = traced_parameters()
    slow = [VOCABULARY.word(int(predict_slowly(model.embeddings, pair.context).argmax())) for pair in PAIRS]
    assert list(book.all_pairs.guesses) == slow
    assert book.all_pairs.right == sum(word == pair.target for word, pair in zip(slow, PAIRS, strict=True))


def test_what_is_kept_of_the_model_is_the_model() -> None:
    learned = book.all_pairs.learned
    np.testing.assert_array_equal(learned.before, traced_parameters().embeddings)
    assert -np.log(learned.targets).mean() == pytest.approx(learned.loss, rel=1e-12)
    assert learned.loss == pytest.approx(book.all_pairs.adam.loss(learned.step))
    assert learned.rank(0, 0) == 0
    assert learned.distance_before(8, 11) == pytest.approx(np.hypot(0.9 - 0.7, 0.5 - 0.6))
    assert sum(float(p) < learned.sure for p in learned.targets) == 4
    assert learned.spread == pytest.approx(
        max(np.hypot(*(a - b)) for a in learned.after for b in learned.after)
    )
    nearest = min((w for w in range(22) if w != 8), key=lambda w: learned.distance(8, w))
    assert learned.rank(8, nearest) == 1


def test_embeddings_that_no_context_reads_have_no_slope_and_all_others_move() -> None:
    read = {word for pair in PAIRS for word in pair.context}
    assert set(book.all_pairs.learned.still) == set(VOCABULARY.words) - read
    model, batch = traced_parameters(), batch_pairs(PAIRS, VOCABULARY)
    for word in book.all_pairs.learned.still:
        moved = model.embeddings.copy()
        moved[VOCABULARY.find(word)] = (-7.0, 55.0)
        assert loss(model.change(embeddings=moved), batch) == loss(model, batch)
