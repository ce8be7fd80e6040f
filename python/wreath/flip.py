# SPDX-License-Identifier: MIT
"""Matrix multiplication schemes, and the search for ones of low rank in their flip graph.

A scheme of shape n x m x p and rank R multiplies an n x m by an m x p matrix with R products: summand r is three matrices u[r]
(n x m), v[r] (m x p) and w[r] (p x n), and the sum over r of u[r] (x) v[r] (x) w[r] is the tensor of matrix multiplication.

>>> from wreath import flip
>>> found = flip.search("2x2x2", target=7, seed=1)
>>> found.scheme
<Scheme 2x2x2: rank 7, valid over F2>
>>> found.scheme.lift()
<Scheme 2x2x2: rank 7, valid over Z with coefficients -1, 0, 1>
"""
from __future__ import annotations

import os
import warnings
from fractions import Fraction
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

import numpy as np
from numpy.typing import NDArray

from wreath import _checks, _scheme_picture
from wreath._files import Pathlike
from wreath._checks import Apart, forwarded
from wreath._result import Result, read
from wreath._wreath import flip as _flip

__all__ = ["Path", "Result", "Scheme", "Search",
           "automorphisms", "blocks", "convert", "equivalence", "extend", "hunt", "hunt_status", "lift", "merge", "path",
           "permute", "product", "project", "records", "search", "standard"]


def __dir__() -> List[str]:
    return __all__

Shape = Union[str, Tuple[int, int, int]]

_RINGS = {None: "not verified", "F2": "valid over F2", "F3": "valid over F3", "ZT": "valid over Z with coefficients -1, 0, 1", "Z": "valid over Z",
          "Q": "valid over Q"}


def _shape_text(shape: Optional[Shape], name: str = "shape") -> str:
    """Empty for None."""
    if shape is None or isinstance(shape, str):
        return shape or ""
    sides = _checks.several(name, shape, 'a text such as "3x3x3" or three numbers')
    return "x".join(str(_checks.whole(name, side)) for side in sides)


def _shape(shape: Shape, name: str = "shape") -> str:
    if shape is None:
        raise TypeError(f'{name} must be a text such as "3x3x3" or three numbers, not None')
    return _shape_text(shape, name)


