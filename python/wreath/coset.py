# SPDX-License-Identifier: MIT
"""Cosets of subgroups of finitely presented groups (Todd and Coxeter): index, permutations, words.

>>> from wreath import coset
>>> cosets = coset.enumerate("<a,b | a^2, b^3, (ab)^5>", subgroup=["ab"])
>>> cosets.index
12
>>> cosets.permutations["a"]
array([ 1,  0,  3,  2,  6,  7,  4,  5,  9,  8, 11, 10], dtype=uint32)
>>> cosets.trace("abab"), cosets.representative(2)
(0, 'b')

Groups are those of wreath.word: families, presentations, files; docs/coset.md has the rest. Cosets start at 0, which is the
subgroup.
"""
from __future__ import annotations

import functools
import os
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from wreath import _checks
from wreath._checks import Apart, forwarded
from wreath._result import Result, read
from wreath._wreath import coset as _coset

__all__ = ["Cosets", "enumerate", "low_index_subgroups", "order"]


def __dir__() -> List[str]:
    return __all__


class Cosets(Apart):
    """The cosets of a subgroup; nothing is computed before it is asked for.

    group       a family's name, a presentation, or a file with one
    subgroup    words that generate it, in a list or in one text: "a, b*a"; without any, as in [] or "", the trivial subgroup;
                None: that of the file, or the trivial subgroup
    method      "auto", "hlt", "felsch", "mixed" or "sparse"
    backend     "auto", "cpu" or "cuda"
    max_cosets  the most rows of the table; None: what fits in memory
    threads     0: all cores

    >>> Cosets("<a,b | a^2, b^3, (ab)^4>").index
    24
    """

    _limits: Tuple[Optional[float], Union[int, str, None]] = (None, None)  # of the last run

    def __init__(self, group: Union[str, "os.PathLike[str]"], subgroup: Union[str, Sequence[str], None] = None, *, method: str = "auto",
                 backend: str = "auto", max_cosets: Optional[int] = None, threads: int = 0) -> None:
        words, most = _problem(subgroup, max_cosets)
        self._named = _checks.path("group", group)
        self._inner = _coset.Cosets(self._named, words, _checks.text("method", method), _checks.text("backend", backend), most,
                                    _checks.threads(threads))
        self._made = functools.partial(Cosets, self._named, words, method=method, backend=backend, max_cosets=max_cosets,
                                       threads=threads)
        self.stop_reason = "none"

    def __reduce__(self) -> Tuple[Any, ...]:
        """A pickle has the presentation and the options; cosets are enumerated again."""
        return self._made, ()

    def __repr__(self) -> str:
        return f"<Cosets of {self._named}: {'index ' + str(self.index) if self.complete else 'not complete'}>"

    def run(self, time: Optional[float] = None, memory: Union[int, str, None] = None) -> bool:
        """Continues until the table is closed, `time` seconds are over, the process holds more than `memory` ("8G"), or
        `max_cosets` is reached. Returns `complete`; `stop_reason` is why it stopped. Questions that need the index continue within
        the same limits, and raise TimeoutError, MemoryError or, if it is infinite, ValueError. A table is verified before it counts as
        complete. If `stop_reason` is "infinite", so is the index; nothing is known about others that are not complete.

        >>> Cosets("<a,b | >", max_cosets=1000).run()
        False
        """
        complete, self.stop_reason = self._inner.run((time, memory))
        self._limits = time, memory
        return complete

    def _know(self) -> None:
        if self.complete or self.run(*self._limits):
            return
        if self.stop_reason == "infinite":
            raise ValueError("the index is infinite")
        raise (TimeoutError if self.stop_reason == "time" else MemoryError)(
            f"stopped ({self.stop_reason}) after {self.total} cosets were defined: the index is not known")

    def _number(self, name: str, number: int) -> int:
        """The number of a coset."""
        number = _checks.whole(name, number)
        if number >= self.index:
            raise IndexError(f"{name} is {number}, and there are {_checks.plural(self.index, 'coset')}, from 0 on")
        return number

    complete: bool = forwarded("complete", "Whether the index is known.")

    @property
    def index(self) -> int:
        """The index of the subgroup."""
        self._know()
        return len(self.table) if self.names else 1

    @property
    def table(self) -> NDArray[np.uint32]:
        """Row c, column x: the coset c*x, for the letters of `names`. A view that cannot be written to; rows are in the order of
        a breadth-first search from coset 0.

        >>> Cosets("<a | a^4>").table.tolist()
        [[1, 2], [3, 0], [0, 3], [2, 1]]
        """
        self._know()
        return self._inner.table()

    @property
    def permutations(self) -> Dict[str, NDArray[np.uint32]]:
        """The images of all cosets under each generator, for wreath.perm, wreath.orbit and wreath.semigroup."""
        table = self.table
        inverses = self._inner.inverses()
        return {name: table[:, x].copy() for x, name in zip(range(len(inverses)), self.names) if inverses[x] >= x}

    names: List[str] = forwarded("names", "The letters: generators and their inverses, in the order of the columns.")
    method: str = forwarded("method", "The method that finished first, or the one at work.")

    @property
    def total(self) -> int:
        """The number of cosets defined so far."""
        return self._inner.counts()[0]

    @property
    def maximum(self) -> int:
        """The largest number of cosets alive at one time."""
        return self._inner.counts()[1]

    def trace(self, word: str, start: int = 0) -> int:
        """The coset that a word leads to. A word is in the subgroup if it leads from 0 to 0."""
        self._know()
        return self._inner.trace(_checks.text("word", word), self._number("start", start))

    def representative(self, number: int) -> str:
        """The least word that leads from coset 0 to this one."""
        return self._inner.representative(self._number("number", number))

    def __len__(self) -> int:
        """The index."""
        return self.index

    def __bool__(self) -> bool:
        return True

    __contains__ = None  # of words, or of cosets? trace(word) == 0 shows whether a word is in the subgroup

    def __iter__(self) -> Iterator[str]:
        """The least words that lead to cosets 0, 1, 2, ...

        >>> list(Cosets("<a,b | a^2, b^2, (ab)^3>", "a"))
        ['1', 'b', 'ba']
        """
        return (self.representative(number) for number in range(self.index))

    def presentation(self) -> str:
        """A presentation of the subgroup (Reidemeister and Schreier, simplified).

        >>> Cosets("<a,b | a^2, b^2>", "ab").presentation()
        '<x1 | >'
        """
        self._know()
        return self._inner.presentation()


