# SPDX-License-Identifier: MIT
"""Permutations and maps on up to billions of points, as numpy arrays of their images.

Arrays are used in place, memory maps too: nothing is copied, and what cannot be read in place (a strided array, another
byte order) is an error. Points are integers of 1, 2, 4 or 8 bytes, signed or not. Everything acts on the right: x*y is x first.

>>> import numpy as np
>>> from wreath import perm
>>> x = np.array([1, 2, 0, 4, 3], dtype=np.uint32)
>>> perm.inverse(x)
array([2, 0, 1, 4, 3], dtype=uint32)
>>> perm.multiply(x, perm.inverse(x))
array([0, 1, 2, 3, 4], dtype=uint32)
>>> perm.cycle_type(x), perm.order(x), perm.sign(x)
([(2, 1), (3, 1)], 6, -1)

Arrays in a GPU's memory (of torch, CuPy, JAX and others: anything with DLPack or ``__cuda_array_interface__``) stay there: `random`,
`multiply`, `divide`, `inverse`, `defect`, `is_permutation`, `equal`, `cycle_type`, `cycle_labels`, `orbit_labels` and
`schreier_vector` take and return them, and work on the current stream of their library, or on `stream`. They have 4- or 8-byte
points.

All functions take `threads` (0: all cores); those that move points also `backend` ("auto", "cpu", "cuda") and `method` ("auto",
"loop", or "partition", which reads and writes memory in order), and `out`, an array for the result. Those that must invert check
first that they are given a permutation; check=False skips this, and the result for any other map is then undefined.
"""
from __future__ import annotations

import math
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from wreath import _checks, _device
from wreath._checks import Apart
from wreath._wreath import group as _group
from wreath._wreath import perm as _perm

__all__ = ["Permutation", "commutator", "conjugate", "cycle_labels", "cycle_type", "cycles", "defect", "divide", "equal",
           "evaluate", "identity", "inverse", "is_permutation", "multiply", "orbit_labels", "order", "power", "random",
           "schreier_vector", "sign"]


def __dir__() -> List[str]:
    return __all__


Stream = Any  # of CUDA: an object of torch or CuPy, or an address
Seed = Union[int, np.random.Generator, None]


def _array(x: Any, name: str = "x") -> NDArray[Any]:
    """The array, in place where it can be."""
    if isinstance(x, np.ndarray):
        return x
    if isinstance(x, Permutation):
        return _array(x.array, name)
    if _device.is_there(x):
        raise TypeError(f"{name}: this function does not work on arrays in a GPU's memory: copy them to the host first")
    if hasattr(x, "__dlpack__") and not hasattr(x, "__array__"):
        return np.from_dlpack(x)
    try:
        array = np.asarray(x)
    except ValueError:  # raised by numpy for rows of different lengths
        raise TypeError(f"{name} must be an array or a list of integers, not {_checks.shown(x)}") from None
    if array.ndim == 0:
        raise TypeError(f"{name} must be an array or a list of integers, not {_checks.shown(x)}")
    if array.shape == (0,) and not hasattr(x, "__array__"):  # a list of nothing, which numpy takes for one of floats
        return array.astype(np.int64)
    return array


def _points(x: Any, name: str) -> NDArray[Any]:
    """The same, for points."""
    array = _array(x, name)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be an array of integers, not one of {array.dtype} with {array.ndim} dimensions")
    return array


def _of_one_type(arrays: List[NDArray[Any]], given: List[Any]) -> List[NDArray[Any]]:
    """The arrays; those that were made of lists have the type of the first of the others, if it can hold them."""
    listed = [isinstance(x, (list, tuple)) for x in given]
    if not any(listed) or all(listed):
        return arrays
    kind = arrays[listed.index(False)].dtype
    if kind.kind not in "iu":
        return arrays
    changed = [array.astype(kind) if is_list else array for array, is_list in zip(arrays, listed)]
    return [new if not is_list or np.array_equal(new, old) else old for new, old, is_list in zip(changed, arrays, listed)]