class Scheme(Apart):
    """A scheme, read from a file (.json, .txt, .exp, .npy), or the standard scheme of a shape such as "3x3x3".

    >>> Scheme("2x3x2")
    <Scheme 2x3x2: rank 12, valid over Z with coefficients -1, 0, 1>

    ``c_transposed=False`` reads files that hold the third factor as n x p; ``shape`` is for .npy files whose shape is
    ambiguous. The scheme is verified: ValueError names the first wrong entry.
    """

    def __init__(self, source: Pathlike, *, format: Optional[str] = None, c_transposed: bool = True,
                 shape: Optional[Shape] = None, verify: bool = True) -> None:
        name = _checks.path("source", source)
        options = (_checks.optional_text("format", format), _checks.flag("c_transposed", c_transposed), _shape_text(shape),
                   _checks.flag("verify", verify))
        if not os.path.exists(name):
            try:
                self._inner = _flip.standard(name)
                return
            except ValueError:
                pass  # it was meant as a file
        self._inner = _flip.Scheme.load(name, *options)

    @classmethod
    def from_arrays(cls, u: Any, v: Any, w: Any, *, shape: Optional[Shape] = None, verify: bool = True) -> "Scheme":
        """The scheme with these factors: arrays R x n x m, R x m x p and R x p x n of integers or Fractions; with ``shape`` they
        may also be R x (n*m), R x (m*p) and R x (p*n). It is verified, over Q or else modulo 2, unless ``verify`` is False.

        >>> strassen = Scheme.from_arrays(
        ...     u=[[[1,0],[0,1]], [[0,0],[1,1]], [[1,0],[0,0]], [[0,0],[0,1]], [[1,1],[0,0]], [[-1,0],[1,0]], [[0,1],[0,-1]]],
        ...     v=[[[1,0],[0,1]], [[1,0],[0,0]], [[0,1],[0,-1]], [[-1,0],[1,0]], [[0,0],[0,1]], [[1,1],[0,0]], [[0,0],[1,1]]],
        ...     w=[[[1,0],[0,1]], [[0,1],[0,-1]], [[0,0],[1,1]], [[1,1],[0,0]], [[-1,0],[1,0]], [[0,0],[0,1]], [[1,0],[0,0]]])
        >>> strassen
        <Scheme 2x2x2: rank 7, valid over Z with coefficients -1, 0, 1>
        """
        verify = _checks.flag("verify", verify)
        factors = [_checks.array_of(name, factor, "buiO", "integers or Fractions") for name, factor in (("u", u), ("v", v), ("w", w))]
        if any(factor.ndim < 2 or factor.size == 0 for factor in factors):
            raise ValueError("a scheme needs at least one summand, and factors of shape R x n x m: these have shapes "
                             f"{' and '.join(str(factor.shape) for factor in factors)}")
        if shape is None:
            if any(factor.ndim != 3 for factor in factors):
                raise ValueError("factors without shape= must have three dimensions: R x n x m, R x m x p and R x p x n")
            shape = (factors[0].shape[1], factors[0].shape[2], factors[1].shape[2])
            if factors[1].shape[1] != shape[1] or factors[2].shape[1:] != (shape[2], shape[0]):
                raise ValueError(f"factors of {' and '.join('x'.join(map(str, f.shape[1:])) for f in factors)} do not match: "
                                 "they must be n x m, m x p and p x n")
        split = [_numerators(factor.reshape(len(factor), -1)) for factor in factors]
        inner = _flip.Scheme.from_arrays(_shape(shape), [s[0] for s in split], [s[1] for s in split])
        return cls._of(inner.verified("") if verify else inner)

    # --- what it is

    shape: Union[Tuple[int, int, int], str] = forwarded(
        "shape", "(n, m, p): it multiplies an n x m by an m x p matrix; of another tensor its name, such as 'gt:4'.")
    rank: int = forwarded("rank", "The number of summands, which is the number of products.")
    ring: Optional[str] = forwarded("ring", 'Where it was verified: "F2", "ZT" (Z with coefficients -1, 0, 1), "Z" or "Q"; None if not.')

    @property
    def nonzeros(self) -> int:
        """The number of coefficients that are not 0."""
        return self._inner.cost[0]

    @property
    def additions(self) -> int:
        """The number of additions to apply it, without sharing common sums."""
        return self._inner.cost[1]

    @property
    def u(self) -> NDArray[Any]:
        """The first factors, R x n x m: int64, or Fractions if some are not integers.

        >>> standard("1x2x1").u.tolist()
        [[[1, 0]], [[0, 1]]]
        """
        return self._factors(0)

    v: NDArray[Any] = property(lambda self: self._factors(1), doc="The second factors, R x m x p.")  # type: ignore[assignment]
    w: NDArray[Any] = property(lambda self: self._factors(2), doc="The third factors, R x p x n.")  # type: ignore[assignment]

    def _factors(self, position: int) -> NDArray[Any]:
        numerators, denominators = self._inner.factors(position)
        if isinstance(self.shape, str):  # another tensor: its factors are vectors
            sides: Tuple[int, ...] = (numerators.shape[1],)
        else:
            n, m, p = self.shape
            sides = [(n, m), (m, p), (p, n)][position]
        if (denominators == 1).all():
            return numerators.reshape(-1, *sides)
        fractions = [Fraction(int(a), int(b)) for a, b in zip(numerators.ravel(), denominators.ravel())]
        return np.array(fractions, dtype=object).reshape(-1, *sides)

    def __eq__(self, other: object) -> bool:
        """The same summands in the same order; compare sorted() schemes if the order does not matter."""
        return isinstance(other, Scheme) and self._inner.equals(other._inner)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Tuple[Any, ...]:
        return _unpickled, (self.shape, self.u, self.v, self.w, self.ring)

    def __repr__(self) -> str:
        return f"<Scheme {_shape_text(self.shape)}: rank {self.rank}, {_RINGS[self.ring]}>"

    def svg(self, columns: int = 6) -> str:
        """The summands as coloured matrices: blue for 1, orange for -1, pink for other numbers."""
        return _scheme_picture.draw(self.u, self.v, self.w, _checks.whole("columns", columns, 1))

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- what can be done with it

    def verify(self, ring: Optional[str] = None) -> str:
        """Verifies the scheme: returns the ring, or raises ValueError that names the first wrong entry. With a ``ring`` ("F2",
        "F3", "ZT", "Z", "Q") it must be valid over that ring.

        >>> standard("3x3x3").verify()
        'ZT'
        """
        checked = self._inner.verified(_checks.optional_text("ring", ring))
        if ring is None:
            self._inner = checked
        return checked.ring

    def sorted(self) -> "Scheme":
        """Over F2, with the summands in ascending order: schemes that differ in their order become the same."""
        return Scheme._of(self._inner.sorted())

    def lift(self, *, seed: Optional[int] = None, tries: int = 8, threads: int = 0,
             time: Optional[float] = None) -> Optional["Scheme"]:
        """From F2 to the integers or fractions, verified there; None if no lift was found: flip.lift() gives the reason."""
        return lift(self, seed=seed, tries=tries, threads=threads, time=time).scheme

    def simplify(self, *, seed: Optional[int] = None, walks: int = 0, rounds: int = 20, threads: int = 0,
                 time: Optional[float] = None) -> "Scheme":
        """The scheme over Z with smaller coefficients, -1, 0 and 1 if that is found, by flips and changes of basis; verified. It
        ends after ``rounds`` of each walk (0: only when all coefficients are small), or after ``time`` seconds. Coefficients may be up
        to 1000 in absolute value; lift a scheme over F2 first."""
        return Scheme._of(self._inner.simplify(
            _checks.seed(seed), _checks.whole("walks", walks, most=2**20), _checks.whole("rounds", rounds, most=2**32 - 1),
            _checks.threads(threads), time))

    def save(self, path: Pathlike, *, format: Optional[str] = None, c_transposed: bool = True) -> None:
        """Writes it in the format of the name's ending: .json, .txt, .exp or .npy. The file appears whole or not at all."""
        self._inner.save(_checks.path("path", path), _checks.optional_text("format", format), _checks.flag("c_transposed", c_transposed))

    def multiply(self, a: Any, b: Any, *, modulo: Optional[int] = None) -> NDArray[Any]:
        """The product of two matrices by the scheme itself, of numbers or (with more dimensions) of blocks. A scheme that is valid
        over F2 only gives the product modulo 2, and requires ``modulo=2``; one that is valid over F3 only requires ``modulo=3``.
        It computes in the type of the arrays. If that has 64 bits or fewer, sums and products may overflow silently, as
        in numpy: give arrays of dtype=object for integers of any size.

        >>> standard("2x2x2").multiply([[1, 2], [3, 4]], [[5, 6], [7, 8]]).tolist()
        [[19, 22], [43, 50]]
        """
        if modulo is not None and _checks.any_whole("modulo", modulo) not in (2, 3):
            raise ValueError(f"modulo must be 2, 3 or None, not {modulo!r}")
        if self.ring == "F2" and modulo != 2:
            raise ValueError("this scheme is valid over F2 only: give modulo=2 for the product modulo 2, or lift() the scheme")
        if self.ring == "F3" and modulo != 3:
            raise ValueError("this scheme is valid over F3 only: give modulo=3 for the product modulo 3")
        if isinstance(self.shape, str):  # another tensor: a and b are the coordinates of two vectors
            a, b = np.asarray(a), np.asarray(b)
            if a.shape != self.u.shape[1:] or b.shape != self.v.shape[1:]:
                raise ValueError(f"this scheme of {self.shape} takes vectors of {self.u.shape[1]} and {self.v.shape[1]} entries")
            result = ((self.u @ a) * (self.v @ b)) @ self.w
            return result if modulo is None else result % modulo
        a, b = _matrix("a", a), _matrix("b", b)
        n, m, p = self.shape
        if a.shape[:2] != (n, m) or b.shape[:2] != (m, p):
            raise ValueError(f"this scheme multiplies {n}x{m} by {m}x{p} matrices; these are "
                             f"{' and '.join('x'.join(map(str, x.shape[:2])) or 'a number' for x in (a, b))}")
        left = np.tensordot(self.u, a, axes=2)  # one for each summand
        right = np.tensordot(self.v, b, axes=2)
        products = left @ right if left.ndim > 1 else left * right
        result = np.tensordot(self.w.transpose(2, 1, 0), products, axes=1)
        return result if modulo is None else result % modulo


