"""The registry: every player by name, by class, and with what can be set."""

import subprocess
import sys

import pandas as pd
import pytest

import mmlib as mm
from mmlib.players.registry import FORMER_NAMES, REGISTRY


@pytest.mark.parametrize("name", REGISTRY)
def test_the_class_of_a_player_is_at_hand(name):
    cls = REGISTRY[name]
    assert getattr(mm, cls.__name__) is cls
    assert cls.__name__ in dir(mm)
    assert cls.name == name


def test_naming_a_class_compiles_nothing_before_it_is_used():
    program = (
        "import sys, mmlib as mm\n"
        "assert 'Gold' in dir(mm)\n"
        "assert not {'numba', 'mmlib.players.gold'} & set(sys.modules)\n"
        "assert mm.Gold().name == 'gold'\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", REGISTRY)
def test_players_tells_about_one(name):
    about = mm.players(name)
    row = mm.players().set_index("name").loc[name]
    assert (about.name, about.source, about.fidelity) == (
        name,
        row.source,
        row.fidelity,
    )
    assert about.settings.setting.iloc[-1] == "first_guess"
    assert len(about.settings) == len(REGISTRY[name].fields())
    assert repr(about).startswith(f"{name}: {row.source}")
    assert about.text.splitlines()[0] in repr(about)


def test_players_shows_the_bounds_of_settings():
    allowed = mm.players("gold").settings.set_index("setting").allowed
    assert allowed["generations"] == "None, or 0..1000000"
    assert allowed["mutation_rate"] == "0..1"
    assert allowed["variant"].startswith("'as_coded', ")
    assert allowed["first_guess"] == "as its text says"
    merelo = mm.players("merelo").settings.set_index("setting").allowed
    assert merelo["transposition"] == "0 or more"
    assert merelo["keep"] == "True or False"


def test_players_prints_all_columns_of_all_players_in_100_signs():
    players = mm.players()
    table = repr(players)
    assert max(map(len, table.splitlines())) <= 100
    assert table.splitlines()[0].split() == players.columns.tolist()
    assert set(players.name) <= set(table.split())
    without_blanks = "".join(table.split())
    assert all(part in without_blanks for part in ("refill=True", "black_weight=1.0"))
    assert "<NA>" not in table
    assert type(players.head()) is pd.DataFrame
    assert "<table" in players._repr_html_()


@pytest.mark.parametrize("name", ["nobody", 3, ["gold"]])
def test_players_refuses_another_name(name):
    with pytest.raises(ValueError, match=r"^name: .* is not one of knuth, "):
        mm.players(name)


def test_a_player_of_ones_own_has_settings_that_are_checked():
    class Shy(mm.Player, name="shy", source="mine", year=None, fidelity="exact"):
        """Play any code."""

        tries: int = mm.setting(30, 2, 10**6)

        def _choose(self, history, rng, game):
            return mm.random_codes(history.rules, 1, rng=rng)[0]

    assert repr(Shy(tries=5)) == "Shy(tries=5, first_guess=None)"
    with pytest.raises(ValueError, match=r"^tries: 1 is not in 2..1000000"):
        Shy(tries=1)
    assert len(mm.play(Shy(first_guess="0011"), "0011", mm.Rules(4, 6), seed=1)) == 1


@pytest.mark.parametrize("name", FORMER_NAMES)
def test_a_former_name_plays_with_a_warning_and_is_not_listed(name):
    with pytest.warns(FutureWarning, match=f"^the player {name} is now ") as warned:
        player = mm.player(name)
    assert warned[0].filename == __file__
    assert player.name == name
    assert name not in REGISTRY
    assert name not in list(mm.players().name)
    assert not hasattr(mm, type(player).__name__)
    with pytest.raises(TypeError, match=f"^mood: not a setting of {name}; "):
        quiet(mm.player, name, mood="calm")


@pytest.mark.parametrize("name", FORMER_NAMES)
def test_former_names_play_wherever_a_player_is_named(name):
    rules = mm.Rules(3, 4)
    assert quiet(mm.play, name, "012", rules, seed=1).solved
    assert quiet(mm.play_many, name, rules, games=3, seed=1, n_jobs=1).solved.all()
    ranks = quiet(mm.leaderboard, rules, [name, "knuth"], 5, 1)
    assert name in ranks.ranking.player.tolist()
    assert len(quiet(mm.sweep, name, rules, [{}], games=3, seed=1, n_jobs=1)) == 3


def quiet(call, *given, **named):
    """Call what warns of a former name."""
    with pytest.warns(FutureWarning, match="is now"):
        return call(*given, **named)
