# SPDX-License-Identifier: MIT
"""Checks made before the extension is called, so that errors name the wrong argument."""
from __future__ import annotations

import math
import operator
import os
import re
import reprlib
import secrets
import sys
from typing import Any, Iterable, Iterator, List, Tuple, Union, ValuesView

import numpy as np

_MOST = 2**62 - 1  # of what is counted
_MOST_THREADS = 4096

_short = reprlib.Repr()
_short.maxother = _short.maxstring = 60
shown = _short.repr  # a value in a message


class Apart:
    """What stands for an object of the extension, ``_inner``. Arrays do not take it for an entry or a sequence: operators with them
    raise TypeError."""

    __array_ufunc__ = None
    _inner: Any

    def __dir__(self) -> List[str]:
        return [name for name in super().__dir__() if name.startswith("__") or not name.startswith("_")]

    @classmethod
    def _of(cls, inner: Any) -> Any:
        made = cls.__new__(cls)
        made._inner = inner
        return made


def forwarded(name: str, about: str = "") -> Any:
    """A property that the object of the extension has, ``_inner``: a value, or a function without arguments."""
    def value(self: Any) -> Any:
        found = getattr(self._inner, name)
        return found() if callable(found) else found

    return property(value, doc=about)


def whole(name: str, value: Any, least: Union[int, float] = 0, most: Union[int, float] = _MOST) -> int:
    """The value as an int, within bounds: TypeError if it is not an int, ValueError if it is out of bounds."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {shown(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {said(number)}, and must be a whole number from {least} to {most}")
    return number


def said(number: int) -> str:
    """In decimal, or how long it is: Python refuses to print numbers of more than some thousand digits."""
    return str(number) if abs(number) < 10**100 else f"a number of about {math.floor(math.log10(abs(number))) + 1} digits"


def length(order: Union[int, float]) -> int:
    """An order as len() may return it."""
    if order > sys.maxsize:
        raise OverflowError(f"the order is {order if order == math.inf else said(int(order))}, which is more than len() can return: ask for .order")
    return int(order)


def any_whole(name: str, value: Any) -> int:
    """The value as an int of any size."""
    return whole(name, value, -math.inf, math.inf)


def threads(count: Any) -> int:
    """A number of threads; 0 is all cores."""
    return whole("threads", count, 0, _MOST_THREADS)


def seed(value: Any) -> int:
    """A seed of 64 bits; None is a new one for each call, and a numpy.random.Generator is asked for one."""
    if isinstance(value, np.random.Generator):
        return int(value.integers(2**64, dtype=np.uint64))
    return secrets.randbits(64) if value is None else whole("seed", value, most=2**64 - 1)


def seconds(name: str, value: Any) -> float:
    """The value as a number of seconds above 0."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be a number of seconds, not {shown(value)}") from None
    if not number > 0:
        raise ValueError(f"{name} is {number}, and must be a number of seconds above 0")
    return number


def plural(count: int, what: str) -> str:
    return f"{count:,} {what}{'s' * (count != 1)}"


def named_lines(help_: str) -> List[Tuple[str, str]]:
    """Lines of a name and its meaning, which may be empty."""
    parts = (line.split(None, 1) for line in help_.splitlines())
    return [(part[0], part[1].strip() if len(part) > 1 else "") for part in parts if part]


def text(name: str, value: Any) -> str:
    """The value, which must be a str."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be a str, not {shown(value)}")
    return value


def is_gap(value: Any) -> bool:
    """Whether the value is a text such as "(1,2)", "[2,1]" or "Transformation([1,1])"."""
    return isinstance(value, str) and re.match(r"\s*\w*\s*[(\[]", value) is not None


def optional_text(name: str, value: Any) -> str:
    """The same; None is an empty text."""
    return "" if value is None else text(name, value)


def flag(name: str, value: Any) -> bool:
    """The value, which must be a bool: the text "no" would be true."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def path(name: str, value: Any) -> str:
    """The value, which must be a str or a path, as a str."""
    found = value if isinstance(value, str) else os.fspath(value) if isinstance(value, os.PathLike) else None
    if not isinstance(found, str):
        raise TypeError(f"{name} must be a str or a path, not {shown(value)}")
    return found


def function(name: str, value: Any) -> None:
    """TypeError if the value is neither None nor a function."""
    if value is not None and not callable(value):
        raise TypeError(f"{name} must be a function or None, not {shown(value)}")


def several(name: str, values: Any, what: str = "a list of str") -> Any:
    """The values, which must be iterable."""
    try:
        iter(values)
    except TypeError:
        raise TypeError(f"{name} must be {what}, not {shown(values)}") from None
    return values


def points(name: str, values: Any, most: int = 2**32 - 3) -> List[int]:
    """The values as ints from 0 to `most`."""
    return [whole(f"{name}[{i}]", value, 0, most) for i, value in enumerate(several(name, values, "a list of whole numbers"))]


def array_of(name: str, values: Any, kinds: str = "uiO", what: str = "integers") -> Any:
    """The values as an array; rows of different lengths are one of objects, without entries. TypeError if it is a single value, or its
    entries are not integers (of those kinds)."""
    try:
        array = np.asarray(list(values) if isinstance(values, (Iterator, ValuesView)) else values)
    except ValueError:  # raised by numpy for rows of different lengths
        return np.empty(0, dtype=object)
    if array.ndim == 0:
        raise TypeError(f"{name} must be a list or an array, not {shown(values)}")
    if array.size and array.dtype.kind not in kinds:
        raise TypeError(f"{name} must have {what}, not {array.dtype}")
    return array


def rows_of_points(name: str, values: Any) -> Any:
    """The values as rows of 32-bit points of as many points as a row has."""
    array = array_of(name, values)
    if array.ndim != 2 or array.shape[1] == 0 or array.dtype.kind not in "ui":
        raise ValueError(f"{name}: expected rows of integers, all of the same length")
    if array.size and (array.min() < 0 or array.max() >= array.shape[1]):
        raise ValueError(f"{name}: {array.min() if array.min() < 0 else array.max()} is not a point: points are 0..{array.shape[1] - 1}")
    return np.ascontiguousarray(array, dtype=np.uint32)


def texts(name: str, values: Iterable[Any]) -> List[str]:
    """The values, each of which must be a str; one str is not a list of its characters."""
    if isinstance(values, str):
        parts = [values] if re.search(r"[\[(]", values) else [part.strip() for part in values.split(",")]
        raise TypeError(f"{name} must be a list of str, not one str: give {parts!r}")
    return [text(f"{name}[{i}]", value) for i, value in enumerate(several(name, values))]
