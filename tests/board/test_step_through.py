"""Inside a genetic algorithm: what was bred is shown, and showing changes nothing."""

import asyncio
import html
import re

import numpy as np
import pytest

import mmlib as mm
from mmlib.board.bred_turns import bred_turns
from mmlib.board.charts import curves
from mmlib.board.settings_row import SettingsRow, choices
from mmlib.genetic import fitness
from tests import plain
from tests.board.widgets import find

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)

#: The larger board on which players breed here.
LARGER = mm.Rules(6, 9, 15)

#: The players that breed their guesses.
BREEDERS = [
    "gold",
    "nine_colors",
    "le_adoga",
    "berghman",
    "e_ga",
    "evo",
    "nhea",
    "merelo",
    "bento",
    "kalisker_camens",
    "eda",
    "canonical_ga",
    "evo_rank",
    "moga",
    "entropic",
]


@pytest.mark.parametrize("name", BREEDERS)
def test_bred_turns_change_no_game(name):
    for seed in range(3):
        turns = bred_turns(mm.player(name), "031425", LARGER, seed=seed)
        alone = mm.play(
            name, "031425", LARGER, scoring="standard", rng=np.random.default_rng(seed)
        )
        for turn in turns:
            assert turn.guess.tolist() == alone.guesses[len(turn.history)].tolist()


@pytest.mark.parametrize("name", BREEDERS)
def test_bred_turns_have_best_and_mean_of_the_population(name):
    for turn in bred_turns(mm.player(name), "031425", LARGER, seed=1):
        search = turn.search
        n = len(turn.found)
        assert search.populations.shape[:2] == search.fitness.shape == turn.fits.shape
        assert np.allclose(np.nanmax(search.fitness, axis=1), search.best[:n])
        assert np.allclose(np.nanmean(search.fitness, axis=1), search.mean[:n])
        assert search.populations[~np.isnan(search.fitness)].max() < 9


@pytest.mark.parametrize(
    ("name", "settings", "function"),
    [
        ("gold", {}, fitness.gold),
        ("le_adoga", {}, fitness.distance),
        ("le_adoga", {"variant": "as_described"}, fitness.distance),
        ("nhea", {}, fitness.distance),
        ("merelo", {}, fitness.distance),
        ("berghman", {}, fitness.berghman),
    ],
)
def test_bred_turns_have_the_fitness_of_the_codes(name, settings, function):
    for turn in bred_turns(mm.player(name, **settings), "031425", LARGER, seed=2):
        guesses = turn.history.guesses
        feedbacks = turn.history.feedbacks
        for codes, values in zip(
            turn.search.populations[:10], turn.search.fitness[:10], strict=True
        ):
            there = ~np.isnan(values)
            assert np.allclose(
                function(codes[there], guesses, feedbacks), values[there]
            )


def test_bred_turns_count_codes_that_fit_once():
    turn = bred_turns("berghman", "0314", CLASSIC)[0]
    past = list(
        zip(turn.history.guesses.tolist(), turn.history.feedbacks.tolist(), strict=True)
    )
    seen = set()
    for codes, fits, found in zip(
        turn.search.populations.tolist(), turn.fits, turn.found, strict=True
    ):
        plainly = [
            all(list(plain.feedback(g, code)) == f for g, f in past) for code in codes
        ]
        assert fits.tolist() == plainly
        seen |= {tuple(code) for code, fit in zip(codes, plainly, strict=True) if fit}
        assert found == len(seen)
    assert turn.possible == mm.consistent.count_consistent(turn.history)


def test_record_ends_where_no_more_is_kept():
    """The codes of the first 500 generations are kept, and the fitness of all 600."""
    turns = bred_turns(
        mm.player("gold", level="beginner", generations=600), "0314", CLASSIC
    )
    assert turns[0].search.generations == len(turns[0].search.best) - 1 == 600
    assert len(turns[0].found) == len(turns[0].search.populations) == 500


