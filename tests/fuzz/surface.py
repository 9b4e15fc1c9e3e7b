"""What can be called, and with what.

For every argument there are some values that are right, as Python text. Where several
arguments belong together, as a board and its codes, `Call.boards` gives them together.
"""

from __future__ import annotations

from typing import NamedTuple

from mmlib.players.registry import REGISTRY
from tests.fuzz.own import MAKERS, NAMED, OWN

#: Boards, small ones more often.
BOARDS = (
    "4, 6",
    "4, 6",
    "3, 4",
    "2, 3",
    "1, 2",
    "4, 16",
    "5, 8",
    "6, 9",
    "8, 12",
    "15, 16",
    "15, 2",
)
SMALL = BOARDS[:5]

#: Those on which an evolution that is true to its source does not search for minutes.
PATIENT = tuple(board for board in BOARDS if board not in ("8, 12", "15, 16"))

ARRAYS = ("codes(R, 5)", "codes(R, 1, 3)", "codes(R, 40).tolist()", "codes(R, 0)")
CODE = ("codes(R, 1)[0]", "codes(R, 1, 7)[0].tolist()")
HISTORY = (
    "mm.History(R)",
    "honest(R, 1)",
    "honest(R, 3, 5)",
    "lied(R, 2, 4)",
    "lied(R, 6, 8)",
)
SCORINGS = ("'standard'", "'check_guess'", "'nine_colors'")
SEED = ("0", "1", "2**63 - 1", "np.int64(7)")
NAMES = tuple(repr(name) for name in REGISTRY)
QUICK = ("'random_consistent'", "'le_adoga'", "'gold'", "'shapiro'", "Player('random')")
FEEDBACKS = ("honest(R, 3, 2).feedbacks", "honest(R, 3, 2).feedbacks.tolist()")
GUESSES = ("honest(R, 3, 2).guesses", "honest(R, 3, 2).guesses.tolist()")
SAMPLE = ("[4, 5, 5, 6, 4]", "np.arange(2, 30)", "[5, 5]", "np.array([4.5, 4.25])")
GRIDS = (
    "{'first_guess': ['01', None]}",
    "[{'first_guess': '01'}, {'first_guess': '12'}]",
    "{'first_guess': ['random']}",
)


class Call(NamedTuple):
    """A function, as text, and its arguments' right values.

    `boards` are those that are `R` in the values, and `often` is how often it is drawn.
    `elsewhere` are the boards that an odd value may speak of: not those on which a
    right call takes its minutes. A method is named by its class, as `History.after`;
    `receivers` make objects of that class. With `reads` it is an attribute, which is
    read and not called.
    """

    function: str
    arguments: dict[str, tuple[str, ...]]
    boards: tuple[str, ...] = BOARDS
    often: float = 2
    elsewhere: tuple[str, ...] = BOARDS
    receivers: tuple[str, ...] = ()
    reads: bool = False


RULES = {"rules": ("R",)}
RNG = {"rng": ("rng()", "rng(5)")}
DRAWN = {"black_weight": ("1.0", "0.5"), "white_weight": ("1.0", "0")}

