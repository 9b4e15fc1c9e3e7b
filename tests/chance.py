"""How tests compare samples: by bounds that right code crosses in less than one run of a million.

Their seeds are fixed, so none fails by chance as it stands. The bounds are for whoever changes what is drawn: they say
what is still chance. A test of several samples stays below one in a million with ten comparisons.
"""

import numpy as np
from scipy import stats

#: The least p value that is chance, and the standard errors of a normal variable that come with it.
LEAST_P, ERRORS = 1e-7, 5.5


def is_uniform(counts):
    """Whether counts can come from equally likely classes: chi-squared."""
    return stats.chisquare(counts).pvalue > LEAST_P


def are_alike(first, second):
    """Whether two samples can come from one distribution: by their location (U test) and their shape (K-S test)."""
    shape = stats.ks_2samp(first, second, method="asymp").pvalue
    return min(stats.mannwhitneyu(first, second).pvalue, shape) > LEAST_P if np.ptp([*first, *second]) else True


def is_near(sample, mean, error=0.0):
    """Whether a sample can come from a distribution with this mean, which may be known to within an error itself."""
    return abs(np.mean(sample) - mean) < ERRORS * np.hypot(stats.sem(sample), error)
