#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/figures/perm-*.svg from the run records in bench/results: time per point against size, with the floor.

    tools/plot_perm.py          needs gnuplot
"""
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results"
FIGURES = ROOT / "docs/figures"
COLOURS = {"traditional": "#D55E00", "implicit": "#0072B2", "auto": "#009E73", "floor": "#999999"}  # Okabe and Ito


def lines_of(*names):
    return [line for name in names for line in json.loads((RESULTS / name).read_text())["series"]["ram"]]


def plot(output, title, panels):
    """One panel for each operation; a panel is a list of (label, colour, dash, [(points, ns)])."""
    script = [f"set terminal svg size 1200,430 font 'Helvetica,13' background 'white'", f"set output '{FIGURES / output}'",
              f"set multiplot layout 1,3 title '{title}'", "set logscale x 2", "set logscale y 10", "set grid", "set key top left",
              "set format x '2^{%L}'", "set xlabel 'points'", "set ylabel 'ns per point'"]
    for name, curves in panels:
        script.append(f"set title '{name}'")
        commands = []
        for number, (label, colour, dash, values) in enumerate(curves):
            block = f"$curve{len(script)}_{number}"
            script.append(f"{block} << end\n" + "\n".join(f"{x} {y}" for x, y in values) + "\nend")
            commands.append(f"{block} using 1:2 with linespoints lc rgb '{colour}' dt {dash} pt 7 ps 0.4 lw 2 title '{label}'")
        script.append("plot " + ", ".join(commands))
    FIGURES.mkdir(exist_ok=True)
    subprocess.run(["gnuplot"], input="\n".join(script), text=True, check=True)


def ram_figure(output, title, names):
    lines = lines_of(*names)
    panels = []
    for operation in ("multiply", "inverse", "divide"):
        curves = []
        threads = sorted({line["threads"] for line in lines})
        for dash, count in enumerate(reversed(threads), 1):
            rows = [line for line in lines if line["operation"] == operation and line["threads"] == count]
            for algorithm in ("traditional", "implicit"):
                curves.append((f"{algorithm}, {count} threads", COLOURS[algorithm], dash, [(row["points"], row[f"{algorithm}_ns"]) for row in rows]))
            if count == threads[-1]:
                curves.append((f"floor, {count} threads", COLOURS["floor"], 3, [(row["points"], row["floor_ns"]) for row in rows]))
        panels.append((operation, curves))
    plot(output, title, panels)


def gpu_figure(output, title, name):
    rows = [row for row in json.loads((RESULTS / name).read_text())["series"]["device"] if row["point_bytes"] == 4]
    panels = []
    for operation in ("multiply", "inverse", "divide"):
        curves = []
        for algorithm in ("traditional", "implicit"):
            chosen = [row for row in rows if row["op"] == operation and row["algorithm"] == algorithm]
            curves.append((algorithm, COLOURS[algorithm], 1, [(row["points"], row["ns_per_point"]) for row in chosen]))
        curves.append(("floor", COLOURS["floor"], 3, [(row["points"], row["floor_ms"] * 1e6 / row["points"]) for row in chosen]))
        panels.append((operation, curves))
    plot(output, title, panels)


def main():
    ram_figure("perm-neoverse.svg", "4-byte points, 2 cores of a Neoverse-V1",
               ["2026-11-15-perm-ram-neoverse-2.json", "2026-11-15-perm-ram-neoverse-2-large.json"])
    ram_figure("perm-xeon.svg", "4-byte points, 16 cores of a Xeon",
               ["2026-11-15-perm-ram-xeon-16.json", "2026-11-15-perm-ram-xeon-16-large.json"])
    gpu_figure("perm-h200.svg", "4-byte points, one H200", "2026-11-15-perm-gpu-h200.json")


if __name__ == "__main__":
    main()
