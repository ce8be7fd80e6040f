# SPDX-License-Identifier: MIT
"""Words in finitely presented groups: automatic structures, normal forms, growth.

A group is the name of a family, a presentation, or a file; its words are text:

>>> from wreath.word import Group
>>> g = Group("surface:2")
>>> g
<Group surface:2: verified, 8 letters, 36-state word acceptor>
>>> g.reduce("abABcd")
'dc'
>>> g.reduce(["abABcdCD", "a^2*b^-1", "[a,b]"])
['1', 'aaB', 'ABab']
>>> g.growth(4).spheres
[1, 8, 56, 392, 2736]

Words are written as on the command line: ``abAB``, ``a*b^-2``, ``(a*b)^4``, ``[a,b]``; ``A`` is the inverse of ``a``, and the
identity is ``1``. The normal form of an element is its ShortLex-least word.
"""
from __future__ import annotations

import math
import os
import re
import tempfile
from time import monotonic
from typing import Any, Iterable, List, NamedTuple, Optional, Sequence, Tuple, Union, overload

import numpy as np

from wreath import _ball_picture, _checks
from wreath._automata import Automaton
from wreath._files import Pathlike, opening, saving
from wreath._wreath import word as _word

__all__ = ["Automaton", "CayleyGraph", "Group", "Growth", "RewritingSystem", "Subgroup", "complete", "families"]

_WORDS = "a str or an iterable of str"


def families() -> List[Tuple[str, str]]:
    """The built-in groups and families of groups, each with a short description.

    >>> dict(families())["free:n"]
    'free group of rank n'
    """
    return _word.families()


class Growth(NamedTuple):
    """The number of elements of each length, and the growth series, a rational function.

    >>> growth = Group("free:2").growth(3)
    >>> growth
    <Growth (1+x)/(1-3x): rate 3, spheres 1, 4, 12, 36, ...>
    >>> growth.numerator, growth.denominator
    ([1, 1], [1, -3])
    >>> growth.balls
    [1, 5, 17, 53]
    """

    series: str
    """Such as "(1+x)/(1-3x)": the coefficient of x^n is the number of elements of length n."""
    numerator: List[int]
    """The coefficients of the numerator, constant term first."""
    denominator: List[int]
    spheres: List[int]
    """The number of elements of length 0, 1, 2, ..."""
    balls: List[int]
    """The number of elements of length at most 0, 1, 2, ..."""
    rate: float
    """The limit of the n-th root of the n-th sphere: 0 for a finite group, 1 for polynomial growth."""
    rate_bounds: Tuple[float, float]
    """Proven lower and upper bounds of the rate."""

    def __repr__(self) -> str:
        spheres = ", ".join(str(size) for size in self.spheres[:6])
        return f"<Growth {self.series}: rate {self.rate:.6g}, spheres {spheres}, ...>"


