"""The descriptor that gives a book's values their names, and says where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")
"""What the experiment gives."""


class Provider(Protocol):
    """What may give a result in place of making it: the worker keeps results between builds."""

    def note(self, experiment: Experiment[Any]) -> None:
        """Take note that a result is asked for."""

    def provide(self, experiment: Experiment[Any], instance: object) -> Any:  # noqa: ANN401
        """Give a result, made or kept."""


_provider: Provider | None = None


def provide_by(provider: Provider) -> None:
    """Have results of this process given by a provider."""
    global _provider  # noqa: PLW0603  (descriptors are made with their classes: nothing else can reach them)
    _provider = provider


class Experiment(Generic[Result]):
    """One named result of a book: made once, on first use, for each instance of the values' class."""

    def __init__(self, make: Callable[..., Result], source: object, edge: float) -> None:
        """Keep the method that makes the result, and what the ledger tells of it."""
        self.make = make
        self.source = source
        self.edge = edge
        self.name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...

    @overload
    def __get__(self, instance: object, owner: type) -> Result: ...

    def __get__(self, instance: object | None, owner: type) -> Self | Result:
        """Give the result, made on first use; on the class give the descriptor itself."""
        if instance is None:
            return self
        made = instance.__dict__
        if _provider is not None:
            _provider.note(self)
        if self.name not in made:
            made[self.name] = self.make(instance) if _provider is None else _provider.provide(self, instance)
        result: Result = made[self.name]
        return result


def experiment(
    *, source: object, edge: float = 1e-9
) -> Callable[[Callable[..., Result]], Experiment[Result]]:
    """Turn a method of a book's values into a named result.

    ``source`` is the function whose code the number comes from: the ledger and the tooltip name it.
    ``edge`` is how near, relatively, a value may come to where its printed digits would change;
    a result that is less reproducible than 1e-9 declares more.
    """

    def wrap(make: Callable[..., Result]) -> Experiment[Result]:
        return Experiment(make, source, edge)

    return wrap
