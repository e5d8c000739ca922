"""The values of the chapter on how sharply to ask a memory."""

from softlookup.book.chapter import Chapter


class MemorySharpness(Chapter):
    """Values for the chapter on how sharply to ask a memory."""
