"""The marker types a book's code may use; this module imports nothing, so that it costs nothing.

A value is bound by the pages as it is: an ``int`` must be met exactly, a ``float`` to the digits
printed. The types here say more about a value than its digits do.
"""


class Roundoff:
    """A residual that is nothing but rounding, such as ``max |row sum - 1|``.

    It differs between BLAS builds, so its digits never stand in prose or in a committed output:
    only a claim may quote it, as an upper bound (``=head.row_sum_error<n``).
    """

    __slots__ = ("value",)

    def __init__(self, value: float) -> None:
        """Keep the size of the residual; raise ``ValueError`` where it is negative or NaN."""
        if not value >= 0:
            message = f"a Roundoff is a size, so a number that is not negative: {value!r}"
            raise ValueError(message)
        self.value = float(value)

    def __lt__(self, bound: float) -> bool:
        """Tell whether the residual is below a bound; NaN never is."""
        return self.value < bound

    def __le__(self, bound: float) -> bool:
        """Tell whether the residual is at most a bound; NaN never is."""
        return self.value <= bound

    def __repr__(self) -> str:
        """Hide the digits: they are the machine's, not the book's."""
        return "Roundoff(...)"

    __str__ = __repr__


class Estimate:
    """A Monte-Carlo mean or rate, with the number of trials and a 95 % interval."""

    __slots__ = ("high", "low", "trials", "value")

    def __init__(self, value: float, low: float, high: float, trials: int) -> None:
        """Keep the estimate; raise ``ValueError`` where it lies outside its own interval."""
        if not low <= value <= high:
            message = f"an Estimate lies within its interval: {low!r} <= {value!r} <= {high!r} fails"
            raise ValueError(message)
        if trials < 1:
            message = f"an Estimate needs at least one trial, not {trials!r}"
            raise ValueError(message)
        self.value = float(value)
        self.low = float(low)
        self.high = float(high)
        self.trials = int(trials)

    def __float__(self) -> float:
        """Give the estimate itself."""
        return self.value

    def __repr__(self) -> str:
        """Show the estimate with what it rests on."""
        return f"Estimate({self.value!r}, {self.low!r}, {self.high!r}, trials={self.trials!r})"


class Record:
    """A time or a memory measured once on some machine, read from a committed file.

    ``about`` says which machine, which versions and which command; a build never measures.
    """

    __slots__ = ("about", "value")

    def __init__(self, value: float, about: str) -> None:
        """Keep the figure with the words that say where it was measured."""
        if not about:
            message = "a Record says where it was measured"
            raise ValueError(message)
        self.value = float(value)
        self.about = about

    def __float__(self) -> float:
        """Give the figure itself."""
        return self.value

    def __repr__(self) -> str:
        """Show the figure with where it was measured."""
        return f"Record({self.value!r}, {self.about!r})"


class Drawing:
    """A figure: its markup for the page, and the numbers it draws for the committed copy.

    ``markup`` is one ``<svg>`` element; ``data`` is CSV text; ``alt`` describes the figure in
    words, computed from the same numbers.
    """

    __slots__ = ("alt", "data", "markup")

    def __init__(self, markup: str, data: str, alt: str) -> None:
        """Keep the three; raise ``ValueError`` where one is empty."""
        if not (markup and data and alt):
            message = "a Drawing has markup, data and a description"
            raise ValueError(message)
        self.markup = markup
        self.data = data
        self.alt = alt

    def __str__(self) -> str:
        """Give the markup, so that ``print(drawing)`` puts the figure on the page."""
        return self.markup
