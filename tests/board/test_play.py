"""The board to play on, without a browser.

What buttons do is done by methods, and widgets show it.
"""

import asyncio
import base64
import html
import os
import re
from xml.etree import ElementTree

import numpy as np
import pytest

import mmlib as mm
from mmlib.board.analysis import analysis
from mmlib.board.bench import as_still
from mmlib.board.charts import bars
from mmlib.board.composer import Composer
from mmlib.board.field import Field
from mmlib.board.making import suspects
from mmlib.board.task import next_guess
from mmlib.players.registry import REGISTRY
from tests.board.widgets import catch_up, find, press_enter

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)


@pytest.fixture
def desk():
    bench = mm.board.Play(CLASSIC, secret="0314", player="kooi")
    yield bench.desks["break"]
    bench.desks["break"].task.close()


@pytest.fixture
def maker():
    bench = mm.board.Play(CLASSIC, "make", player="kooi")
    yield bench.desks["make"]
    bench.desks["make"].task.close()


def play(desk, *codes):
    for code in codes:
        desk.composer.type(code)
        desk.composer.play()


def until(condition, seconds=60):
    """Let the event loop run until something has happened."""

    async def wait():
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.02)

    return wait()


def test_a_game_is_broken(desk):
    play(desk, "0012", "0134")
    assert len(desk.history) == 2
    assert not desk.over
    assert "8 guesses are left" in desk.message
    assert "0314" not in desk.still
    play(desk, "0314")
    assert desk.solved
    assert "Solved with guess 3" in desk.message
    assert "secret: 0314" in desk.still
    play(desk, "0000")
    assert len(desk.history) == 3
    assert "The game is over" in desk.message


def test_a_game_is_lost_after_the_last_guess(desk):
    play(desk, *["5555"] * 10)
    assert desk.over
    assert not desk.solved
    assert "No guesses are left" in desk.message
    assert "secret: 0314" in desk.still


def test_a_new_code_begins_anew(desk):
    play(desk, "0012")
    desk.new_code()
    assert len(desk.history) == 0
    assert desk.composer.pegs == [-1] * 4
    one, other = (mm.board.Play(CLASSIC, seed=3).desks["break"] for _ in range(2))
    assert one.secret.tolist() == other.secret.tolist()


def test_a_guess_is_shown_once_with_its_pegs_cleared(desk):
    """Who types the next one at once must not have it cleared."""
    seen = []
    desk.follow(lambda: seen.append((len(desk.history), desk.composer.code is None)))
    play(desk, "0012")
    assert seen == [(0, False), (1, True)]


def test_giving_up_shows_the_secret(desk):
    desk.give_up()
    assert desk.over
    assert "secret: 0314" in desk.board


def test_pegs_are_set_and_removed():
    played = []
    complaints = []
    changes = []
    composer = Composer(
        CLASSIC, played.append, lambda: changes.append(1), complaints.append
    )
    composer.put(3)
    composer.put(5)
    composer.set_peg(0, -1)
    composer.put(1)
    assert composer.pegs == [1, 5, -1, -1]
    assert composer.code is None
    composer.play()
    assert complaints == ["2 pegs are missing."]
    composer.type("0 1,2 3")
    assert composer.code.tolist() == [0, 1, 2, 3]
    composer.put(4)  # no peg is free
    assert composer.pegs == [0, 1, 2, 3]
    composer.play()
    assert played[0].tolist() == [0, 1, 2, 3]
    for text in ("0128", "xyz", "00112"):
        composer.type(text)
    assert complaints[1:] == [
        "'8' is not a color of this board: they are 0 to 5.",
        "'x' is not a color of this board: they are 0 to 5.",
        "5 pegs were typed, and a code has 4.",
    ]
    assert composer.pegs == [0, 1, 2, 3]
    assert len(changes) == 5


