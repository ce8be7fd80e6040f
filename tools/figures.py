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
WIDE = ["--size", "860x420"]


def series(*names):
    return [word for name in names for word in ("--series", name)]


def labels(*names):
    return [word for name in names for word in ("--label", name)]


def rename(*renamings):
    return [word for renaming in renamings for word in ("--rename", renaming)]


def size(text):
    return ["--size", text]


BLOCKS = ["--x", "letters", "--y", "seconds", "--by", "block", "--panels", "group", *LOG, *WIDE]
BLOCKS += rename("^block 1$=1 thread per block", r"^block (\d+)=\1 threads")
BLOCKS += [word for block in (1, 4, 16, 64, 256, 1024) for word in ("--series", f"block {block}")]
THREE = size("860x380")
GROUPS = rename("S_2|surface:2=surface group, genus 2", "C_334|triangle:3,3,4=(3,3,4) triangle group")
FLOOR = rename("^floor, (.*) threads$=copying the same bytes", "^loop,=random access,", "^partition,=partitioned,")
NAMED_GROUPS = [word for name in ("PSL(2,Z)", "Fibonacci F(2,7), order 29", "triangle group (2,3,31)", "surface group S_6") for word in ("--only-names", name)]
LENGTHS = rename("^1[26] letters=10 letters", "^34 letters=30 letters", "^10[26] letters=100 letters", "^304 letters=300 letters", "^100[26] letters=1,000 letters",
                 "^200[24] letters=2,000 letters", "^3004 letters=3,000 letters")

