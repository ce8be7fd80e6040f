# SPDX-License-Identifier: MIT
"""A Cayley ball as a picture: the identity in the middle, elements of one length on one circle.

Normal forms are closed under prefixes, so the elements are a tree. Each element gets a sector of its circle as wide as the leaves
below it need, its children share it in ShortLex order, and so no branch of the tree crosses another. All other edges are chords.
"""
from __future__ import annotations

import html
import math
from typing import Any, Dict, Iterator, List, Sequence, Tuple

import numpy as np
from numpy.typing import NDArray

from wreath._pictures import COLOURS

MOST_DRAWN = 3000
MOST_NAMED = 80
TWIST = 0.5  # radians, from the middle to the rim, where there are chords: they could lie on branches otherwise


def drawn_edges(edges: NDArray[Any], inverses: Sequence[int]) -> Iterator[Tuple[int, int, int]]:
    """Each edge once: of a letter and its inverse the first one; of an involution, from the lesser end."""
    for start, letter, end in edges.tolist():
        inverse = inverses[letter]
        if letter < inverse or (letter == inverse and start <= end):
            yield start, letter, end


def parents(lengths: Sequence[int], edges: NDArray[Any]) -> List[int]:
    """The number of each element's longest proper prefix: of its neighbours that are shorter, the least in ShortLex order."""
    parent = list(range(len(lengths)))
    for start, _, end in edges.tolist():
        if lengths[end] < lengths[start] and (parent[start] == start or end < parent[start]):
            parent[start] = end
    return parent


def places(lengths: Sequence[int], parent: Sequence[int], radius: float, twist: float) -> List[Tuple[float, float]]:
    """Where each element stands, around (0, 0)."""
    count = len(lengths)
    leaves = [0] * count
    for i in reversed(range(count)):
        leaves[i] = leaves[i] or 1
        if parent[i] != i:
            leaves[parent[i]] += leaves[i]
    longest = max(max(lengths), 1)
    begin = [0.0] * count
    taken: Dict[int, float] = {}
    where = []
    for i in range(count):
        width = 2 * math.pi * leaves[i] / leaves[0]
        if parent[i] != i:
            begin[i] = taken.get(parent[i], begin[parent[i]])
            taken[parent[i]] = begin[i] + width
        angle, distance = begin[i] + width / 2 + twist * lengths[i] / longest, radius * lengths[i] / longest
        where.append((distance * math.cos(angle), -distance * math.sin(angle)))
    return where


def draw(names: Sequence[str], edges: NDArray[Any], letters: Sequence[str], inverses: Sequence[int], lengths: NDArray[Any],
         size: int) -> str:
    """The picture as SVG text."""
    if len(names) > MOST_DRAWN:
        raise ValueError(f"{len(names)} elements are too many for a picture, the limit is {MOST_DRAWN}: choose a smaller "
                         "radius")
    levels = [int(length) for length in lengths]
    is_tree = len(edges) == 2 * (len(names) - 1)
    where = places(levels, parents(levels, edges), size / 2 - 30, 0 if is_tree else TWIST)
    generators = [x for x, inverse in enumerate(inverses) if x <= inverse]
    colour = {x: COLOURS[i % len(COLOURS)] for i, x in enumerate(generators)}
    half = size / 2
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" '
             f'viewBox="{-half:g} {-half:g} {size} {size}" font-family="sans-serif" font-size="10">',
             '<rect x="-50%" y="-50%" width="100%" height="100%" fill="white"/>']
    for x in generators:
        lines = "".join(f"M{where[a][0]:.1f} {where[a][1]:.1f}L{where[b][0]:.1f} {where[b][1]:.1f}"
                        for a, letter, b in drawn_edges(edges, inverses) if letter == x)
        parts.append(f'<path d="{lines}" fill="none" stroke="{colour[x]}" stroke-width="1.2"/>')
    few = len(names) <= MOST_NAMED
    for name, (across, down) in zip(names, where):
        parts.append(f'<circle cx="{across:.1f}" cy="{down:.1f}" r="{3 if few else 1.5}"><title>{html.escape(name)}</title></circle>')
        if few:
            parts.append(f'<text x="{across + 4:.1f}" y="{down - 4:.1f}">{html.escape(name)}</text>')
    for i, x in enumerate(generators):
        parts.append(f'<text x="{6 - half:g}" y="{16 + 14 * i - half:g}" font-size="13" fill="{colour[x]}">'
                     f"{html.escape(letters[x])}</text>")
    return "\n".join([*parts, "</svg>"])
