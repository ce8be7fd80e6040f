# SPDX-License-Identifier: MIT
"""Transformation semigroups: enumeration, words, Cayley graphs, Green's classes.

>>> import numpy as np
>>> from wreath import semigroup
>>> S = semigroup.Semigroup([[1, 2, 0], [1, 0, 2], [0, 0, 2]])
>>> len(S)
27
>>> S
<Semigroup of degree 3 by 3 generators: 27 elements>
>>> S[5], S.word(5)
(array([0, 2, 0], dtype=uint32), (0, 2))
>>> [2, 2, 2] in S, S.position([2, 2, 2])
(True, 26)

Elements are numbered from 0 in ShortLex order of their least words, whatever the backend and the threads. A word is a tuple of
generators' numbers. Everything acts on the right: x*y is x first, then y.
"""
from __future__ import annotations

import os
import zipfile
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wreath import _checks, _pictures
from wreath._files import opening, replacing
from wreath._wreath import semigroup as _semigroup

__all__ = ["DClass", "Green", "Semigroup", "StructureCount", "count_structure", "families", "family", "open"]

Word = Tuple[int, ...]
_EVERYTHING = 2**64 - 1
_MOST_DRAWN = 2000  # elements of a picture that was asked for
_MOST_SHOWN = 120   # elements of one that a notebook shows by itself


def _points(values: ArrayLike, dimensions: int, what: str) -> NDArray[np.uint32]:
    """The values as 32-bit points, checked: a number below 0 or above the last column is none."""
    try:
        array = np.asarray(values)
    except ValueError:  # numpy's word for rows of several lengths
        array = np.empty(0, dtype=object)
    if array.ndim != dimensions or array.dtype.kind not in "ui":
        raise ValueError(f"{what}: rows of integers are wanted, all of one length" if dimensions == 2
                         else f"{what}: one row of integers is wanted")
    return _semigroup.points(np.ascontiguousarray(array, dtype=np.int64))


