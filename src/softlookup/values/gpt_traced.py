"""The values of the chapters on the traced GPT: pairs, forward pass, gradients, first steps."""

from softlookup.experiments.gpt_backward import Blindness, WayBack, change_blind_parameters, go_back
from softlookup.experiments.gpt_corpus import Corpus, Cuts, cut_otherwise, read_corpus
from softlookup.experiments.gpt_first_steps import Descent, Shares, descend, share_effect
from softlookup.experiments.gpt_forward import Forward, trace_forward
from softlookup.experiments.gpt_freedom import Other, Turned, free_last_word, turn_values
from softlookup.experiments.gpt_gradient_check import GradientCheck, check_gradient
from softlookup.experiments.gpt_masks import Masks, Prefixes, compare_prefixes, vary_mask
from softlookup.experiments.gpt_other_choices import Choices, choose_otherwise
from softlookup.experiments.gpt_planted import Planted, plant_mistakes
from softlookup.experiments.gpt_quoted_steps import Allowance, Quoted, bound_updates, weigh_quotes
from softlookup.experiments.gpt_renaming import Renaming, rename_words
from softlookup.experiments.gpt_updates import Updates, count_updates
from softlookup.gpt.batch import batch_sentences
from softlookup.gpt.corpus import CORPUS, Pair, make_pairs, split_words
from softlookup.gpt.traced import traced_parameters, traced_vocabulary
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
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

    @experiment(source=go_back)
    def first_pair(self) -> WayBack:
        """Give the gradient of the first pair, [I] → love, all the way back."""
        return go_back(traced_parameters(), traced_vocabulary(), Pair(("i",), "love"))

    @experiment(source=go_back)
    def second_pair(self) -> WayBack:
        """Give the gradient of the second pair, [I, love] → pizza, all the way back."""
        return go_back(traced_parameters(), traced_vocabulary(), Pair(("i", "love"), "pizza"))

    @experiment(source=change_blind_parameters)
    def blindness(self) -> Blindness:
        """Give the first prediction with parameters changed that it cannot see."""
        return change_blind_parameters(traced_parameters(), traced_vocabulary())

    @experiment(source=check_gradient)
    def gradient_check(self) -> GradientCheck:
        """Give the gradient over all pairs against central differences."""
        batch = batch_sentences(split_words(CORPUS), traced_vocabulary())
        return check_gradient(traced_parameters(), batch, step=1e-5, smallest=12)

    @experiment(source=plant_mistakes)
    def planted(self) -> Planted:
        """Give wrong gradients, and what checks make of them."""
        pairs = make_pairs(split_words(CORPUS))
        generator = make_generator(Stream.GPT_DIRECTION)
        return plant_mistakes(generator, traced_parameters(), traced_vocabulary(), pairs, step=1e-5)

    @experiment(source=descend)
    def descent(self) -> Descent:
        """Give the first 25 updates on [I] → love."""
        return descend(traced_parameters(), traced_vocabulary(), rate=0.02, updates=25)

    @experiment(source=weigh_quotes)
    def quoted_steps(self) -> Quoted:
        """Give what the figures that source C prints of its steps imply."""
        return weigh_quotes(traced_parameters(), traced_vocabulary())

    @experiment(source=share_effect)
    def shares(self) -> Shares:
        """Give each array's part in what the first update takes off the loss, to first order."""
        return share_effect(self.first_pair.gradient)

    @experiment(source=bound_updates)
    def allowance(self) -> Allowance:
        """Give how far four updates of the printed size can bring the loss, to first order."""
        return bound_updates(self.descent, self.quoted_steps, self.first_pair.output, updates=4)

    @experiment(source=choose_otherwise)
    def choices(self) -> Choices:
        """Give two other choices of weights, and where four updates take them."""
        return choose_otherwise(traced_parameters(), traced_vocabulary(), TRACED, updates=4)

    @experiment(source=count_updates)
    def gpt_3_updates(self) -> Updates:
        """Give the number of updates of GPT-3, from the figures in its paper (section 2 and appendix B)."""
        return count_updates(tokens=300e9, batch=3.2e6, smallest=32e3, ramp=12e9)
