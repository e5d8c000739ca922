"""The command ``tether``: check, fix, mv, audit, list, explain, verify."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tether.problems import COULD_NOT_TELL, HOLDS, TetherError, count, exit_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tether.config import Project

_EPILOG = (
    "exit codes: 0 everything holds, 1 something drifted or is wrong, 2 the verdict could not be reached"
)
_FORMATS = ("text", "json", "github")
_NO_CACHE = "compute everything again, whatever is kept from before"


def make_parser() -> argparse.ArgumentParser:
    """Describe the command line."""
    parser = argparse.ArgumentParser("tether", description="The verdict on a book's numbers.", epilog=_EPILOG)
    parser.add_argument("--version", action="store_true", help="show the version and end")
    commands = parser.add_subparsers(dest="command", metavar="command")
    for name, text in (
        ("check", "check every number, claim and output; build nothing"),
        ("fix", "rewrite stale literals and committed outputs in place"),
        ("audit", "account for every number, and show those that nothing binds"),
        ("list", "list every bound text"),
    ):
        command = commands.add_parser(name, help=text, description=text, epilog=_EPILOG)
        command.add_argument("files", nargs="*", type=Path, help="only these pages (default: the whole book)")
        command.add_argument(
            "--format",
            choices=_FORMATS,
            default="text",
            help="text for people, json for programs, github for annotations",
        )
        if name == "fix":
            command.add_argument(
                "--diff", action="store_true", help="show what would change, and change nothing"
            )
        command.add_argument("--no-cache", action="store_true", help=_NO_CACHE)
    rename = commands.add_parser(
        "mv", help="follow a value that was renamed in the code, in all that hangs on it", epilog=_EPILOG
    )
    rename.add_argument("old", metavar="OLD", help="the name that the book uses: river, or river.depths")
    rename.add_argument("new", metavar="NEW", help="the name that the code has now")
    rename.add_argument("--diff", action="store_true", help="show what would change, and change nothing")
    explain = commands.add_parser(
        "explain", help="say what the bound texts of a line hang on", epilog=_EPILOG
    )
    explain.add_argument("place", metavar="FILE:LINE")
    explain.add_argument("--no-cache", action="store_true", help=_NO_CACHE)
    commands.add_parser("clean", help="remove what is kept between builds", epilog=_EPILOG)
    verify = commands.add_parser("verify", help="judge a built site, whoever built it", epilog=_EPILOG)
    verify.add_argument("site", type=Path)
    verify.add_argument("--format", choices=_FORMATS, default="text")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    parser = make_parser()
    options = parser.parse_args(arguments)
    _refuse_pairs(parser, options)
    if options.version:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"tether {version('soft-lookup')}")
        return HOLDS
    if options.command is None:
        parser.print_help(sys.stderr)
        return COULD_NOT_TELL
    if getattr(options, "no_cache", False):
        from tether.store import NONE_KEPT  # noqa: PLC0415

        os.environ[NONE_KEPT] = "1"
    try:
        return int(_COMMANDS[options.command](options))
    except TetherError as error:
        print(f"tether: {error}", file=sys.stderr)
        if getattr(options, "format", "") == "json":
            from tether.report import write_failure  # noqa: PLC0415

            write_failure(str(error), sys.stdout)
        return COULD_NOT_TELL
    except BrokenPipeError:
        return COULD_NOT_TELL


def _refuse_pairs(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with a message for options that do not go together."""
    if options.command == "fix" and options.diff and options.format != "text":
        parser.error("fix --diff prints a diff: it goes with --format text alone")
    if options.command == "list" and options.format == "github":
        parser.error("list has no annotations: use --format text or json")


def _find_project() -> Project:
    from tether.config import find_project  # noqa: PLC0415

    return find_project(Path.cwd())


def _known_files(project: Project) -> set[Path]:
    """Give every file that is under the verdict by itself: snippets are so only through their pages."""
    return {path.resolve() for path in (*project.pages(), *project.further_files())}


def _choose_files(project: Project, files: list[Path]) -> list[Path] | None:
    """Give the files named, each a page of the book; none named means the whole book."""
    if not files:
        return None
    known = _known_files(project)
    for path in files:
        if path.resolve() not in known:
            what = "is not a page of the book" if path.exists() else "does not exist"
            pages = f"pages lie in {project.docs_dir.name}/ and end in .md, or are listed as notebooks"
            message = f"{path}: {what}; {pages}"
            raise TetherError(message)
    return files


def _check(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.report import write_report  # noqa: PLC0415

    project = _find_project()
    verdict = check(project, _choose_files(project, options.files))
    write_report(verdict, options.format, sys.stdout)
    return exit_code(verdict.problems)


def _fix(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.fix import plan_changes  # noqa: PLC0415
    from tether.report import write_report  # noqa: PLC0415

    project = _find_project()
    files = _choose_files(project, options.files)
    verdict = check(project, files)
    changes = plan_changes(verdict, whole=files is None)
    if options.diff:
        for change in changes:
            sys.stdout.write(change.diff())
        write_report(verdict, "text", sys.stderr)
        return exit_code(verdict.problems)
    for change in changes:
        change.apply()
        print(change.describe(), file=sys.stderr)
    if changes:
        verdict = check(project, files)
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


def _audit(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.report import write_audit  # noqa: PLC0415

    project = _find_project()
    verdict = check(project, _choose_files(project, options.files))
    write_audit(verdict, options.format, sys.stdout)
    return exit_code(
        [problem for problem in verdict.problems if problem.kind in {"loose", "exemption", "given"}]
    )


def _list(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.explain import write_list  # noqa: PLC0415

    project = _find_project()
    verdict = check(project, _choose_files(project, options.files))
    write_list(verdict, options.format, sys.stdout)
    return exit_code(
        [problem for problem in verdict.problems if problem.kind in {"syntax", "expression", "config"}]
    )


def _explain(options: argparse.Namespace) -> int:
    from tether.check import check  # noqa: PLC0415
    from tether.explain import write_explanation  # noqa: PLC0415

    name, _, rest = options.place.partition(":")
    if not rest.split(":")[0].isdigit():
        message = f"{options.place}: expected FILE:LINE, as in docs/page.md:41"
        raise TetherError(message)
    project = _find_project()
    if not Path(name).exists():
        message = f"{name}: does not exist"
        raise TetherError(message)
    verdict = check(
        project, [Path(name)] if Path(name).resolve() in _known_files(project) else None
    )  # a snippet has many pages
    path = Path(name).resolve().relative_to(project.root).as_posix()
    if not write_explanation(verdict, path, int(rest.split(":")[0]), sys.stdout):
        message = f"{options.place}: no bound text on this line"
        raise TetherError(message)
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


_COMMANDS = {
    "check": _check,
    "clean": _clean,
    "fix": _fix,
    "mv": _mv,
    "audit": _audit,
    "list": _list,
    "explain": _explain,
    "verify": _verify,
}

if __name__ == "__main__":
    sys.exit(main())
