# SPDX-License-Identifier: MIT
"""wreath.group against known answers."""
import itertools
import math
import pickle

import numpy as np
import pytest

from wreath import coset, group, perm


def test_orders():
    assert group.Group("mathieu:24").order == 244823040
    assert group.Group(["(1,2,3,4)", "(1,2)"]).order == 24
    assert group.Group(np.array([[1, 2, 0], [1, 0, 2]], dtype=np.uint8)).order == 6
    assert group.Group([1, 2, 3, 0]).order == 4
    assert group.Group("symmetric:6000").order == math.factorial(6000)
    assert len(group.Group("mathieu:11")) == 7920
    for large, said in (("rubik333", "43252003274489856000"), ("symmetric:6000", "a number of about 20066 digits")):
        with pytest.raises(OverflowError, match=f"the order is {said}, which is more than len"):
            len(group.Group(large))


def test_permutations_of_cosets_go_in():
    cosets = coset.enumerate("<a,b | a^2, b^3, (ab)^5>", "ab")
    permutations = cosets.permutations
    for generators in (cosets, permutations, permutations.values(), list(permutations.values()), np.array(list(permutations.values())),
                       cosets.table.T, iter(permutations.values())):
        assert group.Group(generators).order == 60
    named = group.Group(cosets)
    assert named.names == ["a", "b"] and pickle.loads(pickle.dumps(named)).names == ["a", "b"]
    assert set(named.factor(named.generators[0])) <= set("ab^-*0123456789")


A4 = [[1, 2, 0, 3], [0, 2, 3, 1]]


@pytest.mark.parametrize("generators", [
    A4, tuple(A4), [tuple(row) for row in A4], np.array(A4, dtype=np.int32), np.array(A4, dtype=np.int64), np.array(A4, dtype=np.uint8),
    np.array(A4, dtype=np.uint64), np.array(A4, dtype=">u4"), np.array(A4, dtype=">i8"), np.array(A4, order="F"),
    np.repeat(np.array(A4, dtype=np.uint32), 2, axis=1)[:, ::2], np.array([A4[0], A4[0], A4[1]])[::2], np.array(A4[::-1])[::-1],
    [np.array(A4[0], dtype=np.uint8), np.array(A4[1], dtype=np.int64)], [perm.Permutation(row) for row in A4],
    [perm.Permutation(A4[0]), A4[1]], (perm.Permutation(np.array(row, dtype=np.uint64)) for row in A4), {"x": A4[0], "y": perm.Permutation(A4[1])},
], ids=lambda value: type(value).__name__)
def test_generators_of_all_kinds(generators):
    found = group.Group(generators)
    assert found.order == 12 and [x.tolist() for x in found.generators] == A4


def test_one_permutation_is_a_generator():
    for one in ([1, 2, 3, 0], np.array([1, 2, 3, 0], dtype=">i2"), perm.Permutation([1, 2, 3, 0]), "(1,2,3,4)"):
        assert group.Group(one).order == 4


def test_elements():
    s4 = group.Group("symmetric:4")
    elements = [tuple(x.tolist()) for x in s4]
    assert sorted(elements) == sorted(itertools.permutations(range(4))) and elements[0] == (0, 1, 2, 3)
    trivial = group.Group([[1, 0]]).stabilizer([0])
    assert [x.tolist() for x in trivial] == [[0, 1]] and len(trivial) == 1 and pickle.loads(pickle.dumps(trivial)).order == 1
    generator = np.random.default_rng(1)
    assert s4.random(generator) in s4


def test_arguments_that_are_not_elements():
    s4 = group.Group([[1, 2, 3, 0], [1, 0, 2, 3]])
    for wrong, sentence in (([3, 3, 1], "permutation has 3 points, and the group acts on 4"), ([3, 3, 1, 0], "value 3 at index 1 already"),
                            ([[0, 1, 2, 3]], "one row of images"), ([0, 1, 2, 4], "4 is not a point: points are 0..3")):
        for ask in (s4.factor, s4.__contains__):
            with pytest.raises(ValueError, match=sentence):
                ask(wrong)
    with pytest.raises(ValueError, match=r"points\[1\] is 4, and must be a whole number from 0 to 3"):
        s4.stabilizer([0, 4])
    with pytest.raises(MemoryError, match="more than 5 sets"):
        s4.set_stabilizer([0, 1], most=5)
    for ask in (s4.factor, s4.__contains__):
        with pytest.raises(ValueError, match="the point 3 appears twice"):
            ask("(1,3)(3,2)")
    with pytest.raises(ValueError, match=r"generators: there are none; the trivial group of n points"):
        group.Group([])
    assert repr(group.Group("(1,2)")) == "<Group of permutations of 2 points by 1 generator>"