def _unpickled(shape: Tuple[int, int, int], u: NDArray[Any], v: NDArray[Any], w: NDArray[Any], ring: Optional[str]) -> Scheme:
    scheme = Scheme.from_arrays(u, v, w, shape=shape, verify=ring is not None)
    return Scheme._of(scheme._inner.verified(ring)) if ring in ("F2", "F3") else scheme


def _fraction(value: Any) -> Fraction:
    try:
        return Fraction(value)
    except (TypeError, ValueError):
        raise TypeError(f"coefficients must be integers or Fractions, not {_checks.shown(value)}") from None


def _numerators(factor: NDArray[Any]) -> Tuple[NDArray[Any], NDArray[Any]]:
    if factor.dtype.kind in "biu":
        if factor.size and int(factor.max()) >= 1 << 63:
            raise ValueError(f"{factor.max()} is too large for a coefficient, which has 64 bits")
        return np.ascontiguousarray(factor, dtype=np.int64), np.ones(factor.shape, dtype=np.int64)
    fractions = [_fraction(value) for value in factor.ravel()]
    for fraction in fractions:
        if not -1 << 63 <= fraction.numerator < 1 << 63 or fraction.denominator >= 1 << 63:
            raise ValueError(f"{fraction} is too large for a coefficient, which has 64 bits")
    return (np.array([f.numerator for f in fractions], dtype=np.int64).reshape(factor.shape),
            np.array([f.denominator for f in fractions], dtype=np.int64).reshape(factor.shape))


