"""The command line: `mmlib`, or `python -m mmlib`.

Every command is a call of the library.
"""

import argparse
import ast
import contextlib
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
from tabulate import tabulate

import mmlib as mm
from mmlib.checks import did_you_mean, optional, shown
from mmlib.engine.progress_bar import is_terminal
from mmlib.engine.terminal import (
    IN_PLAIN_LETTERS,
    complain,
    lead_nowhere,
    write_plainly,
)
from mmlib.game.alphabet import USUAL, Alphabet, as_alphabet
from mmlib.report.own_copies import copy_notebooks
from mmlib.report.stored_verdicts import ORIGIN, places
from mmlib.report.tables import FORMATS
from mmlib.report.verdicts import COLUMNS

#: The folder above the package; in a checkout, it holds the notebooks.
ABOVE = Path(__file__).resolve().parent.parent

#: Pegs and colors, unless others are asked for.
SIZE = mm.Rules(4, 6)

#: What the program is. It repeats the package's docstring, which Python leaves out
#: under -OO.
ABOUT = "The workbench for genetic algorithms that play Mastermind."

#: What can be typed. The help of a single command shows its own lines only.
EXAMPLES = """\
  mmlib play                                 guess a hidden code of 4 pegs, 6 colors
  mmlib play le_adoga 3425 --seed 1          watch a player guess yours
  mmlib play --adviser --size 5x8            play elsewhere, and be told what to guess
  mmlib hint 0012:1,1 1340:0,2               what to guess next, in a game elsewhere
  mmlib leaderboard knuth entropic gold      who needs the fewest guesses?
  mmlib sweep le_adoga mutation_rate=0,0.1,0.2 --games 500
  mmlib evolve --size 4x5 --generations 200  let a genetic algorithm evolve a strategy
  mmlib notebooks mine                       copies that you can change
  mmlib table "Le Adoga Table IX" --format latex   a paper's table, and ours
"""

#: What a person who guesses is told; the braces take a code as an example.
HELP = (
    "An answer has ● for each color in its place, ○ for each color in another place, "
    "· for the others.\n"
    "Type a code such as {}, or 'hint', 'help' or 'give up'."
)

#: What a person is told who plays elsewhere, with an adviser here.
ADVISED = (
    "Type each guess and its answer, such as {0}:1,0 for a black peg and no white one, "
    "or 1,0 alone after the guess that is advised.\n"
    "'undo' takes the latest turn back, 'quit' ends."
)

#: A row of pegs, as a picture writes it in letters.
ROW = re.compile(r"^( +\d+  |secret  )(\S+(?: \S+)*)", re.MULTILINE)

#: An answer, as a person types it, and a guess with its answer.
ANSWER = re.compile(r"\s*(\d+)\s*(?:b\s*,?|,|\s)\s*(\d+)\s*w?\s*", re.IGNORECASE)
TURN = re.compile(rf"(.*\S)\s*:{ANSWER.pattern}", re.IGNORECASE)

#: What a message says of a function's arguments, and what is typed in their place.
OPTIONS = {
    "read with first=1": "read with --first 1",
    "say alphabet='ABCDEF'": "say --alphabet ABCDEF",
    "alphabet= names other letters": (
        "--alphabet names other letters, as --alphabet RGBYOP"
    ),
}

#: What someone may type for the board who does not know `--size`.
BOARD = ("--board", "--colors", "--pegs", "--rules")

#: The exit status of a command whose reader has gone, as shells report SIGPIPE.
NOBODY_READS = 128 + 13


class GivenUp(Exception):
    """The person at the terminal wants to see the secret."""


