"""Beginning a page: a text that holds at once, its place in the nav, and the output of its block."""

from __future__ import annotations

from typing import TYPE_CHECKING

import yaml

from tether.check import check
from tether.fix import Change, plan_changes
from tether.judge import report_of
from tether.judged import read_value
from tether.kept import evaluate
from tether.problems import TetherError
from tether.reading import Scope
from tether.shown import MARKDOWN_ENDINGS

if TYPE_CHECKING:
    from pathlib import Path

    from tether.bindings import Binding
    from tether.config import Project
    from tether.judged import Value

_AWAITED = "output"
"""The one thing that may be wrong with the page before it is written: its output is not committed yet."""
_HOW = """\
A number in prose is bound to what computes it: [text](=expression). A word about numbers is a claim,
[at least half](=share>=0.5). `tether fix` commits the output of every block that has an id; `tether check`
says what does not hold, and where; `tether explain FILE:LINE` says what a number hangs on.
"""


def plan_page(project: Project, path: Path, title: str | None, bind: str | None) -> list[Change]:
    """Work out the files of a new page; raise :class:`TetherError` where it could not stand or hold."""
    _check_place(project, path)
    path = path.resolve()
    words = path.stem.replace("-", " ").replace("_", " ")
    text = _write_page(title or words[:1].upper() + words[1:], _write_sentence(project, bind))
    verdict = check(project, Scope([path], {path: text}))
    wrong = [problem for problem in verdict.problems if problem.kind != _AWAITED]
    if wrong:
        message = f"the page would not hold, and was not written:\n{wrong[0]}"
        raise TetherError(message)
    name = path.relative_to(project.root).as_posix()
    changes = [Change(path, name, None, text, done="written"), *_name_in_nav(project, path)]
    return changes + [
        Change(change.path, change.name, change.before, change.after, done="committed")
        for change in plan_changes(verdict, whole=False)
    ]


def _check_place(project: Project, path: Path) -> None:
    message = ""
    if path.exists():
        message = f"{path}: exists already, and was left alone"
    elif not path.resolve().is_relative_to(project.docs_dir):
        message = f"{path}: expected a page in {project.docs_name}/"
    elif path.suffix not in MARKDOWN_ENDINGS:
        message = f"{path}: expected a name that ends in {' or '.join(sorted(MARKDOWN_ENDINGS))}"
    if message:
        raise TetherError(message)


def _write_page(title: str, sentence: str) -> str:
    head = yaml.safe_dump(
        {"title": title, "description": "Say in one sentence what this page shows."},
        allow_unicode=True,
        sort_keys=False,
        width=1000,
    )
    block = [
        '```python exec="1" id="first" source="above"',
        'print("This ran when the page was checked.")',
        "```",
    ]
    parts = [f"---\n{head}---", f"# {title}", "Say here what the page is about.", sentence]
    parts += ["## What the code says {#measured}", "\n".join(block), f"<!--\n{_HOW}-->"]
    return "\n\n".join(part for part in parts if part) + "\n"


def _write_sentence(project: Project, bind: str | None) -> str:
    """Quote a value of the book: the one asked for, or the first that any page quotes."""
    if bind is not None:
        return f"The book says that {bind.partition('.')[0]} has [{_compute(project, bind)}](={bind})."
    if bound := _first_bound(project):
        quoted = f"[{bound.text}](={bound.candidate.expression})"
        return f"The book quotes {quoted} elsewhere; quote here what this page is about."
    return ""


def _first_bound(project: Project) -> Binding | None:
    """Find a bound number of the book that a new page can repeat as it stands."""
    paths = [path for path in project.pages() if path.suffix in MARKDOWN_ENDINGS]
    for path in Scope(paths).choose(project):
        found = check(project, Scope([path])).judged.get(path.relative_to(project.root).as_posix(), [])
        good = [item for item in found if item.holds and item.kind == "equal" and len(item.numbers) == 1]
        plain = [item for item in good if item.binding.text == item.numbers[0].number.text]
        if plain:
            return plain[0].binding
    return None


def _compute(project: Project, expression: str) -> str:
    outcome = evaluate(project, [{"text": expression, "quoted": []}])
    report = report_of(outcome, 0, [expression])
    if "failed" in report or "error" in report or "close" in report:
        why = report.get("error") or report.get("close") or report["failed"]["message"]
        message = f"--bind {expression}: {why}"
        raise TetherError(message)
    if "truth" in report:
        message = f"--bind {expression}: a claim; give a value, and write the claim's sentence yourself"
        raise TetherError(message)
    values = [_write_value(read_value(item)) for item in report["values"]]
    return values[0] if len(values) == 1 else f"[{', '.join(values)}]"


def _write_value(value: Value) -> str:
    """Print a value as a page would: a whole number whole, any other with four figures."""
    return str(value.number) if isinstance(value.number, int) else f"{value.number:.4g}"


def _name_in_nav(project: Project, path: Path) -> list[Change]:
    """Add a page to the nav, behind the pages of its own folder, where the nav is a list a line."""
    file = project.config_file
    raw = file.read_bytes().decode("utf-8")
    nav = _find_nav(yaml.compose(raw, Loader=yaml.SafeLoader))
    if nav is None or nav.flow_style:
        return []
    page = path.relative_to(project.docs_dir).as_posix()
    folder = page.rpartition("/")[0]
    chosen = max(_lists(nav), key=lambda found: _count_beside(found, folder)) if folder else nav
    chosen = chosen if _count_beside(chosen, folder) else nav
    lines = raw.splitlines(keepends=True)
    last = _last_line(chosen)
    end = "\r\n" if lines[last].endswith("\r\n") else "\n"
    before = lines[last].rstrip("\r\n") + end
    entry = f"{' ' * chosen.start_mark.column}- {page}{end}"
    after = "".join([*lines[:last], before, entry, *lines[last + 1 :]])
    return [Change(file, file.relative_to(project.root).as_posix(), raw, after, done=f"the nav names {page}")]


def _find_nav(root: yaml.Node | None) -> yaml.SequenceNode | None:
    pairs = root.value if isinstance(root, yaml.MappingNode) else []
    return next(
        (value for key, value in pairs if key.value == "nav" and isinstance(value, yaml.SequenceNode)), None
    )


def _lists(node: yaml.Node) -> list[yaml.SequenceNode]:
    """Give a list of the nav, and all in it that are written a line an entry."""
    inner = [item for item in _children(node) if not getattr(item, "flow_style", False)]
    own = [node] if isinstance(node, yaml.SequenceNode) else []
    return own + [found for item in inner for found in _lists(item)]


def _children(node: yaml.Node) -> list[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        return list(node.value)
    if isinstance(node, yaml.MappingNode):
        return [value for _, value in node.value]
    return []


def _count_beside(node: yaml.SequenceNode, folder: str) -> int:
    """Count a list's own pages that lie in a folder."""
    pages = [
        child
        for item in node.value
        for child in (item, *_children(item))
        if isinstance(child, yaml.ScalarNode)
    ]
    return sum(page.value.rpartition("/")[0] == folder for page in pages)


def _last_line(node: yaml.Node) -> int:
    """Tell the line, from 0, on which the last entry of a list ends."""
    children = _children(node)
    return (
        max([node.start_mark.line, *(_last_line(child) for child in children)])
        if children
        else int(node.end_mark.line)
    )
