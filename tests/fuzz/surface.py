"""What can be called, and with what.

For every argument there are some values that are right, as Python text. Where several
arguments belong together, as a board and its codes, `Call.boards` gives them together.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from mmlib.players.registry import REGISTRY
from tests.fuzz.odd import values
from tests.fuzz.own import MAKERS, NAMED, OWN  # noqa: F401 - SURFACE names MAKERS

#: Boards, small ones more often.
BOARDS = values(
    "4, 6 | 4, 6 | 3, 4 | 2, 3 | 1, 2 | 4, 16 | 5, 8 | 6, 9 | 8, 12 | 15, 16 | 15, 2"
)
SMALL = BOARDS[:5]

#: Those on which an evolution that is true to its source does not search for minutes.
PATIENT = tuple(board for board in BOARDS if board not in ("8, 12", "15, 16"))

#: Those with two or three pegs, or one.
TINY = values("3, 4 | 2, 3 | 1, 2")

ARRAYS = values("codes(R, 5) | codes(R, 1, 3) | codes(R, 40).tolist() | codes(R, 0)")
CODE = values("codes(R, 1)[0] | codes(R, 1, 7)[0].tolist()")
HISTORY = values(
    "mm.History(R) | honest(R, 1) | honest(R, 3, 5) | lied(R, 2, 4) | lied(R, 6, 8)"
)
ALPHABET = values("None | 'ABCDEFGHIJKLMNOP' | [f'color{n}' for n in range(16)]")
TEXTS = values(
    "repr(honest(R, 3, 2)) | repr(honest(R, 3, 2))[9:-1] | '' | '0012: 1,0'"
    " | 'guess,black,white\\n0012,1,0'"
)
SCORINGS = values("'standard' | 'check_guess' | 'nine_colors'")
RNG = values("rng() | rng(5)")
SEED = values("0 | 1 | 2**63 - 1 | np.int64(7)")
NAMES = tuple(repr(name) for name in REGISTRY)
QUICK = values(
    "'random_consistent' | 'le_adoga' | 'gold' | 'shapiro' | Player('random')"
)
FEEDBACKS = values("honest(R, 3, 2).feedbacks | honest(R, 3, 2).feedbacks.tolist()")
GUESSES = values("honest(R, 3, 2).guesses | honest(R, 3, 2).guesses.tolist()")
SAMPLE = values("[4, 5, 5, 6, 4] | np.arange(2, 30) | [5, 5] | np.array([4.5, 4.25])")
GRIDS = values(
    "{'first_guess': ['01', None]} | [{'first_guess': '01'}, {'first_guess': '12'}]"
    " | {'first_guess': ['random']}"
)

#: Codemakers that answer, and some that misbehave.
CODEMAKERS = tuple(
    f"Codemaker({kind}, R)"
    for kind in values("'honest' | 'lying' | 'mutating' | (0, 0)")
)
ODD_CODEMAKERS = tuple(
    f"Codemaker({kind}, R)"
    for kind in values(
        "'raising' | None | (9, 9) | (-1, 0) | '11' | (0.5, 0) | [1] | (3, 1)"
        " | nested() | (True, 0) | 10**30"
    )
)

#: What makes these for many games, and functions that return none.
MAKERS_OF_CODEMAKERS = tuple(
    one.replace("Codemaker", "Makes") for one in CODEMAKERS + ODD_CODEMAKERS
) + values("(lambda game: None) | (lambda game: game)")

#: Players and fitness functions that misbehave.
ODD_PLAYERS = tuple(
    f"Player({kind})"
    for kind in values(
        "None | 'raising' | 'mutating' | [9] * 4 | '01' | looped() | np.zeros((1, 4))"
        " | {} | nested()"
    )
)
ODD_FITNESS = tuple(
    f"fitness({kind})"
    for kind in values(
        "None | 'raising' | 'mutating' | [1] | np.full(8, np.nan) | 'x'"
        " | np.zeros((8, 2)) | {}"
    )
)

#: Players in which one is odd, and rivals.
ODD_LISTS = tuple(f"[{player}, 'gold']" for player in OWN)
ODD_LISTS += tuple(f"{{{name}: own(), 'a': 'gold'}}" for name in NAMED)
RIVALS = ("None", *OWN)

#: Runs of whole boards.
RUNS = values(
    "[mm.whole_board.run('01', generations=2, population=8, parents=4, keep_parents=1)]"
)

#: Files of trees, folders of results, and places for results, damaged in some way.
TREE_FILES = tuple(f"tree_file({how})" for how in range(60))
TREE_FILES += values(
    "tree_file(parent=0) | tree_file(guess=[]) | tree_file(size=[[1]])"
    " | tree_file(pegs='2')"
)
FOLDERS = tuple(
    f"stored({how}, {part!r})" for how in range(30) for part in ("csv", "json")
)
STORES = tuple(
    f"{made}({how}) / 'x'" for made in ("stored", "half_done") for how in range(30)
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


def calls(text: str, groups: dict[str, object]) -> tuple[Call, ...]:
    """Read calls that are written as `SURFACE` is.

    A word in capitals stands for the values of that name in `groups`.
    """

    def read(said: str) -> tuple[str, ...]:
        group = groups.get(said)
        return group if isinstance(group, tuple) else values(said)

    found = []
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    # a line that begins with a bar goes on with the values of the one before
    joined = "\n".join(lines).strip().replace("\n        |", " |")
    # a call begins at the margin
    for call in re.split(r"\n(?! )", joined):
        head, *body = call.splitlines()
        function, _, said = head.partition(": ")
        settings = dict(part.split(" ", 1) for part in said.split("; ") if part)
        pairs = [pair.split(" = ", 1) for line in body for pair in line.split("; ")]
        call = Call(
            function=function,
            arguments={name.strip(): read(right) for name, right in pairs},
            boards=read(settings.get("boards", "BOARDS")),
            often=float(settings.get("often", 2)),
            elsewhere=read(settings.get("elsewhere", "BOARDS")),
        )
        found.append(call)
    return tuple(found)


#: Every function: its name with its settings, where they are not the usual ones, and
#: below it its arguments. Values are as Python has them, with bars between them.
SURFACE = r"""
mm.Rules
    pegs = 4 | 15 | np.int64(1); colors = 6 | 16; max_guesses = 10 | 1 | 30
    repeats = True | False
