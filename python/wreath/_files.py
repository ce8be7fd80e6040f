# SPDX-License-Identifier: MIT
"""Files that are not there are Python's FileNotFoundError, with the sentence of the command line."""
from __future__ import annotations

import contextlib
import os
from typing import Iterator


@contextlib.contextmanager
def opening(path: "str | os.PathLike", may_be_text: bool = False) -> Iterator[None]:
    """Around what reads a file. With ``may_be_text`` the path could as well be the thing itself, such as a presentation."""
    try:
        yield
    except ValueError as error:
        name = os.fspath(path)
        if os.path.exists(name) or (may_be_text and not _looks_like_path(name)):
            raise
        raise FileNotFoundError(str(error)) from None


def _looks_like_path(text: str) -> bool:
    return not any(c in text for c in "<>|\n") and (os.sep in text or "." in os.path.basename(text))
