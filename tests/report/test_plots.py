"""Figures: what they draw is what they were given."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.container import BarContainer

import mmlib as mm
from mmlib.report import plots, stats


def test_guesses_histogram_draws_shares_and_printed_counts(ax):
    games = pd.DataFrame({"guesses": [3, 4, 4, 5]})
    bars = pd.DataFrame({"guesses": [2, 4], "games": [1, 3]})
    plots.guesses_histogram(games, published=bars, ax=ax)
    assert [patch.get_height() for patch in ax.patches] == [0, 25, 50, 25]
    diamonds = next(line for line in ax.lines if line.get_marker() == "D")
    assert diamonds.get_xydata().tolist() == [[2, 25], [4, 75]]
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["measured (4 games)", "published (4 games)"]


def test_guesses_histogram_shows_open_counts_as_open(ax):
    bars = pd.DataFrame(
        {"guesses": [4, 5], "games_low": [49, 50], "games_high": [50, 51]}
    )
    plots.guesses_histogram(
        {"a": [4, 5], "b": [5, 5]}, published=bars, published_label="Fig. 8", ax=ax
    )
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["a (2 games)", "b (2 games)", "Fig. 8 (about 100 games)"]


def test_guesses_histogram_shows_the_null_model_exactly(ax):
    null = mm.null_model(mm.Rules(3, 4))
    plots.guesses_histogram({"mine": [3, 4, 4, 5], "null model": null}, ax=ax)
    bars = ax.containers[-1]
    assert [bar.get_height() for bar in bars] == pytest.approx(100 * null.share)
    labels = [text.get_text() for text in ax.get_legend().get_texts()]
    assert labels == ["mine (4 games)", "null model (exact)"]
    alone = plots.guesses_histogram(null)
    assert len(alone.patches) == len(bars)
    plt.close(alone.figure)


def test_mean_points_carry_their_intervals(ax):
    drawn = plots.mean_points(
        ["a", "b"], [[4, 5, 6, 5], [5, 5, 6, 7]], published=[None, 5.5], ax=ax
    )
    assert drawn is ax
    means = ax.containers[0].lines[0]
    low_high = ax.containers[0].lines[2][0].get_segments()
    assert means.get_xdata().tolist() == [5, 5.75]
    interval = stats.mean_interval([4, 5, 6, 5])
    assert low_high[0][:, 0] == pytest.approx([interval.low, interval.high])


def test_mean_curve_carries_its_bands(ax):
    assert (
        plots.mean_curve([10, 20], [[4, 5, 6, 5], [5, 5, 6, 7]], label="a", ax=ax) is ax
    )
    assert ax.lines[0].get_xydata().tolist() == [[10, 5], [20, 5.75]]
    band = ax.collections[0].get_paths()[0].vertices
    interval = stats.mean_interval([4, 5, 6, 5])
    assert band[band[:, 0] == 10][:, 1].min() == pytest.approx(interval.low)
    with pytest.raises(ValueError, match="x: 1 for 2 samples"):
        plots.mean_curve([10], [[1, 2], [2, 3]], ax=ax)


def test_landscape_goes_from_the_fittest_down(ax):
    plots.landscape([1, 3, 2, 3], [False, False, True, True], ax=ax)
    assert ax.lines[0].get_xydata().tolist() == [[1, 3], [2, 2]]
    assert ax.get_xlabel() == "4 codes, the fittest first"
    with pytest.raises(ValueError, match="fits: 1 for 2 codes"):
        plots.landscape([1, 2], [True], ax=ax)


def test_convergence_is_the_mean_of_searches_and_begins_with_what_was_drawn(ax):
    one, other = (
        mm.Search(best=np.array(best), mean=np.array(best) - 1)
        for best in ([1.0, 2.0], [3.0, 3.0, 5.0])
    )
    plots.convergence([one, other, mm.Search()], label="two", ax=ax)
    assert ax.lines[0].get_xydata().tolist() == [[0, 2], [1, 2.5], [2, 3.5]]
    assert ax.lines[1].get_ydata().tolist() == [1, 1.5, 2.5]
    with pytest.raises(
        ValueError, match="searches: none has the fitness of its generations"
    ):
        plots.convergence([mm.Search()], ax=ax)


def test_landscape_after_any_answers_takes_one_call():
    history = mm.History(mm.Rules(3, 4), ["001", "123"], [(1, 0), (0, 1)])
    ax = plots.landscape(history, by=mm.fitness.berghman)
    values = mm.fitness.berghman(
        mm.all_codes(history.rules), history.guesses, history.feedbacks
    )
    fits = mm.consistent.count_consistent(history)
    assert ax.lines[0].get_ydata().tolist() == [values.max()] * fits
    assert (
        ax.get_title(plt.rcParams["axes.titlelocation"])
        == "Fitness by berghman after 2 guesses"
    )
    with pytest.raises(TypeError, match="by: "):
        plots.landscape(history, by="gold")
    with pytest.raises(TypeError, match="fits: a history tells itself"):
        plots.landscape(history, values == 0)
    plt.close("all")


def test_convergence_takes_the_turns_of_a_game(ax):
    game = mm.play("gold", "0314", mm.Rules(4, 6), seed=1, story=True)
    plots.convergence(game.turns, ax=ax)
    searches = [turn.search for turn in game.turns]
    means = [line.get_ydata().tolist() for line in ax.lines]
    ax.clear()
    plots.convergence(searches, ax=ax)
    assert means == [line.get_ydata().tolist() for line in ax.lines]
    ax.clear()
    plots.convergence(game.turns[1], ax=ax)
    title = ax.get_title(plt.rcParams["axes.titlelocation"])  # as a style may have it
    assert title.startswith("Best fitness")


def test_one_generation_is_drawn_as_a_point(ax):
    one = mm.Search(best=np.array([1.0]), mean=np.array([0.5]))
    plots.convergence(one, ax=ax)
    assert [line.get_marker() for line in ax.lines] == ["o", "o"]


def test_convergence_of_one_run_takes_one_call():
    run = mm.whole_board.run("012", seed=1)
    ax = plots.convergence(run)
    assert [line.get_ydata().tolist() for line in ax.lines] == [
        run.fitness.tolist(),
        run.mean_fitness.tolist(),
    ]
    search = mm.play("gold", "0314", mm.Rules(4, 6), seed=1, story=True).turns[1].search
    assert len(plots.convergence(search).lines[0].get_ydata()) == search.generations + 1
    with pytest.raises(ValueError, match="searches: none has the fitness of"):
        plots.convergence(mm.Search())
    plt.close("all")


def test_plots_are_called_as_before_with_a_warning(ax):
    history = mm.History(mm.Rules(2, 3), ["01"], [(1, 0)])
    search = mm.Search(best=np.array([1.0, 2.0]), mean=np.array([0.0, 1.0]))
    samples = [[1, 2], [2, 3]]
    for called, now in (
        (lambda: plots.mean_curve(ax, [1, 2], samples), "mean_curve(..., ax=ax)"),
        (lambda: plots.mean_points(ax, ["a", "b"], samples), "mean_points(..., ax=ax)"),
        (lambda: plots.landscape(ax, [1, 2], [0, 1]), "landscape(..., ax=ax)"),
        (
            lambda: plots.landscape(fitness=[1, 2], fits=[0, 1], ax=ax),
            "landscape(data=...)",
        ),
        (lambda: plots.convergence(ax, [search]), "convergence(..., ax=ax)"),
        (
            lambda: plots.landscape_of(history, mm.fitness.gold, ax=ax),
            "landscape(history, by=fitness)",
        ),
        (lambda: plots.convergence_of(search, ax=ax), "convergence(run)"),
    ):
        with pytest.warns(DeprecationWarning, match=re.escape(now)) as warned:
            assert called() is ax
        assert warned[0].filename == __file__


def test_strategy_tree_is_drawn_where_one_says(ax):
    tree = mm.strategy_tree("knuth", mm.Rules(2, 3))
    assert plots.strategy_tree(tree, "Knuth's", ax=ax) is ax
    assert len(ax.get_yticklabels()) == (tree.parent == 0).sum()


def test_guesses_histogram_refuses_two_printed_ones_at_once(ax):
    bars = pd.DataFrame({"pegs": [4, 5], "guesses": [4, 4], "games": [1, 1]})
    with pytest.raises(
        ValueError, match=r"published: 4 guesses stand twice; choose one size"
    ):
        plots.guesses_histogram([4, 5], published=bars, ax=ax)
    with pytest.raises(ValueError, match="games: 0 series"):
        plots.guesses_histogram({}, ax=ax)


@pytest.mark.parametrize(
    "games", [[], "berghman", [[4, 5], [6]], [4.5], pd.DataFrame({"secret": ["0012"]})]
)
def test_guesses_histogram_refuses_what_is_no_sample(ax, games):
    with pytest.raises(
        TypeError, match=r"games: .* is neither a table that play_many returns nor"
    ):
        plots.guesses_histogram(games, ax=ax)


def test_a_series_named_after_a_player_has_the_players_color(ax):
    """A name may go on, or be that of the null model; others share what is left."""
    labels = ["Le Adoga, as coded", "ours", "null model", "Evo++ entropy", "evo_rank"]
    games = {label: [3, 4, 4] for label in labels}
    mm.plots.guesses_histogram(games, ax=ax)
    bars = [one for one in ax.containers if isinstance(one, BarContainer)]
    colors = [to_hex(each[0].get_facecolor()).upper() for each in bars]
    players = mm.plots.PLAYERS
    assert colors == [
        players["le_adoga"],
        mm.plots.BLUE,
        players["random_consistent"],
        players["evo"],
        players["evo_rank"],
    ]


def test_ecdf_is_the_share_reached_within_so_many_evaluations(ax):
    hits = {"some": [3, 10, np.inf, 3], "none": [np.inf, np.inf]}
    plots.ecdf(hits, budget=100, ax=ax)
    some, none = ax.lines
    for evaluations in (1, 2, 3, 9, 10, 100):
        steps = some.get_xdata() <= evaluations
        share = some.get_ydata()[steps][-1]
        assert share == np.mean(np.array(hits["some"]) <= evaluations)
    assert set(none.get_ydata()) == {0}
    assert some.get_xdata()[-1] == none.get_xdata()[-1] == 100
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(hits)


def test_ecdf_ends_with_the_last_hit_or_the_budget(ax):
    plots.ecdf({"a": [3, 10, np.inf]}, ax=ax)
    assert ax.lines[0].get_xdata()[-1] == 10
    ax.clear()
    plots.ecdf({"a": [3, 10, np.inf]}, budget=5, ax=ax)
    assert ax.lines[0].get_ydata()[-1] == pytest.approx(1 / 3)


def test_no_two_curves_of_an_ecdf_look_alike(ax):
    plots.ecdf({f"solver {number}": [3] for number in range(14)}, ax=ax)
    looks = {(line.get_color(), line.get_linestyle()) for line in ax.lines}
    assert len(looks) == 14


@pytest.mark.parametrize(
    ("hits", "error", "message"),
    [
        ([3, 10], TypeError, "hits: .* a dict of evaluations by label"),
        ({}, ValueError, "hits: there are none"),
        ({"a": []}, ValueError, "hits: there are none"),
        ({"a": [0]}, ValueError, "hits: evaluations are 1 or more"),
        ({3: [1]}, TypeError, "hits: 3 is an int"),
    ],
)
def test_ecdf_refuses_what_are_no_hits(hits, error, message):
    with pytest.raises(error, match=message):
        plots.ecdf(hits)
