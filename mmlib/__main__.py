"""The command line: `mmlib`, or `python -m mmlib`. Every command is a call of the library."""

import argparse
import ast
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from tabulate import tabulate

import mmlib as mm

#: Here stand the notebooks, in a checkout.
ABOVE = Path(__file__).resolve().parent.parent

EXAMPLES = """examples:
  mmlib play                                   guess a hidden code of four pegs and six colors
  mmlib play le_adoga 3425 --seed 1            watch a player guess yours
  mmlib leaderboard knuth entropic gold        who needs the fewest guesses?
  mmlib sweep le_adoga mutation_rate=0,0.1,0.2 --games 500
  mmlib evolve --size 4x5 --generations 200    let a genetic algorithm evolve a strategy"""

HELP = """An answer has ● for each color in its place, ○ for each color in another place, · for the others.
Type a code such as {}, or 'hint', 'help' or 'give up'."""

#: A row of pegs, as a picture writes it in letters.
ROW = re.compile(r"^( +\d+  |secret  )([0-9A-F·?](?: [0-9A-F·?])*)", re.MULTILINE)


class GivenUp(Exception):
    """The person at the terminal wants to see the secret."""


class Person:
    """The person at the terminal, as a player."""

    name = "you"

    def next_guess(self, history: mm.History, rng: np.random.Generator) -> np.ndarray:
        """Ask for the next guess until it is a code."""
        rules = history.rules
        helped = HELP.format(mm.codes.as_text(np.arange(rules.pegs) % rules.colors))
        if len(history):
            show(mm.board.picture(history.guesses, feedbacks=history.feedbacks).text)
        else:
            print(f"{rules}, {rules.max_guesses} guesses. {helped}")
        while True:
            try:
                said = input(f"guess {len(history) + 1}: ").strip().lower()
            except EOFError:
                said = "give up"
            if said in ("give up", "quit", "exit"):
                raise GivenUp
            if said in ("hint", "help", "?", ""):
                hint = mm.player("entropic").next_guess
                print(f"one could guess {mm.codes.as_text(hint(history, rng))}" if said == "hint" else helped)
                continue
            try:
                return mm.as_code(said, rules, name="guess")
            except ValueError as problem:
                print(f"{problem}; or type 'help'")


def play(size: mm.Rules, player: str | None, secret: str | None, seed: int) -> None:
    """Let a player guess, or the person at the terminal."""
    if player is not None and player.isdecimal():
        raise ValueError(f"player: {player!r} is a code; name who guesses it: mmlib play knuth {player}")
    rng = np.random.default_rng(seed)
    hidden = mm.random_codes(size, 1, rng=rng)[0] if secret is None else mm.as_code(secret, size, name="secret")
    try:
        show(mm.play(Person() if player is None else player, hidden, size, rng=rng).picture().text)
    except GivenUp:
        show(mm.board.picture(secret=hidden).text)


def players() -> None:
    """List the players."""
    tell(mm.players().drop(columns="parameters"))
    print("\nThe parameters of one, and what they mean: python -c \"import mmlib; help(mmlib.player('knuth'))\"")


def leaderboard(size: mm.Rules, players: list[str], games: int, seed: int) -> None:
    """Rank players."""
    tell(mm.leaderboard(size, players, games, seed).summary)


def sweep(size: mm.Rules, player: str, settings: list[str], games: int, seed: int, store: str | None) -> None:
    """Play one player under several settings."""
    grid = dict(map(values_of, settings))
    played = mm.sweep(player, size, grid, games=games, seed=seed, store=store)
    rows = [(*key, mm.stats.mean_interval(own.guesses)) for key, own in played.groupby(list(grid), dropna=False)]
    print(mm.table(rows, [*grid, "mean guesses (95 %)"], dict.fromkeys(grid, "g")))


def evolve(size: mm.Rules, generations: int, stages: int, seed: int, store: str | None) -> None:
    """Evolve a strategy."""
    found = mm.evolve_strategy(size, seed=seed, generations=generations, stages=stages, store=store)
    print(f"{found}, {found.total / size.n_codes:.4f} a game; first guess {found.first_guess}")
    sets = found.weights[1:] if isinstance(found.weights, tuple) else [found.weights]
    rows = [(*answer, *(one[answer] for one in sets)) for answer in sets[0]]
    print("\nThe weights of the answers, a column a guess (the last one goes on):")
    tell(pd.DataFrame(rows, columns=["black", "white", *(f"guess {turn}" for turn in range(2, len(sets) + 2))]))


