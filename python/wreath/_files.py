# SPDX-License-Identifier: MIT
"""Files: errors are Python's own kinds of OSError, with the messages of the command line; output files appear whole or not at
all."""
from __future__ import annotations

import contextlib
import os
from typing import BinaryIO, Iterator, Type, Union

Pathlike = Union[str, os.PathLike]


@contextlib.contextmanager
def opening(path: Pathlike, may_be_text: bool = False) -> Iterator[None]:
    """Wraps code that reads a file. With ``may_be_text`` the path could also be the text itself, such as a presentation."""
    try:
        yield
    except ValueError as error:
        name = os.fspath(path)
        if not os.path.exists(name) and may_be_text and not _looks_like_path(name):
            raise
        _raise_as(FileNotFoundError if not os.path.exists(name) else IsADirectoryError if os.path.isdir(name) else
                  PermissionError if not os.access(name, os.R_OK) else ValueError, error)


@contextlib.contextmanager
def replacing(path: Pathlike) -> Iterator[BinaryIO]:
    """A temporary file beside the path; it is renamed to the path at the end, and removed on an error."""
    temporary = f"{os.fspath(path)}.{os.getpid()}.new"
    try:
        with open(temporary, "wb") as file:
            yield file
        os.replace(temporary, path)
    except OSError as error:
        if error.filename != temporary:
            raise
        raise OSError(error.errno, error.strerror, os.fspath(path)) from None  # the name that the caller knows
    finally:
        if os.path.exists(temporary):
            os.unlink(temporary)


def _raise_as(kind: Type[Exception], error: ValueError) -> None:
    if kind is ValueError:
        raise error
    raise kind(str(error)) from None


def _looks_like_path(text: str) -> bool:
    return not any(c in text for c in "<>|\n") and (os.sep in text or "." in os.path.basename(text))
