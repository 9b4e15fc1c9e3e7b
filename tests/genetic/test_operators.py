import numpy as np
import pytest

from mmlib.genetic import operators
from tests.chance import is_uniform


def test_neighbors_in_rank_mate_around_the_ring():
    parents = np.repeat(np.arange(5)[:, None], 12, axis=1)
    children = operators.cross_neighbors(parents, 11, rng=np.random.default_rng(1))
    for k, child in enumerate(children):
        first = k % 5
        second = (k + 1) % 5
        cut = int((child == first).sum())
        assert (child[:cut] == first).all()
        assert (child[cut:] == second).all()
        assert cut < 12  # cut 0 copies the second parent; no cut copies the first


def test_cuts_are_uniform():
    parents = np.array([[0] * 10, [1] * 10])
    children = operators.cross_neighbors(parents, 20_000, rng=np.random.default_rng(1))
    cuts = (children == (np.arange(20_000) % 2)[:, None]).sum(axis=1)
    assert is_uniform(np.bincount(cuts, minlength=10)[:10])
    assert cuts.max() == 9


@pytest.mark.parametrize("n_genes", [0, 1, 4, 10])
def test_exactly_so_many_genes_change(n_genes):
    rng = np.random.default_rng(1)
    before = rng.integers(0, 8, size=(500, 10)).astype(np.uint8)
    after = operators.reset_genes(before.copy(), 8, n_genes, rng=rng)
    assert ((before != after).sum(axis=1) == n_genes).all()
    assert after.max() < 8


def test_reset_is_uniform_over_genes_and_other_colors():
    rng = np.random.default_rng(1)
    after = operators.reset_genes(np.full((40_000, 5), 3, np.uint8), 8, 2, rng=rng)
    assert is_uniform((after != 3).sum(axis=0))
    colors = np.bincount(after[after != 3], minlength=8)
    assert colors[3] == 0
    assert is_uniform(np.delete(colors, 3))


def test_reset_may_keep_the_color():
    rng = np.random.default_rng(1)
    after = operators.reset_genes(
        np.full((40_000, 1), 3, np.uint8), 8, 1, exclude_current=False, rng=rng
    )
    assert is_uniform(np.bincount(after[:, 0], minlength=8))


#: Two children of four genes.
CHILDREN = np.zeros((2, 4), np.uint8)

#: What the calls below would draw from.
RNG = np.random.default_rng(1)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: operators.reset_genes(CHILDREN, 1, 2, rng=RNG),
            ValueError,
            "colors: 1 is not in 2..16",
        ),
        (
            lambda: operators.reset_genes(CHILDREN, 300, 2, rng=RNG),
            ValueError,
            "colors: 300 is not in 2..16",
        ),
        (
            lambda: operators.reset_genes(CHILDREN, 8, -1, rng=RNG),
            ValueError,
            "n_genes: -1 is not in 0..4",
        ),
        (
            lambda: operators.reset_genes(CHILDREN, 8, 9, rng=RNG),
            ValueError,
            "n_genes: 9 is not in 0..4",
        ),
        (
            lambda: operators.reset_genes([[0, 1]], 8, 1, rng=RNG),
            ValueError,
            "children: .* not a list",
        ),
        (
            lambda: operators.reset_genes(CHILDREN[0], 8, 1, rng=RNG),
            ValueError,
            r"children: .* not \(4,\)",
        ),
        (
            lambda: operators.reset_genes(CHILDREN, 8, 1, rng=1),
            TypeError,
            "rng: 1 is an int",
        ),
        (
            lambda: operators.cross_neighbors(CHILDREN[:0], 3, rng=RNG),
            ValueError,
            r"parents: .* not \(0, 4\)",
        ),
        (
            lambda: operators.cross_neighbors(CHILDREN, -1, rng=RNG),
            ValueError,
            "n_children: -1 is not in 0",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("n", [1, 2, 3, 30, 1000])
def test_a_wheel_spun_often_selects_as_one_spun_once(n):
    """Individual for individual, with weights of 0 among them, at the end, or alone."""
    rng = np.random.default_rng(n)
    for weights in (
        rng.integers(0, 3, n),
        rng.random(n) ** 20,
        np.zeros(n),
        np.arange(n, 0, -1),
        np.eye(n)[0],
    ):
        weights = weights.astype(float)
        wheel = operators.wheel_for(weights)
        sums = np.cumsum(weights)
        one = np.random.default_rng(1)
        other = np.random.default_rng(1)
        for _ in range(300):
            assert operators.spin(wheel, one) == operators.roulette(sums, other)
