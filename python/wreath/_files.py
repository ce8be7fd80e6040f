# SPDX-License-Identifier: MIT
"""Files that are written here: they appear whole or not at all."""
from __future__ import annotations

import contextlib
import os
from typing import BinaryIO, Iterator, Union

Pathlike = Union[str, os.PathLike]


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
