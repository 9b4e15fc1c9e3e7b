"""Plain-Python twins of the compiled players.

They are the programs of the sources step by step, slow and easy to check.

Each function plays one whole game against a secret and returns the guesses, with the
fitness values that it took.
"""

import collections
import itertools
import math
import random

from tests import plain


def code_of(pegs, colors, rng):
    return [rng.randrange(colors) for _ in range(pegs)]


def random_consistent(secret, colors, most, first, rng):
    """Rosu: random codes until one agrees with all the answers."""
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    while answers[-1][0] < len(secret) and len(guesses) < most:
        code = code_of(len(secret), colors, rng)
        while any(
            plain.feedback(guess, code) != answer
            for guess, answer in zip(guesses, answers, strict=True)
        ):
            code = code_of(len(secret), colors, rng)
        guesses.append(code)
        answers.append(plain.feedback(code, secret))
    return guesses, 0


def le_adoga(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=30,
    generations=20,
    eligible_size=20,
    tournament_size=2,
    one_point=0.1,
    mutation=0.1,
    inversion=0.03,
    permutation=0.02,
    elitism=0.3,
    selection="tournament",
):
    """The "Le Adoga" program, pairing by pairing.

    Random, wheel and ranking draw their two parents independently.
    """
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    elite = []
    evaluations = 0

    def cost(code):
        return -plain.distance(code, guesses, answers, 1, 1)

    while answers[-1][0] < pegs and len(guesses) < most:
        people = elite + [
            code_of(pegs, colors, rng) for _ in range(population - len(elite))
        ]
        costs = [cost(code) for code in people]
        evaluations += population
        eligible = []
        generation = 0
        while generation < generations or not eligible:
            generation += 1
            for _ in range(population // 2):
                if generation > 5 and not eligible:
                    for i in range(population // 2, population):
                        people[i] = code_of(pegs, colors, rng)
                        costs[i] = cost(people[i])
                        evaluations += 1
                if selection == "tournament":
                    one = rng.randrange(population)
                    for _ in range(1, tournament_size):
                        rival = rng.randrange(population)
                        if costs[rival] <= costs[one]:
                            one = rival
                    other = (one + tournament_size // 2) % population
                    while people[other] == people[one]:
                        other = (other + 1) % population
                else:
                    weights = (
                        costs
                        if selection == "roulette_wheel" and any(costs)
                        else [1] * population
                    )
                    if selection == "ranking":
                        order = sorted(
                            range(population), key=lambda i: (costs[i], rng.random())
                        )
                        weights = [order.index(i) + 1 for i in range(population)]
                    one, other = rng.choices(range(population), weights, k=2)
                a = list(people[one])
                b = list(people[other])
                while True:
                    start = rng.randrange(pegs)
                    stop = pegs - 1
                    if rng.random() >= one_point:
                        start, stop = sorted((start, rng.randrange(pegs)))
                    a[start : stop + 1], b[start : stop + 1] = (
                        b[start : stop + 1],
                        a[start : stop + 1],
                    )
                    for child in (a, b):
                        if rng.random() < mutation:
                            child[rng.randrange(pegs)] = rng.randrange(colors)
                        if rng.random() < inversion:
                            start, stop = sorted(
                                (rng.randrange(pegs), rng.randrange(pegs))
                            )
                            while start == stop:
                                stop = rng.randrange(pegs)
                            child[start : stop + 1] = child[start : stop + 1][::-1]
                        if rng.random() < permutation:
                            start, stop = rng.sample(range(pegs), 2)
                            child[start], child[stop] = child[stop], child[start]
                    if a not in guesses and b not in guesses:
                        break
                evaluations += 2
                for child in (a, b):
                    if (
                        cost(child) == 0
                        and child not in eligible
                        and len(eligible) < eligible_size
                    ):
                        eligible.append(child)
        elite = [list(code) for code in eligible[: int(len(eligible) * elitism)]]
        guesses.append(eligible[0])
        answers.append(plain.feedback(eligible[0], secret))
    return guesses, evaluations


def nine_colors(
    secret, colors, most, rng, *, population=1000, crossover=0.95, mutation=0.05
):
    """The nine-color player's program.

    Feedback is asymmetric, and selection goes by the fitness of the turn before.
    """
    pegs = len(secret)
    guesses = [code_of(pegs, colors, rng)]
    answers = [plain.nine_colors(guesses[0], secret)]

    def fitness(people):
        values = [
            plain.distance(code, guesses, answers, 2, 1, score=plain.nine_colors)
            for code in people
        ]
        return [value - min(values) for value in values]

    people = [code_of(pegs, colors, rng) for _ in range(population)]
    weights = fitness(people)
    evaluations = population
    while answers[-1][0] < pegs and len(guesses) < most:
        if not any(weights):
            weights = [1] * population
        pool = [list(code) for code in rng.choices(people, weights, k=population)]
        for i in range(0, population, 2):
            if rng.random() < crossover:
                cut = rng.randint(1, pegs - 1)
                pool[i][cut:], pool[i + 1][cut:] = pool[i + 1][cut:], pool[i][cut:]
        people = [
            [(peg + (rng.random() < mutation)) % colors for peg in code]
            for code in pool
        ]
        weights = fitness(people)
        evaluations += population
        guesses.append(people[weights.index(max(weights))])
        answers.append(plain.nine_colors(guesses[-1], secret))
    return guesses, evaluations


def gold(
    secret,
    colors,
    most,
    rng,
    *,
    population=1000,
    generations=10,
    mutation=0.1,
    children_inherit=False,
):
    """Gold's AutoPlayer.

    Without `children_inherit`, children lose their crossover point as in the program.
    """
    pegs = len(secret)
    guesses = []
    answers = []
    evaluations = 0

    def fitness(code):
        return plain.gold(code, guesses, answers)

    def crossover(this, other, cut):
        head, tail = (other, this) if rng.random() < 0.5 else (this, other)
        return head[:cut] + tail[cut:]

    while len(guesses) < most and (not answers or answers[-1][0] < pegs):
        people = [(code_of(pegs, colors, rng), pegs // 2) for _ in range(population)]
        evaluations += population
        for _ in range(generations):
            moms = []
            dads = []
            for person in people:
                (moms if rng.random() < 0.5 else dads).append(person)
            while len(moms) > len(dads):
                dads.append(moms.pop())
            while len(dads) > len(moms):
                moms.append(dads.pop())
            people = []
            for (dad, dad_cut), (mom, mom_cut) in zip(dads, moms, strict=False):
                family = [(dad, dad_cut), (mom, mom_cut)]
                for this, other, cut in ((dad, mom, dad_cut), (mom, dad, mom_cut)):
                    family.append(
                        (
                            crossover(this, other, cut),
                            pegs // 2 if children_inherit else 0,
                        )
                    )
                family.sort(key=lambda one: -fitness(one[0]))
                people += [(list(code), cut) for code, cut in family[:2]]
                evaluations += 6
            for code, _ in people:
                if rng.random() < mutation:
                    code[rng.randrange(pegs)] = rng.randrange(colors)
        best = max((code for code, _ in people), key=fitness)
        guesses.append(best)
        answers.append(plain.feedback(best, secret))
    return guesses, evaluations


def berghman(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=150,
    generations=100,
    eligible_size=60,
):
    """Berghman et al., with the workbench's choices.

    The roulette is windowed, and clones are replaced.
    """
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0

    def new(code, others):
        while tuple(code) in others:
            code = code_of(pegs, colors, rng)
        others.add(tuple(code))
        return list(code)

    while answers[-1][0] < pegs and len(guesses) < most:
        seen = set()
        people = [new(code_of(pegs, colors, rng), seen) for _ in range(population)]
        costs = [-plain.distance(code, guesses, answers, 1, 1) for code in people]
        evaluations += population
        eligible = []
        generation = 0
        while (
            generation < generations and len(eligible) <= eligible_size
        ) or not eligible:
            generation += 1
            weights = [max(costs) - cost for cost in costs]
            if not any(weights):
                weights = [1] * population
            seen = {tuple(code) for code in people}
            children = []
            for _ in range(population):
                child, other = (
                    list(code) for code in rng.choices(people, weights, k=2)
                )
                if rng.random() < 0.5:
                    start = rng.randint(1, pegs - 1)
                    stop = pegs
                else:
                    start, stop = sorted(rng.sample(range(pegs + 1), 2))
                child[start:stop] = other[start:stop]
                if rng.random() < 0.03:
                    place = rng.randrange(pegs)
                    child[place] = rng.choice(
                        [color for color in range(colors) if color != child[place]]
                    )
                if rng.random() < 0.03:
                    start, stop = rng.sample(range(pegs), 2)
                    child[start], child[stop] = child[stop], child[start]
                if rng.random() < 0.02:
                    start, stop = sorted(rng.sample(range(pegs), 2))
                    child[start : stop + 1] = child[start : stop + 1][::-1]
                children.append(new(child, seen))
            people = children
            costs = [-plain.distance(code, guesses, answers, 1, 1) for code in people]
            evaluations += population
            for code, cost in zip(people, costs, strict=True):
                if cost == 0 and code not in eligible:
                    eligible.append(code)
        subset = rng.sample(eligible, min(eligible_size, len(eligible)))
        guesses.append(min(eligible, key=lambda code: expected_left(code, subset)))
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def expected_left(guess, subset):
    """How many further codes would be eligible after a guess, on average.

    The mean is over each other code of the subset as the secret.
    """
    others = [code for code in subset if code != guess]
    answers = [plain.feedback(guess, code) for code in others]
    return sum(answers.count(answer) - 1 for answer in answers) / max(1, len(others))


def shapiro(secret, colors, most, rng):
    """A shuffled list of all codes, read once from the first to the last."""
    guesses = []
    answers = []
    listed = [
        list(code) for code in itertools.product(range(colors), repeat=len(secret))
    ]
    rng.shuffle(listed)
    for code in listed:
        if all(
            plain.feedback(guess, code) == answer
            for guess, answer in zip(guesses, answers, strict=True)
        ):
            guesses.append(code)
            answers.append(plain.feedback(code, secret))
        if len(guesses) == most or code == list(secret):
            break
    return guesses, 0


def merelo(
    secret, colors, most, first, rng, *, population=400, generations=15, crowding=True
):
    """Merelo et al., with the workbench's choices."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    people = [code_of(pegs, colors, rng) for _ in range(population)]

    def scored(codes):
        """Codes with their costs, up to the first that fits."""
        nonlocal evaluations
        for code in codes:
            cost = -plain.distance(code, guesses, answers, 1, 1)
            evaluations += 1
            yield cost, code
            if cost == 0:
                return

    def child_of(parents, weights):
        code = list(rng.choices(parents, weights)[0])
        operator = rng.choices(["transpose", "mutate", "cross"], [2, 1, 2])[0]
        if operator == "transpose":
            one, other = rng.sample(range(pegs), 2)
            code[one], code[other] = code[other], code[one]
        elif operator == "mutate":
            place = rng.randrange(pegs)
            code[place] = (code[place] + 1) % colors
        else:
            start, stop = sorted(rng.sample(range(pegs + 1), 2))
            code[start:stop] = rng.choices(parents, weights)[0][start:stop]
        return code

    def search():
        """The first code that fits."""
        generation = 0
        while True:
            if generation % generations == 0:
                if generation:
                    people[:] = [code_of(pegs, colors, rng) for _ in range(population)]
                costs = []
                for cost, code in scored(people):
                    costs.append(cost)
                    if cost == 0:
                        return code
            order = sorted(range(population), key=lambda i: costs[i])
            keep = population - population // 2
            parents = [people[i] for i in order[:keep]]
            leaving = order[keep:]
            while leaving:
                child = child_of(parents, range(keep, 0, -1))
                alike = [
                    sum(a == b for a, b in zip(child, people[i], strict=True))
                    for i in leaving
                ]
                place = leaving.pop(alike.index(max(alike)) if crowding else 0)
                people[place] = child
                costs[place] = next(scored([child]))[0]
                if costs[place] == 0:
                    return child
            generation += 1

    while answers[-1][0] < pegs and len(guesses) < most:
        guesses.append(search())
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def evo(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=400,
    wanted=30,
    by_entropy=False,
    endgames=True,
):
    """Merelo et al.'s Evo++, or Evo without its endgames."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    palette = list(range(colors))
    start = []
    while len(start) < population:
        code = code_of(pegs, colors, rng)
        if code not in start:
            start.append(code)

    def score(code, others):
        classes = collections.Counter(
            plain.feedback(code, other) for other in others if other != code
        )
        if not by_entropy:
            return len(classes)
        return -sum(
            n / len(others) * math.log(n / len(others)) for n in classes.values()
        )

    def best(codes):
        worth = [round(score(code, codes), 12) for code in codes]
        return rng.choice(
            [code for code, one in zip(codes, worth, strict=True) if one == max(worth)]
        )

    def child_of(parent, pool):
        child = list(parent)
        operator = rng.choices(["cross", "mutate", "shuffle"], [8, 1, 1])[0]
        if operator == "cross":
            others = [code for code in pool if code != parent]
            other = rng.choice(others) if others else parent
            different = [p for p in range(pegs) if parent[p] != other[p]]
            for p in rng.sample(different, min(pegs // 2, max(0, len(different) - 1))):
                child[p] = other[p]
        elif operator == "mutate":
            place = rng.randrange(pegs)
            child[place] = rng.choice(
                [color for color in palette if color != child[place]]
            )
        else:
            indices = rng.sample(range(pegs), rng.randint(2, pegs))
            for index, source in zip(
                indices, rng.sample(indices, len(indices)), strict=True
            ):
                child[index] = parent[source]
        return child

    def search():
        nonlocal evaluations
        people = list(start)
        found = []
        quiet = 0

        def distance(code):
            return plain.distance(code, guesses, answers, 1, 1)

        evaluations += population
        while True:
            new = [code for code in people if distance(code) == 0 and code not in found]
            found += new
            quiet = 0 if new else quiet + 1
            if len(found) >= wanted or (found and quiet >= 3):
                return best(found)
            if not found and quiet >= 100:
                people, quiet = (
                    [[rng.choice(palette) for _ in range(pegs)] for _ in people],
                    0,
                )
                evaluations += population
            least = min(distance(code) for code in people)
            fitness = [
                distance(c) - least + 1 + (score(c, found) if c in found else 0)
                for c in people
            ]
            pool = []
            for _ in people:
                rivals = [rng.randrange(population) for _ in range(7)]
                pool.append(people[max(rivals, key=lambda i: fitness[i])])
            children = []
            for i in range(int(0.75 * population)):
                child = child_of(pool[i], pool)
                evaluations += 1
                if child not in people and child not in children:
                    children.append(child)
            order = sorted(range(population), key=lambda i: -fitness[i])
            people = [people[i] for i in order[: population - len(children)]] + children

    while answers[-1][0] < pegs and len(guesses) < most:
        if endgames and sum(answers[-1]) == 0:
            before = len(palette)
            palette = [color for color in palette if color not in guesses[-1]]
            population = max(2, population * len(palette) // before)
            start = [
                [c if c in palette else rng.choice(palette) for c in code]
                for code in start[:population]
            ]
        if endgames and sum(answers[-1]) == pegs:
            codes = [
                list(code) for code in sorted(set(itertools.permutations(guesses[-1])))
            ]
            past = list(zip(guesses, answers, strict=True))
            codes = [
                code
                for code in codes
                if all(plain.feedback(guess, code) == answer for guess, answer in past)
            ]
            evaluations += len(codes)
            by_entropy, wished = False, by_entropy
            guesses.append(best(codes))
            by_entropy = wished
        else:
            guesses.append(search())
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def bento(
    secret,
    colors,
    most,
    rng,
    *,
    population=300,
    generations=5,
    elite=0.1,
    different=True,
    tournament=False,
):
    """Bento et al. and Kalisker and Camens, with the workbench's choices."""
    pegs = len(secret)
    guesses = []
    answers = []
    evaluations = 0

    def new():
        return (
            rng.sample(range(colors), pegs) if different else code_of(pegs, colors, rng)
        )

    def cost(code):
        return -plain.distance(code, guesses, answers, 1, 1)

    while len(guesses) < most and (not answers or answers[-1][0] < pegs):
        if not guesses:
            guesses.append(new())
            answers.append(plain.feedback(guesses[-1], secret))
            continue
        people = [new() for _ in range(population)]
        evaluations += population
        generation = 0
        while generation < generations and min(map(cost, people)) > 0:
            generation += 1
            costs = [cost(code) for code in people]
            weights = [max(costs) - c for c in costs]
            if not any(weights):
                weights = [1] * population
            children = []
            for _ in range(population // 2):
                if tournament:
                    pair = [min(rng.choices(people, k=2), key=cost) for _ in range(2)]
                else:
                    pair = rng.choices(people, weights, k=2)
                one, other = (list(code) for code in pair)
                if rng.random() < 0.8:
                    cut = rng.randint(1, pegs - 1)
                    one[cut:], other[cut:] = other[cut:], one[cut:]
                for child in (one, other):
                    if rng.random() < 0.1:
                        place = rng.randrange(pegs)
                        child[place] = rng.choice(
                            [color for color in range(colors) if color != child[place]]
                        )
                    children.append(child)
            evaluations += population
            kept = round(elite * population)
            children.sort(key=cost)
            people = children[: population - kept] + sorted(people, key=cost)[:kept]
            rng.shuffle(people)
        unplayed = [code for code in people if code not in guesses]
        while not unplayed:
            unplayed = [
                code for code in [code_of(pegs, colors, rng)] if code not in guesses
            ]
        guesses.append(min(unplayed, key=cost))
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def hill_climbing(secret, colors, most, rng, *, weighted=True, repeats=False):
    """Temporel and Kovacs, with the workbench's choices."""
    pegs = len(secret)
    guesses = [[place // 2 % colors for place in range(pegs)]]
    answers = [plain.feedback(guesses[0], secret)]
    evaluations = 0
    in_vain = []

    def candidate(favorite, black, white, possible):
        places = rng.sample(range(pegs), pegs)
        kept = places[:black]
        sources = places[black : black + white]
        targets = rng.sample(places[black:], white)
        while any(a == b for a, b in zip(sources, targets, strict=True)):
            targets = rng.sample(places[black:], white)
        code = {place: favorite[place] for place in kept}
        code |= {
            target: favorite[source]
            for source, target in zip(sources, targets, strict=True)
        }
        weights = []
        for color in possible:
            had = favorite.count(color)
            has = list(code.values()).count(color)
            weights.append(100 if not had or not weighted else 55 if has == had else 1)
        open_places = [place for place in range(pegs) if place not in code]
        drawn = rng.choices(possible, weights, k=len(open_places))
        code |= zip(open_places, drawn, strict=True)
        return [code[place] for place in range(pegs)]

    while answers[-1][0] < pegs and len(guesses) < most:
        scores = [(black + white, black) for black, white in answers]
        latest = max(i for i, score in enumerate(scores) if score == max(scores))
        wrong = {
            color
            for guess, answer in zip(guesses, answers, strict=True)
            if answer == (0, 0)
            for color in guess
        }
        possible = [color for color in range(colors) if color not in wrong]
        while True:
            code = candidate(guesses[latest], *answers[latest], possible)
            if code in in_vain and not repeats:
                continue
            evaluations += 1
            if plain.distance(code, guesses, answers, 1, 1) == 0:
                break
            in_vain.append(code)
        guesses.append(code)
        answers.append(plain.feedback(code, secret))
    return guesses, evaluations


def annealing(
    secret,
    colors,
    most,
    rng,
    *,
    steps=300,
    temperature=6.0,
    cooling=0.98,
    scale=0.2,
):
    """Bernier et al.'s annealing, with the cost of the project that quotes them."""
    pegs = len(secret)
    guesses = [code_of(pegs, colors, rng)]
    answers = [plain.feedback(guesses[0], secret)]
    evaluations = 0

    def cost(code):
        total = 0
        for guess, (black, white) in zip(guesses, answers, strict=True):
            own_black, own_white = plain.feedback(guess, code)
            blacks = black - own_black
            whites = white - own_white
            total += abs(whites) + abs(whites + blacks)
        return total

    def changed(code, changes):
        code = list(code)
        for _ in range(changes):
            if rng.random() < 0.5:
                one, other = rng.sample(range(pegs), 2)
                code[one], code[other] = code[other], code[one]
            else:
                place = rng.randrange(pegs)
                code[place] = rng.choice(
                    [color for color in range(colors) if color != code[place]]
                )
        return code

    def walk():
        nonlocal evaluations
        here = guesses[-1]
        evaluations += 1
        met = []
        for step in range(steps):
            warmth = temperature * cooling**step
            code = changed(here, max(1, math.floor(warmth)))
            evaluations += 1
            if code not in guesses:
                met.append(code)
            if cost(code) == 0:
                return code
            more = cost(code) - cost(here)
            if more <= 0 or (
                scale and rng.random() < math.exp(-more / (scale * warmth))
            ):
                here = code
        while not met:
            met = [code for code in [code_of(pegs, colors, rng)] if code not in guesses]
        return min(met, key=cost)

    while answers[-1][0] < pegs and len(guesses) < most:
        guesses.append(walk())
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def entropy_of(code, others):
    """Of the classes into which a code splits some codes, itself among them."""
    sizes = collections.Counter(plain.feedback(code, other) for other in others)
    shares = [size / len(others) for size in sizes.values()]
    return -sum(share * math.log(share) for share in shares)


def e_ga(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=60,
    generations=10,
    seeding=True,
    entropy=True,
):
    """Cotta et al.'s EGA, with the workbench's choices."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    seeds = []

    def new(code, others):
        while tuple(code) in others:
            code = code_of(pegs, colors, rng)
        others.add(tuple(code))
        return list(code)

    def by_fitness(people):
        """The people with their fitness, the fittest first."""
        values = [plain.distance(code, guesses, answers, 1, 1) for code in people]
        feasible = [
            code for code, value in zip(people, values, strict=True) if not value
        ]
        if entropy:
            values = [
                value or entropy_of(code, feasible)
                for code, value in zip(people, values, strict=True)
            ]
        return sorted(zip(values, people, strict=True), key=lambda one: -one[0])

    def parent(ranked):
        one, other = rng.choices(ranked, k=2)
        return list(other[1] if other[0] >= one[0] else one[1])

    def child_of(ranked):
        child = parent(ranked)
        other = parent(ranked)
        if rng.random() < 0.5:
            start = rng.randint(1, pegs - 1)
            stop = pegs
        else:
            start, stop = sorted(rng.sample(range(pegs + 1), 2))
        child[start:stop] = other[start:stop]
        if rng.random() < 0.3:
            place = rng.randrange(pegs)
            child[place] = rng.choice(
                [color for color in range(colors) if color != child[place]]
            )
        if rng.random() < 0.1:
            start, stop = rng.sample(range(pegs), 2)
            child[start], child[stop] = child[stop], child[start]
        if rng.random() < 0.02:
            start, stop = sorted(rng.sample(range(pegs), 2))
            child[start : stop + 1] = child[start : stop + 1][::-1]
        return child

    while answers[-1][0] < pegs and len(guesses) < most:
        seen = set()
        people = [new(code_of(pegs, colors, rng), seen) for _ in range(population)]
        sown = rng.sample(seeds, min(len(seeds), population // 2))
        sown = [code for code in sown if tuple(code) not in seen]
        people[: len(sown)] = sown
        ranked = by_fitness(people)
        evaluations += population
        feasible = [code for code in people if code_fits(code, guesses, answers)]
        generation = 0
        while generation < generations or not feasible:
            generation += 1
            people = [code for _, code in ranked]
            seen = {tuple(code) for code in people}
            children = [new(child_of(ranked), seen) for _ in range(population)]
            evaluations += population
            feasible += [
                code
                for code in children
                if code_fits(code, guesses, answers) and code not in feasible
            ]
            best = by_fitness(people + children)[:population]
            ranked = by_fitness([code for _, code in best])
        guesses.append(ranked[0][1])
        answers.append(plain.feedback(guesses[-1], secret))
        if seeding:
            # the list of feasible codes has an end
            seeds = [code for code in feasible[: 4 * population] if code != guesses[-1]]
    return guesses, evaluations


def code_fits(code, guesses, answers):
    return plain.distance(code, guesses, answers, 1, 1) == 0


def local_entropy(code, guesses):
    """Runarsson and Merelo's: that of the colors of a code and all guesses, in nats."""
    colors = list(itertools.chain(code, *guesses))
    shares = [n / len(colors) for n in collections.Counter(colors).values()]
    return -sum(share * math.log(share) for share in shares)


def most_parts(codes, rng):
    """One of the codes that split the others into the most classes."""
    parts = [
        len({plain.feedback(code, other) for other in codes if other != code})
        for code in codes
    ]
    return list(
        rng.choice(
            [code for code, n in zip(codes, parts, strict=True) if n == max(parts)]
        )
    )


class Person:
    """A code of the Perl programs, with its fitness once it is scored.

    Without it, a code has no matches either, which come of scoring.
    """

    def __init__(self, code):
        self.code = code
        self.fitness = None
        self.matches = -1


def perl_first(people, score, breed, draw_anew, turns, reset):
    """The code to play: `issue_next` of the Perl programs EDA and Canonical_GA.

    `score` is for one person. `breed` and `draw_anew` change the people in place.
    """
    for person in people:
        score(person)
    ranked = sorted(people, key=lambda person: -person.fitness)
    if ranked[0].matches == turns:
        return ranked[0].code
    passed = 0
    while True:
        breed()
        best = max(people, key=lambda person: person.matches)
        passed += 1
        if passed == reset:
            draw_anew()
            passed = 0
        if best.matches == turns:
            return best.code


def perl_parts(people, score, breed, draw_anew, turns, reset, matches, found, wanted):  # noqa: PLR0917
    """Collect codes in `found`, as EDA_Partitions and CGA_Partitions do."""
    for person in people:
        score(person)
    ranked = sorted(people, key=lambda person: -person.fitness)
    quiet = 0
    found[:] = [code for code in found if matches(code) == turns]
    for person in itertools.takewhile(lambda one: one.matches == turns, ranked):
        if person.code not in found:
            found.append(person.code)
    while len(found) < wanted:
        before = len(found)
        breed()
        for person in people:
            if matches(person.code) == turns and person.code not in found:
                found.append(person.code)
        quiet = quiet + 1 if len(found) == before else 0
        if quiet == reset:
            draw_anew()
            quiet = 0
        if quiet >= 3 and found:
            break


def eda(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=200,
    replacement=0.5,
    fitness="entropy",
    parts=False,
    wanted=20,
    reset=15,
):
    """Runarsson and Merelo's Perl programs EDA and EDA_Partitions."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    people = [Person(code_of(pegs, colors, rng)) for _ in range(population + 1)]
    found = []

    def matches(code):
        nonlocal evaluations
        evaluations += 1
        return sum(
            plain.feedback(guess, code) == answer
            for guess, answer in zip(guesses, answers, strict=True)
        )

    def score(person):
        code = person.code
        person.matches = matches(code)
        distance = -plain.distance(code, guesses, answers, 1, 1)
        if fitness == "entropy":
            person.fitness = local_entropy(code, guesses) / (1 + distance)
        elif fitness == "distance":
            person.fitness = 1 / (1 + distance)
        else:
            pegs_of_keys = sum(sum(plain.feedback(guess, code)) for guess in guesses)
            person.fitness = 1 + pegs_of_keys + pegs * person.matches

    def breed():
        for person in people:
            if person.fitness is None:
                score(person)
        people.sort(key=lambda person: -person.fitness)
        culled = len(people) * replacement
        del people[len(people) - int(culled) :]
        chances = []
        for p in range(pegs):
            counts = collections.Counter(person.code[p] for person in people)
            chances.append(
                [counts[color] / len(people) or 0.05 for color in range(colors)]
            )
        drawn = 0
        while drawn < population - culled:
            drawn += 1
            people.append(
                Person([rng.choices(range(colors), weights)[0] for weights in chances])
            )

    def draw_anew():
        people[:] = [Person(code_of(pegs, colors, rng)) for _ in range(population)]

    while answers[-1][0] < pegs and len(guesses) < most:
        steps = (people, score, breed, draw_anew, len(guesses), reset)
        if parts:
            perl_parts(*steps, matches, found, wanted)
            guesses.append(most_parts(found, rng))
        else:
            guesses.append(perl_first(*steps))
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def different_codes(n, pegs, colors, rng):
    """Codes of which no two are equal."""
    codes = []
    while len(codes) < n:
        code = code_of(pegs, colors, rng)
        if code not in codes:
            codes.append(code)
    return codes


def canonical_children(parents, weights, n, palette, rng):
    """The children of a canonical GA's generation, at least `n` codes.

    Each of two parents mutates, then they cross at one point.
    """
    children = []
    while len(children) < n:
        pair = [list(code) for code in rng.choices(parents, weights, k=2)]
        for code in pair:
            place = rng.randrange(len(code))
            code[place] = rng.choice([c for c in palette if c != code[place]])
        one, other = pair
        cut = rng.randint(1, len(one) - 1)
        one[cut:], other[cut:] = other[cut:], one[cut:]
        children += pair
    return children


def canonical_ga(
    secret, colors, most, first, rng, *, population=256, parts=False, wanted=20
):
    """Merelo's Perl programs Canonical_GA and CGA_Partitions."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    people = [Person(code) for code in different_codes(population, pegs, colors, rng)]
    found = []

    def matches(code):
        nonlocal evaluations
        evaluations += 1
        return sum(
            plain.feedback(guess, code) == answer
            for guess, answer in zip(guesses, answers, strict=True)
        )

    def score(person):
        person.matches = matches(person.code)
        distance = -plain.distance(person.code, guesses, answers, 1, 1)
        person.fitness = 1 / (1 + distance)

    def breed():
        people.sort(key=lambda person: -person.fitness)
        kept = int(population * 0.4)
        children = canonical_children(
            [person.code for person in people],
            [person.fitness for person in people],
            population - kept,
            range(colors),
            rng,
        )
        people[kept:] = [Person(code) for code in children[: population - kept]]
        for person in people[kept:]:
            score(person)
        people.sort(key=lambda person: -person.fitness)

    while answers[-1][0] < pegs and len(guesses) < most:
        steps = (people, score, breed, None, len(guesses), math.inf)
        if parts:
            perl_parts(*steps, matches, found, wanted)
            guesses.append(most_parts(found, rng))
        else:
            guesses.append(perl_first(*steps))
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


class Ranked:
    """A code of the Perl program EvoRank, with its distance and its partitions."""

    def __init__(self, code):
        self.code = code
        self.distance = None
        self.partitions = 0


def evo_rank(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=400,
    wanted=20,
    chebyshev=False,
    endgames=True,
    stuck=50,
):
    """Merelo et al.'s Perl programs EvoRank and EvoRank_End_Games."""
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    palette = list(range(colors))
    people = [Ranked(code) for code in different_codes(population, pegs, colors, rng)]

    def distance_of(code):
        nonlocal evaluations
        evaluations += 1
        total = 0
        for guess, answer in zip(guesses, answers, strict=True):
            black, white = plain.feedback(guess, code)
            differences = abs(black - answer[0]), abs(white - answer[1])
            total -= max(differences) if chebyshev else sum(differences)
        return total

    def look():
        """The consistent people by their codes, the last of each."""
        for person in people:
            person.distance = distance_of(person.code)
        return {tuple(one.code): one for one in people if one.distance == 0}

    def count(consistent):
        """Their partitions, by code."""
        partitions = {}
        for code in consistent:
            classes = {plain.feedback(code, c) for c in consistent if c != code}
            partitions[code] = len(classes)
            consistent[code].partitions = len(classes)
        return partitions

    def breed():
        nonlocal people
        least = min(person.distance for person in people)
        fitness = {id(one): one.distance + one.partitions - least + 1 for one in people}
        people.sort(key=lambda one: -fitness[id(one)])
        kept = int(len(people) * 0.4)
        children = canonical_children(
            [one.code for one in people],
            [fitness[id(one)] for one in people],
            len(people) - kept,
            palette,
            rng,
        )
        children = children[: len(people) - kept]
        people = people[:kept] + [Ranked(code) for code in children]

    def search():
        nonlocal people
        consistent = look()
        number = this_number = len(consistent)
        partitions = count(consistent) if number > 1 else {}
        quiet = 0
        while this_number < wanted:
            breed()
            consistent = look()
            for person in people:
                if person.distance < 0:
                    person.partitions = 0
            if quiet == stuck:
                people = [
                    Ranked([rng.choice(palette) for _ in range(pegs)]) for _ in people
                ]
                for person in people:
                    person.distance = distance_of(person.code)
                quiet = 0
            this_number = len(consistent)
            if this_number == number:
                quiet += 1
            else:
                quiet = 0
                number = this_number
                if number > 1:
                    partitions = count(consistent)
            if quiet >= 3 and this_number >= 1:
                break
        if this_number == 1:
            return list(next(iter(consistent)))
        top = max(partitions.values())
        return list(rng.choice([code for code, n in partitions.items() if n == top]))

    while answers[-1][0] < pegs and len(guesses) < most:
        if endgames and sum(answers[-1]) == pegs:
            past = list(zip(guesses, answers, strict=True))
            codes = [
                code
                for code in set(itertools.permutations(guesses[-1]))
                if all(plain.feedback(guess, code) == answer for guess, answer in past)
            ]
            evaluations += len(codes)
            guesses.append(most_parts(codes, rng))
        else:
            if endgames and sum(answers[-1]) == 0:
                before = len(palette)
                palette = [color for color in palette if color not in guesses[-1]]
                for person in people:
                    person.code = [
                        color if color in palette else rng.choice(palette)
                        for color in person.code
                    ]
                size = max(2, len(people) * len(palette) // before)
                while len(people) > size:
                    people.pop(rng.randrange(len(people)))
            guesses.append(search() if len(palette) > 1 else palette * pegs)
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def moga(
    secret,
    colors,
    most,
    first,
    rng,
    *,
    population=300,
    replacement=0.2,
    sign=1,
    reset=50,
):
    """Merelo's Perl program Evolutionary_MO; it draws its people anew when stuck.

    With the `sign` -1 the most entropy is the best, and not the least.
    """
    pegs = len(secret)
    guesses = [first]
    answers = [plain.feedback(first, secret)]
    evaluations = 0
    people = [Person(code_of(pegs, colors, rng)) for _ in range(population)]

    def vector(person):
        nonlocal evaluations
        evaluations += 1
        distance = -plain.distance(person.code, guesses, answers, 1, 1)
        person.matches = len(guesses) if distance == 0 else 0
        entropy = round(local_entropy(person.code, guesses), 12)
        return distance, sign * entropy

    def breed():
        vectors = [vector(person) for person in people]
        for person, own in zip(people, vectors, strict=True):
            beaten = sum(
                one != own and one[0] <= own[0] and one[1] <= own[1] for one in vectors
            )
            person.fitness = 1 / (1 + beaten)
        people.sort(key=lambda person: -person.fitness)
        culled = int(population * replacement)
        del people[population - culled :]
        last = len(people) - 1
        for _ in range(culled):
            code = list(people[rng.randrange(last)].code)
            if rng.choices(["mutate", "cross"], [1, 8]) == ["mutate"]:
                place = rng.randrange(pegs)
                code[place] = rng.choice([c for c in range(colors) if c != code[place]])
            else:
                other = people[rng.randrange(last)].code
                start = rng.randrange(pegs)
                stop = start + rng.randrange(pegs - start)
                code[start:stop] = other[start:stop]
            people.append(Person(code))

    def draw_anew():
        people[:] = [Person(code_of(pegs, colors, rng)) for _ in range(population)]

    def search():
        nonlocal evaluations
        distances = [vector(person)[0] for person in people]
        if min(distances) == 0:
            return people[distances.index(0)].code
        # which the workbench does not count twice
        evaluations -= population
        passed = 0
        while True:
            breed()
            best = max(people, key=lambda person: person.matches)
            passed += 1
            if passed == reset:
                draw_anew()
                passed = 0
            if best.matches == len(guesses):
                return best.code

    while answers[-1][0] < pegs and len(guesses) < most:
        guesses.append(search())
        answers.append(plain.feedback(guesses[-1], secret))
    return guesses, evaluations


def games(player, pegs, colors, n, seed, **settings):
    """Play n games against random secrets.

    The result is lists of the numbers of guesses and of evaluations.
    """
    rng = random.Random(seed)
    results = [
        player(code_of(pegs, colors, rng), colors, rng=rng, **settings)
        for _ in range(n)
    ]
    return [len(guesses) for guesses, _ in results], [
        evaluations for _, evaluations in results
    ]
