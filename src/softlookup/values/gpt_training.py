"""The values of the chapter on training the small GPT on all its pairs."""

from softlookup.experiments.gpt_floors import Floors, find_floors
from softlookup.experiments.gpt_training import AllPairs, train_all_pairs
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.chapter import Chapter
from tether.experiment import experiment

TWINS = (Pair(("the", "cat", "chased", "the"), "mouse"), Pair(("the", "dog", "chased", "the"), "cat"))
"""The two pairs that training tells apart last."""


class GptTraining(Chapter):
    """Values for the chapter on training the small GPT on all its pairs."""

    @experiment(source=find_floors)
    def floors(self) -> Floors:
        """Give the least losses that the pairs allow."""
        return find_floors(make_pairs(split_words(CORPUS)), TWINS, last=4)

    @experiment(source=train_all_pairs, edge=1e-7)
    def all_pairs(self) -> AllPairs:
        """Give the traced model trained on all pairs, by several rules."""
        pairs = make_pairs(split_words(CORPUS))
        return train_all_pairs(traced_parameters(), traced_vocabulary(), pairs, TWINS, at=250)
