"""Standard streams that cannot write every sign, are missing, or are read by nobody."""

import codecs
import contextlib
import io
import os
import sys

#: What is printed where a stream cannot encode all of these signs: Windows gives a
#: pipe cp1252, which has neither of the first two.
PLAIN = {"●": "X", "○": "o", "·": ".", "±": "+/-"}

#: The name of the error handler that prints these letters.
IN_PLAIN_LETTERS = "mmlib.plain"


def in_plain_letters(problem: UnicodeError) -> tuple[str, int]:
    """Write what a stream cannot encode in letters that any can: an error handler."""
    if not isinstance(problem, UnicodeEncodeError):
        raise problem
    signs = problem.object[problem.start : problem.end]
    letters = [PLAIN.get(sign, ascii(sign)[1:-1]) for sign in signs]
    return "".join(letters), problem.end


codecs.register_error(IN_PLAIN_LETTERS, in_plain_letters)


def write_plainly(stream: io.TextIOWrapper) -> None:
    """Let a stream print plain letters for what it cannot encode.

    One that lacks some of our signs prints letters for all, lest they mix.
    """
    stream.reconfigure(errors=IN_PLAIN_LETTERS)
    try:
        "".join(PLAIN).encode(stream.encoding)
    except UnicodeEncodeError:
        stream.reconfigure(encoding="ascii", errors=IN_PLAIN_LETTERS)


def lead_nowhere() -> None:
    """Let the streams lead nowhere, since Python writes what is left when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, OSError, ValueError):
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def complain(text: str) -> None:
    """Print to standard error, if there is one: without, `print` takes the output."""
    if sys.stderr is not None:
        print(text, file=sys.stderr)
