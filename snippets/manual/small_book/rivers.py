"""What is known of one river: the values of a small book."""

from dataclasses import dataclass

from tether.experiment import experiment
from tether.values import Estimate, Record, Roundoff


@dataclass(frozen=True)
class River:
    """One river, measured."""

    bridges: int
    length: float
    slope: float
    wetland: float
    depths: tuple[float, ...]
    balance: Roundoff
    flood: Estimate
    survey: Record

    def depth_at(self, kilometre: float) -> float:
        """Give the depth in metres at a distance from the source."""
        return 1 + kilometre / 8


def measure_river() -> River:
    """Measure the river."""
    return River(
        bridges=13,
        length=1234.5678,
        slope=-0.0625,
        wetland=0.1345,
        depths=(1.25, 0.5, 3.0),
        balance=Roundoff(2e-16),
        flood=Estimate(0.1253, 0.1188, 0.1321, trials=9876),
        survey=Record(2.5, about="hours, by rowing boat"),
    )


class Book:
    """What the pages may quote."""

    @experiment(source=measure_river)
    def river(self) -> River:
        """Give the river."""
        return measure_river()


book = Book()