mm.History
    rules = R; guesses = GUESSES; feedbacks = FEEDBACKS; scoring = SCORINGS
    alphabet = ALPHABET; first = 0
mm.History.from_text: often 3
    text = TEXTS; rules = R | None; scoring = SCORINGS; alphabet = ALPHABET; first = 0
mm.feedback: often 4
    guess = CODE; secret = CODE; scoring = SCORINGS
mm.feedback_row: often 4
    guess = CODE; secrets = ARRAYS; colors = R.colors | 16; scoring = SCORINGS
mm.feedback_matrix: often 4
    guesses = ARRAYS; secrets = ARRAYS; colors = R.colors; scoring = SCORINGS
mm.as_code: often 4
    value = CODE; rules = R | None; colors = 16; alphabet = ALPHABET; first = 0
mm.as_codes: often 4
    values = ARRAYS; rules = R | None; colors = 16; alphabet = ALPHABET; first = 0
mm.all_codes: boards 4, 6 | 15, 2 | 8, 8 | 8, 12 | 15, 16; often 1
    rules = R
mm.random_codes
    rules = R; n = 0 | 5 | np.int64(3); rng = RNG
mm.codes.code_index
    codes = ARRAYS; colors = R.colors | 16; repeats = True | False
mm.codes.parse
    text = '0123' | '0 1 2 A' | 'f' | '0,1'
mm.codes.as_text
    code = CODE; alphabet = ALPHABET; first = 0 | 1
mm.consistent.consistent_codes: often 4
    history = HISTORY; limit = 2_000_000 | 5 | 0
mm.consistent.count_consistent: often 3
    history = HISTORY
mm.consistent.random_consistent_code: often 3
    history = HISTORY; rng = RNG
mm.consistent.first_consistent_code: often 3
    history = HISTORY; rng = RNG
mm.consistent.consistent_by_chance
    history = HISTORY; n = 5 | 0; tries = 1000 | 0; rng = RNG
mm.consistent.contradiction: often 3
    history = HISTORY
mm.information: boards SMALL
    history = HISTORY
