"""What a case can name.

Players, codemakers and fitness functions that misbehave, damaged files, odd objects.
"""

from __future__ import annotations

import itertools
import json
import os
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import mmlib as mm


class Own(Exception):
    """What a user's own function raises; it may come through as it is."""


def rng(seed=1):
    return np.random.default_rng(seed)


def codes(rules, n, seed=1):
    return mm.random_codes(rules, n, rng=rng(seed))


def honest(rules, turns, seed=1):
    """A history that one secret at least fits."""
    secret, *guesses = codes(rules, turns + 1, seed)
    return mm.History(rules, guesses, [mm.feedback(guess, secret) for guess in guesses])


def lied(rules, turns, seed=1):
    """A history whose answers were drawn: as a rule nothing fits it."""
    draws = rng(seed)
    history = mm.History(rules)
    for guess in codes(rules, turns, seed):
        black = int(draws.integers(rules.pegs + 1))
        white = (
            0
            if black >= rules.pegs - 1
            else int(draws.integers(rules.pegs - black + 1))
        )
        history = history.after(guess, (black, white))
    return history


def won(rules, turns, seed=1):
    """A history the last guess of which was the secret."""
    secret, *guesses = codes(rules, turns, seed)
    guesses = [guess for guess in guesses if (guess != secret).any()]
    history = mm.History(rules)
    for guess in (*guesses, secret):
        history = history.after(guess, mm.feedback(guess, secret))
    return history


def used_up(rules, turns, seed=1):
    """A history that has as many guesses as its rules allow, none of them right."""
    fewer = mm.Rules(rules.pegs, rules.colors, turns)
    secret, *_ = codes(rules, 1, seed)
    history = mm.History(fewer)
    for color in range(1, turns + 1):
        guess = (secret + color) % rules.colors
        if (guess == secret).all():
            guess = (secret + 1) % rules.colors
        history = history.after(guess, mm.feedback(guess, secret))
    return history


def other(rules):
    """Rules of another size."""
    return mm.Rules(
        rules.pegs, rules.colors - 1 if rules.colors > 2 else 3, rules.max_guesses
    )


def longer(rules):
    """Rules of the same size that allow more guesses."""
    return mm.Rules(rules.pegs, rules.colors, rules.max_guesses + 5)


def counted(rules, turns, scoring, seed=1):
    """A history whose answers were counted in another way."""
    secret, *guesses = codes(rules, turns + 1, seed)
    answers = [mm.feedback(guess, secret, scoring=scoring) for guess in guesses]
    return mm.History(rules, guesses, answers, scoring=scoring)


def asked(name, rules):
    """A player that was asked for a first guess already."""
    player = mm.player(name)
    player.next_guess(mm.History(rules), rng())
    return player


def played(rules):
    """A board to break a code on, after one guess."""
    desk = mm.board.Play(rules, seed=2).modes["break"]
    desk.guess(codes(rules, 1)[0])
    return desk


def answering(rules):
    """A board on which a guess of one's own waits for its answer."""
    desk = mm.board.Play(rules, "make").modes["make"]
    desk.guess(codes(rules, 1)[0])
    return desk


def raced(player, rival, rules):
    """How a race ended, and all that is shown of it."""
    board = mm.board.Play(rules, "watch", player=player, rival=rival).race()
    return board.modes["watch"].still


def bred_boards(secrets, seed=1):
    """Short runs of the genetic algorithm on whole boards, one for each secret."""
    few = {"generations": 2, "population": 8, "parents": 4, "keep_parents": 1}
    return mm.whole_board.run_many(
        secrets, runs=len(secrets), seed=seed, n_jobs=1, **few
    )


def counted_verdicts(tables):
    """How often each verdict came; `count` takes the tables one by one."""
    return mm.verdicts.count(tables)


def drawn(problem, n=5, seed=1):
    """Some individuals of a problem."""
    shape = (n, problem.genes)
    return rng(seed).integers(problem.low, problem.high, shape, endpoint=True)


def solver_of_ones_own(problem, budget, seed):
    """A solver that asks of some individuals, and returns."""
    problem.fitness(drawn(problem, 7, seed))


class Codemaker:
    """Answers of a kind: true ones, drawn ones, the same, junk, or an exception."""

    def __init__(self, kind, rules, seed=1):
        self.kind = kind
        self.rules = rules
        self.draws = rng(seed)
        self.secret = codes(rules, 1, seed)[0]

    def __call__(self, guess):
        if not isinstance(self.kind, str):
            return self.kind
        if self.kind == "honest":
            return mm.feedback(guess, self.secret)
        if self.kind == "mutating":
            answer = mm.feedback(guess, self.secret)
            guess[:] = 0
            return answer
        if self.kind == "lying":
            return int(self.draws.integers(2)), int(self.draws.integers(2))
        if self.kind == "raising":
            raise Own("the codemaker")
        return self.kind


