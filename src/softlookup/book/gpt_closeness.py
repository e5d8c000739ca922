"""The values of the chapter on what the small GPT generalises."""

from softlookup.book.chapter import Chapter


class GptCloseness(Chapter):
    """Values for the chapter on what the small GPT generalises."""