class Person:
    """The person at the terminal, as a player."""

    name = "you"

    def __init__(self, alphabet: Alphabet = USUAL) -> None:
        self.alphabet = alphabet

    def next_guess(self, history: mm.History, rng: np.random.Generator) -> np.ndarray:
        """Ask for the next guess until it is a code."""
        rules = history.rules
        write = self.alphabet.write
        helped = HELP.format(write(np.arange(rules.pegs) % rules.colors))
        if len(history):
            board = mm.board.picture(history.guesses, feedbacks=history.feedbacks)
            show(replace(board, alphabet=self.alphabet))
        else:
            print(f"{rules}, {rules.max_guesses} guesses. {helped}")
        while True:
            said = typed_after(f"guess {len(history) + 1}: ")
            word = said.lower()
            if word in ("give up", "quit", "exit", "q"):
                raise GivenUp
            if word == "hint":
                hint = mm.player("entropic").next_guess(history, rng)
                print(f"one could guess {write(hint)}")
            elif word in ("help", "?", ""):
                print(helped)
            else:
                try:
                    return mm.as_code(said, rules, name="guess", alphabet=self.alphabet)
                except ValueError as problem:
                    print(f"{problem}; or type 'help'")


def typed_after(prompt: str) -> str:
    """The line that is typed after a prompt; `GivenUp` where no more can come.

    `input` would do, but refuses where any of the three streams is missing.
    """
    print(prompt, end="", flush=True)
    try:
        line = sys.stdin.readline() if sys.stdin else ""
    except OSError:  # under nohup, standard input cannot be read
        line = ""
    if not line:
        raise GivenUp
    return line.strip()


def play(
    player: str | None = None,
    secret: str | None = None,
    *,
    size: mm.Rules = SIZE,
    seed: int | None = None,
    adviser: bool = False,
    alphabet: Alphabet = USUAL,
    first: int = 0,
) -> None:
    """Let a player guess, or the person at the terminal, or advise that person."""
    alphabet = written_in(size, alphabet, first)
    if adviser:
        if secret is not None:
            raise ValueError("secret: an adviser does not know it")
        advise(player or "entropic", mm.History(size, alphabet=alphabet), seed)
        return
    if player is not None and player.isdecimal():
        raise ValueError(
            f"player: {player!r} is a code; "
            f"name who guesses it: mmlib play knuth {player}"
        )
    rng = np.random.default_rng(seed)
    if secret is None:
        hidden = mm.random_codes(size, 1, rng=rng)[0]
    else:
        hidden = mm.as_code(secret, size, name="secret", alphabet=alphabet)
    try:
        game = mm.play(player or Person(alphabet), hidden, size, rng=rng)
        board = game.picture()
    except GivenUp:
        board = mm.board.picture(secret=hidden)
    show(replace(board, alphabet=alphabet))


def advise(player: str, history: mm.History, seed: int | None) -> None:
    """Help a person with a game elsewhere, turn by turn, until its code is found."""
    size = history.rules
    example = history.alphabet.write(np.arange(size.pegs) % size.colors)
    print(f"{named(size, history.alphabet)}. {ADVISED.format(example)}")
    with contextlib.suppress(GivenUp):
        while not len(history) or history.feedbacks[-1, 0] < size.pegs:
            if len(history) == size.max_guesses:
                print("No guess is left.")
                told = None
            else:
                told = mm.hint(history, player, seed)
                print(told)
                if told.guess is None:
                    print("Type 'undo' to take turns back, and type them anew.")
            history = advised(history, told)
        print(f"Found with guess {len(history)}.")


def written_in(size: mm.Rules, alphabet: Alphabet, first: int) -> Alphabet:
    """How the colors of a board are written: in an alphabet, or as numbers."""
    given = None if first and alphabet == USUAL else alphabet
    return as_alphabet(given, first, size.colors)


def named(size: mm.Rules, alphabet: Alphabet) -> str:
    """A board and the names of its colors, for a person who types them."""
    names = alphabet.names[: size.colors]
    return f"{size}: {' '.join(names)}"


def advised(history: mm.History, told: mm.Hint | None) -> mm.History:
    """The game after the next turn that is typed, or without its latest one."""
    while True:
        said = typed_after(f"turn {len(history) + 1}: ")
        if said.lower() in ("quit", "exit", "q"):
            raise GivenUp
        if said.lower() == "undo":
            if not len(history):
                print("There is no turn to take back.")
                continue
            print(f"Taken back: {latest_turn(history)}")
            return history.first(len(history) - 1)
        try:
            if told is None:
                raise ValueError("turns: no guess is left; type 'undo' or 'quit'")
            if ANSWER.fullmatch(said) and told.guess is not None:
                said = f"{history.alphabet.write(told.guess)}:{said}"
            after = history.after(*turn_of(said))
        except (TypeError, ValueError) as problem:
            print(for_the_line(str(problem)))
            continue
        print(f"Noted: {latest_turn(after)}")
        return after


