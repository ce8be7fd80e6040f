# SPDX-License-Identifier: MIT
"""Finite automata as a toolbox: ``wreath.word.Automaton``."""
from __future__ import annotations

import sys
from typing import Any, Iterable, List, Optional, Tuple, Union

from wreath import _checks
from wreath._checks import Apart, forwarded
from wreath._files import Pathlike
from wreath._wreath import word as _word

Entry = Union[str, Tuple[str, str]]


class Automaton(Apart):
    """A deterministic automaton over named letters, on one tape (words) or on two (pairs of words, the shorter padded at its end).

    It is read from a file in kbmag's form, or named as ``KIND:GROUP``: ``wa:surface:2`` is the word acceptor, ``gm:`` the general
    multiplier, ``gm/a:`` the pairs (u,v) with u*a = v, ``geodesics:`` and ``geodesic-pairs:`` are those of all geodesics.

    >>> forms, geodesics = Automaton("wa:surface:2"), Automaton("geodesics:surface:2")
    >>> forms <= geodesics, forms == geodesics, (geodesics - forms).words(2)
    (True, False, ['bABc', 'BAdc'])
    >>> geodesics.counts(4)
    [1, 8, 56, 392, 2744]

    ``&``, ``|``, ``-``, ``~`` are intersection, union, difference and complement; ``==`` and ``<=`` compare languages. Results are
    minimal.
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, source: Pathlike) -> None:
        source = _checks.path("source", source)
        try:
            self._inner = _word.Automaton.open(source)
        except FileNotFoundError as error:
            raise FileNotFoundError(f"{error}; automata of groups are KIND:GROUP, where KIND is wa, gm, gm/x for a letter x, geodesics or "
                                    "geodesic-pairs") from None

    @classmethod
    def of_words(cls, letters: Iterable[str], words: Iterable[str]) -> "Automaton":
        """The automaton of these words alone, over these letters.

        >>> Automaton.of_words("ab", ["ab", "ba"]).star().words(4)
        ['1', 'ab', 'ba', 'abab']
        """
        return cls._of(_word.Automaton.of_words(_checks.texts("letters", _checks.several("letters", list(letters) if isinstance(letters, str) else letters)), _checks.texts("words", words)))

    letters: List[str] = forwarded("letters", "The names of the letters, in their order.")
    tapes: int = forwarded("tapes", "1 for words, 2 for pairs of words.")
    states: int = forwarded("states", "The number of states.")
    transitions: int = forwarded("transitions", "The number of transitions.")
    size: Union[int, float] = forwarded("size", "The number of words, or math.inf.")

    def __contains__(self, word: Entry) -> bool:
        if isinstance(word, str):
            return self._inner.accepts(word, None)
        if not isinstance(word, tuple) or len(word) != 2:
            raise TypeError(f"word must be a str, or a pair of them for two tapes, not {_checks.shown(word)}")
        return self._inner.accepts(*_checks.texts("word", word))

    def counts(self, longest: int) -> List[int]:
        """The number of words of length 0, 1, ..., longest; the length of a pair is that of its longer word."""
        return self._inner.counts(_checks.whole("longest", longest))

    def growth(self) -> Tuple[str, Tuple[float, float]]:
        """The generating function of the numbers of words, and proven bounds of the growth rate."""
        series, lower, upper = self._inner.growth()
        return series, (lower, upper)

    def words(self, count: int = 20, *, shortest: int = 0, longest: Optional[int] = None) -> List[Entry]:
        """The first words in ShortLex order, or the first pairs."""
        listed = self._inner.words(_checks.whole("count", count), _checks.whole("shortest", shortest),
                                   sys.maxsize if longest is None else _checks.whole("longest", longest))
        return [self._entry(pair) for pair in listed]

    def _entry(self, pair: Tuple[str, str]) -> Entry:
        return pair[0] if self.tapes == 1 else pair

    def __and__(self, other: "Automaton") -> "Automaton":
        return self._of(self._inner.intersect(_inner("other", other)))

    def __or__(self, other: "Automaton") -> "Automaton":
        return self._of(self._inner.unite(_inner("other", other)))

    def __sub__(self, other: "Automaton") -> "Automaton":
        return self._of(self._inner.subtract(_inner("other", other)))

    def __invert__(self) -> "Automaton":
        return self._of(self._inner.complement())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Automaton):
            return NotImplemented
        if (self.tapes, self.letters) != (other.tapes, other.letters):
            return False
        return self.first_difference(other) is None

    def __le__(self, other: "Automaton") -> bool:
        return self._inner.first_outside(_inner("other", other)) is None

    def first_difference(self, other: "Automaton") -> Optional[Entry]:
        """The first word that one of them accepts and the other does not; None if the languages are equal."""
        found = self._inner.first_difference(_inner("other", other))
        return None if found is None else self._entry(found)

    def concatenate(self, other: "Automaton") -> "Automaton":
        """The words uv with u of this and v of the other (one tape)."""
        return self._of(self._inner.concatenate(_inner("other", other)))

    def star(self) -> "Automaton":
        """The products of any number of words (one tape)."""
        return self._of(self._inner.star())

    def reverse(self) -> "Automaton":
        """The words read backwards (one tape)."""
        return self._of(self._inner.reverse())

    def exists(self, tape: int = 1) -> "Automaton":
        """The words on this tape of the pairs (two tapes)."""
        return self._of(self._inner.exists(_checks.whole("tape", tape)))

    def swap(self) -> "Automaton":
        """The pairs (v,u) for the pairs (u,v) (two tapes)."""
        return self._of(self._inner.swap())

    def compose(self, other: "Automaton") -> "Automaton":
        """The pairs (u,w) with (u,v) in this and (v,w) in the other for some v (two tapes).

        >>> a, A = Automaton("gm/a:free:2"), Automaton("gm/A:free:2")
        >>> a.compose(A) == Automaton("wa:free:2").diagonal()
        True
        """
        return self._of(self._inner.compose(_inner("other", other)))

    def diagonal(self) -> "Automaton":
        """The pairs (w,w) of the words (one tape)."""
        return self._of(self._inner.diagonal())

    def minimise(self, *, labels: bool = False) -> "Automaton":
        """The smallest automaton of the language; with ``labels``, the smallest that keeps labels apart."""
        return self._of(self._inner.minimise(_checks.flag("labels", labels)))

    def with_label(self, label: str) -> "Automaton":
        """What is accepted with this label, as the pairs of a letter in a general multiplier."""
        return self._of(self._inner.with_label(_checks.text("label", label)))

    def dot(self) -> str:
        """A picture in Graphviz's language, up to 2000 states."""
        return self._inner.dot()

    def save(self, path: Pathlike) -> None:
        """Writes kbmag's form, or a picture if the name ends in .dot."""
        self._inner.save(_checks.path("path", path))

    def __repr__(self) -> str:
        tapes = "" if self.tapes == 1 else " on two tapes"
        return f"<Automaton{tapes}: {_checks.plural(self.states, 'state')}, letters {','.join(self.letters)}>"

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("automata cannot be pickled: save them to a file")


def _inner(name: str, automaton: Automaton) -> Any:
    if not isinstance(automaton, Automaton):
        raise TypeError(f"{name} must be an Automaton, not {type(automaton).__name__}")
    return automaton._inner
