"""What needs an extra says so: each door is tried without what the extras install."""

import subprocess
import sys

#: A program that tries each door without what the extras install.
DOORS = """if True:
    import contextlib, io, os, sys, warnings

    class Missing:
        names = (
            "IPython", "cma", "dask", "deap", "distributed", "gymnasium", "ioh",
            "ipykernel", "ipywidgets", "jupyterlab", "myst_nb", "nbclient", "nbconvert",
            "nbformat", "numpydoc", "pymoo", "ray", "statsmodels",
        )

        def find_spec(self, name, *_):
            if name.partition(".")[0] in self.names:
                raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    sys.meta_path.insert(0, Missing())
    import mmlib as mm
    from mmlib.__main__ import main

    rules = mm.Rules(2, 3)
    boards = [
        mm.board.Play(rules, secret="01"),
        mm.board.StepThrough("le_adoga", "0314"),
        mm.board.Landscape(rules, secret="01"),
    ]
    os.environ["MMLIB_PROGRESS"] = "0"
    for board in boards:
        assert board._repr_mimebundle_()["text/html"]
    assert list(mm.progress(range(3))) == [0, 1, 2]
    os.environ["MMLIB_PROGRESS"] = "1"

    def sliders():
        sys.modules["ipykernel"] = None
        try:
            mm.board.controls.sliders(print, size=[1, 2])
        finally:
            del sys.modules["ipykernel"]

    doors = [sliders, *(mode.build for mode in boards[0].modes.values())]
    for board in boards:
        doors += [lambda board=board: board.widget, board._repr_mimebundle_]
    named = [(door, "lab") for door in doors]
    secret = mm.problems.black_pegs("01", rules)
    named.append((lambda: mm.problems.to_ioh(secret), "ec"))
    named.append((lambda: mm.problems.environment(rules), "ec"))
    for door, extra in named:
        try:
            door()
        except ImportError as problem:
            assert str(problem).endswith(f"pip install 'mmlib[{extra}]'"), problem
        else:
            raise AssertionError(f"{door} needs nothing")
    with contextlib.redirect_stderr(io.StringIO()) as told:
        assert main(["reproduce"]) == 2
    assert told.getvalue() == (
        "mmlib: nbclient is missing; the notebooks need: pip install 'mmlib[lab]'\\n"
    )
    for name in dir(mm):
        thing = getattr(mm, name)
        for part in dir(thing) if type(thing).__name__.endswith("odule") else ():
            getattr(thing, part)
    print("tried", len(named))
"""


def test_extras_are_named_by_every_door_that_needs_them():
    done = subprocess.run([sys.executable, "-c", DOORS], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "tried 12\n"
