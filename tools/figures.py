#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws the figures of docs/ from the records in bench/results, by tools/plot.py. The same records give the same bytes, with the same matplotlib.

    tools/figures.py [FOLDER [NAME...]]          by default docs/figures, and all of them
"""
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
DAY = "2026-11-15"
LOG = ["--log-x", "--log-y"]
WIDE = ["--size", "1100x480"]
BLOCKS = ["--x", "letters", "--y", "seconds", "--by", "block", "--panels", "group", *LOG, *WIDE]
BLOCKS += [word for block in (1, 4, 16, 64, 256, 1024) for word in ("--series", f"block {block}")]


def series(*names):
    return [word for name in names for word in ("--series", name)]


def labels(*names):
    return [word for name in names for word in ("--label", name)]


def size(text):
    return ["--size", text]


FIGURES = {  # name: title, records, options
    "perm-neoverse": ("Time per 4-byte point, two cores of a Neoverse-V1", ["perm-ram-neoverse-2", "perm-ram-neoverse-2-large"],
                      ["--join", *series("loop, 2 threads", "partition, 2 threads", "loop, 1 thread", "partition, 1 thread", "floor, 2 threads")]),
    "perm-xeon": ("Time per 4-byte point, 16 cores of a Xeon", ["perm-ram-xeon-16", "perm-ram-xeon-16-large"],
                  ["--join", *series("loop, 16 threads", "partition, 16 threads", "floor, 16 threads")]),
    "perm-h200": ("Time per 4-byte point, arrays on an H200", ["perm-gpu-h200"],
                  ["--table", "series.device", "--panels", "op", "--x", "points", "--y", "ns_per_point=time", "--y", "floor_ms*1e6/points=floor", "--by", "algorithm",
                   "--where", "point_bytes=4", *series("time, traditional", "time, implicit", "floor, implicit"), *LOG]),
    "perm-disk": ("1.25 billion 4-byte points on a disk, 1 GiB of memory, two cores of a Neoverse-V1", ["perm-disk-neoverse-2-1250M"], size("700x420")),
    "word-reduce": ("The normal form of one uniform word: an H200 and a Xeon", ["word-reduce-h200"],
                    ["--figure", "S_2", "--figure", "C_334", *series("GPU, one word, base 0", "GPU, one word, there and back", "one word, 16 threads",
                                                                      "one core, word after word"), *WIDE]),
    "word-threads": ("One long uniform word on the cores of a Xeon", ["word-reduce-h200"], ["--figure", "threads", "--speedup", *size("700x480")]),
    "word-scan": ("A product that changes the whole word: a Xeon and an H200", ["word-multiply-h200"],
                  ["--figure", "scan: surface:2", "--figure", "scan: triangle:3,3,4",
                   *series("walk", "scan, 2 threads", "scan, 4 threads", "scan, 16 threads", "scan, GPU"), *WIDE]),
    "word-multiply-paper": ("Path doubling on an H200 by threads per block: a product", ["word-multiply-h200"], ["--table", "series.paper_products", *BLOCKS]),
    "word-shortlex-paper": ("Path doubling on an H200 by threads per block: a normal form", ["word-multiply-h200"], ["--table", "series.paper_shortlex", *BLOCKS]),
    "word-speedup": ("Path doubling on an H200: speed-up of a product", ["word-multiply-h200"],
                     ["--table", "series.paper_products", "--x", "block", "--y", "seconds", "--by", "letters", "--panels", "group", "--speedup", "--log-x",
                      "--x-label", "threads per block", *WIDE]),
    "word-build": ("Verified automatic structures of 42 groups, one core of a Neoverse-V1", ["word-build-neoverse"], size("800x480")),
    "semigroup-levels": ("Elements by the length of their least word", [f"semigroup-h200-gpu-{name}" for name in ("bihecke4", "bihecke5", "bihecke6", "renner7", "full8")], []),
    "semigroup-time": ("Time of the enumeration: an H200 (cuda), and 1 to 16 cores of a Xeon (cpu)",
                       [f"semigroup-h200-{name}" for name in ("gpu-bihecke4", "gpu-bihecke5", "gpu-bihecke6", "gpu-full6", "gpu-full7", "gpu-full8", "gpu-full9", "xeon2-bihecke6",
                                                              "xeon2-full6", "xeon2-full7", "xeon2-full8", "xeon16-full9", "xeon1-renner7", "xeon1-renner8", "xeon1-renner9")],
                       ["--across", "--x", "results.size", "--y", "results.phases.enumerate", "--by", "results.backend", "--kind", "points", *LOG,
                        "--x-label", "elements", "--y-label", "time (s)"]),
    "flip-time-to-rank": ("Time to rank 47 (4x4x4) and to rank 93 (5x5x5, symmetric), eleven seeds each, one H200", ["flip-search-h200-4x4", "flip-search-h200-5x5"],
                          size("700x420")),
    "flip-rank": ("6x6x6 with the symmetry c6: the best rank so far, five seeds, one H200", ["flip-search-h200-6x6-c6"], ["--figure", "rank by seed", *size("700x460")]),
    "flip-rates": ("Flips per second by shape, from the standard scheme, one H200", ["flip-rates-h200-thread", "flip-rates-h200-warp"],
                   [*labels("one thread per walk", "one warp per walk"), *size("700x460")]),
    "flip-core": ("Flips per second on one core of a Neoverse-V1", ["flip-cpu-neoverse-1"], size("800x480")),
    # the papers' own experiments, as `wreath-paper` repeats them
    "paper-words-shortlex": ("A normal form: path doubling on an H200 by threads per block, and reduction on a core of a Xeon",
                             ["paper-words-figure-6-h200", "paper-words-figure-7-h200"],
                             [*labels("S_2", "C_334"), *series("block 1,", "block 16,", "block 64,", "reduction"), *size("900x560")]),
    "paper-words-speedup": ("Path doubling on an H200: speed-up of a product and of a normal form (ShortLex)",
                            [f"paper-words-figure-{number}-h200" for number in (4, 5, 8, 9)],
                            [*labels("S_2", "C_334", "S_2", "C_334"), *series("GPU"), *size("800x520")]),
    "paper-permutations-ram": ("128 million points in memory: two Xeon E5410 (the paper) and 16 cores of a Xeon", ["paper-permutations-table-8-h200"],
                               [*series("128 million, multiplication, ", "128 million, inverse, "), *size("800x600")]),
    "paper-flips-rank": ("4x4x4: the best rank so far, five seeds, one H200", ["paper-flips-time-to-47-h200"], ["--kind", "steps", *size("700x460")]),
}


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "docs/figures").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    os.chdir(ROOT / "bench/results")
    for name in sys.argv[2:] or FIGURES:
        title, records, options = FIGURES[name]
        plot.run([*(f"{DAY}-{record}.json" for record in records), *options, "--title", title, "-o", str(folder / f"{name}.svg")])


if __name__ == "__main__":
    try:
        main()
    except plot.figures_.InputError as error:
        sys.exit(f"figures.py: {error}")
