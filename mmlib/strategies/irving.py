"""Irving (1978-79): the least expected size."""

from mmlib.strategies.one_step import OneStep


class Irving(
    OneStep, name="irving", source="Irving", year=1979, fidelity="reconstructed"
):
    """Irving's strategy: least expected size for two guesses, then exhaustive search.

    Source: R. W. Irving, "Towards an optimum Mastermind strategy", Journal of
    Recreational Mathematics 11 (1978-79), after Berghman et al. (2009), who name the
    expected size and 4.369, which is 5662 guesses. The expected size alone gives 5696;
    that a search sets in, and after two guesses, is a reconstruction. Settings as
    `OneStep`.

    >>> Irving().tree(mm.Rules(4, 6)).total
    5656
    """

    objective: str | tuple[str, ...] = ("expected_size", "expected_size", "exhaustive")