def test_step_through_stays_within_the_turn():
    inside = mm.board.StepThrough("le_adoga", "0314")
    last = inside.generations
    for target in (5, 0, last):
        inside.go(target)
        assert inside.generation == target
    for target, error in ((-1, ValueError), (last + 1, ValueError), ("x", TypeError)):
        with pytest.raises(error, match=f"generation: .*0..{last}"):
            inside.go(target)
        with pytest.raises(error, match="turn: "):
            inside.choose(target)
    assert inside.generation == last
    inside.choose(len(inside.turns) - 1)
    assert inside.turn == len(inside.turns) - 1
    assert inside.generation == 0


def test_step_through_of_a_long_game_can_be_stopped():
    inside = mm.board.StepThrough("le_adoga", "0314")

    async def change_and_stop():
        inside.widget  # noqa: B018 - makes it
        inside.typed("generations", "1000000")
        await asyncio.sleep(1.0)
        assert "le_adoga (generations=1000000) is playing" in inside.message
        assert not find(inside.widget, "Stop").disabled
        inside.stop()
        await asyncio.sleep(0.2)

    asyncio.run(change_and_stop())
    assert inside.message == "Stopped."
    assert find(inside.widget, "Stop").disabled
    assert inside.player.generations == 20


def test_step_through_tells_who_plays_and_what_is_left_out():
    inside = mm.board.StepThrough("berghman", "0314")
    assert "Of the 150 codes you see the 60 fittest." in inside.summary
    assert "you see" not in mm.board.StepThrough("le_adoga", "0314").summary


def test_stepper_stops_at_the_ends():
    inside = mm.board.StepThrough("le_adoga", "0314")
    back, step = (find(inside.widget, name) for name in ("Back", "Step"))
    back.click()
    assert inside.generation == 0
    inside.go(inside.generations)
    step.click()
    assert inside.generation == inside.generations == 20
    landscape = mm.board.Landscape(secret="0314")
    back, step = (find(landscape.widget, name) for name in ("Back", "Step"))
    back.click()
    assert landscape.turn == 0
    landscape.go(len(landscape.game))
    step.click()
    assert landscape.turn == len(landscape.game)


def test_stepper_has_nowhere_to_go_where_nothing_was_bred():
    inside = mm.board.StepThrough(mm.player("entropic", guesses="bred"), "0314")
    # no more than the first population
    inside.change("budget", inside.player.population)
    slider = find(inside.widget, "generation")
    assert (slider.disabled, slider.value, slider.max) == (True, 0, 1)
    inside.change("budget", 9 * inside.player.population)
    assert (slider.disabled, slider.value, slider.max) == (False, 0, 8)
    slider.value = 8
    assert inside.generation == 8


def test_step_through_sorts_and_marks_the_population():
    inside = mm.board.StepThrough("berghman", "0314")
    inside.go(2)
    told = [
        float(value)
        for value in re.findall(r'font-weight:\d+">(-?[\d.]+)', inside.population)
    ]
    assert told == sorted(told, reverse=True)
    assert told[0] == pytest.approx(inside.now.search.fitness[2].max(), abs=0.01)
    assert len(told) == 60
    assert inside.population.count("✓") == min(60, inside.now.fits[2].sum())


def test_step_through_plays_again_with_a_setting_changed():
    inside = mm.board.StepThrough("le_adoga", "0314")
    inside.change("population", 50)
    assert inside.player.population == 50
    assert inside.now.search.populations.shape[1] == 50
    inside.change("selection", "roulette_wheel")
    assert inside.player.settings["selection"] == "roulette_wheel"
    for value, error, told in (
        (51, ValueError, "51 is odd"),
        ("51", TypeError, "'51' is a str"),
    ):
        with pytest.raises(error, match=told):
            inside.change("population", value)
    assert inside.player.population == 50
    with pytest.raises(TypeError, match="size: not a setting of le_adoga"):
        inside.change("size", 5)
    with pytest.raises(ValueError, match=r"population: 1000000 is not in 2\.\.10000"):
        inside.change("population", 1_000_000)
    with pytest.raises(
        ValueError, match="population: 1,000,000 codes; of populations up to 10,000"
    ):
        mm.board.StepThrough(mm.player("gold", population=1_000_000), "0123")
    inside.typed("population", "51")
    assert inside.player.population == 50
    assert "51 is odd" in inside.message
    inside.go(inside.generations)
    inside.typed("population", "60")
    assert inside.player.population == 60
    assert (
        "Played again: le_adoga (population=60, selection=&#x27;roulette_wheel&#x27;)."
        in inside.message
    )
    assert inside.generation == inside.generations
    inside.typed("population", "20000")
    assert inside.player.population == 60
    assert "population: 20000 is not in" in inside.message
    inside.task.close()
    inside.typed("mutation_rate", "<b>")
    assert "<b>" not in inside.message
    assert "&lt;b&gt;" in inside.message