class Semigroup:
    """The semigroup that rows of images generate; with monoid=True the identity belongs to it, as the empty word.

    `generators` is a 2-D array or a list of rows: row g has the images of 0, 1, 2, ... under generator g. It is copied.

    graphs    record all products from the start, as the Cayley graphs, products, rules and Green's classes need; where this was
              not asked for, they enumerate again when they are first needed
    keep      how elements are kept: "auto", "rows", "base", "compressed", "words", "disk"; or "fingerprint", which may be wrong
              (`exactness` tells)
    backend   "auto", "cpu" or "cuda"
    threads   0: all cores
    scratch   the folder for keep="disk"

    Nothing is computed before it is asked for. `run` goes on for a time and can be called again:

    >>> S = family("bihecke:5")
    >>> S.run(until=1000)
    False
    >>> S.complete, S.size >= 1000
    (False, True)
    >>> S.run()
    True
    >>> S
    <Monoid of degree 120 by 8 generators: 31,103 elements>
    """

    def __init__(self, generators: ArrayLike, monoid: bool = False, *, graphs: bool = False, keep: str = "auto",
                 backend: str = "auto", threads: int = 0, scratch: str = "") -> None:
        self.generators = _points(generators, 2, "generators")
        self.generators.setflags(write=False)
        self.monoid = bool(monoid)
        self._found = _semigroup.Enumeration(self.generators, self.monoid, _checks.text("backend", backend),
                                             _checks.threads(threads), _checks.text("keep", keep), bool(graphs),
                                             os.fspath(scratch))
        self._green: Optional[Green] = None
        self._begin()

    def _begin(self) -> None:
        self.stop_reason = "none"
        self.choices: Dict[str, Tuple[str, str]] = {}

    # --- going on

    def run(self, time: Optional[float] = None, until: Optional[int] = None, memory: Union[int, str, None] = None) -> bool:
        """Goes on until all elements are found, or `time` seconds are over, or there are `until` elements, or the process holds
        more than `memory` ("8G"). Returns `complete`; `stop_reason` says why it stopped, `choices` what the engine chose.

        Ctrl-C raises KeyboardInterrupt and keeps what was found: run again to go on.
        """
        return self._go_on(_EVERYTHING if until is None else _checks.whole("until", until), time, memory)[0]

    def _go_on(self, until: int, time: Optional[float] = None, memory: Union[int, str, None] = None) -> Tuple[bool, int]:
        """Whether all elements are known then, and how many are: told by the one call that found them, as another thread may be
        at work after it."""
        complete, size, reason, choices = self._found.run(until, time, memory)
        self.choices.update(choices)
        self.stop_reason = "target" if reason == "none" and not complete else reason
        return complete, size

    def _know(self, elements: int = _EVERYTHING) -> int:
        """Goes on until so many elements are known, or all are; returns how many are."""
        complete, size = self.complete, self.size
        if not complete and size < elements:
            complete, size = self._go_on(min(elements, _EVERYTHING))
        if complete or size >= elements:
            return size
        why = self.choices.get("stop", ("", "memory ran out"))[1]
        raise MemoryError(f"stopped at {size:,} elements: {why}")

    def _know_graphs(self) -> None:
        if self._found.want_graphs():
            self._begin()
        self._know()

    # --- what is known so far

    @property
    def complete(self) -> bool:
        """Whether all elements are known."""
        return self._found.complete()

    @property
    def size(self) -> int:
        """How many elements are known; len() enumerates all of them first."""
        return self._found.size()

    @property
    def complete_to(self) -> int:
        """The length of words up to which all elements are known."""
        return self._found.complete_to()

    @property
    def levels(self) -> List[int]:
        """The known elements by the length of their words, from 0 in a monoid, from 1 in a semigroup.

        >>> S = family("symmetric:4"); len(S)
        24
        >>> S.levels
        [1, 2, 3, 5, 5, 5, 3]
        """
        return self._found.levels()

    @property
    def degree(self) -> int:
        """How many points it acts on."""
        return self.generators.shape[1]

    @property
    def exactness(self) -> str:
        """How equality of elements is decided, in words."""
        return self._found.exactness()

    @property
    def kept_as(self) -> str:
        """The form in which elements are kept."""
        return self._found.kept_as()

    @property
    def memory(self) -> int:
        """Bytes held."""
        return self._found.memory()

    # --- elements

    def __len__(self) -> int:
        return self._know()

    def _index(self, element: int) -> int:
        """The number of an element, counted from the end where it is negative; enumerates as far as it takes."""
        element = _checks.any_whole("element", element)
        index = element + len(self) if element < 0 else element
        size = self._know(max(0, index + 1))
        if not 0 <= index < size:
            raise IndexError(f"there is no element {element}: there are {size:,}")
        return index

    def _slice(self, first: int, last: Optional[int]) -> Tuple[int, int]:
        first, last = _checks.any_whole("first", first), None if last is None else _checks.any_whole("last", last)
        if last is not None and not 0 <= first <= last:
            raise ValueError(f"elements {first}..{last}: 0 <= first <= last is wanted")
        size = self._know(_EVERYTHING if last is None else last)
        last = size if last is None else last
        if not 0 <= first <= last <= size:
            raise IndexError(f"elements {first}..{last} are not all there: there are {size:,}")
        return first, last

    def elements(self, first: int = 0, last: Optional[int] = None) -> NDArray[np.uint32]:
        """The images of all points under elements first..last-1, a row each, in a new array.

        >>> Semigroup([[1, 0, 0], [0, 2, 1]]).elements(2, 5)
        array([[0, 1, 1],
               [2, 0, 0],
               [0, 1, 2]], dtype=uint32)
        """
        return self._found.elements(*self._slice(first, last))

    def __getitem__(self, element: Union[int, slice]) -> NDArray[np.uint32]:
        """The images of all points under an element; a row each under those of a slice."""
        if isinstance(element, slice):
            first, last, step = element.indices(len(self))
            return self.elements(min(first, last + 1), max(first + 1, last))[::step] if step < 0 else \
                self.elements(first, max(first, last))[::step]
        index = self._index(element)
        return self._found.elements(index, index + 1)[0]

    def __iter__(self) -> Iterator[NDArray[np.uint32]]:
        """The elements in their order; enumerates as it goes."""
        first = 0
        while True:
            last = min(self._know(first + 1), first + max(1, (1 << 20) // self.degree))
            if first == last:
                return
            yield from self._found.elements(first, last)
            first = last

    def word(self, element: int) -> Word:
        """The least word of an element, as numbers of generators."""
        index = self._index(element)
        return self._found.words(index, index + 1)[0]

    def words(self, first: int = 0, last: Optional[int] = None) -> List[Word]:
        """The least words of elements first..last-1.

        >>> Semigroup([[1, 0, 2], [0, 2, 1]], monoid=True).words()
        [(), (0,), (1,), (0, 1), (1, 0), (0, 1, 0)]
        """
        return self._found.words(*self._slice(first, last))

    def evaluate(self, word: Sequence[int]) -> NDArray[np.uint32]:
        """The images of all points under a product of generators.

        >>> Semigroup([[1, 2, 0], [1, 0, 2]]).evaluate([0, 0, 1])
        array([2, 1, 0], dtype=uint32)
        """
        row = np.arange(self.degree, dtype=np.uint32)
        for letter in word:
            row = self.generators[letter][row]
        return row

    def find(self, row: ArrayLike) -> Optional[int]:
        """The number of this map among the elements that are known, or None."""
        return self._found.find(_points(row, 1, "row"))

    def position(self, row: ArrayLike, time: Optional[float] = None, memory: Union[int, str, None] = None) -> Optional[int]:
        """The number of this map; enumerates on until it appears. None: it is no element, or, where `complete` is still False,
        a limit was reached first."""
        element, self.stop_reason = self._found.position(_points(row, 1, "row"), time, memory)
        return element

    def __contains__(self, row: ArrayLike) -> bool:
        found = self.position(row) is not None
        if not found and not self.complete:
            raise MemoryError(f"stopped at {self.size:,} elements, before it was known")
        return found

    def factor(self, row: ArrayLike) -> Word:
        """The least word for a map. Raises ValueError where it is no element.

        >>> family("full:4").factor([3, 3, 1, 0])
        (2, 0, 0, 1)
        """
        element = self.position(row)
        if element is None:
            raise ValueError(f"it is none of the {len(self):,} elements")
        return self.word(element)

    def count_idempotents(self) -> int:
        """How many elements are their own square.

        >>> family("full:4").count_idempotents()
        41
        """
        self._know()
        return self._found.count_idempotents()

    @property
    def idempotents(self) -> NDArray[np.int64]:
        """The numbers of the elements that are their own square.

        >>> Semigroup([[1, 2, 0], [0, 0, 2]]).idempotents[:5]
        array([ 1,  5,  9, 10, 11])
        """
        size, found, step = len(self), [], max(1, (1 << 20) // self.degree)
        for first in range(0, size, step):
            rows = self._found.elements(first, min(size, first + step))
            found.append(first + np.flatnonzero((np.take_along_axis(rows, rows.astype(np.intp), 1) == rows).all(axis=1)))
        return np.concatenate(found)

    # --- graphs

    @property
    def right_cayley_graph(self) -> NDArray[np.uint32]:
        """Row x, column g is the number of x*g. A view of the library's own memory that cannot be written to.

        >>> Semigroup([[1, 2, 0]]).right_cayley_graph
        array([[1],
               [2],
               [0]], dtype=uint32)
        """
        self._know_graphs()
        return self._found.graph(False)

    @property
    def left_cayley_graph(self) -> NDArray[np.uint32]:
        """Row x, column g is the number of g*x. A view, as right_cayley_graph."""
        self._know_graphs()
        return self._found.graph(True)

    def multiply(self, x: int, y: int) -> int:
        """The number of the product of elements x and y.

        >>> S = family("full:3"); S.multiply(4, 5) == S.position(S[5][S[4]])
        True
        """
        self._know_graphs()
        return self._found.multiply(self._index(x), self._index(y))

    def rules(self) -> List[Tuple[Word, Word]]:
        """A presentation: pairs of words that are the same element, the lesser word on the right.

        >>> Semigroup([[1, 0, 2], [0, 2, 1]], monoid=True).rules()
        [((0, 0), ()), ((1, 1), ()), ((1, 0, 1), (0, 1, 0))]
        """
        self._know_graphs()
        return self._found.rules()

    def green(self) -> Green:
        """Green's classes; see `Green`."""
        if self._green is None:
            self._know_graphs()
            self._green = Green(self, self._found.green())
        return self._green

    def draw(self, left: bool = False) -> _pictures.Picture:
        """The right or left Cayley graph as a picture, for up to 2000 elements."""
        self._know_graphs()
        _require_drawable(self.size)
        return _pictures.Picture(self._found.cayley_picture(left, False), lambda: self._found.cayley_picture(left, True))

    def _repr_svg_(self) -> Optional[str]:
        return self.draw().svg() if self.complete and self.size <= _MOST_SHOWN else None

    # --- files

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes generators and all that is known to a file that `load` reads: a numpy .npz archive. It is written beside its
        target and renamed, so that there is always a whole file."""
        with replacing(path) as file:
            np.savez(file, generators=self.generators, monoid=self.monoid, graphs=self._found.graphs(),
                     state=np.frombuffer(self._found.save(), dtype=np.uint8))

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]], **options: Any) -> Semigroup:
        """The semigroup that `save` wrote, as far as it was known; options as for the constructor."""
        try:
            with np.load(path, allow_pickle=False) as file:
                generators, monoid, graphs, state = (file[name] for name in ("generators", "monoid", "graphs", "state"))
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{os.fspath(path)}: this is no semigroup that save() wrote ({error})") from None
        found = cls(generators, monoid=bool(monoid), graphs=bool(graphs), **options)
        found._found.restore(state.tobytes())
        return found

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (self.generators, self.monoid, self._found.graphs(), self._found.save())

    def __repr__(self) -> str:
        extent = f"{'' if self.complete else 'at least '}{self.size:,} element{'s' * (self.size != 1)}"
        return (f"<{'Monoid' if self.monoid else 'Semigroup'} of degree {self.degree} by {len(self.generators)} "
                f"generator{'s' * (len(self.generators) != 1)}: {extent}>")


class DClass(NamedTuple):
    """A D-class: its first element, the rank of its elements, its size, how many R- and L-classes it has, the size of an H-class,
    and how many idempotents; it is regular where there are any."""

    representative: int
    rank: int
    size: int
    r_classes: int
    l_classes: int
    h_size: int
    idempotents: int


class Green:
    """Green's classes of a semigroup: for each element the number of its class, and the D-classes.

    >>> green = family("full:3").green()
    >>> green
    <Green's classes: 5 R, 7 L, 13 H, 3 D>
    >>> green.d
    array([0, 0, 0, 1, ...], dtype=uint32)
    >>> green.d_classes[1]
    DClass(representative=3, rank=2, size=18, r_classes=3, l_classes=3, h_size=2, idempotents=6)

    r, l, d       arrays: the class of each element; classes are numbered by their first element
    idempotent    an array of bools
    d_classes     a list of DClass
    """

    def __init__(self, semigroup: Semigroup, classes: Any) -> None:
        self._semigroup, self._found, self._classes = semigroup, semigroup._found, classes
        self.r: NDArray[np.uint32] = classes.r
        self.l: NDArray[np.uint32] = classes.l
        self.d: NDArray[np.uint32] = classes.d
        self.idempotent: NDArray[np.bool_] = classes.idempotent
        self.r_count: int = classes.r_count
        self.l_count: int = classes.l_count
        self.h_count: int = classes.h_count
        self.d_classes: List[DClass] = [DClass(*d) for d in classes.d_classes()]

    @property
    def h(self) -> NDArray[np.int64]:
        """The H-class of each element, numbered as the others."""
        _, first, inverse = np.unique(self.r.astype(np.int64) << 32 | self.l, return_index=True, return_inverse=True)
        return np.argsort(np.argsort(first))[inverse.reshape(-1)]

    def draw(self) -> _pictures.Picture:
        """The egg-box diagram, for up to 2000 elements: a table for each D-class, a row for each R-class, a column for each
        L-class; a group is grey and has a star."""
        _require_drawable(len(self.d))
        return _pictures.Picture(self._found.egg_box_picture(self._classes, False),
                                 lambda: self._found.egg_box_picture(self._classes, True))

    def __reduce__(self) -> Tuple[Any, ...]:
        return Semigroup.green, (self._semigroup,)

    def _repr_svg_(self) -> Optional[str]:
        return self.draw().svg() if len(self.d) <= _MOST_DRAWN else None

    def __repr__(self) -> str:
        return (f"<Green's classes: {self.r_count:,} R, {self.l_count:,} L, {self.h_count:,} H, "
                f"{len(self.d_classes):,} D>")


def _unpickled(generators: NDArray[np.uint32], monoid: bool, graphs: bool, state: bytes) -> Semigroup:
    found = Semigroup(generators, monoid=monoid, graphs=graphs)
    found._found.restore(state)
    return found


def _require_drawable(size: int) -> None:
    if size > _MOST_DRAWN:
        raise ValueError(f"{size:,} elements are too many for a picture: up to {_MOST_DRAWN} are drawn")


class StructureCount(NamedTuple):
    """How large a semigroup is and how many classes it has; where it is not complete, what is not 0 is a lower bound."""

    complete: bool
    size: int
    r_classes: int
    l_classes: int
    h_classes: int
    d_classes: int
    regular_d_classes: int
    idempotents: int


def family(name: str, **options: Any) -> Semigroup:
    """A classical family, such as "bihecke:5"; `families` lists them. Options as for `Semigroup`.

    >>> len(family("full:5"))
    3125
    """
    generators, monoid = _semigroup.family(name)
    options.setdefault("monoid", monoid)
    return Semigroup(generators, **options)


def open(source: Union[str, os.PathLike[str]], **options: Any) -> Semigroup:
    """The semigroup of a family such as "bihecke:5", or of generators in a file: plain text, GAP's, or a 2-D array (.npy), as
    ``wreath semigroup enumerate`` reads them. Options as for `Semigroup`.

    >>> len(open("full:4"))
    256
    """
    name = os.fspath(source)
    with opening(name, may_be_text=True):
        generators, monoid = _semigroup.open(name)
    options.setdefault("monoid", monoid)
    return Semigroup(generators, **options)


def families() -> List[Tuple[str, str]]:
    """The semigroups that have a name, each with a line about it.

    >>> dict(families())["full:n"]
    'all maps of n points; n^n'
    """
    lines = (line.strip().split(None, 1) for line in _semigroup.family_help().splitlines())
    return [(name, about) for name, about in lines]


def count_structure(semigroup: Union[Semigroup, str], *, threads: int = 0, time: Optional[float] = None,
                    memory: Union[int, str, None] = None) -> StructureCount:
    """Counts elements and Green's classes of a semigroup, or of a family by its name, without enumerating elements.

    >>> count_structure("full:7").size == 7**7
    True
    """
    if not isinstance(semigroup, Semigroup):
        semigroup = family(_checks.text("a family", semigroup))
    complete, *counts = _semigroup.count_structure(semigroup.generators, semigroup.monoid, _checks.threads(threads), time, memory)
    return StructureCount(complete, *(int(count) for count in counts))
