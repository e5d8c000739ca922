"""A Python-Markdown extension that gives queries, keys and values their colours in code and its comments.

It lends Pygments a filter by the name ``softlookup-roles``, which ``pymdownx.highlight`` asks for in
``mkdocs.yml``. What is coloured still says by its name what it is.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from markdown.extensions import Extension
from pygments.filter import Filter
from pygments.filters import FILTERS
from pygments.token import Comment, Name, _TokenType

if TYPE_CHECKING:
    from markdown import Markdown

Token = tuple[_TokenType, str]
"""What a lexer cuts code into: a type, and a piece of the text."""

FILTER = "softlookup-roles"

# Lower-case k and v count and index too often to mean a key and a value.
NAMES = {"Query": {"Q", "q", "queries"}, "Key": {"K", "keys"}, "Value": {"V", "values"}}
MATRICES = re.compile(r"[wW]_([qkv])")
LETTERS = {"q": "Query", "k": "Key", "v": "Value"}
WORDS = re.compile(r"\b(?:(?P<Query>quer(?:y|ies)|[qQ])|(?P<Key>keys?|K)|(?P<Value>values?|V))\b")


class RoleFilter(Filter):  # type: ignore[misc]  # Pygments ships no types
    """Marks the names of queries, keys and values, and these words in comments."""

    def filter(self, _: object, stream: Iterable[Token]) -> Iterator[Token]:
        """Give the tokens, some with a type that begins with the role's."""
        for kind, text in stream:
            if kind in Comment:
                yield from mark_words(kind, text)
            elif kind is Name and (role := find_role(text)):
                yield getattr(kind, role), text
            else:
                yield kind, text


def find_role(name: str) -> str | None:
    """Tell whether a name is that of a query, a key or a value, or of a matrix that makes them.

    >>> find_role("queries"), find_role("W_v"), find_role("keystone")
    ('Query', 'Value', None)
    """
    matrix = MATRICES.fullmatch(name)
    if matrix:
        return LETTERS[matrix[1]]
    return next((role for role, names in NAMES.items() if name in names), None)


def mark_words(kind: _TokenType, text: str) -> Iterator[Token]:
    """Cut a comment at the words that name a role."""
    done = 0
    for found in WORDS.finditer(text):
        if found.start() > done:
            yield kind, text[done : found.start()]
        yield getattr(kind, str(found.lastgroup)), found.group()
        done = found.end()
    if done < len(text):
        yield kind, text[done:]


class RoleExtension(Extension):
    """Lends Pygments the filter."""

    def extendMarkdown(self, md: "Markdown") -> None:  # noqa: ARG002
        """Put the filter where lexers look for one by its name."""
        FILTERS[FILTER] = RoleFilter


def makeExtension(**settings: object) -> RoleExtension:
    """Give the extension, as Python-Markdown asks for it."""
    return RoleExtension(**settings)