def _type(dtype: Any) -> Any:
    """A type of points, or None."""
    try:
        found = None if dtype is None else np.dtype(dtype)
    except TypeError:
        raise TypeError(f"dtype must be a type of integers, not {_checks.shown(dtype)}") from None
    if found is not None and found.kind not in "iu":
        raise TypeError(f"dtype must be a type of integers, not {found}")
    return found


_HOST = (np.ndarray, list, tuple, type(None))


def _there(*arrays: Any) -> bool:
    """Whether an argument is in a GPU's memory."""
    for array in arrays:
        if not isinstance(array, _HOST) and _device.is_there(_bare(array)):
            return True
    return False


def _bare(x: Any) -> Any:
    return x.array if isinstance(x, Permutation) else x


def _generators(generators: Tuple[Any, ...]) -> List[Any]:
    """The permutations that were given one by one, or as the rows of one array."""
    if len(generators) == 1 and not isinstance(generators[0], Permutation) and not _there(generators[0]):
        rows = np.asarray(generators[0])
        if rows.ndim == 2:
            return list(np.ascontiguousarray(rows))
    return [_bare(x) for x in generators]


def _how(backend: str = "cpu", method: str = "auto", threads: int = 0) -> "_perm.How":
    return _perm.How(_checks.text("backend", backend), _checks.text("method", method), _checks.threads(threads))


def random(n: int, seed: Seed = None, *, dtype: DTypeLike = None, out: Any = None, like: Any = None, threads: int = 0,
           stream: Stream = None) -> Any:
    """A uniformly random permutation of n points: the same for the same seed, whatever the threads, and on a GPU; without a seed,
    another one for each call. A `numpy.random.Generator` in place of a seed is drawn one from.

    Without `dtype` the points are uint32, or uint64 if there are more than 2^32 of them. `like` is an array whose library, device
    and type the result shall have.

    >>> random(8, seed=1)
    array([1, 0, 4, 2, 5, 3, 6, 7], dtype=uint32)
    """
    n = _checks.whole("n", n)
    number = _checks.seed(seed)
    if _there(out, like):
        if dtype is not None:
            raise TypeError("dtype is that of out, or of like, on a GPU")
        return _device.random(n, number, out, like, stream)
    kind = _type(dtype)
    if like is not None:
        kind = kind or _points(like, "like").dtype
    if out is None:
        out = np.empty(n, dtype=kind or _fitting(n))
    elif not isinstance(out, np.ndarray):
        raise TypeError(f"out must be a numpy array, not {_checks.shown(out)}")
    elif len(_points(out, "out")) != n:
        raise ValueError(f"out has {len(out)} points; the result has {n}")
    return _perm.random(out, number, _how(threads=threads))


def _fitting(n: int) -> Any:
    """The type of n points."""
    return np.uint32 if n <= 2**32 else np.uint64


def identity(n: int, *, dtype: DTypeLike = None) -> NDArray[Any]:
    """The identity on n points, with the same types as `random`.

    >>> identity(4)
    array([0, 1, 2, 3], dtype=uint32)
    """
    n = _checks.whole("n", n)
    kind = np.dtype(_type(dtype) or _fitting(n))
    if n - 1 > np.iinfo(kind).max:
        raise ValueError(f"{n} points do not fit in {kind}")
    return np.arange(n, dtype=kind)


def multiply(x: Any, y: Any, *, out: Any = None, backend: str = "auto", method: str = "auto", threads: int = 0,
             stream: Stream = None) -> Any:
    """x*y: the array z with z[i] = y[x[i]].

    x need not be a permutation, only map into y; and y may hold any plain values of up to 64 bytes, or rows of that length, which
    are then rearranged.
    `out` may be x itself, but not y; the contents of x are then lost, even if one of its values turns out not to be a point.

    >>> multiply([1, 2, 0], [0, 2, 1])
    array([2, 1, 0])
    >>> multiply([2, 0, 0], np.array([0.5, 1.5, 2.5]))
    array([2.5, 0.5, 0.5])
    >>> multiply([1, 0], np.array([[1, 2, 3], [4, 5, 6]]))
    array([[4, 5, 6],
           [1, 2, 3]])
    >>> multiply([1, 3, 0], [0, 2, 1])
    Traceback (most recent call last):
    ValueError: value 3 at index 1 is not a point: there are 3 points
    """
    if _there(x, y, out):
        return _device.multiply(_bare(x), _bare(y), out, backend, method, stream)
    return _of_rows(_perm.multiply, _array(x), _array(y, "y"), out, _how(backend, method, threads))


