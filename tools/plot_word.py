#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws docs/figures/word-*.svg from run records of wreath_bench_word_multiply and wreath_bench_reduce.

    tools/plot_word.py [RECORD.json ...] [--figures FOLDER]         without records: those of bench/results

    word-multiply-paper.svg    path doubling, one product: time against n and speed-up, by block size (the paper's Figures 2-5)
    word-shortlex-paper.svg    the same for ShortLex (Figures 6-9)
    word-scan.svg              a product that changes the whole word: walk, scans on CPU threads and GPU, path doubling
    word-reduce.svg            the normal form of one word of any length: the paper's way and ours
    word-threads.svg           one long word on CPU threads: time and speed-up

What a record holds is seen from its contents. A figure for which there are no data is left out.
"""
import argparse
import collections
import json
import pathlib

import svg_chart
from svg_chart import Axis, Curve, Panel

ROOT = pathlib.Path(__file__).resolve().parent.parent
GROUPS = {"S_2": "surface:2", "C_334": "triangle:3,3,4"}
BLOCKS = (1, 4, 16, 64, 256, 1024)
RAMP = ("#F89441", "#E16462", "#B12A90", "#6A00A8", "#0D0887", "#000000")  # from few to many
ORANGE, GREEN, BLUE, GREY, PURPLE = "#D55E00", "#009E73", "#0072B2", "#999999", "#CC79A7"  # Okabe and Ito

LETTERS = Axis("letters", svg_chart.power_name)
SECONDS = Axis("time", svg_chart.seconds_name)
SPEED_UP = Axis("speed-up", svg_chart.plain_name)


class Records:
    """The lines of all records, together."""

    def __init__(self, files):
        self.series = collections.defaultdict(list)
        self.measured = []
        self.gpus = set()
        for file in files:
            record = json.loads(pathlib.Path(file).read_text())
            machine = record["machine"]
            for name, lines in record.get("series", {}).items():
                self.series[name] += lines
            if "paper_products" in record.get("series", {}):
                self.gpus.add(machine["gpu"])
            name = "Xeon" if "Xeon" in machine["cpu"] else machine["cpu"]
            self.measured += [line | {"cpu": name} for line in record["results"].get("measured", [])]

    def paper(self, series, group):
        """{letters: {block: seconds}} of path doubling."""
        found = collections.defaultdict(dict)
        for line in self.series[series]:
            if line["group"] == GROUPS[group]:
                found[line["letters"]][line["block"]] = line["seconds"]
        return dict(sorted(found.items()))

    def paper_best(self, series, group):
        return [(letters, min(times.values())) for letters, times in self.paper(series, group).items()]

    def of_one_word(self, group, what, cpu=None):
        """(letters, seconds) of a word, with the base length that wreath chooses; of several records the last counts."""
        chosen = [line for line in self.measured if (line["group"], line["what"]) == (group, what) and line.get("base", 0) == 0]
        seconds = {line["length"]: line["length"] / line["letters_per_second"] for line in chosen if cpu in (None, line["cpu"])}
        return sorted(seconds.items())

    def by_threads(self):
        """{cpu: {(group, length): {threads: seconds}}} of one long word."""
        found = collections.defaultdict(lambda: collections.defaultdict(dict))
        for line in self.measured:
            if line["what"].startswith("one word, "):
                found[line["cpu"]][line["group"], line["length"]][line["threads"]] = line["seconds"]
        return found


def with_points(curves):
    return [curve for curve in curves if curve.points]


def paper_figure(records, series, title):
    """Time against n, and speed-up against block size, for each of the paper's groups."""
    panels = []
    for group in GROUPS:
        times = records.paper(series, group)
        if not times:
            return None
        by_block = [Curve(f"{block} a block", colour, [(n, row[block]) for n, row in times.items() if block in row])
                    for block, colour in zip(BLOCKS, RAMP)]
        panels.append(Panel(f"{group}: time by threads a block", LETTERS, SECONDS, with_points(by_block)))
        whole = {n: row for n, row in times.items() if 1 in row}  # slow ones may have been left out
        shown = list(whole) if len(whole) <= 4 else list(whole)[::2]
        speed_up = [Curve(f"n = {n}", colour, [(block, whole[n][1] / seconds) for block, seconds in sorted(whole[n].items())])
                    for n, colour in zip(shown, (RAMP[0], *RAMP[2:]))]
        if speed_up:
            panels.append(Panel(f"{group}: speed-up", Axis("threads a block", svg_chart.plain_name, 2), SPEED_UP, speed_up))
    return svg_chart.draw(f"{title}, {' and '.join(sorted(records.gpus))}", panels)


def scan_figure(records):
    panels = []
    for group in GROUPS:
        lines = sorted((line for line in records.series["scan"] if line["group"] == GROUPS[group]), key=lambda line: line["letters"])
        if not lines:
            return None
        curves = [Curve("path doubling, GPU, best block", GREY, records.paper_best("paper_products", group))]
        threads = sorted({int(count) for line in lines for count in line["scan_seconds_by_threads"]} - {1})  # one thread walks
        for count, colour in zip(threads, ("#9ECAE1", "#56B4E9", BLUE, "#08306B")):
            curves.append(Curve(f"scan, {count} threads", colour,
                                [(line["letters"], line["scan_seconds_by_threads"][str(count)]) for line in lines]))
        curves.append(Curve("walk, one core", ORANGE, [(line["letters"], line["walk_seconds"]) for line in lines], "6 4"))
        curves.append(Curve("scan, GPU", GREEN, [(line["letters"], line["gpu_seconds"]) for line in lines if "gpu_seconds" in line]))
        panels.append(Panel(group, LETTERS, SECONDS, with_points(curves), legend=group == "C_334"))
    return svg_chart.draw("A product that changes the whole word", panels)


def reduce_figure(records):
    panels = []
    for group in GROUPS:
        curves = [Curve("path doubling, GPU, best block", GREY, records.paper_best("paper_shortlex", group))]
        for (cpu, words), dash in zip(sorted(records.by_threads().items()), ("", "6 4")):
            most = max(max(row) for row in words.values())
            curves.append(Curve(f"one core, {cpu}", ORANGE, records.of_one_word(group, "one core, word after word", cpu), dash))
            curves.append(Curve(f"{most} threads, {cpu}", BLUE, records.of_one_word(group, f"one word, {most} threads", cpu), dash))
        curves += [Curve("GPU, word comes from the host", PURPLE, records.of_one_word(group, "GPU, one word, there and back")),
                   Curve("GPU, word is there", GREEN, records.of_one_word(group, "GPU, one word"))]
        if not with_points(curves[1:]):
            return None
        panels.append(Panel(group, LETTERS, SECONDS, with_points(curves), legend=group == "C_334"))
    return svg_chart.draw("The normal form of one uniform word", panels)


def threads_figure(records):
    panels = []
    threads = Axis("threads", svg_chart.plain_name, 2)
    for cpu, words in sorted(records.by_threads().items()):
        times, speed_up = [], []
        most = max(max(row) for row in words.values())
        if most < 4:
            continue  # a table will do
        for ((group, length), row), colour in zip(words.items(), (BLUE, ORANGE, GREEN, PURPLE)):
            label = f"{group}, n = {svg_chart.power_name(length)}"
            times.append(Curve(label, colour, sorted(row.items())))
            speed_up.append(Curve(label, colour, [(count, row[1] / seconds) for count, seconds in sorted(row.items())]))
        speed_up.append(Curve("as many times as threads", GREY, [(1, 1), (most, most)], "3 3", False))
        panels.append(Panel(f"{cpu}: time", threads, SECONDS, times, legend=False))
        panels.append(Panel(f"{cpu}: speed-up", threads, Axis("speed-up", svg_chart.plain_name, 2), speed_up))
    return svg_chart.draw("One long uniform word on CPU threads", panels) if panels else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", metavar="RECORD.json")
    parser.add_argument("--figures", type=pathlib.Path, default=ROOT / "docs/figures", metavar="FOLDER")
    arguments = parser.parse_args()
    results = ROOT / "bench/results"
    records = Records(arguments.records or sorted([*results.glob("*-word-multiply-*.json"), *results.glob("*-word-reduce-*.json")]))
    arguments.figures.mkdir(exist_ok=True)
    for name, figure in (("multiply-paper", paper_figure(records, "paper_products", "Path doubling: a normal form times a letter")),
                         ("shortlex-paper", paper_figure(records, "paper_shortlex", "Path doubling: the normal form of a word")),
                         ("scan", scan_figure(records)), ("reduce", reduce_figure(records)), ("threads", threads_figure(records))):
        if figure:
            (arguments.figures / f"word-{name}.svg").write_text(figure)
        print(f"word-{name}.svg" + ("" if figure else ": no data, left out"))


if __name__ == "__main__":
    main()
