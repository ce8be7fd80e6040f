# SPDX-License-Identifier: MIT
"""Pictures for notebooks: drawn by Graphviz where its program `dot` is there, otherwise plainly by ourselves."""
from __future__ import annotations

import os
import shutil
import subprocess
from typing import Callable, Optional

from wreath import _checks
from wreath._checks import Apart
from wreath._files import Pathlike, replacing

# Colours that the colour-blind tell apart (Okabe and Ito); the library's own pictures have the same.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"]


def render(dot: str, form: str = "svg") -> Optional[bytes]:
    """What Graphviz makes of a text in its language; None where Graphviz is missing."""
    program = shutil.which("dot")
    if program is None:
        return None
    return subprocess.run([program, f"-T{form}"], input=dot.encode(), stdout=subprocess.PIPE, check=True).stdout


class Picture(Apart):
    """A picture that notebooks show; `save` writes it to a .dot, .svg, .png or .pdf file."""

    def __init__(self, dot: str, plain: Callable[[], str], *, graphviz: bool = True) -> None:
        """`graphviz`: whether it draws SVG if it is installed, rather than `plain`."""
        self.dot = dot
        self._graphviz = graphviz
        self._plain = plain
        self._svg: Optional[str] = None

    def svg(self) -> str:
        if self._svg is None:
            drawn = render(self.dot) if self._graphviz else None
            self._svg = self._plain() if drawn is None else drawn.decode()
        return self._svg

    _repr_svg_ = svg

    def save(self, path: Pathlike) -> None:
        """The file appears whole or not at all."""
        path = _checks.path("path", path)
        form = os.path.splitext(path)[1][1:]
        if form not in ("dot", "gv", "svg", "png", "pdf"):
            raise ValueError(f"{path}: the name of a picture must end in .dot, .svg, .png or .pdf")
        drawn = self.svg().encode() if form == "svg" else self.dot.encode() if form in ("dot", "gv") else render(self.dot, form)
        if drawn is None:
            raise OSError("Graphviz's program 'dot' is not installed; write a .dot or .svg file instead")
        with replacing(path) as file:
            file.write(drawn)

    def __repr__(self) -> str:
        return f"<Picture: {len(self.dot):,} bytes of Graphviz>"
