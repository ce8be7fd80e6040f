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

import itertools
import math
import os
import re
import tempfile
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union, overload

import numpy as np
from numpy.typing import NDArray

from wreath import _ball_picture, _checks
from wreath._automata import Automaton
from wreath._files import Pathlike
from wreath._checks import Apart, forwarded
from wreath._result import Result, read
from wreath._wreath import word as _word

__all__ = ["Automaton", "CayleyGraph", "Group", "Result", "RewritingSystem", "Subgroup", "WordProblem", "complete", "families"]


def __dir__() -> List[str]:
    return __all__


_WORDS = "a str or an iterable of str"


def families() -> List[Tuple[str, str]]:
    """The built-in groups and families of groups, each with a short description.

    >>> dict(families())["free:n"]
    'free group of rank n'
    """
    return _word.families()


class CayleyGraph(Apart):
    """The elements of a ball and the products inside it. A notebook shows it as a picture.

    >>> graph = Group("triangle:2,3,7").cayley_graph(2)
    >>> graph
    <CayleyGraph of triangle:2,3,7: 8 elements, 18 edges, radius 2>
    >>> graph.vertices
    ['1', 'a', 'b', 'B', 'ab', 'aB', 'ba', 'Ba']
    >>> graph.edges[:4].tolist()
    [[0, 0, 1], [0, 1, 2], [0, 2, 3], [1, 0, 0]]
    """

    def __init__(self, group: "Group", radius: int, vertices: List[str], edges: NDArray[Any]) -> None:
        self.group = group
        self.radius = radius
        self.vertices = vertices
        """The elements as normal forms, in ShortLex order."""
        self.edges = edges
        """Rows (element, letter, element * letter) of numbers; every edge is listed in both directions."""

    @property
    def letters(self) -> List[str]:
        """The letters of the group, by whose numbers edges are labelled."""
        return self.group.letters

    def __len__(self) -> int:
        return len(self.vertices)

    def __iter__(self) -> Iterator[str]:
        """The elements as normal forms, in ShortLex order."""
        return iter(self.vertices)

    def __repr__(self) -> str:
        return (f"<CayleyGraph of {self.group.name}: {len(self.vertices)} elements, {len(self.edges)} edges, "
                f"radius {self.radius}>")

    def svg(self, size: int = 640) -> str:
        """The graph as an SVG picture: the identity in the middle, one circle per length, one colour per generator.

        Raises ValueError for more than 3000 elements.
        """
        return _ball_picture.draw(self.vertices, self.edges, self.group.letters, self.group.inverses,
                                  self.group.lengths(self.vertices), _checks.whole("size", size, 1, 2**16))

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


