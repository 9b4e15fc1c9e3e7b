"""Methods and attributes of what documented functions return, as Python text.

Their arguments are right. A call of one is named by its class, as `History.after`; its
receivers are expressions that make the object.
"""

from __future__ import annotations

import mmlib as mm
from mmlib.players.registry import REGISTRY
from mmlib.strategies.base import Strategy
from tests.fuzz.odd import values
from tests.fuzz.surface import (
    BOARDS,
    CODE,
    HISTORY,
    PATIENT,
    SMALL,
    TEXTS,
    Call,
    breeds,
)

#: Histories of which a player can make nothing more: found, used up, not its own,
#: counted in another way.
PLAYED = values(
    "won(R, 1) | won(R, 3) | used_up(R, 3) | used_up(R, 1) | mm.History(other(R))"
    " | honest(other(R), 2) | honest(longer(R), 2) | counted(R, 2, 'check_guess')"
    " | counted(R, 2, 'nine_colors')"
)

#: What a player is given as its generator, right and wrong.
GENERATORS = ("rng()", "rng(5)", "None", "7", "np.random.RandomState(1)", "np.random")

#: Histories that a player is asked about.
PLAYER_HISTORY = (*HISTORY, *PLAYED)

#: Boards on which every player has a strategy tree within a second.
TREES = ("3, 4", "2, 3", "1, 2")

#: Expressions that make a `Game`.
GAMES = (
    "mm.play('random_consistent', codes(R, 1)[0], R, seed=1)",
    "mm.play('random_consistent', codes(R, 1)[0], R, seed=1, story=True)",
    "mm.play('random_consistent', codes(R, 1)[0], R, seed=1, scoring='check_guess')",
    (
        "mm.play('random_consistent', Codemaker((0, 0), mm.Rules(2, 4, 1)),"
        " mm.Rules(2, 4, 1), seed=1)"
    ),
    "mm.play(own(name='$x_$'), codes(R, 1)[0], R, seed=1)",
)

#: Expressions that make a `Picture`.
PICTURES = (
    "mm.board.picture(honest(R, 3).guesses, codes(R, 1)[0])",
    (
        "mm.board.picture(pegs=R.pegs, rows=3, current=[-1] * R.pegs,"
        " title='a < $b_$', theme='page')"
    ),
    "mm.board.picture(['0012', '0113'], '0113', marked=[0], hidden=True, theme='dark')",
)

#: Expressions that make a leaderboard.
LEADERBOARDS = (
    "board(5)",
    "mm.leaderboard(mm.Rules(2, 3), [own(), 'gold'], 3, 1, n_jobs=1, timed=True)",
    "mm.leaderboard(mm.Rules(2, 3), [own(name='$x_$')], 3, 1, n_jobs=1, timed=False)",
    (
        "mm.leaderboard(mm.Rules(2, 3), [own(name='_<b>'), own(name='x' * 999)],"
        " 3, 1, n_jobs=1, timed=False)"
    ),
)

#: Expressions that make a `StrategyTree`.
STRATEGY_TREES = values(
    "mm.strategy_tree('knuth', R) | mm.best_tree(R, effort=1)"
    " | mm.strategy_tree(own(), R)"
)

#: Expressions that evolve a strategy.
EVOLVED = tuple(
    "mm.evolve_strategy(mm.Rules(2, 3), seed=1, generations=2, population=2,"
    f" islands=1, stages={stages}, n_jobs=1)"
    for stages in (1, 2)
)

#: Expressions that make a problem of weights.
WEIGHTS = (
    "mm.problems.weights(mm.Rules(2, 3))",
    "mm.problems.weights(mm.Rules(2, 3), stages=2, first_guess='01')",
)

#: Expressions that make a problem of whole boards.
BOARD_PROBLEMS = (
    "mm.problems.whole_board('15')",
    "mm.problems.whole_board('0123', guesses=1)",
)

