"""The one error of this package: what the book's own lists say does not fit its pages."""


class GuideError(ValueError):
    """A key, a term or a page that is named somewhere and is nowhere; its message says where."""
