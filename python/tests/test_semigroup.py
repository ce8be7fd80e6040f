# SPDX-License-Identifier: MIT
"""wreath.semigroup against a slow closure under products, known sizes, and itself across options."""
import itertools
import math
import os
import pickle
import re

import numpy as np
import pytest

from wreath import _pictures, semigroup
from wreath.semigroup import Semigroup, count_structure, family

SEED = 20261115


def closure(generators, monoid):
    """Elements and least words in ShortLex order, the obvious way."""
    rows = [tuple(row) for row in generators]
    found = {tuple(range(len(rows[0]))): ()} if monoid else {}
    level = list(found.items()) or []
    if not monoid:
        for g, row in enumerate(rows):
            if row not in found:
                found[row] = (g,)
        level = list(found.items())
    while level:
        fresh = []
        for element, word in level:
            for g, row in enumerate(rows):
                product = tuple(row[p] for p in element)
                if product not in found:
                    found[product] = word + (g,)
                    fresh.append((product, word + (g,)))
        level = fresh
    return found


def random_generators(seed):
    rng = np.random.default_rng(seed)
    return rng.integers(0, 5, size=(int(rng.integers(1, 4)), 5))


@pytest.mark.parametrize("monoid", [False, True])
@pytest.mark.parametrize("seed", range(SEED, SEED + 8))
def test_agrees_with_closure(seed, monoid):
    generators = random_generators(seed)
    expected = closure(generators.tolist(), monoid)
    found = Semigroup(generators, monoid=monoid)
    assert len(found) == len(expected)
    assert [tuple(row) for row in found.elements().tolist()] == list(expected)
    assert found.words() == list(expected.values())
    assert [tuple(row.tolist()) for row in found] == list(expected)
    for k, (element, word) in enumerate(expected.items()):
        assert found.position(element) == found.find(np.array(element, dtype=np.uint8)) == k
        assert found.word(k) == found.factor(element) == word
        assert found.evaluate(word).tolist() == list(element)
    index = {element: k for k, element in enumerate(expected)}
    rows = [tuple(row) for row in generators.tolist()]
    assert found.right_cayley_graph.tolist() == [[index[tuple(g[p] for p in x)] for g in rows] for x in expected]
    assert found.left_cayley_graph.tolist() == [[index[tuple(x[p] for p in g)] for g in rows] for x in expected]
    squares = [k for k, x in enumerate(expected) if tuple(x[p] for p in x) == x]
    assert found.idempotents.tolist() == squares and found.count_idempotents() == len(squares)
    assert np.flatnonzero(found.green().idempotent).tolist() == squares
    for left, right in found.rules():
        assert np.array_equal(found.evaluate(left), found.evaluate(right))


@pytest.mark.parametrize("name, size", [("full:5", 3125), ("symmetric:5", 120), ("bihecke:4", 477), ("bihecke:5", 31103)])
@pytest.mark.parametrize("method", ["auto", "rows", "words"])
def test_known_sizes(name, size, method):
    found = family(name, method=method, threads=2)
    assert len(found) == size == sum(found.levels)
    assert count_structure(name).size == size
    assert found.kept_as == method or method == "auto"


def test_stopping_and_going_on():
    whole = family("bihecke:5")
    assert not whole.run(until=2000) and whole.stop_reason == "target" and not whole.complete
    known = whole.size
    assert known >= 2000 and "at least" in repr(whole)
    assert not whole.run(time=0) and whole.stop_reason == "time"
    assert whole.size == known and whole.complete_to > 0
    assert whole.run() and whole.stop_reason == "none" and len(whole) == 31103
    assert whole.choices["backend"][0]


def test_elements_come_as_they_are_found():
    found = family("bihecke:5")
    first = list(itertools.islice(found, 100))
    assert not found.complete and len(first) == 100
    assert found.word(500) and not found.complete
    assert found.elements(10, 20).shape == (10, 120) and found.elements(10, 20).dtype == np.uint32
    assert np.array_equal(found[-1], found.elements()[-1]) and found.complete


def test_graphs_are_views():
    found = family("full:4", graphs=True)
    right = found.right_cayley_graph
    assert right.shape == (256, 3) and not right.flags.writeable and not right.flags.owndata
    assert np.shares_memory(right, found.right_cayley_graph)
    with pytest.raises(ValueError):
        right[0, 0] = 1
    rows, kept = found.elements(), right.copy()
    del found  # the view keeps the enumeration
    assert np.array_equal(right, kept)
    assert np.array_equal(rows[right[:, 0]], np.take(rows[1], rows))


