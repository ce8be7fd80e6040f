# SPDX-License-Identifier: MIT
"""Pictures for notebooks: drawn by Graphviz where its program `dot` is there, otherwise plainly by ourselves."""
from __future__ import annotations

import html
import math
import os
import shutil
import subprocess
from typing import Callable, Iterable, List, Optional, Sequence, Tuple

from wreath._files import Pathlike, replacing

# Colours that the colour-blind tell apart (Okabe and Ito); the library's own pictures have the same.
COLOURS = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"]


def render(dot: str, form: str = "svg") -> Optional[bytes]:
    """What Graphviz makes of a text in its language; None where Graphviz is missing."""
    program = shutil.which("dot")
    if program is None:
        return None
    return subprocess.run([program, f"-T{form}"], input=dot.encode(), stdout=subprocess.PIPE, check=True).stdout


class Picture:
    """A picture that notebooks show; `save` writes it to a .dot, .svg, .png or .pdf file."""

    def __init__(self, dot: str, plain: Callable[[], str]) -> None:
        self.dot = dot
        self._plain = plain
        self._svg: Optional[str] = None

    def svg(self) -> str:
        if self._svg is None:
            drawn = render(self.dot)
            self._svg = self._plain() if drawn is None else drawn.decode()
        return self._svg

    _repr_svg_ = svg

    def save(self, path: Pathlike) -> None:
        """The file appears whole or not at all."""
        path = os.fspath(path)
        form = os.path.splitext(path)[1][1:]
        if form not in ("dot", "gv", "svg", "png", "pdf"):
            raise ValueError(f"{path}: a picture is .dot, .svg, .png or .pdf")
        drawn = self.svg().encode() if form == "svg" else self.dot.encode() if form in ("dot", "gv") else render(self.dot, form)
        if drawn is None:
            raise OSError("Graphviz's program 'dot' is not installed; write a .dot or .svg file instead")
        with replacing(path) as file:
            file.write(drawn)

    def __repr__(self) -> str:
        return f"<Picture: {len(self.dot):,} bytes of Graphviz>"


def svg(width: float, height: float, parts: Iterable[str]) -> str:
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'viewBox="0 0 {width:.0f} {height:.0f}" font-family="Helvetica,sans-serif" font-size="11">'
            + "".join(parts) + "</svg>")


def text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{html.escape(words)}</text>'


def layered_graph(names: Sequence[str], layers: Sequence[int], edges: Iterable[Tuple[int, int, int]]) -> str:
    """Nodes in rows by their layer; an edge (from, to, colour) is a curve that bends to its right, so that two between the same
    nodes are told apart, with a dot near its end."""
    members: List[List[int]] = [[] for _ in range(max(layers, default=-1) + 1)]
    for node, layer in enumerate(layers):
        members[layer].append(node)
    step = 48 + 7 * max((len(name) for name in names), default=1)
    width = step * (1 + max((len(row) for row in members), default=1))
    place = {node: (width * (k + 1) / (len(row) + 1), 40 + 80 * layer)
             for layer, row in enumerate(members) for k, node in enumerate(row)}
    parts = []
    for start, end, colour in edges:
        (x, y), (u, v) = place[start], place[end]
        style = f'fill="none" stroke="{COLOURS[colour % len(COLOURS)]}"'
        if start == end:
            parts.append(f'<circle cx="{x + 12:.1f}" cy="{y - 12:.1f}" r="{6 + 2 * colour}" {style}/>')
            continue
        bend = (24 + 10 * colour) / math.hypot(u - x, v - y)
        p, q = (x + u) / 2 - (v - y) * bend, (y + v) / 2 + (u - x) * bend
        parts.append(f'<path d="M{x:.1f},{y:.1f} Q{p:.1f},{q:.1f} {u:.1f},{v:.1f}" {style}/>')
        near = [0.05 * a + 0.35 * b + 0.6 * c for a, b, c in ((x, p, u), (y, q, v))]  # on the curve, by its end
        parts.append(f'<circle cx="{near[0]:.1f}" cy="{near[1]:.1f}" r="3" fill="{COLOURS[colour % len(COLOURS)]}"/>')
    for node, name in enumerate(names):
        x, y = place[node]
        half = 8 + 3.5 * len(name)
        parts.append(f'<rect x="{x - half:.1f}" y="{y - 10:.1f}" width="{2 * half:.1f}" height="20" rx="10" fill="white" '
                     'stroke="black"/>' + text(x, y + 4, name))
    return svg(width, 80 * len(members) + 20, parts)


def stacked_tables(tables: Sequence[Tuple[str, List[List[Tuple[str, bool]]]]]) -> str:
    """Tables one below the other, each a title and rows of cells (text, whether grey)."""
    parts, top, width = [], 10.0, 60.0
    for title, rows in tables:
        cell = 16 + 7 * max(len(words) for row in rows for words, _ in row)
        width = max(width, 20 + cell * len(rows[0]), 20 + 6.5 * len(title))
    for title, rows in tables:
        cell = 16 + 7 * max(len(words) for row in rows for words, _ in row)
        parts.append(text(width / 2, top + 10, title))
        top += 16
        left = (width - cell * len(rows[0])) / 2
        for row in rows:
            for k, (words, grey) in enumerate(row):
                parts.append(f'<rect x="{left + k * cell:.1f}" y="{top:.1f}" width="{cell}" height="20" '
                             f'fill="{"#D9D9D9" if grey else "white"}" stroke="black"/>'
                             + text(left + (k + 0.5) * cell, top + 14, words))
            top += 20
        top += 12
    return svg(width, top, parts)