def _matrix(name: str, values: Any) -> NDArray[Any]:
    matrix = np.asarray(values)
    if matrix.dtype.kind not in "biufcO" or matrix.dtype == object and matrix.ndim == 0:
        raise TypeError(f"{name} must be a matrix, not {_checks.shown(values)}")
    return matrix


def _open(name: str, source: Union[Scheme, Pathlike]) -> "_flip.Scheme":
    if isinstance(source, Scheme):
        return source._inner
    if not isinstance(source, (str, os.PathLike)):
        raise TypeError(f"{name} must be a Scheme, a shape or a file, not {_checks.shown(source)}")
    return Scheme(source)._inner


def _each(name: str, given: Any, what: str) -> Any:
    """What was given, one or several."""
    return [given] if isinstance(given, (Scheme, str, os.PathLike)) else _checks.several(name, given, what)


def standard(shape: Shape) -> Scheme:
    """The standard scheme, with n*m*p summands, as in the definition of the product.

    >>> standard("3x3x3").rank
    27
    """
    return Scheme._of(_flip.standard(_shape(shape)))


def convert(source: Pathlike, target: Pathlike, *, from_format: Optional[str] = None, to_format: Optional[str] = None,
            c_transposed: bool = True, output_c_transposed: bool = True, shape: Optional[Shape] = None) -> Scheme:
    """Converts one file to another, in the formats of their names' endings. Verifies and returns the scheme."""
    target, form = _checks.path("target", target), _checks.optional_text("from_format", from_format)
    to_format, output_c_transposed = _checks.optional_text("to_format", to_format), _checks.flag("output_c_transposed", output_c_transposed)
    scheme = Scheme(source, format=form, c_transposed=c_transposed, shape=shape)
    scheme.save(target, format=to_format, c_transposed=output_c_transposed)
    return scheme


# --- lifting


def lift(scheme: Union[Scheme, Pathlike], *, seed: Optional[int] = None, tries: int = 8, threads: int = 0,
         time: Optional[float] = None) -> Result:
    """Lifts a scheme from F2 to the integers or fractions by Hensel lifting; verified over Z or Q. The result has the fields of
    ``wreath flip lift`` in docs/json.md: whether it is proved that there is no lift (``impossible``), or none with coefficients -1, 0, 1
    (``no_ternary_lift``); ``scheme``, which is None if none was found; and ``ending``: "time" if the time ran out, else "done".

    >>> lift(search("2x2x2", target=7, seed=1).scheme, seed=1).scheme.ring
    'ZT'
    """
    found, report, why = _open("scheme", scheme).lift(_checks.seed(seed), _checks.whole("tries", tries, 1, 2**32 - 1), _checks.threads(threads), time)
    return Result(read(report), scheme=None if found is None else Scheme._of(found), ending="done" if why == "none" else why)