class CayleyGraph:
    """The elements of a ball and the products inside it. A notebook shows it as a picture.

    >>> graph = Group("triangle:2,3,7").cayley_graph(2)
    >>> graph
    <CayleyGraph of triangle:2,3,7: 8 elements, 18 edges, radius 2>
    >>> graph.vertices
    ['1', 'a', 'b', 'B', 'ab', 'aB', 'ba', 'Ba']
    >>> graph.edges[:4].tolist()
    [[0, 0, 1], [0, 1, 2], [0, 2, 3], [1, 0, 0]]
    """

    __array_ufunc__ = None  # arrays do not take it for an entry or a sequence: operators with them raise TypeError

    def __init__(self, group: "Group", radius: int, vertices: List[str], edges: np.ndarray) -> None:
        self.group = group
        self.radius = radius
        self.vertices = vertices
        """The elements as normal forms, in ShortLex order."""
        self.edges = edges
        """Rows (element, letter, element * letter) of numbers; every edge is listed in both directions."""

    @property
    def letters(self) -> List[str]:
        return self.group.letters

    def __len__(self) -> int:
        return len(self.vertices)

    def __repr__(self) -> str:
        return (f"<CayleyGraph of {self.group.name}: {len(self.vertices)} elements, {len(self.edges)} edges, "
                f"radius {self.radius}>")

    def svg(self, size: int = 640) -> str:
        """The graph as an SVG picture: the identity in the middle, one circle per length, one colour per generator.

        Raises ValueError for more than 3000 elements.
        """
        return _ball_picture.draw(self.vertices, self.edges, self.group.letters, self.group.inverses,
                                  self.group.lengths(self.vertices), size)

    def _repr_svg_(self) -> Optional[str]:
        return self.svg() if len(self.vertices) <= _ball_picture.MOST_DRAWN else None

    def dot(self) -> str:
        """The graph in Graphviz's language.

        >>> print(Group("free:1").cayley_graph(1).dot())
        digraph ball {
          0 [label="1"];
          1 [label="a"];
          2 [label="A"];
          0 -> 1 [label="a"];
          2 -> 0 [label="a"];
        }
        """
        lines = [f'  {i} [label="{vertex}"];' for i, vertex in enumerate(self.vertices)]
        for start, letter, end in _ball_picture.drawn_edges(self.edges, self.group.inverses):
            arrow = " dir=none" if self.group.inverses[letter] == letter else ""
            lines.append(f'  {start} -> {end} [label="{self.letters[letter]}"{arrow}];')
        return "\n".join(["digraph ball {", *lines, "}"])


