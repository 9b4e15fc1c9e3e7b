"""The players that draw or breed, one file a source; the registry names them all."""
