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
from mmlib.board.charts import bars
from mmlib.board.composer import Composer
from mmlib.board.enter_field import EnterField
from mmlib.board.making import suspects
from mmlib.board.notebook_board import as_still
from mmlib.board.task import next_guess
from mmlib.players.registry import REGISTRY
from mmlib.reason.contradictions import with_one_wrong
from tests.board.widgets import catch_up, find, press_enter

#: The classic board, with ten guesses.
CLASSIC = mm.Rules(4, 6, 10)


@pytest.fixture
def shown():
    bench = mm.board.Play(CLASSIC, secret="0314", player="kooi")
    yield bench.modes["break"]
    bench.modes["break"].task.close()


@pytest.fixture
def maker():
    bench = mm.board.Play(CLASSIC, "make", player="kooi")
    yield bench.modes["make"]
    bench.modes["make"].task.close()


def play(shown, *codes):
    for code in codes:
        shown.composer.type(code)
        shown.composer.play()


def until(condition, seconds=60):
    """Let the event loop run until something has happened."""

    async def wait():
        async with asyncio.timeout(seconds):
            while not condition():
                await asyncio.sleep(0.02)

    return wait()


def test_breaking_finds_the_code(shown):
    play(shown, "0012", "0134")
    assert len(shown.history) == 2
    assert not shown.over
    assert "8 guesses are left" in shown.message
    assert "0314" not in shown.still
    play(shown, "0314")
    assert shown.solved
    assert "Solved with guess 3" in shown.message
    assert "secret: 0314" in shown.still
    play(shown, "0000")
    assert len(shown.history) == 3
    assert "The game is over" in shown.message


def test_breaking_is_lost_after_the_last_guess(shown):
    play(shown, *["5555"] * 10)
    assert shown.over
    assert not shown.solved
    assert "No guesses are left" in shown.message
    assert "secret: 0314" in shown.still


def test_breaking_begins_anew_with_a_new_code(shown):
    play(shown, "0012")
    shown.new_code()
    assert len(shown.history) == 0
    assert shown.composer.pegs == [-1] * 4
    one, other = (mm.board.Play(CLASSIC, seed=3).modes["break"] for _ in range(2))
    assert one.secret.tolist() == other.secret.tolist()


def test_breaking_shows_a_guess_once_with_its_pegs_cleared(shown):
    """Who types the next one at once must not have it cleared."""
    seen = []
    shown.follow(lambda: seen.append((len(shown.history), shown.composer.code is None)))
    play(shown, "0012")
    assert seen == [(0, False), (1, True)]


def test_breaking_given_up_shows_the_secret(shown):
    shown.give_up()
    assert shown.over
    assert "secret: 0314" in shown.board


def test_composer_sets_and_removes_pegs():
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
    assert composer.pegs == [-1] * 4
    assert len(changes) == 8


@pytest.mark.parametrize(
    ("way", "typed", "unknown"),
    [
        ({"alphabet": "RGBYOP"}, ["rrby", "r r,b Y"], "'0' .* they are R G B Y O P"),
        ({"first": 1}, ["1134", "1 1 3 4"], "'0' .* they are 1 2 3 4 5 6"),
        (
            {"alphabet": ["red", "green", "blue", "yellow", "orange", "pink"]},
            ["rrby", "red red blue yellow"],
            "'0' .* they are red green blue yellow orange pink",
        ),
    ],
)
def test_a_board_writes_and_reads_its_alphabet(way, typed, unknown):
    board = mm.board.Play(CLASSIC, secret=typed[-1], **way)
    breaking = board.modes["break"]
    assert breaking.secret.tolist() == [0, 0, 2, 3]
    for text in typed:
        assert breaking.composer.type(text)
        assert breaking.composer.pegs == [0, 0, 2, 3]
        breaking.composer.clear()
    assert not breaking.composer.type("0")
    assert re.search(unknown, html.unescape(breaking.message))
    breaking.composer.type(typed[0][:2])
    assert breaking.composer._written() == {"1134": "11"}.get(typed[0], "RR")
    breaking.guess(np.array([0, 0, 2, 3], np.uint8))
    written = breaking.alphabet.write([0, 0, 2, 3])
    assert f"guess 1: {written}, 4 black" in breaking.board
    making = board.modes["make"]
    making.guess(np.array([0, 0, 2, 3], np.uint8))
    assert f"Answer your own guess, {written}." in making.message


