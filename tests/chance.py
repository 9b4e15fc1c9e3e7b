"""Compare samples by bounds that right code hardly ever crosses.

It crosses them in less than one run of a million. The seeds of the tests are fixed, so
none fails by chance as it stands. The bounds are for whoever changes what is drawn:
they say what is still chance. A test of several samples stays below one in a million
with ten comparisons.
"""

import numpy as np
from scipy import stats

#: The least p value that is chance: ten comparisons stay below one in a million.
LEAST_P = 1e-7

#: The standard errors of a normal variable that come with that p value.
ERRORS = 5.5


def is_uniform(counts):
    """Whether counts can come from equally likely classes: chi-squared."""
    return stats.chisquare(counts).pvalue > LEAST_P


def are_alike(first, second):
    """Whether two samples can come from one distribution.

    The U test compares their location, and the K-S test their shape.
    """
    shape = stats.ks_2samp(first, second, method="asymp").pvalue
    return (
        min(stats.mannwhitneyu(first, second).pvalue, shape) > LEAST_P
        if np.ptp([*first, *second])
        else True
    )


def is_near(sample, mean, error=0.0):
    """Whether a sample can come from a distribution with this mean.

    The mean may be known to within a standard `error` itself.
    """
    return abs(np.mean(sample) - mean) < ERRORS * np.hypot(stats.sem(sample), error)