CALLS = (
    Call(
        "mm.Rules",
        {
            "pegs": ("4", "15", "np.int64(1)"),
            "colors": ("6", "16"),
            "max_guesses": ("10", "1", "30"),
        },
    ),
    Call(
        "mm.History",
        {**RULES, "guesses": GUESSES, "feedbacks": FEEDBACKS, "scoring": SCORINGS},
    ),
    Call("mm.feedback", {"guess": CODE, "secret": CODE, "scoring": SCORINGS}, often=4),
    Call(
        "mm.feedback_row",
        {
            "guess": CODE,
            "secrets": ARRAYS,
            "colors": ("R.colors", "16"),
            "scoring": SCORINGS,
        },
        often=4,
    ),
    Call(
        "mm.feedback_matrix",
        {
            "guesses": ARRAYS,
            "secrets": ARRAYS,
            "colors": ("R.colors",),
            "scoring": SCORINGS,
        },
        often=4,
    ),
    Call(
        "mm.as_code",
        {"value": CODE, "rules": ("R", "None"), "colors": ("16",)},
        often=4,
    ),
    Call(
        "mm.as_codes",
        {"values": ARRAYS, "rules": ("R", "None"), "colors": ("16",)},
        often=4,
    ),
    Call(
        "mm.all_codes",
        RULES,
        boards=("4, 6", "15, 2", "8, 8", "8, 12", "15, 16"),
        often=1,
    ),
    Call("mm.random_codes", {**RULES, "n": ("0", "5", "np.int64(3)"), **RNG}),
    Call("mm.codes.code_index", {"codes": ARRAYS, "colors": ("R.colors", "16")}),
    Call("mm.codes.parse", {"text": ("'0123'", "'0 1 2 A'", "'f'", "'0,1'")}),
    Call("mm.codes.as_text", {"code": CODE}),
    Call(
        "mm.consistent.consistent_codes",
        {"history": HISTORY, "limit": ("2_000_000", "5", "0")},
        often=4,
    ),
    Call("mm.consistent.count_consistent", {"history": HISTORY}, often=3),
    Call("mm.consistent.random_consistent_code", {"history": HISTORY, **RNG}, often=3),
    Call(
        "mm.consistent.consistent_by_chance",
        {"history": HISTORY, "n": ("5", "0"), "tries": ("1000", "0"), **RNG},
    ),
    Call("mm.consistent.contradiction", {"history": HISTORY}, often=3),
    Call("mm.information", {"history": HISTORY}, boards=SMALL),
    Call(
        "mm.partitions.class_sizes",
        {"guesses": ARRAYS, "codes": ARRAYS, "colors": ("R.colors",)},
        often=4,
    ),
    Call(
        "mm.partitions.measure",
        {"guesses": ARRAYS, "codes": ARRAYS, "colors": ("R.colors",)},
        often=4,
    ),
    Call("mm.first_guess.kinds", RULES),
    Call("mm.first_guess.sizes", {"guess": CODE, **RULES}),
    Call("mm.first_guess.lower_bound", RULES),
    Call(
        "mm.fitness.whole_board",
        {
            "chromosomes": ("np.tile(codes(R, 5), 3)",),
            "secret": CODE,
            "scoring": SCORINGS,
            "cost": ("100", "0"),
        },
        often=3,
    ),
    Call(
        "mm.fitness.solved_on_guess",
        {
            "chromosomes": (
                "np.tile(codes(R, 5), 3)",
                "np.zeros((0, 2 * R.pegs), int)",
            ),
            "secret": CODE,
        },
    ),
    Call(
        "mm.fitness.gold",
        {"population": ARRAYS, "guesses": GUESSES, "feedbacks": FEEDBACKS},
        often=3,
    ),
    Call(
        "mm.fitness.distance",
        {
            "population": ARRAYS,
            "guesses": GUESSES,
            "feedbacks": FEEDBACKS,
            **DRAWN,
            "scoring": SCORINGS,
        },
        often=4,
    ),
    Call(
        "mm.fitness.berghman",
        {
            "population": ARRAYS,
            "guesses": GUESSES,
            "feedbacks": FEEDBACKS,
            "a": ("1.0",),
            "b": ("2.0",),
        },
        often=3,
    ),
    Call(
        "mm.operators.cross_neighbors",
        {"parents": ARRAYS[:3], "n_children": ("0", "7"), **RNG},
    ),
    Call(
        "mm.operators.reset_genes",
        {
            "children": ARRAYS,
            "colors": ("R.colors",),
            "n_genes": ("1", "R.pegs"),
            "exclude_current": ("True", "False"),
            **RNG,
        },
    ),
    Call("mm.player", {"name": NAMES}),
    Call("mm.players", {}, often=1),
    Call("mm.published.names", {}, often=1),
    Call("mm.plots.use_style", {}, often=1),
    Call("mm.plots.whole_ticks", {"ax": ("axes()",), "axis": ("'x'", "'y'")}, often=1),
    Call(
        "mm.verdicts.compare_exact",
        {"quantity": ("'all'",), "ours": ("1",), "theirs": ("2",), "why": ("''",)},
        often=1,
    ),
    Call(
        "mm.board.bred_turns",
        {"player": ("'gold'", "'le_adoga'"), "secret": CODE, **RULES, "seed": SEED},
        boards=SMALL[:3],
        often=1,
    ),
    Call(
        "mm.play",
        {
            "player": NAMES,
            "secret": CODE,
            **RULES,
            "story": ("False", "True"),
            "scoring": ("None",),
            **RNG,
        },
        boards=SMALL,
        often=6,
    ),
    Call(
        "mm.play",
        {
            "player": QUICK,
            "secret": tuple(
                f"Codemaker({kind}, R)"
                for kind in ("'honest'", "'lying'", "'mutating'", "(0, 0)")
            ),
            **RULES,
            **RNG,
        },
        boards=PATIENT,
        elsewhere=PATIENT,
        often=6,
    ),
    Call(
        "mm.play_many",
        {
            "player": QUICK,
            **RULES,
            "games": ("3",),
            "seed": SEED,
            "n_jobs": ("1",),
            "scoring": ("None",),
        },
        boards=SMALL,
        elsewhere=PATIENT,
        often=4,
    ),
    Call(
        "mm.play_many",
        {
            "player": QUICK,
            **RULES,
            "secrets": ("codes(R, 3)", "['0' * R.pegs]"),
            "seed": SEED,
            "n_jobs": ("1",),
        },
        boards=SMALL,
        elsewhere=PATIENT,
    ),
    Call(
        "mm.sweep",
        {
            "player": ("'random_consistent'", "'gold'"),
            **RULES,
            "grid": GRIDS,
            "games": ("3",),
            "seed": SEED,
            "n_jobs": ("1",),
            "store": ("None", "folder() / 'x'"),
            "description": ("None", "'it'"),
        },
        boards=("2, 3",),
        often=6,
    ),
    Call(
        "mm.leaderboard",
        {
            **RULES,
            "players": ("['gold', Player('random')]", "{'a': 'gold'}"),
            "games": ("3", "codes(R, 2)"),
            "seed": SEED,
            "n_jobs": ("1",),
            "timed": ("False",),
        },
        boards=SMALL,
        elsewhere=PATIENT,
        often=4,
    ),
    Call("board", {"n": ("2",)}, often=1),
    Call("mm.turns", {"games": ("games(5)",), **RULES}, boards=("4, 6",)),
    Call(
        "mm.strategy_tree",
        {"player": ("'knuth'", "'kooi'", "'swaszek'", "'gold'", "'optimal'"), **RULES},
        boards=("3, 4", "2, 3", "1, 2"),
        # the whole trees of larger ones take seconds to minutes, with a bar
        elsewhere=SMALL,
    ),
    Call(
        "mm.evolve_strategy",
        {
            **RULES,
            "seed": SEED,
            "generations": ("1", "3"),
            "stages": ("1", "2"),
            "population": ("1", "3"),
            "islands": ("1", "2"),
            "crossover_rate": ("0.0", "1"),
            "tuning_rate": ("0", "0.5"),
            "start": ("'equal'", "'random'", "{(0, 0): 0.5}", "[{}, {(0, 0): 0.5}]"),
            "first_guess": ("None", "'0' * R.pegs"),
            "n_jobs": ("1",),
            "store": ("None", "folder() / 'x'"),
        },
        boards=("2, 3", "1, 2"),
        elsewhere=SMALL,
    ),
    Call(
        "mm.problems.weights",
        {**RULES, "stages": ("1", "2"), "first_guess": ("None", "'0' * R.pegs")},
        boards=("2, 3", "1, 2"),
        elsewhere=SMALL,
    ),
    Call(
        "mm.problems.whole_board",
        {"secret": ("'0123'", "[7, 1]"), "guesses": ("1", "10")},
    ),
    Call(
        "mm.problems.whole_board('15').fitness",
        {"individuals": ("[[1, 5] * 10]", "np.zeros((3, 20))")},
    ),
    Call(
        "mm.problems.whole_board('15').decode",
        {"individual": ("[1, 5] * 10", "np.zeros(20)")},
    ),
    Call(
        "mm.best_tree",
        {**RULES, "effort": ("0", "1", "3")},
        boards=("3, 4", "2, 3", "1, 2"),
        elsewhere=SMALL,
    ),
    Call("mm.StrategyTree.load", {"path": ("tree_file()",)}),
    Call(
        "mm.strategy_tree('knuth', mm.Rules(2, 3)).save",
        {"path": ("folder() / 'tree.json'",)},
    ),
    Call(
        "mm.whole_board.run",
        {
            "secret": ("'0123'", "[7, 1]", "codes(mm.Rules(4, 8), 1)[0]"),
            "seed": SEED,
            "operators": ("'compiled'", "'pygad'"),
            "guesses": ("2", "10"),
            "generations": ("3",),
            "population": ("8",),
            "parents": ("4",),
            "keep_parents": ("1", "-1"),
            "keep_elitism": ("1", "0"),
            "mutation_genes": ("None", "1"),
            "exclude_current": ("True",),
            "scoring": SCORINGS[:2],
            "fitness": ("None", "fitness('zeros')"),
            "target": ("None", "40.0"),
        },
        often=8,
    ),
    Call(
        "mm.whole_board.run_many",
        {
            "secrets": ("['0123', '1234']",),
            "seed": SEED,
            "n_jobs": ("1",),
            "runs": ("2",),
            "generations": ("2",),
            "population": ("8",),
            "parents": ("4",),
            "keep_parents": ("1",),
        },
        often=4,
    ),
    Call(
        "mm.whole_board.table",
        {
            "runs": (
                "[mm.whole_board.run('01', generations=2, population=8,"
                " parents=4, keep_parents=1)]",
            )
        },
    ),
    Call(
        "mm.published.load",
        {"name": ("mm.published.names()[0]", "'nine_colors_rounds'")},
    ),
    Call(
        "mm.results.read",
        {"name": ("'x'",), "folder": ("stored()",), "text": ("()", "['player']")},
        often=3,
    ),
    Call("mm.results.story", {"name": ("'x'",), "folder": ("stored()",)}),
    Call(
        "mm.results.write",
        {
            "name": ("'y'",),
            "frame": ("frame(a=[1, 2], b=['x', '007'])",),
            "settings": ("{'seed': 1}",),
            "command": ("'make'",),
            "folder": ("folder()",),
        },
        often=3,
    ),
    Call("mm.stats.mean_interval", {"values": SAMPLE, "confidence": ("0.95", "0.5")}),
    Call("mm.stats.standard_error", {"values": SAMPLE}),
    Call(
        "mm.stats.share_interval",
        {"successes": ("0", "5"), "trials": ("5", "17"), "confidence": ("0.95",)},
    ),
    Call(
        "mm.stats.difference",
        {
            "first": SAMPLE[:1],
            "second": SAMPLE[:1],
            "paired": ("True", "False"),
            "confidence": ("0.9",),
        },
    ),
    Call("mm.stats.adjusted", {"p_values": ("[0.01, 0.5]", "[1.0]")}),
    Call(
        "mm.stats.share_difference",
        {"first": ("(1, 5)",), "second": ("(2, 6)",), "confidence": ("0.9",)},
    ),
    Call(
        "mm.verdicts.compare_mean",
        {
            "quantity": ("'mean'",),
            "ours": SAMPLE[:2],
            "theirs": ("4.5", "5"),
            "margin": ("0.1", "0"),
            "theirs_n": ("None", "50"),
            "whole": ("True", "False"),
            "fitted": ("False",),
            "why": ("''",),
            "digits": ("3", "0"),
        },
    ),
    Call(
        "mm.verdicts.compare_share",
        {
            "quantity": ("'share'",),
            "ours": ("(1, 5)",),
            "theirs": ("(2, 6)",),
            "margin": ("0.05",),
            "why": ("''",),
        },
    ),
    Call(
        "mm.verdicts.judge",
        {"rows": ("[mm.verdicts.compare_exact('a', 1, 1)]",), "confidence": ("0.95",)},
    ),
    Call(
        "mm.verdicts.count",
        {"tables": ("mm.verdicts.judge([mm.verdicts.compare_exact('a', 1, 1)])",)},
        often=1,
    ),
    Call(
        "counted_verdicts",
        {"tables": ("mm.verdicts.judge([mm.verdicts.compare_exact('a', 1, 1)])",)},
        often=1,
    ),
    Call(
        "mm.table",
        {
            "rows": (
                "[(1, 0.5), (2, None)]",
                "[{'a': 1, 'b': 0.5}]",
                "{'a': [1], 'b': [0.5]}",
            ),
            "columns": ("['a', 'b']",),
            "formats": ("{}", "{'b': '.1%'}"),
        },
    ),
    Call(
        "mm.plots.mean_curve",
        {
            "x": ("[1, 2]",),
            "samples": ("[[1, 2], [3, 5]]",),
            "label": ("''",),
            "ax": ("None", "axes()"),
        },
    ),
    Call(
        "mm.plots.landscape",
        {
            "data": ("[-1, 0.5]",),
            "fits": ("[False, True]",),
            "ax": ("None", "axes()"),
        },
    ),
    Call(
        "mm.plots.landscape",
        {"data": ("mm.History(R)",), "by": ("mm.fitness.gold",)},
        boards=SMALL,
    ),
    Call(
        "mm.check_player",
        {"player": QUICK, **RULES, "seed": SEED},
        boards=PATIENT,
        elsewhere=PATIENT,
        often=1,
    ),
    Call(
        "mm.plots.convergence",
        {
            "searches": (
                "mm.Search(best=np.ones(3), mean=np.ones(3))",
                "[mm.Search(best=np.ones(3), mean=np.ones(3))]",
            ),
            "ax": ("None", "axes()"),
        },
    ),
    Call(
        "mm.board.picture",
        {
            "guesses": GUESSES,
            "secret": CODE,
            "scoring": SCORINGS,
            "hidden": ("False",),
            "rows": ("0", "12"),
            "current": ("()", "[-1] * R.pegs"),
            "marked": ("()", "[0]"),
            "stop_when_solved": ("True",),
            "title": ("''", "'a < b'"),
            "theme": ("'dark'", "'page'"),
        },
        often=5,
    ),
    Call(
        "mm.board.draw",
        {"guesses": GUESSES, "secret": CODE, "ax": ("None", "axes()")},
        often=1,
    ),
    Call(
        "mm.board.picture(['01'], '12').save",
        {"path": ("folder() / 'a.svg'", "folder() / 'a.png'")},
        often=1,
    ),
    Call(
        "mm.board.Play",
        {
            "rules": ("R", "None"),
            "mode": ("'break'", "'make'", "'watch'"),
            "player": NAMES[:3],
            "seed": SEED,
        },
        boards=SMALL,
        often=1,
    ),
    Call(
        "mm.board.StepThrough",
        {"player": ("'gold'",), "secret": CODE, **RULES, "seed": SEED},
        boards=SMALL,
        often=1,
    ),
    Call(
        "mm.board.Landscape",
        {
            **RULES,
            "secret": ("None",),
            "player": ("'random_consistent'",),
            "height": ("'distance'",),
            "seed": SEED,
        },
        boards=("4, 6",),
        often=1,
    ),
    Call(
        "mm.plots.guesses_histogram",
        {
            "games": ("games(5)", "[games(3), games(4)]"),
            "published": ("None",),
            "title": ("''",),
            "published_label": ("'published'",),
            "ax": ("None", "axes()"),
        },
        boards=("4, 6",),
    ),
    Call(
        "mm.plots.strategy_tree",
        {
            "tree": ("mm.strategy_tree('knuth', mm.Rules(2, 3))",),
            "title": ("None", "'it'"),
            "ax": ("None", "axes()"),
        },
        often=1,
    ),
    Call(
        "mm.plots.mean_points",
        {
            "labels": ("['a', 'b']",),
            "samples": ("[[1, 2, 3], [4, 5]]",),
            "published": ("None", "[2.0, None]"),
            "label": ("''",),
            "ax": ("None", "axes()"),
        },
        often=1,
    ),
    Call(
        "mm.controls.sliders",
        {
            "draw": ("lambda size: None",),
            "start": ("None", "{'size': 2}"),
            "size": ("[1, 2]",),
        },
        often=1,
    ),
    Call(
        "mm.progress",
        {
            "iterable": ("[1, 2]", "None"),
            "total": ("None", "5"),
            "description": ("''",),
            "unit": ("'run'",),
        },
        often=1,
    ),
    # what misbehaves in other ways than by a wrong argument
    Call(
        "mm.StrategyTree.load",
        {
            "path": (
                *(f"tree_file({how})" for how in range(60)),
                "tree_file(parent=0)",
                "tree_file(guess=[])",
                "tree_file(size=[[1]])",
                "tree_file(pegs='2')",
            )
        },
        often=3,
    ),
    Call(
        "mm.results.read",
        {
            "name": ("'x'",),
            "folder": tuple(
                f"stored({how}, {part!r})"
                for how in range(30)
                for part in ("csv", "json")
            ),
        },
        often=3,
    ),
    Call(
        "sweep",
        {
            "rules": ("mm.Rules(2, 3)",),
            "grid": ("{'first_guess': ['01']}",),
            "store": tuple(
                f"{made}({how}) / 'x'"
                for made in ("stored", "half_done")
                for how in range(30)
            ),
        },
        often=3,
    ),
    Call(
        "sweep",
        {
            "rules": ("mm.Rules(2, 3)",),
            "grid": ("{'first_guess': ['01']}",),
            "store": (
                "thesis() / 'x'",
                "''",
                "'.'",
                "'../x'",
                "Path('')",
                "'x' * 300",
                "'a b'",
            ),
        },
        often=1,
    ),
    Call(
        "mm.play",
        {
            "player": tuple(
                f"Player({kind})"
                for kind in (
                    "None",
                    "'raising'",
                    "'mutating'",
                    "[9] * 4",
                    "'01'",
                    "looped()",
                    "np.zeros((1, 4))",
                    "{}",
                    "nested()",
                )
            ),
            "secret": CODE,
            **RULES,
            **RNG,
        },
        boards=PATIENT,
        elsewhere=PATIENT,
        often=5,
    ),
    Call(
        "mm.play",
        {
            "player": QUICK[:2],
            "secret": tuple(
                f"Codemaker({kind}, R)"
                for kind in (
                    "'raising'",
                    "None",
                    "(9, 9)",
                    "(-1, 0)",
                    "'11'",
                    "(0.5, 0)",
                    "[1]",
                    "(3, 1)",
                    "nested()",
                    "(True, 0)",
                    "10**30",
                )
            ),
            **RULES,
            **RNG,
        },
        boards=PATIENT,
        elsewhere=PATIENT,
        often=5,
    ),
    Call(
        "mm.whole_board.run",
        {
            "secret": ("'0123'",),
            "generations": ("2",),
            "population": ("8",),
            "parents": ("4",),
            "keep_parents": ("1",),
            "fitness": tuple(
                f"fitness({kind})"
                for kind in (
                    "None",
                    "'raising'",
                    "'mutating'",
                    "[1]",
                    "np.full(8, np.nan)",
                    "'x'",
                    "np.zeros((8, 2))",
                    "{}",
                )
            ),
        },
        often=4,
    ),
    Call(
        "mm.play_many",
        {
            "player": (
                "Player(None)",
                "Player('raising')",
                "Player('random', '')",
                "Player('random', None)",
                "Player('random', 'a\\nb')",
            ),
            **RULES,
            "games": ("2",),
            "seed": ("1",),
            "n_jobs": ("1",),
        },
        boards=("4, 6",),
        often=2,
    ),
    # players of one's own
    Call("mm.player", {"name": OWN}),
    Call(
        "mm.play",
        {"player": OWN, "secret": CODE, **RULES, "story": ("False", "True"), **RNG},
        boards=SMALL,
        elsewhere=SMALL,
        often=6,
    ),
    Call(
        "mm.play_many",
        {"player": OWN, **RULES, "games": ("3",), "seed": SEED, "n_jobs": ("1",)},
        boards=SMALL,
        elsewhere=SMALL,
        often=6,
    ),
    Call(
        "mm.leaderboard",
        {
            **RULES,
            "players": tuple(f"[{player}, 'gold']" for player in OWN)
            + tuple(f"{{{name}: own(), 'a': 'gold'}}" for name in NAMED),
            "games": ("3",),
            "seed": ("1",),
            "n_jobs": ("1",),
            "timed": ("False", "True"),
        },
        boards=SMALL,
        elsewhere=SMALL,
        often=4,
    ),
    Call(
        "mm.sweep",
        {
            "player": MAKERS,
            **RULES,
            "grid": ("{'a': [1, 2]}", "[{}]", "{'a': ['$x_$']}"),
            "games": ("3",),
            "seed": ("1",),
            "n_jobs": ("1",),
            "store": ("None", "folder() / 'x'"),
        },
        boards=("2, 3",),
        elsewhere=SMALL,
        often=4,
    ),
    Call(
        "mm.check_player",
        {"player": OWN, **RULES, "seed": SEED},
        boards=SMALL,
        elsewhere=SMALL,
        often=4,
    ),
    Call(
        "mm.strategy_tree",
        {"player": OWN, **RULES},
        boards=("3, 4", "2, 3", "1, 2"),
        elsewhere=SMALL,
        often=4,
    ),
    Call(
        "mm.board.Play",
        {
            "rules": ("R",),
            "mode": ("'break'", "'watch'"),
            "player": OWN,
            "rival": ("None", *OWN),
        },
        boards=SMALL,
        elsewhere=SMALL,
    ),
    Call(
        "raced",
        {"player": OWN, "rival": ("'gold'", "own()"), **RULES},
        boards=SMALL,
        elsewhere=SMALL,
    ),
    Call(
        "mm.board.Landscape",
        {**RULES, "secret": CODE, "player": OWN, "seed": ("1",)},
        boards=SMALL,
        elsewhere=SMALL,
    ),
    Call(
        "mm.board.StepThrough",
        {"player": OWN, "secret": CODE, **RULES, "seed": ("1",)},
        boards=SMALL,
        elsewhere=SMALL,
        often=0.5,
    ),
)


def breeds(cls: type) -> bool:
    """Whether a player evolves codes."""
    is_in_core = cls.__module__.startswith("mmlib.players.")
    return is_in_core and cls.name != "random_consistent"


def settings_of(name: str) -> dict[str, tuple[str, ...]]:
    """Right values of a player's settings: little, usual, and rather much."""
    found = {}
    for field in REGISTRY[name].fields():
        default = field.default
        if isinstance(default, bool):
            values = ("True", "False")
        elif isinstance(default, str):
            values = (repr(default),)
        elif isinstance(default, float):
            values = (repr(default), "0.0", "1.0")
        elif isinstance(default, int):
            values = (repr(default), "1", "2", "20")
        else:
            values = ("None",)
        found[field.name] = values
    return found
