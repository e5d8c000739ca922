"""The values of the chapter on the softmax Jacobian, and of its saturated softmax trained for real."""

from softlookup.experiments.difference_steps import StepSweep, sweep_steps
from softlookup.experiments.fetch_record import FetchRecord, read_fetch_record
from softlookup.experiments.freezing import Freezing, train_fetchers
from softlookup.experiments.jacobian_check import JacobianCheck, check_jacobian
from softlookup.experiments.jacobian_laws import (
    JacobianBounds,
    JacobianProduct,
    bound_jacobians,
    multiply_jacobian,
)
from softlookup.experiments.long_training import LongTraining, read_long_training
from softlookup.values.chapter import Chapter
from softlookup.values.seeds import Stream, make_generator
from tether.experiment import experiment


class SoftmaxJacobian(Chapter):
    """Values for the chapter on the softmax Jacobian, and of its saturated softmax trained for real."""

    @experiment(source=check_jacobian)
    def jacobian(self) -> JacobianCheck:
        """Give the softmax Jacobian at five logits."""
        return self._recipe.jacobian

    @experiment(source=sweep_steps)
    def steps(self) -> StepSweep:
        """Give the error of central differences for steps from 10⁻¹ to 10⁻¹²."""
        return sweep_steps(make_generator(Stream.STEPS), self._recipe.jacobian.logits, smallest=12, rows=400)

    @experiment(source=bound_jacobians)
    def bounds(self) -> JacobianBounds:
        """Give the extremes of many softmax Jacobians, flat and sharp."""
        generator = make_generator(Stream.BOUNDS)
        return bound_jacobians(generator, sizes=(2, 3, 5, 13), sharpness=(0.3, 1, 3), draws=500)

    @experiment(source=multiply_jacobian)
    def product(self) -> JacobianProduct:
        """Give a Jacobian times a vector, by the matrix and without it."""
        return multiply_jacobian(make_generator(Stream.PRODUCT), keys=1000)

    @experiment(source=train_fetchers)
    def freezing(self) -> Freezing:
        """Give queries trained to fetch, from a saturated start and from a scaled one."""
        return train_fetchers(make_generator(Stream.FREEZING), sets=3, items=13, d_k=256, steps=1000)

    @experiment(source=read_long_training)
    def long_training(self) -> LongTraining:
        """Give the record of the same queries, unscaled, trained twenty times longer."""
        return read_long_training()

    @experiment(source=read_fetch_record)
    def fetch_record(self) -> FetchRecord:
        """Give the record of many fresh drawings of the same task, trained as long."""
        return read_fetch_record()
