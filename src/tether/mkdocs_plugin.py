"""The MkDocs plugin: a verdict before any page is built, and no site without a green one."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from markdown_exec import markdown_config
from mkdocs.config.base import Config
from mkdocs.exceptions import Abort
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files

from tether import session
from tether.check import check
from tether.config import load_project
from tether.figures import list_data
from tether.kept_reference import keep_reference
from tether.notebook_files import name_download, write_ipynb
from tether.notebooks import is_notebook
from tether.problems import Problem, TetherError, count, exit_code
from tether.reference import refuse_extensions
from tether.report import write_problems, write_report
from tether.shown import MARKDOWN_ENDINGS
from tether.verify import verify_folder

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.pages import Page as MkDocsPage

_LOG = logging.getLogger("mkdocs.plugins.tether")
_FIRST, _LAST = 100, -100


_NO_DATE = "315532800"
"""The start of 1980, the first date that a zip archive can hold: for a book outside git."""


def _read_commit_time() -> str:
    """Give the time of the last commit: with it two builds of one commit are the same bytes."""
    command = ["git", "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603  (fixed words)
    except OSError:
        return _NO_DATE
    return told.stdout.strip() or _NO_DATE


class _Warnings(logging.Handler):
    """Counts warnings, because MkDocs looks at its own count only after the site is written."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.name != _LOG.name


class NotebookFile(File):
    """A percent-format file that MkDocs takes for a page."""

    def is_documentation_page(self) -> bool:
        """Say yes: the text of the page is made of the file."""
        return True


class TetherConfig(Config):  # type: ignore[no-untyped-call]  # MkDocs leaves this hook untyped
    """The plugin has no options of its own: a book's settings stand in ``pyproject.toml``."""


