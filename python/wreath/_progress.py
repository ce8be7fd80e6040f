# SPDX-License-Identifier: MIT
"""Progress of long calls: a line that is rewritten, on terminals and in notebooks; elsewhere, such as in a log, a line every few
seconds."""
from __future__ import annotations

import os
import sys
import time
from typing import Any, Callable, Optional, Union

from wreath import _wreath

_WIDTH = 30       # of a bar, in characters
_PATIENCE = 0.5   # seconds before the first line: short calls show nothing
_PAUSE = 5        # seconds between lines that are not rewritten


class _Line:
    """One call at a time; each decides again where to write, since a notebook's output belongs to the cell that runs."""

    def __init__(self) -> None:
        self._start: Optional[float] = None
        self._phase: Optional[str] = None
        self._handle: Any = None
        self._shown = 0
        self._logged = 0.0  # when the last line was written that stays

    def __call__(self, phase: Optional[str], done: int, total: int, unit: str, note: str) -> None:
        now = time.monotonic()
        if phase is None:
            self._end()
            return
        if self._start is None:
            self._start = now - 0.1
        if now - self._start >= _PATIENCE or self._shown:
            self._show(_text(phase, done, total, unit, note, now - self._start), now)

    def _show(self, text: str, now: float) -> None:
        if _in_notebook():
            from IPython.display import Pretty, display  # type: ignore[import]
            if self._handle is None:
                self._handle = display(Pretty(text), display_id=True)
            else:
                self._handle.update(Pretty(text))
        else:
            width = _terminal_width()
            if width is None:
                if now - self._logged >= _PAUSE:
                    sys.stderr.write(text + "\n")
                    sys.stderr.flush()
                    self._logged = now
                return
            text = text[:width - 1]  # a line that wraps could not be rewritten
            sys.stderr.write("\r" + text.ljust(self._shown))
            sys.stderr.flush()
        self._shown = max(self._shown, len(text))

    def _end(self) -> None:
        if self._shown and self._handle is None:
            sys.stderr.write("\r" + " " * self._shown + "\r")
            sys.stderr.flush()
        self._start, self._handle, self._shown = None, None, 0


def _terminal_width() -> Optional[int]:
    """None if standard error is not a terminal."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return None


def _in_notebook() -> bool:
    kernel = sys.modules.get("ipykernel.zmqshell")
    shell = sys.modules.get("IPython")
    return kernel is not None and shell is not None and isinstance(shell.get_ipython(), kernel.ZMQInteractiveShell)


def _text(phase: str, done: int, total: int, unit: str, note: str, seconds: float) -> str:
    """
    >>> _text("shuffle", 3, 4, "points", "", 6.0)
    'shuffle [######################--------] 75% of 4 points, 2 s left'
    >>> _text("level 7", 1234567, 0, "elements", "3 threads", 6.0)
    'level 7: 1,234,567 elements, 3 threads, 6 s'
    """
    extra = [note] if note else []
    if total <= 0 or done > total:
        return f"{phase}: {', '.join([f'{done:,} {unit}'.strip(), *extra, f'{seconds:.0f} s'])}"
    bar = "#" * (done * _WIDTH // total)
    if done:
        extra.append(f"{seconds * (total - done) / done:.0f} s left")
    return f"{phase} [{bar.ljust(_WIDTH, '-')}] {', '.join([f'{100 * done // total}% of {total:,} {unit}'.strip(), *extra])}"


class Progress:
    """What `progress` returns; as a context it ends with its block."""

    def __init__(self, show: Optional[Callable[..., Any]], before: Optional[Callable[..., Any]]) -> None:
        self._show, self._before = show, before

    def __enter__(self) -> "Progress":
        return self

    def __exit__(self, *error: Any) -> None:
        _set(self._before)

    def __repr__(self) -> str:
        return f"<Progress: {'off' if self._show is None else 'on'}>"


_current: Optional[Callable[..., Any]] = None


def _set(show: Optional[Callable[..., Any]]) -> None:
    global _current
    _current = show
    _wreath.set_progress(show)


def progress(show: Union[bool, Callable[[Optional[str], int, int, str, str], Any]] = True) -> Progress:
    """Shows the progress of long calls from now on, or with ``with`` in a block: as a line on standard error, or in the output of a
    notebook's cell. ``progress(False)`` ends it. A function is called in place of that, as show(phase, done, total, unit, note), at most
    ten times a second, where total is 0 if it is not known; and as show(None, 0, 0, "", "") when a call is over.

    >>> from wreath import perm
    >>> with progress():
    ...     x = perm.random(1000, seed=1)
    """
    if not isinstance(show, bool) and not callable(show):
        raise TypeError(f"show must be True, False or a function, not {show!r}")
    before = _current
    _set(_Line() if show is True else None if show is False else show)
    return Progress(_current, before)
