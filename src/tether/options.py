"""The command line of ``tether``: its commands, their arguments, and what each says of itself."""

from __future__ import annotations

import argparse
from pathlib import Path

_EPILOG = (
    "exit codes: 0 everything holds, 1 something drifted or is wrong, 2 the verdict could not be reached"
)
_FORMATS = ("text", "json", "github")
_STANDARD_INPUT = Path("-")


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
        command = _add(commands, name, text)
        pages = "only these pages (default: the whole book)"
        _add_files(
            command, f"{pages}; - reads one from standard input" if name in {"check", "fix"} else pages
        )
        _add_format(command, "text for people, json for programs, github for annotations")
        if name in {"check", "fix"}:
            command.add_argument(
                "--stdin-filename",
                type=Path,
                metavar="FILE",
                help="the page that standard input stands in for",
            )
        if name == "check":
            command.add_argument(
                "--shard", metavar="K/N", help="only the K-th of N parts of the book; see tether merge"
            )
        if name == "fix":
            _add_diff(command)
        _add_no_cache(command)
    rename = _add(commands, "mv", "follow a value that was renamed in the code, in all that hangs on it")
    rename.add_argument("old", metavar="OLD", help="the name that the book uses: river, or river.depths")
    rename.add_argument("new", metavar="NEW", help="the name that the code has now")
    _add_diff(rename)
    explain = _add(commands, "explain", "say what the bound texts of a line hang on")
    explain.add_argument("place", metavar="FILE:LINE")
    _add_no_cache(explain)
    new = _add(commands, "new", "begin a page that holds at once: in docs, in the nav, its output committed")
    new.add_argument("page", type=Path, metavar="FILE", help="the page to write, such as docs/rivers.md")
    new.add_argument("--title", help="its title (default: the file's name in words)")
    new.add_argument(
        "--bind", metavar="EXPRESSION", help="a value of the book that its first sentence quotes"
    )
    merge = _add(commands, "merge", "put the reports of all shards together: one verdict, one ledger")
    merge.add_argument(
        "reports", nargs="+", type=Path, help="what tether check --shard K/N --format json wrote"
    )
    _add_format(merge, "json holds the ledger too")
    matcher = _add(commands, "matcher", "print how an editor or GitHub finds the places in what check says")
    matcher.add_argument("tool", choices=("github", "vscode"))
    completion = _add(commands, "completion", "print the completion of this command for a shell")
    completion.add_argument("shell", choices=("bash", "zsh", "tcsh"))
    _add(commands, "clean", "remove what is kept between builds")
    verify = _add(commands, "verify", "judge a built site, whoever built it")
    verify.add_argument("site", type=Path)
    _add_format(verify, "text for people, json for programs, github for annotations")
    return parser


def refuse_pairs(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with a message for options that do not go together."""
    if options.command == "fix" and options.diff and options.format != "text":
        parser.error("fix --diff prints a diff: it goes with --format text alone")
    if options.command == "list" and options.format == "github":
        parser.error("list has no annotations: use --format text or json")
    if options.command in {"check", "fix"}:
        _refuse_standard_input(parser, options)
    if options.command == "check" and options.shard and options.files:
        parser.error("--shard is a part of the whole book: name no files with it")


def _refuse_standard_input(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    reads = _STANDARD_INPUT in options.files
    if reads and options.files != [_STANDARD_INPUT]:
        parser.error("- is one page from standard input: name no other file with it")
    if reads and options.stdin_filename is None:
        parser.error("- needs --stdin-filename FILE: which page of the book the text stands in for")
    if options.stdin_filename is not None and not reads:
        parser.error("--stdin-filename goes with - for standard input")
    if reads and options.command == "fix" and options.format != "text":
        parser.error("fix - prints the page: it goes with --format text alone")


def _add(
    commands: argparse._SubParsersAction[argparse.ArgumentParser], name: str, text: str
) -> argparse.ArgumentParser:
    return commands.add_parser(name, help=text, description=text, epilog=_EPILOG)


def _add_files(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("files", nargs="*", type=Path, help=text)


def _add_format(command: argparse.ArgumentParser, text: str) -> None:
    command.add_argument("--format", choices=_FORMATS, default="text", help=text)


def _add_diff(command: argparse.ArgumentParser) -> None:
    command.add_argument("--diff", action="store_true", help="show what would change, and change nothing")


def _add_no_cache(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--no-cache", action="store_true", help="compute everything again, whatever is kept from before"
    )
