import numpy as np
import pytest
from scipy import stats

from softlookup.book import book
from softlookup.experiments.gpt_heldout import HeldOut, Question, find_control, hold_out
from softlookup.experiments.gpt_redraws import Plan, draw_starts, train_redraws
from softlookup.experiments.gpt_remedies import ANSWERS, PEACE, VERBS
from softlookup.experiments.gpt_tilt import foretell_rises, measure_distances, tilt
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.traced import traced_parameters, traced_vocabulary

VOCABULARY = traced_vocabulary()
QUESTION = Question("you", "love", "i")


def answer(model: Parameters, word: int) -> np.ndarray:
    """Give the probabilities after a single word: attention has nothing to choose there."""
    powers = np.exp(model.embeddings[word] @ model.w_v @ model.w_o)
    return powers / powers.sum()  # type: ignore[no-any-return]


def update(model: Parameters, rate: float) -> Parameters:
    """Take one step on [i] -> love by the chain rule, written out for a single word."""
    e, v = model.embeddings[0], model.embeddings[0] @ model.w_v
    wrong = answer(model, 0)
    wrong[1] -= 1
    by_value = model.w_o @ wrong
    embeddings = model.embeddings.copy()
    embeddings[0] -= rate * model.w_v @ by_value
    return Parameters(
        embeddings,
        model.w_q,
        model.w_k,
        model.w_v - rate * np.outer(e, by_value),
        model.w_o - rate * np.outer(v, wrong),
    )


def test_the_tilt_is_what_updates_written_out_by_hand_give() -> None:
    model = traced_parameters()
    for updates in range(26):
        if updates in {0, 4, 25}:
            for word in range(22):
                assert book.tilt.after(word, updates) == pytest.approx(answer(model, word)[1], rel=1e-9)
        model = update(model, 0.02)


def test_the_tilts_measures_are_the_start_of_the_model() -> None:
    model, result = traced_parameters(), book.tilt
    value = model.embeddings[13] @ model.w_v
    assert result.lengths[13] == pytest.approx(np.hypot(*value))
    assert result.distances[13] == pytest.approx(np.hypot(*(model.embeddings[13] - model.embeddings[0])))
    assert result.cosines[0] == pytest.approx(1)
    rises = [result.after(word, 4) - result.after(word, 0) for word in range(22)]
    assert result.by_length(4) == pytest.approx(stats.pearsonr(rises, result.lengths)[0])
    assert result.by_distance_of_others(4) == pytest.approx(
        stats.pearsonr(rises[1:], result.distances[1:])[0]
    )
    assert min(result.place(word, 4) for word in range(22)) == 1
    assert result.place(int(np.argmax(rises)), 4) == 1


def test_the_first_order_is_the_slope_of_a_small_update() -> None:
    rng, h = np.random.default_rng(8), 1e-6
    signed = Parameters(*(rng.normal(size=array.shape) for _, array in traced_parameters()))
    for model in (traced_parameters(), signed):
        up, down = update(model, h), update(model, -h)
        measured = [(answer(up, word)[1] - answer(down, word)[1]) / (2 * h) for word in range(22)]
        np.testing.assert_allclose(foretell_rises(model, 0, 1), measured, rtol=1e-6, atol=1e-9)


def test_another_rate_is_another_tilt() -> None:
    other = tilt(traced_parameters(), VOCABULARY, Pair(("i",), "love"), 0.2, (0, 1))
    assert other.after(3, 1) == pytest.approx(answer(update(traced_parameters(), 0.2), 3)[1])


def test_signs_count_what_single_updates_do() -> None:
    signs = book.signs
    assert signs.nearest.low > 0.9
    assert signs.farthest.high < 0.2
    # An embedding turned about is as likely, and turns what its logits do about: about half rise.
    assert signs.asked.low < 0.5 < signs.asked.high
    assert signs.rising.value == pytest.approx(1 + 21 / 2, abs=0.2)


@pytest.fixture(scope="module")
def small() -> tuple[HeldOut, Parameters]:
    plan = Plan(redraws=4, width=3, steps=20)
    pairs = [p for p in make_pairs(split_words(CORPUS)) if p != Pair(("you",), "love")]
    start = draw_starts(np.random.default_rng(6), 22, plan)
    end = train_redraws(start, pairs, VOCABULARY, plan).end
    return hold_out(np.random.default_rng(6), CORPUS, VOCABULARY, QUESTION, plan), end