#: Expressions that make problems whose individuals are codes of three pegs.
CODE_PROBLEMS = (
    "mm.problems.black_pegs('012', mm.Rules(3, 4))",
    "mm.problems.consistent(mm.History(mm.Rules(3, 4), ['001'], [(1, 0)]))",
    "mm.problems.instance('consistent', mm.Rules(3, 4), 2)",
)

#: Expressions that make a problem that remembers what was played.
DYNAMIC = ("mm.problems.dynamic('012', mm.Rules(3, 4))",)

#: Expressions that make a `Benchmark`.
BENCHMARKS = (
    "mm.problems.benchmark(['random'], [mm.problems.black_pegs('012', mm.Rules(3, 4))],"
    " budget=150, seed=1, n_jobs=1)",
)

#: Expressions that make a `Run` of whole boards.
RUNS = (
    "mm.whole_board.run('01', generations=2, population=8, parents=4, keep_parents=1)",
    "bred_boards(['15', '51'])[0]",
)

#: Expressions that make a `Row` of verdicts.
ROWS = values(
    "mm.verdicts.compare_mean('mean', [4, 5, 5], 4.5, margin=0.1)"
    " | mm.verdicts.compare_share('share', (1, 5), (2, 6), margin=0.05)"
    " | mm.verdicts.compare_exact('all', 1, 1)"
)

#: Expressions that make an `Interval`.
INTERVALS = (
    "mm.stats.mean_interval([4, 5, 5])",
    "mm.stats.difference([4, 5, 5], [5, 5, 6]).interval",
)

#: Arguments of what a `Row` says.
CONFIDENCE = {"confidence": ("0.95", "0.5")}

#: Expressions that make a `StepThrough`.
STEPS = (
    "mm.board.StepThrough('gold', codes(R, 1)[0], R)",
    "mm.board.StepThrough('le_adoga', '012', mm.Rules(3, 4))",
)

#: Expressions that make a `Landscape`.
LANDSCAPES = (
    "mm.board.Landscape(R, secret=codes(R, 1)[0])",
    "mm.board.Landscape(R, player=own(), height='information')",
)

#: Expressions that make a `Play`.
PLAYS = ("mm.board.Play(R)", "mm.board.Play(R, 'watch', player=own(), rival='gold')")

#: Modes in which a code is broken.
BREAKING = ("mm.board.Play(R).modes['break']", "played(R)")

#: Modes in which a code is made.
MAKING = ("mm.board.Play(R, 'make', player=own()).modes['make']", "answering(R)")

#: Modes in which two players race.
RACING = (
    "mm.board.Play(R, 'watch').modes['watch']",
    "mm.board.Play(R, 'watch').race().modes['watch']",
)

#: What composes a code at those modes where one does.
COMPOSERS = tuple(f"{mode}.composer" for mode in (*BREAKING, *MAKING))

#: Everything shows itself as text; what is for a notebook, as HTML or a picture too.
TEXT = ("__repr__",)


def of(
    name: str,
    receivers: tuple[str, ...],
    methods: dict[str, dict[str, tuple[str, ...]]] | None = None,
    reads: tuple[str, ...] = (),
    boards: tuple[str, ...] = SMALL,
    often: float = 1,
) -> list[Call]:
    """The calls of a class: its methods with arguments, and what it `reads` only."""
    found = []
    for method, arguments in (methods or {}).items():
        call = Call(f"{name}.{method}", arguments, boards, often, SMALL, receivers)
        found.append(call)
    for attribute in reads:
        call = Call(
            f"{name}.{attribute}", {}, boards, often / 2, SMALL, receivers, True
        )
        found.append(call)
    return found


