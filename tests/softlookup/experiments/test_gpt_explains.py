import numpy as np
import pytest
import scipy.optimize
import scipy.stats

from softlookup.experiments.gpt_explains import Explains, Removed, Replaced, find_ranges, question_weights
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.forward import predict_next, trace
from softlookup.gpt.parameters import Parameters, draw_parameters
from softlookup.gpt.traced import traced_vocabulary

CONTEXT = split_words(CORPUS)[4][:7]
WORDS = ("the", "dog", "chased", "cat", "because", "it")


@pytest.fixture(scope="module")
def models() -> Parameters:
    return draw_parameters(np.random.default_rng(4), 22, 2, (6,))


@pytest.fixture(scope="module")
def explains(models: Parameters) -> Explains:
    return question_weights(models, traced_vocabulary(), CONTEXT, "was")


def test_ranges_are_those_of_linear_programming(models: Parameters, explains: Explains) -> None:
    found = trace(models, traced_vocabulary().encode(CONTEXT))
    ranges = explains.ranges
    assert ranges.words == WORDS
    goals = [*np.eye(6), np.eye(6)[1] - np.eye(6)[3]]
    for model in range(6):
        values = found.v[model, [0, 1, 2, 4, 5, 6]]
        row = found.weights[model, -1]
        np.testing.assert_allclose(ranges.weights[model], [row[0] + row[3], *row[1:3], *row[4:]])
        equations = np.vstack([values.T, np.ones(6)])
        wanted = np.append(found.output[model, -1], 1)
        for place, goal in enumerate(goals):
            ends = [
                sign * scipy.optimize.linprog(sign * goal, A_eq=equations, b_eq=wanted, bounds=(0, None)).fun
                for sign in (1, -1)
            ]
            mine = (
                [ranges.low[model, place], ranges.high[model, place]]
                if place < len(WORDS)
                else [ranges.lead_low[model], ranges.lead_high[model]]
            )
            np.testing.assert_allclose(mine, ends, atol=1e-7)
    assert (ranges.free == 3).all()
    assert ranges.settled == 0
    room = ranges.high[:, 1] - ranges.low[:, 1]
    assert ranges.dog_room.value == pytest.approx(room.mean())
    either = (ranges.lead_low < -ranges.margin) & (ranges.lead_high > ranges.margin)
    assert ranges.either.value == either.mean()


def test_wide_values_leave_no_room() -> None:
    models = draw_parameters(np.random.default_rng(5), 22, 8, (3,))
    ranges = question_weights(models, traced_vocabulary(), CONTEXT, "was").ranges
    assert ranges.settled == 3
    np.testing.assert_array_equal(ranges.low, ranges.high)
    assert ranges.dog_room.value == 0


def test_values_on_a_line_are_no_trouble() -> None:
    # Five values in a row and one beside it: most triples of the first five have no unique solution.
    values = np.array([[[0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [0, 1]]], float)
    weights = np.array([[0.1, 0.2, 0.2, 0.2, 0.1, 0.2]])
    ranges = find_ranges(WORDS, weights, values)
    # The last weight is fixed by the second coordinate; the others balance about their mean.
    np.testing.assert_allclose([ranges.low[0, 5], ranges.high[0, 5]], 0.2, atol=1e-12)
    np.testing.assert_allclose([ranges.low[0, 2], ranges.high[0, 2]], [0, 0.8], atol=1e-12)


def test_own_weights_give_the_models_own_prediction(models: Parameters, explains: Explains) -> None:
    vocabulary = traced_vocabulary()
    number, replaced = vocabulary.find("was"), explains.replaced
    np.testing.assert_allclose(
        replaced.own, predict_next(models, vocabulary.encode(CONTEXT))[:, number], rtol=1e-10
    )
    # A context of the last word alone gives it all the weight.
    alone = predict_next(models, vocabulary.encode(["it"]))[:, number]
    np.testing.assert_allclose(replaced.alone, alone, rtol=1e-10)
    # Queries of 0 weigh all words alike.
    numb = models.change(w_q=np.zeros_like(models.w_q))
    uniform = predict_next(numb, vocabulary.encode(CONTEXT))[:, number]
    np.testing.assert_allclose(replaced.uniform, uniform, rtol=1e-10)
    found = trace(models, vocabulary.encode(CONTEXT))
    for model in range(6):
        output = found.weights[model - 1, -1] @ found.v[model]
        exponentials = np.exp(output @ models.w_o[model])
        assert replaced.other[model] == pytest.approx(exponentials[number] / exponentials.sum())


def test_kept_predictions_are_counted_among_the_sure() -> None:
    columns = np.array(
        [[0.9, 0.8, 0.7, 0.2], [0.6, 0.1, 0.9, 0.9], [0.1, 0.1, 0.1, 0.9], [0.9, 0.9, 0.9, 0.1]]
    )
    replaced = Replaced(*columns)
    assert replaced.sure == 3
    assert replaced.keep_uniform.value == pytest.approx(2 / 3)
    assert replaced.keep_alone.value == 0
    assert (replaced.keep_other.value, replaced.keep_other.trials) == (1, 3)


def test_removing_a_word_is_asking_without_it(models: Parameters, explains: Explains) -> None:
    vocabulary, removed = traced_vocabulary(), explains.removed
    full = predict_next(models, vocabulary.encode(CONTEXT))
    for place, word in enumerate(WORDS[:-1]):
        shorter = [other for other in CONTEXT if other != word]
        without = predict_next(models, vocabulary.encode(shorter))
        expected = np.abs(without - full).sum(axis=1) / 2
        np.testing.assert_allclose(removed.effects[:, place], expected, rtol=1e-8, atol=1e-13)
    np.testing.assert_array_equal(removed.weights, explains.ranges.weights[:, :-1])


def test_agreement_is_kendalls_where_all_words_differ() -> None:
    rng = np.random.default_rng(6)
    weights = np.array([rng.permutation(5) for _ in range(20)]) / 10
    effects = rng.normal(size=(20, 5))
    removed = Removed(weights, effects)
    taus = [scipy.stats.kendalltau(*rows).statistic for rows in zip(weights, effects, strict=True)]
    # Kendall's tau is the share of agreeing pairs less that of the others.
    assert removed.agreement.value == pytest.approx((1 + np.mean(taus)) / 2)
    assert removed.same_top.value == np.mean(weights.argmax(axis=1) == effects.argmax(axis=1))


def test_weights_too_near_one_another_say_nothing() -> None:
    weights = np.array([[0.3, 0.305, 0.0], [0.001, 0.002, 0.003]])
    effects = np.array([[2.0, 1.0, 3.0], [1.0, 2.0, 3.0]])
    removed = Removed(np.vstack([weights, [[0.5, 0.1, 0.2]]]), np.vstack([effects, [[3.0, 1.0, 2.0]]]))
    # Of the first model two pairs count and none agrees, the second has no pair, the third agrees in all.
    assert removed.agreement.value == pytest.approx((0 + 1) / 2)
    assert removed.agreement.trials == 2
    assert (removed.same_top.value, removed.same_top.trials) == (0.5, 2)
