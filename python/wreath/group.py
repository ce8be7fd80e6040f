# SPDX-License-Identifier: MIT
"""Permutation groups: order, membership, words, stabilizers, blocks.

>>> from wreath import group
>>> m24 = group.Group("mathieu:24")
>>> m24.order, m24.proven
(244823040, True)
>>> [1, 0] + list(range(2, 24)) in m24
False
>>> m24.stabilizer([0, 1]).order
443520

A group is given by the names of families and files, or by rows of images. Points start at 0; in texts such as "(1,2)(3,4)" they start
at 1, as in GAP. docs/group.md has the rest.
"""
from __future__ import annotations

import functools
import math
import os
from typing import Any, Callable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from wreath import _checks
from wreath._checks import Apart, forwarded
from wreath._wreath import group as _group
from wreath.coset import Cosets
from wreath.semigroup import Semigroup

__all__ = ["Group", "families"]


def __dir__() -> List[str]:
    return __all__


def families() -> List[Tuple[str, str]]:
    """The built-in families of groups, each with a short description; those of `wreath.orbit` are groups, too.

    >>> dict(families())["symmetric:N"]
    'all permutations of N points'
    """
    return _checks.named_lines(_group.family_help())


def _sets(find: Callable[[], Any]) -> Any:
    """What find() returns; the library's limit of sets and tuples is one of memory."""
    try:
        return find()
    except OSError as error:
        if "more than" not in str(error):
            raise
        raise MemoryError(str(error)) from None


