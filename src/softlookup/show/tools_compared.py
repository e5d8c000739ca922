"""The tools side by side, as tables."""

from collections.abc import Sequence

from softlookup.experiments.tools_compared import ComparedTool, Outcome, ToolsCompared
from softlookup.experiments.tools_raced import ToolsRaced
from softlookup.show.numbers import print_number
from softlookup.show.tables import write_table

LONGEST = 90
"""How many characters of what a tool says are shown."""
SHOWN = {"stopped": "stops", "right": "right", "wrong": "**wrong**"}
SITES = {"kept": "kept", "replaced": "replaced", "gone": "**removed**", "": "–"}


RUNNERS = ("markdown_exec", "mkdocs_jupyter", "myst_nb", "cog", "tether")
"""Tools that run the code of a page and show what it gives."""
HOLDERS = ("pytest", "scitexlintr", "doubleblind", "tether")
"""Tools that hold what a page says against something else."""


def list_tools(compared: ToolsCompared) -> str:
    """Write what each tool is made for, and how it was run, as a list."""
    lines = []
    for tool in compared:
        made_for = f"- **{tool.title}** {tool.version} {tool.made_for}"
        if tool.not_installed:
            lines.append(f"{made_for}. It could not be installed: {tool.not_installed}")
        else:
            run = f"Run with {_code(tool.commands['plain'])}, strictly with {_code(tool.commands['strict'])}"
            lines.append(f"{made_for}. {run}.")
    return "\n".join(lines)


def compare_outcomes(compared: ToolsCompared, names: Sequence[str]) -> str:
    """Write for each case and tool what comes of it: run strictly, and, where it differs, run as usual."""
    tools = [getattr(compared, name) for name in names]
    rows = [(words, *(_tell_both(tool, case) for tool in tools)) for case, words in compared.cases.items()]
    return write_table(("", *(tool.title for tool in tools)), rows)


def _tell_both(tool: ComparedTool, case: str) -> str:
    strict, plain = (_tell(tool.find(mode, case)) for mode in ("strict", "plain"))
    return strict if strict == plain else f"{strict}, {plain}"


def quote_tools(compared: ToolsCompared, case: str) -> str:
    """Write what each tool does in one case, run strictly: exit code, outcome, site, and what it says."""
    rows = [
        (tool.title, str(one.exit_code), _tell(one), SITES[one.site], _quote(one))
        for tool in compared
        if (one := tool.find("strict", case))
    ]
    return write_table(("tool", "exit code", "comes of it", "last good site", "says"), rows)


def compare_modes(compared: ToolsCompared, case: str) -> str:
    """Write what the tools that can be made quiet do in one case: plain, strict, and strict but quiet."""
    rows = [
        (tool.title, *(_tell_site(tool.find(mode, case)) for mode in ("plain", "strict", "quiet")))
        for tool in compared
        if "quiet" in tool.outcomes
    ]
    return write_table(("tool", "plain", "strict", "strict and quiet"), rows)


def explain_gaps(compared: ToolsCompared) -> str:
    """Write why some cases were not put to some tools, as a list."""
    reasons: dict[str, list[str]] = {}
    for tool in compared:
        for reason in dict.fromkeys(tool.without.values()):
            reasons.setdefault(reason, []).append(tool.title)
    return "\n".join(f"- {reason}: {', '.join(titles)}" for reason, titles in reasons.items())


def count_outcomes(compared: ToolsCompared) -> str:
    """Write for each tool how many cases were put to it, and how they came out, run strictly."""
    rows = [
        (tool.title, tool.asked, tool.asked - tool.right - tool.wrong, tool.right, tool.wrong)
        for tool in compared
    ]
    return write_table(("tool", "cases", "stopped", "right by itself", "wrong goes out"), rows)


def _tell(one: Outcome | None) -> str:
    return "–" if one is None else SHOWN[one.outcome]


def _tell_site(one: Outcome | None) -> str:
    if one is None:
        return "–"
    site = {"kept": ", site kept", "replaced": ", site replaced", "gone": ", site removed", "": ""}[one.site]
    return f"{SHOWN[one.outcome]} ({one.exit_code}{site})"


def _quote(one: Outcome) -> str:
    """Give the first line that a tool said of a case, cut to length."""
    if not one.said:
        return "nothing" if one.outcome == "wrong" else "–"
    line = one.said[0]
    return _code(line if len(line) <= LONGEST else f"{line[:LONGEST]}…")


def _code(text: str) -> str:
    """Set text as code, whatever it holds."""
    return f"`` {text} ``" if "`" in text else f"`{text}`" if text else "–"


def compare_paces(raced: ToolsRaced) -> str:
    """Write the processor seconds of each tool, by how many numbers there are and on how many pages."""
    sizes = list(raced.tether.cold)
    rows = []
    for count, pace in raced:
        for times, state in ((pace.cold, ""), (pace.warm, ", again"), (pace.edited, ", one page edited")):
            if times:
                cells = (print_number(float(times[size]), 2) if size in times else "–" for size in sizes)
                rows.append((f"{pace.title}{state}", f"{count:,}", *cells))
    return write_table(("tool", "numbers", *(f"{size} pages" for size in sizes)), rows)
