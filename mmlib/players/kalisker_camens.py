"""Kalisker and Camens (2003), reconstructed."""

from mmlib.players.bento import Bento


class KaliskerCamens(
    Bento,
    name="kalisker_camens",
    source="Kalisker and Camens",
    year=2003,
    fidelity="reconstructed",
):
    """Breed as `Bento` does, but a smaller population of any codes and for longer.

    It has the settings of `Bento`, with other defaults.

    Source: T. Kalisker, D. Camens, "Solving Mastermind using genetic algorithms", GECCO
    (2003), of which the results are known: 4.75 guesses on 4 x 6, 6.39 on 5 x 8, and
    that the fitness reflects eligibility. All settings are reconstructed, the number of
    generations so that both results come near.

    >>> history = mm.History(mm.Rules(4, 6), ["0123"], [(2, 0)])
    >>> KaliskerCamens().next_guess(history, np.random.default_rng(1))
    array([4, 1, 5, 3], dtype=uint8)
    """

    population: int = 100
    generations: int = 20
    beginning: str = "random"
