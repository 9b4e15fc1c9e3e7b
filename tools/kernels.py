"""What every kernel gets: an environment, and sockets of its own.

It gets them in `make reproduce` and in the tests.
"""

import contextlib
import os
import tempfile
from collections.abc import Iterator

#: No bars, no hash randomness; a sentence that does not hold is an error.
ENVIRONMENT = {"MMLIB_PROGRESS": "0", "MMLIB_STRICT": "1", "PYTHONHASHSEED": "0"}


@contextlib.contextmanager
def own_sockets() -> Iterator[dict[str, str]]:
    """Yield settings for kernels that talk through files.

    Of two that start at once, one could take the other's port.
    """
    if os.name == "nt":
        yield {}
        return
    with tempfile.TemporaryDirectory() as folder:
        yield {"transport": "ipc", "ip": f"{folder}/kernel"}
