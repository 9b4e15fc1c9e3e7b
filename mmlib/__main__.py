"""The command line: ``python -m mmlib players`` lists the players."""

import argparse
import sys

from mmlib.players.registry import players


def main(arguments: list[str] | None = None) -> int:
    """Parse the command line and run it; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m mmlib", description=sys.modules["mmlib"].__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("players", help="list the players with their sources and settings")
    parser.parse_args(arguments)
    print(players().to_string(index=False, na_rep="-", max_colwidth=None))
    return 0


if __name__ == "__main__":
    sys.exit(main())
