"""Players that do not breed: rules and searches, one file a source."""