# --- schemes from schemes


def _derive(how: str, inputs: List["_flip.Scheme"], reduce: bool, *, shape: Optional[str] = None,
            outer: bool = False, along: str = "", sides: str = "") -> Scheme:
    return Scheme._of(_flip.derive(how, inputs, shape, _checks.flag("outer", outer), _checks.text("along", along), _checks.text("sides", sides),
                                   _checks.flag("reduce", reduce)))


def extend(scheme: Union[Scheme, Pathlike], shape: Shape, *, outer: bool = False, reduce: bool = False) -> Scheme:
    """Extends a scheme to a shape with no smaller side, by standard products. The new indices are in the middle of a side, or with
    ``outer`` in pairs at both ends, so that a mirror may swap them. ``reduce``, here and below: over F2, and
    then reduces the rank by linear dependences while there are any.

    >>> extend(standard("2x2x2"), "2x2x3")
    <Scheme 2x2x3: rank 12, valid over Z with coefficients -1, 0, 1>
    """
    return _derive("extend", [_open("scheme", scheme)], reduce, shape=_shape(shape), outer=outer)


def project(scheme: Union[Scheme, Pathlike], shape: Shape, *, reduce: bool = False) -> Scheme:
    """Projects a scheme to a shape with no larger side, without the rows and columns that leave the fewest summands."""
    return _derive("project", [_open("scheme", scheme)], reduce, shape=_shape(shape))


def permute(scheme: Union[Scheme, Pathlike], sides: str, *, reduce: bool = False) -> Scheme:
    """Permutes the sides: "mpn" turns an n x m x p scheme into one of m x p x n.

    >>> permute(standard("2x3x4"), "pmn").shape
    (4, 3, 2)
    """
    return _derive("permute", [_open("scheme", scheme)], reduce, sides=sides)


def merge(first: Union[Scheme, Pathlike], second: Union[Scheme, Pathlike], along: str, *, reduce: bool = False) -> Scheme:
    """Two schemes side by side, along "n", "m" or "p"; their other two sides must agree.

    >>> merge(standard("2x2x2"), standard("2x2x1"), along="p").shape
    (2, 2, 3)
    """
    return _derive("merge", [_open("first", first), _open("second", second)], reduce, along=along)


def product(first: Union[Scheme, Pathlike], second: Union[Scheme, Pathlike], *, reduce: bool = False) -> Scheme:
    """The Kronecker product: the scheme that applies the second to the blocks of the first.

    >>> strassen = search("2x2x2", target=7, seed=1).scheme
    >>> product(strassen, strassen)
    <Scheme 4x4x4: rank 49, valid over F2>
    """
    return _derive("product", [_open("first", first), _open("second", second)], reduce)


def blocks(outer: Union[Scheme, Pathlike], shape: Shape, parts: Union[Scheme, Pathlike, Iterable[Union[Scheme, Pathlike]]] = (), *,
           reduce: bool = False) -> Scheme:
    """The scheme that applies ``outer`` to blocks: the sides are cut into as many parts as ``outer`` has indices there, as equal
    as can be, and each product of blocks is computed by the best scheme of its shape among ``parts`` (schemes, files, folders of
    files), or by the standard one. Files of a folder that are not schemes are skipped with a warning.

    >>> blocks(standard("2x2x2"), "3x3x3", [standard("2x2x1")])
    <Scheme 3x3x3: rank 27, valid over Z with coefficients -1, 0, 1>
    """
    opened: List["_flip.Scheme"] = []
    for part in _each("parts", parts, "a list of schemes, files and folders"):
        opened += [part._inner] if isinstance(part, Scheme) else _open_all(part)
    return _derive("blocks", [_open("outer", outer), *opened], reduce, shape=_shape(shape))


