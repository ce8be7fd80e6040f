# SPDX-License-Identifier: MIT
"""wreath.orbit against the definition."""
import json
import pickle

import numpy as np
import pytest

from wreath import orbit
from wreath.perm import Permutation


def levels_reference(rows):
    """By sets of tuples."""
    start = tuple(range(len(rows[0])))
    seen, last, levels = {start}, {start}, []
    while last:
        levels.append(len(last))
        last = {tuple(row[point] for point in state) for state in last for row in rows} - seen
        seen |= last
    return levels


@pytest.mark.parametrize("method", ["auto", "chain", "keys"])
def test_levels_of_random_generators(method):
    random = np.random.default_rng(1)
    for _ in range(5):
        rows = [random.permutation(6).tolist() for _ in range(2)]
        closed = rows + [np.argsort(row).tolist() for row in rows]
        assert orbit.Graph(rows, method=method, backend="cpu").levels.tolist() == levels_reference(closed)
        assert orbit.Graph(rows, inverses="no", method=method, backend="cpu").levels.tolist() == levels_reference(rows)


def test_graph():
    graph = orbit.Graph("lrx:7", threads=2)
    assert graph.order == 5040 and graph.diameter == 21 and graph.undirected and graph.complete
    assert graph.method == "cells" and graph.choices["method"][0] == "cells"
    assert graph.antipodes().shape == (1, 7)
    assert orbit.Graph("lrx:12", start="000000111111").levels.sum() == 924
    assert orbit.Graph("sl:2,5").order is None


def test_files(tmp_path):
    (tmp_path / "c.json").write_text(json.dumps({"generators": [[1, 2, 3, 0], [1, 0, 2, 3]]}))
    assert not orbit.Graph(tmp_path / "c.json").undirected
    np.save(tmp_path / "n.npy", np.array([[1, 2, 3, 0], [1, 0, 2, 3]], dtype=np.uint8))
    assert orbit.Graph(tmp_path / "n.npy").levels.tolist() == orbit.Graph("lrx:4").levels.tolist()


def test_limits_and_words():
    graph = orbit.Graph("lrx:9")
    assert not graph.run(depth=2)
    assert graph.known_levels.tolist() == [1, 3, 6]
    assert graph.run()
    assert len(graph.word("(1,9)")) == 3
    assert graph.word("()") == []


def test_wrong_arguments(tmp_path):
    for wrong in ("lrx", "lrx:1", "none:3"):
        with pytest.raises(ValueError):
            orbit.Graph(wrong)
    with pytest.raises(ValueError, match="points are 0..1"):
        orbit.Graph([[0, 2]])
    with pytest.raises(ValueError, match="not a permutation"):
        orbit.Graph([[0, 0]])
    with pytest.raises(TypeError, match="generators must have integers, not float64"):
        orbit.Graph([[0.5, 1]])
    with pytest.raises(ValueError, match="all of the same length"):
        orbit.Graph([[0, 1], [0]])
    with pytest.raises(ValueError):
        orbit.Graph("lrx:5", start="(1,9)")
    with pytest.raises(ValueError):
        orbit.Graph("lrx:5", method="other")
    with pytest.raises(TypeError):
        orbit.Graph("lrx:5", threads="two")
    with pytest.raises(FileNotFoundError):
        orbit.Graph(tmp_path / "none.g")


def test_pickles_have_what_a_graph_is_made_of():
    graph = pickle.loads(pickle.dumps(orbit.Graph([[1, 2, 3, 0], [1, 0, 2, 3]], metric="half")))
    assert graph.levels.sum() == 24
    assert list(graph.levels) == list(orbit.Graph([[1, 2, 3, 0], [1, 0, 2, 3]], metric="half").levels)