def players() -> list[Call]:
    """The calls of the registry's players, each player's alone.

    What one of them breaks, others need not.
    """
    found = []
    for name, cls in REGISTRY.items():
        made = (f"mm.player({name!r})",)
        started = (*made, f"mm.player({name!r}).start(R)", f"asked({name!r}, R)")
        patient = breeds(cls) and name != "entropic"
        boards = PATIENT if patient else BOARDS
        turn = {"history": PLAYER_HISTORY, "rng": GENERATORS}
        found += of("Player", started, {"next_guess": turn}, boards=boards, often=0.6)
        others = {
            "start": {
                "rules": ("R",),
                "record": ("False", "True"),
                "populations": ("False", "True"),
            },
            "check_rules": {"rules": ("R",)},
            "check_repeats": {"rules": ("R",)},
            "population_size": {"rules": ("R",)},
            "fields": {},
        }
        found += of("Player", made, others, ("settings", "search"), boards, often=0.1)
        found += of(
            "Player", (f"asked({name!r}, R)",), None, ("search",), boards, often=0.1
        )
        if issubclass(cls, Strategy):
            found += of(
                "Player", made, {"tree": {"rules": ("R",)}}, boards=TREES, often=0.2
            )
    playing = ("mm.player('gold').start(R)", "mm.player('knuth').start(R)")
    found += of("Playing", playing, {"goes_on": {"history": PLAYER_HISTORY}}, often=0.2)
    found += of(
        "NineColors",
        ("mm.player('nine_colors')",),
        {"reported_rounds": {"guesses": ("[1, 2]",)}},
        ("scoring",),
    )
    return found


