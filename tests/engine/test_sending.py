"""What is copied or sent: what cannot be is named, and no message is lost."""

import pickle
import threading

import joblib
import pytest
from joblib import delayed

from mmlib.engine.processes import run_in_order
from mmlib.engine.sending import Sent, check_sent, copied


class TwoArguments(Exception):
    def __init__(self, code, why):
        super().__init__(f"{code}: {why}")
        self.code = code


class HoldsLock(Exception):
    def __init__(self, why):
        super().__init__(why)
        self.lock = threading.Lock()


class LockInMessage(Exception):
    def __init__(self):
        super().__init__("left")
        self.lock = threading.Lock()

    def __str__(self):
        return f"{self.args[0]}, {'open' if self.lock.acquire(False) else 'closed'}"


class Slots:
    __slots__ = ("lock", "size")

    def __init__(self):
        self.size = 1
        self.lock = threading.Lock()


def failing(make, *arguments):
    error = make(*arguments)
    error.add_note("a note")
    raise error


def test_sent_exceptions_arrive_from_another_process():
    """Without `Sent`, the first two end as `BrokenProcessPool`, which says nothing."""

    class Local(TwoArguments):
        pass

    for make, kind, message in (
        (lambda: TwoArguments(7, "my reason"), TwoArguments, "7: my reason"),
        (lambda: HoldsLock("my reason"), HoldsLock, "my reason"),
        (lambda: Local(8, "another"), Local, "8: another"),
        (lambda: ValueError("as always"), ValueError, "as always"),
        (LockInMessage, RuntimeError, "LockInMessage: left, "),
    ):
        with pytest.raises(kind, match=message) as caught:
            list(run_in_order([delayed(failing)(make) for _ in range(2)], 2))
        assert type(caught.value).__name__ == kind.__name__
        assert caught.value.__notes__ == ["a note"]
        assert "in failing" in str(caught.value.__cause__)  # the worker's traceback
        assert getattr(caught.value, "code", 0) in (0, 7, 8)


@pytest.mark.parametrize("backend", ["threading", "multiprocessing"])
def test_sent_exceptions_arrive_by_other_ways(backend):
    with joblib.parallel_config(backend), pytest.raises(TwoArguments, match="7: why"):
        list(
            run_in_order(
                [delayed(failing)(TwoArguments, 7, "why") for _ in range(2)], 2
            )
        )


def test_play_many_names_what_cannot_be_copied_or_sent():
    lock = threading.Lock()

    class Holder:
        def __init__(self):
            self.size = 1
            self.lock = lock

    class Broken:
        def __deepcopy__(self, memo):
            raise ValueError("not today")

        def __reduce__(self):
            raise ValueError("not today")

    def fitness(boards):
        return lock and boards

    because = (
        r"its `lock` is of the type lock "
        r"\(TypeError: cannot pickle '_thread.lock' object\)"
    )
    for thing, told in (
        (Holder(), because),
        (Slots(), because),
        (Broken(), "ValueError: not today"),
    ):
        with pytest.raises(
            TypeError,
            match=(
                f"player: it cannot be copied: {told}; "
                "make that in next_guess, or leave"
            ),
        ):
            copied(thing, "player", "it")
        with pytest.raises(
            TypeError,
            match=(
                f"player: it cannot be sent to worker processes: {told}; "
                "make that where"
            ),
        ):
            check_sent(thing, "player", "it", 2)
        check_sent(thing, "player", "it", 1)
        with joblib.parallel_config("threading"):
            check_sent(thing, "player", "it", 2)
    with pytest.raises(
        TypeError, match=f"fitness: mine cannot be sent to worker processes: {because}"
    ):
        check_sent(fitness, "fitness", "mine", 2)
    check_sent(lambda boards: boards, "fitness", "mine", 2)
    assert copied([[1]], "player", "it") == [[1]]


def test_sent_functions_can_be_pickled():
    assert pickle.loads(pickle.dumps(Sent(len)))([1, 2]) == 2
