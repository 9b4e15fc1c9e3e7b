"""The command line says what the library says, and asks a person for guesses."""

import io
import os
import re
import subprocess
import sys

import pandas as pd
import pytest

import mmlib as mm
from mmlib import __main__ as command_line


def said(capsys, *arguments):
    """What a command prints; it has to succeed."""
    assert command_line.main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys, *arguments):
    """What a command says of bad arguments."""
    assert command_line.main(arguments) == 2
    told = capsys.readouterr()
    assert not told.out
    return told.err


@pytest.fixture
def typed(monkeypatch):
    """Lets a person type some lines, and then end the input."""

    def lines(*texts):
        said = "".join(f"{text}\n" for text in texts)
        monkeypatch.setattr(sys, "stdin", io.StringIO(said))

    return lines


def test_a_player_plays_the_game_that_the_library_plays(capsys):
    game = mm.play("le_adoga", "3425", mm.Rules(4, 6), seed=1)
    assert (
        said(capsys, "play", "le_adoga", "3425", "--seed", "1")
        == f"{game.picture().text}\n"
    )


def test_a_person_finds_the_code_that_the_seed_hides(capsys, typed):
    typed("give up")
    secret = (
        said(capsys, "play", "--seed", "3")
        .splitlines()[-1]
        .removeprefix("guess 1: secret  ")
        .replace(" ", "")
    )
    typed("Hint", "X", "01234", "help", "0011", secret)
    begun, *lines = said(capsys, "play", "--seed", "3").splitlines()
    assert lines[4].endswith(begun.partition("guesses. ")[2])
    del lines[4:6]
    assert "'X' in 'X' is not a color" in lines[2]
    assert "has 5 pegs" in lines[3]
    answer = mm.feedback("0011", secret)
    key = "●" * answer.black + "○" * answer.white
    assert lines[4].endswith("0 0 1 1  " + key + "·" * (4 - len(key)))
    assert lines[5].endswith("you: 2 guesses")
    hint = lines[1].removeprefix("guess 1: one could guess ")
    assert mm.as_code(hint, mm.Rules(4, 6)).size == 4


def test_a_hint_is_that_of_the_library(capsys):
    turns = ["0012:1,1", "1340:0,2"]
    history = mm.History(mm.Rules(4, 6), ["0012", "1340"], [(1, 1), (0, 2)])
    told = f"4 pegs x 6 colors: 0 1 2 3 4 5\n{mm.hint(history)}\n"
    assert said(capsys, "hint", *turns) == told
    assert said(capsys, "hint", "0012: 1b1w", "1340:0 2") == told
    assert said(capsys, "hint", "0012:1b, 1w", "1340:0,2w") == told
    size = "3\N{MULTIPLICATION SIGN}4"
    other = said(capsys, "hint", "001:1,0", "--size", size, "--player", "knuth")
    assert other.startswith("3 pegs x 4 colors: 0 1 2 3\nknuth would guess ")
    other = said(capsys, "hint", "0123:1,1", "--size", "4of10")
    assert "720 of 5,040 codes fit" in other
    assert "turns: '0012' is not a guess and" in refused(capsys, "hint", "0012")
    assert "board has 4; --size names" in refused(capsys, "hint", "00123:1,1")


def test_colors_can_be_counted_from_one(capsys, typed):
    """What a message says of arguments is said in options."""
    said_so = refused(capsys, "hint", "1123:1,1", "1652:0,2")
    assert "colors counted from 1 are read with --first 1" in said_so
    shown = said(capsys, "hint", "1123:1,1", "1652:0,2", "--first", "1")
    history = mm.History(mm.Rules(4, 6), ["1123", "1652"], [(1, 1), (0, 2)], first=1)
    assert shown == f"4 pegs x 6 colors: 1 2 3 4 5 6\n{mm.hint(history)}\n"
    assert "--alphabet RGBYOP" in refused(capsys, "hint", "RRGB:1,1")
    assert "say --alphabet ABCDEF" in refused(capsys, "hint", "A,A,B,C:1,1")
    assert "first: an alphabet came as well" in refused(
        capsys, "hint", "RRGB:1,1", "--alphabet", "RGBYOP", "--first", "1"
    )
    typed("1123:1,1", "quit")
    assert "colors: 1 2 3" in said(capsys, "play", "--adviser", "--first", "1")


