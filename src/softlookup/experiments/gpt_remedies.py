"""What closeness would take: the same question put to other models, and to other sentences."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from softlookup.experiments.gpt_heldout import HeldOut, Question, hold_out
from softlookup.experiments.gpt_redraws import Plan
from softlookup.gpt.corpus import CORPUS, Vocabulary

PEACE = CORPUS.replace("You love burgers.", "You love pizza.")
"""The six sentences with one word changed: nothing tells I and you apart any more."""

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


def try_remedies(
    make_generator: Callable[[], np.random.Generator],
    vocabulary: Vocabulary,
    question: Question,
    redraws: int,
) -> Remedies:
    """Hold out one pair, and ask for it, in all of these ways.

    Each way gets a generator of its own that ``make_generator`` makes anew: what is drawn for one width
    is the same on every text, so that a difference between texts is none of the draw.
    """

    def ask(text: str, width: int, *, tied: bool = False) -> HeldOut:
        plan = Plan(redraws=redraws, width=width, tied=tied)
        return hold_out(make_generator(), text, vocabulary, question, plan)

    both = f"{PEACE} {ANSWERS}"
    return Remedies(
        plain=ask(CORPUS, 2),
        wide=ask(CORPUS, 8),
        tied=ask(CORPUS, 8, tied=True),
        peace=ask(PEACE, 2),
        tied_peace=ask(PEACE, 8, tied=True),
        tied_answers=ask(f"{CORPUS} {ANSWERS}", 8, tied=True),
        wide_both=ask(both, 8),
        tied_both=ask(both, 8, tied=True),
        tied_all=ask(f"{both} {VERBS}", 8, tied=True),
    )