def test_numbers_that_are_names_are_no_digits():
    """There, 1 is the first color and not the second."""
    names = [str(number) for number in range(1, 13)]
    board = mm.board.Play(mm.Rules(4, 12), alphabet=names)
    composer = board.modes["break"].composer
    assert composer.type("1 2 3 12")
    assert composer.pegs == [0, 1, 2, 11]
    assert not composer.type("1234")
    named = mm.board.Play(CLASSIC, alphabet=["red", "green", "blue", "y", "o", "p"])
    assert named.modes["break"].composer.type("red b yo")
    assert named.modes["break"].composer.pegs == [0, 2, 3, 4]


def test_a_board_takes_the_alphabet_of_its_history():
    history = mm.History(CLASSIC, ["RRBY"], [(1, 1)], alphabet="RGBYOP")
    board = mm.board.Play(history=history)
    assert board.modes["make"].alphabet == history.alphabet
    assert "guess 1: RRBY, 1 black, 1 white" in board.modes["make"].board
    with pytest.raises(ValueError, match="alphabet: has 3 colors"):
        mm.board.Play(CLASSIC, alphabet="RGB")


def test_composer_shows_no_pegs_of_a_text_before(shown):
    """A text that is refused leaves the row empty, and stands in its field."""
    field = find(shown.build(), "or type it, then Enter")
    field.value = "0123"
    assert "composing: 0123" in shown.board
    field.value = "0166"
    assert "composing: ____" in shown.board
    assert "is not a color of this board" in shown.message
    assert field.value == "0166"
    field.value = "0155"
    assert "composing: 0155" in shown.board
    assert "not a color" not in shown.message


def test_composer_escapes_what_is_typed(shown):
    shown.composer.type("<img src=x onerror=alert(1)>")
    assert "<img" not in shown.still
    assert "&#x27;&lt;&#x27; is not a color" in shown.still
    bench = mm.board.Play(CLASSIC, "watch")
    bench.modes["watch"].type_secret("<b>")
    assert "&lt;" in bench.modes["watch"].still
    bench.modes["make"].typed("<i>1</i>")
    assert html.escape("<i>1</i>") in bench.modes["make"].still


def test_analysis_counts_right(shown):
    play(shown, "0012")
    now = shown.history
    shown.composer.set(np.array([0, 3, 0, 4], np.uint8))
    told = shown.still
    left = mm.consistent.count_consistent(now)
    assert f"<b>{left}</b> of 1,296 codes are still possible" in told
    expected = mm.partitions.measure(
        [[0, 3, 0, 4]], mm.consistent.consistent_codes(now), colors=6
    ).entropy[0]
    assert f"<b>0304</b> would tell <b>{expected:.2f} bits</b>" in told


def test_analysis_tells_luck_in_bits():
    lucky = mm.History(CLASSIC, ["0000", "1234"], [(0, 0), (4, 0)])
    assert re.search(r"Luck has given \d+\.\d bits", analysis(lucky))
    assert "Luck has had little to do with it" in analysis(
        mm.History(CLASSIC, ["0000"], [(1, 0)])
    )


def test_hint_is_thought_out_in_another_process(shown):
    async def ask():
        play(shown, "0012")
        shown.ask()
        await until(lambda: not shown.task.busy)
        shown.take_hint()

    asyncio.run(ask())
    guess = mm.player("kooi").next_guess(shown.history, np.random.default_rng(1))
    assert shown.composer.code.tolist() == guess.tolist()
    assert f"kooi plays <b>{mm.codes.as_text(guess)}</b>" in shown.hint


def test_hint_stands_where_messages_stand(shown):
    """Below its button it was under the edge of a small window."""
    built = shown.build()
    shown.asked(mm.codes.parse("0435"), "kooi plays <b>0435</b>, at once.")
    [place] = panes(built, "kooi plays")
    assert shown.message in place
    shown.composer.type("8")
    [place] = panes(built, "kooi plays")
    assert "not a color" in place
    play(shown, "0012")
    assert not panes(built, "kooi plays")
    assert panes(built, "9 guesses are left.")


