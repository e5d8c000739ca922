"""Reading a page: its bindings, its numbers and its executable fences, each with its place.

The page is converted by Python-Markdown itself, with the extensions of ``mkdocs.yml``, so that
what is code, comment, link or maths is decided by the same rules as on the built page.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from tether import fences
from tether.frontmatter import check_front_matter, front_matter_end, shown_front_matter
from tether.headers import find_doubled
from tether.leftovers import Seen, find_leftovers
from tether.marks import Candidate, Marker, read_key
from tether.problems import Problem, TetherError
from tether.reads import Reads
from tether.shown import key_of
from tether.sources import Source, read_source
from tether.visible import Run, Walker

if TYPE_CHECKING:
    import re
    from pathlib import Path
    from xml.etree.ElementTree import Element

    from tether.config import Project
    from tether.fences import Fence

TREE_PRIORITY = 6.5
"""Behind attribute lists and abbreviations; before what renders maths, and before the headings are named."""


@dataclass
class Page:
    """What the scanner found in one file."""

    source: Source
    body: int
    """Offset at which the text behind the front matter starts."""
    runs: list[Run] = field(default_factory=list)
    fences: list[Fence] = field(default_factory=list)
    candidates: dict[int, Candidate] = field(default_factory=dict)
    bound: list[int] = field(default_factory=list)
    """Ids of the candidates that Markdown made links of, in order."""
    swallowed: frozenset[int] = frozenset()
    """Those of them whose link does not outlive the conversion: in alternative texts."""
    problems: list[Problem] = field(default_factory=list)
    docs: str = "docs"
    """The docs folder, relative to the root of the book."""
    reading: str = ""
    """The key of what was read, where it may be kept."""
    needs: dict[str, str] = field(default_factory=dict)
    """What else was read for it, with its digests."""

    @property
    def name(self) -> str:
        """The path relative to the root of the book."""
        return self.source.name

    @property
    def key(self) -> str:
        """The path relative to the docs folder, without its ending: names outputs and anchors."""
        return key_of(self.name, self.docs)


class _DoneError(Exception):
    """Ends a conversion where there is nothing more to learn from it."""


class _Reader(Treeprocessor):
    """Walks the finished tree, then ends the conversion."""

    def __init__(self, md: Markdown, scanner: Scanner) -> None:
        super().__init__(md)
        self.scanner = scanner

    def run(self, root: Element) -> None:
        walker = Walker(self.md, self.scanner.marker, (self.scanner.page.source, self.scanner.page.body))
        page = self.scanner.page
        page.runs = walker.gather(root)
        swallowed = [key for key in sorted(self.scanner.links) if key not in walker.seen]
        walker.bind_swallowed([page.candidates[key] for key in swallowed])
        page.bound = walker.seen
        page.swallowed = frozenset(swallowed)
        self.scanner.seen.fences = walker.fences
        self.scanner.seen.dead_links = walker.dead_links
        raise _DoneError


class Scanner:
    """Reads pages of one book, one after the other."""

    def __init__(self, project: Project, *, comments: bool = False, log: Reads | None = None) -> None:
        """Load the Markdown extensions of the book; raise ``TetherError`` where one fails.

        What they read goes to the log, if it listens; what is read here does not.
        """
        self.project = project
        self.log = log or Reads()
        self.comments = comments
        self.marker = Marker()
        self.page: Page
        names = [name for name in project.extensions if name != "tether"]
        try:
            self.md = Markdown(extensions=names, extension_configs=project.extension_configs)
        except Exception as error:  # an extension may raise anything
            message = f"{project.config_file.name}: markdown_extensions: {type(error).__name__}: {error}"
            raise TetherError(message) from error
        self.links: set[int] = set()
        self.seen = Seen()
        self._tap_fences()
        self._tap_snippets()
        self._tap_links()
        self.md.treeprocessors.register(_Reader(self.md, self), "tether_reader", TREE_PRIORITY)

    @property
    def included(self) -> list[Source]:
        """The files that the page read last includes, each as often as it does."""
        return self.marker.sources[1:]

    def read(self, path: Path) -> Page:
        """Read one file."""
        return self.read_text(read_source(path, self.project.root))

    def read_text(self, source: Source) -> Page:
        """Read a source that need not lie on disk."""
        body = 0 if self.comments else front_matter_end(source.text)
        self.marker = Marker(comments=self.comments)
        self.page = Page(source, body, candidates=self.marker.candidates, docs=self.project.docs_name)
        self.page.problems += check_front_matter(source, body)
        self.links.clear()
        self.seen = Seen(self.marker.openers)
        self.md.reset()
        try:
            self.md.convert(self.marker.mark(source, body))
        except _DoneError:
            pass
        except Exception as error:  # noqa: BLE001  (an extension may raise anything)
            message = f"Markdown cannot read this page: {type(error).__name__}: {error}"
            self.page.problems.append(Problem(source.name, 0, 0, "markdown", message, definite=False))
        self.page.runs = [*shown_front_matter(source, body), *self.page.runs]
        if not any(problem.kind == "markdown" for problem in self.page.problems):
            self.page.problems += find_leftovers(self.page, self.seen)
        return self.page

    def _tap_fences(self) -> None:
        """Record executable fences in place of running them, and skip the highlighting of others."""
        superfences = fences.register(self.md, self._take_fence)
        superfences.superfences[0]["formatter"] = self._take_plain_fence
        preprocessor: Any = self.md.preprocessors["fenced_code_block"]
        store = preprocessor.process_nested_block

        def process(ws: str, content: str, start: int, end: int) -> Any:  # noqa: ANN401
            self._opener = preprocessor.first
            lines = [preprocessor.first, *preprocessor.code, content]
            found = (self.marker.opener_index(line.rstrip("\n")) for line in lines)
            self.seen.openers_read.update(index for index in found if index is not None)
            return store(ws, content, start, end)

        preprocessor.process_nested_block = process

    def _take_plain_fence(self, *, classes: list[str], attrs: dict[str, str], **_: object) -> str:
        for word in fences.find_mistaken(classes, attrs):
            source, line, _blanks = self.marker.openers[self.marker.opener_index(self._opener) or 0]
            message = f"{word} does nothing here: the block is shown, and never run"
            advice = 'write exec="1" to run it, with options of an executed block'
            self.page.problems.append(Problem(source.name, line, 1, "fence", message, advice))
        return '<pre class="tether-code"></pre>'

    def _take_fence(self, code: str, language: str, options: dict[str, Any], _md: Markdown) -> str:
        source, line, _ = self.marker.openers[self.marker.opener_index(self._opener) or 0]
        doubled = find_doubled(source.line(line))
        errors = (*options.pop("errors", ()), *(f"option {key} is given twice" for key in doubled))
        self.page.fences.append(
            fences.Fence(source, line, language, self.marker.unmark(code), options, errors)
        )
        return f'<pre class="tether-code" data-fence="{len(self.page.fences) - 1}"></pre>'

    def _tap_snippets(self) -> None:
        """Mark the files that a page includes as they are read."""
        if "snippet" not in self.md.preprocessors:
            return
        snippets: Any = self.md.preprocessors["snippet"]

        def read_lines(path: str) -> list[str]:
            with self.log.off():
                source = read_source(self.project.root / path, self.project.root)
            marked = self.marker.mark(source)
            return marked.split("\n") if marked else []

        snippets.read_lines = read_lines

    def _tap_links(self) -> None:
        """Record which bindings Markdown makes links of, also where an alternative text swallows the link."""
        link: Any = self.md.inlinePatterns["link"]
        handle = link.handleMatch

        def record(match: re.Match[str], data: str) -> Any:  # noqa: ANN401
            made = handle(match, data)
            href = made[0].get("href", "") if made[0] is not None else ""
            if (key := read_key(href)) is not None:
                self.links.add(key)
            return made

        link.handleMatch = record
