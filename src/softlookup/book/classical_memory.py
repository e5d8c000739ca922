"""The values of the chapter on the network of 1982."""

from softlookup.book.chapter import Chapter


class ClassicalMemory(Chapter):
    """Values for the chapter on the network of 1982."""
