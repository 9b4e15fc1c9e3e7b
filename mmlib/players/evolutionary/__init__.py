"""Players that breed their guesses, one file a source."""
