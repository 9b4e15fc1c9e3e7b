"""The leaderboard: games as played alone, ranked and compared secret by secret."""

import importlib

import numpy as np
import pytest

import mmlib as mm
from tools import leaderboard as script
from tools.measure.experiment import player_on

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)


class Stubborn:
    """Counts upwards, whatever the answers."""

    name = "stubborn"

    def next_guess(self, history, rng):
        return mm.all_codes(history.rules)[len(history)]


@pytest.fixture(scope="module")
def ranking():
    return mm.leaderboard(CLASSIC, ["random_consistent", "knuth", Stubborn()], 300, 1)


def test_leaderboard_games_are_those_played_alone(ranking):
    for name in ("random_consistent", "knuth"):
        alone = mm.play_many(name, CLASSIC, games=300, seed=1)
        assert (
            ranking.games[ranking.games.player == name].moves.tolist()
            == alone.moves.tolist()
        )


def test_leaderboard_without_a_seed_draws_one_and_keeps_it(ranking):
    assert ranking.seed == 1
    drawn = mm.leaderboard(CLASSIC, ["random_consistent"], 5, timed=False)
    again = mm.leaderboard(CLASSIC, ["random_consistent"], 5, drawn.seed, timed=False)
    assert again.games.equals(drawn.games)


def test_leaderboard_ranks_and_differences(ranking):
    table = ranking.ranking.set_index("player")
    assert table.index.tolist() == ["knuth", "random_consistent", "stubborn"]
    games = {
        name: own.guesses.to_numpy() for name, own in ranking.games.groupby("player")
    }
    exact = mm.null_model(CLASSIC).mean_within(10)
    for name, row in table.iterrows():
        assert row.worst == games[name].max()
        if name == "random_consistent":
            assert row["mean"] == row.low == row.high == exact
            assert row.standard_error == 0
            assert row.behind == pytest.approx(exact - games["knuth"].mean())
        else:
            assert row["mean"] == games[name].mean()
            assert row.low < row["mean"] < row.high
            assert row.behind == pytest.approx((games[name] - games["knuth"]).mean())
    assert table.lost["stubborn"] > 280
    # a lost game counts as all the guesses that were allowed
    assert table["mean"]["stubborn"] > 9.8
    assert (table.evaluations == 0).all()
    assert (table.ms > 0).all()
    gap = mm.stats.difference(games["knuth"], exact)
    first = ranking.differences.iloc[0]
    assert (first.player, first.other, first.difference) == (
        "knuth",
        "random_consistent",
        gap.interval.estimate,
    )
    assert first.p_value >= gap.p_value
    assert len(ranking.differences) == 3


def test_leaderboard_shows_itself(ranking):
    assert "± " in repr(ranking)
    html = ranking._repr_html_()
    assert html.count("<tr") == 4
    assert "ms a game" in html
    untimed = mm.leaderboard(CLASSIC, ["knuth", "kooi"], 10, 1, timed=False)
    assert "ms" not in untimed.ranking
    assert "ms a game" not in untimed._repr_html_()


def test_leaderboard_shows_times_in_words(ranking):
    """Three digits, or all that are before the point; and who was not timed."""
    times = dict(zip(("random_consistent", "knuth"), (0.12345, 1496.17), strict=True))
    shown = mm.Leaderboard(CLASSIC, ranking.games, times).summary.set_index("player")
    assert shown["ms a game"].to_dict() == {
        "random_consistent": "0.123",
        "knuth": "1,496",
        "stubborn": "-",
    }


def test_what_is_exact_has_no_error():
    """The null model, and on every code what draws nothing: a strategy, or its tree."""
    rules = mm.Rules(3, 4, 10)
    players = {
        "null": mm.player("random_consistent", first_guess="001"),
        "kooi": "kooi",
        "tree": mm.strategy_tree("knuth", rules),
        "drawn": mm.player("kooi", first_guess="random"),
        "merelo": "merelo",
    }
    ranks = mm.leaderboard(rules, players, "all", 1, timed=False)
    assert set(ranks.exact) == {"null", "kooi", "tree"}
    assert ranks.exact["null"] == pytest.approx(3.321888, abs=1e-6)
    assert ranks.exact["tree"] == float(players["tree"].mean)
    gaps = ranks.differences.set_index(["player", "other"])
    assert gaps.loc[("kooi", "tree"), ["low", "high"]].nunique() == 1
    assert gaps.loc[("kooi", "tree")].p_value == 0
    shown = ranks.summary.set_index("player")["mean guesses"]
    assert shown["null"] == "3.322 exactly"
    assert "±" in shown["drawn"]
    two = mm.leaderboard(rules, ["knuth", "kooi"], "all", 1, timed=False)
    assert " to " not in two.summary["behind the first (95 %)"][1]
    some = mm.leaderboard(rules, players, 50, 1, timed=False)
    assert set(some.exact) == {"null"}


def test_leaderboard_takes_labels_and_kinds_of_secrets():
    rules = mm.Rules(3, 4, 10)
    two = {
        "a fixed first guess": mm.player("random_consistent", first_guess="012"),
        "none": "random_consistent",
    }
    everyone = mm.leaderboard(rules, two, "all", 1, timed=False)
    assert set(everyone.ranking.player) == set(two)
    assert everyone.games.secret.tolist() == 2 * [
        mm.codes.as_text(code) for code in mm.all_codes(rules)
    ]
    some = mm.leaderboard(
        rules, ["knuth"], np.array([[0, 1, 2], [3, 3, 3]]), 1, timed=False
    )
    assert some.games.secret.tolist() == ["012", "333"]
    assert some.differences.empty