#: Every method and attribute that is called or read.
METHODS = (
    *players(),
    *of(
        "Rules",
        ("R",),
        {"__repr__": {}, "__str__": {}},
        ("n_codes", "n_feedbacks"),
        BOARDS,
    ),
    *of(
        "History",
        HISTORY,
        {
            "after": {
                "guess": CODE,
                "feedback": (
                    "(1, 0)",
                    "[0, 0]",
                    "mm.Feedback(0, 0)",
                    "np.array([0, 1])",
                ),
            },
            "first": {"turns": ("0", "1", "2", "np.int64(1)")},
            "from_text": {"text": TEXTS, "rules": ("R",), "alphabet": ("None",)},
            "__eq__": {"other": HISTORY},
            "__hash__": {},
            "__len__": {},
            "__repr__": {},
        },
        boards=BOARDS,
        often=1.5,
    ),
    *of(
        "Game",
        GAMES,
        {
            "picture": {
                "title": ("None", "''", "'a < $b_$'"),
                "hidden": ("False", "True"),
                "rows": ("0", "12"),
                "current": ("()", "[0] * R.pegs"),
                "marked": ("()", "[0]"),
                "stop_when_solved": ("True",),
                "theme": ("'dark'", "'page'"),
            },
            "draw": {"title": ("None", "'it'")},
            "save": {"path": ("folder() / 'game.json'",)},
            "load": {"path": ("game_file()",)},
            "_repr_mimebundle_": {},
            "__repr__": {},
            "__len__": {},
        },
        ("history",),
    ),
    *of(
        "Picture",
        PICTURES,
        {
            "save": {"path": ("folder() / 'a.svg'", "folder() / 'a.png'")},
            "png": {"dpi": ("200", "50"), "comment": ("None", "'it'")},
            "figure": {"ax": ("None", "axes()")},
            "_repr_mimebundle_": {},
            "__repr__": {},
            "__str__": {},
        },
        ("svg", "text", "description"),
        BOARDS,
    ),
    *of(
        "StrategyTree",
        STRATEGY_TREES,
        {
            "check": {},
            "save": {
                "path": ("folder() / 'tree.json'",),
                "format": ("'json'", "'text'", "'graphviz'", "'table'"),
            },
            "load": {"path": ("tree_file()",), "alphabet": ("None",), "first": ("0",)},
            "next_guess": {"history": PLAYER_HISTORY, "rng": GENERATORS},
            "__len__": {},
            "__repr__": {},
        },
        (
            "depth",
            "solves",
            "guesses",
            "guesses_until_known",
            "total",
            "mean",
            "max",
            "distribution",
            "name",
        ),
        TREES,
    ),
    *of(
        "Leaderboard",
        LEADERBOARDS,
        {"__repr__": {}, "_repr_html_": {}},
        ("ranking", "differences", "summary"),
    ),
    *of(
        "Benchmark",
        BENCHMARKS,
        {
            "__repr__": {},
            "_repr_html_": {},
            "hits": {"targets": ("1", "10")},
            "only": {"solver": ("'random'",), "genes": ("3",)},
            "beside": {
                "other": (
                    "mm.problems.benchmark({'a': 'random'}, [mm.problems.black_pegs("
                    "'012', mm.Rules(3, 4))], budget=150, seed=1, n_jobs=1)",
                )
            },
        },
        ("table", "summary"),
    ),
    *of("EvolvedStrategy", EVOLVED, {"__repr__": {}}, ("player", "tree")),
    *of(
        "Problem",
        WEIGHTS,
        {
            "fitness": {
                "individuals": (
                    "drawn(mm.problems.weights(mm.Rules(2, 3)))",
                    "[[1000] * 5]",
                )
            },
            "decode": {"individual": ("[1000] * 5", "np.full(5, 500)")},
        },
    ),
    *of(
        "Problem",
        BOARD_PROBLEMS,
        {
            "fitness": {
                "individuals": ("[[1, 5] * 10]", "np.zeros((3, 20))", "[[0, 1, 2, 3]]")
            },
            "decode": {"individual": ("[1, 5] * 10", "np.zeros(20)", "[0, 1, 2, 3]")},
        },
        ("__repr__",),
    ),
    *of(
        "Problem",
        CODE_PROBLEMS,
        {
            "fitness": {"individuals": ("[[0, 1, 3], [1, 1, 1]]", "np.zeros((3, 3))")},
            "decode": {"individual": ("[0, 1, 2]", "np.zeros(3)")},
        },
    ),
    *of("Consistent", CODE_PROBLEMS[1:], reads=("solutions",)),
    *of("Dynamic", DYNAMIC, {"restart": {}}, ("history",)),
    *of(
        "NullModel",
        ("mm.null_model(R)",),
        {"mean_within": {"guesses": ("3", "1")}, "__repr__": {}},
        ("mean", "variance", "lost"),
    ),
    *of(
        "Proof",
        ("mm.prove_optimum(mm.Rules(2, 3))",),
        {"__repr__": {}},
        ("total", "pairs", "positions"),
    ),
    *of("Run", RUNS, {"__repr__": {}}, ("perfect", "seed")),
    *of(
        "Row",
        ROWS,
        {"verdict": CONFIDENCE, "difference": CONFIDENCE, "numbers": CONFIDENCE},
    ),
    *of("Interval", INTERVALS, {"contains": {"value": ("4.5", "5")}, "__repr__": {}}),
    *of(
        "Table",
        ("mm.table([(1, 0.5)], ['a', 'b'])",),
        {
            "__repr__": {},
            "_repr_html_": {},
            "written": {"format": ("'latex'", "'csv'", "'markdown'", "'text'")},
        },
        ("frame",),
    ),
    *of(
        "GeneticPlayer",
        ("mm.GeneticPlayer(population=4, generations=3)",),
        {"next_guess": {"history": PLAYER_HISTORY, "rng": GENERATORS}},
        ("settings", "search"),
    ),
    *of(
        "tqdm",
        ("mm.progress([1, 2])", "mm.progress(total=5)"),
        {"update": {"n": ("1",)}, "close": {}},
    ),
    *of(
        "StepThrough",
        STEPS,
        {
            "go": {"generation": ("0", "1")},
            "choose": {"turn": ("0",)},
            "change": {
                "setting": ("'generations'", "'first_guess'"),
                "value": ("5", "'01'"),
            },
            "__repr__": {},
            "_repr_mimebundle_": {},
        },
        (
            "now",
            "generations",
            "changed",
            "population",
            "histogram",
            "curve",
            "growth",
            "summary",
            "status",
            "board",
        ),
        often=0.3,
    ),
    *of(
        "Landscape",
        LANDSCAPES,
        {
            "go": {"turn": ("0", "1")},
            "choose": {"height": ("'gold'", "'information'")},
            "peaks": {"values": ("None", "np.arange(R.n_codes)")},
            "__repr__": {},
            "_repr_mimebundle_": {},
        },
        ("history", "values", "map", "summary", "board"),
        often=0.3,
    ),
    *of(
        "Play",
        PLAYS,
        {"race": {}, "__repr__": {}, "_repr_mimebundle_": {}},
        ("desks",),
        often=0.2,
    ),
    *of(
        "Breaking",
        BREAKING,
        {
            "guess": {"code": CODE},
            "new_code": {},
            "give_up": {},
            "take_hint": {},
            "stop": {},
        },
        ("over", "solved", "told", "board", "analysis", "few", "still"),
        often=0.3,
    ),
    *of(
        "Making",
        MAKING,
        {
            "guess": {"code": CODE},
            "answer": {"black": ("0", "1"), "white": ("0", "1")},
            "take_back": {},
            "stop": {},
            "choose": {"player": ("'gold'", "'knuth'")},
            "typed": {"text": ("'1 0'", "'00'")},
            "doubt_one": {},
        },
        ("over", "solved", "board", "analysis", "few", "still"),
        often=0.3,
    ),
    *of(
        "Racing",
        RACING,
        {
            "race_now": {},
            "stop": {},
            "go": {"turn": ("0", "1")},
            "type_secret": {"text": ("'01'", "''", "'0' * R.pegs")},
            "choose": {"lane": ("0", "1"), "name": ("'gold'", "'shapiro'")},
        },
        ("turns", "boards", "still"),
        often=0.3,
    ),
    # each starts a process, which loads all of mmlib
    *of("Breaking", BREAKING, {"ask": {}}, often=0.02),
    *of("Making", MAKING, {"start": {}}, often=0.02),
    *of("Racing", RACING, {"race": {}}, often=0.02),
    *of(
        "StepThrough",
        STEPS,
        {
            "typed": {"setting": ("'generations'",), "text": ("'5'", "'x'")},
            "stop": {},
            "as_at_first": {},
        },
        often=0.05,
    ),
    *of(
        "Composer",
        COMPOSERS,
        {
            "focus": {},
            "put": {"color": ("0", "1")},
            "set_peg": {"index": ("0",), "color": ("0", "-1")},
            "set": {"colors": CODE},
            "type": {"text": ("'01'", "'0 _'")},
            "clear": {},
            "play": {},
        },
        ("code",),
        often=0.3,
    ),
    *(
        Call("mm.published.load", {"name": (repr(name),)}, often=0.05)
        for name in mm.published.names()
    ),
)

