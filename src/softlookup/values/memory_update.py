"""The values of the chapter on one update with two names."""

from softlookup.experiments.effective_beta import EffectiveBeta, HeadBeta, measure_beta, read_betas
from softlookup.experiments.memory_energy import Energies, descend
from softlookup.experiments.memory_equality import Equality, compare_updates
from softlookup.experiments.memory_landscape import Landscapes, chart_landscapes
from softlookup.experiments.memory_orders import Orders, count_orders
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class MemoryUpdate(Chapter):
    """Values for the chapter on one update with two names."""

    @experiment(source=compare_updates)
    def equality(self) -> Equality:
        """Give where memory and head agree in every bit, and how far apart other ways of reckoning are."""
        sizes = ((1, 2, 16), (1, 2, 3, 5, 10, 13, 64, 100), (1, 2, 3, 4, 8, 13, 64))
        return compare_updates(make_generator(Stream.EQUALITY), sizes, beta=5, powers=(1 / 8, 16))

    @experiment(source=count_orders)
    def orders(self) -> Orders:
        """Give how often a score's last bits depend on the order in which it is reckoned."""
        return count_orders(make_generator(Stream.ORDERS), pairs=4000, width=64, beta=5, power=16)

    @experiment(source=descend)
    def energies(self) -> Energies:
        """Give what each step does to the energy, from many random starts."""
        rng = make_generator(Stream.ENERGY)
        return descend(rng, (1, 4, 8, 16, 64), starts=100, steps=6, patterns=100, width=64)

    @experiment(source=chart_landscapes)
    def landscapes(self) -> Landscapes:
        """Give paths down the energy of a few patterns in the plane."""
        return chart_landscapes(soft=1.5, sharp=12)

    @experiment(source=measure_beta)
    def effective_beta(self) -> EffectiveBeta:
        """Give how sharply a head of N(0, 1) entries asks, and what a sharpness does."""
        widths, betas = (4, 16, 64, 256), (1 / 8, 1, 8, 16, 64)
        rng = make_generator(Stream.EFFECTIVE_BETA)
        return measure_beta(rng, widths, 2000, betas, memories=300, patterns=100, width=64)

    @experiment(source=read_betas)
    def head_betas(self) -> HeadBeta:
        """Give how sharply this book's first head asks."""
        head = self._recipe.head
        return read_betas(head.queries, head.keys)