mm.hint: boards SMALL; elsewhere SMALL; often 3
    history = HISTORY; player = QUICK; seed = SEED
mm.hint: boards SMALL; elsewhere SMALL
    history = HISTORY; player = None
mm.null_model: boards SMALL
    rules = R; first_guess = codes(R, 1)[0] | 'random' | None; scoring = SCORINGS
mm.partitions.class_sizes: often 4
    guesses = ARRAYS; codes = ARRAYS; colors = R.colors; scoring = SCORINGS
mm.partitions.measure: often 4
    guesses = ARRAYS; codes = ARRAYS; colors = R.colors
mm.first_guess.kinds
    rules = R
mm.first_guess.sizes
    guess = CODE; rules = R
mm.first_guess.lower_bound: boards SMALL
    rules = R; guesses = 1 | 2
mm.fitness.whole_board: often 3
    chromosomes = np.tile(codes(R, 5), 3); secret = CODE; scoring = SCORINGS
    cost = 100 | 0
mm.fitness.solved_on_guess
    chromosomes = np.tile(codes(R, 5), 3) | np.zeros((0, 2 * R.pegs), int)
    secret = CODE
mm.fitness.gold: often 3
    population = ARRAYS; guesses = GUESSES; feedbacks = FEEDBACKS
mm.fitness.distance: often 4
    population = ARRAYS; guesses = GUESSES; feedbacks = FEEDBACKS
    black_weight = 1.0 | 0.5; white_weight = 1.0 | 0; scoring = SCORINGS
mm.fitness.berghman: often 3
    population = ARRAYS; guesses = GUESSES; feedbacks = FEEDBACKS; a = 1.0; b = 2.0
mm.operators.cross_neighbors
    parents = codes(R, 5) | codes(R, 1, 3) | codes(R, 40).tolist(); n_children = 0 | 7
    rng = RNG
mm.operators.reset_genes
    children = ARRAYS; colors = R.colors; n_genes = 1 | R.pegs
    exclude_current = True | False; rng = RNG
mm.player
    name = NAMES
mm.players: often 1
mm.players: often 1
    name = NAMES
mm.setting: often 1
    default = 30 | 0.5 | None | True
mm.published.names: often 1
mm.plots.use_style: often 1
mm.plots.whole_ticks: often 1
    ax = axes(); axis = 'x' | 'y'
mm.verdicts.compare_exact: often 1
    quantity = 'all'; ours = 1; theirs = 2; why = ''
mm.board.bred_turns: boards 4, 6 | 4, 6 | 3, 4; often 1
    player = 'gold' | 'le_adoga'; secret = CODE; rules = R; seed = SEED
mm.play: boards SMALL; often 6
    player = NAMES; secret = CODE; rules = R; story = False | True; scoring = None
    rng = RNG; seconds = None | 60
mm.play: boards PATIENT; elsewhere PATIENT; often 6
    player = QUICK; secret = CODEMAKERS; rules = R; rng = RNG
mm.play_many: boards PATIENT; elsewhere PATIENT; often 4
    player = QUICK; rules = R; games = 2; secret = MAKERS_OF_CODEMAKERS; seed = SEED
    n_jobs = 1
mm.play_many: boards SMALL; elsewhere PATIENT; often 4
    player = QUICK; rules = R; games = 3; seed = SEED; n_jobs = 1; scoring = None
    store = None | folder() / 'x'; seconds = None | 60
mm.play_many: boards SMALL; elsewhere PATIENT
    player = QUICK; rules = R; secrets = codes(R, 3) | ['0' * R.pegs]; seed = SEED
    n_jobs = 1
mm.sweep: boards 2, 3; often 6
    player = 'random_consistent' | 'gold'; rules = R; grid = GRIDS; games = 3
    seed = SEED; n_jobs = 1; store = None | folder() / 'x'; description = None | 'it'
mm.leaderboard: boards SMALL; elsewhere PATIENT; often 4
    rules = R; players = ['gold', Player('random')] | {'a': 'gold'}
    games = 3 | codes(R, 2); seed = SEED; n_jobs = 1; timed = False
board: often 1
    n = 2
mm.turns: boards 4, 6
    games = games(5); rules = R; alphabet = ALPHABET; first = 0
