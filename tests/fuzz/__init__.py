"""Absurd calls of everything public, each in a process of its own.

`make fuzz` runs many of them, and `make test` a slice.

`surface` says which functions can be called and with what, `methods` the same of the
objects that they return. `odd` has values that few arguments can do with, `own` odd
players of one's own, `props` all else that a call can be given. `cases` draws calls,
`judge` runs one and names what is wrong with it, `oracles` know what is right,
`campaign` runs many.
"""
