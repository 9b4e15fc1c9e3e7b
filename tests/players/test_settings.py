"""What compiled code gets of a player: the setup, derived from its settings."""

import pickle

import pytest

import mmlib as mm
from mmlib.players import (
    annealing,
    bento,
    berghman,
    e_ga,
    evo,
    gold,
    hill_climbing,
    le_adoga,
    merelo,
    nhea,
)
from mmlib.players.settings import plain_settings

#: The modules of players that have a setup.
MODULES = (
    annealing,
    bento,
    berghman,
    e_ga,
    evo,
    gold,
    hill_climbing,
    le_adoga,
    merelo,
    nhea,
)


def test_a_setup_holds_the_rules_the_settings_and_what_is_computed():
    player = mm.player("merelo", selection="uniform", crowding=False)
    setup = player._setup(mm.Rules(4, 6))
    assert (setup.pegs, setup.colors) == (4, 6)
    assert setup.population == player.population
    assert setup.selection == merelo.UNIFORM
    assert setup.crowding is False
    assert setup.priorities.tolist() == [2, 3, 5]


def test_what_is_computed_takes_the_place_of_a_setting():
    assert mm.player("berghman")._setup(mm.Rules(3, 4)).population == 4**3 // 4


def test_a_setup_is_made_once_a_game():
    game = mm.player("bento").start(mm.Rules(4, 6))
    assert game.setup is game.setup


@pytest.mark.parametrize("module", MODULES)
def test_a_setup_is_found_by_its_name(module):
    """Otherwise numba could not keep on disk what is compiled for it."""
    assert pickle.loads(pickle.dumps(module.Setup)) is module.Setup


@pytest.mark.parametrize(
    ("name", "setting", "texts", "indices"),
    [
        ("gold", "variant", gold.VARIANTS, (gold.AS_CODED, gold.AS_DESCRIBED)),
        ("evo", "score", evo.SCORES, (evo.PARTS, evo.ENTROPY)),
        ("merelo", "selection", merelo.SELECTIONS, (merelo.BY_RANK, merelo.UNIFORM)),
        ("bento", "selection", bento.SELECTIONS, (bento.ROULETTE, bento.TOURNAMENT)),
        (
            "hill_climbing",
            "fill",
            hill_climbing.FILLS,
            (hill_climbing.HEURISTIC, hill_climbing.UNIFORM),
        ),
    ],
)
def test_a_text_setting_is_known_by_its_index(name, setting, texts, indices):
    found = [
        plain_settings(mm.player(name, **{setting: text}))[setting] for text in texts
    ]
    assert found == list(indices)


def test_a_setting_of_a_later_release_leaves_games_with_its_default_as_they_were():
    class Old(mm.Player, name="old", source="mine", year=None, fidelity="exact"):
        """Plays any code that fits."""

        tries: int = mm.setting(30, 2, 10**6)

        def _choose(self, history, rng, game):
            return mm.consistent.random_consistent_code(history, rng=rng)

    class New(Old):
        """The same in the next release."""

        mood: str = mm.setting("calm", ("calm", "wild"), since="1.1")

    rules = mm.Rules(4, 6)
    old, new, other = (
        mm.play_many(player, rules, games=20, seed=1, n_jobs=1).moves.tolist()
        for player in (Old(), New(), New(mood="wild"))
    )
    assert old == new != other


def test_an_optional_number_is_of_the_kind_of_its_bounds():
    class Shy(mm.Player, name="shy", source="mine", year=None, fidelity="exact"):
        rate: float | None = mm.setting(None, 0.0, 1.0)
        tries: int | None = mm.setting(None, 1, 9)

    assert (Shy().rate, Shy().tries) == (None, None)
    assert (Shy(rate=0.1).rate, Shy(rate=1).rate, Shy(tries=3).tries) == (0.1, 1, 3)
    with pytest.raises(TypeError, match=r"tries: 0.1 is a float; a whole number in 1"):
        Shy(tries=0.1)
    with pytest.raises(ValueError, match=r"rate: 1.5 is not a finite number in 0"):
        Shy(rate=1.5)
