"""What takes too long for a notebook, one file a stored result of data/results."""
