"""What other tools do with a page that no longer holds, and what the verdict does: a record.

It is made by ``PYTHONPATH=tests python -m benchmarks.compare_tools``, which installs the tools; no build
does.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "records" / "tools_compared.json"
"""Where the record is kept."""


@dataclass(frozen=True)
class Outcome:
    """What came of one case with one tool in one mode."""

    exit_code: int
    """The command's exit code."""
    outcome: str
    """``stopped`` where the command failed, else ``right`` or ``wrong``, as what goes out is."""
    site: str
    """What became of the last good site: ``kept``, ``replaced``, ``gone``; empty where none was built."""
    said: tuple[str, ...]
    """Lines in which the tool spoke of it."""
    refused_before: bool
    """Whether the tool would not have the page even while it was right."""


@dataclass(frozen=True)
class ComparedTool:
    """One tool."""

    title: str
    """Its name."""
    made_for: str
    """What it is made for."""
    version: str
    """The version of its package; empty where it could not be installed."""
    not_installed: str
    """Why it could not be installed; empty where it was."""
    commands: dict[str, str]
    """The commands, by mode."""
    without: dict[str, str]
    """Cases that cannot be put to it, with the reason."""
    outcomes: dict[str, dict[str, Outcome]]
    """What came of each case, by mode."""

    def find(self, mode: str, case: str) -> Outcome | None:
        """Give what came of a case; a server has no modes; none where the case was not put to the tool."""
        return self.outcomes.get(mode, {}).get(case) or self.outcomes.get("plain", {}).get(case)

    def _strict(self) -> list[Outcome]:
        cases = self.outcomes.get("plain", {})
        return [one for case in cases if (one := self.find("strict", case))]

    @property
    def asked(self) -> int:
        """How many cases were put to it."""
        return len(self._strict())

    @property
    def wrong(self) -> int:
        """In how many of them, run strictly, something wrong goes out with exit code 0."""
        return sum(one.outcome == "wrong" for one in self._strict())

    @property
    def right(self) -> int:
        """In how many of them what goes out has followed the code by itself."""
        return sum(one.outcome == "right" for one in self._strict())

    @property
    def wrong_in_any_mode(self) -> int:
        """How many runs, over all modes, let something wrong go out."""
        runs = [one for outcomes in self.outcomes.values() for one in outcomes.values()]
        return sum(one.outcome == "wrong" for one in runs)


@dataclass(frozen=True)
class ToolsCompared:
    """Every tool with every case."""

    cases: dict[str, str]
    """The cases, by name, in words."""
    markdown_exec: ComparedTool
    """Plain markdown-exec."""
    mkdocs_jupyter: ComparedTool
    """Notebooks as pages of MkDocs."""
    myst_nb: ComparedTool
    """Notebooks as pages of Sphinx."""
    cog: ComparedTool
    """Output written between two marks."""
    pytest: ComparedTool
    """Doctests with the option NUMBER."""
    scitexlintr: ComparedTool
    """A linter of reports."""
    doubleblind: ComparedTool
    """A tracer of numbers."""
    tether: ComparedTool
    """The verdict on this book."""
    about: str
    """Machine, Python and command."""

    def __iter__(self) -> Iterator[ComparedTool]:
        """Give the tools, this book's own last."""
        yield from (self.markdown_exec, self.mkdocs_jupyter, self.myst_nb, self.cog, self.pytest)
        yield from (self.scitexlintr, self.doubleblind, self.tether)

    @property
    def count(self) -> int:
        """How many tools, this book's own included."""
        return len(list(self))

    @property
    def installed(self) -> int:
        """How many of them could be installed."""
        return sum(not tool.not_installed for tool in self)

    @property
    def put(self) -> int:
        """How many cases."""
        return len(self.cases)

    def stopping(self, place: int) -> int:
        """Give how many tools, run strictly, stop the case at this place of the list, the first being 0."""
        case = list(self.cases)[place]
        found = [tool.find("strict", case) for tool in self]
        return sum(one is not None and one.outcome == "stopped" for one in found)


def read_tools_compared(file: Path = FILE) -> ToolsCompared:
    """Read the record; raises ``FileNotFoundError`` where there is none."""
    kept = json.loads(file.read_text("utf-8"))
    return ToolsCompared(
        cases=kept["cases"],
        about=f"{kept['machine']}, Python {kept['python']}; {kept['command']}",
        **{name: _read_tool(one) for name, one in kept["tools"].items()},
    )


def _read_tool(kept: Mapping[str, Any]) -> ComparedTool:
    return ComparedTool(
        title=kept["title"],
        made_for=kept["made_for"],
        version=kept.get("version", ""),
        not_installed=kept.get("not_installed", ""),
        commands=kept.get("commands", {}),
        without=kept.get("without", {}),
        outcomes={
            mode: {case: Outcome(**{**one, "said": tuple(one["said"])}) for case, one in outcomes.items()}
            for mode, outcomes in kept.get("outcomes", {}).items()
        },
    )