def _open_all(path: Pathlike) -> List["_flip.Scheme"]:
    if not isinstance(path, (str, os.PathLike)) or not os.path.isdir(path):
        return [_open("parts", path)]
    schemes, skipped = _flip.open_schemes(os.fspath(path))
    for reason in skipped:
        warnings.warn(f"skipped: {reason}", stacklevel=3)
    return schemes


# --- what is known


def records(shape: Optional[Shape] = None) -> Any:
    """The lowest known ranks, by ring: of one shape (None if the table lacks it), or of all.

    >>> records("4x4x4")["F2"]
    47
    """
    return _flip.records(_shape_text(shape))


class Path(NamedTuple):
    """The moves from one scheme to another, every step verified."""

    moves: List[Tuple[str, str, int, int]]
    """Such as ("flip", "b", 3, 17): the kind, the position and the two summands, counted from 1."""
    flips: int
    pluses: int
    greatest_rank: int

    def __repr__(self) -> str:
        return f"<Path: {self.flips} flips and {self.pluses} pluses, greatest rank {self.greatest_rank}>"

    def __str__(self) -> str:
        """One move per line, as ``wreath flip path`` writes and reads them."""
        return "".join(f"{kind} {position} {first} {second}\n" for kind, position, first, second in self.moves)


def path(start: Union[Scheme, Pathlike], end: Union[Scheme, Pathlike], moves: Optional[str] = None) -> Path:
    """The flips and pluses that lead over F2 from one scheme to another of its shape; or those of the text ``moves``, verified.

    >>> way = path("2x2x2", search("2x2x2", target=7, seed=1).scheme)
    >>> way.greatest_rank >= 8 and path("2x2x2", search("2x2x2", target=7, seed=1).scheme, moves=str(way)) == way
    True
    """
    text, flips, pluses, greatest = _flip.path(_open("start", start), _open("end", end),
                                               None if moves is None else _checks.text("moves", moves))
    lines = [line.split() for line in text.splitlines() if not line.startswith("#")]
    return Path([(kind, position, int(first), int(second)) for kind, position, first, second in lines], flips, pluses, greatest)


# --- the search


def _map(found: Result) -> Result:
    """The matrices of a change of basis as arrays."""
    return Result(found, **{name: np.array([[int(bit) for bit in row] for row in found[name]]) for name in "XYZ"})


def equivalence(first: Union[Scheme, Pathlike], second: Union[Scheme, Pathlike]) -> Optional[Result]:
    """A change of basis over F2 that takes the first scheme to the second, up to the order of summands, or None if there is none:
    (a,b,c) -> (b,c,a) ``turns`` times, then (a,b,c) -> (b',a',c') if ``transposed``, then (a,b,c) -> (X a Y^-1, Y b Z^-1, Z c X^-1).

    >>> equivalence(standard("2x2x2"), search("2x2x2", target=7, seed=1).scheme) is None
    True
    """
    found = _flip.equivalence(_open("first", first), _open("second", second))
    return None if found is None else _map(read(found))


def automorphisms(scheme: Union[Scheme, Pathlike]) -> Result:
    """The changes of basis over F2 that take a scheme to itself: the ``order`` of their group, the ``basis_order`` of those without
    turns and without the transposition, and ``generators`` as `equivalence` has them.

    >>> automorphisms(standard("2x2x2")).order
    48
    """
    found = read(_flip.automorphisms(_open("scheme", scheme)))
    return Result(found, generators=[_map(each) for each in found.generators])