def _of_rows(move: Any, x: NDArray[Any], y: NDArray[Any], out: Any, *options: Any) -> NDArray[Any]:
    """move(x, y, out, ...), where the rows of a 2-D y are values."""
    if y.ndim != 2 or y.shape[1] == 0 or not (y.flags.c_contiguous and y.flags.aligned):
        return move(x, y, out, *options)
    row = np.dtype((np.void, y.itemsize * y.shape[1]))
    if y.dtype.hasobject:
        return move(x, y.reshape(-1), out, *options)  # which reports it
    if out is None:
        return move(x, y.view(row).reshape(-1), None, *options).view(y.dtype).reshape(-1, y.shape[1])
    if not isinstance(out, np.ndarray) or out.dtype != y.dtype or not out.flags.c_contiguous:
        raise TypeError(f"out must be a contiguous array of {y.dtype}")
    if out.shape != (len(x), y.shape[1]):
        raise ValueError(f"out has the shape {out.shape}; the result has {(len(x), y.shape[1])}")
    move(x, y.view(row).reshape(-1), out.view(row).reshape(-1), *options)
    return out


def divide(x: Any, y: Any, *, out: Any = None, check: bool = True, backend: str = "auto", method: str = "auto", threads: int = 0,
           stream: Stream = None) -> Any:
    """divide(x, y) is x^-1*y (left division): the array z with z[x[i]] = y[i].

    The inverse is not computed. Here too y may hold any plain values, or rows.

    >>> divide([1, 2, 0], [0, 2, 1])
    array([1, 0, 2])
    """
    check = _checks.flag("check", check)
    if _there(x, y, out):
        return _device.divide(_bare(x), _bare(y), out, check, backend, method, stream)
    return _of_rows(_perm.divide, _array(x), _array(y, "y"), out, check, _how(backend, method, threads))


def inverse(x: Any, *, out: Any = None, check: bool = True, backend: str = "auto", method: str = "auto", threads: int = 0,
            stream: Stream = None) -> Any:
    """x^-1: the array z with z[x[i]] = i. `out` may be x itself, but not on a GPU.

    >>> inverse([1, 2, 0])
    array([2, 0, 1])
    >>> inverse([1, 2, 1])
    Traceback (most recent call last):
    ValueError: x is not a permutation: value 1 at index 2 already appears at index 0
    """
    check = _checks.flag("check", check)
    if _there(x, out):
        return _device.inverse(_bare(x), out, check, backend, method, stream)
    return _perm.inverse(_array(x), out, check, _how(backend, method, threads))


def power(x: ArrayLike, exponent: int, *, out: Optional[NDArray[Any]] = None, check: bool = True, backend: str = "auto",
          method: str = "auto", threads: int = 0) -> NDArray[Any]:
    """x^exponent, for an exponent of any length; a negative one inverts, and needs a permutation.

    A power of a permutation rotates its cycles: a large exponent costs no more than a few products.

    >>> power([1, 2, 3, 4, 0], 3)
    array([3, 4, 0, 1, 2])
    >>> power([1, 2, 3, 4, 0], 10**100 + 3)
    array([3, 4, 0, 1, 2])
    """
    exponent = _checks.any_whole("exponent", exponent)
    return _perm.power(_array(x), _decimal(exponent), out, _checks.flag("check", check), _how(backend, method, threads))


def _decimal(number: int) -> str:
    """In decimal, past Python's limit of 4300 digits too."""
    if abs(number) < 10**4000:
        return str(number)
    high, low = divmod(abs(number), 10**4000)
    return ("-" if number < 0 else "") + _decimal(high) + str(low).zfill(4000)


