"""mmlib: the workbench for genetic algorithms that play Mastermind.

Everything a notebook types hangs on this package: ``import mmlib as mm``. Modules load when first used.
"""

import copyreg
import importlib
import sys

import lazy_loader as lazy

__version__ = "1.0.0"  # the one place; pyproject.toml reads it here

__getattr__, __dir__, __all__ = lazy.attach_stub(__name__, __file__)

# lazy_loader gives this module a class of its own, which pickle refuses: a player written in a notebook that says `mm.`
# could not be sent to workers. So it is pickled by its name, as other modules are.
copyreg.pickle(type(sys.modules[__name__]), lambda module: (importlib.import_module, (module.__name__,)))