def test_what_is_typed_is_escaped(desk):
    desk.composer.type("<img src=x onerror=alert(1)>")
    assert "<img" not in desk.still
    assert "&#x27;&lt;&#x27; is not a color" in desk.still
    bench = mm.board.Play(CLASSIC, "watch")
    bench.desks["watch"].type_secret("<b>")
    assert "&lt;" in bench.desks["watch"].still
    bench.desks["make"].typed("<i>1</i>")
    assert html.escape("<i>1</i>") in bench.desks["make"].still


def test_the_analysis_counts_right(desk):
    play(desk, "0012")
    now = desk.history
    desk.composer.set(np.array([0, 3, 0, 4], np.uint8))
    told = desk.still
    left = mm.consistent.count_consistent(now)
    assert f"<b>{left}</b> of 1,296 codes are still possible" in told
    expected = mm.partitions.measure(
        [[0, 3, 0, 4]], mm.consistent.consistent_codes(now), colors=6
    ).entropy[0]
    assert f"<b>0304</b> would tell <b>{expected:.2f} bits</b>" in told


def test_luck_is_told_in_bits():
    lucky = mm.History(CLASSIC, ["0000", "1234"], [(0, 0), (4, 0)])
    assert re.search(r"Luck has given \d+\.\d bits", analysis(lucky))
    assert "Luck has had little to do with it" in analysis(
        mm.History(CLASSIC, ["0000"], [(1, 0)])
    )


def test_a_hint_is_thought_out_in_another_process(desk):
    async def ask():
        play(desk, "0012")
        desk.ask()
        await until(lambda: not desk.task.busy)
        desk.take_hint()

    asyncio.run(ask())
    guess = mm.player("kooi").next_guess(desk.history, np.random.default_rng(1))
    assert desk.composer.code.tolist() == guess.tolist()
    assert f"kooi plays <b>{mm.codes.as_text(guess)}</b>" in desk.hint


def test_a_hint_that_takes_long_is_stopped():
    bench = mm.board.Play(mm.Rules(6, 9, 10), secret="012345", player="kooi")
    desk = bench.desks["break"]

    async def ask():
        play(desk, "777788")
        desk.ask()
        await until(lambda: "is thinking" in desk.hint)
        desk.stop()
        assert not desk.task.busy
        assert desk.hint == "Stopped."
        desk.player = "random_consistent"
        desk.ask()  # another process is there
        await until(lambda: "plays" in desk.hint)

    asyncio.run(ask())
    desk.task.close()


def test_what_a_player_cannot_do_is_told():
    desk = mm.board.Play(CLASSIC, player=Own("009")).desks["break"]

    async def ask():
        desk.ask()
        await until(lambda: not desk.task.busy)

    asyncio.run(ask())
    assert "own: guess of own: has 3 pegs, the board has 4" in desk.hint
    assert desk.hinted is None
    desk.task.close()


class Own:
    """A player of one's own, which always guesses the same."""

    def __init__(self, code, name="own"):
        self.name = name
        self.code = code

    def next_guess(self, history, rng):
        return self.code


def test_who_can_be_chosen():
    """Those given come first, under names that tell their settings.

    Players that cannot play the board are left out.
    """
    own = Own("0000", "knuth")
    changed = mm.player("berghman", population=50)
    desk = mm.board.Play(CLASSIC, "watch", player=changed, rival=own).desks["watch"]
    assert desk.names == ["berghman (population=50)", "knuth (your own)"]
    assert list(desk.players)[2:] == list(REGISTRY)
    large = mm.board.Play(mm.Rules(8, 12)).desks["watch"]
    assert large.names == ["entropic", "random_consistent"]
    assert not {"knuth", "optimal", "kooi"} & set(large.players)
    assert {"gold", "berghman", "entropic"} <= set(large.players)
    desk.race_now()
    assert [game.player for game, _ in desk.games] == desk.names
    assert "knuth (your own) found" not in desk.message
    with pytest.raises(ValueError, match="8 pegs x 12 colors have 429,981,696 codes"):
        mm.board.Play(mm.Rules(8, 12), player="kooi")