def evaluate(word: Union[str, Iterable[Union[ArrayLike, Tuple[ArrayLike, int]]]], *, out: Optional[NDArray[Any]] = None,
             check: bool = True, backend: str = "auto", method: str = "auto", threads: int = 0,
             **names: ArrayLike) -> NDArray[Any]:
    """The product of permutations of one type; (x, -1) stands for the inverse of x, which is not computed separately.

    It may also be a formula in the names of the permutations that follow as keyword arguments: products, quotients x/y,
    powers x^3, conjugates x^y (y^-1*x*y), commutators [x,y] and parentheses.

    >>> a, b = np.array([1, 0, 2]), np.array([0, 2, 1])
    >>> evaluate([a, (b, -1), a])
    array([2, 1, 0])
    >>> evaluate("x^-1*y*x^3", x=[1, 2, 0], y=[1, 0, 2])
    array([2, 1, 0])
    """
    how = _how(backend, method, threads)
    if isinstance(word, str):
        word = _factors(word, names, how)
    elif names:
        raise TypeError(f"evaluate() got an unexpected argument '{next(iter(names))}'")
    given: List[Any] = []
    inverted: List[bool] = []
    for letter in _checks.several("word", word, "a formula or a list of arrays"):
        x, sign_ = letter if isinstance(letter, tuple) and len(letter) == 2 and np.ndim(letter[1]) == 0 else (letter, 1)
        if sign_ not in (1, -1):
            raise ValueError(f"a letter must be an array, (array, 1) or (array, -1), not (array, {sign_})")
        given.append(x)
        inverted.append(sign_ == -1)
    arrays = _of_one_type([_array(x, f"word[{i}]") for i, x in enumerate(given)], given)
    return _perm.evaluate(list(zip(arrays, inverted)), out, _checks.flag("check", check), how)


def _factors(formula: str, names: Dict[str, ArrayLike], how: "_perm.How") -> List[Tuple[ArrayLike, int]]:
    """A formula as letters; a power other than 1 and -1 is made here, and once."""
    made: Dict[Tuple[str, str], ArrayLike] = {}
    letters: List[Tuple[ArrayLike, int]] = []
    for factor in _perm.parse_expression(formula):
        name, exponent = factor.name, factor.exponent
        if name not in names:
            raise ValueError(f"formula '{formula}': no permutation is given for '{name}'; add {name}=...")
        size = exponent.lstrip("-")
        if size != "1" and (name, size) not in made:
            made[name, size] = _perm.power(_points(names[name], name), size, None, False, how)
        letters.append((_points(names[name], name) if size == "1" else made[name, size], -1 if exponent.startswith("-") else 1))
    if not letters and names:
        first = _array(next(iter(names.values())))
        letters.append((identity(len(first), dtype=first.dtype), 1))
    return letters


def conjugate(x: ArrayLike, y: ArrayLike, **options: Any) -> NDArray[Any]:
    """y^-1*x*y, with the options of `evaluate`.

    >>> conjugate([1, 0, 2, 3], [2, 3, 0, 1])
    array([0, 1, 3, 2])
    """
    _points(x, "x"), _points(y, "y")
    return evaluate([(y, -1), (x, 1), (y, 1)], **options)


def commutator(x: ArrayLike, y: ArrayLike, **options: Any) -> NDArray[Any]:
    """x^-1*y^-1*x*y, with the options of `evaluate`.

    >>> commutator([1, 0, 2], [0, 2, 1])
    array([1, 2, 0])
    """
    _points(x, "x"), _points(y, "y")
    return evaluate([(x, -1), (y, -1), (x, 1), (y, 1)], **options)


def defect(x: Any, *, threads: int = 0, stream: Stream = None) -> Optional[str]:
    """Why x is not a permutation, at the first index that shows it; None if it is one.

    >>> defect([2, 0, 1]) is None
    True
    >>> defect([2, 0, 3])
    'value 3 at index 2 is not a point: there are 3 points (0..2)'
    >>> defect([2, -1, 0])
    'value -1 at index 1 is negative'
    """
    return _device.defect(_bare(x), stream) if _there(x) else _perm.defect(_array(x), _how(threads=threads))


def is_permutation(x: Any, *, threads: int = 0, stream: Stream = None) -> bool:
    """Whether every point is the image of exactly one point.

    >>> is_permutation([2, 0, 1]), is_permutation([2, 0, 0])
    (True, False)
    """
    return defect(x, threads=threads, stream=stream) is None