class Group:
    """A group with its ShortLex automatic structure.

    ``group`` is a family (``surface:2``, ``triangle:3,3,4``, ``coxeter:5,3,5``, ...), a presentation ``<a,b | a^3, b^3>``, or the
    name of a file: a structure written by ``wreath word build``, or a presentation as text, in kbmag's or in GAP's form.

    ``letter_order`` is the order of the letters, such as "a,b,A,B"; ``keep_inverses`` keeps A as a letter even if a^2 is a relator.
    ``time`` (seconds), ``memory`` ("8G"), ``max_rules``, ``max_length`` and ``max_states`` limit the search for the structure.
    If a limit is reached first, ``verified`` is False, ``ending`` is the reason, and methods that need the structure raise
    ValueError. With ``cache`` structures are read from and saved to ~/.cache/wreath, as by the command line.

    >>> g = Group("<a,b | a^2, b^3, (a*b)^5>")
    >>> g.order, g.reduce("(a*b)^7"), g.equal("abab", "BaBaBa")
    (60, 'abab', True)
    """

    __array_ufunc__ = None  # arrays do not take it for an entry or a sequence: operators with them raise TypeError

    def __init__(self, group: Pathlike, *, letter_order: Optional[str] = None, keep_inverses: bool = False,
                 max_rules: int = 1 << 20, max_length: int = 4096, max_states: int = 1 << 24, time: Optional[float] = None,
                 memory: Union[None, int, str] = None, cache: bool = True) -> None:
        text = os.fspath(group)
        with opening(text, may_be_text=True):
            self._group = _make(text, True, letter_order, keep_inverses, max_rules, max_length, max_states, cache, time, memory)

    @classmethod
    def from_presentation(cls, presentation: Optional[str] = None, *, generators: Optional[Sequence[str]] = None,
                          relators: Sequence[str] = (), letter_order: Optional[str] = None, keep_inverses: bool = False,
                          max_rules: int = 1 << 20, max_length: int = 4096, max_states: int = 1 << 24,
                          time: Optional[float] = None, memory: Union[None, int, str] = None, cache: bool = True) -> "Group":
        """The group of a presentation, given as text or by its generators and relators (which may be equations).

        >>> Group.from_presentation("<a,b | a^3, b^3, (a*b)^4>").order
        inf
        >>> q8 = Group.from_presentation(generators=["i", "j"], relators=["i^2 = j^2", "i*j*i = j"])
        >>> q8.order, q8.order_of("i")
        (8, 4)
        """
        if (presentation is None) == (generators is None):
            raise ValueError("pass either a presentation, or generators= and relators=")
        if presentation is None:
            presentation = _presentation(generators, relators)
        return cls._of(_make(_checks.text("presentation", presentation), False, letter_order, keep_inverses, max_rules,
                             max_length, max_states, cache, time, memory))

    @classmethod
    def load(cls, path: Pathlike) -> "Group":
        """Reads a structure from a file written by ``save`` or ``wreath word build``."""
        with opening(path):
            return cls._of(_word.Group.load(os.fspath(path)))

    def save(self, path: Pathlike) -> None:
        """Writes the structure to a file (.wreath), which the command line also reads. The file is replaced atomically."""
        with saving(path):
            self._group.save(os.fspath(path))

    @classmethod
    def _of(cls, inner: "_word.Group") -> "Group":
        group = cls.__new__(cls)
        group._group = inner
        return group

    def __reduce__(self) -> Tuple[Any, ...]:
        if not self.verified:
            raise TypeError("a group without a verified structure cannot be pickled")
        with tempfile.TemporaryDirectory() as folder:
            self._group.save(os.path.join(folder, "group.wreath"))
            with open(os.path.join(folder, "group.wreath"), "rb") as file:
                return _unpickled, (file.read(),)

    # --- properties

    @property
    def name(self) -> str:
        """The family or the presentation."""
        return self._group.name

    @property
    def presentation(self) -> str:
        return self._group.presentation

    @property
    def letters(self) -> List[str]:
        """The letters in their order; letter i of packed words is letters[i].

        >>> Group("triangle:2,3,7").letters
        ['a', 'b', 'B']
        """
        return self._group.letters

    @property
    def inverses(self) -> List[int]:
        """The number of each letter's inverse.

        >>> Group("triangle:2,3,7").inverses
        [0, 2, 1]
        """
        return self._group.inverses

    @property
    def verified(self) -> bool:
        """Whether the structure is proven: the axioms were checked on the automata."""
        return self._group.verified

    @property
    def ending(self) -> str:
        """Why the structure is not verified; empty if it is."""
        return self._group.ending

    @property
    def origin(self) -> str:
        """Where the structure comes from: "file", "cache" or "built"."""
        return self._group.origin

    @property
    def order(self) -> Union[int, float]:
        """The number of elements: an int, or math.inf.

        >>> Group("coxeter:5,3,3").order, Group("coxeter:5,3,5").order
        (14400, inf)
        """
        return self._group.order

    @property
    def word_acceptor_states(self) -> int:
        return self._group.word_acceptor_states

    @property
    def general_multiplier_states(self) -> int:
        return self._group.general_multiplier_states

    @property
    def word_differences(self) -> int:
        return self._group.word_differences

    def hyperbolic(self, time: Optional[float] = None) -> Optional[bool]:
        """True if the group is proven to be hyperbolic, None if no proof was found. Raises TimeoutError after ``time`` seconds.

        >>> Group("surface:2").hyperbolic()
        True
        """
        return self._group.hyperbolic(time)

    def __repr__(self) -> str:
        if not self.verified:
            return f"<Group {self.name}: not verified, {self.ending}>"
        return (f"<Group {self.name}: verified, {len(self.letters)} letters, "
                f"{self.word_acceptor_states}-state word acceptor>")

    # --- words

    @overload
    def reduce(self, words: str, *, backend: str = ..., threads: int = ...) -> str: ...
    @overload
    def reduce(self, words: Iterable[str], *, backend: str = ..., threads: int = ...) -> List[str]: ...

    def reduce(self, words, *, backend="auto", threads=0):
        """The normal form of a word, or the list of normal forms of an iterable of words. One call takes millions of words.

        >>> Group("surface:2").reduce("abABcdC")
        'd'
        >>> Group("surface:2").reduce(["aA", "abABcdC"])
        ['1', 'd']
        """
        if isinstance(words, str):
            return self._group.reduce(words, *_how(backend, threads))
        return self._group.reduce_many(_checks.several("words", words, _WORDS), *_how(backend, threads))

    @overload
    def inverse(self, words: str, *, backend: str = ..., threads: int = ...) -> str: ...
    @overload
    def inverse(self, words: Iterable[str], *, backend: str = ..., threads: int = ...) -> List[str]: ...

    def inverse(self, words, *, backend="auto", threads=0):
        """The normal form of the inverse of a word, or of each word of an iterable.

        >>> Group("surface:2").inverse("abc")
        'CBA'
        """
        if isinstance(words, str):
            return self._group.invert_many([words], *_how(backend, threads))[0]
        return self._group.invert_many(_checks.several("words", words, _WORDS), *_how(backend, threads))

    def multiply(self, *words: str, backend: str = "auto", threads: int = 0) -> str:
        """The normal form of the product of words.

        >>> Group("surface:2").multiply("abAB", "c", "d")
        'dc'
        """
        return self._group.product(_checks.texts("words", words), *_how(backend, threads))

    def equal(self, u: str, v: str, *, backend: str = "auto", threads: int = 0) -> bool:
        """Whether two words are the same element.

        >>> Group("surface:2").equal("abABcdCD", "1")
        True
        """
        return (self.reduce(_checks.text("u", u), backend=backend, threads=threads) ==
                self.reduce(_checks.text("v", v), backend=backend, threads=threads))

    def order_of(self, word: str, *, powers: int = 1000, backend: str = "auto", threads: int = 0,
                 time: Optional[float] = None) -> Union[None, int, float]:
        """The order of an element, if it is proven: an int or math.inf. None: no power up to ``powers`` is 1, and no proof of
        infinite order was found. ``explain_order`` returns the proof.

        >>> g = Group("triangle:2,3,7")
        >>> g.order_of("ab"), g.order_of("abaB")
        (7, inf)
        """
        kind, order, _ = self._group.order_of(_checks.text("word", word), _checks.whole("powers", powers),
                                              *_how(backend, threads), time)
        return {"finite": order, "infinite": math.inf, "unknown": None}[kind]

    def explain_order(self, word: str, *, powers: int = 1000) -> str:
        """Why the order of an element is what it is, in a sentence."""
        return self._group.order_of(_checks.text("word", word), _checks.whole("powers", powers), "auto", 0, None)[2]

    # --- packed words: one byte per letter

    def pack(self, words: Iterable[str]) -> Tuple[np.ndarray, np.ndarray]:
        """Words as two arrays: letters (uint8) and offsets (uint64), where word i is letters[offsets[i]:offsets[i+1]].

        >>> letters, offsets = Group("surface:2").pack(["abA", "1", "d"])
        >>> letters.tolist(), offsets.tolist()
        ([0, 2, 1, 6], [0, 3, 3, 4])
        """
        return self._group.pack(words)

    def unpack(self, letters: np.ndarray, offsets: np.ndarray) -> List[str]:
        """The words of two arrays as text."""
        return self._group.unpack(*_packed(letters, offsets))

    def reduce_packed(self, letters: np.ndarray, offsets: np.ndarray, *, backend: str = "auto",
                      threads: int = 0) -> Tuple[np.ndarray, np.ndarray]:
        """The normal forms of packed words, packed. The input is not copied, and may be memory-mapped.

        >>> g = Group("surface:2")
        >>> g.unpack(*g.reduce_packed(*g.pack(["abABcd", "aA"])))
        ['dc', '1']
        """
        return self._group.reduce_packed(*_packed(letters, offsets), *_how(backend, threads))

    def lengths(self, words: Iterable[str]) -> np.ndarray:
        """The number of letters of each word, as it is written."""
        return np.diff(self.pack(words)[1])

    # --- elements

    def ball(self, radius: int) -> List[str]:
        """All elements of length at most ``radius``, in ShortLex order.

        >>> Group("free:1").ball(2)
        ['1', 'a', 'A', 'aa', 'AA']
        """
        return self._group.ball(_checks.whole("radius", radius))

    def cayley_graph(self, radius: int, *, backend: str = "auto", threads: int = 0) -> CayleyGraph:
        """The Cayley graph of a ball."""
        radius = _checks.whole("radius", radius)
        return CayleyGraph(self, radius, *self._group.ball_graph(radius, *_how(backend, threads)))

    def subgroup(self, generators: Iterable[str], *, max_states: int = 1 << 22, max_vertices: int = 1 << 20,
                 time: Optional[float] = None) -> "Subgroup":
        """The subgroup that these words generate, with its coset automatic structure. If a limit is reached first, ``verified`` is
        False, and nothing is claimed.

        >>> h = Group("free:2").subgroup(["a^2", "b", "a*b*A"])
        >>> h
        <Subgroup of free:2: index 2>
        >>> h.coset("ba"), "aab" in h
        ('a', True)
        """
        words = _checks.texts("generators", generators)
        return Subgroup(self, words, self._group.subgroup(words, _checks.whole("max_states", max_states, 1),
                                                          _checks.whole("max_vertices", max_vertices, 1), time))

    def _conjugacy(self, time: Optional[float]) -> "_word.Conjugacy":
        if getattr(self, "_conjugacy_of", None) is None:
            self._conjugacy_of = self._group.conjugacy(time)
        return self._conjugacy_of

    def conjugator(self, u: str, v: str, *, time: Optional[float] = None) -> Optional[str]:
        """A word c with c^-1*u*c = v, or None if the elements are not conjugate. Both answers are proven; the group must be
        hyperbolic, with a proof.

        >>> s2 = Group("surface:2")
        >>> s2.conjugator("abc", "bca"), s2.conjugator("a", "b")
        ('a', None)
        """
        found, word, _ = self._conjugacy(time).decide(_checks.text("u", u), _checks.text("v", v), time)
        return word if found else None

    def shortest_conjugates(self, word: str, *, time: Optional[float] = None) -> List[str]:
        """The shortest elements of the conjugacy class, all of them, in ShortLex order.

        >>> Group("free:2").shortest_conjugates("Babb")
        ['ab', 'ba']
        """
        return self._conjugacy(time).shortest(_checks.text("word", word), time)

    def root(self, word: str, *, time: Optional[float] = None) -> Tuple[str, int]:
        """A word h and the greatest n with h^n = word, for an element of infinite order of a hyperbolic group.

        >>> Group("surface:2").root("(ab)^6")
        ('ab', 6)
        """
        return self._conjugacy(time).root(_checks.text("word", word), time)

    def geodesics(self, word: str, count: int = 20, *, time: Optional[float] = None) -> Tuple[int, List[str]]:
        """The number of shortest words of an element, and the first ``count`` of them in lexicographic order.

        >>> Group("surface:2").geodesics("bABc")
        (2, ['AdcD', 'bABc'])
        """
        return self._group.geodesics(_checks.text("word", word), _checks.whole("count", count), time)

    def automaton(self, kind: str = "wa", *, time: Optional[float] = None) -> Automaton:
        """An automaton of the group: ``wa``, ``gm``, ``gm/x`` for a letter x, ``geodesics`` or ``geodesic-pairs``.

        >>> Group("surface:2").automaton("geodesics")
        <Automaton: 49 states, letters a,A,b,B,c,C,d,D>
        """
        return Automaton._of(self._group.automaton(_checks.text("kind", kind), time))

    def sphere_sizes(self, radius: int, time: Optional[float] = None) -> List[int]:
        """The number of elements of length 0, 1, ..., radius: exact, however large.

        >>> Group("surface:2").sphere_sizes(5)
        [1, 8, 56, 392, 2736, 19096]
        """
        return self._group.sphere_sizes(_checks.whole("radius", radius), time)

    def ball_sizes(self, radius: int, time: Optional[float] = None) -> List[int]:
        """The number of elements of length at most 0, 1, ..., radius."""
        return _sums(self.sphere_sizes(radius, time))

    def growth(self, terms: int = 20, time: Optional[float] = None) -> Growth:
        """The growth series, proven, with the numbers of elements up to length ``terms``. Raises TimeoutError after ``time``
        seconds in total.

        >>> Group("surface:2").growth().series
        '(1+2x+2x^2+2x^3+x^4)/(1-6x-6x^2-6x^3+x^4)'
        """
        begin = monotonic()

        def left() -> Optional[float]:
            return None if time is None else max(0.0, time - (monotonic() - begin))

        spheres = self.sphere_sizes(terms, time)
        lower, upper = self._group.growth_rate(left())
        numerator, denominator, series = self._group.growth_series(left())
        return Growth(series, numerator, denominator, spheres, _sums(spheres), (lower + upper) / 2, (lower, upper))