FIGURES = {  # name: title, records, options
    "perm-neoverse": ("Time per 4-byte point, two cores of a Neoverse-V1", ["perm-ram-neoverse-2", "perm-ram-neoverse-2-large"],
                      ["--join", *series("loop, 2 threads", "partition, 2 threads", "loop, 1 thread", "partition, 1 thread", "floor, 2 threads"), *FLOOR, *THREE]),
    "perm-xeon": ("Time per 4-byte point, 16 cores of a Xeon", ["perm-ram-xeon-16", "perm-ram-xeon-16-large"],
                  ["--join", *series("loop, 16 threads", "partition, 16 threads", "floor, 16 threads"), *FLOOR, *THREE]),
    "perm-h200": ("Time per 4-byte point, arrays on an H200", ["perm-gpu-h200"],
                  ["--table", "series.device", "--panels", "op", "--x", "points", "--y", "ns_per_point=time", "--y", "floor_ms*1e6/points=floor", "--by", "algorithm",
                   "--where", "point_bytes=4", *series("time, traditional", "time, implicit", "floor, implicit"), *LOG,
                   *rename("time, traditional=random access", "time, implicit=partitioned", "floor, implicit=copying the same bytes"), *THREE]),
    "perm-disk": ("1.25 billion 4-byte points on a disk, 1 GiB of memory, two cores of a Neoverse-V1", ["perm-disk-neoverse-2-1250M"],
                  [*rename("^time$=measured", "floor of its own passes=limit: the same bytes, read and written once per pass"), *size("800x440")]),
    "word-reduce": ("The normal form of one uniform word: an H200 and a Xeon", ["word-reduce-h200"],
                    ["--figure", "S_2", "--figure", "C_334", *series("GPU, one word, base 0", "GPU, one word, there and back", "one word, 16 threads",
                                                                      "one core, word after word"), *GROUPS, *WIDE,
                     *rename("GPU, one word, base 0=H200", "GPU, one word, there and back=H200, with both transfers", "one word, 16 threads=Xeon, 16 cores",
                             "one core, word after word=Xeon, one core")]),
    "word-threads": ("One long uniform word on the cores of a Xeon", ["word-reduce-h200"], ["--figure", "threads", "--speedup", *GROUPS, *rename("length (.*)=\\1 letters"), *size("700x480")]),
    "word-scan": ("A product that changes the whole word: a Xeon and an H200", ["word-multiply-h200"],
                  ["--figure", "scan: surface:2", "--figure", "scan: triangle:3,3,4",
                   *series("walk", "scan, 2 threads", "scan, 4 threads", "scan, 16 threads", "scan, GPU"), *GROUPS, *WIDE,
                   *rename("^walk$=letter by letter, one core", "scan, GPU=scan, H200")]),
    "word-multiply-paper": ("Path doubling on an H200 by threads per block: a product", ["word-multiply-h200"], ["--table", "series.paper_products", *BLOCKS, *GROUPS]),
    "word-shortlex-paper": ("Path doubling on an H200 by threads per block: a normal form", ["word-multiply-h200"], ["--table", "series.paper_shortlex", *BLOCKS, *GROUPS]),
    "word-speedup": ("Path doubling on an H200: speed-up of a product, by the approximate length of the words", ["word-multiply-h200"],
                     ["--table", "series.paper_products", "--x", "block", "--y", "seconds", "--by", "letters", "--panels", "group", "--speedup", "--log-x",
                      "--x-label", "threads per block", *GROUPS, *LENGTHS, *WIDE]),
    "word-build": ("Verified automatic structures of 42 groups, one core of a Neoverse-V1", ["word-build-neoverse"],
                   ["--point-names", "group", *NAMED_GROUPS, *rename(r"^(surface group) S_(\d+)=\1, genus \2"), *size("900x520")]),
    "semigroup-levels": ("Elements by the length of their least word", [f"semigroup-h200-gpu-{name}" for name in ("bihecke4", "bihecke5", "bihecke6", "renner7", "full8")],
                         ["--x-label", "word length", "--y-label", "number of elements"]),
    "semigroup-time": ("Time of the enumeration",
                       [f"semigroup-h200-{name}" for name in ("gpu-bihecke4", "gpu-bihecke5", "gpu-bihecke6", "gpu-full6", "gpu-full7", "gpu-full8", "gpu-full9", "xeon2-bihecke6",
                                                              "xeon2-full6", "xeon2-full7", "xeon2-full8", "xeon16-full9", "xeon1-renner7", "xeon1-renner8", "xeon1-renner9")],
                       ["--across", "--x", "results.size", "--y", "results.phases.enumerate", "--by", "results.backend", "--kind", "points", *LOG,
                        "--x-label", "number of elements", "--y-label", "time (s)", "--point-names", "results.input",
                        *rename("^cuda$=H200", "^cpu$=Xeon, 1 to 16 cores")]),
    "flip-time-to-rank": ("Time to a rank: eleven runs each, one H200", ["flip-search-h200-4x4", "flip-search-h200-5x5"],
                          [*rename("4x4x4:47=4×4×4, rank 47", "5x5x5:93:c3=5×5×5, rank 93, with c3"), *size("700x420")]),
    "flip-rank": ("6×6×6 with the symmetry c6: the best rank so far, five seeds, one H200", ["flip-search-h200-6x6-c6"], ["--figure", "rank by seed", *size("700x460")]),
    "flip-rates": ("Flips per second by shape, from the standard scheme, one H200", ["flip-rates-h200-thread", "flip-rates-h200-warp"],
                   [*labels("one thread per walk", "one warp per walk"), *rename(":0$=", "x=×"), "--x-label", "shape", *size("700x460")]),
    "flip-core": ("Flips per second on one core of a Neoverse-V1", ["flip-cpu-neoverse-1"],
                  ["--x-label", "n (n × n matrices)", *rename("a low one of a symmetric search=a low rank found with a symmetry", "a low one=a low rank"), *size("800x480")]),
    # the papers' own experiments, as `wreath-paper` repeats them
    "paper-words-shortlex": ("A normal form: path doubling on an H200 by threads per block, and reduction on a core of a Xeon",
                             ["paper-words-figure-6-h200", "paper-words-figure-7-h200"],
                             [*labels("S_2", "C_334"), *series("block 1,", "block 64,", "reduction"), *GROUPS,
                              *rename("path doubling, GPU, block 1,=path doubling, 1 thread per block,", "path doubling, GPU, block 64,=path doubling, 64 threads,",
                                      "reduction, one core,=reduction, one Xeon core,"), *size("860x540")]),
    "paper-permutations-ram": ("128 million points in memory: two Xeon E5410 (the paper) and 16 cores of a Xeon", ["paper-permutations-table-8-h200"],
                               [*series("128 million, multiplication, ", "128 million, inverse, "), *size("800x600"),
                                *rename("128 million, =", ", new,=, partitioned,", r", trad\.,=, random access,")]),
    "paper-flips-rank": ("4×4×4: the best rank so far, five seeds, one H200", ["paper-flips-time-to-47-h200"], ["--kind", "steps", *size("700x460")]),
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
