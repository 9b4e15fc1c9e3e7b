"""What every test needs: the kernels' environment, and our comparison of notebooks.

How outputs are compared stands in `tools/comparison.py`. What is here hands them over
for nbval, and is all that another runner of notebooks would have to replace.
"""

import contextlib
import functools
import inspect
import os
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest

from tools.comparison import difference
from tools.kernels import ENVIRONMENT, own_sockets

os.environ.update(ENVIRONMENT)

#: What is not to be imported: mypy's examples, which nobody runs, and what needs a
#: kernel around it.
collect_ignore = ["tests/typing_examples.py", "tools/tables_in_kernel.py"]
if not Path("/proc/self/statm").exists():
    # each case has a forked process of its own, held to limits of Linux
    collect_ignore.append("tests/fuzz")

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


def comparing(pixels: bool):
    """What nbval is to call in place of its own comparison."""

    def compare(self, test, ref, skip_compare=None):
        said = difference(ref, test, pixels)
        self.comparison_traceback = [said]
        return not said

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
    IPyNbCell.compare_outputs = comparing(not config.getoption("no_pixels"))