def test_step_through_shows_the_run_before_a_change_in_both_curves():
    inside = mm.board.StepThrough("le_adoga", "0314")
    faint = "opacity:0.35"
    assert (inside.curve.count(faint), inside.growth.count(faint)) == (0, 0)
    found = inside.now.found
    inside.change("generations", 5)
    assert (inside.curve.count(faint), inside.growth.count(faint)) == (2, 1)
    for shown in (inside.curve, inside.growth):
        assert "faint: before the change" in shown
    [points] = re.findall(rf'points="([^"]+)" style="[^"]*{faint}', inside.growth)
    assert len(points.split()) == len(found) == 21
    inside.choose(inside.turn)
    assert (inside.curve.count(faint), inside.growth.count(faint)) == (0, 0)


def test_step_through_goes_back_to_the_settings_it_began_with():
    player = mm.player("le_adoga", population=40)
    inside = mm.board.StepThrough(player, "0314")
    back = find(inside.widget, "Settings as at first")
    assert not inside.changed
    assert back.disabled
    inside.as_at_first()
    assert not inside.message
    inside.change("generations", 7)
    inside.typed("selection", "random")
    assert (inside.generations, back.disabled) == (7, False)
    back.click()
    assert inside.player.settings == player.settings
    assert inside.generations == 20
    assert "Played again: le_adoga (population=40)." in inside.message
    assert back.disabled
    inside.typed("population", "41")  # refused
    assert back.disabled
    inside.task.close()


def test_step_through_tells_what_a_setting_may_be():
    inside = mm.board.StepThrough("le_adoga", "0314")
    name, field, choice, told = settings_row(inside)
    assert (name.value, field.value) == ("generations", "20")
    assert told.value == "1..1000000; at first 20"
    assert (field.layout.display, choice.layout.display) == (None, "none")
    name.value = "selection"
    assert choice.options == ("random", "tournament", "roulette_wheel", "ranking")
    assert (choice.value, told.value) == ("tournament", "at first tournament")
    assert (field.layout.display, choice.layout.display) == ("none", None)
    choice.value = "random"
    find(inside.widget, "Run again").click()
    assert inside.player.selection == "random"
    name.value = "refill"
    assert (choice.value, choice.options) == ("True", ("True", "False"))
    choice.value = "False"
    find(inside.widget, "Run again").click()
    assert inside.player.refill is False
    name.value = "mutation_rate"
    assert told.value == "0..1; at first 0.1"
    field.value = "0.2"
    find(inside.widget, "Run again").click()
    assert inside.player.mutation_rate == 0.2
    find(inside.widget, "Settings as at first").click()
    assert field.value == "0.1"
    field.value = "2"  # refused, and left to be mended
    find(inside.widget, "Run again").click()
    assert "mutation_rate: 2 is not a finite number in 0..1" in inside.message
    assert field.value == "2"
    inside.task.close()


def settings_row(inside):
    """The menu of settings, the field, the menu of choices, and what is told."""
    row = next(
        one
        for one in inside.widget.children[-1].children[0].children
        if find(one, "Run again")
    )
    return row.children[1:5]


def test_step_through_shows_a_class_of_ones_own():
    class Shy(
        mm.player("gold").__class__,
        name="shy",
        source="mine",
        year=None,
        fidelity="exact",
    ):
        """It plays as Gold's program does."""

    inside = mm.board.StepThrough(Shy(level="beginner"), "0314")
    assert find(inside.widget, "Settings as at first").disabled
    assert not inside.changed