# the whole trees of larger boards take seconds to minutes, with a bar
mm.strategy_tree: boards TINY; elsewhere SMALL
    player = 'knuth' | 'kooi' | 'swaszek' | 'gold' | 'optimal'; rules = R
mm.evolve_strategy: boards 2, 3 | 1, 2; elsewhere SMALL
    rules = R; seed = SEED; generations = 1 | 3; stages = 1 | 2; population = 1 | 3
    islands = 1 | 2; crossover_rate = 0.0 | 1; tuning_rate = 0 | 0.5
    start = 'equal' | 'random' | {(0, 0): 0.5} | [{}, {(0, 0): 0.5}]
    first_guess = None | '0' * R.pegs; n_jobs = 1; store = None | folder() / 'x'
mm.problems.weights: boards 2, 3 | 1, 2; elsewhere SMALL
    rules = R; stages = 1 | 2; first_guess = None | '0' * R.pegs
mm.problems.black_pegs
    secret = codes(R, 1)[0]; rules = R
mm.problems.dynamic
    secret = codes(R, 1)[0]; rules = R
mm.problems.dynamic('012', mm.Rules(3, 4)).fitness
    individuals = [[0, 1, 2]] | np.zeros((3, 3)) | [[0, 0, 1], [0, 1, 2], [3, 3, 3]]
mm.problems.consistent
    history = HISTORY
mm.problems.instance: boards 2, 3 | 3, 5 | 4, 8; elsewhere SMALL
    family = 'consistent' | 'black_pegs' | 'dynamic'; rules = R; number = 1 | 7
mm.problems.benchmark
    solvers = ['random'] | {'a': 'scipy', 'b': solver_of_ones_own}
    problems = [mm.problems.black_pegs('012', mm.Rules(3, 4))]
    budget = 1 | 150; seed = SEED; n_jobs = 1; store = None | folder() / 'x'
mm.problems.to_ioh
    problem = mm.problems.black_pegs('012', mm.Rules(3, 4))
mm.problems.environment
    rules = R; render_mode = None | 'ansi'
mm.problems.whole_board
    secret = '0123' | [7, 1]; guesses = 1 | 10
mm.problems.whole_board('15').fitness
    individuals = [[1, 5] * 10] | np.zeros((3, 20))
mm.problems.whole_board('15').decode
    individual = [1, 5] * 10 | np.zeros(20)
mm.best_tree: boards TINY; elsewhere SMALL
    rules = R; effort = 0 | 1 | 3
mm.prove_optimum: boards TINY
    rules = R; first_guess = codes(R, 1)[0] | None; max_guesses = 9 | 20 | None
    effort = 10**9 | 1; hashes = 0 | 7
mm.StrategyTree.load
    path = tree_file(); alphabet = None; first = 0
mm.strategy_tree('knuth', mm.Rules(2, 3)).save
    path = folder() / 'tree.json'; format = 'json' | 'text' | 'graphviz' | 'table'
mm.whole_board.run: often 8
    secret = '0123' | [7, 1] | codes(mm.Rules(4, 8), 1)[0]; seed = SEED
    operators = 'compiled' | 'pygad'; guesses = 2 | 10; generations = 3; population = 8
    parents = 4; keep_parents = 1 | -1; keep_elitism = 1 | 0; mutation_genes = None | 1
    exclude_current = True; scoring = 'standard' | 'check_guess'
    fitness = None | fitness('zeros'); target = None | 40.0; colors = 8
    patience = None | 2; seconds = None | 5; callback = None
mm.whole_board.run_many: often 4
    secrets = ['0123', '1234']; seed = SEED; n_jobs = 1; runs = 2; generations = 2
    population = 8; parents = 4; keep_parents = 1
mm.whole_board.as_frame
    runs = RUNS
mm.published.load
    name = mm.published.names()[0] | 'nine_colors_rounds'
mm.results.read: often 3
    name = 'x'; folder = stored(); text = () | ['player']
mm.results.story
    name = 'x'; folder = stored()
mm.results.write: often 3
    name = 'y'; frame = frame(a=[1, 2], b=['x', '007']); settings = {'seed': 1}
    command = 'make'; folder = folder()
