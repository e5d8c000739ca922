"""The errors of this package: one base class, and beside it the built-in error a caller expects."""


class SoftLookupError(Exception):
    """Whatever this package refuses to compute."""


class ShapeError(SoftLookupError, ValueError):
    """Arrays whose shapes do not fit; the message names every shape involved."""


class DtypeError(SoftLookupError, TypeError):
    """An array whose numbers are not of the kind asked for."""


class UnknownWordError(SoftLookupError, LookupError):
    """A word, or the number of one, that a vocabulary does not hold."""


class EmptyContextError(SoftLookupError, ValueError):
    """A context without a word: there is nothing to predict from."""


class RangeError(SoftLookupError, ValueError):
    """A number outside the range in which it means something; the message says what was expected."""
