"""The "Le Adoga" player: a small genetic algorithm at every turn, as its paper tells it and as its program does it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mmlib.checks import finite_number, flag, whole_number
from mmlib.engine.answers import cost_of, distance_table
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.draws import below, random_code, two_of
from mmlib.engine.words import from_words, tallies, to_words
from mmlib.game.history import History
from mmlib.game.rules import Rules
from mmlib.genetic.operators import exchange, invert, permute, reset_peg, roulette, tournament
from mmlib.genetic.record import record
from mmlib.players.base import PATIENCE, Player
from mmlib.players.settings import first_guess_setting, one_of, paired_code

VARIANTS = ("as_coded", "as_described")


SELECTIONS = ("random", "tournament", "roulette_wheel", "ranking")


RANDOM, TOURNAMENT, ROULETTE, RANKING = range(4)


#: The program breeds a pair again, without end, while a child was played before; here it gives up after so many times.
MOST_REPEATS = 1000


#: Pairings bred at once while half of the population is drawn anew before each: enough to fill vector registers.
BATCH = 120


@dataclass(kw_only=True, eq=False, repr=False)
class LeAdoga(Player):
    """Search for consistent codes with a population of 30 and play the first one found.

    Parameters
    ----------
    variant : {"as_coded", "as_described"}
        ``"as_coded"`` is the authors' C program. There no child enters the population of its turn: every generation
        breeds from the same parents, half of which are drawn anew before every pairing from the sixth generation on
        while nothing eligible was found. The second parent is not selected but the next in line after the first; and
        roulette wheel and ranking prefer the *worse*. ``"as_described"`` is the paper's pseudocode: children replace
        their parents, both parents are selected, the fitter the likelier, and up to half of the population is drawn
        anew once a generation.
    population : int, even, default 30
        Codes in the population.
    generations : int, default 20
        Generations bred at each turn, and more until an eligible code is found.
    eligible_size : int, default 20
        Consistent ("eligible") codes kept. The program stops collecting there; the pseudocode stops searching once it
        has more.
    selection : {"tournament", "random", "roulette_wheel", "ranking"}
        How parents are selected.
    tournament_size : int, default 2
        Codes drawn for a tournament; 0 and 1 draw one at random.
    one_point_share : float in 0..1, default 0.1
        Share of crossovers at one point; the others are at two.
    mutation_rate, inversion_rate, permutation_rate : float in 0..1, default 0.1, 0.03 and 0.02
        Chance that a child has one peg reset, a segment reversed, two pegs swapped. The paper's text and program say
        10 % for mutation, its closing table 2 %.
    elitism_rate : float in 0..1, default 0.3
        Share of the eligible codes that go on: in the program into the population of the next turn, in the paper's
        words into the next generation.
    black_weight, white_weight : float, 0 or more, default 1
        Weights in the fitness. A code is eligible when the weighted distance is 0.
    refill : bool, default True
        Whether part of the population is drawn anew when the search finds nothing ("random population module").
    first_guess : array_like of int, str or None, optional
        By default 0012 on four pegs, 00123 on five, and pairs then single colors on other boards.

    Raises
    ------
    TypeError, ValueError
        If a setting is malformed or out of its range.

    Notes
    -----
    Source: B. Pongpon, U. Sorrawit, D. Kanitsorn, S. Panurut, B. Saranunt, "Mastermind Game with Genetic Algorithm"
    (2023), section 3.3, and the program ``sokungz01/mastermindGeneticAlgorithm``. Chosen where both are silent: parents
    by ``"random"`` selection are drawn independently; in ``"as_described"`` the roulette wheel weighs a code by how far
    its cost lies below the worst, and ranking gives the best of n the weight n and the worst 1. Only tournament and
    roulette wheel stand in the program; its ranking is commented out, and is followed in ``"as_coded"``.

    Examples
    --------
    >>> player = LeAdoga(variant="as_described", tournament_size=5)
    >>> player.next_guess(mm.History(mm.Rules(4, 6), ["0012"], [(3, 0)]), np.random.default_rng(1))
    array([3, 0, 1, 2], dtype=uint8)
    >>> player.search.generations, player.search.evaluations
    (20, 630)
    """

    name = "le_adoga"
    source = "Pongpon et al. (Le Adoga)"
    year = 2023
    fidelity = "exact (as_coded), described (as_described)"

    variant: str = "as_coded"
    population: int = 30
    generations: int = 20
    eligible_size: int = 20
    selection: str = "tournament"
    tournament_size: int = 2
    one_point_share: float = 0.1
    mutation_rate: float = 0.1
    inversion_rate: float = 0.03
    permutation_rate: float = 0.02
    elitism_rate: float = 0.3
    black_weight: float = 1.0
    white_weight: float = 1.0
    refill: bool = True
    first_guess: object = None

    def __post_init__(self) -> None:
        self.variant = one_of(self.variant, "variant", VARIANTS)
        self.selection = one_of(self.selection, "selection", SELECTIONS)
        for name, low, high in (
            ("population", 2, 10**6),
            ("generations", 1, 10**6),
            ("eligible_size", 1, 10**6),
            ("tournament_size", 0, 10**6),
        ):
            setattr(self, name, whole_number(getattr(self, name), name, low, high))
        if self.population % 2:
            raise ValueError(f"population: {self.population} is odd; children come in pairs")
        for name in ("one_point_share", "mutation_rate", "inversion_rate", "permutation_rate", "elitism_rate"):
            setattr(self, name, finite_number(getattr(self, name), name, 0, 1))
        for name in ("black_weight", "white_weight"):
            setattr(self, name, finite_number(getattr(self, name), name, 0))
        self.refill = flag(self.refill, "refill")
        self.first_guess = first_guess_setting(self.first_guess)
        self._elite = None

    def _own_first_guess(self, rules: Rules) -> np.ndarray:
        return paired_code(rules)

    def _begin(self, rules: Rules) -> None:
        if rules.pegs < 2:
            raise ValueError(f"rules: {rules}: two pegs or more are needed, to be crossed and swapped")
        self._elite = None

    def _choose(self, history: History, rng: np.random.Generator) -> np.ndarray:
        rules = history.rules
        elite = np.empty(0, np.uint64) if self._elite is None else self._elite
        breed = _as_coded if self.variant == "as_coded" else _as_described  # of one signature, which neither uses whole
        eligible = self._until_found(
            history,
            self.generations,
            lambda trace: breed(
                *(history.guesses, history.feedbacks, rules.colors, elite),
                *(self.population, self.generations, self.eligible_size),
                *(SELECTIONS.index(self.selection), self.tournament_size, self.one_point_share),
                *(self.mutation_rate, self.inversion_rate, self.permutation_rate, self.elitism_rate),
                *(self.black_weight, self.white_weight, self.refill, trace, rng),
            ),
        )
        if self.variant == "as_coded":
            self._elite = eligible[: min(int(len(eligible) * self.elitism_rate), self.population)]
        return from_words(eligible[:1], rules.pegs)[0]


@compiled
def _as_coded(
    guesses, feedbacks, colors, elite, size, generations, eligible_size, selection, tournament_size, one_point_share,
    mutation_rate, inversion_rate, permutation_rate, elitism_rate, black_weight, white_weight, refill, trace, rng,
):  # fmt: skip
    """One turn of the authors' program."""
    pegs = guesses.shape[1]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    table = distance_table(feedbacks, pegs, black_weight, white_weight)

    population = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = random_code(pegs, colors, rng)
    population[: elite.shape[0]] = elite
    evaluations = size

    rates = (mutation_rate, inversion_rate, permutation_rate)
    nothing = ((1.0 - mutation_rate) * (1.0 - inversion_rate) * (1.0 - permutation_rate)) ** 2
    half = size // 2
    children = np.empty(size, np.uint64)
    eligible = np.empty(eligible_size, np.uint64)
    found = 0
    generation = 0
    while generation < generations or (found == 0 and generation < generations + PATIENCE):
        bred = 0
        if refill and generation >= 5 and found == 0:
            pairings = _refilled_pairings(
                population, children, past, past_counts, table, pegs, colors, selection, tournament_size,
                one_point_share, rates, nothing, generation, trace, rng,
            )  # fmt: skip
            generation += (pairings - 1) // half
            bred = pairings - (pairings - 1) // half * half
            evaluations += pairings * (size - half) + (pairings - bred) * 2
        generation += 1
        if bred < half:
            fitness = -cost_of(population, past, past_counts, table, pegs)
            wheel = _wheel(fitness, selection, True)
            for pairing in range(bred, half):
                _pairing(
                    pairing, population, fitness, wheel, children, past, pegs, colors, selection, tournament_size,
                    one_point_share, rates, nothing, rng,
                )  # fmt: skip
        child_fitness = -cost_of(children, past, past_counts, table, pegs)
        found = _collect(children, child_fitness, eligible, found)
        evaluations += size
        if generation <= trace.values.shape[0]:
            record(trace, generation, children, child_fitness)
    return eligible[:found].copy(), generation, evaluations


