"""Where a book keeps its things, as its ``mkdocs.yml`` says and ``[tool.tether]`` in ``pyproject.toml``."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tether.problems import TetherError
from tether.settings import Settings, read_settings
from tether.shown import HTML_ENDINGS, MARKDOWN_ENDINGS, list_shown
from tether.store import is_others

if TYPE_CHECKING:
    from pathlib import Path

_BUILT_IN = ("toc", "tables", "fenced_code")  # what MkDocs always loads
_PLAIN = ("tables", "pymdownx.superfences", "footnotes")  # what a README is read with


@dataclass(frozen=True)
class Project:
    """A book on disk."""

    root: Path
    config_file: Path
    docs_dir: Path
    site_dir: Path
    extensions: tuple[str, ...]
    extension_configs: dict[str, dict[str, Any]]
    nav: tuple[str, ...]
    """Pages named by the nav, relative to the docs folder; empty where mkdocs.yml has no nav."""
    exclude: str
    """The ``exclude_docs`` patterns."""
    drafts: str
    """The ``draft_docs`` patterns."""
    settings: Settings = field(default_factory=Settings)
    templates_dir: Path | None = None
    """Folder of the book's own templates; None where its theme has none."""

    @property
    def docs_name(self) -> str:
        """The docs folder relative to the root of the book, with forward slashes."""
        inside = self.docs_dir.is_relative_to(self.root)
        return self.docs_dir.relative_to(self.root).as_posix() if inside else self.docs_dir.as_posix()

    @property
    def outputs_dir(self) -> Path:
        """Folder of the committed outputs."""
        return self.root / self.settings.outputs

    @property
    def cache_dir(self) -> Path:
        """Folder of what is kept between builds."""
        return self.root / self.settings.cache

    def pages(self) -> list[Path]:
        """List the pages of the book: the Markdown files that MkDocs would find, and the notebooks."""
        shown = list_shown(self.docs_dir, self.exclude, MARKDOWN_ENDINGS)
        return sorted([*shown, *(self.docs_dir / name for name in self.settings.notebooks)])

    def further_files(self) -> list[Path]:
        """List what else is under the verdict: files named, HTML among the docs, tables and templates."""
        named = [self.root / name for name in self.settings.files if (self.root / name).exists()]
        return [
            *named,
            *list_shown(self.docs_dir, self.exclude, HTML_ENDINGS),
            *self.tables(),
            *self.templates(),
        ]

    def tables(self) -> list[Path]:
        """List the TOML files of which texts reach pages."""
        return [self.root / name for name in self.settings.texts if (self.root / name).exists()]

    def templates(self) -> list[Path]:
        """List the theme's templates that are the book's own."""
        return sorted(self.templates_dir.rglob("*.html")) if self.templates_dir else []


def find_project(start: Path) -> Project:
    """Load the book that a folder lies in; raise ``TetherError`` where there is none."""
    start = start.resolve()
    for folder in (start, *start.parents):
        if (folder / "mkdocs.yml").exists():
            return load_project(folder / "mkdocs.yml")
    message = f"{start}: no mkdocs.yml here or in a folder above; run tether inside a book"
    raise TetherError(message)


def load_project(config_file: Path) -> Project:
    """Read a book's configuration without loading a theme or a plugin."""
    from mkdocs.exceptions import ConfigurationError  # noqa: PLC0415
    from mkdocs.utils.yaml import yaml_load  # noqa: PLC0415

    root = config_file.parent.resolve()
    try:
        with config_file.open("rb") as stream:
            raw = yaml_load(stream)
    except (OSError, ConfigurationError) as error:
        message = f"{config_file.name}: {error}"
        raise TetherError(message) from error
    _check_shape(raw, config_file.name)
    names, configs = _read_extensions(raw.get("markdown_extensions") or [])
    _check_extension(names, configs, config_file.name)
    docs_dir = root / raw.get("docs_dir", "docs")
    if not docs_dir.is_dir():
        message = f"{config_file.name}: docs_dir {docs_dir.name} is not a folder"
        raise TetherError(message)
    settings = read_settings(root / "pyproject.toml")
    _check_outputs(root / settings.outputs, root, docs_dir)
    _check_cache(root / settings.cache, root, docs_dir, root / settings.outputs)
    return Project(
        root=root,
        config_file=config_file,
        docs_dir=docs_dir,
        site_dir=root / raw.get("site_dir", "site"),
        extensions=names,
        extension_configs=_anchor_paths(configs, root),
        nav=tuple(_read_nav(raw.get("nav") or [])),
        exclude=raw.get("exclude_docs") or "",
        drafts=raw.get("draft_docs") or "",
        settings=settings,
        templates_dir=_find_templates(raw.get("theme"), root),
    )