class Group(Apart):
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

    def __init__(self, group: Pathlike, *, letter_order: Optional[str] = None, keep_inverses: bool = False,
                 max_rules: int = 1 << 20, max_length: int = 4096, max_states: int = 1 << 24, time: Optional[float] = None,
                 memory: Union[None, int, str] = None, cache: bool = True) -> None:
        text = _checks.path("group", group)
        self._inner = _word.Group.make(text, True, _options(letter_order, keep_inverses, max_rules, max_length, max_states, cache),
                                       (time, memory))

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
        if generators is not None:
            presentation = _presentation(generators, relators)
        return cls._of(_word.Group.make(_checks.text("presentation", presentation), False,
                                        _options(letter_order, keep_inverses, max_rules, max_length, max_states, cache), (time, memory)))

    @classmethod
    def load(cls, path: Pathlike) -> "Group":
        """Reads a structure from a file written by ``save`` or ``wreath word build``."""
        return cls._of(_word.Group.load(_checks.path("path", path)))

    def save(self, path: Pathlike) -> None:
        """Writes the structure to a file (.wreath), which the command line also reads. The file is replaced atomically."""
        self._inner.save(_checks.path("path", path))

    def __reduce__(self) -> Tuple[Any, ...]:
        if not self.verified:
            raise TypeError("a group without a verified structure cannot be pickled")
        with tempfile.TemporaryDirectory() as folder:
            self._inner.save(os.path.join(folder, "group.wreath"))
            with open(os.path.join(folder, "group.wreath"), "rb") as file:
                return _unpickled, (file.read(),)

    # --- properties

    name: str = forwarded("name", "The family or the presentation.")
    presentation: str = forwarded("presentation", "The presentation, as text.")
    letters: List[str] = forwarded("letters", """The letters in their order; letter i of packed words is letters[i].

        >>> Group("triangle:2,3,7").letters
        ['a', 'b', 'B']
        """)

    inverses: List[int] = forwarded("inverses", """The number of each letter's inverse.

        >>> Group("triangle:2,3,7").inverses
        [0, 2, 1]
        """)

    verified: bool = forwarded("verified", "Whether the structure is proven: the axioms were checked on the automata.")
    ending: str = forwarded("ending", "Why the structure is not verified; empty if it is.")
    origin: str = forwarded("origin", 'Where the structure comes from: "file", "cache" or "built".')
    order: Union[int, float] = forwarded("order", """The number of elements: an int, or math.inf.

        >>> Group("coxeter:5,3,3").order, Group("coxeter:5,3,5").order
        (14400, inf)
        """)

    word_acceptor_states: int = forwarded("word_acceptor_states", "States of the automaton of all normal forms.")
    general_multiplier_states: int = forwarded("general_multiplier_states", "States of the general multiplier.")
    word_differences: int = forwarded("word_differences", "The number of word differences of the multipliers.")

    def hyperbolic(self, time: Optional[float] = None) -> Optional[bool]:
        """Whether the group is hyperbolic, None if neither was proven. Raises TimeoutError after ``time`` seconds.

        >>> Group("surface:2").hyperbolic()
        True
        """
        return self._inner.hyperbolic(time)

    def __repr__(self) -> str:
        if not self.verified:
            return f"<Group {self.name}: not verified, {self.ending}>"
        return (f"<Group {self.name}: verified, {len(self.letters)} letters, "
                f"{self.word_acceptor_states}-state word acceptor>")

    # --- words

    @overload
    def reduce(self, words: str, *, backend: str = ..., threads: int = ...) -> str: ...  # type: ignore[misc]
    @overload
    def reduce(self, words: Iterable[str], *, backend: str = ..., threads: int = ...) -> List[str]: ...

    def reduce(self, words: Any, *, backend: str = "auto", threads: int = 0) -> Any:
        """The normal form of a word, or the list of normal forms of an iterable of words. One call takes millions of words.

        >>> Group("surface:2").reduce("abABcdC")
        'd'
        >>> Group("surface:2").reduce(["aA", "abABcdC"])
        ['1', 'd']
        """
        if isinstance(words, str):
            return self._inner.reduce(words, _how(backend, threads))
        return self._inner.reduce_many(_checks.several("words", words, _WORDS), _how(backend, threads))

    @overload
    def inverse(self, words: str, *, backend: str = ..., threads: int = ...) -> str: ...  # type: ignore[misc]
    @overload
    def inverse(self, words: Iterable[str], *, backend: str = ..., threads: int = ...) -> List[str]: ...

    def inverse(self, words: Any, *, backend: str = "auto", threads: int = 0) -> Any:
        """The normal form of the inverse of a word, or of each word of an iterable.

        >>> Group("surface:2").inverse("abc")
        'CBA'
        """
        if isinstance(words, str):
            return self._inner.invert_many([words], _how(backend, threads))[0]
        return self._inner.invert_many(_checks.several("words", words, _WORDS), _how(backend, threads))

    def multiply(self, *words: str, backend: str = "auto", threads: int = 0) -> str:
        """The normal form of the product of words.

        >>> Group("surface:2").multiply("abAB", "c", "d")
        'dc'
        """
        return self._inner.product(_checks.texts("words", words), _how(backend, threads))

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
        kind, order, _ = self._inner.order_of(_checks.text("word", word), _checks.whole("powers", powers),
                                              _how(backend, threads), time)
        return {"finite": order, "infinite": math.inf, "unknown": None}[kind]

    def explain_order(self, word: str, *, powers: int = 1000) -> str:
        """Why the order of an element is what it is, in a sentence."""
        return self._inner.order_of(_checks.text("word", word), _checks.whole("powers", powers), ("auto", 0), None)[2]

    # --- packed words: one byte per letter

    def pack(self, words: Iterable[str]) -> Tuple[NDArray[Any], NDArray[Any]]:
        """Words as two arrays: letters (uint8) and offsets (uint64), where word i is letters[offsets[i]:offsets[i+1]].

        >>> letters, offsets = Group("surface:2").pack(["abA", "1", "d"])
        >>> letters.tolist(), offsets.tolist()
        ([0, 2, 1, 6], [0, 3, 3, 4])
        """
        return self._inner.pack(_checks.several("words", words))

    def unpack(self, letters: NDArray[Any], offsets: NDArray[Any]) -> List[str]:
        """The words of two arrays as text."""
        return self._inner.unpack(*_packed(letters, offsets))

    def reduce_packed(self, letters: NDArray[Any], offsets: NDArray[Any], *, backend: str = "auto",
                      threads: int = 0) -> Tuple[NDArray[Any], NDArray[Any]]:
        """The normal forms of packed words, packed. The input is not copied, and may be memory-mapped.

        >>> g = Group("surface:2")
        >>> g.unpack(*g.reduce_packed(*g.pack(["abABcd", "aA"])))
        ['dc', '1']
        """
        return self._inner.reduce_packed(*_packed(letters, offsets), _how(backend, threads))

    def lengths(self, words: Iterable[str]) -> NDArray[Any]:
        """The number of letters of each word, as it is written."""
        return np.diff(self.pack(words)[1])

    # --- elements

    def __len__(self) -> int:
        """The order, if it is at most sys.maxsize, as Python requires of it."""
        return _checks.length(self.order)

    def __bool__(self) -> bool:
        return True

    __contains__ = None  # every word is an element, but few are normal forms, which iteration gives

    def __iter__(self) -> Iterator[str]:
        """The normal forms of all elements, in ShortLex order: of infinitely many, if the group is infinite.

        >>> list(itertools.islice(Group("free:1"), 4)), list(Group("symmetric:3"))
        (['1', 'a', 'A', 'aa'], ['1', 'a', 'b', 'ab', 'ba', 'aba'])
        """
        known = 0
        for radius in itertools.count():
            words = self.ball(radius)
            if len(words) == known:
                return
            yield from words[known:]
            known = len(words)

    def ball(self, radius: int) -> List[str]:
        """All elements of length at most ``radius``, in ShortLex order.

        >>> Group("free:1").ball(2)
        ['1', 'a', 'A', 'aa', 'AA']
        """
        return self._inner.ball(_checks.whole("radius", radius))

    def cayley_graph(self, radius: int, *, backend: str = "auto", threads: int = 0) -> CayleyGraph:
        """The Cayley graph of a ball."""
        radius = _checks.whole("radius", radius)
        return CayleyGraph(self, radius, *self._inner.ball_graph(radius, _how(backend, threads)))

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
        return Subgroup(self, words, self._inner.subgroup(words, _checks.whole("max_states", max_states, 1),
                                                          _checks.whole("max_vertices", max_vertices, 1), time))

    def _conjugacy(self, time: Optional[float]) -> "_word.Conjugacy":
        if getattr(self, "_conjugacy_of", None) is None:
            self._conjugacy_of = self._inner.conjugacy(time)
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
        return self._inner.geodesics(_checks.text("word", word), _checks.whole("count", count), time)

    def automaton(self, kind: str = "wa", *, time: Optional[float] = None) -> Automaton:
        """An automaton of the group: ``wa``, ``gm``, ``gm/x`` for a letter x, ``geodesics`` or ``geodesic-pairs``.

        >>> Group("surface:2").automaton("geodesics")
        <Automaton: 49 states, letters a,A,b,B,c,C,d,D>
        """
        return Automaton._of(self._inner.automaton(_checks.text("kind", kind), time))

    def sphere_sizes(self, radius: int, time: Optional[float] = None) -> List[int]:
        """The number of elements of length 0, 1, ..., radius: exact, however large.

        >>> Group("surface:2").sphere_sizes(5)
        [1, 8, 56, 392, 2736, 19096]
        """
        return self._inner.sphere_sizes(_checks.whole("radius", radius), time)

    def ball_sizes(self, radius: int, time: Optional[float] = None) -> List[int]:
        """The number of elements of length at most 0, 1, ..., radius."""
        return list(itertools.accumulate(self.sphere_sizes(radius, time)))

    def growth(self, terms: int = 20, time: Optional[float] = None) -> Result:
        """The growth ``series``, proven: a rational function, whose ``numerator`` and ``denominator`` are lists of coefficients, the
        constant term first; the number of elements of length 0, 1, ..., ``terms`` (``spheres``), and of at most these lengths (``balls``); and the
        ``rate``, the limit of the n-th root of the n-th sphere, with proven ``rate_bounds``. Raises TimeoutError after ``time`` seconds in total.

        >>> growth = Group("free:2").growth(3)
        >>> growth.series, growth.numerator, growth.denominator
        ('(1+x)/(1-3x)', [1, 1], [1, -3])
        >>> growth.spheres, growth.balls, growth.rate
        ([1, 4, 12, 36], [1, 5, 17, 53], 3.0)
        """
        return read(self._inner.growth(_checks.whole("terms", terms), time))