def enumerate(group: Union[str, "os.PathLike[str]"], subgroup: Union[str, Sequence[str], None] = None, *, method: str = "auto",
              backend: str = "auto", max_cosets: Optional[int] = None, threads: int = 0, time: Optional[float] = None,
              memory: Union[int, str, None] = None) -> Cosets:
    """Enumerates the cosets of a subgroup; see `Cosets` for the arguments. The result is not complete if a limit came first.

    >>> enumerate("<a,b | a^2, b^3, (ab)^7, [a,b]^8>").index
    10752
    """
    cosets = Cosets(group, subgroup, method=method, backend=backend, max_cosets=max_cosets, threads=threads)
    cosets.run(time, memory)
    return cosets


def order(group: Union[str, "os.PathLike[str]"], subgroup: Union[str, Sequence[str], None] = None, *, method: str = "auto", backend: str = "auto",
          max_cosets: Optional[int] = None, threads: int = 0, time: Optional[float] = None,
          memory: Union[int, str, None] = None) -> Union[int, float, None]:
    """The order of a group, as a product of indices; see `Cosets` for the arguments. ``math.inf`` if the group, or a subgroup of
    small index, has an infinite abelian quotient; None if a limit came first: the group may be infinite. If neither you nor a
    file names a subgroup, a cyclic one is chosen.

    >>> order("<a,b | a^2, b^3, (ab)^7, [a,b]^8>")
    10752
    >>> order("<a,b | >")
    inf
    >>> order("<a,b | a^2, b^3>", max_cosets=1000) is None
    True
    """
    words, most = _problem(subgroup, max_cosets)
    return _coset.order(_checks.path("group", group), words, _checks.text("method", method), _checks.text("backend", backend), most,
                        _checks.threads(threads), (time, memory))


def low_index_subgroups(group: Union[str, "os.PathLike[str]"], index: int, *, normal: bool = False,
                        contains: Union[str, Sequence[str], None] = None, homology: Optional[int] = None, counts_only: bool = False,
                        presentation: bool = False, threads: int = 0, time: Optional[float] = None,
                        memory: Union[int, str, None] = None) -> Result:
    """All subgroups of index at most `index`, one of each conjugacy class (Sims). `classes`, `normal` and `subgroups` count them by
    index, from 1 on; `list` has each class with a subgroup of it: its `index`, whether it is `normal`, how many `conjugates` it
    has, the `invariants` of its abelianization (0 for an infinite cyclic group), its `generators`, and the `permutations` of its
    cosets. If a limit came first, `complete` is False, and there may be more classes of each index.

    normal        only normal subgroups
    contains      words; only classes with a subgroup that contains all of them
    homology      only those whose abelianization has a free part of at least this rank
    counts_only   no list, which is faster
    presentation  with a presentation of each subgroup

    >>> found = low_index_subgroups("<a,b | a^2, b^3>", 4)
    >>> found.classes, found.total
    ([1, 1, 2, 2], 6)
    >>> found.list[3].index, found.list[3].generators, found.list[3].invariants
    (3, ['a', 'bab'], [0, 2])
    >>> low_index_subgroups("<a,b | a^2, b^3, (ab)^7>", 168, normal=True, counts_only=True).total
    2
    """
    words = _words("contains", contains)
    rank = None if homology is None else _checks.whole("homology", homology)
    return read(_coset.low_index_subgroups(_checks.path("group", group), _checks.whole("index", index, 1, 4000), _checks.flag("normal", normal),
                                           words or "", rank, not _checks.flag("counts_only", counts_only),
                                           _checks.flag("presentation", presentation), _checks.threads(threads), (time, memory)))


def _words(name: str, words: Union[str, Sequence[str], None]) -> Optional[str]:
    if words is None or isinstance(words, str):
        return words
    return ", ".join(_checks.text(name, word) for word in _checks.several(name, words, "a str or a list of str"))


def _problem(subgroup: Union[str, Sequence[str], None], max_cosets: Optional[int]) -> Tuple[Optional[str], int]:
    words = _words("subgroup", subgroup)
    most = 0 if max_cosets is None else _checks.whole("max_cosets", max_cosets)
    if max_cosets is not None and most == 0:
        raise ValueError("max_cosets: a table has at least one row; give a positive number, or None")
    return words, most
