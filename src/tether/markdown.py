"""The Python-Markdown extension: bound numbers become ``<data>``, executed fences their output.

It is the same under MkDocs and under any other builder that runs Python-Markdown. A preprocessor
rewrites only the destinations of bindings, each to an opaque id; a tree processor turns the links
that Markdown made of them into HTML; the ids seen must be the ids that the scanner found.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any
from xml.etree.ElementTree import Element

from markdown.extensions import Extension
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor
from markdown_exec import base_format
from markupsafe import escape
from pymdownx.superfences import SuperFencesException

from tether import fences, ledger_page, session
from tether.figures import write_figure
from tether.foot import build_foot
from tether.ledger import describe_values
from tether.links import anchor_of, link_to, place_of
from tether.marks import SCHEME, read_key
from tether.notebook_files import EXEMPTION, place_download
from tether.notebooks import is_notebook
from tether.problems import TetherError, count
from tether.reference import is_reference, refuse_docstrings
from tether.scan import TREE_PRIORITY
from tether.tally import place_tally

if TYPE_CHECKING:
    from markdown import Markdown

    from tether.judged import Judged
    from tether.scan import Page
    from tether.sources import Source

_BEFORE_SNIPPETS = 33
_AFTER_RAW_HTML = 25


class TetherExtension(Extension):
    """Binds numbers and runs blocks on the pages of a book."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  (Python-Markdown's name)
        """Register with a Markdown instance; SuperFences must come before."""
        state = _State(md)
        md.preprocessors.register(_Rewriter(md, state), "tether", _BEFORE_SNIPPETS)
        md.treeprocessors.register(_Linker(md, state), "tether", TREE_PRIORITY)
        md.postprocessors.register(_Tidier(md), "tether", _AFTER_RAW_HTML)
        fences.register(md, state.take_fence)


def _is_of_mkdocs(md: Markdown) -> bool:
    """Tell whether MkDocs converts a page, which it does with tree processors of its own."""
    return any(type(processor).__module__.startswith("mkdocs.") for processor in md.treeprocessors)


class _FenceError(TetherError, SuperFencesException):  # type: ignore[misc]  # it ships no types
    """An executed fence that cannot be shown: SuperFences would swallow any other exception."""


class _State:
    """What the parts of one Markdown instance share while a page is converted."""

    def __init__(self, md: Markdown) -> None:
        self.md = md
        self.page: Page | None = None
        self.fence = 0
        self.edits: dict[str, list[tuple[int, int, int]]] = {}

    @property
    def nested(self) -> bool:
        """Whether this instance converts the output of a block."""
        return hasattr(self.md, "_original_md")

    def begin(self, body: str) -> str:
        """Begin a page; give its text with the destinations of its bindings rewritten."""
        self.fence = 0
        if not session.is_under_way() and _is_of_mkdocs(self.md):
            message = "mkdocs.yml: the extension tether needs the plugin tether too: nothing judges this site"
            raise TetherError(message)
        self.page = session.current().page_of(body)
        if self.page is None:
            return body  # text of no page, such as a docstring: the linker refuses bindings in it
        self.edits = {}
        for key in self.page.bound:
            candidate = self.page.candidates[key]
            self.edits.setdefault(candidate.source.name, []).append((candidate.start, candidate.end, key))
        self._tap_snippets()
        return self.rewrite(self.page.source, self.page.body)

    def rewrite(self, source: Source, start: int = 0) -> str:
        """Give a source's text with opaque ids in place of its bindings' expressions."""
        pieces, done = [], start
        for begin, end, key in sorted(self.edits.get(source.name, [])):
            if begin >= done:  # a snippet included twice has each place twice
                pieces += [source.text[done:begin], f"{SCHEME}{key}"]
                done = end
        return "".join([*pieces, source.text[done:]])

    def _tap_snippets(self) -> None:
        if "snippet" not in self.md.preprocessors or self.page is None:
            return
        sources = {item.source.path: item.source for item in self.page.candidates.values()}
        snippets: Any = self.md.preprocessors["snippet"]
        plain = type(snippets).read_lines

        def read_lines(path: str) -> list[str]:
            for known, source in sources.items():
                if known.samefile(path):
                    return self.rewrite(source).split("\n")
            lines: list[str] = plain(snippets, path)
            return lines

        snippets.read_lines = read_lines

    def take_fence(self, code: str, language: str, options: dict[str, Any], md: Markdown) -> str:
        """Give the HTML of an executed fence; SuperFences lets no other error through than its own."""
        try:
            return self._show_fence(code, language, options, md)
        except SuperFencesException:
            raise
        except Exception as error:
            place = f"{self.page.name}:{self.page.fences[self.fence - 1].line}" if self.page else "?"
            message = (
                f"{place}: the block's output cannot be put on the page: {type(error).__name__}: {error}"
            )
            raise _FenceError(message) from error

    def _show_fence(self, code: str, language: str, options: dict[str, Any], md: Markdown) -> str:
        """Give the HTML of an executed fence, from what the fresh process reported."""
        if self.nested or self.page is None:
            message = f"an executable fence that the scanner did not find would run here: {code[:80]!r}"
            raise _FenceError(message)
        now = session.current()
        index, self.fence = self.fence, self.fence + 1
        reports = now.verdict.outputs.get(self.page.name, [])
        known = self.page.fences[index] if index < len(self.page.fences) else None
        if known is None or known.code.rstrip() != code.rstrip():
            message = f"{self.page.name}: the fences found are not those of the page; block: {code[:80]!r}"
            raise _FenceError(message)
        if index >= len(reports) or reports[index]["error"] is not None:
            error = reports[index]["error"]["message"] if index < len(reports) else "did not run"
            title = f'<p class="admonition-title">Line {known.line}: {escape(error)}</p>'
            return f'<div class="admonition failure tether-failed">{title}</div>'
        output = reports[index]["output"]
        if known.html:
            figure = write_figure(output, self.page, known, reports[index], md, files=now.late)
            output = now.hold_back(f"{self.page.key}:{index}", figure)
        options = {name: value for name, value in options.items() if name != "errors"}
        return base_format(language=language, run=lambda *_, **__: output, code=code, md=md, **options)