@pytest.mark.parametrize("name", BREEDERS)
def test_step_through_has_a_control_for_each_setting(name):
    player = mm.player(name)
    row = SettingsRow(player, lambda setting, text: None)
    menu, field, choice, told = row.controls[1:]
    for setting, value in player.settings.items():
        if setting != "first_guess":
            menu.value = setting
            is_menu = bool(choices(player, setting))
            assert (field.layout.display == "none") == is_menu
            assert (choice.layout.display == "none") != is_menu
            assert (choice if is_menu else field).value == str(value)
            assert told.value.endswith(f"at first {value}")


@pytest.mark.parametrize(
    ("setting", "typed", "told"),
    [
        ("mutation_rate", "0,5", "mutation_rate: '0,5' has a comma; write 0.5"),
        ("mutation_rate", " ,5", "mutation_rate: ',5' has a comma; write .5"),
        ("mutation_rate", "7,5", "mutation_rate: '7,5' has a comma; write 7.5"),
        ("generations", "1,000", "generations: '1,000' has a comma; write 1000"),
        ("generations", "0,5", r"generations: \(0, 5\) is a tuple; a whole number in"),
        ("generations", "1,2,3", r"generations: \(1, 2, 3\) is a tuple; a whole"),
        ("size", "0,5", "size: not a setting of le_adoga"),
    ],
)
def test_step_through_tells_how_to_write_a_number_with_a_comma(setting, typed, told):
    inside = mm.board.StepThrough("le_adoga", "0314")
    inside.typed(setting, typed)
    assert re.search(told, html.unescape(inside.message))
    assert not inside.changed


def test_step_through_still(monkeypatch):
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    one, other = (
        mm.board.StepThrough("gold", "0314", mm.Rules(4, 8, 10))._repr_mimebundle_()
        for _ in range(2)
    )
    assert one == other
    # population, board, two curves, histogram
    assert one["text/html"].count("<img") == 5


def test_histogram_of_whole_numbers_begins_at_whole_numbers():
    inside = mm.board.StepThrough("gold", "0314", mm.Rules(4, 8, 10))
    values = np.repeat([-30.0, -7.0, 0.0, 1.0], [1, 2, 3, 94])
    inside.now.search.fitness[0] = np.resize(
        np.concatenate((values, np.arange(-29.0, -8))),
        inside.now.search.fitness[0].shape,
    )
    names = re.findall(r">(-?[0-9.]+)</text>", inside.histogram)[1::2]
    assert names == [str(edge) for edge in range(-30, 3, 3)]


def test_curves_draw_nothing_found_at_the_bottom():
    flat = curves([np.zeros(5)], 5, "found", low=0)
    assert {
        point.split(",")[1] for point in re.search(r'points="([^"]+)"', flat)[1].split()
    } == {"86.0"}


def test_step_through_refuses_what_breeds_nothing():
    for name, instead in (
        ("knuth", "step through a genetic algorithm, such as le_adoga"),
        ("entropic", "it lists every code, unless it is given guesses='bred'"),
    ):
        message = f"^player: {name} breeds nothing on 4 pegs x 6 colors; {instead}"
        with pytest.raises(ValueError, match=message):
            mm.board.StepThrough(name, "0314")
    with pytest.raises(ValueError, match="player: berghman found 0012 before it bred;"):
        mm.board.StepThrough(mm.player("berghman", first_guess="0012"), "0012")
    with pytest.raises(ValueError, match="secret: has 3 pegs, the board has 4"):
        mm.board.StepThrough("gold", "031")

    class Own:
        name = "own"

        def next_guess(self, history, rng):
            return [0, 0, 0, 0]

    with pytest.raises(ValueError, match="player: own left no populations behind; "):
        mm.board.StepThrough(Own(), "0314")


def test_step_through_shows_a_player_of_ones_own():
    mine = mm.GeneticPlayer("mine", population=6, elite=2, first_guess="0012")
    inside = mm.board.StepThrough(mine, "3425", mm.Rules(4, 6, 10), seed=6)
    assert inside.generations > 0
    inside.go(inside.generations)
    assert "mine" in repr(inside)
    assert inside.now.fits[-1].any()
    assert "✓" in inside.population
    with pytest.raises(TypeError, match="setting: mine is a player of your own; chan"):
        inside.change("population", 8)


