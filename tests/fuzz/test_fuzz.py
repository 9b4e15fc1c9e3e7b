"""A slice of the campaign, and what absurd calls once broke."""

import contextlib
import functools
import inspect
import subprocess
import sys
import types

import pytest

import mmlib as mm
from tests.fuzz.cases import EVERY, Case, one_odd
from tests.fuzz.methods import LEFT_OUT, METHODS
from tests.fuzz.odd import ODD
from tests.fuzz.surface import CALLS
from tools.reproduce import ROOT

pytest.importorskip(
    "resource",
    reason="every case has a forked process of its own, with limits of POSIX",
)

from tests.fuzz import judge, own
from tests.fuzz.judge import NAMES

#: The seed of the cases of `make test`.
SEED = 20260101

#: How many cases `make test` has.
CASES = 400


def documented():
    """What `mm.` completes and has an example."""
    for name in mm.__all__:
        found = getattr(mm, name)
        if isinstance(found, types.FunctionType):
            yield f"mm.{name}"
        for inner in (
            dir(found)
            if isinstance(found, types.ModuleType) and found is not mm.codes
            else ()
        ):
            function = getattr(found, inner)
            own = getattr(function, "__module__", "").startswith(found.__name__)
            if (
                own
                and isinstance(function, types.FunctionType)
                and ">>>" in (function.__doc__ or "")
            ):
                yield f"mm.{name}.{inner}"


def test_everything_public_is_called():
    called = {call.function for call in CALLS}
    assert set(documented()) <= called
    assert {
        "mm.Rules",
        "mm.History",
        "mm.StrategyTree.load",
        "mm.board.Play",
        "mm.codes.as_text",
    } <= called


def returned(found, known):
    """The classes of what a function returned, each with one object of it.

    The classes of what these objects hold are among them.
    """
    if isinstance(found, dict):
        found = list(found.values())
    if type(found) in (list, tuple):
        for one in found[:3]:
            returned(one, known)
    cls = type(found)
    if (
        isinstance(found, type)
        or not cls.__module__.startswith("mmlib")
        or cls in known
    ):
        return
    known[cls] = found
    for name in public(cls, found):
        if name not in left_out(cls):
            returned(getattr(found, name), known)


def public(cls, found):
    """The public names that mmlib defines, an object's own attributes among them."""
    for name in dir(found):
        owner = next((each for each in cls.__mro__ if name in vars(each)), cls)
        if not name.startswith("_") and owner.__module__.startswith("mmlib"):
            yield name


def left_out(cls):
    return {name for each in cls.__mro__ for name in LEFT_OUT.get(each.__name__, ())}


def test_every_method_of_a_returned_object_is_called():
    known = {}
    functions = set()
    for call in CALLS:
        if call.function in functions or not call.function.startswith("mm."):
            continue
        functions.add(call.function)  # the first call of each function is a right one
        names = NAMES | {"R": eval(f"mm.Rules({call.boards[0]}, 12)", NAMES)}
        arguments = {
            name: eval(values[0], names) for name, values in call.arguments.items()
        }
        with contextlib.suppress(TypeError):  # what takes its arguments by their places
            returned(eval(call.function, names)(**arguments), known)
    assert {
        mm.Game,
        mm.StrategyTree,
        mm.Leaderboard,
        mm.board.Picture,
        mm.problems.Problem,
    } <= known.keys()
    called = {call.function for call in METHODS}
    for cls, found in known.items():
        labels = [each.__name__ for each in cls.__mro__]
        for name in set(public(cls, found)) - left_out(cls):
            is_method = callable(getattr(found, name)) or isinstance(
                getattr(cls, name, None), property
            )
            if is_method or isinstance(
                inspect.getattr_static(cls, name, None), functools.cached_property
            ):
                assert any(f"{label}.{name}" in called for label in labels), (
                    f"{cls.__name__}.{name}"
                )


def test_each_argument_meets_each_odd_value():
    met = {
        (case.function, name, case.arguments[name])
        for case in one_odd()
        for name in case.odd
    }
    assert met >= {
        (call.function, name, value)
        for call in EVERY
        for name in call.arguments
        for value in ODD
    }