def test_products():
    found = family("full:3")
    for x, y in itertools.product(range(0, 27, 5), repeat=2):
        assert np.array_equal(found[found.multiply(x, y)], found[y][found[x]])


def test_green_of_the_full_monoid():
    green = family("full:4").green()
    assert sorted(((d.rank, d.size, d.r_classes, d.l_classes, d.h_class_size, d.idempotents) for d in green.d_classes), reverse=True) == [
        (4, 24, 1, 1, 24, 1), (3, 144, 6, 4, 6, 12), (2, 84, 7, 6, 2, 24), (1, 4, 1, 4, 1, 4)]
    assert sum(d.size for d in green.d_classes) == 256 == len(green.r) == len(green.l) == len(green.d)
    assert sum(d.idempotents for d in green.d_classes) == 41 == green.idempotent.sum()
    assert len(set(zip(green.r.tolist(), green.l.tolist()))) == green.h_count == green.h.max() + 1
    count = count_structure("full:4")
    assert (count.r_classes, count.l_classes, count.h_classes, count.d_classes) == (
        green.r_count, green.l_count, green.h_count, len(green.d_classes))
    assert count.idempotents == 41 and count.complete
    with pytest.raises(ValueError):
        green.r[0] = 1


def test_count_without_elements():
    assert count_structure("full:8").size == 8**8
    own = count_structure(Semigroup([[1, 2, 0], [0, 0, 2]]))
    assert own.size == len(Semigroup([[1, 2, 0], [0, 0, 2]]))


@pytest.mark.parametrize("graphs", [False, True])
def test_save_and_load(tmp_path, graphs):
    found = family("bihecke:5", graphs=graphs)
    found.run(until=3000)
    found.save(tmp_path / "half.npz")
    again = Semigroup.load(tmp_path / "half.npz", threads=1)
    assert again.size == found.size and not again.complete and again.monoid
    assert np.array_equal(again.elements(0, 3000), found.elements(0, 3000))
    assert len(again) == 31103 and np.array_equal(again[31102], found[31102])
    assert [path.name for path in tmp_path.iterdir()] == ["half.npz"]
    (tmp_path / "bad.npz").write_bytes(b"nothing of the kind")
    with pytest.raises(ValueError, match="bad.npz: not a semigroup file"):
        Semigroup.load(tmp_path / "bad.npz")
    data = bytearray((tmp_path / "half.npz").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "bad.npz").write_bytes(data)
    with pytest.raises(ValueError):
        Semigroup.load(tmp_path / "bad.npz")
    with pytest.raises(FileNotFoundError):
        Semigroup.load(tmp_path / "none.npz")
    with pytest.raises(FileNotFoundError):
        found.save(tmp_path / "no folder" / "x.npz")
    with pytest.raises(FileNotFoundError, match="x.npz'$"):  # not the name of the temporary file
        found.save(tmp_path / "no folder" / "x.npz")


