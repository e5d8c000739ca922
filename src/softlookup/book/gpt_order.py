"""The values of the chapter on what "it" attends to, and on positions."""

from softlookup.book.chapter import Chapter


class GptOrder(Chapter):
    """Values for the chapter on what "it" attends to, and on positions."""