class Subgroup(Apart):
    """A subgroup of a group, by its right cosets; made by ``Group.subgroup`` or ``Subgroup.open``.

    >>> h = Group("triangle:2,3,7").subgroup(["a"])
    >>> h.index, h.order
    (inf, 2)
    >>> h.coset(["abab", "b", "aba"])
    ['bab', 'b', 'ba']
    """

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
        text = _checks.path("group", group)
        words = None if generators is None else ",".join(_checks.texts("generators", generators))
        inner = _word.Subgroup.open(text, words, _options(letter_order, keep_inverses, max_rules, max_length, max_states, cache),
                                    _checks.whole("max_vertices", max_vertices, 1), (time, memory))
        return cls(Group._of(inner.group()), inner.generators(), inner)

    verified: bool = forwarded("verified", "Whether the coset structure is proven; otherwise the methods raise ValueError.")
    ending: str = forwarded("ending", "Why the structure is not verified; empty if it is.")
    coset_acceptor_states: int = forwarded("coset_acceptor_states", "States of the automaton of the least words of cosets.")
    coset_multiplier_states: int = forwarded("coset_multiplier_states", "States of the coset multiplier.")
    index: Union[int, float] = forwarded("index", "The number of cosets, or math.inf.")

    @property
    def order(self) -> Union[int, float]:
        """The number of elements, or math.inf."""
        return self._inner.order(None)

    @overload
    def coset(self, words: str) -> str: ...  # type: ignore[misc]
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

    def permutations(self) -> List[NDArray[Any]]:
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