def latest_turn(history: mm.History) -> str:
    """The latest guess and its answer, as a person at the table writes them."""
    black, white = history.feedbacks[-1].tolist()
    return f"{history.alphabet.write(history.guesses[-1])} {black}b{white}w"


def hint(
    turns: list[str],
    *,
    size: mm.Rules = SIZE,
    player: str = "entropic",
    seed: int | None = None,
    alphabet: Alphabet = USUAL,
    first: int = 0,
) -> None:
    """Tell what to guess next, or which answer may be wrong."""
    alphabet = written_in(size, alphabet, first)
    played = [turn_of(turn) for turn in turns]
    guesses = [guess for guess, _ in played]
    answers = [answer for _, answer in played]
    history = mm.History(size, guesses, answers, alphabet=alphabet)
    told = mm.hint(history, player, seed)
    print(f"{named(size, alphabet)}\n{told}")


def players(name: str | None = None) -> None:
    """List the players, or tell about one."""
    if name is not None:
        print(mm.players(name))
        return
    tell(mm.players().drop(columns="parameters"))
    print("\nThe settings of one, and what they mean: mmlib players knuth")


def leaderboard(
    players: list[str], *, size: mm.Rules = SIZE, games: int = 1000, seed: int = 1
) -> None:
    """Rank players."""
    once_each(players, "players")
    tell(mm.leaderboard(size, players, games, seed).summary)


def sweep(
    player: str,
    settings: list[str],
    *,
    size: mm.Rules = SIZE,
    games: int = 1000,
    seed: int = 1,
    store: str | None = None,
) -> None:
    """Play one player under several settings."""
    several = [values_of(text) for text in settings]
    once_each([name for name, _ in several], "settings")
    grid = dict(several)
    try:
        played = mm.sweep(player, size, grid, games=games, seed=seed, store=store)
    except (TypeError, ValueError) as error:
        # nobody typed a grid
        raise type(error)(str(error).removeprefix("grid: ")) from None
    rows = [
        (*map(_as_typed, key), mm.stats.mean_interval(own.guesses))
        for key, own in played.groupby(list(grid), dropna=False)
    ]
    print(mm.table(rows, [*grid, "mean guesses (95 %)"], dict.fromkeys(grid, "g")))
    if store is not None:
        print(f"\nStored in {mm.results.path_of(store)}")


def _as_typed(value: object) -> object:
    """The value of a setting: None where a table of games has none."""
    return "None" if value is None or value != value else value  # NaN is not itself


def evolve(
    *,
    size: mm.Rules = SIZE,
    generations: int = 200,
    stages: int = 5,
    seed: int = 1,
    store: str | None = None,
) -> None:
    """Evolve a strategy."""
    found = mm.evolve_strategy(
        size, seed=seed, generations=generations, stages=stages, store=store
    )
    print(
        f"{found}, {found.total / size.n_codes:.4f} a game; "
        f"first guess {found.first_guess}"
    )
    sets = found.weights[1:] if isinstance(found.weights, tuple) else [found.weights]
    weights = pd.DataFrame(list(sets[0]), columns=["black", "white"])
    for turn, one in enumerate(sets, 2):
        weights[f"guess {turn}"] = [one[answer] for answer in sets[0]]
    print("\nThe weights of the answers, a column a guess (the last one goes on):")
    tell(weights)
    if store is not None:
        asked = f"seed={seed}, generations={generations}, stages={stages}"
        print("\nTo have it in Python, at once:")
        print(
            f"  mm.evolve_strategy(mm.Rules({size.pegs}, {size.colors}), {asked}, "
            f"store={store!r})"
        )
        print(f"\nStored in {mm.results.path_of(store)}")


def reproduce(*, only: str = "") -> int:
    """Run the notebooks."""
    return _run_notebooks(only, "report", [])


