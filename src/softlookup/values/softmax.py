"""The values of the chapter on softmax: from scores to weights."""

import numpy as np

from softlookup.experiments.cooling import Cooling, follow_temperature
from softlookup.experiments.overflow import Overflow, find_overflow
from softlookup.experiments.pairs import Pairs, weigh_pairs
from softlookup.experiments.special_rows import SpecialRows, weigh_special_rows
from softlookup.experiments.spread import Spreads, measure_spread
from softlookup.experiments.weighing import (
    Rules,
    ShiftCheck,
    Temperature,
    check_shifts,
    compare_rules,
    sweep_temperature,
)
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment

SCORES = (2, 1, 0.5, -1)
"""The four scores that are weighed at several temperatures, largest first."""


class Softmax(Chapter):
    """Values for the chapter on softmax."""

    @experiment(source=find_overflow)
    def overflow(self) -> Overflow:
        """Give the limits of exp and of a softmax without the max shift in three float dtypes."""
        return find_overflow()

    @experiment(source=sweep_temperature)
    def temperature(self) -> Temperature:
        """Give four scores to be weighed at any temperature."""
        return sweep_temperature(SCORES)

    @experiment(source=follow_temperature)
    def cooling(self) -> Cooling:
        """Give how weights and entropy of the four scores follow the temperature."""
        return follow_temperature(sweep_temperature(SCORES).scores, np.geomspace(0.2, 20, 41), step=1e-5)

    @experiment(source=weigh_pairs)
    def pairs(self) -> Pairs:
        """Give two scores to be weighed at any distance."""
        return weigh_pairs()

    @experiment(source=weigh_special_rows)
    def special(self) -> SpecialRows:
        """Give the four scores with some of them forbidden, infinite or unknown."""
        return weigh_special_rows(SCORES, penalty=-1e9)

    @experiment(source=measure_spread)
    def spread(self) -> Spreads:
        """Give over how many keys each row of the head is spread."""
        return measure_spread(self._recipe.head.scaled)

    @experiment(source=check_shifts)
    def shift(self) -> ShiftCheck:
        """Give what rounding leaves of shift invariance and of the law of ratios."""
        return check_shifts(make_generator(Stream.SHIFT), rows=1000, keys=13, reach=100.0)

    @experiment(source=compare_rules)
    def rules(self) -> Rules:
        """Give three rules from scores to weights, on two scores and on the same two raised."""
        return compare_rules((1, 2), lift=10)