def panes(widget, text):
    """The pieces of HTML in a widget that contain a text."""
    shown = getattr(widget, "value", None)
    found = [shown] if isinstance(shown, str) and text in shown else []
    children = getattr(widget, "children", ())
    return found + [one for child in children for one in panes(child, text)]


def test_hint_that_takes_long_is_stopped():
    bench = mm.board.Play(mm.Rules(6, 9, 10), secret="012345", player="kooi")
    shown = bench.modes["break"]

    async def ask():
        play(shown, "777788")
        shown.ask()
        await until(lambda: "is thinking" in shown.hint)
        shown.stop()
        assert not shown.task.busy
        assert shown.hint == "Stopped."
        shown.player = "random_consistent"
        shown.ask()  # another process is there
        await until(lambda: "plays" in shown.hint)

    asyncio.run(ask())
    shown.task.close()


def test_hint_tells_what_a_player_cannot_do():
    shown = mm.board.Play(CLASSIC, player=Own("009")).modes["break"]

    async def ask():
        shown.ask()
        await until(lambda: not shown.task.busy)

    asyncio.run(ask())
    assert "own: guess of own: has 3 pegs, the board has 4" in shown.hint
    assert shown.hinted is None
    shown.task.close()


class Own:
    """A player of one's own, which always guesses the same."""

    def __init__(self, code, name="own"):
        self.name = name
        self.code = code

    def next_guess(self, history, rng):
        return self.code


def test_competitors_can_be_chosen():
    """Those given come first, under names that tell their settings.

    Players that cannot play the board are left out.
    """
    own = Own("0000", "knuth")
    changed = mm.player("berghman", population=50)
    shown = mm.board.Play(CLASSIC, "watch", player=changed, rival=own).modes["watch"]
    assert shown.names == ["berghman (population=50)", "knuth (your own)"]
    assert list(shown.players)[2:] == list(REGISTRY)
    large = mm.board.Play(mm.Rules(8, 12)).modes["watch"]
    assert large.names == ["entropic", "random_consistent"]
    assert not {"knuth", "optimal", "kooi"} & set(large.players)
    assert {"gold", "berghman", "entropic"} <= set(large.players)
    shown.race_now()
    assert [game.player for game, _ in shown.games] == shown.names
    assert "knuth (your own) found" not in shown.message
    with pytest.raises(ValueError, match="8 pegs x 12 colors have 429,981,696 codes"):
        mm.board.Play(mm.Rules(8, 12), player="kooi")


def test_competitors_of_one_name_are_two_players():
    shown = mm.board.Play(
        CLASSIC, "watch", secret="0123", player=Own("0123"), rival=Own("5555")
    ).modes["watch"]
    assert shown.names == ["own", "own (2)"]
    shown.race_now()
    assert [game.solved for game, _ in shown.games] == [True, False]
    assert shown.message == "own found it first, with guess 1."
    same = mm.board.Play(CLASSIC, "watch", player="gold", rival="gold").modes["watch"]
    assert same.names == ["gold", "gold"]


def test_hint_of_a_player_of_ones_own():
    shown = mm.board.Play(CLASSIC, player=Own("0123")).modes["break"]

    async def ask():
        shown.ask()
        await until(lambda: not shown.task.busy)

    asyncio.run(ask())
    shown.take_hint()
    assert shown.composer.code.tolist() == [0, 1, 2, 3]
    shown.task.close()


def test_making_breaks_a_code(maker):
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


def test_making_points_out_a_contradictory_answer(maker):
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


#: Guesses and answers after which seven codes fit.
SEVEN_LEFT = (["0012", "3405"], [(0, 1), (3, 0)])


def test_making_tells_what_was_possible_before_a_contradictory_answer():
    history = mm.History(CLASSIC, *SEVEN_LEFT)
    left = mm.consistent.consistent_codes(history)
    maker = mm.board.Play(history=history, mode="make").modes["make"]
    number = f"<b>{len(left)}</b> of 1,296 codes"
    assert f"{number} are still possible" in maker.analysis
    assert "Possible are:" in maker.few
    maker.guess(mm.codes.parse("5555"))
    assert not maker.answer(3, 0)
    assert maker.refused is not None
    assert "still possible" not in maker.still
    assert f"Before this answer {number} were possible." in maker.still
    assert "Possible were:" in maker.few
    maker.take_back()
    assert "still possible" in maker.analysis