class Subgroup:
    """A subgroup of a group, by its right cosets; made by ``Group.subgroup`` or ``Subgroup.open``.

    >>> h = Group("triangle:2,3,7").subgroup(["a"])
    >>> h.index, h.order
    (inf, 2)
    >>> h.coset(["abab", "b", "aba"])
    ['bab', 'b', 'ba']
    """

    __array_ufunc__ = None  # arrays do not take it for an entry or a sequence: operators with them raise TypeError

    def __init__(self, group: Group, generators: List[str], inner: "_word.Subgroup") -> None:
        self.group = group
        self.generators = generators
        self._inner = inner

    @classmethod
    def open(cls, group: Pathlike, generators: Optional[Iterable[str]] = None, *, letter_order: Optional[str] = None,
             keep_inverses: bool = False, max_rules: int = 1 << 20, max_length: int = 4096, max_states: int = 1 << 22,
             max_vertices: int = 1 << 20, time: Optional[float] = None, memory: Union[None, int, str] = None,
             cache: bool = True) -> "Subgroup":
        """The subgroup of a group that is named as for ``Group``. Its cosets are enumerated first: if they are not too many, the
        structure of the group is not built before a method needs it, and need not exist; ``group.verified`` is then False.

        Without ``generators`` the group is a file with a coset system in kbmag's form, which has them in it: a letter ``_H``
        stands for the subgroup.

        >>> h = Subgroup.open("<a,b | a^2, b^3, (ab)^7, [a,b]^8>", ["ab"])
        >>> h
        <Subgroup of <a,b | a^2, b^3, (ab)^7, [a,b]^8>: index 1536>
        >>> h.coset("abb"), "abab" in h
        ('b', True)
        """
        text = os.fspath(group)
        words = None if generators is None else ",".join(_checks.texts("generators", generators))
        with opening(text, may_be_text=True):
            inner = _word.Subgroup.open(text, words, _checks.text("letter_order", letter_order or ""), bool(keep_inverses),
                                        _checks.whole("max_rules", max_rules, 1), _checks.whole("max_length", max_length, 1),
                                        _checks.whole("max_states", max_states, 1), _checks.whole("max_vertices", max_vertices, 1),
                                        bool(cache), time, memory)
        return cls(Group._of(inner.group()), inner.generators(), inner)

    @property
    def verified(self) -> bool:
        """Whether the coset structure is proven; otherwise the methods raise ValueError."""
        return self._inner.verified

    @property
    def ending(self) -> str:
        """Why the structure is not verified; empty if it is."""
        return self._inner.ending

    @property
    def coset_acceptor_states(self) -> int:
        """States of the automaton of the least words of cosets."""
        return self._inner.coset_acceptor_states

    @property
    def coset_multiplier_states(self) -> int:
        """States of the coset multiplier."""
        return self._inner.coset_multiplier_states

    @property
    def index(self) -> Union[int, float]:
        """The number of cosets, or math.inf."""
        return self._inner.index()

    @property
    def order(self) -> Union[int, float]:
        """The number of elements, or math.inf."""
        return self._inner.order(None)

    @overload
    def coset(self, words: str) -> str: ...
    @overload
    def coset(self, words: Iterable[str]) -> List[str]: ...

    def coset(self, words: Union[str, Iterable[str]]) -> Union[str, List[str]]:
        """The ShortLex-least word of the coset of a word, or of each of several."""
        if isinstance(words, str):
            return self._inner.cosets([words])[0]
        return self._inner.cosets(_checks.texts("words", words))

    def __contains__(self, word: str) -> bool:
        return self._inner.cosets([_checks.text("word", word)])[0] == "1"

    def transversal(self) -> List[str]:
        """The least words of all cosets, in ShortLex order; the index must be finite."""
        return self._inner.transversal()

    def permutations(self) -> List[np.ndarray]:
        """For each letter of the group the permutation of the cosets, numbered from 0 as in ``transversal``.

        >>> [p.tolist() for p in Group("symmetric:3").subgroup(["a"]).permutations()]
        [[0, 2, 1], [1, 0, 2]]
        """
        return self._inner.permutations()

    def presentation(self, *, time: Optional[float] = None) -> Tuple[str, List[str], List[List[int]]]:
        """A presentation of the subgroup, also of infinite index: its text, its generators x1, x2, ... as words of the group, and
        its relators in 1, 2, ... and their inverses -1, -2, ...

        >>> Group("triangle:2,3,7").subgroup(["a"]).presentation()
        ('<x1 | x1^2>', ['a'], [[1, 1]])
        """
        return self._inner.presentation(time)

    def coset_acceptor(self) -> Automaton:
        """The automaton of the least words of the cosets."""
        return Automaton._of(self._inner.coset_acceptor())

    def coset_multiplier(self) -> Automaton:
        """The pairs of least words (u,v) of cosets with Hux = Hv, labelled with the letters x."""
        return Automaton._of(self._inner.coset_multiplier())

    def word_acceptor(self, *, time: Optional[float] = None) -> Automaton:
        """The automaton of the normal forms that lie in the subgroup."""
        return Automaton._of(self._inner.word_acceptor(time))

    def intersection(self, other: "Subgroup", *, time: Optional[float] = None) -> "Subgroup":
        """The elements of both subgroups.

        >>> f2 = Group("free:2")
        >>> f2.subgroup(["a^2", "b", "abA"]).intersection(f2.subgroup(["a", "b^2", "baB"])).index
        4
        """
        if not isinstance(other, Subgroup):
            raise TypeError(f"other must be a Subgroup, not {type(other).__name__}")
        return Subgroup(self.group, *self._inner.intersect(other._inner, time))

    def schreier_generators(self) -> List[str]:
        """Schreier's generators of the subgroup, as normal forms; the index must be finite."""
        return self._inner.schreier_generators()

    def __repr__(self) -> str:
        if not self.verified:
            return f"<Subgroup of {self.group.name}: not verified, {self.ending}>"
        return f"<Subgroup of {self.group.name}: index {self.index}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("subgroups cannot be pickled: pickle the group and the generators")