def _run_notebooks(only: str, kind: str, options: list[str]) -> int:
    """Run notebooks of the checkout, and collect their tables and figures."""
    if not (ABOVE / "tools" / "reproduce.py").is_file():
        raise ValueError(
            "this command needs a checkout. Here 'mmlib notebooks mine' makes copies, "
            "and papermill runs one with another parameter: "
            "papermill mine/04_luck.ipynb out.ipynb -p SEED 6"
        )
    notebooks = sorted((ABOVE / "notebooks").glob("[0-9][0-9]_*.ipynb"))
    if not any(path.stem.startswith(only and only.zfill(2)) for path in notebooks):
        raise ValueError(
            f"only: no notebook starts with {only!r}; "
            f"they go from {notebooks[0].stem} to {notebooks[-1].stem}"
        )
    for module in ("nbclient", "nbformat", "ipykernel"):
        optional(module, "the notebooks")
    report = f"build/{kind}-{only}" if only else f"build/{kind}"
    command = [sys.executable, "-m", "tools.reproduce", *options]
    command += ["--only", only, "--report", report]
    return subprocess.run(command, cwd=ABOVE).returncode


def notebook(number: str, *, set: list[str] | None = None) -> int:
    """Run a copy of a notebook with other parameters."""
    return _run_notebooks(number, "changed", [f"--set={one}" for one in set or []])


def notebooks(folder: str) -> None:
    """Copy the notebooks into a folder of yours, with worksheets."""
    written = copy_notebooks(folder)
    there = f"in {folder}; what was there already stays as it is"
    print(f"{len(written)} notebooks are new {there}.")
    print(f"To begin, open {Path(folder) / 'start_here.ipynb'} in JupyterLab.")


def table(place: str | None = None, *, format: str = "text") -> None:
    """Show what a table or figure of a source says beside what came out here."""
    if place is None:
        tell(places())
        print(
            '\nOne of them, for a paper: mmlib table "Le Adoga Table IX" --format latex'
        )
        return
    rows = mm.stored_verdicts(place)
    if format == "csv":
        print(mm.table(rows, format=format))
        return
    sign = "% " if format == "latex" else ""
    for (notebook, cell, where), own in rows.groupby(ORIGIN, sort=False):
        filled = [name for name in COLUMNS if (own[name] != "").any()]
        print(f"{sign}{where} (notebook {notebook}, cell {cell})\n")
        print(f"{mm.table(own, filled, format=format)}\n")


def once_each(names: list[str], what: str) -> None:
    """Refuse a line that names something twice."""
    for place, name in enumerate(names):
        if name in names[:place]:
            raise ValueError(f"{what}: {name} is there twice")