def equal(x: Any, y: Any, *, threads: int = 0) -> bool:
    """Whether two arrays of one width hold the same points.

    >>> equal([1, 0], [1, 0]), equal([1, 0], [0, 1])
    (True, False)
    """
    if _there(x, y):
        return _device.equal(_bare(x), _bare(y))
    return _perm.equal(*_of_one_type([_array(x), _array(y, "y")], [x, y]), _how(threads=threads))


def cycle_type(x: Any, *, threads: int = 0, stream: Stream = None) -> List[Tuple[int, int]]:
    """Pairs (length, how many cycles have it), by length; fixed points are cycles of length 1.

    >>> cycle_type([1, 0, 2, 3, 5, 4])
    [(1, 2), (2, 2)]
    """
    return _device.cycle_type(_bare(x), stream) if _there(x) else _perm.cycle_type(_array(x), _how(threads=threads))


def cycle_labels(x: Any, *, out: Any = None, threads: int = 0, stream: Stream = None) -> Any:
    """For each point the least point of its cycle: two points have the same label if they are on the same cycle.

    >>> cycle_labels([1, 2, 0, 4, 3])
    array([0, 0, 0, 3, 3])
    """
    if _there(x, out):
        return _device.cycle_labels(_bare(x), out, stream)
    return _perm.power(_array(x), "", out, True, _how(threads=threads))


def orbit_labels(*generators: Any, threads: int = 0, stream: Stream = None) -> Any:
    """For each point the least point of its orbit under the permutations, given one by one or as the rows of an array.

    >>> orbit_labels([1, 0, 2, 3, 4], [0, 1, 3, 2, 4])
    array([0, 0, 2, 2, 4])
    """
    return _orbits(generators, False, threads, stream)[0]


def _orbits(generators: Tuple[Any, ...], schreier: bool, threads: int, stream: Stream) -> Tuple[Any, Any]:
    given = _generators(generators)
    if given and _there(*given):
        return _device.orbits(given, schreier, stream)
    arrays = [_points(x, f"generators[{g}]") for g, x in enumerate(given)]
    return _perm.orbits(_of_one_type(arrays, given), schreier, _how(threads=threads))


def schreier_vector(*generators: Any, threads: int = 0, stream: Stream = None) -> Any:
    """How each point is reached from the least point of its orbit, where it is 0: by generator g, counted from 1, from a point
    nearer to it (g), or by the inverse of generator g (-g).

    >>> schreier_vector([1, 2, 0, 3], [0, 1, 3, 2])
    array([0, 1, 1, 2], dtype=int8)
    """
    return _orbits(generators, True, threads, stream)[1]


def cycles(x: ArrayLike) -> List[Tuple[int, ...]]:
    """The cycles of length 2 and more, each from its least point on. For small permutations: all points become Python ints.

    >>> cycles([1, 2, 0, 4, 3, 5])
    [(0, 1, 2), (3, 4)]
    """
    wrong = defect(_array(x))
    if wrong:
        raise ValueError(f"x is not a permutation: {wrong}")
    images, seen, found = _array(x).tolist(), set(), []
    for start, image in enumerate(images):
        if image == start or start in seen:
            continue
        cycle, point = [start], image
        while point != start:
            cycle.append(point)
            point = images[point]
        seen.update(cycle)
        found.append(tuple(cycle))
    return found


def sign(x: Any, *, threads: int = 0) -> int:
    """1 for an even permutation, -1 for an odd one.

    >>> sign([1, 0, 2])
    -1
    """
    return -1 if sum(count for length, count in cycle_type(x, threads=threads) if length % 2 == 0) % 2 else 1


def order(x: Any, *, threads: int = 0) -> int:
    """The least k > 0 with x^k = 1, which may have hundreds of digits.

    >>> order([1, 2, 0, 4, 3])
    6
    """
    return math.lcm(*(length for length, _ in cycle_type(x, threads=threads)))


