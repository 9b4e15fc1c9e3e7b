"""A strategy written out: which guess follows which answers, for every secret."""

import json
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Self

import numpy as np

from mmlib.checks import generator, instance, one_of, storable, visible, whole_number
from mmlib.engine.answers import standard_answers
from mmlib.engine.coding import answer_of, solved_answer
from mmlib.engine.files import MARK, TREE, as_path, save, save_once
from mmlib.game.alphabet import Alphabet, as_alphabet
from mmlib.game.codes import all_codes, as_code, as_text, codes_at, index_of
from mmlib.game.history import History, as_history, check_unfinished
from mmlib.game.rules import Rules
from mmlib.game.scoring import answer_in_words, counted
from mmlib.strategies import knuth_table, nested, other_forms

#: By what the form "json" is known.
OURS = {"about", "player", "parent"}

#: The forms in which a tree can be saved.
FORMS = ("json", "text", "dictionary", "graphviz", "table")

#: What the file of a tree has of every node.
COLUMNS = ("guess", "parent", "answer", "size")


@dataclass(frozen=True, eq=False, repr=False)
class StrategyTree:
    """The complete decision tree of a player that does not draw.

    A node is a position that can come about, and the guess there. The root comes first,
    all others after their parent. A tree is a player too: it answers `next_guess`, so
    that `mm.play`, `mm.play_many` and `mm.leaderboard` take it.

    Attributes
    ----------
    player, rules : str and Rules
        Whose strategy it is; pegs and colors, the limit on guesses left aside: it goes
        on until every secret is found.
    guess, parent : ndarray of int32, shape (nodes,)
        The guess, as its index in the list of `all_codes`; the node one turn before, -1
        at the root.
    answer : ndarray of uint8, shape (nodes,)
        The answer to the parent's guess that leads here, coded ``black * (pegs + 1) +
        white``; 0 at the root.
    size : ndarray of int32, shape (nodes,)
        Codes that are still possible before the guess.

    Examples
    --------
    >>> tree = mm.strategy_tree("knuth", mm.Rules(4, 6))
    >>> tree.total, tree.mean, tree.max, tree.distribution.tolist()
    (5801, Fraction(5801, 1296), 5, [0, 1, 6, 62, 533, 694])
    >>> games = mm.play_many(tree, tree.rules, secrets="all", seed=1)
    >>> bool(games.guesses.sum() == tree.total)
    True
    """

    player: str
    rules: Rules
    guess: np.ndarray
    parent: np.ndarray
    answer: np.ndarray
    size: np.ndarray

    def __len__(self) -> int:
        return len(self.guess)

    def __repr__(self) -> str:
        return (
            f"StrategyTree({visible(self.player)}, {self.rules}, "
            f"{self.total} guesses for {self.rules.n_codes} codes)"
        )

    def __deepcopy__(self, memo: dict) -> Self:
        """Return the tree itself, which keeps nothing from game to game."""
        return self

    @property
    def name(self) -> str:
        """The name under which the tree plays: that of its player."""
        return self.player

    def next_guess(
        self, history: History, rng: np.random.Generator | None = None
    ) -> np.ndarray:
        """Return the guess of the tree after the answers so far.

        Parameters
        ----------
        history : History
            The guesses so far, which must be those of the tree, and their answers:
            `TypeError` if it is none; `ValueError` if it is of another size, of other
            guesses, or of answers that no code earns; if the answers are not counted in
            the standard way, the code was found already, or all guesses that the rules
            allow were made.
        rng : numpy.random.Generator, optional
            Nothing is drawn from it; `TypeError` if it is anything else.

        Returns
        -------
        ndarray of uint8, shape (pegs,)

        Examples
        --------
        >>> tree = mm.strategy_tree("knuth", mm.Rules(4, 6))
        >>> tree.next_guess(mm.History(tree.rules, ["0011"], [(1, 1)]))
        array([0, 0, 2, 3], dtype=uint8)
        """
        self._check_history(history)
        if rng is not None:
            generator(rng)
        pegs = self.rules.pegs
        node = 0
        turns = zip(history.guesses, history.feedbacks.tolist(), strict=True)
        for turn, (guess, (black, white)) in enumerate(turns, 1):
            expected = self._code_of(node)
            if not np.array_equal(guess, expected):
                raise ValueError(
                    f"history: guess {turn} is {as_text(guess)}; "
                    f"the tree of {self.name} guesses {as_text(expected)} there"
                )
            child = self._children.get((node, answer_of(black, white, pegs)))
            if child is None:
                raise ValueError(
                    f"history: no code agrees with the answers to guesses 1 to {turn}"
                )
            node = child
        return self._code_of(node)

    def _draws(self, rules: Rules) -> bool:
        return False

    def _check_history(self, history: History) -> None:
        """Refuse a history of another board or count, or of a game that is over."""
        as_history(history)
        rules = history.rules
        # the limit on guesses may be another one
        if replace(rules, max_guesses=self.rules.max_guesses) != self.rules:
            raise ValueError(
                f"history: its rules are {rules}; "
                f"the tree of {self.name} is of {self.rules}"
            )
        if history.scoring != "standard":
            raise ValueError(
                f"history: answers counted as {history.scoring!r}; "
                f"the tree of {self.name} needs the standard count"
            )
        check_unfinished(history)

    def _code_of(self, node: int) -> np.ndarray:
        """The code that a node guesses."""
        return codes_at(self.guess[node], self.rules)

    @cached_property
    def _children(self) -> dict[tuple[int, int], int]:
        """The node that follows each node and answer."""
        before = zip(self.parent.tolist(), self.answer.tolist(), strict=True)
        return {pair: node for node, pair in enumerate(before)}

    @cached_property
    def depth(self) -> np.ndarray:
        """Number of each node's guess in its game, from 1: int64 (nodes,)."""
        depth = np.ones(len(self), np.int64)
        for node in range(1, len(self)):
            depth[node] = depth[self.parent[node]] + 1
        return depth

    @cached_property
    def solves(self) -> np.ndarray:
        """Whether the guess of each node ends one game: bool (nodes,).

        It does if it is itself still possible.
        """
        return (
            np.bincount(self.parent[1:], weights=self.size[1:], minlength=len(self))
            < self.size
        )

    @cached_property
    def guesses(self) -> np.ndarray:
        """Guesses that each code of `all_codes` takes: int64 (codes,).

        The winning one is counted.
        """
        taken = np.zeros(self.rules.n_codes, np.int64)
        taken[self.guess[self.solves]] = self.depth[self.solves]
        return taken

    @cached_property
    def guesses_until_known(self) -> np.ndarray:
        """Guesses until each code is known: int64 (codes,).

        A last one that could be no other code is not counted.
        """
        known = self.guesses.copy()
        known[self.guess[self.solves]] -= self.size[self.solves] == 1
        return known

    @property
    def total(self) -> int:
        """Guesses for all codes together."""
        return int(self.guesses.sum())

    @property
    def mean(self) -> Fraction:
        """Mean number of guesses, exact."""
        return Fraction(self.total, self.rules.n_codes)

    @property
    def max(self) -> int:
        """Most guesses that a code takes."""
        return int(self.guesses.max())

    @property
    def distribution(self) -> np.ndarray:
        """Entry ``k`` counts the codes that take ``k`` guesses: int64 (max + 1,)."""
        return np.bincount(self.guesses)

    def check(self) -> None:
        """Play every code through the tree, and see that it is found as the tree says.

        Raises ValueError if one is not found there.
        """
        for node, possible in self._positions():
            if len(possible) != self.size[node]:
                raise ValueError(
                    f"{self._in_words(node)} says that {self.size[node]} codes "
                    f"are possible; {len(possible)} are"
                )

    def _positions(self) -> Iterator[tuple[int, np.ndarray]]:
        """Each node, and the codes that are possible there, as indices.

        Raises ValueError where an answer leads to no node.
        """
        codes = all_codes(self.rules)
        if not ((self.guess >= 0) & (self.guess < len(codes))).all():
            raise ValueError(f"tree: a guess is no code of {self.rules}")
        members = {0: np.arange(len(codes))}
        solved = solved_answer(self.rules.pegs)
        for node in range(len(self)):
            possible = members.pop(node, np.empty(0, np.int64))
            yield node, possible
            guess = codes[self.guess[node]][np.newaxis]
            answers = counted(
                standard_answers, guess, codes[possible], self.rules.colors
            )[0]
            for answer in sorted(set(answers.tolist()) - {solved}):
                if (node, answer) not in self._children:
                    raise ValueError(
                        f"{self._in_words(node)} has no guess after the answer "
                        f"{answer_in_words(answer, self.rules)}"
                    )
                child = self._children[node, answer]
                members[child] = possible[answers == answer]

    def _in_words(self, node: int) -> str:
        """A node as errors call it."""
        return f"tree: node {node} ({as_text(self._code_of(node))})"

    def save(self, path: str | Path, *, format: str = "json") -> None:
        """Write the tree to a file that `load` reads.

        A tree that `save` wrote is replaced. One that was edited since is set aside as
        ``<name>.damaged``, with a UserWarning. A FileExistsError is raised where
        another file stands, or a tree that version 1.0 wrote. All forms but ``"json"``
        carry no mark of who wrote them, so they replace nothing but an equal file.

        Parameters
        ----------
        path : str or Path
            The file.
        format : {"json", "text", "dictionary", "graphviz", "table"}, optional
            ``"json"`` holds the whole tree. ``"text"`` is the nested form in which
            people exchange strategies, ``{guess:{answer:...}}`` with letters for
            colors, as a contest on 5 x 8 asked for (Code Golf Stack Exchange, 2014); it
            does not name the player, and takes up to 9 pegs. ``"dictionary"`` is JSON
            as many programs nest it, ``{"guess": "0012", "answers": {"1,1": {...}}}``,
            and ``"graphviz"`` a graph for ``dot``. ``"table"`` is the notation of
            Knuth's table (1977), ``1296 (0011: 1, 16 (...), ...)``. They do not name
            the player, either.
        """
        one_of(format, "format", FORMS)
        path = as_path(path)
        if not path.parent.is_dir():
            raise FileNotFoundError(f"path: there is no folder {path.parent}")
        if format == "json":
            save(path, json.dumps(self._as_json()).encode(), TREE)
            return
        columns = nested.Columns(
            self._codes.tolist(), self.parent.tolist(), self.answer.tolist()
        )
        usual = as_alphabet()
        if format == "text":
            text = nested.written(columns)
        elif format == "dictionary":
            text = other_forms.as_dictionary(columns, usual)
        elif format == "table":
            text = knuth_table.written(columns, self.rules, self.size.tolist(), usual)
        else:
            text = other_forms.as_graphviz(columns, usual)
        save_once(path, f"{text}\n".encode())

    def _as_json(self) -> dict[str, object]:
        """The tree as a JSON object."""
        without_repeats = {} if self.rules.repeats else {"repeats": False}
        return {
            "about": MARK.decode(),
            "player": self.player,
            "pegs": self.rules.pegs,
            "colors": self.rules.colors,
            **without_repeats,
            "guess": [as_text(code) for code in self._codes.tolist()],
            "parent": self.parent.tolist(),
            "answer": self.answer.tolist(),
            "size": self.size.tolist(),
        }

    @property
    def _codes(self) -> np.ndarray:
        """The codes that the nodes guess, uint8 (nodes, pegs)."""
        return all_codes(self.rules)[self.guess]

    @classmethod
    def load(cls, path: str | Path, *, alphabet: object = None, first: int = 0) -> Self:
        """Read a tree that `save` wrote, or one of another program, and check it.

        Nested dictionaries, in JSON or Python, graphs in Graphviz and tables in Knuth's
        notation are read as well, if they have the guess of every position. All but the
        form "json" are named after their file, and every color must be guessed in them.
        Raises ValueError if the file holds no tree, or a wrong one. A tree that is
        right, but was edited after it was saved, comes with a UserWarning.

        Parameters
        ----------
        path : str or Path
            The file.
        alphabet, first : str or list of str, and {0, 1}, optional
            How dictionaries and graphs write colors, as for `as_codes`.

        Returns
        -------
        StrategyTree
        """
        written = as_alphabet(alphabet, first)
        path = as_path(path)
        content = path.read_bytes()
        try:
            tree = _tree_in(content, path.stem, written)
        except KeyError as error:
            raise ValueError(
                f"path: {path} holds no strategy tree: it has no {error}"
            ) from error
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise ValueError(f"path: {path} holds no strategy tree: {error}") from error
        try:
            tree.check()
        except ValueError as error:
            raise ValueError(
                f"path: {path} holds a wrong strategy tree: {error}"
            ) from error
        if TREE.is_sealed(content) and not TREE.is_untouched(content):
            warnings.warn(f"path: {path} was edited after it was saved", stacklevel=2)
        return tree


