"""`make fuzz`: many cases with a seed of one's choice.

It prints the classes of defects, and the smallest case of each.
"""

import argparse
import os
import sys
import time

from tests.fuzz.campaign import report
from tests.fuzz.cases import one_odd

#: Memory in pages of 2 MiB, which a fork copies in a third of the time; read once, as
#: Python starts.
LARGE_PAGES = {"PYTHONMALLOC": "malloc", "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1"}


def main() -> int:
    """Run and print."""
    if not LARGE_PAGES.items() <= os.environ.items():
        os.execve(
            sys.executable,
            [sys.executable, *sys.orig_argv[1:]],
            os.environ | LARGE_PAGES,
        )
    asked = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    asked.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    asked.add_argument("--cases", type=int, default=50_000)
    asked.add_argument(
        "--each",
        action="store_true",
        help="every argument with every odd value, the others right",
    )
    asked.add_argument(
        "--jobs", type=int, default=0, help="processes at once; 0 for every core"
    )
    given = asked.parse_args()
    for name, least in (("seed", 0), ("cases", 1), ("jobs", 0)):
        if getattr(given, name) < least:
            asked.error(f"--{name}: {getattr(given, name)} is not {least} or more")
    start = time.monotonic()
    seed, cases = (None, len(one_odd())) if given.each else (given.seed, given.cases)
    found = report(seed, cases, given.jobs)
    print(found or "no defect")
    print(
        f"{'each' if given.each else f'seed {seed}'}, {cases:,} cases, "
        f"{time.monotonic() - start:.0f} s"
    )
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