def test_codes_are_read_and_written_in_an_alphabet(capsys, typed):
    letters = ["--alphabet", "RGBYOP", "--seed", "1"]
    history = mm.History(
        mm.Rules(4, 6), ["RRBY", "GGBO"], [(1, 0), (2, 1)], alphabet="RGBYOP"
    )
    shown = said(capsys, "hint", "RRBY:1,0", "GGBO:2,1", *letters)
    assert shown == f"4 pegs x 6 colors: R G B Y O P\n{mm.hint(history, seed=1)}\n"
    names = "red,green,blue,yellow,orange,pink"
    shown = said(capsys, "hint", "red red blue pink:1,0", "--alphabet", names)
    assert "entropic would guess red " in shown
    shown = said(capsys, "play", "knuth", "BOYG", *letters)
    assert shown.splitlines()[1] == "     1  R R G G  ●···"
    assert shown.endswith("secret  B O Y G\n")
    typed("0011", "RRGG", "hint", "give up")
    shown = said(capsys, "play", *letters)
    assert "guess: '0' in '0011' is not a color; colors are R G B Y O P" in shown
    assert "     1  R R G G  " in shown
    typed("RRGG:1,0", "1,1", "quit")
    shown = said(capsys, "play", "--adviser", *letters)
    assert "such as RGBY:1,0" in shown
    with pytest.raises(SystemExit):
        said(capsys, "hint", "RRBY:1,0", "--alphabet", "RRGB")
    assert "alphabet: 'R' is there twice" in capsys.readouterr().err
    assert "alphabet: has 3 colors; 6..16 are allowed here" in refused(
        capsys, "hint", "RRBY:1,0", "--alphabet", "RGB"
    )


def test_an_adviser_goes_from_hint_to_hint(capsys, typed):
    """An answer alone is that to the guess advised, and a turn can be taken back."""
    typed("0012:1,1", "nonsense", "0b2w", "undo", "1340:0,2", "5213:4,0")
    shown = said(capsys, "play", "--adviser")
    assert shown.count("entropic would guess") == 5
    assert "turns: 'nonsense' is not a guess and" in shown
    assert "Noted: 1340 0b2w" in shown
    assert shown.endswith("Found with guess 3.\n")
    assert shown.count("Taken back: ") == 1
    typed("undo", "quit")
    assert "There is no turn to take back." in said(capsys, "play", "--adviser")
    typed("0012:1,1", "quit")
    assert "Found" not in said(capsys, "play", "knuth", "--adviser")
    assert "secret: an adviser does not" in refused(
        capsys, "play", "knuth", "0012", "--adviser"
    )


def test_an_adviser_tells_which_answer_may_be_wrong(capsys, typed):
    typed("0012:1,1", "0012:0,2", "1,1", "undo", "0334:1,1", "quit")
    shown = said(capsys, "play", "--adviser")
    assert "Some would without the answer of turn 1, or of turn 2." in shown
    assert "Type 'undo' to take turns back" in shown
    assert "turns: '1,1' is not a guess and its black and white pegs" in shown


def test_an_adviser_goes_no_further_than_the_rules(capsys, typed):
    typed("0012:1,1", "0334:1,0", "undo", "0012:4,0")
    command_line.advise("knuth", mm.History(mm.Rules(4, 6, 1)), 1)
    shown = capsys.readouterr().out
    assert "No guess is left." in shown
    assert "type 'undo' or 'quit'" in shown
    assert shown.endswith("Found with guess 1.\n")


def test_a_person_loses_after_ten_guesses(capsys, typed):
    typed(*["0000"] * 10)
    assert "you: 10 guesses, lost" in said(capsys, "play", "--seed", "3")