#: What is public by its name alone, by the class that defines it.
LEFT_OUT = {
    # former names, which warn
    "Table": {"table"},
    "Play": {"desks"},
    "Leaderboard": {"table"},
    "Problem": {"best"},
    # what a player's search and the game loop call, with what was checked before
    "Playing": {"blank", "searched", "until_found"},
    "Entropic": {"possible"},
    "History": {"unchecked"},
    # what Gymnasium calls; its own checks are run in tests/experiments/test_doors.py
    "MastermindEnv": {
        "render",
        "reset",
        "step",
        "close",
        "get_wrapper_attr",
        "has_wrapper_attr",
        "set_wrapper_attr",
        "np_random",
        "np_random_seed",
        "unwrapped",
    },
    # what reads and writes codes, whose texts were checked before
    "Alphabet": {"read", "numbers", "write", "joins", "signs"},
    # what makes widgets, and what these call; tests/browser presses them
    "Live": {"show", "follow", "pane", "button", "stepper"},
    "NotebookBoard": {"widget"},
    "Mode": {"menu", "stop_button", "say", "complain", "settle", "empty"},
    "Duel": {"ask_player", "beside_analysis"},
    "Breaking": {"asked", "build"},
    # a game without turns has no answer to be given anew
    "Making": {"asked", "build", "settle", "correct"},
    "Racing": {"came", "build"},
    "Composer": {"build"},
    # the other process in which players think
    "Task": {"busy", "submit", "start", "stop", "close"},
}