class RewritingSystem(Apart):
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

    def __init__(self, inner: "_word.Rules") -> None:
        self._inner = inner

    letters: List[str] = forwarded("letters", "The letters in their order.")
    confluent: bool = forwarded("confluent",
                                "Whether the completion ended: otherwise ``order``, ``normal_forms`` and ``equal`` raise ValueError.")

    ending: str = forwarded("ending", "Why the rules are not confluent; empty if they are.")
    rules: List[Tuple[str, str]] = forwarded("rules",
                                             "The rules, the greater side first; those with the shortest left sides first.")

    order: Union[int, float] = forwarded("order", "The number of elements, or math.inf.")

    @overload
    def reduce(self, words: str) -> str: ...  # type: ignore[misc]
    @overload
    def reduce(self, words: Iterable[str]) -> List[str]: ...

    def reduce(self, words: Any) -> Any:
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


class WordProblem(Apart):
    """Questions about the elements of a group that may have no automatic structure, or, for ``equal`` and ``normal_form``, of a
    monoid. Cheap proofs are tried first, then the structure is built.

    Methods raise TimeoutError after ``time`` seconds, and ValueError if nothing is proven within the limits. ``proof`` is why the last
    answer is true, in a sentence.

    >>> braids = WordProblem("braid:4")
    >>> braids.equal("aba", "bab"), braids.equal("a", "ab"), braids.order_of("a")
    (True, False, inf)
    >>> braids.proof
    'its image in the abelianised group has infinite order'
    >>> WordProblem("symmetric:6").conjugator("a", "b")
    'ba'
    >>> braids.contains(["a", "b"], "c")
    False
    >>> WordProblem("monoid<a,b | ab=ba, a^3=a>").normal_form("baa")
    'aab'
    """

    def __init__(self, group: Pathlike, *, letter_order: Optional[str] = None, keep_inverses: bool = False,
                 max_rules: int = 1 << 20, max_length: int = 4096, max_states: int = 1 << 24, cache: bool = True) -> None:
        self._inner = _word.WordProblem.open(_checks.path("group", group), _options(letter_order, keep_inverses, max_rules, max_length,
                                                                                    max_states, cache))
        self.proof: str = ""

    name: str = forwarded("name", "The family or the presentation.")

    def equal(self, u: str, v: str, *, time: Optional[float] = None) -> bool:
        """Whether two words are the same element."""
        answer, self.proof = self._inner.equal(_checks.text("u", u), _checks.text("v", v), (time, None))
        return answer

    def order_of(self, word: str, *, powers: int = 1000, time: Optional[float] = None) -> Union[None, int, float]:
        """The order of an element, if it is proven: an int or math.inf; None if it is not, and ``proof`` is the reason."""
        kind, order, self.proof = self._inner.order_of(_checks.text("word", word), _checks.whole("powers", powers), (time, None))
        return {"finite": order, "infinite": math.inf, "unknown": None}[kind]

    def conjugator(self, u: str, v: str, *, time: Optional[float] = None) -> Optional[str]:
        """A word c with c^-1*u*c = v, or None if the elements are not conjugate. Both answers are proven."""
        found, word, self.proof = self._inner.conjugate(_checks.text("u", u), _checks.text("v", v), (time, None))
        return word if found else None

    def contains(self, generators: Iterable[str], word: str, *, time: Optional[float] = None) -> bool:
        """Whether an element is in the subgroup that these words generate."""
        answer, self.proof = self._inner.contains(",".join(_checks.texts("generators", generators)), _checks.text("word", word),
                                                  (time, None))
        return answer

    def normal_form(self, word: str, *, time: Optional[float] = None) -> str:
        """The normal form of an element: ShortLex, or that of a recognised group or of confluent rules."""
        return self._inner.normal_form(_checks.text("word", word), (time, None))

    def __repr__(self) -> str:
        return f"<WordProblem of {self.name}>"


