# SPDX-License-Identifier: MIT
"""Cayley graphs and orbits: levels, diameters, antipodes, shortest words, by exact breadth-first search.

>>> from wreath import orbit
>>> graph = orbit.Graph("lrx:6")
>>> graph.levels
array([  1,   3,   6,  11,  20,  35,  55,  81, 109, 128, 126,  95,  40,
         6,   3,   1], dtype=uint64)
>>> graph.diameter, graph.order
(15, 720)
>>> graph.word("(1,6)")
['R', 'X', 'L']

A graph is a family's name, a file of generators, or permutations, and perhaps a start: docs/orbit.md has them all. In texts points
start at 1, as in GAP; everything else starts at 0: arrays, lists, sets, numbers and permutations.

>>> graph.word([5, 1, 2, 3, 4, 0])
['R', 'X', 'L']
"""
from __future__ import annotations

import functools
import os
import string
from typing import AbstractSet, Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wreath import _checks
from wreath._checks import Apart, forwarded
from wreath.perm import Permutation
from wreath._wreath import orbit as _orbit

__all__ = ["Family", "Graph", "Search", "families"]


def __dir__() -> List[str]:
    return __all__


_EVERYTHING = 2**64 - 1


class Family(NamedTuple):
    """A family of generators: its name, its arguments, and its meaning."""

    name: str
    arguments: str
    description: str


def families() -> List[Family]:
    """The families of generators.

    >>> families()[0].name
    'lrx'
    """
    return [Family(*each) for each in _orbit.families()]


State = Union[str, int, AbstractSet[int], Permutation, ArrayLike]
_LETTERS = string.digits + string.ascii_lowercase + string.ascii_uppercase


def _text_of(name: str, state: State, on_points: bool, degree: int) -> str:
    """A state as the library reads it: points from 1 where permutations act, entries as they are where matrices do."""
    if isinstance(state, str):
        return state
    first, last = (1, degree - 1) if on_points else (0, 2**32 - 1)
    if isinstance(state, (set, frozenset)):
        return "{" + ",".join(str(point + first) for point in sorted(_checks.points(name, state, last))) + "}"
    try:
        array = np.asarray(state)
    except ValueError:  # raised by numpy for rows of different lengths
        array = np.empty(0)
    if array.dtype.kind not in "ui" or array.size == 0:
        raise TypeError(f"{name} must be text, a point, a set, or an array of integers, not {_checks.shown(state)}")
    if array.min() < 0:
        raise ValueError(f"{name} has the negative entry {array.min()}")
    if array.ndim == 0:
        return str(_checks.whole(name, state, 0, last) + first)
    if on_points and array.ndim == 1 and len(np.unique(array)) < len(array):  # a word: letters at places
        if len(array) != degree:
            raise ValueError(f"{name} has {len(array)} letters, and the generators act on {degree} places")
        if array.max() >= len(_LETTERS):
            raise ValueError(f"{name}: the letters of a word are numbers from 0 to {len(_LETTERS) - 1}")
        return "".join(_LETTERS[letter] for letter in array)
    if on_points and array.max() >= degree:
        raise ValueError(f"{name}: {array.max()} is not a point: points are 0..{degree - 1}")
    return str((array + first).tolist()).replace(" ", "")