@compiled
def _pairing(
    pairing, population, fitness, wheel, children, past, pegs, colors, selection, tournament_size, one_point_share,
    rates, nothing, rng,
):  # fmt: skip
    """Select two parents and breed two children, which replace nobody."""
    one = _parent(fitness, wheel, selection, tournament_size, rng)
    if selection == TOURNAMENT:  # the second parent is the next in line that is another code
        size = population.shape[0]
        other = (one + tournament_size // 2) % size
        for _ in range(size):
            if population[other] != population[one]:
                break
            other = other + 1 if other + 1 < size else 0
    else:
        other = _parent(fitness, wheel, selection, tournament_size, rng)
    first, second = _breed(population[one], population[other], pegs, colors, one_point_share, rates, nothing, rng)
    children[2 * pairing], children[2 * pairing + 1] = _until_new(
        first, second, past, pegs, colors, one_point_share, rates, nothing, rng
    )


@compiled
def _refilled_pairings(
    population, children, past, past_counts, table, pegs, colors, selection, tournament_size, one_point_share, rates,
    nothing, generation, trace, rng,
):  # fmt: skip
    """Breed some generations with the upper half of the population drawn anew before every pairing.

    All but the roulette wheel look at few of the new codes, so only those are drawn; and as pairings do not hang on
    each other until an eligible child turns up, many are bred at once. Those after the first eligible child are
    forgotten: the return value is the number of pairings that count, up to that one. The population is left as that
    pairing saw it, `children` with those of the last generation, and `trace` with the generations before it.
    """
    size = population.shape[0]
    half = size // 2
    batch = half * max(1, BATCH // half)
    rivals = half  # codes looked at by one pairing; the wheel sees the lower half as well
    if selection != ROULETTE:
        rivals = max(1, tournament_size) if selection == TOURNAMENT else 2 if selection == RANDOM else 4
    places = np.empty(batch * rivals, np.int64)
    codes = np.empty(batch * rivals, np.uint64)
    for i in range(batch * rivals):  # loops of one kind of draw each are quicker than one of all
        if selection == ROULETTE:
            places[i] = half + i % half
        elif selection == RANKING and i % 2 == 1:  # two different ones for each parent
            place = below(size - 1, rng)
            places[i] = place + 1 if place >= places[i - 1] else place
        else:
            places[i] = below(size, rng)
    for i in range(batch * rivals):
        place = places[i]
        if place < half:
            codes[i] = population[place]
        else:
            codes[i] = random_code(pegs, colors, rng)
            if selection != ROULETTE:
                for earlier in range(i - i % rivals, i):
                    if places[earlier] == place:
                        codes[i] = codes[earlier]
    cost = cost_of(codes if selection != RANDOM else codes[:0], past, past_counts, table, pegs)
    other_places = np.empty(batch, np.int64)
    first, second = np.empty(batch, np.uint64), np.empty(batch, np.uint64)
    bred = np.empty(2 * batch, np.uint64)
    wheel = np.empty(size)
    wheel[:half] = np.cumsum(cost_of(population[:half], past, past_counts, table, pegs))
    for pairing in range(batch):
        start = pairing * rivals
        if selection == TOURNAMENT:
            one = start
            for rival in range(start + 1, start + rivals):
                if cost[rival] <= cost[one]:
                    one = rival
            place = places[one] + tournament_size // 2
            for _ in range(size):
                while place >= size:
                    place -= size
                if place < half:
                    other = population[place]
                else:
                    other = random_code(pegs, colors, rng)
                    for earlier in range(start, start + rivals):
                        if places[earlier] == place:
                            other = codes[earlier]
                if other != codes[one]:
                    break
                place += 1
            other_places[pairing] = place if place < size else place - size
            first[pairing], second[pairing] = codes[one], other
        elif selection == ROULETTE:
            for i in range(half):
                wheel[half + i] = wheel[half + i - 1] + cost[start + i]
            one, other_one = roulette(wheel, rng), roulette(wheel, rng)
            first[pairing] = population[one] if one < half else codes[start + one - half]
            second[pairing] = population[other_one] if other_one < half else codes[start + other_one - half]
        elif selection == RANKING:
            first[pairing] = codes[_by_rank(start, cost, size, rng)]
            second[pairing] = codes[_by_rank(start + 2, cost, size, rng)]
        else:
            first[pairing], second[pairing] = codes[start], codes[start + 1]
    for pairing in range(batch):
        bred[2 * pairing], bred[2 * pairing + 1] = _breed(
            first[pairing], second[pairing], pegs, colors, one_point_share, rates, nothing, rng
        )
    for i in range(0, 2 * batch, 2):
        if _is_in(bred[i], past) or _is_in(bred[i + 1], past):
            bred[i], bred[i + 1] = _until_new(
                bred[i], bred[i + 1], past, pegs, colors, one_point_share, rates, nothing, rng
            )
    child_cost = cost_of(bred, past, past_counts, table, pegs)
    last = batch - 1
    for i in range(2 * batch):
        if child_cost[i] <= 0.0:
            last = i // 2
            for place in range(half, size):
                population[place] = random_code(pegs, colors, rng)
            if selection == TOURNAMENT:
                population[other_places[last]] = second[last]
            for rival in range(last * rivals, (last + 1) * rivals):
                population[places[rival]] = codes[rival]
            break
    whole = last // half  # generations before the one that the last pairing belongs to
    for k in range(min(whole, max(0, trace.values.shape[0] - generation))):
        part = slice(2 * half * k, 2 * half * (k + 1))
        record(trace, generation + k + 1, bred[part], -child_cost[part])
    children[: 2 * half] = bred[2 * half * whole : 2 * half * (whole + 1)]
    return last + 1


@inlined
def _by_rank(first, cost, size, rng):
    """Select by rank, the worst of `size` with `size` times the chance of the best: the worse of two, or either."""
    if rng.random() * (size + 1) >= 2.0 and cost[first + 1] > cost[first]:
        return first + 1
    return first


@inlined
def _breed(first, second, pegs, colors, one_point_share, rates, nothing, rng):
    """Cross two parents, and vary the children: mostly nothing happens, and one draw tells what happens first."""
    first, second = _cross(first, second, one_point_share, pegs, rng)
    draw = rng.random()
    if draw >= nothing:
        first, second = _vary_as_coded(first, second, pegs, colors, rates, draw, rng)
    return first, second


@compiled
def _until_new(first, second, past, pegs, colors, one_point_share, rates, nothing, rng):
    """Breed two children again and further while one of them was played before."""
    for _ in range(MOST_REPEATS):
        if not (_is_in(first, past) or _is_in(second, past)):
            break
        first, second = _breed(first, second, pegs, colors, one_point_share, rates, nothing, rng)
    return first, second


@compiled
def _as_described(
    guesses, feedbacks, colors, elite, size, generations, eligible_size, selection, tournament_size, one_point_share,
    mutation_rate, inversion_rate, permutation_rate, elitism_rate, black_weight, white_weight, refill, trace, rng,
):  # fmt: skip
    """One turn of the paper's pseudocode."""
    pegs = guesses.shape[1]
    past = to_words(guesses)
    past_counts = tallies(past, pegs)
    table = distance_table(feedbacks, pegs, black_weight, white_weight)

    population = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = random_code(pegs, colors, rng)
    fitness = -cost_of(population, past, past_counts, table, pegs)
    evaluations = size

    half = size // 2
    children = np.empty(size, np.uint64)
    eligible = np.empty(eligible_size + size, np.uint64)
    found = 0
    generation = 0
    while (generation < generations and found <= eligible_size) or (found == 0 and generation < generations + PATIENCE):
        generation += 1
        if refill and generation > 5 and found == 0:
            for i in range(half, size):
                population[i] = random_code(pegs, colors, rng)
            fitness[half:] = -cost_of(population[half:], past, past_counts, table, pegs)
            evaluations += size - half
        wheel = _wheel(fitness, selection, False)
        for i in range(0, size, 2):
            first = population[_parent(fitness, wheel, selection, tournament_size, rng)]
            second = population[_parent(fitness, wheel, selection, tournament_size, rng)]
            first, second = _cross(first, second, one_point_share, pegs, rng)
            children[i] = _vary(first, pegs, colors, mutation_rate, inversion_rate, permutation_rate, rng)
            children[i + 1] = _vary(second, pegs, colors, mutation_rate, inversion_rate, permutation_rate, rng)
        fitness = -cost_of(children, past, past_counts, table, pegs)
        found = _collect(children, fitness, eligible, found)
        evaluations += size
        if generation <= trace.values.shape[0]:
            record(trace, generation, children, fitness)
        survivors = min(int(found * elitism_rate), size)
        children[:survivors] = eligible[:survivors]
        fitness[:survivors] = 0.0
        population, children = children, population
    return eligible[:found].copy(), generation, evaluations


@inlined
def _cross(first, second, one_point_share, pegs, rng):
    """Exchange the pegs from a random place to the end, or between two random places, both included."""
    if rng.random() < one_point_share:
        return exchange(first, second, below(pegs, rng), pegs)
    one, other = below(pegs, rng), below(pegs, rng)
    return exchange(first, second, min(one, other), max(one, other) + 1)


@compiled
def _vary(code, pegs, colors, mutation_rate, inversion_rate, permutation_rate, rng):
    """Mutate, invert and permute one child, each with its chance."""
    if rng.random() < mutation_rate:
        code = reset_peg(code, pegs, colors, rng)
    if rng.random() < inversion_rate:
        low, high = two_of(pegs, rng)
        code = invert(code, low, high)
    if rng.random() < permutation_rate:
        code = permute(code, pegs, rng)
    return code


@inlined
def _vary_as_coded(first, second, pegs, colors, rates, draw, rng):
    """Mutate both children, invert both, permute both, each with its chance.

    Mostly nothing happens. So one `draw` tells which of the six comes true first, if any, and another which next.
    """
    nothing = 1.0
    for step in range(6):
        nothing *= 1.0 - rates[step // 2]
        if draw < nothing:
            continue
        draw, nothing = rng.random(), 1.0
        code = first if step % 2 == 0 else second
        if step < 2:
            code = reset_peg(code, pegs, colors, rng)
        elif step < 4:
            code = _invert_as_coded(code, pegs, rng)
        else:
            code = permute(code, pegs, rng)
        if step % 2 == 0:
            first = code
        else:
            second = code
    return first, second


@compiled
def _invert_as_coded(code, pegs, rng):
    """Reverse a segment as the program does.

    Where both ends fall together the second is drawn again, and if it then lies before the first nothing is reversed.
    """
    one, other = below(pegs, rng), below(pegs, rng)
    low, high = min(one, other), max(one, other)
    while low == high:
        high = below(pegs, rng)
    return invert(code, low, high)


@compiled
def _wheel(fitness, selection, prefer_worse):
    """Running sum of the selection weights, empty where none are needed."""
    if selection == ROULETTE:
        return np.cumsum(-fitness if prefer_worse else fitness - fitness.min())
    if selection == RANKING:
        weights = np.empty(fitness.shape[0])
        order = np.argsort(-fitness)
        for rank in range(fitness.shape[0]):
            weights[order[rank]] = rank + 1.0 if prefer_worse else fitness.shape[0] - rank
        return np.cumsum(weights)
    return fitness[:0].copy()


@compiled
def _parent(fitness, wheel, selection, tournament_size, rng):
    """Index of one parent."""
    if selection == TOURNAMENT:
        return tournament(fitness, tournament_size, rng)
    if selection == RANDOM:
        return below(fitness.shape[0], rng)
    return roulette(wheel, rng)


@compiled
def _is_in(code, codes):
    """Whether a code is among the codes."""
    for i in range(codes.shape[0]):  # noqa: SIM110 (numba has no any() of a generator)
        if codes[i] == code:
            return True
    return False


@compiled
def _collect(codes, fitness, eligible, found):
    """Add the codes of fitness 0 that are new, in order, as long as there is room; return how many there are now."""
    for i in range(codes.shape[0]):
        if fitness[i] >= 0.0 and found < eligible.shape[0] and not _is_in(codes[i], eligible[:found]):
            eligible[found] = codes[i]
            found += 1
    return found