def test_two_of_ones_own_with_one_name_are_two_players():
    desk = mm.board.Play(
        CLASSIC, "watch", secret="0123", player=Own("0123"), rival=Own("5555")
    ).desks["watch"]
    assert desk.names == ["own", "own (2)"]
    desk.race_now()
    assert [game.solved for game, _ in desk.games] == [True, False]
    assert desk.message == "own found it first, with guess 1."
    same = mm.board.Play(CLASSIC, "watch", player="gold", rival="gold").desks["watch"]
    assert same.names == ["gold", "gold"]


def test_a_hint_of_a_player_of_ones_own():
    desk = mm.board.Play(CLASSIC, player=Own("0123")).desks["break"]

    async def ask():
        desk.ask()
        await until(lambda: not desk.task.busy)

    asyncio.run(ask())
    desk.take_hint()
    assert desk.composer.code.tolist() == [0, 1, 2, 3]
    desk.task.close()


def test_the_computer_breaks_a_code(maker):
    secret = mm.codes.parse("3405")

    async def game():
        maker.start()
        while not maker.solved:
            await until(lambda: maker.proposal is not None)
            maker.answer(*mm.feedback(maker.proposal, secret))

    asyncio.run(game())
    alone = mm.play("kooi", secret, CLASSIC, rng=np.random.default_rng(1))
    assert maker.history.guesses.tolist() == alone.guesses.tolist()
    assert f"Found with guess {len(alone)}" in maker.message


def test_a_contradictory_answer_is_pointed_out(maker):
    maker.guess(mm.codes.parse("0000"))
    maker.answer(3, 0)
    maker.guess(mm.codes.parse("1111"))
    maker.answer(1, 0)
    maker.guess(mm.codes.parse("0011"))
    before = maker.history
    maker.answer(3, 1)  # no answer at all
    assert "3 black and 1 white is no answer on 4 pegs" in maker.message
    maker.answer(4, 0)
    assert maker.history is before
    assert maker.proposal.tolist() == [0, 0, 1, 1]
    assert "No code can answer 4 black 0 white to 0011 in row 3" in maker.message
    assert "Without one of the rows 1, 2 it could" not in maker.message
    assert 'role="alert"' in maker.message
    assert maker.refused[1][-1] == 2
    maker.answer(1, 2)
    assert maker.refused is None
    assert len(maker.history) == 3


def test_the_computer_loses_when_no_guesses_are_left():
    desk = mm.board.Play(mm.Rules(4, 6, 2), "make").desks["make"]
    desk.guess(mm.codes.parse("0000"))
    desk.answer(0, 0)
    assert not desk.over
    desk.guess(mm.codes.parse("1111"))
    desk.answer(0, 0)
    lost = "<b>The computer has lost:</b> 2 guesses are allowed, and none is left."
    assert desk.over
    assert desk.message == lost
    assert lost in desk.still
    assert "<b>256</b> of 1,296 codes are still possible" in desk.analysis
    assert desk.proposal is None
    assert not desk.task.busy
    for more in (lambda: desk.answer(0, 0), lambda: desk.guess(mm.codes.parse("2222"))):
        more()
        assert "The game is over." in desk.message
        assert len(desk.history) == 2
    desk.stop()
    desk.choose("knuth")  # who would guess at once, were the game not over
    assert desk.proposal is None
    desk.take_back()
    assert not desk.over
    assert desk.message == "Answer guess 2 again."
    desk.answer(4, 0)
    assert desk.message == "<b>Found with guess 2.</b>"
    desk.task.close()


def test_answers_are_taken_back(maker):
    maker.guess(mm.codes.parse("0000"))
    maker.answer(0, 0)
    maker.take_back()
    assert len(maker.history) == 0
    assert maker.proposal.tolist() == [0, 0, 0, 0]
    maker.take_back()
    assert "no answer to take back" in maker.message