class _Rewriter(Preprocessor):
    """Hands a page's text over, its bindings' destinations rewritten."""

    def __init__(self, md: Markdown, state: _State) -> None:
        super().__init__(md)
        self.state = state

    def run(self, lines: list[str]) -> list[str]:
        return lines if self.state.nested else self.state.begin("\n".join(lines)).split("\n")


class _Tidier(Postprocessor):
    """Leaves out the reasons of exemptions, which the source tells and no reader needs."""

    def run(self, text: str) -> str:
        return EXEMPTION.sub("", text)


class _Linker(Treeprocessor):
    """Turns the links with opaque ids into bound numbers, and checks that none is missing."""

    def __init__(self, md: Markdown, state: _State) -> None:
        super().__init__(md)
        self.state = state

    def run(self, root: Element) -> None:
        page = self.state.page
        if self.state.nested:
            return
        if page is None:
            _refuse_bindings(root)
            return
        now = session.current()
        if not is_reference(now.verdict.project, page):
            refuse_docstrings(root, page)
        judged = {item.binding.candidate.key: item for item in now.verdict.judged.get(page.name, [])}
        seen: list[int] = []
        times = Counter[str]()
        for element in root.iter("a"):
            href = element.get("href") or ""
            if (key := read_key(href)) is not None:
                seen.append(key)
                _bind(element, page, page.candidates[key].expression, judged.get(key), times)
        _compare_places(page, seen)
        place_tally(root, now.verdict)
        if self.state.fence != len(page.fences):
            message = f"{page.name}: {self.state.fence} of its {count(len(page.fences), 'block')} were shown"
            raise TetherError(message)
        _place_ledger(root, page)
        if is_notebook(page):
            place_download(root, page)
        root.extend(build_foot(now, page))
        now.converted.add(page.name)


def _refuse_bindings(root: Element) -> None:
    for element in root.iter("a"):
        if (element.get("href") or "").startswith("="):
            message = (
                f"a binding to {element.get('href')} in text of no page of the book: nothing would check it"
            )
            raise TetherError(message)


def _compare_places(page: Page, seen: list[int]) -> None:
    """Raise where the bindings converted are not those that were scanned."""

    def place(key: int) -> tuple[str, int]:
        candidate = page.candidates[key]
        return candidate.source.name, candidate.start

    expected = Counter(place(key) for key in page.bound if key not in page.swallowed)
    found = Counter(place(key) for key in seen)
    if found != expected:
        lost = sorted((expected - found) + (found - expected))
        message = f"{page.name}: bindings were scanned but not converted, or the other way round: {lost}"
        raise TetherError(message)


def _bind(element: Element, page: Page, expression: str, judged: Judged | None, times: Counter[str]) -> None:
    """Turn a link into a bound number that leads to its row in the ledger."""
    project = session.current().verdict.project
    data = Element("data", {"value": " ".join(value.shown for value in judged.values) if judged else ""})
    data.text, element.text = element.text, None
    data.extend(list(element))
    for child in list(element):
        element.remove(child)
    element.append(data)
    element.set("class", "tether")
    element.set("data-kind", judged.kind if judged else "unknown")
    element.set("data-expression", expression)
    if judged is not None:
        element.set("data-source", ", ".join(origin.label for origin in judged.origins))
        intervals = [
            f"{value.low:.6g} to {value.high:.6g}, {value.trials} trials"
            for value in judged.values
            if value.low is not None
        ]
        if intervals:
            element.set("data-interval", "; ".join(intervals))
        if measured := dict.fromkeys(value.about for value in judged.values if value.about):
            element.set("data-measured", "; ".join(measured))
        if not judged.holds:
            element.set("data-drifted", describe_values(judged))
        if judged.kind == "claim":
            data.set("value", "true" if judged.holds else "false")
    times[expression] += 1
    element.set("id", place_of(expression, times[expression]))
    if (project.docs_dir / project.settings.ledger).exists():
        anchor = anchor_of(page, expression)
        element.set("href", link_to(project.settings.ledger, page, project.docs_name, anchor))
    else:
        element.tag = "span"  # without a ledger there is nowhere to lead to
        del element.attrib["href"]
        element.set("tabindex", "0")


def _place_ledger(root: Element, page: Page) -> None:
    for parent in root.iter():
        for index, child in enumerate(list(parent)):
            if child.tag == "p" and (child.text or "").strip() == ledger_page.MARK:
                now = session.current()
                parent[index] = ledger_page.build_ledger(now.verdict, page, now.entries)
                return


def makeExtension(**kwargs: Any) -> TetherExtension:  # noqa: N802, ANN401  (Python-Markdown's name)
    """Give the extension, as ``markdown_extensions`` names it."""
    return TetherExtension(**kwargs)
