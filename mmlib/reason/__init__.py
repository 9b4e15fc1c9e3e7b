"""What the answers tell: codes that fit, how guesses split them."""

import lazy_loader as lazy

__getattr__, __dir__, __all__ = lazy.attach(
    __name__, submodules=["consistent", "first_guess", "partitions"]
)
