"""The values of the chapter on retrieval: soft lookup on its way to the exact one."""

from softlookup.experiments.correlated_keys import CorrelatedKeys, correlate_keys
from softlookup.experiments.dictionary import open_dictionary
from softlookup.experiments.limit import Limit, approach_limit
from softlookup.experiments.retrieval import Retrieval, store_values
from softlookup.experiments.unreachable_keys import Unreachable, block_keys
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class RetrievalLimit(Chapter):
    """Values for the chapter on retrieval."""

    @experiment(source=store_values)
    def retrieval(self) -> Retrieval:
        """Give a memory with orthonormal keys, asked ever more sharply."""
        return self._recipe.retrieval

    @experiment(source=approach_limit)
    def limit(self) -> Limit:
        """Give the soft lookup of source A's step 7 on its way to the exact one."""
        return approach_limit(self._recipe.retrieval)

    @experiment(source=correlate_keys)
    def correlated(self) -> CorrelatedKeys:
        """Give how sharply a slot must be asked for when the keys resemble one another."""
        return correlate_keys(make_generator(Stream.CORRELATED), slots=4, weight=0.99, tries=10_000)

    @experiment(source=block_keys)
    def unreachable(self) -> Unreachable:
        """Give three memories in which sharpness alone does not help."""
        return block_keys(make_generator(Stream.UNREACHABLE), open_dictionary(), orders=100_000)