@pytest.mark.parametrize(
    ("text", "answer"),
    [("1 2", (1, 2)), ("12", (1, 2)), ("1,2", (1, 2)), ("0 0", (0, 0))],
)
def test_answers_are_typed(maker, monkeypatch, text, answer):
    taken = []
    monkeypatch.setattr(maker, "answer", lambda *pegs: taken.append(pegs))
    maker.typed(text)
    assert taken == [answer]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "one",
        "1",
        "1 2 3",
        "123",
        "-1 2",
        "9" * 30 + " 0",
        "9" * 5000 + " 1",
        "\u0661 \u0662",
    ],
)
def test_what_is_no_answer_is_told(maker, text):
    maker.typed(text)
    assert "is not an answer" in maker.message


def test_suspects_are_rows_that_could_be_wrong():
    history = mm.History(CLASSIC, ["0000", "1111", "2222"], [(3, 0), (3, 0), (0, 0)])
    assert suspects(history) == [0, 1]


def test_a_race_is_two_games_on_one_secret():
    bench = mm.board.Play(CLASSIC, "watch", secret="0314", player="kooi", rival="knuth")
    desk = bench.desks["watch"]

    async def race():
        desk.race()
        await until(lambda: desk.games)

    asyncio.run(race())
    desk.task.close()
    assert [game.player for game, _ in desk.games] == ["kooi", "knuth"]
    for name, (game, seconds) in zip(("kooi", "knuth"), desk.games, strict=True):
        alone = mm.play(name, "0314", CLASSIC, rng=np.random.default_rng(1))
        assert game.guesses.tolist() == alone.guesses.tolist()
        assert seconds > 0
    assert "0314" not in desk.boards  # hidden until the end
    desk.go(99)
    assert desk.turn == desk.turns == max(len(game) for game, _ in desk.games)
    assert desk.boards.count("secret: 0314") == 2
    lengths = [len(game) for game, _ in desk.games]
    assert desk.message == (
        f"Both found it with guess {lengths[0]}."
        if lengths[0] == lengths[1]
        else f"{('kooi', 'knuth')[int(lengths[1] < lengths[0])]} "
        f"found it first, with guess {min(lengths)}."
    )
    desk.go(-1)
    assert desk.turn == 0


def test_a_hint_leaves_the_other_process_ready_and_stop_switched_off(desk):
    async def hinted():
        built = desk.build()
        desk.ask()
        await until(lambda: desk.hinted is not None)
        await asyncio.sleep(0)
        return built

    process = desk.task.submit(os.getpid).result()
    built = asyncio.run(hinted())
    assert desk.task.submit(os.getpid).result() == process
    assert find(built, "Stop").disabled
    assert not desk.task.busy


def test_desks_do_not_share_what_can_be_stopped():
    desks = mm.board.Play(CLASSIC).desks.values()
    assert len({id(desk.task) for desk in desks}) == 3


def test_a_complaint_goes_with_its_cause(desk):
    said = desk.message
    desk.composer.type("8")
    desk.composer.play()
    assert "missing" in desk.message
    desk.composer.type("0012")
    assert desk.message == said
    desk.guess(mm.codes.parse("0314"))
    won = desk.message
    assert "Solved" in won
    desk.give_up()
    assert "The game is over. Press New code" in desk.message
    desk.settle()
    assert desk.message == won
    desk.composer.play()
    assert "The game is over. Press New code" in desk.message
    desk.new_code()
    desk.composer.play()
    assert "4 pegs are missing" in desk.message


def test_an_old_hint_is_not_taken_after_a_stop(desk):
    desk.hinted = mm.codes.parse("0012")
    desk.stop()
    desk.take_hint()
    assert desk.composer.code is None


def test_an_answer_can_be_taken_back_once_there_is_one():
    desk = mm.board.Play(CLASSIC, "make").desks["make"]
    back = find(desk.build(), "Take back")
    desk.show()
    assert back.disabled
    desk.start()
    assert back.disabled
    desk.answer(1, 0)
    assert not back.disabled
    back.click()
    assert back.disabled


def test_another_player_goes_on_where_one_was_stopped(maker):
    maker.start()
    maker.answer(1, 0)
    maker.proposal = None
    maker.stop()
    maker.choose("random_consistent")
    assert maker.proposal is not None
    assert len(maker.history) == 1
    maker.answer(4, 0)
    maker.answer(1, 0)
    assert "The game is over." in maker.message