def test_colors_are_for_terminals_only(capsys, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    plain = said(capsys, "play", "knuth", "0123")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    colored = said(capsys, "play", "knuth", "0123")
    assert "\x1b[48;2;0;114;178m" in colored
    assert command_line.re.sub("\x1b[^m]*m", "", colored) == plain
    monkeypatch.setenv("NO_COLOR", "1")
    assert said(capsys, "play", "knuth", "0123") == plain


def test_players_leaderboard_sweep_and_evolve_tell_what_the_library_returns(capsys):
    assert all(name in said(capsys, "players") for name in mm.players().name)
    assert said(capsys, "players", "le_adoga") == f"{mm.players('le_adoga')}\n"
    told = said(
        capsys,
        "leaderboard",
        "knuth",
        "random_consistent",
        "--games",
        "50",
        "--size",
        "3x4",
        "--seed",
        "2",
    )
    ranking = mm.leaderboard(
        mm.Rules(3, 4), ["knuth", "random_consistent"], 50, 2, timed=False
    )
    assert [
        line.split()[0] for line in told.splitlines()[2:]
    ] == ranking.ranking.player.tolist()
    told = said(
        capsys,
        "sweep",
        "le_adoga",
        "variant=as_coded",
        "mutation_rate=0,0.1",
        "--games",
        "40",
    )
    games = mm.sweep(
        "le_adoga", mm.Rules(4, 6), {"mutation_rate": [0, 0.1]}, games=40, seed=1
    )
    for (rate, own), line in zip(
        games.groupby("mutation_rate"), told.splitlines()[2:], strict=True
    ):
        assert line.split()[:3] == [
            "as_coded",
            f"{rate:g}",
            f"{own.guesses.mean():.3f}",
        ]
    told = said(
        capsys, "evolve", "--size", "3x4", "--generations", "5", "--stages", "1"
    )
    found = mm.evolve_strategy(mm.Rules(3, 4), seed=1, generations=5, stages=1)
    assert told.startswith(repr(found))
    assert len(told.splitlines()) == 5 + len(found.weights)


def test_table_shows_what_a_place_of_a_source_says(capsys):
    assert "Le Adoga, Table IX" in said(capsys, "table")
    rows = mm.stored_verdicts("Rosu Table 1")
    text = said(capsys, "table", "Rosu Table 1")
    assert text.startswith("Rosu 1997, Table 1 (notebook 22_rosus_table, cell every)")
    assert all(quantity in text for quantity in rows.quantity)
    latex = said(capsys, "table", "Rosu Table 1", "--format", "latex")
    assert latex.startswith("% Rosu 1997, Table 1 (notebook")
    assert latex.count(r"\\") == len(rows) + 1
    csv = said(capsys, "table", "Rosu Table 1", "--format", "csv")
    assert pd.read_csv(io.StringIO(csv)).estimate.notna().any()
    assert "place: nothing of 'Bach' is stored" in refused(capsys, "table", "Bach")


@pytest.mark.parametrize(
    "command", ["evolve --generations 2 --stages 1", "sweep knuth first_guess=001"]
)
def test_what_is_stored_says_where(capsys, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    told = said(capsys, *command.split(), "--size", "3x4", "--store", "mine")
    assert told.splitlines()[-1] == f"Stored in {tmp_path / 'mine.csv'}"
    assert (tmp_path / "mine.csv").exists()


def test_what_is_wrong_is_named(capsys):
    assert "did you mean 'knuth'" in refused(capsys, "play", "kunth")
    assert "name who guesses it: mmlib play knuth 3425" in refused(
        capsys, "play", "3425"
    )
    assert "secret: has 3 pegs" in refused(capsys, "play", "knuth", "012")
    assert "settings: 'rate' is not a name and its values" in refused(
        capsys, "sweep", "le_adoga", "rate"
    )
    assert "players: knuth is there twice" in refused(
        capsys, "leaderboard", "knuth", "gold", "knuth"
    )
    twice = refused(capsys, "sweep", "knuth", "first_guess=00", "first_guess=01")
    assert "settings: first_guess is there twice" in twice
    unknown = refused(capsys, "sweep", "knuth", "rate=0,1", "--size", "3x4")
    assert unknown.startswith("mmlib: rate: not a setting of knuth")
    for size in ("4", "4x", "x6", "4x99", "ax6"):
        with pytest.raises(SystemExit):
            command_line.main(["play", "--size", size])
        assert "--size" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "option", "value", "allowed"),
    [
        ("play", "--seed", "-1", "0..9223372036854775807"),
        ("play", "--seed", "one", "0..9223372036854775807"),
        ("leaderboard knuth", "--seed", "1.5", "0..9223372036854775807"),
        ("leaderboard knuth", "--games", "1", "2..1000000000"),
        ("sweep knuth first_guess=0011", "--games", "0", "2..1000000000"),
        ("evolve", "--generations", "0", "1..10000000"),
        ("evolve", "--stages", "21", "1..20"),
    ],
)
def test_an_option_that_is_no_number_is_named(capsys, command, option, value, allowed):
    with pytest.raises(SystemExit):
        command_line.main([*command.split(), option, value])
    told = f"argument {option}: {value!r} is not a whole number in {allowed}"
    assert told in capsys.readouterr().err