def test_a_slice_of_the_campaign_shows_no_defect():
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "tests.fuzz",
        "--seed",
        str(SEED),
        "--cases",
        str(CASES),
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.startswith("no defect"), run.stdout + run.stderr


@pytest.mark.parametrize(
    ("function", "found"),
    [
        ("lambda n: sum(range(10**8))", "deaf"),  # one call into C of a second or so
        ("lambda n: __import__('os').kill(0, 9)", "crash"),
        ("lambda n: 1 / 0", "exception"),
        ("lambda n: bytearray(3 << 30)", "exception"),
        ("lambda n: int('x')", "unnamed"),
        ("lambda n: mm.Rules(4, 6)", ""),
    ],
)
def test_the_judge_sees_each_class(function, found, monkeypatch):
    monkeypatch.setattr(judge, "MOST_DEAF", 0.2)
    assert (
        judge.judged(Case(f"({function})", {"n": "-1"}, {"n": "-1"}, "4, 6", ("n",)))[0]
        == found
    )


@pytest.mark.parametrize("function", ["range", "max", "dict"])
def test_what_a_built_in_next_guess_raises_is_the_players(function):
    """Its error shows no frame, and its signature cannot be checked beforehand."""
    arguments = {
        "player": f"own(next_guess={function})",
        "secret": "'0012'",
        "rules": "R",
        "seed": "1",
    }
    assert judge.judged(Case("mm.play", arguments, {}, "4, 6", ("player",))) == ("", "")