def test_enter_plays_only_what_stands_in_the_field():
    desk = mm.board.Play(CLASSIC, secret="0314").desks["break"]
    field = find(desk.build(), "or type it, then Enter")
    field.value = "0012"
    field.value = "00128"
    press_enter(field)
    assert len(desk.history) == 0
    assert "not a color" in desk.message


def test_pegs_behind_a_gap_stay(desk):
    field = find(desk.build(), "or type it, then Enter")
    desk.composer.set(mm.codes.parse("0123"))
    desk.composer.set_peg(0, -1)
    assert field.value == "_123"
    field.value = "5123"
    assert desk.composer.pegs == [5, 1, 2, 3]
    field.value = "5_2"
    assert desk.composer.pegs == [5, -1, 2, -1]


def test_a_race_begun_anew_forgets_the_last_one():
    desk = mm.board.Play(
        CLASSIC, "watch", secret="0314", player="kooi", rival="knuth"
    ).desks["watch"]
    built = desk.build()
    desk.race()
    desk.task.close()
    desk.go(99)
    assert "found it" in desk.message
    desk.go(1)
    assert desk.message == "After 1 guess of each."
    desk.choose(0, "gold")
    assert desk.message.startswith("Choose two players")
    assert (desk.turn, desk.games, find(built, "guesses").value) == (0, [], 0)


def test_many_bars_stand_in_rows():
    def floors(values):
        drawn = re.findall(
            r'<rect x="[\d.]+" y="([\d.]+)" width="\d+" height="([\d.]+)"',
            bars(values, ["a"] * len(values)),
        )
        assert len(drawn) == len(values)
        return [float(y) + float(height) for y, height in drawn]

    assert len(set(floors([1] * 14))) == 1
    assert floors([1] * 27) == floors([2] * 27)
    assert len(set(floors([1] * 27))) == 2


def test_enter_may_come_before_the_last_peg_that_was_typed():
    """A browser tells of the key at once, and of the text later.

    The text comes when the kernel has taken what the browser told before.
    """
    desk = mm.board.Play(CLASSIC, secret="0314").desks["break"]
    widget = find(desk.build(), "or type it, then Enter")
    field = desk.composer.field

    async def type_guesses():
        widget.value = "0012"
        press_enter(widget)
        widget.value = "00123"  # which is no guess
        catch_up(field)
        assert "5 pegs were typed" in desk.message
        assert len(desk.history) == 0
        widget.value = "001"
        press_enter(widget)
        widget.value = "0012"
        assert len(desk.history) == 0
        catch_up(field)
        assert desk.history.guesses.tolist() == [[0, 0, 1, 2]]
        assert "missing" not in desk.message
        press_enter(widget)  # pressed again, for what was played a moment ago
        catch_up(field)
        assert "missing" not in desk.message
        widget.value = "3345"  # without Enter
        assert len(desk.history) == 1
        press_enter(widget)
        press_enter(widget)
        catch_up(field)
        assert len(desk.history) == 2

    asyncio.run(type_guesses())


def test_an_enter_does_not_outlive_the_code_it_was_pressed_for():
    desk = mm.board.Play(CLASSIC, secret="0314").desks["break"]
    widget = find(desk.build(), "or type it, then Enter")

    async def give_up_waiting():
        press_enter(widget)
        desk.new_code()
        widget.value = "0012"
        catch_up(desk.composer.field)

    asyncio.run(give_up_waiting())
    assert len(desk.history) == 0


def test_a_field_that_is_cleared_takes_every_text():
    """Also where Enter comes before the text each time, one soon after the other."""
    taken = []

    def entered(text):
        taken.append(text)
        field.write("")

    async def type_twice():
        for text in ("1 2", "0 0"):
            press_enter(field.widget)
            field.widget.value = text
            catch_up(field)

    field = Field(entered)
    asyncio.run(type_twice())
    assert taken == ["1 2", "0 0"]
    field.write("again")
    assert (field.widget.value, taken) == ("again", ["1 2", "0 0"])
    press_enter(field.widget)  # in a script, without an event loop
    assert (field.widget.value, taken) == ("", ["1 2", "0 0", "again"])


