"""The codes that `entropic` breeds where it cannot list them."""

import numpy as np
import pytest

import mmlib as mm
from mmlib.players import entropic
from mmlib.players.entropic import breed_possible


@pytest.mark.parametrize(
    ("guesses", "answers"), [(["0012"], [(1, 1)]), (["0012", "0304"], [(1, 1), (2, 0)])]
)
def test_possible_codes_that_are_bred_come_once_each(guesses, answers):
    history = mm.History(mm.Rules(4, 6), guesses, answers)
    codes, stands_for = breed_possible(history, 300, np.random.default_rng(5))
    found = {tuple(code) for code in codes.tolist()}
    all_of_them = mm.consistent.consistent_codes(history)
    assert len(found) == len(codes)
    assert found <= {tuple(code) for code in all_of_them.tolist()}
    assert len(found) > 0.9 * len(all_of_them)
    assert stands_for == 1


def test_breeding_toward_answers_that_contradict_each_other_is_refused():
    history = mm.History(mm.Rules(4, 6), ["0012", "0012"], [(1, 1), (2, 0)])
    with pytest.raises(
        ValueError, match="history: no code agrees with all the answers; that of turn 2"
    ):
        breed_possible(history, 20, np.random.default_rng(5))


@pytest.mark.parametrize(
    ("answers", "parts"),
    [([(1, 1), (2, 0)], [0]), ([(1, 1), (1, 1)], [0, entropic.SOON])],
)
def test_a_search_in_vain_asks_early_whether_any_code_agrees(
    answers, parts, monkeypatch
):
    """Only if some code agrees does it go on where its first part ended."""
    searched = []

    def in_vain(words, past, pegs, colors, wanted, start, rng):
        searched.append(start)
        return words[:0]

    monkeypatch.setattr(entropic, "_breed_possible", in_vain)
    with pytest.raises(ValueError, match="history: no code"):
        breed_possible(
            mm.History(mm.Rules(4, 6), ["0012", "0012"], answers),
            20,
            np.random.default_rng(5),
        )
    assert searched == parts