class Graph(Apart):
    """The graph that generators make of a start; nothing is computed before it is asked for.

    `generators` is a family's name ("lrx:10"), a file's, or permutations: `Permutation` objects, or rows of images, of which row g has
    the images of 0, 1, 2, ... under generator g.

    - start: "" for the identity; a point, a set of points; an array with the images of all points, with some points (a tuple), with
      letters some of which are equal (a word), or a matrix; or text as docs/orbit.md has it, with points from 1: "(1,2)", "[1,2,3]",
      "{1,2,3}", "5", "0011"
    - metric: "quarter", or "half": powers of generators count one, too
    - inverses: "auto", "yes" or "no": whether inverses are added; "auto" adds them to rows, GAP text and arrays
    - method: how states are stored: "auto", "cells", "chain", "ranks" or "keys"
    - keep_last: keep the last level, for `antipodes`: two bits per state where one might be enough
    - backend: "auto", "cpu" or "cuda"
    - threads: 0 for all cores

    >>> Graph([[1, 2, 3, 0], [1, 0, 2, 3]])
    <Graph by 3 generators of degree 4>
    >>> int(Graph("mathieu:24", start="{1,2,3,4,5,8,11,13}").levels.sum())
    759
    >>> Graph([[1, 2, 3, 0], [1, 0, 2, 3]], start={0, 1}).levels
    array([1, 2, 3], dtype=uint64)
    """

    _limits: Tuple[Optional[float], Union[int, str, None]] = (None, None)  # of the last run

    def __init__(self, generators: Union[str, "os.PathLike[str]", Sequence[Permutation], ArrayLike], start: State = "", *, metric: str = "quarter",
                 inverses: str = "auto", method: str = "auto", keep_last: bool = True, backend: str = "auto",
                 threads: int = 0) -> None:
        given = _checks.path("generators", generators) if isinstance(generators, (str, os.PathLike)) else \
            _checks.rows_of_points("generators", generators)
        options = (_checks.text("metric", metric), _checks.text("inverses", inverses))
        more = (_checks.text("method", method), _checks.text("backend", backend), _checks.threads(threads), _checks.flag("keep_last", keep_last))
        if not isinstance(start, str):
            acting = _orbit.Graph(given, *options, "", *more)
            start = _text_of("start", start, acting.on_points(), acting.degree())
        self._inner = _orbit.Graph(given, *options, start, *more)
        self._made = functools.partial(Graph, given, start, metric=metric, inverses=inverses, method=method, keep_last=keep_last,
                                       backend=backend, threads=threads)
        self.stop_reason = "none"
        self.choices: Dict[str, Tuple[str, str]] = {}

    def __reduce__(self) -> Tuple[Any, ...]:
        """A pickle has the generators and the options; levels are found again."""
        return self._made, ()

    def __repr__(self) -> str:
        return f"<Graph by {_checks.plural(len(self.names), 'generator')} of degree {self._inner.degree()}>"

    # --- the search

    def run(self, time: Optional[float] = None, depth: Optional[int] = None, memory: Union[int, str, None] = None) -> bool:
        """Continues until there is no new state, `time` seconds are over, the level `depth` is complete, or the process holds more
        than `memory` ("8G"). Returns `complete`; `stop_reason` is why it stopped, `choices` what the engine chose. Questions that need
        all levels continue within the same time and memory.

        >>> graph = Graph("lrx:8")
        >>> graph.run(depth=3), graph.known_levels
        (False, array([ 1,  3,  6, 12], dtype=uint64))
        """
        levels = _EVERYTHING if depth is None else _checks.whole("depth", depth)
        complete, self.stop_reason, choices = self._inner.run(levels, (time, memory))
        self._limits = time, memory
        self.choices.update(choices)
        return complete

    def _know(self) -> None:
        time, memory = self._limits
        if not self.complete and not self.run(time=time, memory=memory):
            raise (TimeoutError if self.stop_reason == "time" else MemoryError)(
                f"stopped at distance {len(self.known_levels) - 1}: {self.choices.get('stop', ('', self.stop_reason))[1]}")

    complete: bool = forwarded("complete", "Whether all levels are known.")
    known_levels: NDArray[np.uint64] = forwarded("levels", "The number of states at each distance, as far as they are known.")

    @property
    def levels(self) -> NDArray[np.uint64]:
        """The number of states at each distance from the start; searches the whole graph first."""
        self._know()
        return self._inner.levels()

    @property
    def diameter(self) -> int:
        """The largest distance from the start."""
        return len(self.levels) - 1

    order: Optional[int] = forwarded("group_order", "The order of the permutation group; None if it was not computed.")
    method: str = forwarded("method", "How states are kept, once the search has begun.")
    undirected: bool = forwarded("undirected", "Whether every step can be undone by a step.")
    names: List[str] = forwarded("names", "The names of the generators.")

    def antipodes(self, most: int = 1000) -> NDArray[np.uint32]:
        """The states at the largest distance, at most ``most`` of them: one per row, with points from 0, as `word` takes them.

        >>> Graph("lrx:5").antipodes()
        array([[1, 0, 4, 3, 2]], dtype=uint32)
        """
        self._know()
        return self._inner.last_level(_checks.whole("most", most))

    def word(self, state: State, time: Optional[float] = None, memory: Union[int, str, None] = None) -> Optional[List[str]]:
        """A shortest word from the start to the state, as names of generators; None if no word leads there. Raises TimeoutError
        if a limit comes first. States are given as `start` is.

        >>> Graph("topspin:7,4").word("(1,2)") is None
        True
        >>> Graph("pancake:4").word(Graph("pancake:4").antipodes()[0])
        ['r2', 'r4', 'r3', 'r2']
        """
        text = _text_of("state", state, self._inner.on_points(), self._inner.degree())
        try:
            word, complete, reason, at_least = self._inner.word(text, (time, memory))
        except ValueError as error:
            raise error if isinstance(state, str) else ValueError(f"state: {_checks.shown(state)}, in text {error}") from None
        if not complete:
            raise TimeoutError(f"stopped ({reason}): a word has at least {at_least} letters")
        return None if word is None else [self.names[number] for number in word]