def _tree_in(content: bytes, name: str, alphabet: Alphabet) -> StrategyTree:
    """Make the tree that a file holds, in any form."""
    text = content.decode(json.detect_encoding(content))
    if nested.BEGINNING.match(text):
        return _tree_of_columns(nested.read(text), name)
    if knuth_table.BEGINNING.match(text):
        return _tree_of_columns(knuth_table.read(text, alphabet), name)
    if other_forms.GRAPHVIZ.match(text):
        return _tree_of_columns(other_forms.read_graphviz(text, alphabet), name)
    contents = other_forms.contents_of(text)
    if not isinstance(contents, dict) or not contents or set(contents) & OURS:
        return _tree_of_json(contents)
    return _tree_of_columns(other_forms.read_dictionary(contents, alphabet), name)


def _tree_of_columns(columns: nested.Columns, name: str) -> StrategyTree:
    """Make a tree of its guesses and answers; every color must be guessed in it."""
    codes = np.array(columns.codes, np.uint8)
    # every code is guessed at the end of some game, so also those with repeats
    one_peg = codes.shape[1] == 1
    repeats = one_peg or any(len(set(code)) < len(code) for code in columns.codes)
    rules = Rules(codes.shape[1], int(codes.max()) + 1, repeats=repeats)
    _check_length(rules, len(codes))
    guess = index_of(codes, rules)
    sizes = np.zeros(len(codes), np.int32)
    tree = tree_of(name, rules, guess, columns.parent, columns.answer, sizes)
    for node, possible in tree._positions():
        if not len(possible):
            raise ValueError(f"{tree._in_words(node)} is never reached")
        sizes[node] = len(possible)
    return replace(tree, size=sizes)


