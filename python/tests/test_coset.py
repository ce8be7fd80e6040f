# SPDX-License-Identifier: MIT
"""wreath.coset against the definition."""
import math
import pickle

import numpy as np
import pytest

from wreath import coset, orbit

A5 = "<a,b | a^2, b^3, (ab)^5>"


def test_tables_satisfy_the_relators():
    for method in ("auto", "hlt", "felsch", "mixed", "sparse"):
        cosets = coset.enumerate(A5, "ab", method=method, threads=2)
        assert cosets.complete and cosets.index == 12 and cosets.stop_reason == "none"
        a, b = cosets.permutations["a"], cosets.permutations["b"]
        points = np.arange(12)
        assert (a[a] == points).all() and (b[b][b] == points).all()
        once = b[a]
        assert (once[once][once][once][once] == points).all() and once[0] == 0
        assert cosets.table.shape == (12, 3) and not cosets.table.flags.writeable


def test_words():
    cosets = coset.Cosets(A5, ["ab"])
    assert cosets.trace("ab") == 0 and cosets.trace("b") != 0
    assert [cosets.trace(cosets.representative(c)) for c in range(cosets.index)] == list(range(12))
    with pytest.raises(IndexError, match="12 cosets"):
        cosets.representative(12)
    with pytest.raises(IndexError, match="start is 12, and there are 12 cosets"):
        cosets.trace("a", 12)


def test_permutations_go_to_orbit():
    permutations = coset.enumerate(A5, "ab").permutations
    assert orbit.Graph(np.array(list(permutations.values()))).order == 60


def test_the_table_outlives_its_owner():
    table = coset.enumerate("<a | a^1000>").table
    assert np.sort(table[:, 0]).tolist() == list(range(1000))


def test_limits():
    cosets = coset.enumerate("<a,b | >", max_cosets=1000)
    assert not cosets.complete and cosets.stop_reason == "cosets" and cosets.total <= 1000
    with pytest.raises(MemoryError, match="not known"):
        cosets.index
    endless = coset.enumerate("<a,b | >", method="hlt", time=0.05)
    assert not endless.complete
    for ask in (lambda: endless.index, lambda: endless.representative(0), lambda: endless.trace("a"), lambda: endless.table, lambda: len(endless)):
        with pytest.raises(TimeoutError, match=r"stopped \(time\)"):
            ask()
    infinite = coset.enumerate("<a,b | a^2, b^2>")
    assert not infinite.complete and infinite.stop_reason == "infinite"
    with pytest.raises(ValueError, match="the index is infinite"):
        infinite.index


def test_orders():
    assert coset.order(A5) == 60 and coset.order(A5, ["ab"], backend="cpu") == 60
    assert coset.order("<a,b | >") == math.inf
    assert coset.order("<a,b | a^2, b^3>", max_cosets=1000) is None
    assert coset.enumerate(A5, backend="cpu").index == 60
    with pytest.raises(ValueError, match="backend"):
        coset.enumerate(A5, backend="abacus")


def test_the_trivial_subgroup(tmp_path):
    file = tmp_path / "a5.ace"
    file.write_text("gr: ab;\nrel: a^2, b^3, (ab)^5;\ngen: ab;\n")
    assert coset.enumerate(file).index == 12 and coset.enumerate(file, None).index == 12
    for trivial in ("", "1", [], ()):
        assert coset.enumerate(file, trivial).index == 60
        assert pickle.loads(pickle.dumps(coset.Cosets(file, trivial))).index == 60
        assert coset.order(A5, trivial) == 60
    assert pickle.loads(pickle.dumps(coset.Cosets(file))).index == 12
    # 20 cosets of a cyclic subgroup need less than the 60 of the trivial one
    assert coset.order(A5, method="felsch", max_cosets=59) == 60
    assert coset.order(A5, "", method="felsch", max_cosets=59) is None


def test_errors(tmp_path):
    with pytest.raises(ValueError, match="max_cosets"):
        coset.Cosets(A5, max_cosets=0)
    with pytest.raises(ValueError, match="method"):
        coset.Cosets(A5, method="fast")
    with pytest.raises(ValueError):
        coset.Cosets(A5, ["c"])
    with pytest.raises(TypeError):
        coset.Cosets(A5, [1])
    with pytest.raises((ValueError, OSError)):
        coset.Cosets(tmp_path / "none.g")
    assert coset.Cosets("< | >").index == 1


def test_pickles_have_what_cosets_are_made_of():
    assert pickle.loads(pickle.dumps(coset.Cosets("<a,b | a^2, b^3, (ab)^5>", ["ab"]))).index == 12


def test_low_index_subgroups():
    found = coset.low_index_subgroups("<a,b | a^2, b^3>", 7, presentation=True)
    assert found.complete and found.classes == [1, 1, 2, 2, 1, 8, 6] and found.total == len(found.list) == 21
    for each in found.list:
        cosets = coset.enumerate("<a,b | a^2, b^3>", each.generators)
        assert cosets.index == each.index and each.normal == (each.conjugates == 1)
        a, b = (np.array(each.permutations[name]) for name in "ab")
        assert (a[a] == np.arange(each.index)).all() and (b[b][b] == np.arange(each.index)).all()
        assert each.presentation.startswith("<")
    counted = coset.low_index_subgroups("<a,b | a^2, b^3>", 7, counts_only=True, threads=2)
    assert counted.classes == found.classes and "list" not in counted
    assert coset.low_index_subgroups("free:2", 3, contains=["a"], counts_only=True).classes == [1, 1, 3]
    assert coset.low_index_subgroups("free:2", 3, normal=True, counts_only=True).classes == [1, 3, 4]
    assert coset.low_index_subgroups("<a,b | a^3, b^3, (ab)^4>", 12, homology=1, counts_only=True).total == 5
    stopped = coset.low_index_subgroups("free:2", 30, counts_only=True, time=0.05)
    assert not stopped.complete and stopped.ending == "time"
    with pytest.raises(ValueError, match="index"):
        coset.low_index_subgroups("free:2", 0)
    with pytest.raises(ValueError):
        coset.low_index_subgroups("free:2", 3, contains="c")
