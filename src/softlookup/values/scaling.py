"""The values of the chapter on scaling: what the width does to scores, weights and gradients."""

from softlookup.experiments.drawn_scores import DrawnScores, draw_scores
from softlookup.experiments.entry_laws import EntryLaws, measure_entries
from softlookup.experiments.fresh_seeds import FreshSeeds, repeat_scaling
from softlookup.experiments.gradient_spread import GradientSpread, spread_gradients
from softlookup.experiments.logit_gaps import LogitGaps, measure_gaps
from softlookup.experiments.recipe import RecipeSizes
from softlookup.experiments.saturation import Saturation, saturate
from softlookup.experiments.scaling import Scaling, measure_scaling
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class ScoreScaling(Chapter):
    """Values for the chapter on scaling."""

    @experiment(source=measure_scaling)
    def scaling(self) -> Scaling:
        """Give the variance of dot products at several widths."""
        return self._recipe.scaling

    @experiment(source=saturate)
    def saturation(self) -> Saturation:
        """Give one softmax over wide scores, with and without scaling."""
        return self._recipe.saturation

    @experiment(source=repeat_scaling)
    def fresh_seeds(self) -> FreshSeeds:
        """Give the variance ratios that two thousand other seeds would have given."""
        sizes = RecipeSizes()
        return repeat_scaling(make_generator(Stream.FRESH_SEEDS), sizes.widths, sizes.draws, seeds=2000)

    @experiment(source=draw_scores)
    def drawn_scores(self) -> DrawnScores:
        """Give the scores from which the explorable of the chapter starts."""
        return draw_scores(seed=0, d_k=64, queries=100, keys=13)

    @experiment(source=measure_gaps)
    def gaps(self) -> LogitGaps:
        """Give how far the largest raw score stands above the others over many queries."""
        return measure_gaps(make_generator(Stream.GAPS), d_k=256, keys=13, draws=100_000)

    @experiment(source=measure_entries)
    def entries(self) -> EntryLaws:
        """Give the variance of dot products whose entries break the assumptions."""
        return measure_entries(make_generator(Stream.ENTRIES), d_k=64, draws=20_000)

    @experiment(source=spread_gradients)
    def gradient_spread(self) -> GradientSpread:
        """Give the lengths of gradients through a softmax, by three variables, over many draws."""
        return spread_gradients(make_generator(Stream.GRADIENT_SPREAD), d_k=256, keys=13, draws=3000)
