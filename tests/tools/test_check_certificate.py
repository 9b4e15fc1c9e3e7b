"""The program that strangers check a strategy with."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mmlib

#: The folder of the checkout.
ROOT = Path(__file__).resolve().parents[2]

#: The program.
PROGRAM = ROOT / "tools" / "check_certificate.py"

#: 2 pegs x 3 colors, from the rules of the contest: 21 guesses in total.
SMALL = "{AB:{10:{AC:{10:AA,01:CB,00:BB}},02:BA,01:{BC:{01:CA}},00:CC}}"

#: The same, but it asks for AA in vain before CC.
WORSE = SMALL.replace("00:CC", "00:{AA:{00:CC}}")

#: Least strategies of larger boards, with their totals.
LEAST = {
    73: """
        {AAB:{00:CCC,01:{BCC:{11:CCA,12:CBC,20:BBC}},02:{BCA:{12:CBA,20:BBA}},
        10:{ACC:{00:BBB,01:CBB,10:BCB,11:CCB,12:CAC}},11:{ABC:{02:CAA,11:ACA,12:BAC}},
        12:{ABA:{12:BAA}},20:{ABB:{10:{AAA:{20:AAC}},11:CAB,12:BAB,20:ACB}}}}
    """,
    206: """
        {AAB:{00:{CCD:{02:DDC,10:DDD,12:{CDC:{12:DCC}},20:{CDD:{10:CCC,12:DCD}}}},
        01:{BCC:{00:DDA,01:{CDA:{01:DBD}},02:CBD,10:{BBD:{01:DCA,20:BDD}},
        11:{CCA:{01:DBC}},12:CBC,20:{BBC:{11:BCD,20:BDC}}}},
        02:{BCB:{01:DBA,02:CBA,10:BDA,11:BBA,20:BCA}},
        10:{ACD:{00:BBB,01:{BDB:{11:CBB,12:DBB,20:DDB}},02:{CAC:{10:CDB}},03:DAC,
        10:{BCB:{20:CCB}},11:{DAD:{10:DCB}},12:{ADC:{03:CAD}},20:{ACC:{10:ADD}}}},
        11:{ABC:{01:DAA,02:{BAD:{10:CAA}},10:ADA,11:ACA,12:BAC,20:ABD}},
        12:{ABA:{12:BAA}},20:{ABC:{02:{BAB:{20:DAB}},03:CAB,10:{AAA:{20:AAD}},11:ADB,
        12:ACB,20:{AAC:{10:ABB}}}}}}
    """,
}


def check(tmp_path, text, *arguments):
    file = tmp_path / "tree.txt"
    file.write_text(text)
    return subprocess.run(
        [sys.executable, "-I", PROGRAM, file, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_it_plays_every_code(tmp_path):
    done = check(tmp_path, SMALL, "--total", "21")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "2 pegs, 3 colors, 9 codes\ntotal 21, mean 2.3333, by turn: 1 4 4\n"
    )


@pytest.mark.parametrize("text", [SMALL.replace(":", " :\n\t"), f"\n{SMALL}\n", "A"])
def test_white_space_and_a_lone_code_are_a_strategy(tmp_path, text):
    done = check(tmp_path, text)
    assert (done.returncode, done.stderr) == (0, "")


def test_codes_without_repeats_are_told_by_the_guesses(tmp_path):
    tree = mmlib.strategy_tree("optimal", mmlib.Rules(3, 4, repeats=False))
    tree.save(tmp_path / "own.txt", format="text")
    text = (tmp_path / "own.txt").read_text()
    done = check(tmp_path, text, "--total", str(tree.total), "--bound")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("3 pegs, 4 colors, 24 codes without repeats\n")
    assert "proved least" in done.stdout


@pytest.mark.parametrize(("total", "text"), [(21, SMALL), *LEAST.items()])
def test_the_least_total_is_proved(tmp_path, total, text):
    done = check(tmp_path, text, "--total", str(total), "--bound")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"\ntotal {total}, " in done.stdout
    assert "\nproved least: " in done.stdout


def test_a_total_that_is_not_the_least_is_not_proved(tmp_path):
    assert check(tmp_path, WORSE).returncode == 0
    done = check(tmp_path, WORSE, "--bound")
    assert (done.returncode, done.stderr) == (
        1,
        "the total is 22, and the least is 21\n",
    )
    assert "proved" not in done.stdout
    longer = LEAST[206].replace("20:{AAC:{10:ABB}}", "20:{AAA:{20:AAC,10:ABB}}")
    done = check(tmp_path, longer, "--bound")
    assert (done.returncode, done.stderr) == (
        1,
        "the total is 207, and the least is 206\n",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL.replace(",00:CC", ""), "CC is not found: there is no branch AB:00"),
        (
            SMALL.replace("00:BB", "00:CC"),
            "BB is not found: there is no branch AB:10 AC:00 CC:00",
        ),
        (SMALL.replace("{BC:{01:CA}}", "BC"), "CA is not found"),
        (SMALL.replace("02:BA", "02:BA,11:AA"), "no code comes to the branch AB:11"),
        (SMALL.replace("02:BA", "02:BA,02:BA"), "no code comes to the branch AB:02"),
        (SMALL.replace("02:BA", "02:BA,20:AB"), "no code comes to the branch AB:20"),
        (
            SMALL.replace("10:AA", "10:{BB:{02:AA}}"),
            "no code comes to the branch AB:10 ",
        ),
        (SMALL.replace("CA", "CAA"), "malformed at character 51: CAA"),
        (SMALL.replace("CA", "C"), "malformed at character 51: C"),
        (SMALL.replace("CA", "ca"), "malformed at character 51: c"),
        (SMALL.replace("CA", "C A"), "malformed at character 51: C"),
        (
            SMALL.replace("CA", "CZ"),
            "not all codes are found: there are too few guesses",
        ),
        (SMALL.replace("CA", "CD"), "AD is not found"),
        (SMALL.replace("02:BA", "2:BA"), "malformed at character 34: 2:"),
        (SMALL.replace("02:BA", "002:BA"), "malformed at character 34: 002:"),
        (SMALL.replace("02:BA", "02BA"), "malformed at character 34: 0"),
        (SMALL.replace("02:BA,", "02:BA"), "malformed at character 39: 01:"),
        (SMALL[:-1], "malformed at character 61: }"),
        (SMALL[:-2], "malformed at character 61: the end"),
        (SMALL[:30], "malformed at character 31: the end"),
        (SMALL + "}", "malformed at character 63: }"),
        ("{A:{}}", "malformed at character 5: }}"),
        ("", "there is no guess"),
        ("{BB:{00:" * 9999, "maximum recursion depth exceeded"),
    ],
)
def test_a_broken_file_gets_its_message(tmp_path, text, message):
    done = check(tmp_path, text)
    assert done.returncode == 1
    assert done.stderr.startswith(message), done.stderr
    assert done.stderr.count("\n") == 1


def test_another_total_and_a_missing_file_get_a_message(tmp_path):
    done = check(tmp_path, SMALL, "--total", "20")
    assert (done.returncode, done.stderr) == (1, "the total is 21, not 20\n")
    missing = subprocess.run(
        [sys.executable, PROGRAM, tmp_path / "none"], capture_output=True, text=True
    )
    assert missing.returncode == 1
    assert "No such file" in missing.stderr
    assert missing.stderr.count("\n") == 1


def test_it_is_short_and_imports_the_standard_library_alone():
    text = PROGRAM.read_text()
    assert len(text.splitlines()) <= 160
    imported = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module.partition(".")[0])
    assert imported <= sys.stdlib_module_names


def test_every_stored_total_has_a_certificate_that_holds():
    text = ["first_guess", "codes_by_turn"]
    names = ("proved_optima", "without_repeats")
    proved = [mmlib.results.read(name, text=text) for name in names]
    folder = ROOT / "data" / "certificates"
    files = {file.stem for file in folder.iterdir()}
    assert files == {
        board.replace(" ", "") for frame in proved for board in frame.board
    }
    for row in (row for frame in proved for row in frame.itertuples()):
        file = folder / f"{row.board.replace(' ', '')}.txt"
        command = [sys.executable, PROGRAM, file, "--total", str(row.total)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (row.board, done.stderr)
        assert done.stdout.rstrip().endswith(row.codes_by_turn)