@pytest.mark.parametrize("text, state", [
    ("(1,2)", [1, 0, 2, 3]), ("(1,2)", np.array([1, 0, 2, 3], dtype=np.uint8)), ("(1,2)", Permutation([1, 0, 2, 3])), ("[1,3]", [0, 2]),
    ("[1,3]", (0, 2)), ("{1,3}", {2, 0}), ("{1,3}", frozenset({0, 2})), ("3", 2), ("3", np.int64(2)), ("0011", [0, 0, 1, 1]),
    ("0z0z", np.array([0, 35, 0, 35])),
])
def test_states_start_at_0_unless_they_are_text(text, state):
    rows = [Permutation([1, 2, 3, 0]), [1, 0, 2, 3]]
    assert list(orbit.Graph(rows, start=state).levels) == list(orbit.Graph(rows, start=text).levels)
    start = orbit.Graph(rows, start=text)
    assert start.word(state) == []
    last = start.antipodes()[0]
    assert len(start.word(last if not isinstance(state, (set, frozenset)) else set(np.flatnonzero(last).tolist()))) == start.diameter


def test_matrices_are_states_as_they_are():
    graph = orbit.Graph("sl:2,3")
    for state in graph.antipodes():
        assert len(graph.word(state.reshape(2, 2))) == graph.diameter
    assert orbit.Graph("sl:2,3", start=[1, 0]).levels.sum() == 8


@pytest.mark.parametrize("call, kind, sentence", [
    (lambda graph: graph.word([0, 0.5]), TypeError, "state must be text, a point, a set, or an array of integers"),
    (lambda graph: graph.word([0, -1]), ValueError, "state has the negative entry -1"),
    (lambda graph: graph.word(None), TypeError, "state must be text"), (lambda graph: graph.word({0.5}), TypeError, "whole number"),
    (lambda graph: graph.word([0, 0, 1]), ValueError, "state has 3 letters, and the generators act on 4 places"),
    (lambda graph: graph.word([0, 0, 1, 99]), ValueError, "numbers from 0 to 61"),
    (lambda graph: orbit.Graph("lrx:4", start=7).levels, ValueError, ""),
])
def test_wrong_states(call, kind, sentence):
    with pytest.raises(kind, match=sentence):
        call(orbit.Graph("lrx:4"))


def test_questions_keep_the_time_of_the_run():
    graph = orbit.Graph("lrx:12")
    assert not graph.run(time=0.001)
    for ask in (lambda: graph.diameter, lambda: graph.antipodes()):
        with pytest.raises(TimeoutError, match="stopped at distance"):
            ask()


def test_states_of_ones_own():
    search = orbit.Search(lambda x: np.stack([2 * x % 1009, (x + 1) % 1009]), 1)
    assert search.levels.sum() == 1009
    seen, last, levels = {1}, {1}, []
    while last:
        levels.append(len(last))
        last = {y % 1009 for x in last for y in (2 * x, x + 1)} - seen
        seen |= last
    assert search.levels.tolist() == levels
    assert search.level(1).tolist() == [2]
    moves, states = search.path(777)
    for move, before, after in zip(moves, states, states[1:]):
        assert after == (2 * before % 1009 if move == 0 else (before + 1) % 1009)
    assert states[0] == 1 and states[-1] == 777 and search.path(2000) is None

    def rotate(rows):  # two counters
        more = rows.copy()
        more[:, 0] = (more[:, 0] + 1) % 5
        other = rows.copy()
        other[:, 1] = (other[:, 1] + 1) % 7
        return np.stack([more, other])

    wide = orbit.Search(rotate, [[0, 0]])
    assert wide.levels.sum() == 35 and wide.level(10).tolist() == [[4, 6]]


def test_states_of_ones_own_that_are_wrong():
    for act in (lambda x: x, lambda x: [x[:1]], lambda x: np.full((1, len(x)), 2**63, dtype=np.uint64)):
        with pytest.raises(ValueError):
            orbit.Search(act, [1, 2])
    with pytest.raises(ZeroDivisionError):
        orbit.Search(lambda x: [x + 1 // 0], 1)

    def late(x):
        if (x > 5).any():
            raise KeyError("late")
        return [x + 1]

    with pytest.raises(KeyError):
        orbit.Search(late, 1).run()
