"""The values of the chapters on the traced GPT: its pairs, its forward pass, its gradients and its first steps."""

from softlookup.book.chapter import Chapter


class GptTraced(Chapter):
    """Values for the chapters on the traced GPT: its pairs, its forward pass, its gradients and its first steps."""