def tell(table: pd.DataFrame) -> None:
    """Print a table, its signs as the stream writes them, so that columns align."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"

    def as_written(cell: object) -> object:
        if not isinstance(cell, str):
            return cell
        return cell.encode(encoding, IN_PLAIN_LETTERS).decode(encoding)

    print(tabulate(table.map(as_written), "keys", "simple", showindex=False))


def show(board: mm.board.Picture) -> None:
    """Print a board, its pegs in their colors where that is a terminal."""
    if not is_terminal(sys.stdout) or "NO_COLOR" in os.environ:
        print(board.text)
        return
    signs = board.alphabet.signs

    def colored(row: re.Match) -> str:
        pegs = [
            _colored(sign, signs.index(sign)) if sign in signs else sign
            for sign in row[2].split(" ")
        ]
        return row[1] + " ".join(pegs)

    print(ROW.sub(colored, board.text))


def _colored(sign: str, color: int) -> str:
    fill = mm.board.FILLS[color]
    red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
    ink = 0 if 299 * red + 587 * green + 114 * blue > 128_000 else 255
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[38;2;{ink};{ink};{ink}m{sign}\x1b[0m"


def size_of(text: str) -> mm.Rules:
    """Read pegs and colors from a text such as 4x6, or 4of10 for no repeats."""
    text = text.lower().replace(" ", "").replace("\N{MULTIPLICATION SIGN}", "x")
    written = re.fullmatch(r"(\d+)(x|of)(\d+)", text)
    if not written:
        raise argparse.ArgumentTypeError(
            f"{text!r} is not pegs x colors, such as 4x6, or 4of10 for no repeats"
        )
    pegs, by, colors = written.groups()
    try:
        return mm.Rules(int(pegs), int(colors), repeats=by == "x")
    except ValueError as problem:
        raise argparse.ArgumentTypeError(problem) from None


def turn_of(text: str) -> tuple[str, tuple[int, int]]:
    """Read a guess and its answer from a text such as 0012:1,0 or 0012:1b0w."""
    written = TURN.fullmatch(text)
    if not written:
        raise ValueError(
            f"turns: {text!r} is not a guess and its black and white pegs, "
            "such as 0012:1,0"
        )
    guess, black, white = written.groups()
    return guess, (int(black), int(white))


def for_the_line(problem: str) -> str:
    """What to type at a terminal where a message names arguments of a function."""
    for argument, option in OPTIONS.items():
        problem = problem.replace(argument, option)
    if "the board has" in problem:
        problem += "; --size names another board"
    return problem


def alphabet_of(text: str) -> Alphabet:
    """Read what colors are called: a letter each, or names with commas between."""
    try:
        return as_alphabet(text.split(",") if "," in text else text)
    except ValueError as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def values_of(text: str) -> tuple[str, list]:
    """Read a setting and its values from a text such as mutation_rate=0,0.1."""
    name, given, values = text.partition("=")
    if not (name and given and values):
        raise ValueError(
            f"settings: {text!r} is not a name and its values, "
            "such as mutation_rate=0,0.1"
        )
    return name, [_value(value) for value in values.split(",")]


def _value(text: str) -> object:
    """A number, None or a bool; all else is text, and so is a code with a leading 0."""
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError):
        return text


def whole(low: int, high: int) -> Callable[[str], int]:
    """How an option is read whose value is a whole number in ``low..high``."""

    def read(text: str) -> int:
        with contextlib.suppress(ValueError):
            number = int(text)
            if low <= number <= high:
                return number
        allowed = f"a whole number in {low}..{high}"
        raise argparse.ArgumentTypeError(f"{shown(text)} is not {allowed}")

    return read


#: The commands, and what each does. It repeats their docstrings, which Python leaves
#: out under -OO.
COMMANDS = {
    play: "Let a player guess, or the person at the terminal.",
    hint: "Tell what to guess next, or which answer may be wrong.",
    players: "List the players, or tell about one.",
    leaderboard: "Rank players.",
    sweep: "Play one player under several settings.",
    evolve: "Evolve a strategy.",
    reproduce: "Run the notebooks.",
    notebook: "Run a copy of a notebook with other parameters.",
    notebooks: "Copy the notebooks into a folder of yours, with worksheets.",
    table: "Show what a table or figure of a source says beside what came out here.",
}

#: How the parameters of the commands are read from the line.
READ = {
    "player": {"help": "one that `mmlib players` lists"},
    "name": {"help": "the one to tell about: its source and settings"},
    "players": {"nargs": "+", "help": "as `mmlib players` lists them"},
    "secret": {"help": "digits; by default a hidden code is drawn"},
    "settings": {
        "nargs": "+",
        "metavar": "name=values",
        "help": "as mutation_rate=0,0.1,0.2",
    },
    "turns": {
        "nargs": "*",
        "metavar": "guess:black,white",
        "help": "as 0012:1,0 for a black peg and no white one; none yet: a first guess",
    },
    "size": {"type": size_of, "help": "pegs x colors (4x6), or 4of10 without repeats"},
    "games": {"type": whole(2, 10**9), "help": "how many games each plays"},
    "seed": {
        "type": whole(0, 2**63 - 1),
        "help": "the same seed gives the same result",
    },
    "store": {"help": "a name: what is done is kept, and a stopped run goes on"},
    "generations": {"type": whole(1, 10**7), "help": "how long it breeds"},
    "stages": {
        "type": whole(1, 20),
        "help": "sets of weights: 1, or one for each guess from the second",
    },
    "only": {"help": "one notebook, such as 02"},
    "number": {"help": "the notebook, such as 02"},
    "set": {
        "action": "append",
        "metavar": "NAME=VALUE",
        "help": "a parameter, such as SEED=6; texts in quotes",
    },
    "folder": {"help": "where they go; a copy that is there already stays as it is"},
    "place": {
        "help": 'words of it, such as "Le Adoga Table IX"; without it, all are listed'
    },
    "format": {"choices": FORMATS, "help": "text by default; CSV has all digits"},
    "alphabet": {
        "type": alphabet_of,
        "help": "what the colors are called: RGBYOP, 123456 or red,green,blue,...",
    },
    "first": {
        "type": whole(0, 1),
        "metavar": "0 or 1",
        "help": "the number of the first color",
    },
    "adviser": {"help": "you play elsewhere, and are told what to guess"},
}


class Parser(argparse.ArgumentParser):
    """Python's own, which asks for the option that may have been meant."""

    def error(self, message: str) -> NoReturn:
        """End with a message."""
        unknown = message.partition("unrecognized arguments: ")[2].split()
        for option in (one.partition("=")[0] for one in unknown if one[:2] == "--"):
            if option in BOARD:
                message += "; --size 4x6 gives pegs and colors"
            else:
                message += did_you_mean(option, _options())
        super().error(message)