@pytest.mark.parametrize(
    ("left", "message"),
    [
        ({"populations": np.zeros((2, 3))}, r"populations has shape \(2, 3\); \(gen"),
        ({"populations": np.full((2, 3, 4), 9)}, "search.populations: color 9"),
        ({"best": [1.0]}, r"search.best has shape \(1,\); \(2,\) is needed"),
        ({"fitness": np.zeros((3, 2))}, r"search.fitness has shape \(3, 2\); \(2, 3\)"),
    ],
)
def test_step_through_refuses_what_cannot_be_shown(left, message):
    given = {
        "populations": np.zeros((2, 3, 4), int),
        "fitness": np.zeros((2, 3)),
        "best": [0.0, 0.0],
        "mean": [0.0, 0.0],
    }

    class Own:
        name = "own"

        def next_guess(self, history, rng):
            self.search = mm.Search(**given | left)
            return [0, 0, 0, 0]

    with pytest.raises(ValueError, match=message):
        mm.board.StepThrough(Own(), "0314")


@pytest.mark.parametrize(
    "height", ["distance", "gold", "berghman", "nine_colors", "information"]
)
def test_landscape_is_the_fitness_of_all_codes(height):
    landscape = mm.board.Landscape(secret="0314", height=height)
    assert landscape.values.shape == (1296,)
    landscape.go(2)
    values = landscape.values
    fits = mm.consistent.consistent_codes(landscape.history)
    if height != "information":
        top = mm.all_codes(CLASSIC)[values == values.max()]
        assert top.tolist() == fits.tolist()
    else:
        best = mm.partitions.measure(mm.all_codes(CLASSIC), fits, colors=6).entropy
        assert np.allclose(values, best)


def test_landscape_peaks_are_not_bettered_by_one_peg():
    landscape = mm.board.Landscape(secret="0314")
    landscape.go(2)
    values = landscape.values
    codes = mm.all_codes(CLASSIC)
    peaks = landscape.peaks(values)
    for i in range(0, 1296, 37):
        beside = (codes != codes[i]).sum(axis=1) == 1
        assert peaks[i] == (values[beside] <= values[i]).all()


@pytest.mark.parametrize("rules", [mm.Rules(4, 6), mm.Rules(5, 8)], ids=str)
def test_landscape_ring_is_whole(rules):
    secret = "0" + (rules.pegs - 1) * str(rules.colors - 1)  # in the last column
    landscape = mm.board.Landscape(rules, secret=secret)
    [width] = re.findall(r'<svg [^>]*?width="(\d+)"', landscape.map)
    [(x, radius)] = re.findall(
        r'<circle cx="([\d.]+)" cy="[\d.]+" r="(\d+)" style="fill:none', landscape.map
    )
    assert float(x) + float(radius) + 1.5 <= float(width)  # half of its line


def test_landscape_goes_through_its_game(monkeypatch):
    landscape = mm.board.Landscape(secret="0314")
    turns = len(landscape.game)
    with pytest.raises(ValueError, match=f"turn: 99 is not in 0..{turns}"):
        landscape.go(99)
    landscape.go(turns)
    assert landscape.map.count("<image") == 1
    landscape.go(0)
    assert "1,296 codes are still possible" in landscape.summary
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    assert (
        landscape._repr_mimebundle_()
        == mm.board.Landscape(secret="0314")._repr_mimebundle_()
    )
    with pytest.raises(
        ValueError, match="height: 'depth' is not one of distance, gold"
    ):
        landscape.choose("depth")
    with pytest.raises(ValueError, match=r"531,441 codes; at most 70,000 are shown"):
        mm.board.Landscape(mm.Rules(6, 9))


def test_step_through_warning_goes_with_the_next_step():
    inside = mm.board.StepThrough("le_adoga", "0314")
    inside.typed("generations", "-" * 20000 + "1")
    assert "generations" in inside.message
    inside.go(1)
    assert not inside.message


def test_landscape_peaks_of_something_else():
    landscape = mm.board.Landscape(secret="0314")
    assert landscape.peaks().tolist() == landscape.peaks(landscape.values).tolist()
    with pytest.raises(ValueError, match=r"values: shape \(2,\) is not \(1296,\)"):
        landscape.peaks([1, 2])
