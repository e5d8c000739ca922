import numpy as np
import pytest

from softlookup.experiments.gpt_meeting import measure_meeting
from softlookup.experiments.gpt_redraws import Plan, draw_near, draw_others, draw_starts
from softlookup.gpt.corpus import Pair
from softlookup.gpt.parameters import Parameters
from softlookup.gpt.traced import traced_parameters, traced_vocabulary

VOCABULARY = traced_vocabulary()
PAIRS = (
    Pair(("it", "was"), "i"),
    Pair(("it", "was"), "you"),
    Pair(("because", "it"), "you"),
    Pair(("because", "it"), "i"),
    Pair(("was",), "fast"),
    Pair(("cat",), "i"),
)
CONTEXTS = [("it", "was"), ("because", "it")]
"""Those that both answer."""


def put_out(model: Parameters, context: tuple[str, ...]) -> np.ndarray:
    """Give attention's output at the last word, by loops."""
    rows = [model.embeddings[VOCABULARY.find(word)] for word in context]
    query = rows[-1] @ model.w_q
    raw = [np.exp(query @ (row @ model.w_k) / np.sqrt(len(query))) for row in rows]
    output = np.zeros(model.w_v.shape[-1])
    for share, row in zip(raw, rows, strict=True):
        output += share / sum(raw) * (row @ model.w_v)
    return output


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.sqrt(a @ a) / np.sqrt(b @ b))


def test_a_meeting_is_what_loops_over_models_and_words_find() -> None:
    rng, plan = np.random.default_rng(11), Plan(redraws=3, width=4)
    start, end = (draw_starts(rng, 22, plan) for _ in range(2))
    meeting = measure_meeting(start, end, PAIRS, VOCABULARY, (0, 3))
    assert meeting.contexts == 2
    for model in range(3):
        before, after = start.pick(model), end.pick(model)
        for row, one in enumerate((before, after)):
            gap = one.embeddings[0] - one.embeddings[3]
            assert meeting.gaps[row, model] == pytest.approx(np.sqrt(gap @ gap))
            distances = [
                np.linalg.norm(one.embeddings[i] - one.embeddings[j]) for i in range(22) for j in range(i)
            ]
            assert meeting.usual[row, model] == pytest.approx(np.median(distances))
            overlaps = [abs(cosine(gap, put_out(one, context))) for context in CONTEXTS]
            assert meeting.along[row, model] == pytest.approx(np.mean(overlaps))
        others = [after.embeddings[i] - after.embeddings[0] for i in range(22) if i not in {0, 3}]
        assert meeting.rivals[model] == pytest.approx(min(np.linalg.norm(other) for other in others))
        moves = after.embeddings - before.embeddings
        assert meeting.moves[model] == pytest.approx(cosine(moves[0], moves[3]))
        ways = cosine(*(put_out(after, context) for context in CONTEXTS))
        assert meeting.parallel[model] == pytest.approx(ways)
    assert meeting.grew == sum(meeting.gaps[1, model] > meeting.gaps[0, model] for model in range(3))


def test_words_without_a_common_context_have_no_outputs_to_compare() -> None:
    rng = np.random.default_rng(1)
    start, end = (draw_starts(rng, 22, Plan(redraws=2)) for _ in range(2))
    meeting = measure_meeting(start, end, PAIRS[4:], VOCABULARY, (0, 3))
    assert meeting.contexts == 0
    assert meeting.parallel.shape == (0,)
    assert meeting.along.shape == (2, 0)


@pytest.mark.parametrize("tied", [False, True])
def test_a_word_drawn_near_another_is_so_far_from_it_and_all_else_is_as_drawn(*, tied: bool) -> None:
    plan = Plan(redraws=400, width=3, tied=tied)
    plain = draw_starts(np.random.default_rng(4), 22, plan)
    near = draw_near(3, 0, 0.25)(np.random.default_rng(4), 22, plan)
    steps = near.embeddings[:, 3] - near.embeddings[:, 0]
    np.testing.assert_allclose(np.linalg.norm(steps, axis=-1), 0.25)
    np.testing.assert_allclose(
        steps.mean(axis=0), 0, atol=4 * 0.25 / np.sqrt(3 * 400)
    )  # all directions alike
    kept = [word for word in range(22) if word != 3]
    np.testing.assert_array_equal(near.embeddings[:, kept], plain.embeddings[:, kept])
    np.testing.assert_array_equal(near.w_v, plain.w_v)
    if tied:
        np.testing.assert_array_equal(near.w_o, near.embeddings.swapaxes(-1, -2))


def test_other_embeddings_are_redrawn_and_all_else_is_the_models() -> None:
    model = traced_parameters()
    drawn = draw_others(model, [3, 0])(np.random.default_rng(5), 22, Plan(redraws=300))
    for one in (drawn.pick(0), drawn.pick(299)):
        np.testing.assert_array_equal(one.embeddings[[0, 3]], model.embeddings[[0, 3]])
        for name in ("w_q", "w_k", "w_v", "w_o"):
            np.testing.assert_array_equal(getattr(one, name), getattr(model, name))
    others = np.delete(drawn.embeddings, [0, 3], axis=1)
    assert others.mean() == pytest.approx(1 / 2, abs=0.02)
    assert others.var() == pytest.approx(1 / 12, abs=0.01)
    assert 0 <= others.min() < others.max() <= 1
