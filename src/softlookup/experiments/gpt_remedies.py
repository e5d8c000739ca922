"""What closeness would take: the same question put to other models, and to other sentences."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softlookup.experiments.bootstrap import estimate_skewed_mean
from softlookup.experiments.gpt_heldout import HeldOut, Question, hold_out
from softlookup.experiments.gpt_redraws import Draw, Plan, draw_near, draw_others, draw_starts
from softlookup.gpt.corpus import CORPUS, Vocabulary
from softlookup.gpt.parameters import Parameters
from tether.values import Estimate

PEACE = CORPUS.replace("You love burgers.", "You love pizza.")
"""The six sentences with one word changed: I love and you love have the same answer."""

ANSWERS = "It was I. It was you. But it was I. But it was you. Because it was I. Because it was you."
"""Sentences in which I and you are answers to the same contexts."""

VERBS = (
    "I loved cake. You loved cake. I hated broccoli. You hated broccoli. "
    "I chased the cat. You chased the cat."
)
"""Sentences in which I and you lead to the same words."""


@dataclass(frozen=True, eq=False)
class Remedies:
    """What models of several kinds, on several texts, answer where a pair was held out."""

    plain: HeldOut
    """The six sentences, width 2."""
    near: HeldOut
    """The six sentences, width 2; the two words start as near to each other as in the traced model."""
    near_wide: HeldOut
    """The same at width 8."""
    others: HeldOut
    """The six sentences, the traced model, the embeddings of all words but the two drawn anew."""
    wide: HeldOut
    """The six sentences, width 8."""
    tied: HeldOut
    """The six sentences, width 8, with tied weights."""
    peace: HeldOut
    """One word changed, width 2."""
    tied_peace: HeldOut
    """One word changed, width 8, tied."""
    tied_answers: HeldOut
    """The six sentences and shared answers, width 8, tied."""
    wide_both: HeldOut
    """One word changed and shared answers, width 8, not tied."""
    tied_both: HeldOut
    """One word changed and shared answers, width 8, tied."""
    tied_all: HeldOut
    """One word changed, shared answers and shared verbs, width 8, tied."""
    distance: float
    """How far apart the two words start in ``near`` and ``near_wide``."""

    @property
    def peace_helps(self) -> Estimate:
        """By how much P(answer) is larger in ``peace`` than in ``plain``, from the same starts."""
        return estimate_skewed_mean(self.peace.answers - self.plain.answers)


def try_remedies(
    make_generator: Callable[[], np.random.Generator],
    traced: Parameters,
    vocabulary: Vocabulary,
    question: Question,
    redraws: int,
) -> Remedies:
    """Hold out one pair, and ask for it, in all of these ways.

    Each way gets a generator of its own that ``make_generator`` makes anew: what is drawn for one width
    is the same on every text, so that a difference between texts is none of the draw. How near the two
    words start, where they start near, is taken from the traced model.
    """
    asked, model = vocabulary.find(question.asked), vocabulary.find(question.model)
    distance = float(np.linalg.norm(traced.embeddings[asked] - traced.embeddings[model]))
    near = draw_near(asked, model, distance)

    def ask(text: str, width: int, *, tied: bool = False, draw: Draw = draw_starts) -> HeldOut:
        plan = Plan(redraws=redraws, width=width, tied=tied)
        return hold_out(make_generator(), text, vocabulary, question, plan, draw=draw)

    both = f"{PEACE} {ANSWERS}"
    return Remedies(
        plain=ask(CORPUS, 2),
        near=ask(CORPUS, 2, draw=near),
        near_wide=ask(CORPUS, 8, draw=near),
        others=ask(CORPUS, 2, draw=draw_others(traced, (asked, model))),
        wide=ask(CORPUS, 8),
        tied=ask(CORPUS, 8, tied=True),
        peace=ask(PEACE, 2),
        tied_peace=ask(PEACE, 8, tied=True),
        tied_answers=ask(f"{CORPUS} {ANSWERS}", 8, tied=True),
        wide_both=ask(both, 8),
        tied_both=ask(both, 8, tied=True),
        tied_all=ask(f"{both} {VERBS}", 8, tied=True),
        distance=distance,
    )