class Search(Apart):
    """A search of the flip graph that can be stopped and continued.

    ``symmetry="c2"`` searches among schemes invariant under the mirror, "c3" under (a,b,c) -> (b,c,a), "c6" under both. With
    a ``seed``, and ``steps`` instead of a time, the search is reproducible; without a seed each search walks differently, and
    ``result.seed`` is the seed it took. ``starts`` are schemes or files (default: the standard one). The
    other options are those of ``wreath flip search`` (``swaps=[1, 1, 2]`` sets the mirror, ``half_orbits=True`` is for "c6"):
    walks, plus_after, margin, restart_after, restart_above, restart_ranks, pool, cubes, fixed, swaps, half_orbits, free_cubes,
    and method ("auto", "thread" or "warp": how the GPU walks). ``ring="Z"`` walks over Z with coefficients -1, 0, 1, ``ring="F3"``
    modulo 3; ``different=True`` keeps only schemes that differ by more than a change of basis.

    ``output="best.json"`` saves the best scheme in a file, ``folder`` the pool's schemes of ranks up to ``folder_above`` (1) above
    the best, and ``checkpoint`` the state, after two seconds, every ``checkpoint_every`` (60) seconds and at the end of a run;
    ``resume`` continues from a checkpoint.

    >>> walk = Search("3x3x3", target=23, seed=1)
    >>> walk.run(time=60).rank
    23
    """

    def __init__(self, shape: Shape, *, target: int = 0, steps: int = 0, seed: Optional[int] = None, symmetry: str = "none",
                 starts: Iterable[Union[Scheme, Pathlike]] = (), backend: str = "auto", threads: int = 0,
                 **schedule: Any) -> None:
        if "checkpoint_every" in schedule:
            schedule["checkpoint_every"] = _checks.seconds("checkpoint_every", schedule["checkpoint_every"])
        for name in {"output", "folder", "checkpoint", "resume"} & set(schedule):
            schedule[name] = _checks.path(name, schedule[name])
        unknown = set(schedule) - {"output", "folder", "folder_above", "checkpoint", "checkpoint_every", "resume", "walks", "plus_after", "margin", "restart_after", "restart_above", "restart_ranks", "pool",
                                   "cubes", "fixed", "swaps", "free_cubes", "half_orbits", "method", "ring", "different"}
        if unknown:
            raise TypeError(f"unknown search option: {sorted(unknown)[0]}")
        options: Dict[str, Any] = dict(schedule, target=target, steps=steps, seed=_checks.seed(seed),
                                       symmetry=_checks.text("symmetry", symmetry), backend=_checks.text("backend", backend),
                                       threads=threads, starts=[_open(f"starts[{i}]", start) for i, start in enumerate(_each("starts", starts, "a list of schemes or files"))])
        self._shape, self._target, self._ending = _shape(shape), target, "none"
        self._search = _flip.Search(self._shape, options)

    def run(self, time: Optional[float] = None, on_best: Optional[Callable[[Result], Any]] = None) -> Result:
        """Runs until the target, the steps or the time is reached.

        ``on_best`` is called with each new best, between two batches of walks. If it raises, the search stops and the exception
        propagates, except StopIteration, which ends the search normally. Ctrl-C raises KeyboardInterrupt. In all cases what
        was found stays in ``result``, and ``run`` can be called again.
        """
        _checks.function("on_best", on_best)
        call = None if on_best is None else lambda number: on_best(self.result.bests[number])
        self._ending = "interrupted"
        try:
            reason = self._search.run(call, time)
            self._ending = "target" if self.result.reached else reason if reason != "none" else "steps"
        except StopIteration:
            self._ending = "callback"
        return self.result

    @property
    def result(self) -> Result:
        """What was found so far; another thread may read it while the search runs. It has the fields of ``wreath flip search`` in
        docs/json.md, and ``scheme``, the best one, also in each of ``bests``; ``seed``, the one that was given, or a new one if none was; and
        ``ending``: "target", "steps", "time", "interrupted" or "callback"; "none" before the first run."""
        report, seconds, backend, seed = self._search.report()
        found = read(report)
        bests = [Result(best, scheme=Scheme._of(scheme)) for best, scheme in zip(found.bests, self._search.bests())]
        return Result(found, bests=bests, scheme=bests[-1].scheme, ending=self._ending, seconds=seconds, backend=backend, seed=seed)

    def kept(self, above: int = 1) -> List[Scheme]:
        """The distinct schemes of the pool, of ranks up to ``above`` more than the best."""
        return [Scheme._of(scheme) for scheme in self._search.kept(_checks.whole("above", above))]

    def __reduce__(self) -> Tuple[Any, ...]:
        raise TypeError("a Search cannot be pickled: save its state with checkpoint=, and continue with resume=")

    def __repr__(self) -> str:
        return f"<Search {self._shape}: target {self._target or 'none'}, now rank {self.result.rank}>"


