"""The tools: what each is made for, what is installed, and how it is run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from benchmarks.compare_tools.cases import Page
from benchmarks.compare_tools.projects import (
    Files,
    write_cog,
    write_doubleblind,
    write_markdown_exec,
    write_mkdocs_jupyter,
    write_mkdocs_jupyter_strict,
    write_myst_nb,
    write_myst_nb_strict,
    write_pytest,
    write_scitexlintr,
    write_tether,
)


@dataclass(frozen=True)
class Tool:
    """One tool."""

    title: str
    made_for: str
    """What it is made for, in a few words."""
    package: str
    """The distribution whose version counts."""
    requirements: tuple[str, ...]
    """What is installed for it; empty for what this repository's own environment has."""
    write: Callable[[Page], Files]
    """Write the project for a page."""
    modes: Mapping[str, str]
    """The commands to try, by name, the way most use it first; `strict` is the strictest documented."""
    goes_out: str
    """The file that readers get, if the command ends with 0."""
    prepare: str = ""
    """The command that generates what is committed, run once on the sound project."""
    without: Mapping[str, str] = field(default_factory=dict)
    """Cases that cannot be put to it, each with the reason."""
    serve: str = ""
    """The command that serves the page at {port}, if it has one."""


MKDOCS = {
    "plain": "python -m mkdocs build",
    "strict": "python -m mkdocs build --strict",
    "quiet": "python -m mkdocs build --strict -q",
}
SERVE = "python -m mkdocs serve --livereload --dev-addr 127.0.0.1:{port}"
LINT = "python write_manifest.py && scitexlintr report.html --manifest=manifest.json"
TRACE = 'doubleblind trace README.md --data results.json $(cat derive) "python measure.py"'
"""The option that names a further command stands in a file, so that a case can misspell it."""
NO_CODE = "runs no code of the page"
NO_SERVER = "has no server"
LEFT_OUT = {"failing": NO_CODE, "leaving": NO_CODE, "vanishing": NO_CODE, "served": NO_SERVER}

TOOLS: dict[str, Tool] = {
    "markdown_exec": Tool(
        "markdown-exec",
        "runs code blocks of a MkDocs page and shows what they print",
        "markdown-exec",
        ("markdown-exec==1.12.6", "mkdocs==1.6.1", "mkdocs-material==9.8.2"),
        write_markdown_exec,
        MKDOCS,
        "site/index.html",
        serve=SERVE,
    ),
    "mkdocs_jupyter": Tool(
        "mkdocs-jupyter",
        "makes notebooks into pages of a MkDocs site",
        "mkdocs-jupyter",
        ("mkdocs-jupyter==0.26.3", "mkdocs==1.6.1", "mkdocs-material==9.8.2"),
        write_mkdocs_jupyter,
        MKDOCS,
        "site/index.html",
        serve=SERVE,
    ),
    "myst_nb": Tool(
        "MyST-NB",
        "runs notebooks and code cells of a Sphinx site, in many languages, and glues values into text",
        "myst-nb",
        ("myst-nb==1.4.0",),
        write_myst_nb,
        {
            "plain": "python -m sphinx -b html docs site",
            "strict": "python -m sphinx -W --keep-going -n -b html docs site",
            "quiet": "python -m sphinx -W -q -b html docs site",
        },
        "site/index.html",
        without={"served": NO_SERVER},
    ),
    "cog": Tool(
        "cog",
        "writes what Python prints into any text file, between two marks",
        "cogapp",
        ("cogapp==3.6.1",),
        write_cog,
        {"plain": "cog -r README.md", "strict": "cog --check README.md"},
        "README.md",
        without={"served": NO_SERVER},
    ),
    "pytest": Tool(
        "pytest's NUMBER",
        "compares doctests with what the code prints, numbers to the digits written",
        "pytest",
        ("pytest==9.2.0",),
        write_pytest,
        {
            "plain": "python -m pytest --doctest-glob=*.md",
            "strict": "python -m pytest --doctest-glob=*.md --strict-config --strict-markers -W error",
            "quiet": "python -m pytest --doctest-glob=*.md -q",
        },
        "README.md",
        without={"served": NO_SERVER},
    ),
    "scitexlintr": Tool(
        "scitexlintr",
        "lints LaTeX and HTML reports against a list of values, figures and terms that the analysis writes",
        "scitexlintr",
        ("scitexlintr==0.2.1",),
        write_scitexlintr,
        {
            "plain": LINT,
            "strict": f"{LINT} --no-waivers",
        },
        "report.html",
        without=LEFT_OUT,
    ),
    "doubleblind": Tool(
        "doubleblind-audit",
        "finds numbers in a text that are in no result file; briefs a blind reviewer; audits figures",
        "doubleblind-audit",
        ("doubleblind-audit==0.1.1",),
        write_doubleblind,
        {
            "plain": TRACE,
            "strict": f"{TRACE} --strict",
        },
        "README.md",
        without=LEFT_OUT,
    ),
    "tether": Tool(
        "tether",
        "holds numbers, claims and outputs of a MkDocs book against its code",
        "soft-lookup",
        (),
        write_tether,
        {"check": "python -m tether.cli check", **MKDOCS},
        "site/index.html",
        prepare="python -m tether.cli fix",
        serve=SERVE,
    ),
}
STRICT_PROJECTS: dict[str, Callable[[Page], Files]] = {
    "mkdocs_jupyter": write_mkdocs_jupyter_strict,
    "myst_nb": write_myst_nb_strict,
}
"""Tools whose strictness is also a setting of the project, with the project that has it."""
