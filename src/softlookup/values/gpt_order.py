"""The values of the chapter on what "it" attends to, and on positions."""

from functools import cached_property

from softlookup.experiments.clocks import Clocks, set_clocks
from softlookup.experiments.gpt_alike import Alike, find_alike
from softlookup.experiments.gpt_explains import Explains, question_weights
from softlookup.experiments.gpt_it import It, ask_it
from softlookup.experiments.gpt_order import Floors, Orders, find_floors, permute_context
from softlookup.experiments.gpt_two_orders import TwoOrders, learn_two_orders
from softlookup.experiments.gpt_ways import Schooling, Ways, train_ways
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment

SENTENCES = split_words(CORPUS)
SENTENCE = SENTENCES[4]
"""The dog chased the cat because it was fast."""
CONTEXT = SENTENCE[:7]
"""Up to and including "it"."""
MIRRORED = ("the", "cat", "chased", "the", "dog", "because", "it")
"""The same with dog and cat in each other's place."""
TWIN = (*MIRRORED, "was", "loved")
"""A sentence that only order tells from the corpus's own, but for its end."""

NARROW = Schooling(width=2, redraws=100, steps=150, rate=0.07)
WIDE = Schooling(width=8, redraws=100, steps=150, rate=0.05)

EDGE = 1e-5
"""How far, relatively, another machine's trained models may be from ours, at worst and by a margin."""


class GptOrder(Chapter):
    """Values for the chapter on what "it" attends to, and on positions."""

    @cached_property
    def _narrow_ways(self) -> Ways:
        """The models of width 2, trained once for all that is asked of them."""
        return train_ways(make_generator(Stream.IT_NARROW), SENTENCES, NARROW)

    @cached_property
    def _wide_ways(self) -> Ways:
        """The models of width 8."""
        return train_ways(make_generator(Stream.IT_WIDE), SENTENCES, WIDE)

    @experiment(source=permute_context)
    def it_orders(self) -> Orders:
        """Give the traced model's "it" over all orders of the words before it."""
        return permute_context(traced_parameters(), traced_vocabulary(), CONTEXT, MIRRORED, SENTENCE[7])

    @experiment(source=find_floors)
    def it_floors(self) -> Floors:
        """Give the lowest loss that the corpus allows with order and without."""
        return find_floors(SENTENCES)

    @experiment(source=ask_it, edge=EDGE)
    def it(self) -> It:
        """Give what "it" attends to in models of width 2."""
        return ask_it(self._narrow_ways, traced_vocabulary(), SENTENCE)

    @experiment(source=ask_it, edge=EDGE)
    def it_wide(self) -> It:
        """Give what "it" attends to in models of width 8."""
        return ask_it(self._wide_ways, traced_vocabulary(), SENTENCE)

    @experiment(source=learn_two_orders, edge=EDGE)
    def it_twin(self) -> TwoOrders:
        """Give what models of width 8 make of a seventh sentence that only order tells apart."""
        return learn_two_orders(make_generator(Stream.IT_TWIN), SENTENCES, TWIN, WIDE)

    @experiment(source=question_weights, edge=EDGE)
    def it_explains(self) -> Explains:
        """Give what the weights of "it" say in models of width 2 without positions."""
        return question_weights(self._narrow_ways.plain.end, traced_vocabulary(), CONTEXT, SENTENCE[7])

    @experiment(source=question_weights, edge=EDGE)
    def it_explains_wide(self) -> Explains:
        """Give what they say in models of width 8 without positions."""
        return question_weights(self._wide_ways.plain.end, traced_vocabulary(), CONTEXT, SENTENCE[7])

    @experiment(source=find_alike, edge=EDGE)
    def it_alike(self) -> Alike:
        """Give the models of width 8 that reached the lowest loss there is, and their weights of "it"."""
        floor = self.it_floors.ordered
        return find_alike(self._wide_ways.plain, traced_vocabulary(), CONTEXT, floor, within=0.01)

    @experiment(source=set_clocks)
    def clocks(self) -> Clocks:
        """Give the places of the longest sentence, encoded at width 2."""
        return set_clocks(len(SENTENCE) - 1, NARROW.width)

    @experiment(source=set_clocks)
    def clocks_wide(self) -> Clocks:
        """Give them at width 8."""
        return set_clocks(len(SENTENCE) - 1, WIDE.width)
