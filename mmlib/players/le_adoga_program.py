"""One turn of the "Le Adoga" program as its authors coded it, for `le_adoga`."""

from typing import NamedTuple

import numpy as np

from mmlib.engine.answers import cost_of
from mmlib.engine.compiled import compiled, inlined
from mmlib.engine.draws import below, random_code, random_codes
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
from mmlib.genetic.record import room_in, write_down
from mmlib.players.eligible import collect, may_go_on, room_for

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
#: to fill vector registers. One at a time, also with only those codes drawn that are
#: looked at, a game took 1.7 times as long on 4 x 6, 3.6 on 5 x 8 and 5.6 on 6 x 9.
BATCH = 120


@compiled
def as_coded(elite, past, setup, record, rng):
    """Run one turn; return the eligible codes, the generations and the evaluations.

    The `elite` of the turn before is part of the first population.
    """
    pegs = setup.pegs
    size = setup.population
    half = size // 2
    population = random_codes(size, pegs, setup.colors, rng)
    population[: elite.shape[0]] = elite
    children = np.empty(size, np.uint64)
    if room_in(record):
        write_down(record, 0, population, -cost_of(population, past, pegs))
    evaluations = size
    listed = room_for(setup.eligible_size)
    found = 0
    # of this type from the start: otherwise what is called is compiled twice
    generation = np.int64(0)
    while may_go_on(generation, setup.generations, found):
        bred = 0
        if setup.refill and generation >= 5 and found == 0:
            # perhaps several generations, and a part of the one that ends the search
            pairings = _refilled_pairings(
                population, children, past, setup, generation, record, rng
            )
            whole = (pairings - 1) // half
            generation += whole
            bred = pairings - whole * half
            evaluations += pairings * (size - half) + (pairings - bred) * 2
        generation += 1
        if bred < half:
            fitness = -cost_of(population, past, pegs)
            wheel = wheel_of(fitness, setup.selection, True)
            for pairing in range(bred, half):
                one, other = _parents(population, fitness, wheel, setup, rng)
                first, second = _breed(population[one], population[other], setup, rng)
                first, second = _until_new(first, second, past.words, setup, rng)
                children[2 * pairing] = first
                children[2 * pairing + 1] = second
        cost = cost_of(children, past, pegs)
        found = collect(children, cost, listed, found)
        evaluations += size
        write_down(record, generation, children, -cost)
    return listed.codes[:found].copy(), generation, evaluations