def _codes(name: str, value: Union[int, ArrayLike]) -> NDArray[np.uint64]:
    """Numbers of which the last of each row is below 2**63."""
    array = _checks.array_of(name, [value] if isinstance(value, int) else value)
    if array.size != 0 and (array.min() < 0 or array.max() >= 2**64):
        raise ValueError(f"{name} must have numbers from 0 to 2**64 - 1")
    if array.size != 0 and int(np.asarray(array[..., -1] if array.ndim > 1 else array).max()) >= 2**63:
        raise ValueError(f"{name} has a state whose last number is not below 2**63")
    return array.astype(np.uint64)


class Search(Apart):
    """A search over states of your own, for prototypes: what moves make of many states at once is a function of arrays.

    - act: called with an array of states, gives an array with one row per move, which has a state for each of them. A state is a
      number below 2**63, or, if `starts` has several columns (2, 4, 8 or 16), a row of numbers of which the last is below 2**63. Equal
      numbers must be equal states; a move that is not possible gives the state itself.
    - starts: the states at distance 0: one, several, or rows of numbers
    - undirected: each move can be undone by a move; then less memory is enough
    - keep_levels: keep all states in their order, for `level` and `path`

    >>> search = Search(lambda x: [2 * x % 101, (x + 1) % 101], 1)
    >>> search.levels
    array([ 1,  1,  2,  3,  5,  8, 13, 20, 26, 19,  3], dtype=uint64)
    >>> search.path(100)[0]
    [0, 1, 0, 0, 0, 1, 0, 0]
    """

    def __init__(self, act: Callable[[NDArray[np.uint64]], ArrayLike], starts: Union[int, ArrayLike], *, undirected: bool = False,
                 keep_levels: bool = True) -> None:
        if act is None:
            raise TypeError("act must be a function, not None")
        _checks.function("act", act)
        rows = _codes("starts", starts)
        if rows.ndim > 2 or rows.size == 0 or (rows.ndim == 2 and rows.shape[1] not in (1, 2, 4, 8, 16)):
            raise ValueError("starts must be a state, several, or rows of 1, 2, 4, 8 or 16 numbers")
        self._one_word = rows.ndim < 2
        rows = np.ascontiguousarray(rows.reshape(-1, 1) if self._one_word else rows)
        self._inner = _orbit.Search(act, rows, _checks.flag("undirected", undirected), _checks.flag("keep_levels", keep_levels))
        self.stop_reason = "none"

    def run(self, time: Optional[float] = None, depth: Optional[int] = None, memory: Union[int, str, None] = None) -> bool:
        """Continues as `Graph.run` does; returns `complete`."""
        levels = _EVERYTHING if depth is None else _checks.whole("depth", depth)
        complete, self.stop_reason = self._inner.run(levels, (time, memory))
        return complete

    complete: bool = forwarded("complete", "Whether all levels are known.")
    known_levels: NDArray[np.uint64] = forwarded("levels", "The number of states at each distance, as far as they are known.")

    @property
    def levels(self) -> NDArray[np.uint64]:
        """The number of states at each distance from the starts; searches all of them first."""
        if not self.complete and not self.run():
            raise MemoryError(f"stopped at distance {len(self.known_levels) - 1}")
        return self._inner.levels()

    def level(self, distance: int) -> NDArray[np.uint64]:
        """The states at a distance, in ascending order."""
        states = self._inner.level(_checks.whole("distance", distance))
        return states[:, 0] if self._one_word else states

    def path(self, state: Union[int, ArrayLike]) -> Optional[Tuple[List[int], NDArray[np.uint64]]]:
        """The moves of a shortest way to a state, and the states along it; None if it is not in a level that is known."""
        found = self._inner.path(_codes("state", state).reshape(-1))
        if found is None:
            return None
        moves, states = found
        return moves, states[:, 0] if self._one_word else states
