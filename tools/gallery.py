#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of docs/gallery from what the program writes.

    tools/gallery.py [--wreath build/release/wreath] [NAME ...]

ball-237: the Cayley graph of the (2,3,7) triangle group in the hyperbolic plane. `wreath word ball triangle:2,3,7 R --graph ball.npy` gives
the elements and the edges; an element stands where it moves the centre of the picture as an isometry of the disk.
"""
import argparse
import cmath
import math
import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import LineCollection

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs/gallery"


def rotation(centre, angle):
    """The isometry of the unit disk that turns about a point, as a matrix of SU(1,1)."""
    half = cmath.exp(0.5j * angle)
    turn = np.array([[half, 0], [0, half.conjugate()]])
    return shift(centre) @ turn @ shift(-centre)


def shift(point):
    return np.array([[1, point], [np.conj(point), 1]]) / math.sqrt(1 - abs(point) ** 2)


def image(matrix, point):
    return (matrix[..., 0, 0] * point + matrix[..., 0, 1]) / (matrix[..., 1, 0] * point + matrix[..., 1, 1])


def segment(start, end, steps=8):
    """Points of the geodesic from one point of the disk to another."""
    to_origin = shift(-start)
    far = image(to_origin, end)
    length = np.linspace(0, math.atanh(min(abs(far), 1 - 1e-12)), steps)
    return image(shift(start), np.tanh(length) * far / abs(far))


def ball_237(wreath, radius=26):
    p, q = math.pi / 3, math.pi / 7
    edge = math.tanh(math.acosh(math.cos(q) / math.sin(p)) / 2)  # from the point of order 2, at the origin, to that of order 3
    base = 0.28 * edge + 0.16j * edge
    generators = {letter: shift(-base) @ matrix @ shift(base)
                  for letter, matrix in {"a": rotation(0, math.pi), "b": rotation(edge, 2 * p), "B": rotation(edge, -2 * p)}.items()}
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([wreath, "word", "ball", "triangle:2,3,7", str(radius), "--graph", f"{folder}/ball.npy", "-q"], check=True, capture_output=True, text=True)
        edges = np.load(f"{folder}/ball.npy")
    words = ["" if word == "1" else word for word in run.stdout.split()]
    matrices = {"": np.eye(2, dtype=complex)}
    for word in words[1:]:
        matrices[word] = matrices[word[:-1]] @ generators[word[-1]]
    places = np.array([image(matrices[word], 0) for word in words])
    lines, colours, widths = [], [], []
    for start, letter, end in edges.tolist():
        if start < end:
            lines.append(np.column_stack([(arc := segment(places[start], places[end])).real, arc.imag]))
            colours.append(min(len(words[start]), len(words[end])))
            widths.append(2.4 * (1 - abs(places[start]) ** 2) ** 0.6 + 0.12)
    figure, axes = plt.subplots(figsize=(7, 7))
    axes.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.6", linewidth=0.8))
    axes.add_collection(LineCollection(lines, array=np.array(colours), cmap="viridis_r", linewidths=widths, capstyle="round"))
    axes.set(xlim=(-1.01, 1.01), ylim=(-1.01, 1.01), aspect="equal")
    axes.axis("off")
    figure.savefig(GALLERY / "ball-237.png", dpi=130, bbox_inches="tight", pad_inches=0.02)
    print(f"ball-237: {len(words)} elements, {len(lines)} edges")


PICTURES = {"ball-237": ball_237}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *PICTURES])
    parser.add_argument("--wreath", default=str(ROOT / "build/release/wreath"), metavar="PROGRAM")
    arguments = parser.parse_args()
    GALLERY.mkdir(exist_ok=True)
    for name in arguments.names or PICTURES:
        PICTURES[name](arguments.wreath)


if __name__ == "__main__":
    main()