mm.stats.mean_interval
    values = SAMPLE; confidence = 0.95 | 0.5
mm.stats.standard_error
    values = SAMPLE
mm.stats.share_interval
    successes = 0 | 5; trials = 5 | 17; confidence = 0.95
mm.stats.difference
    first = [4, 5, 5, 6, 4]; second = [4, 5, 5, 6, 4]; paired = True | False
    confidence = 0.9
mm.stats.expected_running_time
    evaluations = [20, 40, float('inf')] | [3]; budget = 100; confidence = 0.9
    seed = SEED
mm.stats.adjusted
    p_values = [0.01, 0.5] | [1.0]
mm.stats.share_difference
    first = (1, 5); second = (2, 6); confidence = 0.9
mm.verdicts.compare_mean
    quantity = 'mean'; ours = [4, 5, 5, 6, 4] | np.arange(2, 30); theirs = 4.5 | 5
    margin = 0.1 | 0; theirs_n = None | 50; whole = True | False; fitted = False
    why = ''; digits = 3 | 0
mm.verdicts.compare_share
    quantity = 'share'; ours = (1, 5); theirs = (2, 6); margin = 0.05; why = ''
mm.verdicts.judge
    rows = [mm.verdicts.compare_exact('a', 1, 1)]; confidence = 0.95
    bounds = True | False
mm.verdicts.count: often 1
    tables = mm.verdicts.judge([mm.verdicts.compare_exact('a', 1, 1)])
counted_verdicts: often 1
    tables = mm.verdicts.judge([mm.verdicts.compare_exact('a', 1, 1)])
mm.table
    rows = [(1, 0.5), (2, None)] | [{'a': 1, 'b': 0.5}] | {'a': [1], 'b': [0.5]}
    columns = ['a', 'b']; formats = {} | {'b': '.1%'}
    format = None | 'text' | 'latex' | 'markdown' | 'csv'
mm.GeneticPlayer
    name = 'mine'; population = 2 | 5; generations = 0 | 3; elite = 0 | 1
    first_guess = None | [0, 1] | '01'
mm.stored_verdicts: often 1
    place = '' | 'Le Adoga IX' | 'Rosu'
mm.text_says: often 1
    condition = True | np.False_ | lambda: {}['x']
    text = '68 of 100' | 'the opening says 3'
mm.plots.mean_curve
    x = [1, 2]; samples = [[1, 2], [3, 5]]; label = ''; ax = None | axes()
mm.plots.ecdf
    hits = {'a': [3, 10], 'b': [float('inf')]}; budget = 100 | None
    ax = None | axes()
mm.plots.landscape
    data = [-1, 0.5]; fits = [False, True]; ax = None | axes()
mm.plots.landscape: boards SMALL
    data = mm.History(R); by = mm.fitness.gold
mm.check_player: boards PATIENT; elsewhere PATIENT; often 1
    player = QUICK; rules = R; seed = SEED
mm.plots.convergence
    searches = mm.Search(best=np.ones(3), mean=np.ones(3))
        | [mm.Search(best=np.ones(3), mean=np.ones(3))]
    ax = None | axes()
mm.board.picture: often 5
    guesses = GUESSES; secret = CODE; scoring = SCORINGS; hidden = False; rows = 0 | 12
    current = () | [-1] * R.pegs; marked = () | [0]; stop_when_solved = True
    title = '' | 'a < b'; theme = 'dark' | 'page'; alphabet = ALPHABET; first = 0
mm.board.draw: often 1
    guesses = GUESSES; secret = CODE; ax = None | axes()
mm.board.picture(['01'], '12').save: often 1
    path = folder() / 'a.svg' | folder() / 'a.png'
mm.board.Play: boards SMALL; often 1
    rules = R | None; mode = 'break' | 'make' | 'watch'
    player = 'knuth' | 'irving' | 'neuwirth'; seed = SEED; alphabet = ALPHABET
    first = 0
mm.board.Play: boards SMALL; often 1
    history = HISTORY; mode = 'break' | 'make'; player = 'knuth'; seed = SEED
mm.board.StepThrough: boards SMALL; often 1
    player = 'gold'; secret = CODE; rules = R; seed = SEED