class RewritingSystem:
    """The rules of a group, a monoid or a semigroup, made by ``complete``.

    They hold in any case; if they are confluent, words are equal exactly if they reduce to the same word.

    >>> system = complete("monoid<a,b | ab=ba, a^3=a, b^2=1>")
    >>> system.confluent, system.order
    (True, 6)
    >>> system.reduce("bbaba")
    'aab'
    >>> system.normal_forms(4)
    ['1', 'a', 'b', 'aa']
    """

    __array_ufunc__ = None  # arrays do not take it for an entry or a sequence: operators with them raise TypeError

    def __init__(self, inner: "_word.Rules") -> None:
        self._inner = inner

    @property
    def letters(self) -> List[str]:
        """The letters in their order."""
        return self._inner.letters

    @property
    def confluent(self) -> bool:
        """Whether the completion ended: otherwise ``order``, ``normal_forms`` and ``equal`` raise ValueError."""
        return self._inner.confluent

    @property
    def ending(self) -> str:
        """Why the rules are not confluent; empty if they are."""
        return self._inner.ending

    @property
    def rules(self) -> List[Tuple[str, str]]:
        """The rules, the greater side first; those with the shortest left sides first."""
        return self._inner.rules()

    @property
    def order(self) -> Union[int, float]:
        """The number of elements, or math.inf."""
        return self._inner.order()

    @overload
    def reduce(self, words: str) -> str: ...
    @overload
    def reduce(self, words: Iterable[str]) -> List[str]: ...

    def reduce(self, words):
        """A word, or each of several, rewritten until no rule applies."""
        if isinstance(words, str):
            return self._inner.reduce(words)
        return [self._inner.reduce(word) for word in _checks.texts("words", words)]

    def equal(self, u: str, v: str) -> bool:
        """Whether two words are the same element."""
        if not self.confluent:
            raise ValueError(f"the rules are not confluent, so they do not decide equality: {self.ending}")
        return self._inner.reduce(_checks.text("u", u)) == self._inner.reduce(_checks.text("v", v))

    def normal_forms(self, count: int = 20) -> List[str]:
        """The first normal forms, the shortest first."""
        return self._inner.normal_forms(_checks.whole("count", count))

    def __repr__(self) -> str:
        state = "confluent" if self.confluent else f"not confluent, {self.ending}"
        return f"<RewritingSystem of {self._inner.name}: {len(self.rules)} rules, {state}>"


