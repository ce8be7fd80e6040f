# SPDX-License-Identifier: MIT
"""Results of computations: the fields that docs/json.md lists, as attributes and as a mapping."""
from __future__ import annotations

import json
from typing import Any, Iterator, List, Mapping, Optional


class Result(Mapping[str, Any]):
    """What was found: named fields, such as ``result.size`` or ``result["size"]``. A field that is not known is left out;
    ``result.get("size")`` is None then.

    >>> found = Result(size=27, complete=True)
    >>> found.size, found["complete"], "order" in found
    (27, True, False)
    >>> found
    Result(size=27, complete=True)
    """

    def __init__(self, fields: Optional[Mapping[str, Any]] = None, /, **more: Any) -> None:
        self.__dict__.update(fields or {}, **more)

    def __getitem__(self, name: str) -> Any:
        return self.__dict__[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.__dict__)

    def __len__(self) -> int:
        return len(self.__dict__)

    def __getattr__(self, name: str) -> Any:  # of a field that is not there
        raise AttributeError(f"this result has no field {name!r}: it has {', '.join(self)}")

    def __dir__(self) -> List[str]:
        return [name for name in super().__dir__() if name.startswith("__") or not name.startswith("_")]

    def __repr__(self) -> str:
        return f"Result({', '.join(f'{name}={_shown(value)}' for name, value in self.items())})"


def _shown(value: Any) -> str:
    """Long lists are cut."""
    if isinstance(value, list) and len(value) > 8:
        return f"[{', '.join(map(_shown, value[:6]))}, ...]"
    return repr(value)


def _whole(digits: str) -> int:
    """Of any length: Python reads a few thousand digits at once."""
    piece = 4000
    if len(digits) <= piece:
        return int(digits)
    return _whole(digits[:-piece]) * 10**piece + int(digits[-piece:])


def read(report: str) -> Any:
    """A report of the library, or a list of them, from its JSON."""
    return json.loads(report, object_hook=Result, parse_int=_whole)
