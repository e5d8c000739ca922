"""The values of the chapters on the traced GPT: pairs, forward pass, gradients, first steps."""

from softlookup.book.chapter import Chapter


class GptTraced(Chapter):
    """Values for the chapters on the traced GPT: pairs, forward pass, gradients, first steps."""