class Permutation(Apart):
    """A permutation with operators. It wraps the given array, and copies nothing. Operators take permutations only: with an array
    or a list they raise TypeError (write a * Permutation(array)), and == is False.

    >>> a = Permutation([1, 2, 0, 3]); b = Permutation([0, 1, 3, 2])
    >>> a * b
    Permutation([1, 3, 0, 2])
    >>> ~(a * b) == ~b * ~a
    True
    >>> a**-1 * a == a.divide(a) == a**3
    True
    >>> a[0], a[1:].tolist()
    (1, [2, 0, 3])
    >>> (a * b).cycles()
    [(0, 1, 3, 2)]
    >>> Permutation("(1,2,3)(4,5)")
    Permutation([1, 2, 0, 4, 3])
    """

    __slots__ = ("array",)

    def __init__(self, array: Any, *, check: bool = True) -> None:
        if _checks.is_gap(array):  # in which points start at 1
            array = _group.permutation(array, 0)
        self.array = _bare(array) if _there(array) else _points(array, "array")
        wrong = defect(self.array) if _checks.flag("check", check) else None
        if wrong:
            raise ValueError(f"this is not a permutation: {wrong}")

    def _same_size(self, other: Permutation) -> Any:
        """The array of the other, which has as many points."""
        if len(self) != len(other):
            raise ValueError(f"the permutations must have the same number of points: they have {len(self)} and {len(other)}")
        return other.array

    def __mul__(self, other: Permutation) -> Permutation:
        if isinstance(other, (np.ndarray, list, tuple)):
            raise TypeError(f"cannot multiply a Permutation by {type(other).__name__}: make a Permutation of it first, or use perm.multiply")
        if not isinstance(other, Permutation):
            return NotImplemented
        return Permutation(multiply(self.array, self._same_size(other)), check=False)

    def divide(self, other: Permutation) -> Permutation:
        """~self * other in one pass, as `perm.divide`."""
        if not isinstance(other, Permutation):
            raise TypeError(f"other must be a Permutation, not {type(other).__name__}")
        return Permutation(divide(self.array, self._same_size(other), check=False), check=False)

    def __truediv__(self, other: Permutation) -> Permutation:
        raise TypeError("a / b is ambiguous: write a * ~b, or a.divide(b) for ~a * b")

    def __pow__(self, exponent: int) -> Permutation:
        return Permutation(power(self.array, exponent, check=False), check=False)

    def __invert__(self) -> Permutation:
        return Permutation(inverse(self.array, check=False), check=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Permutation):
            return NotImplemented
        return np.array_equal(self.array, other.array) if not _there(self.array, other.array) else equal(self.array, other.array)

    def __hash__(self) -> int:
        return hash(tuple(self.array.tolist()))

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, points: Any) -> Any:
        """The image of a point, as an int; of a slice or an array of points, as an array."""
        images = self.array[points]
        return images if getattr(images, "ndim", 0) else int(images)

    def __iter__(self) -> Iterator[int]:
        """The images of all points, as ints."""
        return iter(self.array.tolist())

    def __array__(self, dtype: DTypeLike = None, copy: Optional[bool] = None) -> NDArray[Any]:
        if copy:
            return np.array(self.array, dtype=dtype)
        if copy is False and dtype is not None and np.dtype(dtype) != self.array.dtype:
            raise ValueError(f"converting {self.array.dtype} to {np.dtype(dtype)} needs a copy, and copy=False forbids it")
        return np.asarray(self.array, dtype=dtype)

    def cycles(self) -> List[Tuple[int, ...]]:
        """The cycles of length 2 and more, each from its least point on. For small permutations: all points become Python ints."""
        return cycles(self.array)

    def cycle_type(self) -> List[Tuple[int, int]]:
        """Pairs (length, how many cycles have it), by length."""
        return cycle_type(self.array)

    def order(self) -> int:
        """The least k > 0 with self**k = 1."""
        return order(self.array)

    def sign(self) -> int:
        """1 for an even permutation, -1 for an odd one."""
        return sign(self.array)

    def __repr__(self) -> str:
        if len(self) <= 32:
            return f"Permutation({self.array.tolist()})"
        shown = ", ".join(str(image) for image in self.array[:8].tolist())
        return f"<Permutation of {len(self):,} points: [{shown}, ...]>"
