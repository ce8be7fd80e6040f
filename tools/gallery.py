#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the pictures of docs/gallery from what the program writes.

    tools/gallery.py [--wreath build/release/wreath] [NAME ...]

Cayley graphs of triangle groups stand in the hyperbolic plane or on the sphere: `wreath word ball triangle:2,3,7 R --graph ball.npy` gives
the elements and the edges, and an element stands where it moves a base point as an isometry. Egg boxes are drawn by the
program itself, and Cayley graphs of semigroups by it through Graphviz. Needs matplotlib, numpy and Graphviz.
"""
import argparse
import cmath
import json
import math
import pathlib
import subprocess
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import matplotlib.ticker
import numpy as np
from matplotlib.collections import LineCollection

ROOT = pathlib.Path(__file__).resolve().parent.parent
GALLERY = ROOT / "docs/gallery"


COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")  # of Okabe and Ito, as in the program and in tools/plot.py


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


# --- Cayley graphs of triangle groups. Curvature -1 is the hyperbolic plane in the unit disk, 1 the sphere in stereographic projection.

def shift(point, curvature):
    """The isometry that takes the origin to a point, as a matrix of SU(1,1) or SU(2)."""
    return np.array([[1, point], [-curvature * np.conj(point), 1]]) / math.sqrt(1 + curvature * abs(point) ** 2)


def rotation(centre, angle, curvature):
    half = cmath.exp(0.5j * angle)
    return shift(centre, curvature) @ np.array([[half, 0], [0, half.conjugate()]]) @ shift(-centre, curvature)


def image(matrix, point):
    return (matrix[..., 0, 0] * point + matrix[..., 0, 1]) / (matrix[..., 1, 0] * point + matrix[..., 1, 1])


def segment(start, end, curvature, steps=12):
    """Points of the geodesic from one point to another."""
    far = image(shift(-start, curvature), end)
    there, back = (math.atan, np.tan) if curvature > 0 else (lambda length: math.atanh(min(length, 1 - 1e-12)), np.tanh)
    return image(shift(start, curvature), back(np.linspace(0, there(abs(far)), steps)) * far / abs(far))


def fixed_point(matrix):
    (a, b), (c, d) = matrix
    return min(np.roots([c, d - a, -b]), key=abs)


class Triangles:
    """The ball of a triangle group <a, b | a^p, b^q, (ab)^r>: places of the elements, edges as (start, letter, end)."""

    def __init__(self, wreath, orders, radius, base=0.5 + 0j):
        p, q, r = (math.pi / order for order in orders)
        self.curvature = 1 if p + q + r > math.pi else -1
        side = (math.cos(p) * math.cos(q) + math.cos(r)) / (math.sin(p) * math.sin(q))  # cosine of the side from the centre of a to that of b
        corner = math.tan(math.acos(side) / 2) if self.curvature > 0 else math.tanh(math.acosh(side) / 2)
        start = base * corner
        turns = {"a": (0, 2 * p), "A": (0, -2 * p), "b": (corner, 2 * q), "B": (corner, -2 * q)}
        to_start = shift(-start, self.curvature)
        generators = {letter: to_start @ rotation(centre, angle, self.curvature) @ np.linalg.inv(to_start) for letter, (centre, angle) in turns.items()}
        with tempfile.TemporaryDirectory() as folder:
            name = "triangle:" + ",".join(map(str, orders))
            printed = run(wreath, "word", "ball", name, str(radius), "--graph", f"{folder}/ball.npy", "-q")
            self.edges = np.load(f"{folder}/ball.npy").tolist()
            listed = next(line for line in run(wreath, "word", "info", name, "-q").splitlines() if line.startswith("letters"))
            self.letters = listed.split()[1:]
        self.words = ["" if word == "1" else word for word in printed.split()]
        matrices = {"": np.eye(2, dtype=complex)}
        for word in self.words[1:]:
            matrices[word] = matrices[word[:-1]] @ generators[word[-1]]
        whole = shift(-fixed_point(generators["a"] @ generators["b"]), 1) if self.curvature > 0 else np.eye(2)  # the middle of a face, not a vertex, lies opposite infinity
        self.places = [image(whole @ matrices[word], 0) for word in self.words]

    def lines(self):
        """(letter, points of the edge, shorter word length) once for each edge."""
        for start, letter, end in self.edges:
            if start < end:
                arc = segment(self.places[start], self.places[end], self.curvature)
                yield self.letters[letter].lower(), np.column_stack([arc.real, arc.imag]), min(len(self.words[start]), len(self.words[end]))


def disk():
    figure, axes = plt.subplots(figsize=(7, 7))
    axes.add_patch(plt.Circle((0, 0), 1, fill=False, color="0.6", linewidth=0.8))
    axes.set(xlim=(-1.01, 1.01), ylim=(-1.01, 1.01), aspect="equal")
    axes.axis("off")
    return figure, axes


def save(figure, name, dpi=105):
    figure.savefig(GALLERY / f"{name}.png", dpi=dpi, bbox_inches="tight", pad_inches=0.02)
    plt.close(figure)


def widths(lines):
    return [2.4 * max(0, 1 - abs(complex(*points[0])) ** 2) ** 0.6 + 0.12 for _, points, _ in lines]


def ball_237(wreath):
    ball = Triangles(wreath, (2, 3, 7), 26, base=0.28 + 0.16j)
    lines = list(ball.lines())
    figure, axes = disk()
    drawn = axes.add_collection(LineCollection([points for _, points, _ in lines], array=np.array([length for *_, length in lines]), cmap="viridis_r",
                                               linewidths=widths(lines), capstyle="round"))
    bar = figure.colorbar(drawn, ax=axes, shrink=0.5, pad=0.02, aspect=30)
    bar.set_label("word length")
    bar.outline.set_visible(False)
    save(figure, "ball-237")


def legend(axes, names):
    handles = [plt.Line2D([], [], color=colour, linewidth=2.5) for colour in COLOURS[:len(names)]]
    axes.legend(handles, names, loc="upper left", bbox_to_anchor=(-0.02, 1.02), frameon=False, fontsize=12)


def by_generator(axes, lines, widths_of_lines):
    colours = {"a": COLOURS[0], "b": COLOURS[1]}
    axes.add_collection(LineCollection([points for _, points, _ in lines], colors=[colours[letter] for letter, *_ in lines], linewidths=widths_of_lines, capstyle="round"))
    legend(axes, ["a", "b"])


def ball_334(wreath):
    lines = list(Triangles(wreath, (3, 3, 4), 12).lines())
    figure, axes = disk()
    by_generator(axes, lines, widths(lines))
    save(figure, "ball-334")


def sphere_235(wreath):
    ball = Triangles(wreath, (2, 3, 5), 30, base=0.45 + 0j)
    lines = list(ball.lines())
    figure, axes = plt.subplots(figsize=(6.5, 6.5))
    by_generator(axes, lines, [2] * len(lines))
    axes.scatter([place.real for place in ball.places], [place.imag for place in ball.places], s=14, color="black", zorder=3)
    reach = 1.05 * np.abs(np.concatenate([points for _, points, _ in lines])).max()
    axes.set(xlim=(-reach, reach), ylim=(-reach, reach), aspect="equal")
    axes.axis("off")
    save(figure, "sphere-235", 110)


# --- semigroups, schemes, growth

def egg_boxes(name, family):
    def draw(wreath):
        run(wreath, "semigroup", "green", family, "--egg-box", str(GALLERY / f"{name}.svg"), "-q")
    return draw


def cayley_catalan(wreath):
    with tempfile.TemporaryDirectory() as folder:
        run(wreath, "semigroup", "cayley", "catalan:4", "-o", f"{folder}/graph.dot", "-q")
        text = pathlib.Path(folder, "graph.dot").read_text(encoding="utf-8")
        names = "&nbsp;&nbsp;&nbsp;".join(f'<font color="{colour}">&#8594; generator {number}</font>' for number, colour in enumerate(COLOURS[:3]))
        start = text.index("{") + 1
        pathlib.Path(folder, "graph.dot").write_text(f"{text[:start]}\n  label=<{names}>; labelloc=t; fontname=\"DejaVu Sans\";\n{text[start:]}", encoding="utf-8")
        run("dot", "-Tsvg", f"{folder}/graph.dot", "-o", str(GALLERY / "cayley-catalan4.svg"))


def scheme(name, path):
    def draw(_):
        numbers = (ROOT / path).read_text(encoding="utf-8").split("#")[0].split()
        n, m, p, rank = map(int, numbers[:4])
        sides = ((n, m), (m, p), (p, n))
        values, factors = iter(map(int, numbers[4:])), []
        for rows, columns in sides:
            factors.append([np.array([next(values) for _ in range(rows * columns)]).reshape(rows, columns) for _ in range(rank)])
        across = 12
        down = math.ceil(rank / across)
        figure, all_axes = plt.subplots(3 * down, across, figsize=(8, 8 * 3.3 * down / across))
        for number, axes in enumerate(all_axes.flat):
            line, column = divmod(number, across)
            group, position = divmod(line, 3)
            product = group * across + column
            axes.axis("off")
            if product >= rank:
                continue
            matrix = factors[position][product]
            axes.pcolormesh(np.flipud(matrix), cmap=matplotlib.colors.ListedColormap([COLOURS[1], "#eeeeee", COLOURS[0]]), vmin=-1.5, vmax=1.5, edgecolors="white", linewidth=1)
            axes.set_aspect("equal")
            if position == 0:
                axes.set_title(product + 1, fontsize=8, pad=2)
            if column == 0:
                axes.text(-0.25, 0.5, "abc"[position], transform=axes.transAxes, ha="right", va="center", fontsize=10, style="italic")
        marks = [plt.Rectangle((0, 0), 1, 1, color=colour) for colour in (COLOURS[1], "#eeeeee", COLOURS[0])]
        figure.legend(marks, ["\u22121", "0", "1"], loc="lower center", ncol=3, frameon=False, bbox_to_anchor=(0.5, 0.02))
        save(figure, name, 110)
    return draw


GROWING = {"surface:2": "surface group of genus 2", "free:2": "free group of rank 2", "triangle:3,3,4": "(3,3,4) triangle group", "coxeter:5,3,5": "Coxeter group [5,3,5]",
           "triangle:2,3,7": "(2,3,7) triangle group", "<a,b | ab=ba>": "free abelian group of rank 2"}


def growth(wreath):
    figure, axes = plt.subplots(figsize=(8, 5))
    for (group, name), colour, mark in zip(GROWING.items(), COLOURS, "os^Dv*"):
        sizes = json.loads(run(wreath, "word", "growth", group, "--json", "-q"))["spheres"][:21]
        axes.plot(range(len(sizes)), [float(size) for size in sizes], color=colour, marker=mark, markersize=4.5, linewidth=1.6, label=name)
    axes.set(yscale="log", xlabel="word length", ylabel="number of elements", ylim=(0.8, 1e11))
    axes.xaxis.set_major_locator(matplotlib.ticker.MaxNLocator(integer=True))
    axes.grid(color="#dddddd")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left")
    save(figure, "growth", 110)


PICTURES = {"ball-237": ball_237, "ball-334": ball_334, "sphere-235": sphere_235, "egg-full4": egg_boxes("egg-full4", "full:4"),
            "egg-jones5": egg_boxes("egg-jones5", "jones:5"), "cayley-catalan4": cayley_catalan, "scheme-3x3x3-23": scheme("scheme-3x3x3-23", "data/schemes/3x3x3-23.txt"),
            "growth": growth}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", choices=[[], *PICTURES])
    parser.add_argument("--wreath", default=str(ROOT / "build/release/wreath"), metavar="PROGRAM")
    arguments = parser.parse_args()
    GALLERY.mkdir(exist_ok=True)
    for name in arguments.names or PICTURES:
        PICTURES[name](arguments.wreath)
        print(name, flush=True)


if __name__ == "__main__":
    main()