def test_making_that_has_found_the_code_tells_what_was_before_an_answer():
    history = mm.History(CLASSIC, ["0000"], [(0, 0)])
    maker = mm.board.Play(history=history, mode="make").modes["make"]
    maker.guess(mm.codes.parse("1234"))
    maker.answer(4, 0)
    assert "The code is found." in maker.analysis
    assert not maker.correct(0, 3, 0)
    assert "Before this answer the code was found." in maker.analysis


def test_making_doubts_an_answer_that_was_refused():
    """If that one is wrong, the codes fit that were possible before it."""
    history = mm.History(CLASSIC, *SEVEN_LEFT)
    left = mm.consistent.consistent_codes(history)
    maker = mm.board.Play(history=history, mode="make").modes["make"]
    maker.guess(mm.codes.parse("5555"))
    assert not maker.answer(3, 0)
    maker.doubt_one()
    refused, _ = maker.refused
    found = with_one_wrong(refused)
    assert found[2].tolist() == left.tolist()
    told = f"If the answer of row 3 is wrong, {len(left)} codes would fit."
    assert told in maker.doubt
    maker.take_back()
    assert not maker.doubt


def test_making_loses_when_no_guesses_are_left():
    shown = mm.board.Play(mm.Rules(4, 6, 2), "make").modes["make"]
    shown.guess(mm.codes.parse("0000"))
    shown.answer(0, 0)
    assert not shown.over
    shown.guess(mm.codes.parse("1111"))
    shown.answer(0, 0)
    lost = "<b>The computer has lost:</b> 2 guesses are allowed, and none is left."
    assert shown.over
    assert shown.message == lost
    assert lost in shown.still
    assert "<b>256</b> of 1,296 codes are still possible" in shown.analysis
    assert shown.proposal is None
    assert not shown.task.busy
    for more in (
        lambda: shown.answer(0, 0),
        lambda: shown.guess(mm.codes.parse("2222")),
    ):
        more()
        assert "The game is over." in shown.message
        assert len(shown.history) == 2
    shown.stop()
    shown.choose("knuth")  # who would guess at once, were the game not over
    assert shown.proposal is None
    shown.take_back()
    assert not shown.over
    assert shown.message == "Answer guess 2 again."
    shown.answer(4, 0)
    assert shown.message == "<b>Found with guess 2.</b>"
    shown.task.close()


def test_making_takes_answers_back(maker):
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
def test_making_takes_answers_that_are_typed(maker, monkeypatch, text, answer):
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
def test_making_tells_what_is_no_answer(maker, text):
    maker.typed(text)
    assert "is not an answer" in maker.message


def test_suspects_are_rows_that_could_be_wrong():
    history = mm.History(CLASSIC, ["0000", "1111", "2222"], [(3, 0), (3, 0), (0, 0)])
    assert suspects(history, 2) == [0, 1]
    assert suspects(history, 0) == [1]


def test_racing_is_two_games_on_one_secret():
    bench = mm.board.Play(CLASSIC, "watch", secret="0314", player="kooi", rival="knuth")
    shown = bench.modes["watch"]

    async def race():
        shown.race()
        await until(lambda: shown.games)

    asyncio.run(race())
    shown.task.close()
    assert [game.player for game, _ in shown.games] == ["kooi", "knuth"]
    for name, (game, seconds) in zip(("kooi", "knuth"), shown.games, strict=True):
        alone = mm.play(name, "0314", CLASSIC, rng=np.random.default_rng(1))
        assert game.guesses.tolist() == alone.guesses.tolist()
        assert seconds > 0
    assert "0314" not in shown.boards  # hidden until the end
    shown.go(99)
    assert shown.turn == shown.turns == max(len(game) for game, _ in shown.games)
    assert shown.boards.count("secret: 0314") == 2
    lengths = [len(game) for game, _ in shown.games]
    assert shown.message == (
        f"Both found it with guess {lengths[0]}."
        if lengths[0] == lengths[1]
        else f"{('kooi', 'knuth')[int(lengths[1] < lengths[0])]} "
        f"found it first, with guess {min(lengths)}."
    )
    shown.go(-1)
    assert shown.turn == 0


