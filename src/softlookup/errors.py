"""The errors of this package: one base class, and beside it the built-in error a caller expects."""


class SoftLookupError(Exception):
    """Whatever this package refuses to compute."""


class ShapeError(SoftLookupError, ValueError):
    """Arrays whose shapes do not fit; the message names every shape involved."""


class DtypeError(SoftLookupError, TypeError):
    """An array whose numbers are not of the kind asked for."""
