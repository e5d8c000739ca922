"""The values of the exercises: what their answers quote that no chapter has worked out already."""

from softlookup.experiments.gpt_backward import go_back
from softlookup.experiments.gpt_updates import Updates, count_updates
from softlookup.experiments.gpt_what_ifs import (
    Lengthened,
    Opposite,
    Slope,
    lengthen_corpus,
    measure_slope,
    oppose_word,
)
from softlookup.experiments.noise_norms import NoiseNorms, measure_noise
from softlookup.experiments.what_ifs import (
    FlatSlopes,
    Levelled,
    Merged,
    NearRepeat,
    Nudged,
    face_near_repeat,
    flatten_slopes,
    level_row,
    meet_score,
    nudge_score,
)
from softlookup.gpt.corpus import CORPUS, Pair
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.chapter import Chapter
from tether.experiment import experiment


class Exercises(Chapter):
    """Values for the exercises of all chapters."""

    @experiment(source=level_row)
    def levelled(self) -> Levelled:
        """Give bob's row with his own score raised to that of p2."""
        return level_row(self._recipe.head)

    @experiment(source=flatten_slopes)
    def flat_slopes(self) -> FlatSlopes:
        """Give the Jacobian of a softmax over four equal scores."""
        return flatten_slopes(keys=4)

    @experiment(source=nudge_score)
    def nudged(self) -> Nudged:
        """Give what raising the last of the five scores by a tenth does."""
        return nudge_score(self._recipe.jacobian, place=4, rise=0.1)

    @experiment(source=meet_score)
    def merged(self) -> Merged:
        """Give an online softmax that meets a score larger than all before."""
        return meet_score(largest=1, total=2, score=3)

    @experiment(source=measure_noise)
    def wide_noise(self) -> NoiseNorms:
        """Give how long noise is beside a pattern of width 256."""
        return measure_noise(width=256)

    @experiment(source=face_near_repeat)
    def near_repeat(self) -> NearRepeat:
        """Give what a look-alike takes from a pattern at β = 16."""
        return face_near_repeat(cosine=0.9, beta=16)

    @experiment(source=lengthen_corpus)
    def longer(self) -> Lengthened:
        """Give the corpus with a seventh sentence that shares a beginning with the first."""
        return lengthen_corpus(CORPUS, "I love the cat.")

    @experiment(source=lengthen_corpus)
    def third_answer(self) -> Lengthened:
        """Give the corpus with a seventh sentence that gives "the" a third answer."""
        return lengthen_corpus(CORPUS, "The mouse.")

    @experiment(source=measure_slope)
    def first_slope(self) -> Slope:
        """Give how steep the loss of the first pair is."""
        return measure_slope(go_back(traced_parameters(), traced_vocabulary(), Pair(("i",), "love")))

    @experiment(source=oppose_word)
    def opposite(self) -> Opposite:
        """Give what a word opposite to "i" makes of an update on the first pair."""
        return oppose_word(traced_parameters(), traced_vocabulary(), Pair(("i",), "love"), "pizza", rate=0.02)

    @experiment(source=count_updates)
    def slower_ramp(self) -> Updates:
        """Give GPT-3's updates if its batch had grown over twice as many tokens."""
        return count_updates(tokens=300e9, batch=3.2e6, smallest=32e3, ramp=24e9)