def test_hint_leaves_the_other_process_ready(shown):
    async def hinted():
        built = shown.build()
        shown.ask()
        await until(lambda: shown.hinted is not None)
        await asyncio.sleep(0)
        return built

    process = shown.task.submit(os.getpid).result()
    built = asyncio.run(hinted())
    assert shown.task.submit(os.getpid).result() == process
    assert find(built, "Stop").disabled
    assert not shown.task.busy


def test_modes_do_not_share_what_can_be_stopped():
    modes = mm.board.Play(CLASSIC).modes.values()
    assert len({id(shown.task) for shown in modes}) == 3


def test_complaint_goes_with_its_cause(shown):
    said = shown.message
    shown.composer.type("8")
    shown.composer.play()
    assert "missing" in shown.message
    shown.composer.type("0012")
    assert shown.message == said
    shown.guess(mm.codes.parse("0314"))
    won = shown.message
    assert "Solved" in won
    shown.give_up()
    assert "The game is over. Press New code" in shown.message
    shown.settle()
    assert shown.message == won
    shown.composer.play()
    assert "The game is over. Press New code" in shown.message
    shown.new_code()
    shown.composer.play()
    assert "4 pegs are missing" in shown.message


def test_hint_of_before_is_not_taken_after_a_stop(shown):
    shown.hinted = mm.codes.parse("0012")
    shown.stop()
    shown.take_hint()
    assert shown.composer.code is None


def test_making_takes_an_answer_back_once_there_is_one():
    shown = mm.board.Play(CLASSIC, "make").modes["make"]
    back = find(shown.build(), "Take back")
    shown.show()
    assert back.disabled
    shown.start()
    assert back.disabled
    shown.answer(1, 0)
    assert not back.disabled
    back.click()
    assert back.disabled


def test_making_goes_on_with_another_player(maker):
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


def test_field_plays_only_what_stands_in_it():
    shown = mm.board.Play(CLASSIC, secret="0314").modes["break"]
    field = find(shown.build(), "or type it, then Enter")
    field.value = "0012"
    field.value = "00128"
    press_enter(field)
    assert len(shown.history) == 0
    assert "not a color" in shown.message


def test_composer_keeps_pegs_behind_a_gap(shown):
    field = find(shown.build(), "or type it, then Enter")
    shown.composer.set(mm.codes.parse("0123"))
    shown.composer.set_peg(0, -1)
    assert field.value == "_123"
    field.value = "5123"
    assert shown.composer.pegs == [5, 1, 2, 3]
    field.value = "5_2"
    assert shown.composer.pegs == [5, -1, 2, -1]


def test_racing_anew_forgets_the_last_race():
    shown = mm.board.Play(
        CLASSIC, "watch", secret="0314", player="kooi", rival="knuth"
    ).modes["watch"]
    built = shown.build()
    shown.race()
    shown.task.close()
    shown.go(99)
    assert "found it" in shown.message
    shown.go(1)
    assert shown.message == "After 1 guess of each."
    shown.choose(0, "gold")
    assert shown.message.startswith("Choose two players")
    assert (shown.turn, shown.games, find(built, "guesses").value) == (0, [], 0)


def test_bars_that_are_many_stand_in_rows():
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


def test_field_takes_enter_before_the_last_peg_that_was_typed():
    """A browser tells of the key at once, and of the text later.

    The text comes when the kernel has taken what the browser told before.
    """
    shown = mm.board.Play(CLASSIC, secret="0314").modes["break"]
    widget = find(shown.build(), "or type it, then Enter")
    field = shown.composer.field

    async def type_guesses():
        widget.value = "0012"
        press_enter(widget)
        widget.value = "00123"  # which is no guess
        catch_up(field)
        assert "5 pegs were typed" in shown.message
        assert len(shown.history) == 0
        widget.value = "001"
        press_enter(widget)
        widget.value = "0012"
        assert len(shown.history) == 0
        catch_up(field)
        assert shown.history.guesses.tolist() == [[0, 0, 1, 2]]
        assert "missing" not in shown.message
        press_enter(widget)  # pressed again, for what was played a moment ago
        catch_up(field)
        assert "missing" not in shown.message
        widget.value = "3345"  # without Enter
        assert len(shown.history) == 1
        press_enter(widget)
        press_enter(widget)
        catch_up(field)
        assert len(shown.history) == 2

    asyncio.run(type_guesses())


