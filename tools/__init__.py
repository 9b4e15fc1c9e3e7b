"""Commands of the repository, not of the library: each is run by `make`."""