def search(shape: Shape, *, target: int = 0, time: Optional[float] = None, steps: int = 0, seed: Optional[int] = None,
           symmetry: str = "none", starts: Iterable[Union[Scheme, Pathlike]] = (),
           on_best: Optional[Callable[[Result], Any]] = None, backend: str = "auto", threads: int = 0, **schedule: Any) -> Result:
    """Searches for schemes of low rank by random walks in the flip graph, as ``wreath flip search`` does; see Search.

    >>> search("2x2x2", target=7, seed=1, on_best=lambda best: print("rank", best.rank)).reached
    rank 8
    rank 7
    True

    Without ``target``, ``time`` and ``steps`` it continues until Ctrl-C. The exceptions of Ctrl-C and of ``on_best``
    have an attribute ``result`` with what was found: ``except KeyboardInterrupt as stop: best = stop.result.scheme``.
    """
    walk = Search(shape, target=target, steps=steps, seed=seed, symmetry=symmetry, starts=starts, backend=backend,
                  threads=threads, **schedule)
    try:
        return walk.run(time=time, on_best=on_best)
    except BaseException as stop:
        stop.result = walk.result  # type: ignore[attr-defined]
        raise


# --- the hunt


def hunt(shapes: Union[Shape, Iterable[Shape]] = (), *, folder: Pathlike, up_to: Optional[Shape] = None, target: int = 0,
         time: Optional[float] = None, rounds: int = 0, seed: Optional[int] = None, sources: Iterable[Pathlike] = (),
         withhold: Iterable[Shape] = (), steps: int = 0, keep: int = 0, on_find: Optional[Callable[[Result], Any]] = None,
         backend: str = "auto", threads: int = 0) -> Result:
    """Hunts for low ranks across shapes, as ``wreath flip hunt`` does: many short searches that start from one another's schemes.

    ``shapes`` is one shape or several; ``up_to`` stands for all shapes with no side longer. ``folder`` holds the schemes, and a
    later hunt there continues. ``sources`` are files or folders of schemes to begin with, beside the built-in ones; ``withhold``
    leaves those shapes and larger ones out. ``on_find`` is called with each improvement, between two rounds; StopIteration ends
    the hunt. Without ``target``, ``time`` and ``rounds`` it continues until Ctrl-C; nothing that was found is lost. The result has
    the fields of ``wreath flip hunt`` in docs/json.md: ``best`` ranks, ``finds``, ``rounds``, ``flips``; ``complete``: whether the target was
    reached, or, without one, all rounds were made; and ``ending``: "target", "steps" (the rounds), "time" or "callback".

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     hunt("2x2x3", folder=folder, withhold=["2x2x3"], target=11, steps=20000, backend="cpu").best["2x2x3"]
    11
    """
    single = isinstance(shapes, str) or (isinstance(shapes, tuple) and len(shapes) == 3 and all(isinstance(n, int) for n in shapes))
    options: Dict[str, Any] = dict(
        shapes=_shapes("shapes", [shapes] if single else shapes), folder=_checks.path("folder", folder), withhold=_shapes("withhold", withhold),
        sources=[_checks.path("sources", source) for source in _each("sources", sources, "a list of files and folders")], target=target, rounds=rounds, seed=_checks.seed(seed), steps=steps, keep=keep,
        backend=_checks.text("backend", backend), threads=threads)
    if up_to is not None:
        options["up_to"] = _shape(up_to, "up_to")
    _checks.function("on_find", on_find)
    inner = _flip.Hunt(options)
    call = None if on_find is None else lambda number: on_find(read(inner.find(number)))
    try:
        reason = inner.run(call, time)
    except StopIteration:
        reason = "callback"
    if reason == "none":
        reason = "target" if target and inner.complete() else "steps"
    return Result(read(inner.report()), complete=inner.complete(), ending=reason)


def _shapes(name: str, shapes: Any) -> List[str]:
    return [_shape(shape, name) for shape in _checks.several(name, shapes, "a list of shapes")]


def hunt_status(folder: Pathlike) -> List[Result]:
    """For each shape in the folder of a hunt the best rank beside the known one, and where the time went: the `shapes` of
    ``wreath flip hunt --status`` in docs/json.md."""
    folder = _checks.path("folder", folder)
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"{folder}: there is no such folder")
    return read(_flip.hunt_status(folder)).shapes
