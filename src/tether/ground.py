"""What a verdict stands on beside the pages: what is kept, the book's modules, the stamp of all else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tether.digests import digest_bytes, digest_json
from tether.imports import read_modules
from tether.places import find_needs, tell_variable
from tether.readers import describe_settings, reach_readers
from tether.reads import look
from tether.stamp import make_stamp, pass_environment
from tether.store import open_store

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tether.config import Project
    from tether.sources import Source


class Ground:
    """Read once for a verdict; what is looked at is looked at once."""

    def __init__(self, project: Project) -> None:
        """Open the folder of what is kept, and read the book's modules."""
        self.project = project
        self.store = open_store(project)
        self.modules = read_modules(project.root, self.store)
        self.environment = pass_environment(project.settings.environment)
        self.stamp = make_stamp(self.environment, project.root)
        declared = {name: os.environ.get(name, "") for name in project.settings.environment}
        self.plain_stamp = make_stamp(declared, project.root)
        """The stamp of what runs no code beside that of extensions, in this process."""
        self._looked: dict[str, str] = {}
        self._extensions: dict[tuple[str, ...], str] = {}

    def look(self, path: str) -> str:
        """Give the digest of what lies at a path, as :func:`tether.reads.look` does."""
        if path not in self._looked:
            self._looked[path] = look(path)
        return self._looked[path]

    def holds(self, told: Mapping[str, str]) -> dict[str, str] | None:
        """Give what was read for something kept, by its path here; None where any of it is another now."""
        needs = find_needs(told, self.project.root)
        return needs if all(self.look(path) == digest for path, digest in needs.items()) else None

    def key_page(self, project: Project, kind: str, file: Source) -> str:
        """Give the key of a page as it is read: by its text, the extensions of a book and their code."""
        return digest_json([kind, file.name, digest_bytes(file.raw.encode()), self._describe(project)])

    def _describe(self, project: Project) -> str:
        """Give the digest of what reads a page: the extensions, their settings and their code."""
        if project.extensions not in self._extensions:
            told = [
                project.extensions,
                tell_variable(describe_settings(project), project.root),
                project.docs_name,
                self.plain_stamp,
            ]
            reached = self.modules.digests(reach_readers(project, self.modules))
            self._extensions[project.extensions] = digest_json([told, reached])
        return self._extensions[project.extensions]