def test_field_forgets_an_enter_with_its_code():
    shown = mm.board.Play(CLASSIC, secret="0314").modes["break"]
    widget = find(shown.build(), "or type it, then Enter")

    async def give_up_waiting():
        press_enter(widget)
        shown.new_code()
        widget.value = "0012"
        catch_up(shown.composer.field)

    asyncio.run(give_up_waiting())
    assert len(shown.history) == 0


def test_field_that_is_cleared_takes_every_text():
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

    field = EnterField("guess", entered)
    asyncio.run(type_twice())
    assert taken == ["1 2", "0 0"]
    field.write("again")
    assert (field.widget.value, taken) == ("again", ["1 2", "0 0"])
    press_enter(field.widget)  # in a script, without an event loop
    assert (field.widget.value, taken) == ("", ["1 2", "0 0", "again"])


def test_next_guess_goes_on_with_its_game():
    history = mm.History(CLASSIC, ["0012"], [(0, 1)])
    first, _ = next_guess("a", "le_adoga", mm.player("le_adoga"), 1, history)
    longer = history.after(first, (1, 1))
    goes_on, _ = next_guess("a", "le_adoga", mm.player("le_adoga"), 1, longer)
    player = mm.player("le_adoga").start(CLASSIC)
    rng = np.random.default_rng(1)
    assert first.tolist() == player.next_guess(history, rng).tolist()
    assert goes_on.tolist() == player.next_guess(longer, rng).tolist()


@pytest.mark.parametrize("mode", ["break", "make", "watch"])
def test_play_makes_widgets_and_its_still_needs_none(monkeypatch, mode):
    bench = mm.board.Play(CLASSIC, mode)
    monkeypatch.setenv("MMLIB_PROGRESS", "0")
    still = bench._repr_mimebundle_()
    assert set(still) == {"text/plain", "text/html"}
    assert still == mm.board.Play(CLASSIC, mode)._repr_mimebundle_()
    monkeypatch.setenv("MMLIB_PROGRESS", "1")
    assert "application/vnd.jupyter.widget-view+json" in str(bench._repr_mimebundle_())
    task = bench.modes[mode].task
    assert task.submit(divmod, 7, 3).result() == (2, 1)  # it got ready meanwhile
    task.close()


#: Of a picture that stands alone, the colors of a light page and of a dark one.
COLOR_SCHEMES = re.compile(r":root{([^}]*)}")


def drawn_text(data):
    return base64.b64decode(data).decode()


def test_still_stands_alone(monkeypatch):
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
            lambda: mm.board.Play(4, 6),
            TypeError,
            "rules: 4 is an int; mmlib.Rules is needed",
        ),
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
def test_play_refuses_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_play_modes_were_called_desks():
    board = mm.board.Play(CLASSIC)
    with pytest.warns(DeprecationWarning, match="Play.desks is now modes"):
        assert board.desks is board.modes


ELSEWHERE = mm.History(CLASSIC, ["0012", "1340"], [(1, 1), (0, 2)])


def test_a_game_in_progress_goes_on_with_a_code_that_fits():
    board = mm.board.Play(history=ELSEWHERE, seed=3)
    breaking = board.modes["break"]
    assert breaking.history == ELSEWHERE
    assert breaking.message == "2 turns were played before. 10 guesses are allowed."
    fitting = mm.consistent.consistent_codes(ELSEWHERE)
    assert breaking.secret.tolist() in fitting.tolist()
    breaking.guess(breaking.secret)
    assert "Solved with guess 3." in breaking.message
    breaking.new_code()
    assert not len(breaking.history)
    known = mm.board.Play(history=ELSEWHERE, secret=fitting[5])
    assert known.modes["break"].secret.tolist() == fitting[5].tolist()


