# SPDX-License-Identifier: MIT
"""A scheme as coloured matrices: each summand is a row of three, u, v and w; summands stand side by side in columns."""
from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from wreath._pictures import COLOURS

CELL = 10
GAP = 8
ZERO, ONE, MINUS_ONE, OTHER = "#EEEEEE", COLOURS[0], COLOURS[1], COLOURS[3]


def _matrix(matrix: NDArray[Any], x: float, y: float) -> str:
    """One matrix with its upper left corner there."""
    rows, columns = matrix.shape
    cells = [f'<rect x="{x:g}" y="{y:g}" width="{columns * CELL}" height="{rows * CELL}" fill="{ZERO}"/>']
    for (i, j), value in np.ndenumerate(matrix):
        if value == 0:
            continue
        colour = ONE if value == 1 else MINUS_ONE if value == -1 else OTHER
        cells.append(f'<rect x="{x + j * CELL:g}" y="{y + i * CELL:g}" width="{CELL}" height="{CELL}" fill="{colour}" '
                     f'stroke="white" stroke-width="0.5"><title>{value}</title></rect>')
    return "".join(cells)


def draw(u: NDArray[Any], v: NDArray[Any], w: NDArray[Any], columns: int) -> str:
    """The picture as SVG text."""
    factors = [u, v, w]
    height = max(factor.shape[1] for factor in factors) * CELL + 2 * GAP
    width = sum(factor.shape[2] * CELL + GAP for factor in factors) + 3 * GAP
    columns = max(1, min(columns, len(u)))
    lines = -(-len(u) // columns)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * width}" height="{max(lines, 1) * height}" '
             'font-family="sans-serif" font-size="8">', '<rect width="100%" height="100%" fill="white"/>']
    for r in range(len(u)):
        x, y = r % columns * width + GAP, r // columns * height + GAP
        for factor in factors:
            parts.append(_matrix(factor[r], x, y))
            x += factor.shape[2] * CELL + GAP
    return "\n".join([*parts, "</svg>"])
