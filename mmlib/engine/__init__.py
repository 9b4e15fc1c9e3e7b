"""Compiled loops: arrays in, arrays out. No checks, no pandas, no files."""