@pytest.mark.parametrize("call, sentence", [
    (lambda: Semigroup([[0, 1], [0, 2]]), "generator 1 sends point 1 to 2, which is not a point: points are 0..1"),
    (lambda: Semigroup([[0, -1]]), "generator 0 sends point 1 to -1"),
    (lambda: Semigroup([[0, 1], [0]]), "expected rows of integers"),
    (lambda: Semigroup([0, 1]), "expected rows of integers"),
    (lambda: Semigroup([]), "expected rows of integers"),
    (lambda: Semigroup(np.empty((0, 3), dtype=int)), "at least one generator"),
    (lambda: Semigroup([[0, 1]], method="nowhere"), "'nowhere' is not a valid method"),
    (lambda: family("nobody:3"), "nobody"),
    (lambda: Semigroup([[0, 1]]).position([0, 1, 2]), "row is a map of degree 3, but the generators have degree 2"),
    (lambda: Semigroup([[1, 2, 3, 0]]).factor([3, 3, 1]), "row is a map of degree 3, but the generators have degree 4"),
    (lambda: Semigroup([[0, 1]]).position([0, 5]), "sends point 1 to 5"),
    (lambda: Semigroup([[0, 1]]).factor([1, 0]), "the map is not among the 1 element"),
    (lambda: Semigroup([[0, 1]], threads=-1), "threads is -1, and must be a whole number from 0 to 4096"),
    (lambda: count_structure("full:3", threads=-1), "threads is -1"),
    (lambda: Semigroup([[0, 1]]).run(until=-1), "until is -1"),
    (lambda: Semigroup([[0, 1]]).run(time=-1), "time must be a number of seconds from 0 on, not -1"),
    (lambda: Semigroup([[0, 1]]).run(memory="lots"), "lots"),
    (lambda: family("full:5").draw(), "3,125 elements are too many for a picture"),
])
def test_errors(call, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        call()


def test_texts_in_gaps_notation_count_from_one():
    full = family("full:4")
    assert "Transformation([4,4,2,1])" in full and full.factor("Transformation([2,1])") == full.factor([1, 0, 2, 3])
    assert "(1,2)" in full and full.position("()") == full.position([0, 1, 2, 3])
    with pytest.raises(ValueError, match="none above 2"):
        full.factor("Transformation([1,9])")
    assert "PartialPerm([1],[2])" in family("symmetric-inverse:3")


@pytest.mark.parametrize("call, sentence", [
    (lambda: Semigroup([[0.0, 1.0]]), "generators must have integers, not float64"),
    (lambda: Semigroup([["a"]]), "generators must have integers, not <U1"),
    (lambda: Semigroup(5), "generators must be a list or an array, not 5"),
    (lambda: Semigroup([[0, 1]]).factor("ab"), "row must be a list or an array, not 'ab'"),
])
def test_wrong_types(call, sentence):
    with pytest.raises(TypeError, match=re.escape(sentence)):
        call()


def test_a_time_is_a_number():
    with pytest.raises(TypeError, match="time must be a number of seconds, not 'abc'"):
        Semigroup([[0, 1]]).run(time="abc")
    assert Semigroup([[0, 1]]).run(time=np.float32(60)) and Semigroup([[0, 1]]).run(time=60)


def test_numbers_are_whole():
    found = Semigroup([[1, 2, 0]])
    for call, name in [(lambda: found.run(until=1.5), "until"), (lambda: found[0.5], "element"),
                       (lambda: found.word("a"), "element"), (lambda: found.elements(0, 1.0), "last"), (lambda: Semigroup([[0]], threads=1.0), "threads")]:
        with pytest.raises(TypeError, match=f"{name} must be a whole number, not"):
            call()
    assert found.word(np.int64(-1)) == (0, 0, 0)


def test_indices():
    found = Semigroup([[1, 2, 0]])
    with pytest.raises(IndexError):
        found.word(10**30)
    with pytest.raises(IndexError):
        found.elements(0, 10**30)
    with pytest.raises(IndexError):
        found.word(3)
    with pytest.raises(IndexError):
        found.elements(0, 4)
    with pytest.raises(ValueError):
        found.elements(2, 1)


@pytest.mark.parametrize("graphviz", [True, False])
def test_pictures(monkeypatch, tmp_path, graphviz):
    if not graphviz:
        monkeypatch.setattr(_pictures.shutil, "which", lambda program: None)
    found = family("full:3")
    assert found._repr_svg_() is None  # nothing is computed for the sake of a picture
    found.run()
    for picture in [found.draw(), found.draw(left=True), found.green().draw()]:
        assert picture.svg().rstrip().endswith("</svg>") and picture._repr_svg_() == picture.svg()
        picture.save(str(tmp_path / "picture.svg"))
        picture.save(str(tmp_path / "picture.dot"))
        picture.save(tmp_path / "picture.dot")
        assert (tmp_path / "picture.dot").read_text().startswith("digraph")
        assert sorted(os.listdir(tmp_path)) == ["picture.dot", "picture.svg"]
        with pytest.raises(FileNotFoundError):
            picture.save(tmp_path / "no folder" / "picture.dot")
    assert "</svg>" in found._repr_svg_() and "</svg>" in found.green()._repr_svg_()
    with pytest.raises(ValueError):
        found.draw().save("picture.gif")
    big = family("full:5")
    big.run()
    assert big._repr_svg_() is None
    assert "bihecke:n" in dict(semigroup.families())


def test_without_a_gpu():
    found = Semigroup([[1, 0]], backend="cuda")
    try:
        found.run()
    except OSError as error:
        assert str(error).endswith('use backend="cpu"')
    else:
        assert len(found) == 2  # there is one


def test_options_are_named_as_keywords():
    with pytest.raises(ValueError, match="^/nowhere: no such folder for scratch files; name another with scratch=$"):
        Semigroup([[1, 0]], method="disk", scratch="/nowhere").run()


def test_too_little_memory():
    found = family("bihecke:6", method="rows", threads=1)
    assert not found.run(memory="64M") and found.stop_reason == "memory"


def test_kinds_of_elements(tmp_path):
    S = semigroup.Semigroup([[[1, 1], [0, 1]], [[0, 1], [1, 0]]], kind="boolean")
    assert len(S) == 7 and S.degree == 2 and S[0].tolist() == [[1, 1], [0, 1]]
    assert [[1, 1], [1, 1]] in S and [1, 1, 1, 1] in S and [[0, 0], [0, 0]] not in S
    for element in range(len(S)):
        assert (S.evaluate(S.word(element)) == S[element]).all()
    assert len(S.idempotents) == S.count_idempotents() == S.green().idempotent.sum()
    assert S.multiply(0, 1) == S.position(np.minimum(S[0] @ S[1], 1))

    P = semigroup.Semigroup([[1, -1, 0], [1, 0, 2]], kind="partial-permutation")
    assert P[0].tolist() == [1, -1, 0] and [1, None, 0] in P
    Q = semigroup.Semigroup([[[0, -math.inf], [-1, 0]]], kind="max-plus", monoid=True)
    Q.run(until=5)
    assert Q[1].tolist() == [[0, -2**31], [-1, 0]]
    for one in (S, P):
        one.save(tmp_path / "s.npz")
        assert semigroup.Semigroup.load(tmp_path / "s.npz").levels == one.levels
        assert pickle.loads(pickle.dumps(one)).kind == one.kind
    assert semigroup.family("partition:3").kind == "bipartition" and len(semigroup.family("gl:2,3")) == 48
    assert semigroup.count_structure("symmetric-inverse:4").size == 209
    with pytest.raises(ValueError, match="entries are 0..1"):
        semigroup.Semigroup([[[2]]], kind="boolean")
    with pytest.raises(ValueError, match="not a kind of elements"):
        semigroup.Semigroup([[0]], kind="bolean")


def test_matrices_by_orbits():
    orbits = semigroup.Orbits("boolean:3")
    assert orbits.size() == 512 and len(orbits.d_classes()) == 11
    assert [[1, 1, 0], [0, 1, 1], [1, 0, 1]] in orbits
    row = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    assert orbits.semigroup.evaluate(orbits.factor(row)).tolist() == row
    assert orbits.place(row).rank == 3 and not orbits.place(row).in_group
    G = semigroup.Orbits("matrices:2,3")
    assert G.size() == 81 and [d.rank for d in G.d_classes()] == [2, 1, 0]


def test_egg_boxes_by_pages(tmp_path):
    orbits = semigroup.Orbits("full:5")
    assert orbits.pages() == 6
    orbits.draw(3).save(tmp_path / "page.dot")
    assert (tmp_path / "page.dot").read_text().count('bgcolor="#') == 20
    with pytest.raises(ValueError, match="have 6 pages"):
        orbits.draw(7)


def test_small_generators():
    S = semigroup.Semigroup([[1, 2, 0], [1, 0, 2], [0, 2, 1], [0, 0, 2]])
    assert S.small_generators().tolist() == [[1, 2, 0], [1, 0, 2], [0, 0, 2]]
    B = semigroup.Semigroup([[[1, 1], [0, 1]], [[0, 1], [1, 0]], [[1, 1], [1, 1]]], kind="boolean")
    assert B.small_generators().shape == (2, 2, 2)


@pytest.mark.parametrize("graphs", [False, True])
@pytest.mark.parametrize("name", ["partition:4", "order:9", "symmetric-inverse:5", "boolean:3", "bihecke:4"])
def test_generators_are_added_to_what_is_known(name, graphs):
    whole = semigroup.family(name, graphs=graphs)
    few = semigroup.Semigroup(whole.generators[:-1], monoid=whole.monoid, kind=whole.kind, graphs=graphs)
    len(few)
    grown = few.add_generators(whole.generators[-1:])
    assert grown.run() and grown.size == len(whole)
    assert grown.levels == whole.levels
    assert grown.words() == whole.words()
    np.testing.assert_array_equal(grown.elements(), whole.elements())
    np.testing.assert_array_equal(grown.right_cayley_graph, whole.right_cayley_graph)
    assert len(few) == few.size  # it can be used again
    with pytest.raises(ValueError):
        grown.add_generators([[0, 1]])


def test_views_outlive_added_generators():
    S = semigroup.family("partition:4", graphs=True)
    graph = S.right_cayley_graph
    copy = graph.copy()
    larger = S.add_generators(S.generators[:1])
    assert larger.run()
    np.testing.assert_array_equal(graph, copy)


def test_closure_takes_one_state_along():
    S = semigroup.family("cyclic:5")
    closed = S.closure(semigroup.family("full:5").generators)
    assert len(closed) == 5 ** 5 and len(closed.generators) == 3
    assert closed.closure(closed.elements(0, 50)) is closed
