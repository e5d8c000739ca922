"""The values of the chapter on one update with two names."""

from softlookup.book.chapter import Chapter


class MemoryUpdate(Chapter):
    """Values for the chapter on one update with two names."""