def test_texts_count_from_one():
    s4 = group.Group([[1, 2, 3, 0], [1, 0, 2, 3]])
    assert "(1,2)" in s4 and "PermList([2,1,3])" in s4 and "[2,1]" in s4 and "()" in s4
    assert "(1,5)" not in s4 and s4.factor("(1,5)") is None and s4.factor("()") == "()"
    assert s4.factor("(1,2)") == s4.factor([1, 0, 2, 3])


def test_equality():
    s4 = group.Group("symmetric:4")
    assert s4 == group.Group(["(1,2)", "(2,3)", "(3,4)"]) and hash(s4) == hash(group.Group(["(1,2)", "(2,3)", "(3,4)"]))
    assert s4 != group.Group("alternating:4") and s4 != group.Group("symmetric:5") and s4 != "symmetric:4"
    assert len({s4, group.Group("symmetric:4"), group.Group("dihedral:4")}) == 2
    assert pickle.loads(pickle.dumps(s4)) == s4


def test_presentations():
    a5 = coset.enumerate("<a,b | a^2, b^3, (ab)^5>", "ab")
    proven = group.Group(a5, presentation="<a,b | a^2, b^3, (ab)^5>")
    assert proven.order == 60 and "the generators satisfy the presentation" in proven.proof
    assert pickle.loads(pickle.dumps(proven)).order == 60
    assert "proper quotient" in group.Group(a5, presentation="<a,b | a^4, b^3, (ab)^5=a^2, [a^2,b]>").proof
    for presentation, says in (("<a,b | a^2, b^3, (ab)^4>", "do not satisfy"), ("<a,b | a^2>", "infinite"), ("", "presentation is empty")):
        with pytest.raises(ValueError, match=says):
            group.Group(a5, presentation=presentation)
    with pytest.raises(ValueError, match="choose one of order and presentation"):
        group.Group(a5, order=60, presentation="<a,b | a^2>")


def test_actions():
    m24 = group.Group("mathieu:24")
    octads, sets = m24.action("set", [0, 1, 2, 3, 4, 7, 10, 12])
    assert octads.degree == len(sets) == 759 and octads.order == 244823040 and octads.names == m24.names
    assert group.Group("symmetric:5").action("tuple", (0, 1))[0].degree == 20
    assert group.Group("(1,2)(3,4,5)").action("point", 3)[1] == [[2], [3], [4]]
    sixth, blocks = group.Group("dihedral:12").action("blocks")
    assert (sixth.degree, sixth.order, blocks[1]) == (6, 12, [1])
    assert group.Group([[0, 1]]).action("point", 1)[0].order == 1
    for arguments, error in ((("blocks",), ValueError), (("set",), ValueError), (("corner", 1), ValueError), (("point", 24), ValueError),
                             (("blocks", [1]), ValueError), (("set", [0, 1, 2, 3, 4, 7, 10, 12], 5), MemoryError)):
        with pytest.raises(error):
            m24.action(*arguments)


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


def test_questions_keep_the_time_of_the_run():
    large = group.Group("dihedral:131072", proof="always")
    assert not large.run(time=0.05)
    for ask in (lambda: large.order, lambda: len(large), lambda: [0] in large, lambda: large.random(1)):
        with pytest.raises(TimeoutError, match=r"stopped \(time\): the order is at least"):
            ask()


def test_bad_input():
    for generators in ([[0, 0, 1]], [[0, 3, 1]], "nonsense", [[-1, 0]]):
        with pytest.raises(ValueError):
            group.Group(generators)
    with pytest.raises(ValueError, match=r"base: 11 is not a point: points are 0\.\.10"):
        group.Group("mathieu:11", base=[11])
    with pytest.raises(ValueError, match="points"):
        [0, 1] in group.Group("mathieu:11")  # noqa: B015
