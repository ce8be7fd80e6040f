# SPDX-License-Identifier: MIT
"""Gives the extension's errors their Python form: one sentence about a wrong argument, and OSError for files.

pybind11 reports a wrong type with a list of C++ signatures, and the library has only one class for wrong input. Importing this
module wraps every function of the extension once.
"""
from __future__ import annotations

import errno
import functools
import operator
import os
import re
from typing import Any, Callable, Dict, Optional, Tuple, Type

from wreath import _wreath

_KINDS: Dict[str, Type[OSError]] = {
    os.strerror(code): kind
    for code, kind in ((errno.ENOENT, FileNotFoundError), (errno.ENOTDIR, NotADirectoryError), (errno.EISDIR, IsADirectoryError),
                       (errno.EACCES, PermissionError), (errno.EPERM, PermissionError), (errno.EROFS, PermissionError))}
_KINDS["there is no such file"] = FileNotFoundError
_FILE_ERROR = re.compile(r": (?:cannot (?:open|read|write|create the folder)\b|this is a folder)")


def _is_whole(value: Any) -> bool:
    try:
        operator.index(value)
    except TypeError:
        return False
    return True


# What the extension's signatures call it; what it is called here; how to recognise it.
_TYPES: Tuple[Tuple[str, str, Callable[[Any], bool]], ...] = (
    ("str", "a str", lambda value: isinstance(value, str)), ("bool", "a bool", lambda value: isinstance(value, bool)),
    ("int", "an int", _is_whole), ("float", "a number", lambda value: isinstance(value, (int, float))),
    ("bytes", "bytes", lambda value: isinstance(value, bytes)), ("numpy.ndarray", "an array", lambda value: hasattr(value, "dtype")))


def _wrong_type(message: str, arguments: Tuple[Any, ...]) -> str:
    """Which argument is of a wrong type, and what it should be."""
    signature = re.search(r"^\s*1\. (?:\w+)?\((.*)\)(?: -> .*)?$", message, re.MULTILINE)
    expected = re.findall(r"\w+: ([\w.]+)", signature.group(1)) if signature else []
    for name, value in zip(expected, arguments):
        for type_, said, fits in _TYPES:
            if name == type_ and not fits(value):
                return f"{value!r} has type {type(value).__name__}; expected {said}"
    given = ", ".join(type(value).__name__ for value in arguments)
    return f"unexpected argument types: {given}"


def os_error_of(error: ValueError) -> Optional[OSError]:
    """The OSError that corresponds to this error about a file; None if the error is about something else."""
    text = str(error)
    if not _FILE_ERROR.search(text):
        return None
    for why, kind in _KINDS.items():
        if why in text:
            return kind(text)
    return IsADirectoryError(text) if ": this is a folder" in text else OSError(text)


def _wrap(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except TypeError as error:
            if "incompatible function arguments" not in str(error) and "incompatible constructor arguments" not in str(error):
                raise
            raise TypeError(_wrong_type(str(error), arguments)) from None
        except ValueError as error:
            better = os_error_of(error)
            if better is None:
                raise
            raise better from None

    return call


def _wrap_all(owner: Any) -> None:
    for name, thing in list(vars(owner).items()):
        if isinstance(thing, staticmethod):
            setattr(owner, name, staticmethod(_wrap(thing.__func__)))
        elif isinstance(thing, type):
            _wrap_all(thing)
        elif callable(thing) and (name == "__init__" or not name.startswith("_")):
            setattr(owner, name, _wrap(thing))


for _part in (_wreath.perm, _wreath.semigroup, _wreath.word, _wreath.flip, _wreath.orbit, _wreath.coset, _wreath.group):
    _wrap_all(_part)
