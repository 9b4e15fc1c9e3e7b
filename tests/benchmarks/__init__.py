"""The speed claims, measured: ratios within one run. `make bench` prints the table."""