#: Calls, and what they say; R has 4 pegs and 6 colors.
REFUSED = [
    # runs are chosen by single values
    *(
        (
            "mm.problems.benchmark(['random'], "
            "[mm.problems.black_pegs('012', mm.Rules(3, 4))], budget=150, seed=1, "
            f"n_jobs=1).only({name}={value})",
            f"{name}: .*; a text or a number is needed",
        )
        for name, value in [
            ("solver", "np.array(['a', 'b'])"),
            ("solver", "{}"),
            ("solver", "iter([1, 2])"),
            ("genes", "range(4)"),
            ("genes", "np.array([1, None, 'x'], object)"),
        ]
    ),
    ("mm.plots.landscape([0.5, 1.0])", "data: fits has to tell which"),
    (
        "mm.whole_board.run_many(['0123', '1234'], runs=2, population=nested())",
        "population: .* holds itself",
    ),
    # codes of another board, before compiled code sees them
    (
        "mm.partitions.class_sizes(codes(mm.Rules(4, 16), 10), codes(R, 5), colors=6)",
        "guesses: color [0-9]+ at position",
    ),
    (
        "mm.partitions.class_sizes(codes(R, 5), [[-1] * 4], colors=6)",
        "codes: color -1 at position 0",
    ),
    (
        "mm.partitions.measure([[9] * 4], codes(R, 5), colors=6)",
        "guesses: color 9 at position 0",
    ),
    (
        "mm.feedback_matrix(codes(R, 5), codes(mm.Rules(5, 6), 5), colors=6)",
        "secrets: has 5 pegs",
    ),
    (
        "mm.fitness.distance([[200] * 4], codes(R, 1), [(1, 1)])",
        "population: color 200",
    ),
    ("mm.as_codes(looped())", "codes: "),
    ("mm.as_codes(nested())", "codes: "),
    ("mm.feedback(looped(), '0123')", "guess: "),
    (
        "mm.fitness.gold(codes(R, 2), [], [[]])",
        r"feedbacks: shape \(1, 0\) is not \(turns, 2\)",
    ),
    # workers
    *[
        (f"{function}, n_jobs={n_jobs})", "n_jobs: ")
        for function in (
            "mm.whole_board.run_many(pegs=2, seed=1, runs=2",
            "mm.play_many('gold', R, games=4, seed=1",
        )
        for n_jobs in (
            "'-1'",
            "'٣'",
            "0",
            "None",
            "2**31",
            "-10**30",
            "float('inf')",
            "np.ones(2)",
            "True",
        )
    ],
    # work without end
    ("turn('two_phase', {}, honest(mm.Rules(8, 3), 1))", "k, d: 180 guesses"),
    ("turn('two_phase', {}, honest(mm.Rules(4, 16), 1))", "k, d: "),
    (
        "turn('two_phase', {}, mm.History(R, ['3333'], [(0, 0)]))",
        "k, d: .* with 625 of 1,296",
    ),
    (
        "turn('two_phase', {'k': 2}, honest(mm.Rules(15, 2, 12), 1))",
        "k, d: 2 guesses .* of 32,768 codes left",
    ),
    (
        "turn('one_step', {'exhaustive_up_to': 4096},"
        " mm.History(mm.Rules(6, 9), ['001123', '224561'], [(0, 3), (0, 4)]))",
        "rules: exhaustive search among 3,637 codes .* takes too long",
    ),
    (
        (
            "turn('le_adoga', {'mutation_rate': 0.0, 'inversion_rate': 1.0},"
            " lied(mm.Rules(2, 3, 12), 6, 23))"
        ),
        "history: no code agrees with all the answers; that of turn 2",
    ),
    (
        "turn('kooi', {'tie_seed': 1}, mm.History(mm.Rules(6, 9)))",
        "tie_seed: .* have 531,441 codes, over 100,000",
    ),
    ("mm.player('evo', tournament=10_000)", "tournament: 10000 is not in 1..1000"),
    (
        (
            "mm.player('nhea', mutation_rate=0, permutation_rate=0,"
            " inversion_rate=0, hypermutation_rate=0)"
        ),
        "mutation_rate, .*: all of them are 0",
    ),
    (
        "mm.player('nhea', population=10**5, generations=10**5)",
        "population, generations: over 10,000,000 codes",
    ),
    ("mm.random_codes(R, 2**31, rng=rng())", "n: 2147483648 is not in 0..50000000"),
    (
        "mm.consistent.consistent_codes(mm.History(mm.Rules(15, 16)), limit=2**31)",
        "limit: .* is not in 0..10000000",
    ),
    # names of results
    *[
        (f"sweep(R, [{{}}], {store})", "store: ")
        for store in (
            "''",
            "'.'",
            "'../x'",
            "'x' * 10_000",
            "Path('..')",
            "7",
            "'a/b'",
            "Path('a\\0')",
        )
    ],
    *[
        (f"sweep(R, {{{name!r}: [1]}}, None)", f"grid: {name} is a column")
        for name in ("player", "secret", "solved")
    ],
    ("sweep(R, {'first_guess': ['\\ud800']}, None)", "grid: first_guess"),
    # what a board cannot show
    ("mm.board.picture(['0012'], feedbacks=[(5, -3)])", "feedbacks: 5 black -3 white"),
    (
        "mm.board.picture(['0012'], '0123', title=5)",
        "title: 5 is an int; a text is needed",
    ),
    (
        "mm.board.picture(['0012'], '0123', fills=['red'])",
        "fills: 1 came, fewer than the colors",
    ),
    (
        "mm.board.picture(['0012'], '0123', fills=['no color'] * 6)",
        "fills: 'no color' is not a color",
    ),
    ("mm.board.picture(['0012'], '0123', theme=[])", r"theme: \[\] is not one of"),
    ("mm.board.picture(['0012'], '0123', marked=[99])", "marked: 99 is not in 0..0"),
    # arrays, and numbers too large for a float
    ("mm.player('one_step', weights=np.ones((2, 2)))", "weights: "),
    ("mm.player('one_step', objective=np.ones((2, 2)))", "objective: "),
    ("mm.feedback('01', '12', scoring=np.ones(3))", "scoring: "),
    ("mm.player('berghman', mutation_rate=10**400)", "mutation_rate: "),
    (
        "mm.operators.reset_genes(codes(R, 2), 6, 1, exclude_current='no', rng=rng())",
        "exclude_current: 'no' is a str",
    ),
    (
        "mm.leaderboard(R, np.array(3), 3, 1)",
        "players: array.3. is a ndarray; a list, or a dict of players by label, is",
    ),
    ("mm.board.picture(np.array(3), '0123')", "guesses: .* a list of codes is needed"),
    (
        "mm.board.picture(['01'], '12', current=np.array(3))",
        "current: .* a list of colors is needed",
    ),
    (
        "mm.board.picture(['01'], '12', marked=np.array(3))",
        "marked: .* a list of rows is needed",
    ),
    (
        "mm.controls.sliders(print, start={'size': 2}, size=np.zeros((2, 0)))",
        "size: .* neither a number nor a text",
    ),
    (
        "mm.controls.sliders(print, size=np.array(3))",
        "size: .* a list of choices is needed",
    ),
    (
        "mm.controls.sliders(print, size=looped())",
        "size: .* neither a number nor a text",
    ),
    ("mm.table(nested())", "rows: maximum recursion depth"),
    ("mm.table([{'a': 1}], columns=nested())", "columns: .* is not a list of str"),
    (
        "mm.table([{'a': 1}], columns=np.full((3, 4), 200, np.uint8))",
        "columns: .* is not a list of str",
    ),
    ("mm.table([[1, 2]], columns=['a', 'a'])", "columns: 'a' is there twice"),
    ("mm.table(np.zeros((2, 0)), columns=['a', 'b'])", "rows: 2 columns passed"),
    (
        "mm.table({'a': [1]}, formats={'a': 3})",
        "formats: 3 is not how a number is written",
    ),
    ("mm.progress(np.array(3))", "iterable: .* cannot be looped over"),
    (
        "sweep(R, {'first_guess': np.array(3)}, None)",
        "grid: first_guess: .* a list of values is needed",
    ),
    (
        "mm.whole_board.run_many('01', runs=2, seed=1, population=np.ones((2, 3, 4)))",
        "population: .* is a ndarray",
    ),
    (
        "mm.whole_board.run_many('a\\rb', runs=2, seed=1)",
        "secrets: color 10 at position 0 is not in 0..7",
    ),
    # texts that are none
    (
        (
            "mm.plots.strategy_tree(mm.strategy_tree('knuth', mm.Rules(2, 3)),"
            " title=nested())"
        ),
        "title: .* a text is needed",
    ),
    (
        "mm.plots.mean_points(['a'], [[1, 2]], label=nested())",
        "label: .* a text is needed",
    ),
    ("mm.verdicts.compare_exact(nested(), 1, 1)", "quantity: .* a text is needed"),
    ("mm.verdicts.compare_exact('all', nested(), 1)", "ours: maximum recursion depth"),
    # more than takes some seconds
    (
        "mm.consistent.consistent_by_chance(mm.History(R), 5, 2**31, rng=rng(5))",
        "tries: .* is not in 0..50000000",
    ),
    # samples
    (
        "mm.stats.mean_interval(np.ma.masked_equal([1, 2, 3], 2))",
        "values: .* is no array of numbers",
    ),
    ("mm.stats.mean_interval([1j, 2, 3])", "values: .* is no array of numbers"),
    ("mm.as_code('0123', colors=float('nan'))", "colors: nan is a float"),
    ("mm.StrategyTree.load(tree_file(parent=0))", "path: .* holds no strategy tree"),
    ("mm.StrategyTree.load(tree_file(3))", "path: .* holds no strategy tree"),
    # what campaigns of 50,000 showed
    (
        "mm.board.picture(['01'], '12').png(comment='\\ud800')",
        "comment: .* holds half of a character",
    ),
    (
        "mm.board.picture(['01'], '12').png(dpi=np.float32(2))",
        "dpi: 2.0 is not a finite number in 10..2400",
    ),
    (
        "sweep(R, [{}], folder() / 'x', maker(name='\\ud800'))",
        "player: .* holds half of a character",
    ),
    (
        "mm.play_many(Copied(Own), R, games=3, seed=1)",
        "player: copied cannot be copied: its __deepcopy__ returned",
    ),
    # names in messages, and the name that was meant
    ("mm.player('Knuth')", "player: 'Knuth' is not one of .*; did you mean 'knuth'?"),
    ("mm.player('berghmann')", "did you mean 'berghman'?"),
    (
        "mm.published.load('nine_color_rounds')",
        "name: .* did you mean 'nine_colors_rounds'?",
    ),
    (
        "mm.plots.strategy_tree('knuth')",
        "tree: 'knuth' is a str; what mmlib.strategy_tree returns",
    ),
    (
        "mm.progress(3)",
        "iterable: 3 cannot be looped over; a number of steps is given as total=",
    ),
    (
        "mm.play('knuth', '0123', R, rng=1)",
        r"rng: 1 is an int; .* such as numpy.random.default_rng\(1\)",
    ),
    ("mm.turns(sweep(R, [{}], None), R)", "games: has no column moves"),
    (
        "mm.play_many(Player('random', ''), R, games=1, seed=1)",
        "player: .* is no player, with a `name`",
    ),
    (
        "mm.play_many(Player(None), R, games=1, seed=1, n_jobs=1)",
        "player: guess 1 of own: None is no code",
    ),
    (
        "mm.play('knuth', Codemaker((9, 9), R), R, rng=rng())",
        r"secret: the codemaker answered \(9, 9\) to guess 1",
    ),
    (
        "mm.whole_board.run('0123', fitness=lambda ga, solution, index: 0)",
        "fitness: .* missing 2 required",
    ),
    # what methods are given
    ("honest(R, 3).first(0.5)", "turns: 0.5 is a float"),
    ("honest(R, 3).first(-1)", "turns: -1 is not in 0.."),
    (
        "honest(R, 1).after('0123', (5, 5))",
        "^feedback: 5 black 5 white in turn 2 is not possible",
    ),
    ("honest(R, 1).after('0123', nested())", "^feedback: every turn needs two counts"),
    ("mm.player('nine_colors').reported_rounds('x')", "guesses: 'x' is a str"),
    (
        "mm.player('nine_colors').reported_rounds([0.5])",
        "guesses: .* are not whole numbers",
    ),
    *[
        (
            f"mm.player({name!r}).{method}(0)",
            "rules: 0 is an int; mmlib.Rules is needed",
        )
        for name in ("knuth", "optimal", "tuned", "two_phase")
        for method in ("check_rules", "tree")
    ],
    ("mm.player('swaszek').check_rules([])", r"rules: \[\] is a list"),
    ("mm.player('evo').population_size([])", r"rules: \[\] is a list"),
    ("mm.board.picture(['01'], '12').png(dpi='x')", "dpi: 'x' is a str"),
    (
        "mm.board.picture(['01'], '12').png(dpi=10**6)",
        "dpi: 1000000 is not a finite number in 10..2400",
    ),
    ("mm.board.picture(['01'], '12').png(comment=5)", "comment: 5 is an int"),
    (
        "mm.verdicts.compare_share('a', (1, 5), (2, 6), margin=0).verdict('x')",
        "confidence: 'x' is a str",
    ),
    (
        "mm.verdicts.compare_exact('a', 1, 1).difference(2)",
        "confidence: 2 is not a finite number in 0..1",
    ),
    (
        "mm.board.Landscape(R, secret='0123').peaks('x')",
        "values: 'x' is no array of numbers",
    ),
    (
        "mm.board.StepThrough('gold', '0123', R).change([], 5)",
        r"setting: \[\] is a list",
    ),
    (
        "mm.board.StepThrough('gold', '0123', R).typed('generations', 5)",
        "text: 5 is an int",
    ),
    ("played(R).guess([9] * 4)", "code: color 9 at position 0 is not in 0..5"),
    ("played(R).composer.put(9)", "color: 9 is not in -1..5"),
    ("played(R).composer.set_peg(4, 0)", "index: 4 is not in 0..3"),
    ("played(R).composer.set('01')", "colors: '01' is a str"),
    ("played(R).composer.set([0, 1])", "colors: 2 came; a code has 4"),
    ("played(R).composer.type(5)", "text: 5 is an int"),
    ("answering(R).guess('9')", "code: has 1 peg, the board has 4"),
    ("answering(R).typed(5)", "text: 5 is an int"),
    ("answering(R).choose('Knuth')", "player: 'Knuth' is not one of"),
    ("mm.board.Play(R).modes['watch'].go(None)", "turn: None is a NoneType"),
    ("mm.board.Play(R).modes['watch'].choose(2, 'gold')", "lane: 2 is not in 0..1"),
    ("mm.board.Play(R).modes['watch'].choose(0, 'Gold')", "name: 'Gold' is not one of"),
    # players of one's own
    (
        "mm.play(own(scoring='x'), '0123', R, seed=1)",
        "player: its scoring: 'x' is not one of",
    ),
    ("mm.play_many(Anything(), R, games=1, seed=1)", "player: its scoring: <"),
    (
        "mm.play_many(own(raises='end'), R, games=1, seed=1)",
        "player: next_guess of own raised StopIteration",
    ),
    (
        "mm.strategy_tree(own(tree=lambda rules: 5), R)",
        r"player: tree\(rules\) of own returned 5",
    ),
    (
        "mm.strategy_tree(own(tree=lambda: 5), R)",
        "player: .* takes 0 positional arguments",
    ),
    (
        (
            "mm.strategy_tree(own(tree=lambda _:"
            " mm.strategy_tree('knuth', mm.Rules(2, 3))), R)"
        ),
        "player: .* a tree of 2 pegs x 3 colors, not of 4 pegs x 6 colors",
    ),
    (
        "mm.player(own(next_guess=lambda *, history: 0))",
        "player: next_guess of 'own' takes",
    ),
]


