"""The papers of the folder `papers`, with their numbers, tables and figures put in."""
