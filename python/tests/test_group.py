# SPDX-License-Identifier: MIT
"""wreath.group against known answers."""
import math
import pickle

import numpy as np
import pytest

from wreath import coset, group


def test_orders():
    assert group.Group("mathieu:24").order == 244823040
    assert group.Group(["(1,2,3,4)", "(1,2)"]).order == 24
    assert group.Group(np.array([[1, 2, 0], [1, 0, 2]], dtype=np.uint8)).order == 6
    assert group.Group([1, 2, 3, 0]).order == 4
    assert group.Group("symmetric:6000").order == math.factorial(6000)
    assert len(group.Group("mathieu:11")) == 7920
    with pytest.raises(OverflowError):
        len(group.Group("rubik333"))


def test_permutations_of_cosets_go_in():
    permutations = coset.enumerate("<a,b | a^2, b^3, (ab)^5>", "ab").permutations
    assert group.Group(np.array(list(permutations.values()))).order == 60


def test_members_and_words():
    m12 = group.Group("mathieu:12")
    x = m12.random(seed=5)
    assert x in m12 and (m12.random(seed=5) == x).all()
    assert np.array([1, 0, *range(2, 12)]) not in m12
    word = m12.factor(x, letters=10**6)
    assert word and m12.factor([1, 0, *range(2, 12)]) is None
    product = np.arange(12)
    images = dict(zip(m12.names, m12.generators))
    for factor in word.split("*"):
        name, _, power = factor.partition("^")
        step = images[name] if not power.startswith("-") else np.argsort(images[name])
        for _ in range(abs(int(power or 1))):
            product = step[product]
    assert (product == x).all()


def test_subgroups_and_blocks():
    m24 = group.Group("mathieu:24", base=[5])
    assert m24.base[0] == 5 and m24.orbit_lengths[0] == 24
    found = m24.stabilizer([3, 1])
    assert found.order == 443520 and found.random(1)[3] == 3
    assert m24.set_stabilizer([0, 1, 2, 3, 4, 7, 10, 12]).order == 322560
    assert m24.transitive and m24.primitive and m24.blocks() == []
    assert pickle.loads(pickle.dumps(found)).order == 443520


def test_what_is_not_proven():
    large = group.Group("dihedral:131072", proof="none")
    assert large.order_at_least == 262144 and not large.proven
    with pytest.raises(ValueError, match="at least 262144"):
        large.order
    assert group.Group("dihedral:131072", order=262144).order == 262144
    with pytest.raises(ValueError, match="at least"):
        group.Group("dihedral:12", order=12).order


def test_bad_input():
    for generators in ([[0, 0, 1]], [[0, 3, 1]], "nonsense", [[-1, 0]]):
        with pytest.raises(ValueError):
            group.Group(generators)
    with pytest.raises(ValueError, match=r"base: 11 is not a point: points are 0\.\.10"):
        group.Group("mathieu:11", base=[11])
    with pytest.raises(ValueError, match="points"):
        [0, 1] in group.Group("mathieu:11")  # noqa: B015
