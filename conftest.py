"""What every test needs: the kernels' environment, and figures compared as pictures."""

import base64
import contextlib
import functools
import inspect
import io
import os
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tools.kernels import ENVIRONMENT, own_sockets

os.environ.update(ENVIRONMENT)

#: What is not to be imported: mypy's examples, which nobody runs, and what needs a
#: kernel around it.
collect_ignore = ["tests/typing_examples.py", "tools/tables_in_kernel.py"]
if not Path("/proc/self/statm").exists():
    # each case has a forked process of its own, held to limits of Linux
    collect_ignore.append("tests/fuzz")

#: Side of the squares that figures are compared in, in pixels: a changed digit must not
#: drown in a large figure.
TILE = 40

#: The greatest root-mean-square difference of pixels, of 255, that is allowed in any
#: square. An unchanged plot has less, a changed digit or a moved curve more.
MOST_DIFFERENCE = 5.0

#: The same over the whole figure, where a faint change everywhere adds up.
MOST_DIFFERENCE_OVERALL = 2.0

#: The parameters of nbval's comparison, which nbval does not promise to keep.
COMPARED = ["self", "test", "ref", "skip_compare"]


@pytest.fixture(autouse=True)
def names_in_examples(doctest_namespace: dict) -> None:
    """What the examples in docstrings take as imported."""
    import mmlib as mm

    doctest_namespace.update(mm=mm, np=np)


@pytest.fixture(autouse=True)
def examples_show_what_readers_see(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reader gets a note where a machine gets an error."""
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.setenv("MMLIB_STRICT", "0")


def picture_difference(first: str, second: str) -> tuple[float, float]:
    """Return how far two PNGs differ, in the worst square and over the whole figure.

    The PNGs come in base64. Both numbers are root-mean-square differences of pixels, of
    255; they are infinite if the sizes differ.
    """
    one, other = (
        np.asarray(
            Image.open(io.BytesIO(base64.b64decode(png))).convert("RGB"), dtype=float
        )
        for png in (first, second)
    )
    if one.shape != other.shape:
        return float("inf"), float("inf")
    squares = ((one - other) ** 2).mean(axis=2)
    overall = float(np.sqrt(squares.mean()))
    squares = np.pad(squares, [(0, -side % TILE) for side in squares.shape])
    tiles = squares.reshape(squares.shape[0] // TILE, TILE, -1, TILE).mean(axis=(1, 3))
    return float(np.sqrt(tiles.max())), overall


def pictures(outputs: list) -> list[str]:
    return [
        output["data"]["image/png"]
        for output in outputs
        if "image/png" in output.get("data", {})
    ]


def compare_with_pictures(compare_outputs, pixels: bool):
    """Add ours to nbval's comparison, which passes over PNGs.

    Ours counts the figures and, with `pixels`, looks at their pixels.
    """

    def compare(self, test, ref, skip_compare=None):
        if not compare_outputs(self, test, ref, skip_compare):
            return False
        new = pictures(test)
        stored = pictures(ref)
        if len(new) != len(stored):
            self.comparison_traceback.append(
                f"{len(stored)} figure(s) stored, {len(new)} drawn"
            )
            return False
        if not pixels:
            return True
        for number, (one, other) in enumerate(zip(new, stored, strict=True), 1):
            worst, overall = picture_difference(one, other)
            if worst > MOST_DIFFERENCE or overall > MOST_DIFFERENCE_OVERALL:
                self.comparison_traceback.append(
                    f"figure {number} differs from the stored one: "
                    f"root-mean-square pixel difference {worst:.1f} in "
                    f"the worst square ({MOST_DIFFERENCE} is allowed), "
                    f"{overall:.1f} overall ({MOST_DIFFERENCE_OVERALL} is allowed)"
                )
                return False
        return True

    return compare


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--no-pixels",
        action="store_true",
        help="only count the notebooks' figures; outputs as ever",
    )


def pytest_configure(config: pytest.Config) -> None:
    import nbval.kernel
    from nbval.plugin import IPyNbCell

    held = contextlib.ExitStack()
    config.add_cleanup(held.close)
    sockets = held.enter_context(own_sockets())
    nbval.kernel.KernelManager = functools.partial(
        nbval.kernel.KernelManager, **sockets
    )
    compare_outputs = getattr(IPyNbCell, "compare_outputs", None)
    if hasattr(compare_outputs, "__wrapped__"):
        return
    if (
        compare_outputs is None
        or list(inspect.signature(compare_outputs).parameters) != COMPARED
    ):
        changed = (
            f"nbval {metadata.version('nbval')} compares otherwise: "
            "figures pass unseen until conftest.py fits again"
        )
        config.issue_config_time_warning(
            pytest.PytestConfigWarning(changed), stacklevel=2
        )
        return
    compare = compare_with_pictures(
        compare_outputs, pixels=not config.getoption("no_pixels")
    )
    compare.__wrapped__ = compare_outputs
    IPyNbCell.compare_outputs = compare
