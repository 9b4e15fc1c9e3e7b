"""Many cases, on every processor, and the defects that they show, by class."""

from __future__ import annotations

import gc
import os
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import mmlib as mm
from tests.fuzz.cases import case_of
from tests.fuzz.judge import judged, smaller
from tools.compile import evolution, game, other_loops, shared_loops, strategies

#: Cases that a process judges at a time.
AT_A_TIME = 50


def warm_up() -> None:
    """Compile or load what cases need, so that forked processes have it."""
    for name in mm.players().name:
        for pegs, colors in ((4, 6), (8, 12)):
            try:
                game(name, mm.Rules(pegs, colors, 2))
            except ValueError:
                continue  # too large a board for it
    game("le_adoga", variant="as_described")
    shared_loops()
    strategies()
    evolution()
    other_loops()
    mm.whole_board.run("0123", seed=1, operators="pygad", generations=2)
    mm.board.picture(["01"], "12").png()
    mm.stats.mean_interval([1, 2, 3])
    gc.freeze()  # a collection in a forked process would copy what it looks at


def part(seed: int | None, numbers: range) -> list[tuple[int, str, str]]:
    """The defects of some cases: number, class, words."""
    found = []
    for number in numbers:
        defect, words = judged(case_of(seed, number))
        if defect:
            found.append((number, defect, words))
    return found


def defects(
    seed: int | None, cases: int, jobs: int = 0
) -> Iterator[tuple[int, str, str]]:
    """The defects among the cases 0 ..

    `cases` - 1 of a seed, or of those with one odd value.
    """
    warm_up()
    starts = range(0, cases, AT_A_TIME)
    parts = [range(start, min(start + AT_A_TIME, cases)) for start in starts]
    with ProcessPoolExecutor(
        jobs or os.cpu_count(), mp_context=get_context("fork")
    ) as pool:
        for found in pool.map(part, [seed] * len(parts), parts):
            yield from found


def report(seed: int | None, cases: int, jobs: int = 0) -> str:
    """The defects in classes, each with its smallest case; "" if there are none."""
    classes = defaultdict(list)
    for number, defect, words in defects(seed, cases, jobs):
        classes[defect, case_of(seed, number).function, words[:60]].append(
            (number, words)
        )
    lines = []
    for (defect, function, _), found in sorted(
        classes.items(), key=lambda item: -len(item[1])
    ):
        number, words = found[0]
        case = smaller(case_of(seed, number), defect)
        lines += [
            f"{defect} of {function}, {len(found)} of {cases} cases, "
            f"the first number {number}:"
        ]
        lines += [f"    {case.source:.600}", f"    {words}"]
    return "\n".join(lines)
