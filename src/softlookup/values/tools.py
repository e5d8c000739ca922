"""The values of the page on tools: the small sums behind its rules."""

from softlookup.experiments.algebra import Algebra, CoinGame, Slope, measure_slopes, toss_coins, work_algebra
from softlookup.values.chapter import Chapter
from tether.experiment import experiment


class Tools(Chapter):
    """Values for the page on tools."""

    @experiment(source=work_algebra)
    def algebra(self) -> Algebra:
        """Give the small sums of the page on tools."""
        return work_algebra()

    @experiment(source=toss_coins)
    def coins(self) -> CoinGame:
        """Give the dot products of two rows of coins, at several widths."""
        return toss_coins((1, 2, 3, 4, 5))

    @experiment(source=measure_slopes)
    def slopes(self) -> tuple[Slope, ...]:
        """Give the slope of exp at 1 by ever smaller steps."""
        return measure_slopes((0.1, 0.01, 0.001))