class Group(Apart):
    """The group that permutations generate; nothing is computed before it is asked for.

    generators  the name of a family or of a file, a list of such names, an array with one permutation per row, a list of
                permutations, a dict of names and permutations, or the `Cosets` of a subgroup, on which the group acts
    order       the order, if it is known: a chain that reaches it is complete
    base        the first base points
    proof       "auto": proven if that takes a minute or so; "always"; "none"
    presentation  a presentation that the generators satisfy, or a file with one: its order, which is enumerated at once, is an upper
                bound
    backend     "auto", "cpu" or "cuda"
    threads     0: all cores

    >>> Group([[1, 2, 3, 0], [1, 0, 2, 3]]).order
    24
    """

    _limits: Tuple[Optional[float], Union[int, str, None]] = (None, None)  # of the last run

    def __init__(self, generators: Union[str, "os.PathLike[str]", Sequence[str], ArrayLike, Mapping[str, ArrayLike], Cosets], *, order: Optional[int] = None,
                 base: Sequence[int] = (), proof: str = "auto", presentation: Union[str, "os.PathLike[str]", None] = None, backend: str = "auto", threads: int = 0) -> None:
        names: List[str] = []
        rows: Any = generators.permutations if isinstance(generators, Cosets) else generators
        if isinstance(rows, Mapping):
            names, rows = _checks.texts("generators", rows), list(rows.values())
            if any(isinstance(each, (str, os.PathLike)) for each in rows):
                raise TypeError("generators must be permutations as lists or arrays where they have names, not texts")
        if isinstance(rows, (str, os.PathLike)):
            given: Any = [_checks.path("generators", rows)]
        elif isinstance(rows, (list, tuple)) and rows and all(isinstance(each, (str, os.PathLike)) for each in rows):
            given = [_checks.path("generators", each) for each in rows]
        else:
            rows = _checks.array_of("generators", rows)
            if rows.ndim == 1 and not rows.size and rows.dtype.kind != "O":
                raise ValueError("generators: there are none; the trivial group of n points is that of the identity, [list(range(n))]")
            given = _checks.rows_of_points("generators", rows[np.newaxis] if rows.ndim == 1 and rows.dtype.kind in "ui" else rows)
        if order is not None and presentation is not None:
            raise ValueError("choose one of order and presentation")
        known = "" if order is None else str(_checks.whole("order", order, 1, math.inf))
        points = _checks.points("base", base)
        presented = "" if presentation is None else _checks.path("presentation", presentation)
        if presentation is not None and not presented:
            raise ValueError("presentation is empty")
        self._inner = _group.Group(given, known, points, _checks.text("proof", proof), presented, _checks.text("backend", backend),
                                   _checks.threads(threads), *([] if isinstance(given, list) else [names]))
        self._made = functools.partial(Group, dict(zip(names, given)) if names else given, order=order, base=tuple(points), proof=proof,
                                       presentation=presentation, backend=backend, threads=threads)
        self.stop_reason = "none"

    def __reduce__(self) -> Tuple[Any, ...]:
        """A pickle has the generators and the options; the chain is made again."""
        return self._made, ()

    def __repr__(self) -> str:
        order = f", order {_checks.said(self._order())}" if self.complete and self.proven and self._inner.order() else ""
        return f"<Group of permutations of {self.degree} points by {_checks.plural(len(self.names), 'generator')}{order}>"

    def run(self, time: Optional[float] = None, memory: Union[int, str, None] = None) -> bool:
        """Continues until the order is known, `time` seconds are over, or the process holds more than `memory` ("8G"). Returns
        `complete`; `stop_reason` says why it stopped. Questions that need the order continue within the same limits.

        >>> Group("rubik333").run(time=1000)
        True
        """
        complete, self.stop_reason = self._inner.run((time, memory))
        self._limits = time, memory
        return complete

    def _know(self) -> None:
        if not self.complete and not self.run(*self._limits):
            raise (TimeoutError if self.stop_reason == "time" else MemoryError)(
                f"stopped ({self.stop_reason}): the order is at least {_checks.said(self._order())}")

    def _order(self) -> int:
        giant = self._inner.giant()
        if giant == "none" or self._inner.order():
            return self._inner.order()
        return math.factorial(self.degree) // (2 if giant == "alternating" else 1)

    complete: bool = forwarded("complete", "Whether the order is known, or as much of it as can be.")
    degree: int = forwarded("degree", "The number of points.")
    names: List[str] = forwarded("names", "The names of the generators.")
    generators: List[NDArray[np.uint32]] = forwarded("generators", "The generators, as arrays of images.")

    @property
    def order(self) -> int:
        """The order. Raises ValueError if only a lower bound is known; `order_at_least` is that bound.

        >>> Group("psl:2,101").order
        515100
        """
        if not self.proven:
            raise ValueError(f"the order is not proven: it is at least {_checks.said(self._order())} ({self.proof})")
        return self._order()

    @property
    def order_at_least(self) -> int:
        """The order, or a lower bound if it is not proven."""
        self._know()
        return self._order()

    @property
    def proven(self) -> bool:
        """Whether the order is proven."""
        self._know()
        return self._inner.proven()

    @property
    def proof(self) -> str:
        """How the order is proven, or why it is not."""
        self._know()
        return self._inner.proof()

    @property
    def base(self) -> List[int]:
        """The base points of the chain; none if the group is alternating or symmetric on all its points, until
        words or stabilizers need a chain."""
        self._know()
        return [point for point, _ in self._inner.base()]

    @property
    def orbit_lengths(self) -> List[int]:
        """The lengths of the orbits of the base points, each under the elements that fix the points before it."""
        self._know()
        return [length for _, length in self._inner.base()]

    def __len__(self) -> int:
        """The order, if it is at most sys.maxsize, as Python requires of it."""
        return _checks.length(self.order)

    def __iter__(self) -> Iterator[NDArray[np.uint32]]:
        """The elements, in the ShortLex order of their least words: for groups whose elements fit in memory.

        >>> [x.tolist() for x in Group("(1,2,3)")]
        [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
        """
        return iter(Semigroup(self._rows(), monoid=True))

    def _rows(self) -> NDArray[np.uint32]:
        """The generators as rows of one array: the identity if there are none."""
        return np.array(self.generators or [np.arange(self.degree, dtype=np.uint32)])

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        """Whether both have the same elements, as permutations of the same number of points.

        >>> Group("(1,2,3)") == Group("(1,3,2)")
        True
        """
        if not isinstance(other, Group):
            return NotImplemented
        return self.degree == other.degree and all(x in other for x in self.generators) and all(x in self for x in other.generators)

    def __hash__(self) -> int:
        return hash((self.degree, self.orbits().tobytes()))

    def __contains__(self, permutation: Union[str, ArrayLike]) -> bool:
        """Whether a permutation of the group's points is an element. In a text points start at 1.

        >>> "(1,3,2)" in Group("(1,2,3)")
        True
        """
        self._know()
        x = self._element(permutation)
        answer = len(x) == self.degree and self._inner.contains(x)
        if answer is None:
            raise ValueError(f"not known: the order of the group is not proven ({self.proof})")
        return answer

    def _element(self, permutation: Union[str, ArrayLike]) -> NDArray[np.uint32]:
        """The images of the group's points. A text may move others."""
        if _checks.is_gap(permutation):
            return _group.permutation(permutation, self.degree)
        array = _checks.array_of("permutation", permutation)
        if array.ndim != 1:
            raise ValueError(f"permutation must be one row of images, not an array of {array.ndim} dimensions")
        if len(array) != self.degree:
            raise ValueError(f"permutation has {_checks.plural(len(array), 'point')}, and the group acts on {self.degree}")
        return _checks.rows_of_points("permutation", array[np.newaxis])[0]

    def factor(self, permutation: Union[str, ArrayLike], letters: int = 1000) -> Optional[str]:
        """The permutation as a word in the generators ("a*b^-1*a^2"; "()" is the identity), if it has at most `letters` letters.
        Otherwise as a straight-line program: lines such as "x3 = x1*b", of which the last names the element. None if it is not in
        the group.

        >>> Group("(1,2,3)").factor([2, 0, 1]) in ("s1^-1", "s1^2")
        True
        """
        self._know()
        x = self._element(permutation)
        return self._inner.factor(x, _checks.whole("letters", letters)) if len(x) == self.degree else None

    def random(self, seed: Union[int, np.random.Generator, None] = None) -> NDArray[np.uint32]:
        """A uniformly random element, if the order is proven: the same for the same seed, and another one each time without one."""
        self._know()
        return self._inner.random(_checks.seed(seed))

    def stabilizer(self, points: Sequence[int]) -> "Group":
        """The subgroup that fixes each of these points.

        >>> Group("symmetric:9").stabilizer([2, 5]).order
        5040
        """
        self._know()
        return self._subgroup(_checks.points("points", points, self.degree - 1), False, 1)

    def set_stabilizer(self, points: Sequence[int], most: int = 2000000) -> "Group":
        """The subgroup that maps a set of points to itself. MemoryError if the orbit of the set has more than `most` sets."""
        self._know()
        return _sets(lambda: self._subgroup(_checks.points("points", points, self.degree - 1), True, _checks.whole("most", most, 1)))

    def _subgroup(self, points: List[int], is_set: bool, most: int) -> "Group":
        found = Group._of(self._inner.stabilizer(points, is_set, most))
        found._made = functools.partial(Group, found._rows())
        found.stop_reason = "none"
        return found

    def orbits(self) -> NDArray[np.uint32]:
        """For each point the least point of its orbit.

        >>> Group("(1,2)(3,4,5)").orbits()
        array([0, 0, 2, 2, 2], dtype=uint32)
        """
        return self._inner.orbits()

    def blocks(self) -> List[NDArray[np.uint32]]:
        """The systems of blocks that contain no smaller ones, of a transitive group: for each point the least one of its block.

        >>> [len(set(labels.tolist())) for labels in Group("dihedral:12").blocks()]
        [6, 4]
        """
        return self._inner.blocks()[2]

    def action(self, on: str, points: Union[int, Sequence[int]] = (), most: int = 2000000) -> Tuple["Group", List[List[int]]]:
        """The group as it acts on other things, and these, by their numbers: on the orbit of a "point", which are the cosets of its
        stabilizer; on the smallest "blocks", by their least points; on the orbit of a "set" or of a "tuple". MemoryError if that orbit
        has more than `most` things.

        >>> cube, pairs = Group("symmetric:4").action("set", [0, 1])
        >>> cube.degree, cube.order, pairs[0]
        (6, 24, [0, 1])
        """
        if _checks.text("on", on) not in ("point", "blocks", "set", "tuple"):
            raise ValueError(f"on is {on!r}, and must be 'point', 'blocks', 'set' or 'tuple'")
        given = [points] if on == "point" else points
        where = _checks.points("points", given, self.degree - 1)
        if (on == "blocks") != (not where):
            raise ValueError(f"points: {'blocks take none' if where else f'name those of the {on}'}")
        names, images, items = _sets(lambda: self._inner.action(on, where, _checks.whole("most", most, 1)))
        return Group(dict(zip(names, images)) if names else [list(range(len(items)))]), items

    @property
    def transitive(self) -> bool:
        """Whether there is one orbit."""
        return self._inner.blocks()[0]

    @property
    def primitive(self) -> bool:
        """Whether it is transitive, and has no blocks but points and the whole."""
        return self._inner.blocks()[1]