class Makes:
    """Makes such a codemaker for each game, by the game's number."""

    def __init__(self, kind, rules):
        self.kind = kind
        self.rules = rules

    def __call__(self, game):
        return Codemaker(self.kind, self.rules, 1 + game)


class Player:
    """A player of one's own that misbehaves.

    It returns something, raises, or mutates what it is given.
    """

    name = "own"

    def __init__(self, kind, name="own"):
        self.kind = kind
        self.name = name

    def next_guess(self, history, rng):
        if isinstance(self.kind, str):
            if self.kind == "random":
                return mm.random_codes(history.rules, 1, rng=rng)[0]
            if self.kind == "raising":
                raise Own("the player")
            if self.kind == "mutating":
                for given in (history.guesses, history.feedbacks):
                    if len(given) and given.flags.writeable:
                        given[:] = 0
                return np.zeros(history.rules.pegs, int)
        return self.kind


def fitness(kind):
    """A fitness function of one's own that misbehaves.

    It returns something, raises, or mutates what it is given.
    """

    def own(population):
        if not isinstance(kind, str):
            return kind
        if kind == "raising":
            raise Own("the fitness")
        if kind == "mutating":
            population[:] = 0
        return np.zeros(len(population))

    return own


def nested(depth=100_000):
    """A list in a list in a list."""
    found = []
    for _ in range(depth):
        found = [found]
    return found


def looped():
    """A list that holds itself."""
    found = [0, 1]
    found.append(found)
    return found


def games(n=20):
    return mm.play_many("random_consistent", mm.Rules(4, 6), games=n, seed=1, n_jobs=1)


def board(n=5):
    players = {"a": Player("random"), "b": "random_consistent"}
    return mm.leaderboard(mm.Rules(3, 4), players, n, 1, n_jobs=1, timed=False)


def frame(**columns):
    return pd.DataFrame(columns)


def axes():
    from matplotlib.figure import Figure

    return Figure().add_subplot()


#: Numbers for the names of folders.
FOLDERS = itertools.count()


def folder():
    """A new, empty folder."""
    return Path(tempfile.mkdtemp(prefix=f"mmlib-fuzz-{os.getpid()}-{next(FOLDERS)}-"))


def damaged(content: bytes, how: int) -> bytes:
    """Some bytes lost, changed, or put in."""
    draws = rng(how)
    kind = how % 6
    at = int(draws.integers(len(content)))
    if kind == 0:
        return content[:at]
    if kind == 1:
        return (
            content[:at]
            + bytes(draws.integers(0, 256, 3, dtype=np.uint8))
            + content[at + 3 :]
        )
    if kind == 2:
        return b""
    if kind == 3:
        return b"[" * 100_000
    if kind == 4:
        return content[:at] + content[at + 1 :]
    return content.replace(b"0", b"-1").replace(b"[", b"[[")


def stored(how=None, part="csv"):
    """A folder with a stored sweep `x`, one of its two files damaged if wanted."""
    here = folder()
    mm.sweep(
        "random_consistent",
        mm.Rules(2, 3),
        {"first_guess": ["01"]},
        games=5,
        seed=1,
        n_jobs=1,
        store=here / "x",
    )
    if how is not None:
        path = here / f"x.{part}"
        path.write_bytes(damaged(path.read_bytes(), how))
    return here


def half_done(how):
    """A folder with the damaged parts of a sweep that was stopped."""
    here = folder()
    (here / ".x.parts").mkdir()
    for name, content in (
        (f"{how:016x}/000000.csv", b"abc\nplayer\n"),
        ("owner", b"\xff"),
        ("000000.csv", b""),
    ):
        path = here / ".x.parts" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(damaged(content, how) if content else b"")
    return here


def thesis():
    """A folder with files of the user's that are called as a result is."""
    here = folder()
    (here / "x.csv").write_text("mine\n1\n")
    return here


def tree_file(how=None, **changes):
    """A stored strategy tree, damaged if wanted, or with some entries changed."""
    path = folder() / "tree.json"
    mm.strategy_tree("knuth", mm.Rules(2, 3)).save(path)
    if how is not None:
        path.write_bytes(damaged(path.read_bytes(), how))
    if changes:
        path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    return path


def game_file(how=None):
    """A stored game, damaged if wanted."""
    path = folder() / "game.json"
    mm.play("knuth", "01", mm.Rules(2, 3), seed=1).save(path)
    if how is not None:
        path.write_bytes(damaged(path.read_bytes(), how))
    return path


def turn(name, settings, history, seed=1):
    """The next guess of a player of the registry, asked about a history."""
    return mm.player(name, **settings).next_guess(history, rng(seed))


def sweep(rules, grid, store, player="random_consistent", **changes):
    """A short sweep."""
    chosen = {"games": 3, "seed": 1, "n_jobs": 1} | changes
    return mm.sweep(player, rules, grid, store=store, **chosen)
