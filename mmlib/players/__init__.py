"""The players. One file a source; `registry` knows them by name."""
