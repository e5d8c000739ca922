"""What can go wrong with a page, told without naming any tool."""

import re
from dataclasses import dataclass

Shares = tuple[float, float]
"""What the code of the page measures: the share of the upper arm and that of the lower one."""

SOUND: Shares = (0.22864, 0.20447)
DRIFTED: Shares = (0.23157, 0.20447)
NUDGED: Shares = (0.22869, 0.20447)
SWAPPED: Shares = (0.20447, 0.22864)

CONCLUSION = "So the upper arm carries more."
HELPER = '"""What the gauges measured."""\n\nUPPER = {:.5f}\nLOWER = {:.5f}\n'


@dataclass(frozen=True)
class Page:
    """One state of the page and of the code behind it."""

    shares: Shares = SOUND
    """What the code gives."""
    quoted: Shares = SOUND
    """What the text says, where it is typed and not generated."""
    typed: bool = False
    """Whether the numbers stand in the text as plain digits, with nothing of the tool around them."""
    concludes: bool = False
    """Whether a sentence says which arm carries more."""
    statement: str = ""
    """A line of code that the page runs before it shows the numbers."""
    misspelt: bool = False
    """Whether the word that asks the tool to run or to check the numbers is misspelt."""

    @property
    def helper(self) -> str:
        """The module that the page's code imports."""
        return HELPER.format(*self.shares)


@dataclass(frozen=True)
class Case:
    """A page that was sound, and what became of it."""

    title: str
    before: Page
    after: Page
    hopeless: bool = False
    """Whether nothing that could go out would be right, so that only a refusal will do."""
    runs_code: bool = False
    """Whether it is about code that the page itself runs."""
    kept: bool = False
    """Whether what tools keep between runs is still there; else the folder is as after a fresh clone."""
    same_second: bool = False
    """Whether the helper keeps its size and its time of change."""
    served: bool = False
    """Whether the edit comes while a server shows the page."""


def _fail(statement: str, title: str) -> Case:
    return Case(title, Page(), Page(statement=statement), hopeless=True, runs_code=True)


CASES: dict[str, Case] = {
    "typed": Case("a typed number drifts", Page(typed=True), Page(DRIFTED, typed=True)),
    "quoted": Case("a quoted number drifts", Page(), Page(DRIFTED)),
    "last": Case("it drifts by one last digit", Page(), Page(NUDGED)),
    "swapped": Case("two numbers change places", Page(), Page(SWAPPED)),
    "conclusion": Case(
        "the sentence is false",
        Page(concludes=True),
        Page(SWAPPED, SWAPPED, concludes=True),
        hopeless=True,
    ),
    "failing": _fail('raise ValueError("the gauge is dry")', "a block fails"),
    "leaving": _fail("import sys; sys.exit(0)", "a block calls `sys.exit(0)`"),
    "vanishing": _fail("import os; os._exit(0)", "a block calls `os._exit(0)`"),
    "misspelt": Case("an option is misspelt", Page(), Page(DRIFTED, misspelt=True)),
    "rebuilt": Case("an import changes, caches kept", Page(), Page(DRIFTED), kept=True),
    "same_second": Case("it changes within the second", Page(), Page(DRIFTED), kept=True, same_second=True),
    "served": Case("it changes under a server", Page(), Page(DRIFTED), kept=True, served=True),
}


def is_right(case: Case, text: str) -> bool:
    """Tell whether a reader of the text is told what the code gives, and nothing else."""
    found = list(dict.fromkeys(re.findall(r"0\.\d{4,5}(?!\d)", text)))
    return not case.hopeless and found == [f"{share:.4f}" for share in case.after.shares]
