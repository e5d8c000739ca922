"""The values of the chapter on training the small GPT on all its pairs."""

from softlookup.book.chapter import Chapter


class GptTraining(Chapter):
    """Values for the chapter on training the small GPT on all its pairs."""
