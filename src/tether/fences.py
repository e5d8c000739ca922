"""Executable fences: which options they may have, and how SuperFences is told of them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markdown_exec import formatters, validator
from pymdownx.superfences import SuperFencesCodeExtension

from tether.problems import TetherError

if TYPE_CHECKING:
    from markdown import Markdown

    from tether.sources import Source

EXECUTED = frozenset({"python", "py"})
"""The languages that run in the fresh child process."""
_YES = frozenset({"1", "yes", "on", "true"})
OFF = frozenset({"0", "no", "off", "false"})
"""Values of ``exec`` under which a block is shown, and not run."""
_CHOICES = {
    "exec": _YES | OFF,
    "html": _YES | OFF,
    "updatetoc": _YES | OFF,
    "source": frozenset({"above", "below", "block", "tabbed-left", "tabbed-right", "console"}),
}
_FREE = frozenset({"id", "idprefix", "result", "session", "tabs", "title", "hl_lines", "linenums"})
OPTIONS = tuple(sorted([*_CHOICES, *_FREE]))
"""What the header of an executed fence may hold."""
_PATTERNS = {
    "tabs": (re.compile(r".*[^\\]\|.+"), "two titles with | between them"),
    "hl_lines": (re.compile(r"\d+(?:-\d+)?(?:[ \t]+\d+(?:-\d+)?)*"), "line numbers, as in 1 3-5"),
    "linenums": (re.compile(r"\d+(?:[ \t]+\d+){0,2}"), "a first line number, as in 1"),
}
_ELSEWHERE = ("code-cell", "jupyter-execute")
"""What other tools name a block that runs; they write a bare ``{python}`` too."""
_REFUSED = {
    "returncode": "a block that fails is never published",
    "workdir": "every block runs at the root of the book",
    "width": "a block's output must not depend on a terminal",
}


@dataclass(frozen=True)
class Fence:
    """One executable fence of a page, as the scanner found it."""

    source: Source
    line: int
    """Line of the opening fence."""
    language: str
    code: str
    options: dict[str, Any]
    """The options that markdown-exec made of the header."""
    errors: tuple[str, ...] = ()
    """What is wrong with the header."""

    @property
    def id(self) -> str:
        """The id under which the output is committed; empty where the block shows nothing."""
        return str(self.options.get("id", ""))

    @property
    def session(self) -> str:
        """The name of the session, empty for a block that stands alone."""
        return str(self.options.get("session", ""))

    @property
    def html(self) -> bool:
        """Whether the output goes to the page as it is."""
        return bool(self.options.get("html"))


def find_header_errors(language: str, inputs: dict[str, str]) -> tuple[str, ...]:
    """Say what is wrong with an executable fence's options, each in one sentence."""
    errors = []
    for key, value in inputs.items():
        if key in _REFUSED:
            errors.append(f'option {key}="{value}" is refused: {_REFUSED[key]}')
        elif key in _CHOICES and value not in _CHOICES[key]:
            errors.append(f'option {key}="{value}": expected one of {", ".join(sorted(_CHOICES[key]))}')
        elif key not in _CHOICES and key not in _FREE:
            near = difflib.get_close_matches(key, OPTIONS, 1)
            hint = f"; did you mean {near[0]}?" if near else f"; known are {', '.join(OPTIONS)}"
            errors.append(f'unknown option {key}="{value}"{hint}')
    errors += [
        f'option {key}="{inputs[key]}": expected {wanted}'
        for key, (pattern, wanted) in _PATTERNS.items()
        if key in inputs and not pattern.fullmatch(inputs[key])
    ]
    if language not in EXECUTED:
        errors.append(f"language {language} cannot be executed; only {', '.join(sorted(EXECUTED))} can")
    return tuple(errors)


def find_mistaken(classes: list[str], attrs: dict[str, str]) -> list[str]:
    """Find what in the braces of a plain fence was meant for an executed one."""
    words = [*classes, *attrs]
    known = [*_CHOICES, "session", *_REFUSED, *_ELSEWHERE]
    bare = [word for word in attrs if word.lower() in EXECUTED and word not in classes]
    return bare or [
        word
        for word in words
        if word in known or difflib.get_close_matches(word, ["exec", "session"], 1, 0.7)
    ]


Take = Callable[[str, str, dict[str, Any], "Markdown"], str]
"""What is done with an executable fence: (code, language, options, md) -> HTML."""


def register(md: Markdown, take: Take) -> SuperFencesCodeExtension:
    """Have SuperFences hand every executable fence to ``take``.

    Raises ``TetherError`` where SuperFences is not loaded, or is loaded behind this.
    """
    found = [item for item in md.registeredExtensions if isinstance(item, SuperFencesCodeExtension)]
    if not found:
        message = "mkdocs.yml: markdown_extensions needs pymdownx.superfences, listed before tether"
        raise TetherError(message)
    superfences: SuperFencesCodeExtension = found[0]

    def check(
        language: str, inputs: dict[str, str], options: dict[str, Any], attrs: dict[str, Any], md: Markdown
    ) -> bool:
        flag = inputs.get("exec")
        if (flag is None and language not in {"tree", "pyodide"}) or flag in OFF:
            inputs.pop("exec", None)
            return False
        options["errors"] = find_header_errors(language, inputs)
        inputs["exec"] = "1"
        for key in _REFUSED:
            inputs.pop(key, None)
        return bool(validator(language, inputs, options, attrs, md))

    def render(
        *, src: str, language: str, options: dict[str, Any], md: Markdown, id_value: str = "", **_: object
    ) -> str:
        return take(src, language, {**options, "id": options.get("id") or id_value}, md)

    for language in formatters:
        superfences.extend_super_fences(language, render, check, None)
    return superfences