def complete(presentation: Pathlike, *, order: Optional[str] = None, weights: Optional[Sequence[int]] = None,
             letter_order: Optional[str] = None, keep_inverses: bool = False, max_rules: int = 1 << 20, max_length: int = 4096,
             time: Optional[float] = None, memory: Union[None, int, str] = None) -> RewritingSystem:
    """Completes a rewriting system of a group, a monoid ``monoid<a,b | ...>`` or a semigroup ``semigroup<a,b | ...>``.

    order      of words: shortlex, wtlex, recursive, rt_recursive or wreathprod; by default that of kbmag's file, or shortlex
    weights    of the letters, for wtlex, or their levels, for wreathprod

    >>> complete("baumslag-solitar:1,2", order="recursive").confluent
    True
    """
    presentation = _checks.path("presentation", presentation)
    numbers = [] if weights is None else _checks.points("weights", weights)
    if numbers and order not in ("wtlex", "wreathprod") and (order is not None or not os.path.exists(presentation)):
        raise ValueError('weights are for order="wtlex" and order="wreathprod"')
    return RewritingSystem(_word.Rules.complete(presentation, _checks.optional_text("order", order),
                                                numbers,
                                                _options(letter_order, keep_inverses, max_rules, max_length), (time, memory)))


def _unpickled(structure: bytes) -> Group:
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "group.wreath"), "wb") as file:
            file.write(structure)
        return Group._of(_word.Group.load(os.path.join(folder, "group.wreath")))


def _options(letter_order: Optional[str], keep_inverses: bool, max_rules: int, max_length: int, max_states: int = 1 << 24,
             cache: bool = False) -> Dict[str, Any]:
    return dict(letter_order=_checks.optional_text("letter_order", letter_order), keep_inverses=_checks.flag("keep_inverses", keep_inverses),
                max_rules=_checks.whole("max_rules", max_rules, 1), max_length=_checks.whole("max_length", max_length, 1),
                max_states=_checks.whole("max_states", max_states, 1), cache=_checks.flag("cache", cache))


def _how(backend: str, threads: int) -> Tuple[str, int]:
    return _checks.text("backend", backend), _checks.threads(threads)


def _presentation(generators: Iterable[str], relators: Iterable[str]) -> str:
    generators, relators = _checks.texts("generators", generators), _checks.texts("relators", relators)
    for generator in generators:
        if not re.fullmatch(r"[^\s,<>|]+", generator):
            raise ValueError(f"{generator!r} is not a valid name of a generator: a name has letters and digits only, and each "
                             "name is a separate item of generators")
    return f"<{','.join(generators)} | {', '.join(relators)}>" if relators else f"<{','.join(generators)}>"


def _packed(letters: Any, offsets: Any) -> Tuple[NDArray[Any], NDArray[Any]]:
    letters, offsets = np.ascontiguousarray(letters), np.ascontiguousarray(offsets)
    if letters.dtype != np.uint8:
        raise TypeError(f"letters must be bytes, not an array of {letters.dtype}: convert them with .astype('uint8')")
    if offsets.dtype not in (np.int64, np.uint64):
        raise TypeError(f"offsets must be 64-bit integers, not an array of {offsets.dtype}: convert them with .astype('uint64')")
    return letters.ravel(), offsets.view(np.uint64).ravel()