def test_the_computer_goes_on_with_a_game_in_progress():
    board = mm.board.Play(history=ELSEWHERE, mode="make", player="knuth")
    making = board.modes["make"]
    assert making.message == "2 turns were played before."

    async def go_on():
        assert board.widget is not None  # shown, it asks for the guess
        await until(lambda: making.proposal is not None)

    asyncio.run(go_on())
    assert making.proposal.tolist() == mm.hint(ELSEWHERE, "knuth").guess.tolist()
    making.answer(4, 0)
    assert "Found with guess 3." in making.message
    making.take_back()
    making.take_back()
    assert making.proposal.tolist() == [1, 3, 4, 0]
    making.task.close()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"mode": "watch"}, "history: a race begins anew; go on from a game in mode"),
        ({"rules": mm.Rules(4, 7)}, "rules: .* are not those of the history"),
        (
            {"secret": "0012"},
            "secret: 0012 would have earned 4 black and 0 white in turn 1, but 1 and 1",
        ),
        (
            {"history": mm.History(CLASSIC, ["0012"] * 2, [(1, 1), (0, 2)])},
            r"history: no code agrees .*; mm.hint\(history\) says which answers may be",
        ),
        (
            {"history": mm.History(CLASSIC, ["0012"], [(4, 0)])},
            "history: the code was found with guess 1",
        ),
    ],
)
def test_a_game_that_cannot_go_on_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        mm.board.Play(**{"history": ELSEWHERE} | given)


def test_few_codes_are_listed_and_folded_for_a_person_who_guesses():
    history = mm.History(CLASSIC, ["0012", "4340", "3154"], [(0, 1), (0, 2), (1, 2)])
    left = mm.consistent.consistent_codes(history)
    breaking = mm.board.Play(history=history, secret="3425").modes["break"]
    making = mm.board.Play(history=history, mode="make").modes["make"]
    codes = [mm.codes.as_text(code) for code in left]
    assert len(codes) == 5
    for mode in (breaking, making):
        assert all(code in mode.few for code in codes)
        assert ("<details>" in mode.few) == (mode is breaking)
    assert mm.board.Play(mode="make").modes["make"].few == ""
    breaking.guess(mm.codes.parse("3425"))
    assert breaking.few == ""


def test_an_earlier_answer_can_be_given_anew():
    mode = mm.board.Play(mode="make", player="knuth").modes["make"]

    async def answered():
        mode.start()
        for black, white in ((1, 1), (1, 0)):
            await until(lambda: mode.proposal is not None)
            mode.answer(black, white)
        await until(lambda: mode.proposal is not None)
        guesses = mode.history.guesses.tolist()
        mode.correct(0, 0, 2)
        await until(lambda: mode.proposal is not None)
        assert mode.history.guesses.tolist() == guesses
        assert mode.history.feedbacks.tolist() == [[0, 2], [1, 0]]
        proposed = mm.player("knuth").next_guess(mode.history)
        assert mode.proposal.tolist() == proposed.tolist()
        assert not mode.typed("2 2", 0)
        assert "No code can answer 2 black 2 white to 0011 in row 1" in mode.message
        assert "with the other answers" in mode.message
        assert mode.history.feedbacks.tolist() == [[0, 2], [1, 0]]
        mode.typed("1 1", 0)
        await until(lambda: mode.proposal is not None)
        assert mode.history.feedbacks.tolist() == [[1, 1], [1, 0]]
        with pytest.raises(ValueError, match=r"turn: 2 is not in 0..1"):
            mode.correct(2, 0, 0)
        games = set()
        ask = mode.ask_player
        mode.ask_player = lambda game, seed: games.add(game) or ask(game, seed)
        known = mode._game
        assert mode.correct(0, 1, 0)
        assert games == {mode._game} != {known}  # its player begins anew
        await until(lambda: mode.proposal is not None)
        assert not mode.correct(0, 5, 0)
        assert mode.history.feedbacks.tolist() == [[1, 0], [1, 0]]

    asyncio.run(answered())
    mode.task.close()


def test_an_earlier_answer_may_be_that_the_code_was_found():
    history = mm.History(CLASSIC, ["0011", "0123"], [(1, 1), (1, 1)])
    mode = mm.board.Play(history=history, mode="make", player="knuth").modes["make"]
    assert mode.correct(0, 4, 0)
    assert mode.over
    assert "Found with guess 1" in mode.message
    assert len(mode.history) == 1


