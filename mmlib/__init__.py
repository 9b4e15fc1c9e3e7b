"""mmlib: the workbench for genetic algorithms that play Mastermind.

A notebook reaches everything through this package: ``import mmlib as mm``. Modules load
when they are first used.
"""

import copyreg
import importlib
import sys
from importlib import resources

import lazy_loader as lazy

__version__ = "1.0.0"  # the one place; pyproject.toml reads it here

# the package may lie in a zip archive
with resources.as_file(resources.files(__name__) / "__init__.pyi") as _stub:
    __getattr__, __dir__, __all__ = lazy.attach_stub(__name__, str(_stub))

# lazy_loader gives this module a class of its own, which pickle refuses: a player
# written in a notebook that says `mm.` could not be sent to workers. So it is pickled
# by its name, as other modules are.
copyreg.pickle(
    type(sys.modules[__name__]),
    lambda module: (importlib.import_module, (module.__name__,)),
)
