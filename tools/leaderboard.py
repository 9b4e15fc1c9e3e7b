"""Let players of the registry play on three boards, and write the leaderboards.

    make leaderboard
    python -m tools.leaderboard --tables    # from the stored games: nobody plays

The tables go into docs/leaderboards.md, with a picture of one board, and the first
players into README.md. The games are the stored result `leaderboards`, what a game
takes on this machine `leaderboard_milliseconds`. A run that was stopped goes on with
the next player.

A strategy that takes too long to play here, but was written out whole, stands in the
table of its board with its exact mean.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
from tabulate import tabulate

import mmlib as mm
from mmlib.engine.files import replace_files
from mmlib.experiments import results
from mmlib.game.codes import random_codes
from mmlib.players.settings import paired_code
from mmlib.reason.null_model import MOST_CODES
from tools.measure.experiment import (
    ROOT,
    SEED,
    from_one_cell,
    in_one_cell,
    measured,
    player_on,
)
from tools.png import png_of

#: The file that shows the first players of one board.
README = ROOT / "README.md"

#: The file that shows the tables of all boards.
PAGE = ROOT / "docs" / "leaderboards.md"

#: The line of `PAGE` after which the tables stand.
BEGIN = "<!-- leaderboards: make leaderboard -->"

#: The line of `PAGE` before which they end.
END = "<!-- end of leaderboards -->"

#: The board whose first players `README` shows.
ON = "6 x 9"

#: The board whose players are drawn, guesses against codes evaluated, and the picture.
DRAWN = "5 x 8"
PICTURE = ROOT / "notebooks" / "pictures" / "trade_off.png"

#: The strategies that are not drawn: they evaluate no code by chance.
STRATEGIES = ("Knuth", "tuned, of this workbench")

#: What `README` shows of them.
COLUMNS = ["player", "mean guesses", "behind the first (95 %)", "ms a game"]

#: The players of others that `README` shows after ours and plain entropy.
OTHERS = 2

#: The line of `README` after which they stand.
BEGIN_FIRST = "<!-- first players: make leaderboard -->"

#: The line of `README` before which they end.
END_FIRST = "<!-- end of first players -->"

#: Guesses allowed in a game; a lost game is stored as 0.
LIMIT = 15

#: Boards by name: pegs, colors, and games.
BOARDS = {"4 x 6": (4, 6, 4000), "5 x 8": (5, 8, 4000), "6 x 9": (6, 9, 4000)}

#: The players of this workbench, which the tables show in bold.
OURS = (
    "entropic, of this workbench",
    "tuned, of this workbench",
    "far-sighted, of this workbench",
    "far-sighted, stored openings",
)

#: The strategy without evolution beside which ours are to be seen.
ENTROPY = "entropy, one step"

#: The null model, whose mean is computed on boards that are small enough.
NULL_MODEL = "any code that fits"

#: Label, player, settings, and the boards that it does not play on, since it would take
#: too long or cannot.
PLAYERS = [
    ("optimal (Koyama and Lai)", "optimal", {}, ("5 x 8", "6 x 9")),
    (
        ENTROPY,
        "one_step",
        {"objective": "entropy", "first_guess": "paired"},
        ("6 x 9",),
    ),
    ("Knuth", "knuth", {}, ("6 x 9",)),
    (OURS[0], "entropic", {}, ()),
    (OURS[1], "tuned", {}, ("6 x 9",)),
    (OURS[2], "far_sighted", {}, ()),
    (OURS[3], "far_sighted", {"openings": "stored"}, ("4 x 6", "5 x 8")),
    ("NHEA", "nhea", {}, ()),
    (
        "Evo++, entropy, 1000/200",
        "evo",
        {"score": "entropy", "population": 1000, "consistent_set": 200},
        (),
    ),
    ("Evo++, parts", "evo", {}, ()),
    ("Berghman et al.", "berghman", {}, ()),
    ("Le Adoga, as coded", "le_adoga", {"variant": "as_coded"}, ()),
    (NULL_MODEL, "random_consistent", {"first_guess": "paired"}, ()),
    ("depth-first search", "depth_first", {}, ()),
    ("EvoRank", "evo_rank", {}, ()),
    ("E-GA", "e_ga", {}, ()),
    ("estimation of distribution", "eda", {}, ()),
    ("canonical GA", "canonical_ga", {}, ()),
    ("multi-objective GA", "moga", {}, ()),
    ("Temporel and Kovács", "hill_climbing", {}, ()),
    ("simulated annealing", "annealing", {}, ()),
    ("Merelo et al. 2006", "merelo", {}, ()),
    ("Kalisker and Camens", "kalisker_camens", {}, ()),
    ("Bento et al.", "bento", {}, ()),
    ("nine colors, as coded", "nine_colors", {}, ()),
]

#: Players that are timed with nothing remembered; the first one remembers nothing ever.
FRESH = (OURS[0], ENTROPY, OURS[2])

#: Games of each of them, all of them first games.
FIRST_GAMES = 10

#: Stored results that have the guesses of plain entropy for every code of a board.
WRITTEN_OUT = {"6 x 9": "one_step_6x9"}

#: What the stored results say of their settings.
SETTINGS = {
    "seed": SEED,
    "boards": BOARDS,
    "players": PLAYERS,
    "most guesses": LIMIT,
}

#: What the stored first games say of theirs.
FIRST_SETTINGS = {"seed": SEED, "players": FRESH, "games": FIRST_GAMES}


def jobs() -> list[tuple]:
    """List what is played: board, pegs and colors, games, limit, and the player."""
    return [
        (board, (pegs, colors), games, LIMIT, *player)
        for board, (pegs, colors, games) in BOARDS.items()
        for *player, without in PLAYERS
        if board not in without
    ]


def measure(
    board: str,
    size: tuple[int, int],
    games: int,
    limit: int,
    label: str,
    name: str,
    settings: dict,
) -> pd.DataFrame:
    """Games and time of one player on one board, in one row."""
    rules = mm.Rules(*size, limit)
    player = player_on(rules, name, settings)
    # whoever plays alone meets the same secrets
    alone = mm.leaderboard(rules, {label: player}, games, SEED)
    row = {
        "board": board,
        "player": label,
        "evaluations": round(alone.games.evaluations.mean(), 1),
        "guesses": in_one_cell(alone.games.guesses.where(alone.games.solved, 0)),
        "milliseconds": round(alone.milliseconds[label], 3),
    }
    return pd.DataFrame([row])


def first_games(
    board: str, size: tuple[int, int], games: int, label: str, name: str, settings: dict
) -> pd.DataFrame:
    """Median milliseconds of a game whose player remembers no other game, in one row.

    One game that is not timed compiles the code and makes the tables of the board.
    """
    rules = mm.Rules(*size, LIMIT)
    secrets = random_codes(rules, games, rng=np.random.default_rng(SEED))
    seconds = []
    for number, secret in enumerate([secrets[0], *secrets]):
        player = player_on(rules, name, settings)
        began = time.perf_counter()
        mm.play(player, secret, rules, rng=np.random.default_rng(number))
        seconds.append(time.perf_counter() - began)
    row = {"board": board, "player": label}
    median = 1000 * float(np.median(seconds[1:]))
    return pd.DataFrame([row | {"milliseconds": round(median, 3)}])


def ranks() -> dict[str, mm.Leaderboard]:
    """The leaderboard of each board, from the stored results."""
    games = results.read("leaderboards", text=["guesses"])
    times = results.read("leaderboard_milliseconds")
    boards = {}
    for board, (pegs, colors, _) in BOARDS.items():
        rows = games[games.board == board].merge(times, on=["board", "player"])
        rules = mm.Rules(pegs, colors, LIMIT)
        frames = [
            games_of(row.player, from_one_cell(row.guesses), row.evaluations)
            for row in rows.itertuples()
        ]
        milliseconds = dict(zip(rows.player, rows.milliseconds, strict=True))
        exact = {}
        if rules.n_codes <= MOST_CODES:
            null = mm.null_model(rules, paired_code(rules))
            exact[NULL_MODEL] = null.mean_within(LIMIT)
        if board in WRITTEN_OUT:
            every_code = guesses_of_every_code(board)
            frames.append(games_of(ENTROPY, every_code))
            exact[ENTROPY] = float(every_code.mean())
        if board == ON:
            exact |= far_sighted_means(rules)
        frame = pd.concat(frames, ignore_index=True)
        boards[board] = mm.Leaderboard(rules, frame, milliseconds, exact=exact)
    return boards


def summary(ranking: mm.Leaderboard) -> pd.DataFrame:
    """The table of a board, with our players in bold."""
    table = ranking.summary
    bold = {name: f"**{name}**" for name in OURS}
    return table.assign(player=table.player.replace(bold))


def games_of(
    player: str, guesses: np.ndarray, evaluations: float = 0.0
) -> pd.DataFrame:
    """The games of a player as a leaderboard has them; lost ones are stored as 0."""
    return pd.DataFrame(
        {
            "player": player,
            "guesses": np.where(guesses == 0, LIMIT, guesses),
            "solved": guesses > 0,
            "evaluations": evaluations,
        }
    )


def guesses_of_every_code(board: str) -> np.ndarray:
    """The guesses that plain entropy takes for all codes of a board, as stored."""
    stored = results.read(WRITTEN_OUT[board], text=["distribution"])
    rows = stored.query("objective == 'entropy' and arithmetic == 'exact'")
    each = [np.array(row.split(), int) for row in rows.distribution]
    return np.concatenate([np.repeat(np.arange(len(n)), n) for n in each])


def far_sighted_means(rules: mm.Rules) -> dict[str, float]:
    """The means of our far-sighted players over all codes of 6 x 9, as stored.

    A position always gets the same guess, and what all codes take is counted.
    """
    stored = results.read("openings", text=["openings"])
    totals = stored.groupby("times").total.sum() + 1  # the first guess is a code itself
    _, _, far_sighted, from_openings = OURS
    return {
        far_sighted: totals.iloc[0] / rules.n_codes,
        from_openings: totals.iloc[-1] / rules.n_codes,
    }


def first_players(table: pd.DataFrame) -> pd.DataFrame:
    """The rows of a table down to the last of our players and plain entropy.

    `OTHERS` more come after them.
    """
    wanted = table.player.str.startswith("**") | (table.player == ENTROPY)
    return table.iloc[: np.flatnonzero(wanted)[-1] + 1 + OTHERS]


def sections() -> dict[Path, tuple[str, str, str]]:
    """What stands in which file, with the marks before and after it."""
    tables = {board: summary(ranking) for board, ranking in ranks().items()}
    whole = [
        f"**{board}**, {BOARDS[board][2]:,} games:\n\n{shown(table)}\n"
        for board, table in tables.items()
    ]
    whole.append(
        f"Milliseconds of a game that is the player's first, so that it remembers "
        f"nothing (medians of {FIRST_GAMES}, all of one run on one machine):\n\n"
        f"{shown(fresh_table())}\n"
    )
    whole.append(f"What makes each of these players:\n\n{shown(made_by())}\n")
    first = first_players(tables[ON])[COLUMNS]
    return {
        PAGE: (BEGIN, "\n".join(whole), END),
        README: (BEGIN_FIRST, shown(first), END_FIRST),
    }


def fresh_table() -> pd.DataFrame:
    """What a first game takes, a row a player and a column a board."""
    stored = results.read("first_games_milliseconds")
    table = stored.pivot(index="player", columns="board", values="milliseconds")
    table = table.loc[list(FRESH), list(BOARDS)]
    return table.map(lambda ms: f"{ms:,.{1 if ms < 10 else 0}f}").reset_index()


def made_by() -> pd.DataFrame:
    """What to type for each player."""
    rows = []
    for label, name, settings, _ in PLAYERS:
        if settings.get("first_guess") == "paired":
            settings = settings | {"first_guess": "0012"}
        given = "".join(f", {key}={value!r}" for key, value in settings.items())
        rows.append((label, f"`mm.player({name!r}{given})`".replace("'", '"')))
    return pd.DataFrame(rows, columns=["player", "made by (on 4 x 6)"])


def shown(table: pd.DataFrame) -> str:
    """A table in Markdown."""
    return tabulate(table, "keys", "github", showindex=False)


def main(arguments: list[str] | None = None) -> None:
    """Play what is not played yet, store it, and write the tables; or only these."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.leaderboard", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument(
        "--tables", action="store_true", help="write the tables of the stored games"
    )
    only_tables = parser.parse_args(arguments).tables
    for path, marks in {PAGE: (BEGIN, END), README: (BEGIN_FIRST, END_FIRST)}.items():
        if not all(mark in path.read_text() for mark in marks):
            sys.exit(
                f"{path.name}: it has no lines {marks[0]!r} and {marks[1]!r} to write "
                "between"
            )
    if not only_tables:
        play()
    write_tables()