def _options() -> set[str]:
    """The options of all commands."""
    signatures = map(inspect.signature, COMMANDS)
    parameters = [one for each in signatures for one in each.parameters.values()]
    return {f"--{one.name}" for one in parameters if one.kind is one.KEYWORD_ONLY}


def _parser() -> argparse.ArgumentParser:
    form = {"formatter_class": argparse.RawDescriptionHelpFormatter}
    parser = Parser("mmlib", description=ABOUT, epilog=f"examples:\n{EXAMPLES}", **form)
    parser.add_argument(
        "--version", action="version", version=f"mmlib {mm.__version__}"
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for run, about in COMMANDS.items():
        name = run.__name__
        own = [line for line in EXAMPLES.splitlines() if f"mmlib {name}" in line]
        epilog = "\n".join(["examples:", *own]) if own else None
        command = commands.add_parser(
            name, help=about, description=about, epilog=epilog, **form
        )
        command.set_defaults(run=run)
        for parameter in inspect.signature(run).parameters.values():
            _add(command, parameter)
    return parser


def _add(command: argparse.ArgumentParser, parameter: inspect.Parameter) -> None:
    """Let a command take what its function has as a parameter.

    One that is given by its name alone is an option.
    """
    name = parameter.name
    default = parameter.default
    read = READ[name]
    if isinstance(default, bool):
        command.add_argument(f"--{name}", action="store_true", **read)
    elif parameter.kind is parameter.KEYWORD_ONLY:
        if isinstance(default, int):
            read = read | {"help": f"{read['help']} ({default})"}
        command.add_argument(f"--{name}", default=default, **read)
    elif default is None:
        command.add_argument(name, nargs="?", **read)
    else:
        command.add_argument(name, **read)


def _done(arguments: Sequence[str] | None) -> int:
    """Do what the command line says."""
    about = vars(_parser().parse_args(arguments))
    try:
        return about.pop("run")(**about) or 0
    except BrokenPipeError:
        raise
    except (TypeError, ValueError, OSError, ImportError) as problem:
        complain(f"mmlib: {for_the_line(str(problem))}")
        return 2
    except KeyboardInterrupt:
        complain("")
        return 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says, and return the exit status.

    That is 0; 2 where an argument is bad or nothing can be written; 130 after Ctrl-C;
    and 141 where nobody reads what is printed.
    """
    with contextlib.suppress(AttributeError):  # it is missing, or of another kind
        sys.stdin.reconfigure(errors="replace")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            write_plainly(stream)
    try:
        try:
            return _done(arguments)
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        lead_nowhere()
        return NOBODY_READS
    except OSError as problem:  # such as a full disk
        complain(f"mmlib: {problem}")
        lead_nowhere()
        return 2


if __name__ == "__main__":
    sys.exit(main())
