"""How hypothesis draws.

It draws the same on every run of CI, and has no deadline, since compiling takes its
time.
"""

import os

from hypothesis import settings

settings.register_profile("mmlib", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("mmlib")