def _check_length(rules: Rules, nodes: int) -> None:
    """Refuse a tree that cannot find every code, before a list of codes is made."""
    if nodes < rules.n_codes:
        raise ValueError(
            f"its {nodes} nodes are too few for the {rules.n_codes:,} codes of {rules}"
        )


def _tree_of_json(contents: object) -> StrategyTree:
    """Make the tree of a JSON object, after checking it.

    All is checked that does not need the list of codes. Every node ends one game at
    most. Thus a file that names more codes than it has nodes is wrong, and nothing as
    long as that list is made for it.
    """
    instance(contents, dict, "file", "a JSON object")
    repeats = contents.get("repeats", True)
    rules = Rules(contents["pegs"], contents["colors"], repeats=repeats)
    player = instance(contents["player"], str, "player", "a text")
    storable(player, "player")
    guess, parent, answer, size = (
        instance(contents[name], list, name, "a list") for name in COLUMNS
    )
    if not len(guess) == len(parent) == len(answer) == len(size) > 0:
        raise ValueError("its columns differ in length, or are empty")
    _check_length(rules, len(guess))
    codes = [
        as_code(instance(digits, str, "guess", "a text"), rules) for digits in guess
    ]
    for node, before in enumerate(parent):
        whole_number(before, f"parent of node {node}", 0 if node else -1, node - 1)
    for node, (earned, left) in enumerate(zip(answer, size, strict=True)):
        whole_number(earned, f"answer of node {node}", 0, solved_answer(rules.pegs))
        whole_number(left, f"size of node {node}", 1, rules.n_codes)
    return tree_of(
        player, rules, index_of(np.array(codes), rules), parent, answer, size
    )


def tree_of(player: str, rules: Rules, *columns: Sequence[int]) -> StrategyTree:
    """Make a tree of its columns: guess, parent, answer and size of every node."""
    guess, parent, answer, size = columns
    return StrategyTree(
        player,
        rules,
        guess=np.array(guess, np.int32),
        parent=np.array(parent, np.int32),
        answer=np.array(answer, np.uint8),
        size=np.array(size, np.int32),
    )