def test_a_players_next_guess_goes_on_with_its_game():
    history = mm.History(CLASSIC, ["0012"], [(0, 1)])
    first, _ = next_guess("a", "le_adoga", mm.player("le_adoga"), 1, history)
    longer = history.after(first, (1, 1))
    goes_on, _ = next_guess("a", "le_adoga", mm.player("le_adoga"), 1, longer)
    player = mm.player("le_adoga").start(CLASSIC)
    rng = np.random.default_rng(1)
    assert first.tolist() == player.next_guess(history, rng).tolist()
    assert goes_on.tolist() == player.next_guess(longer, rng).tolist()


@pytest.mark.parametrize("mode", ["break", "make", "watch"])
def test_widgets_are_made_and_the_still_frame_needs_none(monkeypatch, mode):
    bench = mm.board.Play(CLASSIC, mode)
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    still = bench._repr_mimebundle_()
    assert set(still) == {"text/plain", "text/html"}
    assert still == mm.board.Play(CLASSIC, mode)._repr_mimebundle_()
    monkeypatch.setenv("MMLIB_PROGRESS", "1")
    assert "application/vnd.jupyter.widget-view+json" in str(bench._repr_mimebundle_())
    task = bench.desks[mode].task
    assert task.submit(divmod, 7, 3).result() == (2, 1)  # it got ready meanwhile
    task.close()


#: Of a picture that stands alone, the colors of a light page and of a dark one.
COLOR_SCHEMES = re.compile(r":root{([^}]*)}")


def drawn_text(data):
    return base64.b64decode(data).decode()


def test_a_still_stands_alone(monkeypatch):
    """A still takes no colors from the page that shows it, and no SVG but images."""
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    still = (
        mm.board.Play(CLASSIC, "watch", secret="0314")
        .race()
        ._repr_mimebundle_()["text/html"]
    )
    assert (
        still
        == mm.board.Play(CLASSIC, "watch", secret="0314")
        .race()
        ._repr_mimebundle_()["text/html"]
    )
    assert "var(" not in still
    assert "<svg" not in still
    images = re.findall(
        r'<img alt="([^"]+)" src="data:image/svg\+xml;base64,([^"]+)">', still
    )
    assert [told.partition(";")[0] for told, _ in images] == ["entropic", "knuth"]
    for told, data in images:
        text = drawn_text(data)
        drawn = ElementTree.fromstring(text)
        assert drawn.get("aria-label") == html.unescape(told)
        used = set(re.findall(r"var\((--mmlib-\w+)", text))
        schemes = COLOR_SCHEMES.findall(text)
        assert len(schemes) == 2
        for scheme in schemes:
            assert used <= set(re.findall(r"(--mmlib-\w+):#", scheme))
    assert as_still("<p>a</p>").endswith("<p>a</p></div>")


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: mm.board.Play(CLASSIC, "fly"),
            ValueError,
            "mode: 'fly' is not one of break, make, watch",
        ),
        (lambda: mm.board.Play("4x6"), TypeError, "rules: "),
        (
            lambda: mm.board.Play(CLASSIC, secret="0316"),
            ValueError,
            "secret: color 6 at position 3",
        ),
        (
            lambda: mm.board.Play(CLASSIC, player="nobody"),
            ValueError,
            "player: 'nobody' is not one of",
        ),
        (lambda: mm.board.Play(CLASSIC, rival=7), TypeError, "player: 7 is no player"),
        (
            lambda: mm.board.Play(CLASSIC, "make", secret="0314"),
            ValueError,
            "secret: '0314' was given, but in mode",
        ),
        (lambda: mm.board.Play(CLASSIC, seed=-1), ValueError, "seed: -1"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
