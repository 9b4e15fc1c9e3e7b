"""What a reader sees: statistics, printed numbers beside ours, figures, pictures."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__,
    submodules=["controls", "plots", "published", "stats", "tables", "verdicts"],
)