mm.board.Landscape: boards 4, 6; often 1
    rules = R; secret = None; player = 'random_consistent'; height = 'distance'
    seed = SEED
mm.plots.guesses_histogram: boards 4, 6
    games = games(5) | [games(3), games(4)]; published = None; title = ''
    published_label = 'published'; ax = None | axes()
mm.plots.strategy_tree: often 1
    tree = mm.strategy_tree('knuth', mm.Rules(2, 3)); title = None | 'it'
    ax = None | axes()
mm.plots.printed_and_measured: often 1
    table = None | mm.verdicts.judge([mm.verdicts.compare_exact('a', 1.2, 1.2)])
    ax = None | axes()
mm.plots.trade_off: often 1
    ranking = mm.leaderboard(mm.Rules(2, 3), ['knuth', 'gold'], 5, 1)
    cost = 'evaluations' | 'ms'; colors = None | {'gold': 'red'}; ax = None | axes()
mm.plots.mean_points: often 1
    labels = ['a', 'b']; samples = [[1, 2, 3], [4, 5]]
    published = None | [2.0, None]; label = ''; ax = None | axes()
mm.controls.sliders: often 1
    draw = lambda size: None; start = None | {'size': 2}; size = [1, 2]
mm.progress: often 1
    iterable = [1, 2] | None; total = None | 5; description = ''; unit = 'run'
# what misbehaves in other ways than by a wrong argument
mm.StrategyTree.load: often 3
    path = TREE_FILES
mm.results.read: often 3
    name = 'x'; folder = FOLDERS
sweep: often 3
    rules = mm.Rules(2, 3); grid = {'first_guess': ['01']}; store = STORES
sweep: often 1
    rules = mm.Rules(2, 3); grid = {'first_guess': ['01']}
    store = thesis() / 'x' | '' | '.' | '../x' | Path('') | 'x' * 300 | 'a b'
mm.play: boards PATIENT; elsewhere PATIENT; often 5
    player = ODD_PLAYERS; secret = CODE; rules = R; rng = RNG
mm.play: boards PATIENT; elsewhere PATIENT; often 5
    player = 'random_consistent' | 'le_adoga'; secret = ODD_CODEMAKERS; rules = R
    rng = RNG
mm.whole_board.run: often 4
    secret = '0123'; generations = 2; population = 8; parents = 4; keep_parents = 1
    fitness = ODD_FITNESS
mm.play_many: boards 4, 6
    player = Player(None) | Player('raising') | Player('random', '')
        | Player('random', None) | Player('random', 'a\nb'); rules = R; games = 2
    seed = 1; n_jobs = 1
# players of one's own
mm.player
    name = OWN
mm.play: boards SMALL; elsewhere SMALL; often 6
    player = OWN; secret = CODE; rules = R; story = False | True; rng = RNG
mm.play_many: boards SMALL; elsewhere SMALL; often 6
    player = OWN; rules = R; games = 3; seed = SEED; n_jobs = 1
mm.leaderboard: boards SMALL; elsewhere SMALL; often 4
    rules = R; players = ODD_LISTS; games = 3; seed = 1; n_jobs = 1
    timed = False | True
mm.sweep: boards 2, 3; elsewhere SMALL; often 4
    player = MAKERS; rules = R; grid = {'a': [1, 2]} | [{}] | {'a': ['$x_$']}
    games = 3; seed = 1; n_jobs = 1; store = None | folder() / 'x'
mm.check_player: boards SMALL; elsewhere SMALL; often 4
    player = OWN; rules = R; seed = SEED
mm.strategy_tree: boards TINY; elsewhere SMALL; often 4
    player = OWN; rules = R
mm.board.Play: boards SMALL; elsewhere SMALL
    rules = R; mode = 'break' | 'watch'; player = OWN; rival = RIVALS
raced: boards SMALL; elsewhere SMALL
    player = OWN; rival = 'gold' | own(); rules = R
mm.board.Landscape: boards SMALL; elsewhere SMALL
    rules = R; secret = CODE; player = OWN; seed = 1
mm.board.StepThrough: boards SMALL; elsewhere SMALL; often 0.5
    player = OWN; secret = CODE; rules = R; seed = 1
"""

CALLS = calls(SURFACE, globals())


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