def test_a_row_that_is_answered_anew_stays_chosen_until_an_answer_is_taken():
    history = mm.History(CLASSIC, ["0011", "0123"], [(1, 1), (1, 1)])
    mode = mm.board.Play(history=history, mode="make", player="knuth").modes["make"]

    async def typed():
        widget = mode.build()
        mode.show()
        which = chooser(widget)
        which.value = 0
        black, white = (
            one
            for one in toggles(widget)
            if list(one.options) == list(range(CLASSIC.pegs + 1))
        )
        for answer, chosen in (((3, 1), 0), ((0, 2), -1)):
            black.value, white.value = answer
            find(widget, "Answer").click()
            assert which.value == chosen
        assert mode.history.feedbacks.tolist() == [[0, 2], [1, 1]]

    asyncio.run(typed())
    mode.task.close()


def test_an_answer_that_was_taken_does_not_stay_chosen():
    history = mm.History(CLASSIC, ["0011"], [(1, 1)])
    mode = mm.board.Play(history=history, mode="make", player="knuth").modes["make"]

    async def pressed():
        widget = mode.build()
        mode.show()
        await until(lambda: mode.proposal is not None)
        black, white = (
            one
            for one in toggles(widget)
            if list(one.options) == list(range(CLASSIC.pegs + 1))
        )
        answer = find(widget, "Answer")
        assert (black.value, white.value) == (None, None)
        answer.click()
        assert "Choose how many black and how many white pegs." in mode.message
        black.value = 0
        answer.click()
        assert "Choose how many white pegs." in mode.message
        white.value = 2
        answer.click()
        assert mode.history.feedbacks.tolist() == [[1, 1], [0, 2]]
        assert (black.value, white.value) == (None, None)
        await until(lambda: mode.proposal is not None)
        answer.click()
        assert len(mode.history) == 2
        black.value = 3
        white.value = 1
        answer.click()
        assert (black.value, white.value) == (3, 1)  # which was not taken
        mode.typed("1 0", 0)
        mode.take_back()
        assert (black.value, white.value) == (None, None)

    asyncio.run(pressed())
    mode.task.close()


def toggles(widget):
    """All rows of buttons in a widget, one of which is chosen."""
    if hasattr(widget, "button_style") and hasattr(widget, "options"):
        return [widget]
    return [one for child in getattr(widget, "children", ()) for one in toggles(child)]


def chooser(widget):
    """The menu of rows in a widget."""
    if ("row 1", 0) in (getattr(widget, "options", None) or ()):
        return widget
    found = map(chooser, getattr(widget, "children", ()))
    return next((one for one in found if one is not None), None)


def test_what_if_one_answer_is_wrong():
    history = mm.History(CLASSIC, ["0123", "1240", "0245"], [(1, 2), (1, 2), (3, 0)])
    mode = mm.board.Play(history=history, mode="make").modes["make"]
    mode.doubt_one()
    found = with_one_wrong(history)
    assert sorted(found) == [0, 1, 2]
    for turn, codes in found.items():
        number = f"{len(codes)} code{'s' if len(codes) > 1 else ''}"
        assert f"row {turn + 1} is wrong, {number} would fit" in mode.doubt
    assert mm.codes.as_text(found[0][0]) in mode.doubt
    plain_found = {turn: [] for turn in range(3)}
    for code in mm.all_codes(CLASSIC):
        wrong = [
            turn
            for turn in range(3)
            if tuple(mm.feedback(history.guesses[turn], code))
            != tuple(history.feedbacks[turn])
        ]
        if len(wrong) == 1:
            plain_found[wrong[0]].append(code.tolist())
    assert {turn: codes.tolist() for turn, codes in found.items()} == plain_found
    assert with_one_wrong(mm.History(mm.Rules(10, 10), ["0123456789"], [(1, 1)])) == {}


def test_menu_says_what_each_player_is():
    mode = mm.board.Play(player="le_adoga").modes["break"]
    menu = mode.menu("le_adoga", lambda name: None)
    labels = {name: label for label, name in menu.options}
    assert labels["knuth"] == "knuth: Knuth, 1977"
    assert labels["entropic"] == "entropic: this package, 2026"
    assert menu.value == "le_adoga"