def written_in(encoding, monkeypatch, *arguments):
    """What a command prints on a stream of that encoding."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
    assert command_line.main(arguments) == 0
    return written.getvalue().decode(encoding)


@pytest.mark.parametrize(
    ("encoding", "key"),
    [("utf-8", "○○●·"), ("cp1252", "ooX."), ("latin-1", "ooX."), ("ascii", "ooX.")],
)
def test_a_stream_that_has_no_such_signs_gets_plain_letters(
    capsys, monkeypatch, typed, encoding, key
):
    white, _, black, none = key
    rows = written_in(encoding, monkeypatch, "play", "le_adoga", "3425", "--seed", "1")
    assert rows.splitlines()[3].endswith(black + white * 2 + none)
    typed("hint", "€", "0011", "1234", "give up")
    game = written_in(encoding, monkeypatch, "play", "--seed", "1")
    assert f"{black} for each color in its place, {white} for each" in game
    assert f"{none} for the others" in game
    assert "one could guess" in game
    assert f"1 2 3 4  {white * 3}{none}" in game
    assert "secret  " in game.splitlines()[-1]


def test_the_columns_of_a_table_align_in_plain_letters(capsys, monkeypatch):
    command = ["leaderboard", "knuth", "gold", "--size", "2x3", "--games", "5"]
    head, rule, *rows = written_in("ascii", monkeypatch, *command).splitlines()
    assert all("+/-" in row for row in rows)
    second = rule.index(" -") + 1
    assert head[second:].startswith("mean guesses")
    third = rule.index(" -", second) + 1
    assert head[third:].startswith("behind the first")
    assert all(row[third - 2 : third] == "  " for row in rows)


def test_a_game_needs_no_stream(capsys, monkeypatch):
    for missing in (["stdin"], ["stdout"], ["stderr"], ["stdin", "stdout", "stderr"]):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdin", io.StringIO("0011\n"))
            for name in missing:
                patched.setattr(sys, name, None)
            assert command_line.main(["play", "--seed", "1"]) == 0
            assert command_line.main(["play", "knuth", "0123"]) == 0
            assert command_line.main(["play", "kunth", "0123"]) == 2
        told = capsys.readouterr()
        if "stdout" not in missing:
            assert "secret  2 3 4 5" in told.out
            assert "did you mean" not in told.out


def test_a_stream_that_cannot_be_read_has_ended(capsys, monkeypatch):
    with open(os.devnull, "w") as unreadable:  # nohup makes standard input such a file
        monkeypatch.setattr(sys, "stdin", unreadable)
        assert "secret" in said(capsys, "play", "--seed", "1")


@pytest.mark.skipif(os.name != "posix", reason="elsewhere a pipe closes in other ways")
def test_a_reader_that_has_gone_is_no_fault():
    read, write = os.pipe()
    os.close(read)
    for command in ("players", "--version"):
        done = subprocess.run(
            [sys.executable, "-m", "mmlib", command],
            stdout=write,
            stderr=subprocess.PIPE,
            env=os.environ
            | {"PYTHONUNBUFFERED": ""},  # so that it is written at the end
        )
        assert done.returncode == 141
        assert done.stderr == b""
    os.close(write)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="it is a file of Linux")
def test_a_full_disk_is_named():
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "mmlib", "players"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert re.fullmatch(r"mmlib: .*No space left on device\n", done.stderr)


def test_notebooks_are_run_in_a_checkout_only(capsys, monkeypatch, tmp_path):
    ran = []
    monkeypatch.setattr(
        subprocess,
        "run",
        lambda words, cwd: (
            ran.append((words[1:], cwd)) or subprocess.CompletedProcess(words, 3)
        ),
    )
    assert command_line.main(["reproduce", "--only", "02"]) == 3
    assert ran == [
        (
            ["-m", "tools.reproduce", "--only", "02", "--report", "build/report-02"],
            command_line.ABOVE,
        )
    ]
    none = refused(capsys, "reproduce", "--only", "99")
    assert "no notebook starts with '99'; they go from 01_play to " in none
    monkeypatch.setattr(command_line, "ABOVE", tmp_path)
    told = refused(capsys, "reproduce")
    assert "needs a checkout" in told
    assert "papermill mine/04_luck.ipynb out.ipynb -p SEED 6" in told


def test_ctrl_c_ends_it_quietly(capsys, monkeypatch):
    class Interrupted:
        def readline(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Interrupted())
    assert command_line.main(["play"]) == 130


def test_it_is_a_command_of_the_package():
    done = subprocess.run(
        [sys.executable, "-m", "mmlib", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"mmlib {mm.__version__}\n"
    done = subprocess.run(
        [sys.executable, "-m", "mmlib", "--help"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "mmlib play le_adoga 3425 --seed 1" in done.stdout


def test_it_works_without_docstrings():
    """Under -OO Python leaves them out, and assertions."""
    program = """if True:
        import sys
        from mmlib.__main__ import main
        try:
            main(["--help"])
        except SystemExit as ended:
            if ended.code:
                raise
        codes = [main(["players"]), main(["play", "knuth", "01", "--size", "2x3"])]
        sys.exit(any(codes))
    """
    command = [sys.executable, "-X", "utf8", "-OO", "-c", program]
    # Python without docstrings has other code, which would be compiled anew: a minute
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        command, env=environment, capture_output=True, text=True, encoding="utf-8"
    )
    assert done.returncode == 0, done.stderr
    for told in ("Let a player guess", "le_adoga", "knuth: ", "secret  0 1"):
        assert told in done.stdout
    assert mm.__doc__.partition("\n")[0].replace("mmlib: t", "T") == command_line.ABOUT


def test_a_hint_before_the_first_guess(capsys):
    assert "1,296 of 1,296 codes fit" in said(capsys, "hint")


def test_a_place_that_is_nearly_right(capsys):
    assert "did you mean" in refused(capsys, "table", "Le Adogo Table IX")


@pytest.mark.parametrize(
    ("option", "hint"),
    [
        ("--colors", "--size 4x6 gives pegs and colors"),
        ("--sed=6", "did you mean '--seed'?"),
        ("--xyz", "unrecognized arguments: --xyz 6"),
    ],
)
def test_an_option_that_is_none_leads_to_the_one_that_may_be_meant(
    capsys, option, hint
):
    with pytest.raises(SystemExit):
        command_line.main(["play", "knuth", "0123", option, "6"])
    assert capsys.readouterr().err.rstrip().endswith(hint)


def test_a_sweep_shows_the_setting_none(capsys):
    words = "sweep berghman eligible_size=None,5 --size 3x4 --games 20"
    assert re.search(r"^ *None +\d", said(capsys, *words.split()), re.MULTILINE)
