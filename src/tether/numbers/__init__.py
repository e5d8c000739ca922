"""Numbers as they are printed: reading them, holding values against them, writing them anew."""

from tether.numbers.compare import compare
from tether.numbers.judge import Value
from tether.numbers.read import read_numbers
from tether.numbers.records import Comparison, Number, WriteError
from tether.numbers.signs import find_doubled
from tether.numbers.write import rewrite, write

__all__ = [
    "Comparison",
    "Number",
    "Value",
    "WriteError",
    "compare",
    "find_doubled",
    "read_numbers",
    "rewrite",
    "write",
]
