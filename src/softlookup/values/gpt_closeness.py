"""The values of the chapter on what the small GPT generalises."""

from functools import partial

from softlookup.experiments.gpt_heldout import Question
from softlookup.experiments.gpt_remedies import Remedies, try_remedies
from softlookup.experiments.gpt_tilt import Signs, Tilt, tilt, tilt_redraws
from softlookup.gpt.corpus import Pair
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment

FIRST = Pair(("i",), "love")
"""The one pair that the traced first steps train."""

QUESTION = Question(asked="you", answer="love", model="i")
"""Whether you gets from i what it was never told."""


class GptCloseness(Chapter):
    """Values for the chapter on what the small GPT generalises."""

    @experiment(source=tilt)
    def tilt(self) -> Tilt:
        """Give P(love) after every word, before and after training on [i] -> love alone."""
        return tilt(traced_parameters(), traced_vocabulary(), FIRST, rate=0.02, marks=(0, 4, 25))

    @experiment(source=tilt_redraws)
    def signs(self) -> Signs:
        """Give the same four updates on models whose numbers have either sign."""
        generator, words = make_generator(Stream.GPT_TILT), traced_vocabulary()
        return tilt_redraws(generator, words, FIRST, "you", redraws=2000, rate=0.02, updates=4)

    @experiment(source=try_remedies)
    def remedies(self) -> Remedies:
        """Give what [you] answers where [you] -> love was held out, in models of several kinds."""
        make = partial(make_generator, Stream.GPT_HELD_OUT)
        return try_remedies(make, traced_parameters(), traced_vocabulary(), QUESTION, redraws=100)
