"""The values of the chapters on the traced GPT: pairs, forward pass, gradients, first steps."""

from softlookup.book.chapter import Chapter
from softlookup.experiments.gpt_corpus import Corpus, Cuts, cut_otherwise, read_corpus
from softlookup.experiments.gpt_forward import Forward, trace_forward
from softlookup.experiments.gpt_freedom import Other, Turned, free_last_word, turn_values
from softlookup.experiments.gpt_masks import Masks, Prefixes, compare_prefixes, vary_mask
from softlookup.experiments.gpt_renaming import Renaming, rename_words
from softlookup.gpt.corpus import CORPUS, split_words
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from tether.experiment import experiment

TRACED = ("i", "love", "pizza")
"""The context that is followed by hand."""

ELSEWHERE = ((0.0, 0.0), (-5.0, 5.0), (9.0, 9.0))
"""Other embeddings for its last word; any would do."""


class GptTraced(Chapter):
    """Values for the chapters on the traced GPT: pairs, forward pass, gradients, first steps."""

    @experiment(source=read_corpus)
    def corpus(self) -> Corpus:
        """Give the six sentences, their words and their pairs."""
        return read_corpus(CORPUS)

    @experiment(source=cut_otherwise)
    def cuts(self) -> Cuts:
        """Give what other ways to cut the same text would make of it."""
        return cut_otherwise(CORPUS)

    @experiment(source=rename_words)
    def renaming(self) -> Renaming:
        """Give the same sentences under other names, and the same model under other numbers."""
        return rename_words(traced_parameters(), split_words(CORPUS))

    @experiment(source=trace_forward)
    def forward(self) -> Forward:
        """Give the traced model's pass over its context, place by place."""
        return trace_forward(traced_parameters(), traced_vocabulary(), TRACED)

    @experiment(source=vary_mask)
    def masks(self) -> Masks:
        """Give the same context with its future hidden in other ways."""
        return vary_mask(traced_parameters(), traced_vocabulary(), TRACED)

    @experiment(source=compare_prefixes)
    def prefixes(self) -> Prefixes:
        """Give the predictions after every beginning of the six sentences, made in three ways."""
        return compare_prefixes(traced_parameters(), traced_vocabulary(), split_words(CORPUS))

    @experiment(source=free_last_word)
    def elsewhere(self) -> tuple[Other, ...]:
        """Give the same context with other embeddings for its last word."""
        return free_last_word(traced_parameters(), traced_vocabulary(), TRACED, ELSEWHERE)

    @experiment(source=turn_values)
    def turned(self) -> Turned:
        """Give the same model with the plane of its values turned by a quarter."""
        return turn_values(traced_parameters(), traced_vocabulary(), TRACED)