def reproduce(only: str) -> int:
    """Run the notebooks."""
    if not (ABOVE / "tools" / "reproduce.py").is_file():
        raise ValueError("reproduce: the notebooks do not come with the package; run it in a checkout")
    report = f"build/report-{only}" if only else "build/report"
    return subprocess.run(
        [sys.executable, "-m", "tools.reproduce", "--only", only, "--report", report], cwd=ABOVE
    ).returncode


def tell(table: pd.DataFrame) -> None:
    """Print a table."""
    print(tabulate(table, "keys", "simple", showindex=False))


def show(board: str) -> None:
    """Print a board, its pegs in their colors where that is a terminal."""
    plain = not sys.stdout.isatty() or "NO_COLOR" in os.environ
    print(board if plain else ROW.sub(lambda row: row[1] + re.sub("[0-9A-F]", _colored, row[2]), board))


def _colored(peg: re.Match) -> str:
    fill = mm.board.FILLS[int(peg[0], 16)]
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    ink = 0 if 299 * red + 587 * green + 114 * blue > 128_000 else 255
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[38;2;{ink};{ink};{ink}m{peg[0]}\x1b[0m"


def size_of(text: str) -> mm.Rules:
    """Read pegs and colors from a text such as 4x6."""
    pegs, by, colors = text.lower().replace(" ", "").partition("x")
    if not (by and pegs.isdecimal() and colors.isdecimal()):
        raise argparse.ArgumentTypeError(f"{text!r} is not pegs x colors, such as 4x6")
    try:
        return mm.Rules(int(pegs), int(colors))
    except ValueError as problem:
        raise argparse.ArgumentTypeError(problem) from None


def values_of(text: str) -> tuple[str, list]:
    """Read a setting and its values from a text such as mutation_rate=0,0.1."""
    name, given, values = text.partition("=")
    if not (name and given and values):
        raise ValueError(f"settings: {text!r} is not a name and its values, such as mutation_rate=0,0.1")
    return name, [_value(value) for value in values.split(",")]


def _value(text: str) -> object:
    """A number, None or a bool; all else is text, and so is a code with a leading 0."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def _parser() -> argparse.ArgumentParser:
    form = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = argparse.ArgumentParser("mmlib", description=mm.__doc__.partition("\n")[0], epilog=EXAMPLES, **form)
    parser.add_argument("--version", action="version", version=f"mmlib {mm.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(run: object, *options: str) -> argparse.ArgumentParser:
        """A command with those of the usual options that it has."""
        name = run.__name__
        lines = [line for line in EXAMPLES.splitlines() if line.strip().startswith(f"mmlib {name}")]
        epilog = "\n".join(["examples:", *lines]) if lines else None
        one = commands.add_parser(name, help=run.__doc__, description=run.__doc__, epilog=epilog, **form)
        one.set_defaults(run=run)
        if "size" in options:
            one.add_argument("--size", type=size_of, default="4x6", help="pegs x colors (4x6)")
        if "games" in options:
            one.add_argument("--games", type=int, default=1000, help="how many games each plays (1000)")
        if "seed" in options:
            one.add_argument("--seed", type=int, default=1, help="the same seed gives the same result (1)")
        if "store" in options:
            one.add_argument("--store", help="a name: what is done is kept, and a stopped run goes on")
        return one

    one = command(play, "size")
    one.add_argument("player", nargs="?", help="one that `mmlib players` lists; by default you guess")
    one.add_argument("secret", nargs="?", help="digits; by default a hidden code is drawn")
    one.add_argument("--seed", type=int, default=secrets.randbits(32), help="the same seed gives the same game")
    command(players)
    one = command(leaderboard, "size", "games", "seed")
    one.add_argument("players", nargs="+", help="as `mmlib players` lists them")
    one = command(sweep, "size", "games", "seed", "store")
    one.add_argument("player", help="as `mmlib players` lists it")
    one.add_argument("settings", nargs="+", metavar="name=values", help="as mutation_rate=0,0.1,0.2")
    one = command(evolve, "size", "seed", "store")
    one.add_argument("--generations", type=int, default=200, help="how long it breeds (200)")
    one.add_argument("--stages", type=int, default=5, help="sets of weights: 1, or one for each guess from the second")
    command(reproduce).add_argument("--only", default="", help="one notebook, such as 02")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says: 0, or 2 where an argument is bad, or 130 after Ctrl-C."""
    about = vars(_parser().parse_args(arguments))
    try:
        return about.pop("run")(**about) or 0
    except (TypeError, ValueError, OSError) as problem:
        print(f"mmlib: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