def complete(presentation: Pathlike, *, order: Optional[str] = None, weights: Optional[Sequence[int]] = None,
             letter_order: Optional[str] = None, keep_inverses: bool = False, max_rules: int = 1 << 20, max_length: int = 4096,
             time: Optional[float] = None, memory: Union[None, int, str] = None) -> RewritingSystem:
    """Completes a rewriting system of a group, a monoid ``monoid<a,b | ...>`` or a semigroup ``semigroup<a,b | ...>``.

    order      of words: shortlex, wtlex, recursive, rt_recursive or wreathprod; by default that of kbmag's file, or shortlex
    weights    of the letters, for wtlex, or their levels, for wreathprod

    >>> complete("baumslag-solitar:1,2", order="recursive").confluent
    True
    """
    return RewritingSystem(_word.Rules.complete(os.fspath(presentation), _checks.text("order", order or ""),
                                                [_checks.whole("weights", weight) for weight in weights or []],
                                                _checks.text("letter_order", letter_order or ""), bool(keep_inverses),
                                                _checks.whole("max_rules", max_rules, 1), _checks.whole("max_length", max_length, 1),
                                                time, memory))


def _unpickled(structure: bytes) -> Group:
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "group.wreath"), "wb") as file:
            file.write(structure)
        return Group._of(_word.Group.load(os.path.join(folder, "group.wreath")))


