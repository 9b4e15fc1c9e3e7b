"""The command line: ``python -m mmlib reproduce``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mmlib import reproduce


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run it.

    Parameters
    ----------
    arguments : list of str, optional
        Words after the program's name; by default those of the process.

    Returns
    -------
    int
        Exit status: 0, or 1 if a notebook failed.

    Raises
    ------
    SystemExit
        With status 2 and a message, if the words do not fit.

    Examples
    --------
    >>> main(["reproduce", "--help"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    SystemExit: 0
    """
    parser = argparse.ArgumentParser(prog="python -m mmlib", description=sys.modules["mmlib"].__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("reproduce", help="run the notebooks and collect their tables and figures")
    command.add_argument("--only", default="", metavar="NN", help="run only notebooks whose name starts with this")
    command.add_argument("--report", type=Path, metavar="DIR", help="collect tables and figures in this folder")
    command.add_argument("--write", action="store_true", help="rewrite the notebooks' stored outputs")
    options = parser.parse_args(arguments)
    try:
        reproduce.check(only=options.only, report=options.report, write=options.write)
    except ValueError as error:
        parser.error(str(error))
    return reproduce.reproduce(only=options.only, report=options.report, write=options.write)


if __name__ == "__main__":
    sys.exit(main())
