"""The nested text form of strategy trees, in which people exchange them.

A guess is letters, ``A`` for color 0, and so on. It stands before what follows each
answer, black pegs before white ones: ``{AB:{10:AC,01:{CA:{...}}}}``. A guess that is
followed by nothing stands alone. The answer that ends a game is left out. The grammar
is that of a contest for the fewest guesses on 5 x 8 ("Mastermind strategy", Code Golf
Stack Exchange, question 31926, 2014).
"""

import re
from typing import NamedTuple

from mmlib.engine.coding import answer_of
from mmlib.game.rules import MAX_COLORS

#: The colors' letters.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:MAX_COLORS]

#: Most pegs; with more an answer takes more than a digit for each of its counts.
MOST_PEGS = 9

#: What a text is made of: a guess, an answer, or a sign; and the blanks before it.
TOKEN = re.compile(r"\s*([A-Z]+|[0-9]+|[{}:,]|\S|$)")

#: How a text begins, and no JSON does.
BEGINNING = re.compile(r"[\s{]*[A-Z]")


class Columns(NamedTuple):
    """A tree as lists: the codes guessed, and as in a `StrategyTree`."""

    codes: list[list[int]]
    parent: list[int]
    answer: list[int]


def written(columns: Columns) -> str:
    """Write a tree.

    Raises ValueError if its answers take more than a digit for each count.
    """
    pegs = len(columns.codes[0])
    if pegs > MOST_PEGS:
        raise ValueError(
            f"format: the text form has a digit for each count of an answer; "
            f"{pegs} pegs take more, at most {MOST_PEGS} can be written"
        )
    branches: list[list[str]] = [[] for _ in columns.codes]
    text = ""
    for node in range(len(columns.codes) - 1, -1, -1):  # nodes come after their parent
        text = "".join(LETTERS[color] for color in columns.codes[node])
        if branches[node]:
            text = f"{{{text}:{{{','.join(reversed(branches[node]))}}}}}"
            branches[node] = []
        if node:
            black, white = divmod(columns.answer[node], pegs + 1)
            branches[columns.parent[node]].append(f"{black}{white}:{text}")
    return text


def read(text: str) -> Columns:
    """Read a tree that is well formed, whatever it plays.

    Raises ValueError, with the place, if it is not.
    """
    reader = Reader(text)
    reader.strategy(-1, 0)
    reader.take("")
    return reader.columns


class Reader:
    """A text, and how far it was read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._place = 0
        self.columns = Columns([], [], [])

    def strategy(self, parent: int, answer: int) -> None:
        """Read a guess and what follows it."""
        goes_on = self.takes("{")
        node = len(self.columns.codes)
        self.columns.codes.append(self.guess())
        self.columns.parent.append(parent)
        self.columns.answer.append(answer)
        if goes_on:
            self.take(":")
            self.take("{")
            while True:
                coded = self.answer()
                self.take(":")
                self.strategy(node, coded)
                if not self.takes(","):
                    break
            self.take("}")
            self.take("}")

    def guess(self) -> list[int]:
        """Read a guess."""
        place = self._place
        letters = self.token()
        colors = [LETTERS.find(letter) for letter in letters]
        pegs = len(self.columns.codes[0]) if self.columns.codes else len(letters)
        if not colors or min(colors) < 0 or len(colors) != pegs:
            raise self.error("a guess", letters, place)
        return colors

    def answer(self) -> int:
        """Read an answer, coded."""
        place = self._place
        digits = self.token()
        if len(digits) != 2 or not (digits.isascii() and digits.isdigit()):
            raise self.error("an answer of two digits", digits, place)
        return answer_of(int(digits[0]), int(digits[1]), len(self.columns.codes[0]))

    def takes(self, sign: str) -> bool:
        """Read a sign if it comes next."""
        place = self._place
        if self.token() == sign:
            return True
        self._place = place
        return False

    def take(self, sign: str) -> None:
        """Read a sign that must come next; the empty one is the end of the text."""
        place = self._place
        found = self.token()
        if found != sign:
            raise self.error(repr(sign) if sign else "the end", found, place)

    def token(self) -> str:
        """Read what comes next; nothing is left at the end of the text."""
        found = TOKEN.match(self._text, self._place)
        assert found is not None, "the end of a text matches, whatever comes before it"
        self._place = found.end()
        return found[1]

    def error(self, wanted: str, found: str, place: int) -> ValueError:
        """What to raise where something else stands."""
        shown = repr(found[:20]) if found else "the end"
        return ValueError(f"character {place + 1}: {shown} is not {wanted}")