#: Odd players and arguments that are right all the same, and what comes of them.
ALLOWED = [
    ("mm.play(own('text'), '0012', R, seed=1).solved", True),
    ("mm.play(own('categories'), '0012', R, seed=1).solved", True),
    ("mm.play(own(does='reuses'), '0012', R, seed=1).solved", True),
    ("mm.play(own(does='overwrites'), '0012', R, seed=1).solved", True),
    ("len(mm.play_many(own(next_guess=unreadable), R, secrets=['0000'], seed=1))", 1),
    ("mm.strategy_tree(own(does='overwrites'), R).check()", None),
    (
        (
            "mm.strategy_tree(own(does='deletes'), R).total"
            " == mm.strategy_tree(own(), R).total"
        ),
        True,
    ),
    (
        (
            "mm.board.picture(['01'], '12', theme='page').png()"
            " == mm.board.picture(['01'], '12').png()"
        ),
        True,
    ),
    ("honest(R, 2).first(99) == honest(R, 2)", True),
    ("[str(run.secret) for run in bred_boards(['15', '51'])]", ["[1 5]", "[5 1]"]),
]


@pytest.mark.parametrize(("call", "found"), ALLOWED)
@pytest.mark.filterwarnings("ignore")
def test_what_is_odd_and_right_is_taken(call, found):
    assert eval(call, NAMES | {"R": eval("mm.Rules(4, 6)", NAMES)}) == found


@pytest.mark.parametrize("raises", ["mute", "two", "key", "group"])
def test_what_a_player_raises_goes_on_with_a_note(raises):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - whatever it is
        mm.play_many(own.own(raises=raises), mm.Rules(2, 3), secrets=["01"], seed=1)
    assert caught.value is own.RAISED[-1]
    assert caught.value.__notes__ == [
        "in game 0 of play_many, own against the secret 01, guess 1"
    ]


@pytest.mark.parametrize(("call", "message"), REFUSED)
@pytest.mark.filterwarnings("ignore")
def test_what_is_refused_is_named(call, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((TypeError, ValueError), match=message):
        eval(call, NAMES | {"R": eval("mm.Rules(4, 6)", NAMES)})
    assert not list(tmp_path.iterdir())
