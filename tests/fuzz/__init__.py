"""Absurd calls of everything public, each in a process of its own: `make fuzz`, and a slice in `make test`.

`surface` says what can be called and with what, `cases` draws calls, `props` are what they can be given, `judge` runs
one and names what is wrong with it, `oracles` know what is right, `campaign` runs many.
"""
