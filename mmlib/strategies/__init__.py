"""Strategies: built, searched, proved, evolved, and played. The core does without."""
