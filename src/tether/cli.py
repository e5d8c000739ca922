"""The command ``tether``: what it was asked, and the exit code that says how it went.

Nothing is imported before it is needed: what an editor starts at every save begins at once.
"""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run a command; give its exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given == ["--version"]:
        from tether.version import VERSION  # noqa: PLC0415

        print(f"tether {VERSION}")
        return 0
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return _run(given)


def _run(arguments: list[str]) -> int:
    from tether.commands import COMMANDS  # noqa: PLC0415
    from tether.options import make_parser, refuse_pairs  # noqa: PLC0415
    from tether.problems import COULD_NOT_TELL, TetherError  # noqa: PLC0415

    parser = make_parser()
    options = parser.parse_args(arguments)
    refuse_pairs(parser, options)
    if options.version:
        return main(["--version"])
    if options.command is None:
        parser.print_help(sys.stderr)
        return COULD_NOT_TELL
    if getattr(options, "no_cache", False):
        from tether.store import keep_nothing  # noqa: PLC0415

        keep_nothing()
    try:
        return COMMANDS[options.command](options)
    except TetherError as error:
        print(f"tether: {error}", file=sys.stderr)
        if getattr(options, "format", "") == "json":
            from tether.report import write_failure  # noqa: PLC0415

            write_failure(str(error), sys.stdout)
        return COULD_NOT_TELL
    except BrokenPipeError:
        return COULD_NOT_TELL


if __name__ == "__main__":
    sys.exit(main())
