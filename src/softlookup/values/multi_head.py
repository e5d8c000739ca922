"""The values of the chapter on several heads: what they share, cost and differ in."""

from softlookup.experiments.head_pairs import HeadPairs, compare_heads
from softlookup.experiments.multi_head import MultiHead, split_heads
from softlookup.experiments.redundancy import Redundancy, count_what_matters
from softlookup.experiments.two_relations import TwoRelations, ask_twice
from softlookup.experiments.wide_head import WideHead, widen_head
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class SeveralHeads(Chapter):
    """Values for the chapter on several heads."""

    @experiment(source=split_heads)
    def multi_head(self) -> MultiHead:
        """Give two untrained heads side by side over the academic world."""
        return self._recipe.multi_head

    @experiment(source=compare_heads)
    def head_pairs(self) -> HeadPairs:
        """Give bob's row in the two heads, and how often the heads of random pairs disagree on it."""
        recipe = self._recipe
        generator = make_generator(Stream.HEAD_PAIRS)
        return compare_heads(generator, recipe.multi_head, recipe.head.features, "bob", pairs=20_000)

    @experiment(source=widen_head)
    def wide_head(self) -> WideHead:
        """Give one head with the columns of both."""
        return widen_head(self._recipe.multi_head, self._recipe.head.features)

    @experiment(source=count_what_matters)
    def redundancy(self) -> Redundancy:
        """Give the same map by other weights and by one sum, and how many of its weights matter."""
        recipe = self._recipe
        generator = make_generator(Stream.REDUNDANCY)
        return count_what_matters(generator, recipe.multi_head, recipe.head.features, samples=3)

    @experiment(source=ask_twice)
    def two_relations(self) -> TwoRelations:
        """Give what one row can do that is asked for bob's student and for bob's paper."""
        return ask_twice(self._recipe.head, "carol", "p1")