def _find_templates(theme: Any, root: Path) -> Path | None:  # noqa: ANN401
    name = theme.get("custom_dir") if isinstance(theme, dict) else None
    return root / name if isinstance(name, str) else None


def _check_outputs(folder: Path, root: Path, docs_dir: Path) -> None:
    """Refuse a folder of outputs that holds anything else: `fix` removes from it what no block makes."""
    message = ""
    if folder.resolve() == root or not folder.resolve().is_relative_to(root):
        message = "it must be a folder of its own below the book"
    elif docs_dir.is_relative_to(folder.resolve()) or folder.resolve().is_relative_to(docs_dir):
        message = f"it may neither hold {docs_dir.name} nor lie in it"
    else:
        others = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix != ".txt")
        other = next((path for path in others if not path.name.startswith(".")), None)
        if other is not None:
            message = f"it holds {other.relative_to(root).as_posix()}, which is no output"
    if message:
        message = f"pyproject.toml: [tool.tether] outputs = {str(folder)!r}: {message}"
        raise TetherError(message)


def _check_cache(folder: Path, root: Path, *apart: Path) -> None:
    """Refuse a folder for what is kept that the book itself lies in, or that lies in the book's own."""
    place = folder.resolve()
    if place == root or not place.is_relative_to(root):
        message = "it must be a folder of its own below the book"
    elif any(place.is_relative_to(other) or other.is_relative_to(place) for other in apart):
        message = "it may neither hold pages or outputs nor lie among them"
    elif is_others(place):
        message = "it holds what tether did not put there"
    else:
        return
    message = f"pyproject.toml: [tool.tether] cache = {str(folder)!r}: {message}"
    raise TetherError(message)


_SHAPES: dict[str, type | tuple[type, ...]] = {
    "docs_dir": str,
    "site_dir": str,
    "exclude_docs": str,
    "draft_docs": str,
    "markdown_extensions": (list, dict),
    "nav": list,
}


def _check_shape(raw: Any, name: str) -> None:  # noqa: ANN401
    if not isinstance(raw, dict):
        message = f"{name}: expected settings as `key: value`, found a {type(raw).__name__}"
        raise TetherError(message)
    for key, shape in _SHAPES.items():
        if raw.get(key) is not None and not isinstance(raw[key], shape):
            message = f"{name}: {key}: {raw[key]!r} is not of the kind that MkDocs reads"
            raise TetherError(message)


def _check_extension(names: tuple[str, ...], configs: dict[str, dict[str, Any]], name: str) -> None:
    """Refuse a use of the extension that MkDocs would only find while it builds pages."""
    if configs.get("tether"):
        message = f"{name}: the extension tether takes no options; settings stand in pyproject.toml"
        raise TetherError(message)
    fences = "pymdownx.superfences"
    if "tether" in names and (fences not in names or names.index("tether") < names.index(fences)):
        message = f"{name}: markdown_extensions needs {fences}, listed before tether"
        raise TetherError(message)


def _read_extensions(
    entries: list[Any] | dict[str, Any],
) -> tuple[tuple[str, ...], dict[str, dict[str, Any]]]:
    names = list(_BUILT_IN)
    configs: dict[str, dict[str, Any]] = {}
    if isinstance(entries, dict):
        entries = [{name: options} for name, options in entries.items()]
    for entry in entries:
        name, options = next(iter(entry.items())) if isinstance(entry, dict) else (entry, None)
        if name not in names:
            names.append(name)
        if options:
            configs[name] = dict(options)
    if "pymdownx.superfences" in names:
        names.remove("fenced_code")  # SuperFences takes its place in Markdown's registry
    return tuple(names), configs


def _anchor_paths(configs: dict[str, dict[str, Any]], root: Path) -> dict[str, dict[str, Any]]:
    """Make the folders of snippets absolute, so that it does not matter where a command is run."""
    snippets = configs.get("pymdownx.snippets")
    if snippets is not None:
        base = snippets.get("base_path", ["."])
        bases = [base] if isinstance(base, str) else base
        snippets["base_path"] = [str(root / str(path)) for path in bases]
    return configs


def _read_nav(entries: Any) -> list[str]:  # noqa: ANN401
    if isinstance(entries, str):
        return [] if "://" in entries else [entries]
    if isinstance(entries, dict):
        entries = list(entries.values())
    return [page for entry in entries or [] for page in _read_nav(entry)]


def plain_project(project: Project) -> Project:
    """Give the same book with the few extensions by which a README is read."""
    return Project(
        root=project.root,
        config_file=project.config_file,
        docs_dir=project.docs_dir,
        site_dir=project.site_dir,
        extensions=_PLAIN,
        extension_configs={},
        nav=(),
        exclude="",
        drafts="",
        settings=project.settings,
    )
