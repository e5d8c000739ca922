"""The values of the chapter on how much an associative memory holds."""

from softlookup.book.chapter import Chapter


class MemoryLoad(Chapter):
    """Values for the chapter on how much an associative memory holds."""