class TetherPlugin(BasePlugin[TetherConfig]):  # type: ignore[no-untyped-call]  # as above
    """Stages and aborts; what becomes of a page is the Markdown extension's work."""

    def __init__(self) -> None:
        """Begin with nothing staged."""
        super().__init__()
        self.serving = False
        self.final: Path | None = None
        self.staging: Path | None = None
        self.warnings = _Warnings()
        self.expected: set[str] = set()

    def on_startup(self, *, command: str, dirty: bool) -> None:  # noqa: ARG002
        """Learn whether a site is built or served; MkDocs keeps a plugin with this hook between rebuilds."""
        self.serving = command == "serve"
        if "SOURCE_DATE_EPOCH" not in os.environ:
            os.environ["SOURCE_DATE_EPOCH"] = _read_commit_time()

    @event_priority(_LAST)
    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Give the verdict on the sources, and send the site to a staging folder."""
        if "tether" not in config.markdown_extensions:
            message = "mkdocs.yml: the tether plugin needs tether among the markdown_extensions too"
            raise Abort(message)
        try:
            project = load_project(Path(config.config_file_path))
            refuse_extensions(project, config.markdown_extensions)
            verdict = check(project)
        except TetherError as error:
            raise Abort(str(error)) from error
        markdown_config.save(config.markdown_extensions, config.mdx_configs)
        session.begin(verdict, late=True)
        if (shown := config.plugins.get("mkdocstrings")) is not None and project.settings.reference:
            keep_reference(project, shown)
        if verdict.problems:
            self._tell(verdict)
        if not self.serving:
            self._stage(config)
        return config

    def _tell(self, verdict: Any) -> None:  # noqa: ANN401
        if self.serving:
            for problem in verdict.problems:
                _LOG.error("%s", problem)
            return
        write_report(verdict, "text", sys.stderr)
        message = f"tether: the verdict is red (exit code {exit_code(verdict.problems)}); no site was built"
        raise Abort(message)

    def _stage(self, config: MkDocsConfig) -> None:
        self.final = Path(config.site_dir)
        self.staging = self.final.with_name(f".{self.final.name}-staging")
        config.site_dir = str(self.staging)
        self.warnings.count = 0
        self.expected = set()
        logger = logging.getLogger("mkdocs")
        logger.addHandler(self.warnings)
        if config.strict and not logger.isEnabledFor(logging.WARNING):
            logger.setLevel(logging.WARNING)  # -q would hide the very warnings that --strict forbids

    @event_priority(_LAST)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Make notebooks pages, put beside each the file that Jupyter opens, and add figures' numbers."""
        verdict = session.current().verdict
        for page in filter(is_notebook, verdict.pages):
            uri = page.source.path.relative_to(verdict.project.docs_dir).as_posix()
            if (plain := files.get_file_from_path(uri)) is not None:
                files.remove(plain)
            files.append(NotebookFile.generated(config, uri, content=page.source.text))
            beside = (PurePosixPath(uri).parent / name_download(page)).as_posix()
            content = write_ipynb(page, verdict.outputs.get(page.name, []))
            files.append(File.generated(config, beside, content=content))
        for name, data in list_data(verdict):
            files.append(File.generated(config, name, content=data))
        return files

    @event_priority(_LAST)
    def on_page_markdown(self, markdown: str, *, page: MkDocsPage, **_: Any) -> None:  # noqa: ANN401
        """Hold the text that is about to be converted to the text that was checked."""
        if page.file.src_uri.endswith(MARKDOWN_ENDINGS) or isinstance(page.file, NotebookFile):
            now = session.current()
            name = f"{now.verdict.project.docs_name}/{page.file.src_uri}"
            now.expect(name, markdown)
            self.expected.add(name)

    @event_priority(_LAST)
    def on_post_page(self, output: str, *, page: MkDocsPage, **_: Any) -> str:  # noqa: ANN401
        """Put figures in place, now that the search index has read the page without them."""
        return session.current().place_figures(output, page.file.dest_uri)

    @event_priority(_LAST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Judge the built folder, and let it take the place of the last good site."""
        if self.staging is None or self.final is None:
            return
        logging.getLogger("mkdocs").removeHandler(self.warnings)
        now = session.current()
        problems = [
            Problem(name, 0, 0, "page", "was built, but its text never went through the extension tether")
            for name in sorted(self.expected - now.converted)
        ]
        problems += verify_folder(self.staging, now.verdict.project)
        if problems:
            write_problems(problems, "text", sys.stderr)
            self._discard()
            message = (
                f"tether: the built site has {count(len(problems), 'problem')}; the last good site stays"
            )
            raise Abort(message)
        if config.strict and self.warnings.count:
            self._discard()
            message = (
                f"tether: {count(self.warnings.count, 'warning')} in strict mode; the last good site stays"
            )
            raise Abort(message)
        self._publish(config)

    def _publish(self, config: MkDocsConfig) -> None:
        if self.staging is None or self.final is None:
            return
        old = self.final.with_name(f".{self.final.name}-old")
        shutil.rmtree(old, ignore_errors=True)
        if self.final.exists():
            self.final.rename(old)
        self.staging.rename(self.final)
        shutil.rmtree(old, ignore_errors=True)
        config.site_dir = str(self.final)
        _LOG.info("The verdict is green; the site is in %s", self.final)

    def _discard(self) -> None:
        if self.staging is not None:
            shutil.rmtree(self.staging, ignore_errors=True)

    def on_build_error(self, error: Exception, **_: Any) -> None:  # noqa: ANN401
        """Leave nothing of a build that failed; say our own errors without a traceback."""
        logging.getLogger("mkdocs").removeHandler(self.warnings)
        self._discard()
        if isinstance(error, TetherError) and not self.serving:
            message = f"tether: {error}"
            raise Abort(message) from error

    def on_serve(self, server: LiveReloadServer, *, config: MkDocsConfig, **_: Any) -> LiveReloadServer:  # noqa: ANN401
        """Rebuild when the book's code, its snippets or its README change."""
        root = Path(config.config_file_path).parent
        project = session.current().verdict.project
        for path in (
            root / "src",
            project.outputs_dir.parent,
            root / "pyproject.toml",
            *project.further_files(),
        ):
            if path.exists():
                server.watch(str(path))
        return server
