"""One turn of the "Le Adoga" program as its authors coded it, for `le_adoga`."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import cost_of, distance_table, past_of
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.draws import below, random_code
from mmlib.engine.interrupt import hear_interrupt
from mmlib.engine.wordset import is_in
from mmlib.genetic.operators import (
    exchange,
    invert,
    permute,
    reset_peg,
    roulette,
    tournament,
)
from mmlib.genetic.record import write_down
from mmlib.players.base import PATIENCE

#: How parents are selected.
SELECTIONS = ("random", "tournament", "roulette_wheel", "ranking")

#: The index of each selection, by which compiled code knows it.
RANDOM, TOURNAMENT, ROULETTE, RANKING = range(4)

#: Times that one pair is bred again at most while a child was played before. The
#: program breeds it again without end.
MOST_REPEATS = 1000

#: Times that all pairs of one turn together are bred again at most: this takes half a
#: second.
MOST_IN_ALL = 10**7

#: Pairings bred at once while half of the population is drawn anew before each: enough
#: to fill vector registers.
BATCH = 120


class Setup(NamedTuple):
    """The rules and the settings, for compiled code."""

    pegs: int
    colors: int
    population: int
    generations: int
    eligible_size: int
    selection: int
    tournament_size: int
    # chances: of crossover at one point, and of each variation of a child
    one_point: float
    mutation: float
    inversion: float
    permutation: float
    # chance that two children stay as they are
    unvaried: float
    elitism_rate: float
    black_weight: float
    white_weight: float
    refill: bool
    # times that pairs may still be bred again in this turn, int64 (1,)
    repeats: np.ndarray


@compiled
def as_coded(guesses, feedbacks, elite, setup, record, rng):
    """Run one turn; return the eligible codes, the generations and the evaluations."""
    pegs = setup.pegs
    size = setup.population
    half = setup.population // 2
    past = past_of(
        guesses, distance_table(feedbacks, pegs, setup.black_weight, setup.white_weight)
    )
    population = np.empty(size, np.uint64)
    children = np.empty(size, np.uint64)
    for i in range(size):
        population[i] = random_code(pegs, setup.colors, rng)
    population[: elite.shape[0]] = elite
    if record.values.shape[0]:
        write_down(record, 0, population, -cost_of(population, past, pegs))
    evaluations = size
    eligible = np.empty(setup.eligible_size, np.uint64)
    found = 0
    # of this type from the start: otherwise what is called is compiled twice
    generation = np.int64(0)
    while generation < setup.generations or (
        found == 0 and generation < setup.generations + PATIENCE
    ):
        bred = 0
        if setup.refill and generation >= 5 and found == 0:
            pairings = _refilled_pairings(
                population, children, past, setup, generation, record, rng
            )
            generation += (pairings - 1) // half
            bred = pairings - (pairings - 1) // half * half
            evaluations += pairings * (size - half) + (pairings - bred) * 2
        generation += 1
        if bred < half:
            fitness = -cost_of(population, past, pegs)
            wheel = wheel_of(fitness, setup.selection, True)
            for pairing in range(bred, half):
                _pairing(
                    pairing,
                    population,
                    fitness,
                    wheel,
                    children,
                    past.words,
                    setup,
                    rng,
                )
        child_fitness = -cost_of(children, past, pegs)
        found = collect(children, child_fitness, eligible, found)
        evaluations += size
        write_down(record, generation, children, child_fitness)
    return eligible[:found].copy(), generation, evaluations


@inlined
def _pairing(  # noqa: PLR0913, PLR0917
    pairing,
    population,
    fitness,
    wheel,
    children,
    played,
    setup,
    rng,
):
    """Select two parents and breed two children, which replace nobody."""
    one = parent(fitness, wheel, setup.selection, setup.tournament_size, rng)
    # the second parent is the next in line that is another code
    if setup.selection == TOURNAMENT:
        size = population.shape[0]
        other = (one + setup.tournament_size // 2) % size
        for _ in range(size):
            if population[other] != population[one]:
                break
            other = other + 1 if other + 1 < size else 0
    else:
        other = parent(fitness, wheel, setup.selection, setup.tournament_size, rng)
    first, second = _breed(population[one], population[other], setup, rng)
    children[2 * pairing], children[2 * pairing + 1] = _until_new(
        first, second, played, setup, rng
    )


@compiled
def _refilled_pairings(  # noqa: C901
    population,
    children,
    past,
    setup,
    generation,
    record,
    rng,
):
    """Breed generations whose upper half is drawn anew before every pairing.

    Returns how many pairings count. All selections but the roulette wheel look at few
    of the new codes, so only those are drawn. Pairings depend on each other only once
    an eligible child turns up, so many are bred at once, and those after it are
    forgotten. The population is left as the last pairing that counts saw it, `children`
    with those of its generation, `record` with the generations before.
    """
    pegs = setup.pegs
    colors = setup.colors
    selection = setup.selection
    tournament_size = setup.tournament_size
    size = population.shape[0]
    half = size // 2
    batch = half * max(1, BATCH // half)
    # codes looked at by one pairing; the wheel sees the lower half as well
    rivals = half
    if selection != ROULETTE:
        rivals = (
            max(1, tournament_size)
            if selection == TOURNAMENT
            else 2
            if selection == RANDOM
            else 4
        )
    indices = np.empty(batch * rivals, np.int64)
    codes = np.empty(batch * rivals, np.uint64)
    # loops of one kind of draw each are quicker than one of all
    for i in range(batch * rivals):
        if selection == ROULETTE:
            indices[i] = half + i % half
        elif selection == RANKING and i % 2 == 1:  # two different ones for each parent
            index = below(size - 1, rng)
            indices[i] = index + 1 if index >= indices[i - 1] else index
        else:
            indices[i] = below(size, rng)
    for i in range(batch * rivals):
        index = indices[i]
        if index < half:
            codes[i] = population[index]
        else:
            codes[i] = random_code(pegs, colors, rng)
            if selection != ROULETTE:
                for earlier in range(i - i % rivals, i):
                    if indices[earlier] == index:
                        codes[i] = codes[earlier]
    cost = cost_of(codes if selection != RANDOM else codes[:0], past, pegs)
    others = np.empty(batch, np.int64)
    first = np.empty(batch, np.uint64)
    second = np.empty(batch, np.uint64)
    bred = np.empty(2 * batch, np.uint64)
    wheel = np.empty(size)
    wheel[:half] = np.cumsum(cost_of(population[:half], past, pegs))
    for pairing in range(batch):
        start = pairing * rivals
        if selection == TOURNAMENT:
            one = start
            for rival in range(start + 1, start + rivals):
                if cost[rival] <= cost[one]:
                    one = rival
            index = indices[one] + tournament_size // 2
            for _ in range(size):
                while index >= size:
                    index -= size
                if index < half:
                    other = population[index]
                else:
                    other = random_code(pegs, colors, rng)
                    for earlier in range(start, start + rivals):
                        if indices[earlier] == index:
                            other = codes[earlier]
                if other != codes[one]:
                    break
                index += 1
            others[pairing] = index if index < size else index - size
            first[pairing] = codes[one]
            second[pairing] = other
        elif selection == ROULETTE:
            for i in range(half):
                wheel[half + i] = wheel[half + i - 1] + cost[start + i]
            one = roulette(wheel, rng)
            other_one = roulette(wheel, rng)
            first[pairing] = (
                population[one] if one < half else codes[start + one - half]
            )
            second[pairing] = (
                population[other_one]
                if other_one < half
                else codes[start + other_one - half]
            )
        elif selection == RANKING:
            first[pairing] = codes[_by_rank(start, cost, size, rng)]
            second[pairing] = codes[_by_rank(start + 2, cost, size, rng)]
        else:
            first[pairing] = codes[start]
            second[pairing] = codes[start + 1]
    for pairing in range(batch):
        bred[2 * pairing], bred[2 * pairing + 1] = _breed(
            first[pairing], second[pairing], setup, rng
        )
    for i in range(0, 2 * batch, 2):
        if is_in(bred[i], past.words) or is_in(bred[i + 1], past.words):
            bred[i], bred[i + 1] = _until_new(
                bred[i], bred[i + 1], past.words, setup, rng
            )
    child_cost = cost_of(bred, past, pegs)
    last = batch - 1
    for i in range(2 * batch):
        if child_cost[i] <= 0.0:
            last = i // 2
            for index in range(half, size):
                population[index] = random_code(pegs, colors, rng)
            if selection == TOURNAMENT:
                population[others[last]] = second[last]
            for rival in range(last * rivals, (last + 1) * rivals):
                population[indices[rival]] = codes[rival]
            break
    whole = last // half  # generations before the one that the last pairing belongs to
    hear_interrupt()
    # none where nothing is recorded
    for k in range(min(whole, record.values.shape[0])):
        part = slice(2 * half * k, 2 * half * (k + 1))
        write_down(record, generation + k + 1, bred[part], -child_cost[part])
    children[: 2 * half] = bred[2 * half * whole : 2 * half * (whole + 1)]
    return last + 1


@inlined
def _by_rank(first, cost, size, rng):
    """Select by rank, the worst of `size` with `size` times the chance of the best.

    This is the worse of two codes, or the first of them whatever its rank.
    """
    if rng.random() * (size + 1) >= 2.0 and cost[first + 1] > cost[first]:
        return first + 1
    return first


@inlined
def _breed(first, second, setup, rng):
    """Cross two parents, and vary the children.

    Mostly no variation happens; one draw tells which happens first.
    """
    first, second = cross(first, second, setup.pegs, setup.one_point, rng)
    draw = rng.random()
    if draw >= setup.unvaried:
        first, second = _vary(first, second, setup, draw, rng)
    return first, second


@compiled
def _until_new(first, second, played, setup, rng):
    """Breed two children again and again while one of them was played before."""
    for _ in range(min(MOST_REPEATS, setup.repeats[0])):
        if not (is_in(first, played) or is_in(second, played)):
            break
        setup.repeats[0] -= 1
        first, second = _breed(first, second, setup, rng)
    return first, second


@inlined
def cross(first, second, pegs, one_point, rng):
    """Cross two codes at one point or two.

    They exchange the pegs from a random one to the end, or between two random ones,
    both included.
    """
    if rng.random() < one_point:
        return exchange(first, second, below(pegs, rng), pegs)
    one = below(pegs, rng)
    other = below(pegs, rng)
    return exchange(first, second, min(one, other), max(one, other) + 1)


@inlined
def _vary(first, second, setup, draw, rng):
    """Mutate, invert and permute both children, each with its chance.

    The `draw` tells which of the six variations comes true first.
    """
    chances = (setup.mutation, setup.inversion, setup.permutation)
    nothing = 1.0
    for step in range(6):
        nothing *= 1.0 - chances[step // 2]
        if draw < nothing:
            continue
        draw = rng.random()
        nothing = 1.0
        code = first if step % 2 == 0 else second
        if step < 2:
            code = reset_peg(code, setup.pegs, setup.colors, rng)
        elif step < 4:
            code = _invert(code, setup.pegs, rng)
        else:
            code = permute(code, setup.pegs, rng)
        if step % 2 == 0:
            first = code
        else:
            second = code
    return first, second


@compiled
def _invert(code, pegs, rng):
    """Reverse a segment between two random ends.

    A second end that is equal to the first is drawn again; where it then lies before
    the first, nothing happens.
    """
    one = below(pegs, rng)
    other = below(pegs, rng)
    low = min(one, other)
    high = max(one, other)
    while low == high:
        high = below(pegs, rng)
    return invert(code, low, high)


@compiled
def wheel_of(fitness, selection, prefer_worse):
    """Return the running sum of the selection weights, empty where none are needed."""
    if selection == ROULETTE:
        return np.cumsum(-fitness if prefer_worse else fitness - fitness.min())
    if selection == RANKING:
        weights = np.empty(fitness.shape[0])
        order = np.argsort(-fitness)
        for rank in range(fitness.shape[0]):
            weights[order[rank]] = (
                rank + 1.0 if prefer_worse else fitness.shape[0] - rank
            )
        return np.cumsum(weights)
    return fitness[:0].copy()


@compiled
def parent(fitness, wheel, selection, tournament_size, rng):
    """Select one parent; return its index."""
    if selection == TOURNAMENT:
        return tournament(fitness, tournament_size, rng)
    if selection == RANDOM:
        return below(fitness.shape[0], rng)
    return roulette(wheel, rng)


@compiled
def collect(codes, fitness, eligible, found):
    """Add the codes of fitness 0 that are new, in order, until `eligible` is full.

    Returns how many there are now.
    """
    for i in range(codes.shape[0]):
        if (
            fitness[i] >= 0.0
            and found < eligible.shape[0]
            and not is_in(codes[i], eligible[:found])
        ):
            eligible[found] = codes[i]
            found += 1
    return found
