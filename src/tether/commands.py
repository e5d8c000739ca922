"""What each command of ``tether`` does; each gives its exit code."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tether.problems import HOLDS, TetherError, count, exit_code

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

    from tether.config import Project
    from tether.reading import Scope


def _find_project() -> Project:
    from tether.config import find_project  # noqa: PLC0415

    return find_project(Path.cwd())


def _known_files(project: Project) -> set[Path]:
    """Give every file that is under the verdict by itself: snippets are so only through their pages."""
    return {path.resolve() for path in (*project.pages(), *project.further_files())}


def _choose(project: Project, options: argparse.Namespace) -> Scope:
    """Give what of the book is asked for: files named, standard input, a shard, or the whole."""
    from tether.reading import Scope  # noqa: PLC0415

    if getattr(options, "shard", None):
        from tether.shards import read_shard  # noqa: PLC0415

        return Scope(shard=read_shard(options.shard))
    if getattr(options, "stdin_filename", None):
        path = options.stdin_filename.resolve()
        if path not in _known_files(project) and not _may_be(project, path):
            raise TetherError(_describe_stranger(project, options.stdin_filename))
        return Scope([path], {path: _read_standard_input(options.stdin_filename)})
    known = _known_files(project)
    for path in options.files:
        if path.resolve() not in known:
            raise TetherError(_describe_stranger(project, path))
    return Scope(options.files or None)


def _may_be(project: Project, path: Path) -> bool:
    """Tell whether a file that is not there yet would be a page."""
    from tether.shown import MARKDOWN_ENDINGS  # noqa: PLC0415

    return not path.exists() and path.suffix in MARKDOWN_ENDINGS and path.is_relative_to(project.docs_dir)


def _describe_stranger(project: Project, path: Path) -> str:
    what = "is not a page of the book" if path.exists() else "does not exist"
    pages = f"pages lie in {project.docs_dir.name}/ and end in .md, or are listed as notebooks"
    return f"{path}: {what}; {pages}"


def _read_standard_input(name: Path) -> str:
    raw = sys.stdin.buffer.read()
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"{name}: standard input is not UTF-8: byte {error.start} is {raw[error.start]:#04x}"
        raise TetherError(message) from error


def _check(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.report import write_report  # noqa: PLC0415

    project = _find_project()
    scope = _choose(project, options)
    verdict = check(project, scope, briefly=scope.shard is None)
    more: dict[str, object] = {}
    if scope.shard is not None:
        from tether.shards import describe_shard  # noqa: PLC0415

        more = describe_shard(verdict, scope.shard)
    write_report(verdict, options.format, sys.stdout, **more)
    return exit_code(verdict.problems)


def _fix(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.fix import plan_changes  # noqa: PLC0415
    from tether.report import write_report  # noqa: PLC0415

    project = _find_project()
    scope = _choose(project, options)
    verdict = check(project, scope)
    changes = plan_changes(verdict, whole=scope.whole)
    if options.diff:
        for change in changes:
            sys.stdout.write(change.diff())
        write_report(verdict, "text", sys.stderr)
        return exit_code(verdict.problems)
    if scope.texts:
        ((path, text),) = scope.texts.items()
        mended = next((change.after for change in changes if change.path == path), None) or text
        sys.stdout.buffer.write(mended.encode("utf-8"))
        sys.stdout.buffer.flush()
        verdict = check(project, type(scope)(scope.only, {path: mended}))
        write_report(verdict, "text", sys.stderr)
        return exit_code(verdict.problems)
    for change in changes:
        change.apply()
        print(change.describe(), file=sys.stderr)
    if changes:
        verdict = check(project, scope)
    write_report(verdict, options.format, sys.stdout)
    return exit_code(verdict.problems)


def _mv(options: argparse.Namespace) -> int:
    from tether.rename import plan_rename  # noqa: PLC0415

    for change in plan_rename(_find_project(), options.old, options.new):
        if options.diff:
            sys.stdout.write(change.diff())
        else:
            change.apply()
            print(change.describe())
    return HOLDS


def _new(options: argparse.Namespace) -> int:
    from tether.new import plan_page  # noqa: PLC0415

    project = _find_project()
    for change in plan_page(project, options.page, options.title, options.bind):
        change.apply()
        print(f"{change.name}: {change.done}")
    return HOLDS


def _audit(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.report import write_audit  # noqa: PLC0415

    project = _find_project()
    verdict = check(project, _choose(project, options), briefly=True)
    write_audit(verdict, options.format, sys.stdout)
    return exit_code(
        [problem for problem in verdict.problems if problem.kind in {"loose", "exemption", "given"}]
    )


def _list(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.explain import write_list  # noqa: PLC0415

    project = _find_project()
    verdict = check(project, _choose(project, options))
    write_list(verdict, options.format, sys.stdout)
    return exit_code(
        [problem for problem in verdict.problems if problem.kind in {"syntax", "expression", "config"}]
    )


def _explain(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.explain import write_explanation  # noqa: PLC0415
    from tether.reading import Scope  # noqa: PLC0415

    name, _, rest = options.place.partition(":")
    if not rest.split(":")[0].isdigit():
        message = f"{options.place}: expected FILE:LINE, as in docs/page.md:41"
        raise TetherError(message)
    project = _find_project()
    if not Path(name).exists():
        message = f"{name}: does not exist"
        raise TetherError(message)
    # A snippet has many pages.
    scope = Scope([Path(name)]) if Path(name).resolve() in _known_files(project) else Scope()
    path = Path(name).resolve().relative_to(project.root).as_posix()
    if not write_explanation(check(project, scope), path, int(rest.split(":")[0]), sys.stdout):
        message = f"{options.place}: no bound text on this line"
        raise TetherError(message)
    return HOLDS


def _merge(options: argparse.Namespace) -> int:
    from tether.report import write_merged  # noqa: PLC0415
    from tether.shards import merge_reports  # noqa: PLC0415

    merged = merge_reports(_find_project(), options.reports)
    write_merged(merged, options.format, sys.stdout)
    return exit_code(merged.problems)


def _matcher(options: argparse.Namespace) -> int:
    from tether.matchers import describe_matcher  # noqa: PLC0415

    print(describe_matcher(options.tool))
    return HOLDS


def _completion(options: argparse.Namespace) -> int:
    import shtab  # noqa: PLC0415

    from tether.options import make_parser  # noqa: PLC0415

    print(shtab.complete(make_parser(), options.shell))
    return HOLDS


def _clean(_: argparse.Namespace) -> int:
    from tether.store import clean  # noqa: PLC0415

    folder = _find_project().cache_dir
    print(f"tether: {'removed' if clean(folder) else 'nothing is kept in'} {folder}")
    return HOLDS


def _verify(options: argparse.Namespace) -> int:
    from tether.report import write_problems  # noqa: PLC0415
    from tether.verify import verify_folder  # noqa: PLC0415

    if not options.site.is_dir():
        message = f"{options.site}: no such folder; build the site first"
        raise TetherError(message)
    try:
        project: Project | None = _find_project()
    except TetherError:
        project = None
    problems = verify_folder(options.site.resolve(), project)
    write_problems(problems, options.format, sys.stdout)
    if options.format != "json":
        print(
            f"tether: {count(len(problems), 'problem')} in {options.site}"
            if problems
            else f"tether: {options.site} holds"
        )
    return exit_code(problems)


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "check": _check,
    "fix": _fix,
    "audit": _audit,
    "list": _list,
    "mv": _mv,
    "explain": _explain,
    "new": _new,
    "merge": _merge,
    "matcher": _matcher,
    "completion": _completion,
    "clean": _clean,
    "verify": _verify,
}