@inlined
def _parents(population, fitness, wheel, setup, rng):
    """Select two parents; return their indices.

    After a tournament, the second one is the next in line that is another code.
    """
    one = parent(fitness, wheel, setup.selection, setup.tournament_size, rng)
    if setup.selection == TOURNAMENT:
        size = population.shape[0]
        other = (one + setup.tournament_size // 2) % size
        for _ in range(size):
            if population[other] != population[one]:
                break
            other = other + 1 if other + 1 < size else 0
    else:
        other = parent(fitness, wheel, setup.selection, setup.tournament_size, rng)
    return one, other


class Drawn(NamedTuple):
    """Codes that a batch of pairings looks at, so many `rivals` for each pairing.

    Each has the index that it has in the population of its pairing, and its cost.
    """

    rivals: int
    indices: np.ndarray
    codes: np.ndarray
    cost: np.ndarray


@compiled
def _refilled_pairings(population, children, past, setup, generation, record, rng):
    """Breed generations whose upper half is drawn anew before every pairing.

    Returns how many pairings count. All selections but the roulette wheel look at few
    of the new codes, so only those are drawn. Pairings depend on each other only once
    an eligible child turns up, so many are bred at once, and those after it are
    forgotten. The population is left as the last pairing that counts saw it, `children`
    with those of its generation, `record` with the generations before.
    """
    half = population.shape[0] // 2
    batch = half * max(1, BATCH // half)
    drawn = _draw_rivals(population, past, batch, setup, rng)
    first, second, others = _couples(population, past, drawn, batch, setup, rng)
    bred = _breed_all(first, second, past.words, setup, rng)
    cost = cost_of(bred, past, setup.pegs)
    hear_interrupt()
    last = batch - 1
    for i in range(2 * batch):
        if cost[i] <= 0.0:
            last = i // 2
            population[half:] = random_codes(
                population.shape[0] - half, setup.pegs, setup.colors, rng
            )
            if setup.selection == TOURNAMENT:
                population[others[last]] = second[last]
            for rival in range(last * drawn.rivals, (last + 1) * drawn.rivals):
                population[drawn.indices[rival]] = drawn.codes[rival]
            break
    whole = last // half  # generations before the one that the last pairing belongs to
    # none where nothing is recorded
    for k in range(min(whole, room_in(record))):
        part = slice(2 * half * k, 2 * half * (k + 1))
        write_down(record, generation + k + 1, bred[part], -cost[part])
    children[: 2 * half] = bred[2 * half * whole : 2 * half * (whole + 1)]
    return last + 1


@compiled
def _draw_rivals(population, past, batch, setup, rng):
    """Draw the codes that each pairing of a batch looks at, and their costs.

    The lower half of the population stays; what lies above is a new code.
    """
    size = population.shape[0]
    half = size // 2
    selection = setup.selection
    if selection == TOURNAMENT:
        rivals = max(1, setup.tournament_size)
    elif selection == RANDOM:
        rivals = 2
    elif selection == RANKING:
        rivals = 4  # two for each parent
    else:
        rivals = half  # the wheel sees the lower half as well
    n = batch * rivals
    indices = np.empty(n, np.int64)
    codes = np.empty(n, np.uint64)
    # loops of one kind of draw each are quicker than one of all
    for i in range(n):
        if selection == ROULETTE:
            indices[i] = half + i % half
        elif selection == RANKING and i % 2 == 1:  # another one than the first
            index = below(size - 1, rng)
            indices[i] = index + 1 if index >= indices[i - 1] else index
        else:
            indices[i] = below(size, rng)
    for i in range(n):
        if indices[i] < half:
            codes[i] = population[indices[i]]
        else:
            codes[i] = random_code(setup.pegs, setup.colors, rng)
            if selection != ROULETTE:
                # one index, one code
                for earlier in range(i - i % rivals, i):
                    if indices[earlier] == indices[i]:
                        codes[i] = codes[earlier]
    # random selection asks for no costs
    cost = cost_of(codes if selection != RANDOM else codes[:0], past, setup.pegs)
    return Drawn(rivals, indices, codes, cost)


@compiled
def _couples(population, past, drawn, batch, setup, rng):
    """Select the two parents of each pairing of a batch.

    Returns the first parents, the second ones, both uint64 (batch,), and after
    tournaments the second ones' indices.
    """
    first = np.empty(batch, np.uint64)
    second = np.empty(batch, np.uint64)
    others = np.empty(batch, np.int64)
    if setup.selection == TOURNAMENT:
        _couples_by_tournament(population, drawn, first, second, others, setup, rng)
    elif setup.selection == ROULETTE:
        _couples_by_wheel(population, past, drawn, first, second, setup.pegs, rng)
    elif setup.selection == RANKING:
        size = population.shape[0]
        for pairing in range(batch):
            one = _by_rank(4 * pairing, drawn.cost, size, rng)
            other = _by_rank(4 * pairing + 2, drawn.cost, size, rng)
            first[pairing] = drawn.codes[one]
            second[pairing] = drawn.codes[other]
    else:
        first[:] = drawn.codes[::2]
        second[:] = drawn.codes[1::2]
    return first, second, others


@compiled
def _couples_by_tournament(population, drawn, first, second, others, setup, rng):
    """Select the fittest code of each pairing, and the next in line that is another.

    Codes of the upper half that were not looked at yet are drawn.
    """
    size = population.shape[0]
    half = size // 2
    pegs = setup.pegs
    colors = setup.colors
    rivals = drawn.rivals
    # taken out of the tuple once: in the loop a game on 6 x 9 took a sixth longer
    indices = drawn.indices
    codes = drawn.codes
    cost = drawn.cost
    for pairing in range(first.shape[0]):
        start = pairing * rivals
        one = start  # the last of equals
        for rival in range(start + 1, start + rivals):
            if cost[rival] <= cost[one]:
                one = rival
        index = indices[one] + setup.tournament_size // 2
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
        first[pairing] = codes[one]
        second[pairing] = other
        others[pairing] = index if index < size else index - size


@compiled
def _couples_by_wheel(population, past, drawn, first, second, pegs, rng):
    """Select the parents of each pairing by a roulette wheel that prefers the worse.

    The lower half of the population has the same part of every wheel.
    """
    size = population.shape[0]
    half = size // 2
    wheel = np.empty(size)
    wheel[:half] = np.cumsum(cost_of(population[:half], past, pegs))
    for pairing in range(first.shape[0]):
        start = pairing * half
        for i in range(half):
            wheel[half + i] = wheel[half + i - 1] + drawn.cost[start + i]
        upper = drawn.codes[start : start + half]
        one = roulette(wheel, rng)
        other = roulette(wheel, rng)
        first[pairing] = population[one] if one < half else upper[one - half]
        second[pairing] = population[other] if other < half else upper[other - half]


@compiled
def _breed_all(first, second, played, setup, rng):
    """Breed two children of each two parents, uint64 (2 * batch,).

    A loop for those that were played before comes last, since they are few.
    """
    batch = first.shape[0]
    bred = np.empty(2 * batch, np.uint64)
    for pairing in range(batch):
        bred[2 * pairing], bred[2 * pairing + 1] = _breed(
            first[pairing], second[pairing], setup, rng
        )
    for i in range(0, 2 * batch, 2):
        if is_in(bred[i], played) or is_in(bred[i + 1], played):
            bred[i], bred[i + 1] = _until_new(bred[i], bred[i + 1], played, setup, rng)
    return bred


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
    first, second = cross(first, second, setup, rng)
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
def cross(first, second, setup, rng):
    """Cross two codes at one point or two.

    They exchange the pegs from a random one to the end, or between two random ones,
    both included.
    """
    pegs = setup.pegs
    if rng.random() < setup.one_point_share:
        return exchange(first, second, below(pegs, rng), pegs)
    one = below(pegs, rng)
    other = below(pegs, rng)
    return exchange(first, second, min(one, other), max(one, other) + 1)


@inlined
def _vary(first, second, setup, draw, rng):
    """Mutate, invert and permute both children, each with its chance.

    The `draw` tells which of the six variations comes true first.
    """
    chances = (setup.mutation_rate, setup.inversion_rate, setup.permutation_rate)
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
