"""A genetic algorithm over weights, in which a child competes with its own parent.

It runs in pygad's loop. A child has its first parent's weights, except that it may have
one stage from a second parent. Then it mutates: a few weights of one stage change, and
one weight may be tuned: it gets any of its best values while the others stay. Early
stages, on which most depends, mutate most often. A child takes its first parent's place
if it is as good or better. So what is as good may drift, and lines of descent stay
apart (as in Mahfoud's "deterministic crowding", 1995).
"""

from collections.abc import Callable

import numpy as np
import pygad

from mmlib.genetic.pygad_loop import SILENT

#: The values that a bred weight may have, in thousandths.
VALUES = range(50, 2001)

#: Most weights of one stage that a mutation changes.
MOST_CHANGED = 4

#: Standard deviation of the logarithm of the factor by which a mutation changes a
#: weight, unless it draws the weight anew.
SCATTER = 0.3


class Weights(pygad.GA):
    """pygad's loop over parents and their children.

    The first half of the individuals are parents; each of the others is a child of one.
    """

    def __init__(  # noqa: PLR0913
        self,
        score: Callable[[np.ndarray], np.ndarray],
        start: np.ndarray,
        known: np.ndarray,
        *,
        stages: int,
        generations: int,
        crossover_rate: float,
        tuning_rate: float,
        rng: np.random.Generator,
        along: Callable[[np.ndarray, int, int], np.ndarray] | None = None,
    ) -> None:
        """Breed from `start`, int64 (parents, weights), of `known` fitness.

        `score` tells the fitness of their children. Where one weight can be tuned,
        `along` tells the fitness of an individual with each value in `VALUES` of that
        weight, which is named by its stage, not the last one, and its place there.
        """
        self._score = score
        self._along = along
        self._stages = stages
        self._rng = rng
        self._known = known
        self._crossover_rate = crossover_rate
        self._tuning_rate = tuning_rate
        super().__init__(
            num_generations=generations,
            num_parents_mating=len(start),
            initial_population=np.concatenate((start, start)),
            keep_parents=-1,
            keep_elitism=0,
            gene_type=np.int64,
            parent_selection_type=self._survivors,
            crossover_type=self._cross,
            mutation_type=self._mutate,
            # never called: cal_pop_fitness scores all that are new
            fitness_func=lambda ga, weights, index: 0,
            suppress_warnings=True,
            logger=SILENT,
        )

    def bred(self) -> tuple[np.ndarray, np.ndarray]:
        """Run, and return the parents that were selected last, and their fitness.

        They would be those of the next generation.
        """
        self.run()
        return self.last_generation_parents, self._known

    def cal_pop_fitness(self) -> np.ndarray:
        """Return the fitness of all individuals.

        That of the parents is known, and at first their children are no different.
        """
        new = self._known
        if self.generations_completed:
            new = self._score(self.population[len(self._known) :])
        return np.concatenate((self._known, new))

    def best_solution(self, pop_fitness: np.ndarray) -> tuple[np.ndarray, float, int]:
        """The fittest, without pygad's copies."""
        best = int(np.argmax(pop_fitness))
        return self.population[best].copy(), pop_fitness[best], best

    def _survivors(
        self, fitness: np.ndarray, several: int, ga: pygad.GA
    ) -> tuple[np.ndarray, np.ndarray]:
        index = np.arange(several)
        index += several * (fitness[several:] >= fitness[:several])
        self._known = fitness[index]
        return self.population[index].copy(), index

    def _cross(
        self, parents: np.ndarray, shape: tuple[int, int], ga: pygad.GA
    ) -> np.ndarray:
        """Let some children have one stage of another parent."""
        children = parents.reshape(len(parents), self._stages, -1).copy()
        n = len(parents)
        crossed = np.flatnonzero(self._rng.random(n) < self._crossover_rate)
        others = crossed
        if n > 1:
            others = (crossed + self._rng.integers(1, n, len(crossed))) % n
        stage = self._rng.integers(0, self._stages, len(crossed))
        children[crossed, stage] = parents.reshape(children.shape)[others, stage]
        return children.reshape(shape)

    def _mutate(self, children: np.ndarray, ga: pygad.GA) -> np.ndarray:
        """Change a few weights of one stage, or tune one weight, or do both.

        Where it does both, it tunes last.
        """
        n = len(children)
        tuned = np.zeros(n, bool)
        if self._along is not None and self._stages > 1:
            tuned = self._rng.random(n) < self._tuning_rate
        self._change(children, tuned)
        for i in np.flatnonzero(tuned):
            self._tune(children[i])
        return children

    def _change(self, children: np.ndarray, tuned: np.ndarray) -> None:
        """Change a few weights of one stage; of half of those to be tuned, none."""
        rng = self._rng
        n = len(children)
        genes = children.shape[1] // self._stages
        stage = self._random_stage(self._stages, n)
        changed = rng.integers(1, MOST_CHANGED + 1, n)
        changed[tuned & (rng.random(n) < 0.5)] = 0
        which = rng.permuted(np.tile(np.arange(genes), (n, 1)), axis=1)
        which = which[:, :MOST_CHANGED]
        child, place = np.nonzero(np.arange(which.shape[1]) < changed[:, np.newaxis])
        gene = stage[child] * genes + which[child, place]
        stepped = children[child, gene] * np.exp(rng.normal(0, SCATTER, len(child)))
        anew = rng.uniform(VALUES[0], VALUES[-1], len(child))
        value = np.where(rng.random(n)[child] < 0.5, stepped, anew)
        children[child, gene] = np.clip(np.rint(value), VALUES[0], VALUES[-1])

    def _tune(self, child: np.ndarray) -> None:
        """Give one weight any of its best values."""
        genes = len(child) // self._stages
        stage = self._random_stage(self._stages - 1)[0]
        place = self._rng.integers(0, genes)
        fitness = self._along(child, stage, place)
        best = np.flatnonzero(fitness == fitness.max())
        child[stage * genes + place] = VALUES[self._rng.choice(best)]

    def _random_stage(self, stages: int, n: int = 1) -> np.ndarray:
        """Draw stages, each half as often as the one before, but for the last one.

        The early ones decide over most codes.
        """
        return np.minimum(self._rng.geometric(0.5, n) - 1, stages - 1)