def play() -> None:
    """Play what is not played yet, and store it."""
    frame = pd.concat(measured("leaderboards", measure, jobs(), text=["guesses"]))
    for name, columns in (
        ("leaderboards", ["evaluations", "guesses"]),
        ("leaderboard_milliseconds", ["milliseconds"]),
    ):
        columns = ["board", "player", *columns]
        results.write(
            name, frame[columns], settings=SETTINGS, command="make leaderboard"
        )
    todo = [
        (board, (pegs, colors), FIRST_GAMES, *player)
        for board, (pegs, colors, _) in BOARDS.items()
        for *player, _ in PLAYERS
        if player[0] in FRESH
    ]
    first = pd.concat(measured("first_games", first_games, todo))
    results.write(
        "first_games_milliseconds",
        first,
        settings=FIRST_SETTINGS,
        command="make leaderboard",
    )


def write_tables() -> None:
    """Write the tables of the stored games into their files."""
    written = {}
    for path, (begin, text, end) in sections().items():
        before, _, rest = path.read_text().partition(begin)
        written[path] = (
            f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}".encode()
        )
    written[PICTURE] = picture()
    replace_files(written)


def picture() -> bytes:
    """Draw the better players of one board: guesses against codes evaluated, as PNG."""
    mm.plots.use_style()
    ranking = ranks()[DRAWN].ranking
    worst = ranking["mean"][ranking.player == NULL_MODEL].item() + 0.1
    shown = (ranking["mean"] <= worst) & ~ranking.player.isin(STRATEGIES)
    colors = {label: mm.plots.PLAYERS.get(name, "gray") for label, name, *_ in PLAYERS}
    ax = plt.subplots(figsize=(9, 5.5))[1]
    mm.plots.trade_off(ranking[shown], colors=colors, ax=ax)
    ax.set_title(f"Guesses and codes evaluated on {DRAWN}, 95 % intervals")
    return png_of(ax)


if __name__ == "__main__":
    main()
