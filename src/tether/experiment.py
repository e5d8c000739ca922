"""The descriptor that gives a book's values their names, and says where each comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Self, TypeVar, overload

if TYPE_CHECKING:
    from collections.abc import Callable

Result = TypeVar("Result")
"""What the experiment gives."""


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
        kept = instance.__dict__
        if self.name not in kept:
            kept[self.name] = self.make(instance)
        result: Result = kept[self.name]
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
