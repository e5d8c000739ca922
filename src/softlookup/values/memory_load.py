"""The values of the chapter on how much an associative memory holds."""

from softlookup.experiments.noise_norms import NoiseNorms, measure_noise
from softlookup.experiments.post_cells import PostCells, compare_post
from softlookup.experiments.real_picks import RealPicks, read_real_picks
from softlookup.experiments.retrieval_race import (
    OtherRaces,
    RetrievalRace,
    read_other_races,
    read_retrieval_race,
)
from softlookup.experiments.retrieval_rates import RetrievalRates, measure_retrieval
from softlookup.experiments.right_pick import RightPick, find_right_picks
from softlookup.experiments.settled_recall import SettledRecall, settle_recalls
from softlookup.experiments.shared_patterns import SharedPatterns, share_patterns
from softlookup.experiments.wide_picks import WidePicks, widen_picks
from softlookup.values.memory_sharpness import MemorySharpness
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment

LOADS = (10, 25, 50, 100, 200, 400, 800)
"""How many patterns are stored."""

NOISES = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
"""The noise on each coordinate of a cue."""

SWEPT = (
    {(100, noise): 40_000 for noise in NOISES}
    | {(load, 0.3): 40_000 for load in LOADS}
    | {(load, 0.3): 100_000 for load in (10, 25, 50)}
)
"""The trials of the cells of the post's two sweeps: more than elsewhere, and most where they cost least."""


class MemoryLoad(MemorySharpness):
    """Values for the chapter on how much an associative memory holds."""

    @experiment(source=measure_retrieval)
    def retrieval_rates(self) -> RetrievalRates:
        """Give how often a cue retrieves its pattern, by load and noise, at β = 16."""
        generator = make_generator(Stream.RETRIEVAL)
        return measure_retrieval(generator, LOADS, NOISES, beta=16, trials=10_000, swept=SWEPT)

    @experiment(source=find_right_picks)
    def right_pick(self) -> RightPick:
        """Give the exact chance that the right pattern scores highest, to 100,000 patterns."""
        return find_right_picks((*LOADS, 10_000, 100_000), noise=0.3, width=64)

    @experiment(source=read_real_picks)
    def real_picks(self) -> RealPicks:
        """Give the record of memories of 10,000 and of 100,000 patterns, asked with all coordinates."""
        return read_real_picks()

    @experiment(source=widen_picks)
    def wide_picks(self) -> WidePicks:
        """Give where the right pick is lost as the width grows, the noise being 2.4 long at each."""
        return widen_picks((64, 1024, 16_384), (0.9, 0.5, 0.1), length=2.4)

    @experiment(source=settle_recalls)
    def settled_recall(self) -> SettledRecall:
        """Give one step beside as many as it takes, by load, at noise 0.3 and β = 16."""
        return settle_recalls(make_generator(Stream.SETTLED), LOADS, noise=0.3, beta=16, trials=11_500)

    @experiment(source=share_patterns)
    def shared_patterns(self) -> SharedPatterns:
        """Give what sharing patterns among trials does to an interval."""
        generator = make_generator(Stream.SHARED_PATTERNS)
        return share_patterns(generator, load=10, noise=0.3, beta=16, sets=200, trials=2000)

    @experiment(source=read_retrieval_race)
    def retrieval_race(self) -> RetrievalRace:
        """Give the record of the sweep's time beside that of a plain loop."""
        return read_retrieval_race()

    @experiment(source=read_other_races)
    def other_races(self) -> OtherRaces:
        """Give the record of the other sweeps' times beside those of plain loops."""
        return read_other_races()

    @experiment(source=measure_noise)
    def noise_norms(self) -> NoiseNorms:
        """Give how long noise is beside a pattern of width 64."""
        return measure_noise(width=64)

    @experiment(source=compare_post)
    def post_cells(self) -> PostCells:
        """Give the post's cells beside ours."""
        return compare_post(self.retrieval_rates, self.sharpness)
