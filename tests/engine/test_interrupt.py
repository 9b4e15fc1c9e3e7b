"""What passes between Python and compiled code, while signals come."""

import signal
import time

import numpy as np
import pytest

import mmlib as mm
from mmlib.engine.columns import columns_of
from mmlib.engine.draws import below, numpys_below

needs_alarms = pytest.mark.skipif(
    not hasattr(signal, "SIGALRM"), reason="alarms of POSIX"
)


class Rung(Exception):
    """An alarm was heard."""


def ring_until(seconds, work):
    """Call `work` again and again while an alarm's handler raises.

    Each alarm comes a little later than the one before. The result is how often it was
    heard.
    """

    def hear(*_):
        raise Rung

    heard = 0
    until = time.process_time() + seconds
    before = signal.signal(signal.SIGALRM, hear)
    try:
        while time.process_time() < until:
            try:
                signal.setitimer(signal.ITIMER_REAL, 20e-6 + heard % 97 * 1e-6, 0.1)
                while True:
                    work()
            except Rung:
                heard += 1
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.signal(signal.SIGALRM, before)
    return heard


@needs_alarms
def test_alarm_while_codes_are_put_in_columns_is_no_crash():
    """The alarm comes before the named tuple is handed back.

    As a rule it comes in the loop, which takes longer.
    """
    codes = mm.random_codes(mm.Rules(6, 9), 50_000, rng=np.random.default_rng(1))
    columns_of(codes, 9)
    assert ring_until(0.3, lambda: columns_of(codes, 9)) > 10


@needs_alarms
def test_alarm_while_a_generator_is_handed_over_is_no_crash():
    below(5, np.random.default_rng(1))
    assert ring_until(2, lambda: below(5, np.random.default_rng(1))) > 1000


def test_below_draws_as_numpy_does():
    """From every bit generator of NumPy, which goes on after it."""
    for kind in (
        np.random.PCG64,
        np.random.PCG64DXSM,
        np.random.MT19937,
        np.random.Philox,
        np.random.SFC64,
    ):
        ours = np.random.Generator(kind(5))
        theirs = np.random.Generator(kind(5))
        assert [below(1000, ours) for _ in range(20)] == [
            int(theirs.random() * 1000) for _ in range(20)
        ]
        assert ours.random() == theirs.random()
        for n in (1, 2, 7, 1000, 2**31 + 1):
            assert [numpys_below(n, ours) for _ in range(20)] == theirs.integers(
                n, size=20
            ).tolist()
        assert ours.random() == theirs.random()