@pytest.mark.parametrize(
    ("players", "games", "message"),
    [
        (["knuth", "knuth"], 10, "players: two are called 'knuth'"),
        (
            "knuth",
            10,
            (
                "players: 'knuth' is a str; "
                "a list, or a dict of players by label, is needed"
            ),
        ),
        ([], 10, "players: there is none"),
        ({1: "knuth"}, 10, "players: 1 is an int; a text as label is needed"),
        (["nobody"], 10, "player: 'nobody' is not one of"),
        (["knuth"], 1, "games: 1 is too few"),
        (["knuth"], "some", "games: 'some' is not a number of games"),
        (["knuth"], 20.0, "games: 20.0 is not a number of games"),
        (mm.players(), 10, "players: a DataFrame came"),
    ],
)
def test_leaderboard_refuses_bad_input(players, games, message):
    with pytest.raises((TypeError, ValueError), match=message):
        mm.leaderboard(CLASSIC, players, games, 1)


@pytest.mark.parametrize("wrong", ["optimal", mm.player("knuth", first_guess="0012")])
def test_leaderboard_refuses_who_cannot_play_before_anyone_plays(wrong, monkeypatch):
    monkeypatch.setattr(
        importlib.import_module("mmlib.experiments.leaderboard"), "play_many", None
    )
    with pytest.raises(
        ValueError, match=r"effort: .* 32,768 codes|first_guess: has 4 pegs"
    ):
        mm.leaderboard(mm.Rules(5, 8), ["nhea", wrong], 10, 1)


def test_leaderboard_pages_show_the_stored_ones():
    for path, (begin, told, end) in script.sections().items():
        text = path.read_text()
        assert text.count(begin) == text.count(end) == 1
        assert f"{begin}\n{told}\n{end}\n" in text


def test_leaderboard_of_the_first_players_shows_plain_entropy_beside_ours():
    """It breeds nothing. Means over every code of 6 x 9 are exact, three of them."""
    table = script.first_players(script.summary(script.ranks()[script.ON])).set_index(
        "player"
    )
    entropic, _, far_sighted, from_openings = (f"**{name}**" for name in script.OURS)
    ours = [from_openings, entropic, far_sighted]
    assert table.index[:4].tolist() == [*ours, script.ENTROPY]
    exactly = table["mean guesses"].str.removesuffix(" exactly")
    assert exactly[[from_openings, far_sighted]].tolist() == ["6.236", "6.241"]
    assert len(table) == 4 + script.OTHERS
    guesses = script.guesses_of_every_code(script.ON)
    assert (len(guesses), guesses.sum()) == (9**6, 3_338_805)
    row = table.loc[script.ENTROPY]
    assert row[["mean guesses", "ms a game"]].tolist() == ["6.283 exactly", "-"]


def test_what_makes_the_players_of_the_leaderboard_is_told():
    rules = mm.Rules(4, 6)
    table = script.made_by().set_index("player").iloc[:, 0]
    for label, name, settings, _ in script.PLAYERS:
        made = eval(table[label].strip("`"), {"mm": mm})
        played = script.player_on(rules, name, settings)
        assert (made.name, repr(made.settings)) == (played.name, repr(played.settings))


def test_leaderboard_tables_are_written_without_playing(tmp_path, monkeypatch):
    pages = {name: tmp_path / f"{name}.md" for name in ("README", "PAGE")}
    for name, path in pages.items():
        path.write_bytes(getattr(script, name).read_bytes())
        monkeypatch.setattr(script, name, path)
    drawn = script.PICTURE.read_bytes()
    monkeypatch.setattr(script, "PICTURE", tmp_path / "trade_off.png")
    monkeypatch.setattr(script, "play", None)
    written = pages["PAGE"].read_text()
    pages["PAGE"].write_text(written.replace("| NHEA ", "| Anne "))
    script.main(["--tables"])
    assert pages["PAGE"].read_text() == written
    assert script.PICTURE.read_bytes() == drawn


@pytest.mark.parametrize(
    "board",
    ["4 x 6"]
    + [pytest.param(board, marks=pytest.mark.slow) for board in ("5 x 8", "6 x 9")],
)
def test_leaderboard_that_is_stored_comes_out_the_same(board):
    stored = (
        mm.results.read("leaderboards", text=["guesses"])
        .query("board == @board")
        .set_index("player")
    )
    jobs = [job for job in script.jobs() if job[0] == board]
    rules = mm.Rules(*script.BOARDS[board][:2], script.LIMIT)
    players = {
        label: player_on(rules, name, settings) for *_, label, name, settings in jobs
    }
    assert set(stored.index) == set(players)
    again = mm.leaderboard(rules, players, 4, script.SEED, n_jobs=1, timed=False).games
    for label, own in again.groupby("player"):
        digits = "".join(
            f"{n:X}" if solved else "0"
            for n, solved in zip(own.guesses, own.solved, strict=True)
        )
        assert stored.guesses[label][:4] == digits, label
        assert len(stored.guesses[label]) == script.BOARDS[board][2]


def test_leaderboard_former_name_of_the_ranking_warns():
    ranks = mm.leaderboard(mm.Rules(2, 2), ["gold", "knuth"], "all", 1, timed=False)
    with pytest.warns(DeprecationWarning, match=r"Leaderboard\.table is now ranking"):
        assert ranks.table.equals(ranks.ranking)


def test_players_with_a_first_guess_of_their_own_play_all_codes():
    rules = mm.Rules(3, 4)
    players = [mm.player("knuth", first_guess="001"), "kooi"]
    players += [mm.GeneticPlayer("mine", first_guess="001", population=8)]
    ranks = mm.leaderboard(rules, players, "all", 1)
    assert sorted(ranks.exact) == ["knuth", "kooi"]