def _make(group: str, may_be_file: bool, letter_order: Optional[str], keep_inverses: bool, max_rules: int, max_length: int,
          max_states: int, cache: bool, time: Optional[float], memory: Union[None, int, str]) -> "_word.Group":
    return _word.Group.make(group, may_be_file, _checks.text("letter_order", letter_order or ""), bool(keep_inverses),
                            _checks.whole("max_rules", max_rules, 1), _checks.whole("max_length", max_length, 1),
                            _checks.whole("max_states", max_states, 1), bool(cache), time, memory)


def _how(backend: str, threads: int) -> Tuple[str, int]:
    return _checks.text("backend", backend), _checks.threads(threads)


def _presentation(generators: Iterable[str], relators: Iterable[str]) -> str:
    generators, relators = _checks.texts("generators", generators), _checks.texts("relators", relators)
    for generator in generators:
        if not re.fullmatch(r"[^\s,<>|]+", generator):
            raise ValueError(f"{generator!r} is not a valid name of a generator: a name has letters and digits only, and each "
                             "name is a separate item of generators")
    return f"<{','.join(generators)} | {', '.join(relators)}>" if relators else f"<{','.join(generators)}>"


def _sums(numbers: List[int]) -> List[int]:
    sums, total = [], 0
    for number in numbers:
        total += number
        sums.append(total)
    return sums


def _packed(letters: np.ndarray, offsets: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    letters, offsets = np.ascontiguousarray(letters), np.ascontiguousarray(offsets)
    if letters.dtype != np.uint8:
        raise ValueError(f"letters must be bytes, not an array of {letters.dtype}: convert them with .astype('uint8')")
    if offsets.dtype == np.int64:
        offsets = offsets.view(np.uint64)
    if offsets.dtype != np.uint64:
        raise ValueError(f"offsets must be 64-bit integers, not an array of {offsets.dtype}: convert them with "
                         ".astype('uint64')")
    return letters.ravel(), offsets.ravel()