def test_what_is_held_out_is_asked_for_model_by_model(small: tuple[HeldOut, Parameters]) -> None:
    held, end = small
    others = find_control(make_pairs(split_words(CORPUS)), VOCABULARY, QUESTION)
    # Those that begin a sentence or follow one word alone are told something; pizza and burgers are answers
    # to contexts with love in them.
    told = {"i", "you", "the", "she", "he", "love", "pizza", "burgers"}
    assert [VOCABULARY.word(n) for n in others] == [word for word in VOCABULARY.words if word not in told]
    assert held.others == len(others) == 14
    assert held.pairs == 22
    for model in range(4):
        one = end.pick(model)
        assert held.answers[model] == pytest.approx(answer(one, 3)[1])
        assert held.taught[model] == pytest.approx(answer(one, 0)[1])
        assert held.leaders[model] == answer(one, 3).argmax()
        assert held.usual[model] == pytest.approx(np.mean([answer(one, w)[1] for w in others]))
        assert held.leading[model] == sum(answer(one, w).argmax() == 1 for w in others)
        away = [float(np.linalg.norm(one.embeddings[w] - one.embeddings[0])) for w in range(1, 22)]
        assert held.neighbours[model] == (away.index(min(away)) == 3 - 1)
    assert held.won == held.led_by(1)
    assert held.chance.value == pytest.approx(np.mean([answer(end.pick(m), 3)[1] for m in range(4)]))
    assert held.chance.low >= held.answers.min()
    np.testing.assert_allclose(measure_distances(end, 0)[:, 0], 0)


def test_a_pair_that_the_text_lacks_cannot_be_held_out() -> None:
    question = Question("you", "pizza", "i")
    with pytest.raises(ValueError, match="none in the text"):
        hold_out(np.random.default_rng(0), CORPUS, VOCABULARY, question, Plan(redraws=2, steps=1))


def test_words_in_a_pair_with_the_answer_are_no_control() -> None:
    pairs = make_pairs(split_words(f"{PEACE} {ANSWERS} {VERBS}"))
    control = {VOCABULARY.word(number) for number in find_control(pairs, VOCABULARY, QUESTION)}
    told = [{*pair.context, pair.target} for pair in pairs]
    linked = set().union(*(words for words in told if "love" in words))
    assert linked > {"i", "pizza"}
    assert not control & (linked | {"love", "you"})
    assert not control & {pair.context[0] for pair in pairs if len(pair.context) == 1}


def test_no_control_is_needed_where_the_two_words_start_close_and_training_parts_them() -> None:
    remedies = book.remedies
    for held in (remedies.near, remedies.near_wide, remedies.others):
        np.testing.assert_allclose(held.meeting.gaps[0], np.hypot(0.1, 0.1))
        assert (held.meeting.gaps[1] > 0.2).all()
        assert held.wins.high < 0.1
        assert held.meeting.contexts == 0
    assert remedies.near.plan.width == remedies.others.plan.width == 2


def test_what_shared_answers_do_to_the_difference_is_one_direction() -> None:
    meeting, alone = book.remedies.tied_answers.meeting, book.remedies.tied.meeting
    assert meeting.contexts == 3
    assert meeting.one_way.low > 0.999
    assert meeting.overlap[1].high < 0.002
    assert meeting.overlap[0].low > 0.2
    assert meeting.gap[1].low > meeting.gap[0].high
    assert meeting.move.low > 0.5 > alone.move.high


def test_the_other_texts_use_the_corpus_words_and_differ_as_they_are_said_to() -> None:
    for text in (PEACE, ANSWERS, VERBS):
        for sentence in split_words(text):
            VOCABULARY.encode(sentence)
    changed = set(make_pairs(split_words(CORPUS))) ^ set(make_pairs(split_words(PEACE)))
    assert changed == {Pair(("you", "love"), "burgers"), Pair(("you", "love"), "pizza")}
    answers = {(p.context, p.target) for p in make_pairs(split_words(ANSWERS)) if p.target in {"i", "you"}}
    assert {c for c, t in answers if t == "i"} == {c for c, t in answers if t == "you"}
    assert len(answers) == 6
    led = [(p.context[0], p.target) for p in make_pairs(split_words(VERBS)) if len(p.context) == 1]
    assert (
        {t for c, t in led if c == "i"} == {t for c, t in led if c == "you"} == {"loved", "hated", "chased"}
    )
