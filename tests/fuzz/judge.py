"""Run one case in a process of its own, and say what is wrong with it.

That is nothing, or a class of defects and some words.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import resource
import select
import shutil
import signal
import tempfile
import threading
import time
import traceback
import warnings
from decimal import Decimal
from pathlib import Path

import numpy as np

import mmlib as mm
from tests.fuzz import own, props
from tests.fuzz.cases import BOARD, Case
from tests.fuzz.oracles import ORACLES

#: Seconds of work that a case may take.
MOST_WORK = 10

#: Seconds that a case may take, waiting included.
MOST_WAITING = 60

#: Seconds of work during which a case may be deaf to signals.
MOST_DEAF = 3

#: Bytes that a case may take beyond what the process has.
MOST_BYTES = 2 << 30

#: Functions that read or write files, whose trouble with these may come through.
FILES = re.compile(r"read|write|story|save|load|sweep|beside")

#: What a case can name.
NAMES = {
    "np": np,
    "mm": mm,
    "Path": Path,
    "Decimal": Decimal,
    **vars(props),
    **vars(own),
}


def judged(case: Case) -> tuple[str, str]:
    """Run a case in a forked process; return the class of its defect, and some words.

    The class is "" if there is none.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.close(reader)
        _run(case, writer)
    os.close(writer)
    until = time.monotonic() + MOST_WAITING
    told = b""
    while (left := until - time.monotonic()) > 0 and select.select(
        [reader], [], [], left
    )[0]:
        more = os.read(reader, 1 << 16)
        if not more:
            break
        told += more
    if left <= 0:
        os.kill(child, signal.SIGKILL)
    os.close(reader)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    for made in Path(tempfile.gettempdir()).glob(f"mmlib-fuzz-{child}-*"):
        shutil.rmtree(made, ignore_errors=True)
    if left <= 0 or status == -signal.SIGXCPU:
        return (
            "hang",
            f"over {MOST_WAITING} s of waiting"
            if left <= 0
            else f"over {MOST_WORK} s of work",
        )
    if status or not told:
        return "crash", f"the process ended with {status}"
    return tuple(json.loads(told))


def _run(case: Case, writer: int) -> None:
    """What the forked process does: never returns."""
    try:
        os.setsid()
        space = (
            int(Path("/proc/self/statm").read_text().split()[0])
            * resource.getpagesize()
            + MOST_BYTES
        )
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_WORK, MOST_WORK + 5))
        here = props.folder()
        os.chdir(here)  # what is written without a folder is written here
        os.environ["MMLIB_STRICT"] = "0"  # as a reader calls it
        heard = [time.process_time(), 0.0]

        def hear(*_):
            now = time.process_time()
            heard[:] = [now, max(heard[1], now - heard[0])]

        def ring() -> None:  # as Ctrl-C comes: to the main thread, whichever is at work
            while True:
                time.sleep(0.1)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGUSR1)

        signal.signal(signal.SIGUSR1, hear)
        threading.Thread(target=ring, daemon=True).start()
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            verdict = _verdict(case)
        hear()
        if not verdict[0] and heard[1] > MOST_DEAF:
            verdict = "deaf", f"no signal was heard for {heard[1]:.1f} s"
        os.write(writer, json.dumps(verdict).encode())
    finally:
        os._exit(0)


def _verdict(case: Case) -> tuple[str, str]:
    names = NAMES | {"R": eval(f"mm.Rules({case.board}, 12)", NAMES)}
    values = {name: eval(value, names) for name, value in case.arguments.items()}
    for seen in values.values():
        if isinstance(seen, np.ndarray):
            seen.flags.writeable = False  # nothing public changes what it is given
    try:
        warnings.simplefilter("ignore")
        receiver = [eval(case.receiver, names)] if case.receiver else []
        called = (
            "receiver[0]" + case.function[case.function.rindex(".") :]
            if receiver
            else case.function
        )
        found = eval(called, names | {"receiver": receiver})
        if not case.reads:
            found = found(**values)
    except props.Own:
        return "", ""
    except BaseException as problem:
        return _complaint(case, problem)
    if case.function in ORACLES:
        try:
            ORACLES[case.function](found, *receiver, **values)
        except Exception:
            return "wrong", traceback.format_exc(limit=-2)
    return "", ""


def _complaint(case: Case, problem: BaseException) -> tuple[str, str]:
    """What is wrong with an exception: its type, or that it names no argument."""
    if any(problem is one for one in own.RAISED):
        return "", ""  # a player's own goes through as it is
    words = f"{type(problem).__name__}: {problem!s:.300}"
    if isinstance(problem, OSError) and FILES.search(case.function):
        return "", ""
    places = traceback.extract_tb(problem.__traceback__)
    if type(problem) not in (ValueError, TypeError):
        return (
            "exception",
            f"{words} ({Path(places[-1].filename).name}:{places[-1].lineno})",
        )
    if any(place.filename in (props.__file__, own.__file__) for place in places):
        # a function of the user's called another wrongly, and the message names that
        # one's argument
        return "", ""
    if "own(next_guess=" in case.source and "next_guess(" in (places[-1].line or ""):
        return "", ""  # a built-in function that stands for one of the user's
    named = "|".join(map(re.escape, case.names))
    if not re.search(rf"(?<![\w.])({named})(?![\w])", str(problem)):
        return "unnamed", words
    return "", ""


def smaller(case: Case, defect: str) -> Case:
    """Drop odd values and arguments while the same class of defect is shown."""
    for name, usual in list(case.odd.items()):
        simpler = case._replace(arguments=case.arguments | {name: usual})
        if judged(simpler)[0] == defect:
            case = simpler
    for name in list(case.arguments):
        rest = {
            other: value for other, value in case.arguments.items() if other != name
        }
        simpler = case._replace(arguments=rest)
        if BOARD.search(case.arguments[name]) or case.function == "turn":
            continue
        if judged(simpler)[0] == defect and judged(simpler) == judged(case):
            case = simpler
    return case
