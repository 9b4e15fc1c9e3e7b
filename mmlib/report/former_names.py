"""Names and calls of before: they work for one more release, with a warning."""

import functools
import warnings
from collections.abc import Callable


def renamed(old: str, new: str) -> None:
    """Warn whoever called the caller that something has another name now."""
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=3)


def called_as_before(**names: str) -> Callable[[Callable], Callable]:
    """Let a plot be called with the axes first, or with arguments' names of before."""
    from matplotlib.axes import Axes

    def wrapped(plot: Callable) -> Callable:
        name = f"mm.plots.{plot.__name__}"

        @functools.wraps(plot)
        def either(*data: object, **options: object) -> Axes:
            if data and isinstance(data[0], Axes):
                renamed(f"{name}(ax, ...)", f"{name}(..., ax=ax)")
                options["ax"] = data[0]
                data = data[1:]
            for old, new in names.items():
                if old in options:
                    renamed(f"{name}({old}=...)", f"{name}({new}=...)")
                    options[new] = options.pop(old)
            return plot(*data, **options)

        return either

    return wrapped
