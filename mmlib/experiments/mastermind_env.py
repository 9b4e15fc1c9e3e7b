"""The game as an environment of Gymnasium."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from mmlib.game.codes import as_code, random_codes
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.game.scoring import feedback
from mmlib.reason.consistent import count_consistent
from mmlib.report.picture import picture


class MastermindEnv(gymnasium.Env):
    """A game: an action is a guess, an observation all guesses and answers so far.

    `mmlib.problems.environment` makes one.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012 (as Gymnasium has it)

    def __init__(self, rules: Rules, render_mode: str | None = None) -> None:
        self.rules = rules
        self.render_mode = render_mode
        board = (rules.max_guesses, rules.pegs)
        answers = (rules.max_guesses, 2)
        self.action_space = spaces.MultiDiscrete([rules.colors] * rules.pegs)
        self.observation_space = spaces.Dict(
            {
                "guesses": spaces.Box(-1, rules.colors - 1, board, np.int8),
                "answers": spaces.Box(-1, rules.pegs, answers, np.int8),
            }
        )
        self._secret: np.ndarray | None = None
        self.history = History(rules)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict, dict]:
        """Begin a game with a secret that is drawn, or ``options={"secret": "0314"}``.

        Returns the observation and `info`, as `step` does.
        """
        super().reset(seed=seed)
        secret = (options or {}).get("secret")
        if secret is None:
            self._secret = random_codes(self.rules, 1, rng=self.np_random)[0]
        else:
            self._secret = as_code(secret, self.rules, name="options: secret")
        self.history = History(self.rules)
        return self._seen(), self._info()

    def step(self, action: np.ndarray) -> tuple[dict, float, bool, bool, dict]:
        """Make a guess, which costs 1.

        Returns the observation, the reward -1, whether the game has ended, False for
        truncated, and `info`: ``left``, the codes that fit, -1 where they are too many
        to count; and ``solved``.
        """
        if self._secret is None or self._ended:
            raise RuntimeError("step: no game is on; call reset first")
        guess = as_code(action, self.rules, name="action")
        self.history = self.history.after(guess, feedback(guess, self._secret))
        return self._seen(), -1.0, self._ended, False, self._info()

    def render(self) -> str | None:
        """The board as text, with ``render_mode="ansi"``."""
        if self.render_mode != "ansi":
            return None
        guesses = self.history.guesses
        answers = self.history.feedbacks
        return picture(guesses, feedbacks=answers, pegs=self.rules.pegs).text

    @property
    def _solved(self) -> bool:
        black = self.history.feedbacks[-1:, 0]
        return bool((black == self.rules.pegs).any())

    @property
    def _ended(self) -> bool:
        return self._solved or len(self.history) == self.rules.max_guesses

    def _seen(self) -> dict[str, np.ndarray]:
        """The observation: rows that are not played yet hold -1."""
        turns = len(self.history)
        guesses = np.full((self.rules.max_guesses, self.rules.pegs), -1, np.int8)
        guesses[:turns] = self.history.guesses
        answers = np.full((self.rules.max_guesses, 2), -1, np.int8)
        answers[:turns] = self.history.feedbacks
        return {"guesses": guesses, "answers": answers}

    def _info(self) -> dict[str, Any]:
        return {"left": count_consistent(self.history), "solved": self._solved}
