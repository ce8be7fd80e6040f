#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares `wreath coset subgroups` with low_index and GAP: the counts of classes, and user seconds.

    git clone https://github.com/unhyperbolic/low_index
    bench/coset/low_index.py --low-index low_index [--manifolds FILE] [--gap-seconds 20] -o record.json

Runs are interleaved, and the least user time of each program counts: the whole program on one thread, for GAP LowIndexSubgroupsFpGroup
alone. With --threads N, both have a run on N threads, too, whose wall times are noted. low_index gets short relators as its own benchmark gives them, all others as long ones; those of manifolds (manifolds.py makes
the file) are long, and it is ended after 10 seconds, since it takes minutes for m400. With --gap-seconds the index of each group, and of those of
tests/data/low_index_cases.tsv, is the first for which GAP takes that long. Fails if counts differ.
"""
import argparse
import csv
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import record  # noqa: E402

# name, generators, short relators, long relators, largest index
AGAINST_LOW_INDEX = [
    ("free group of rank 2", "ab", [], [], 9),
    ("modular group", "ab", ["aa", "bbb"], [], 25),
    ("surface group of genus 2", "abcd", ["abABcdCD"], [], 5),
    ("triangle group (2,3,7)", "ab", ["aa", "bbb", "ababababababab"], [], 56),
    ("braid group on 4 strands", "abc", ["abaBAB", "bcbCBC", "acAC"], [], 9),
    ("Conway knot K11n34", "abc", ["aaBcbbcAc"], ["aacAbCBBaCAAbbcBc"], 8),
    ("K15n12345", "abc", ["aBcACAcb"], ["aBaCacBAcAbaBabaCAcAbaBaCacBAcAbaBabCAcAbABaCabABAbABaCabCAcAb"], 7),
    ("o9_15405, relator short", "ab", ["aaaaabbbaabbbaaaaabbbaabbbaaaaaBBBBBBBB"], [], 9),
    ("o9_15405, relator long", "ab", [], ["aaaaabbbaabbbaaaaabbbaabbbaaaaaBBBBBBBB"], 9),
    ("prism orbifold O333_2", "abcd", ["aaa", "bbb", "ccc", "dd", "BaBa", "CaCaCa", "CbCbCbCb", "DbDbDb", "DcDc"], [], 12),
]
MANIFOLD_INDEX = 8
PEER_SECONDS = 10
# generators, relators, index
AGAINST_GAP = [
    ("ab", "a^5, b^2", 12), ("ab", "a^4, b^2, (a*b)^6", 14), ("abc", "a^2, b^2, c^2", 8), ("ab", "a^2*b^2", 12),
    ("ab", "a^3*b^-2", 11), ("abc", "a*b*a^-1*b^-1, b*c*b^-1*c^-1", 6), ("ab", "a*b^2*a^-1*b^-3", 14), ("ab", "a^2, b^5, (a*b)^5", 14),
    ("abc", "a^2, b^2, c^2, (a*b)^3, (b*c)^4, (a*c)^4", 14), ("ab", "a*b*a*b^-1*a^-1*b*a*b*a^-1*b^-1", 9),
    ("abcd", "a^2, b^2, c^2, d^2, (a*b)^3, (c*d)^3", 7), ("ab", "(a*b^-1)^3, a^6", 10), ("abc", "a*b*c*a^-1*b^-1*c^-1", 5),
    ("ab", "a^2*b*a^-1*b^-2*a*b^-1", 9),
]


def wall_seconds(command):
    begin = time.perf_counter()
    subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, check=True)
    return round(time.perf_counter() - begin, 3)


def user_seconds(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done.stdout


def our_command(options, generators, relators, index, threads):
    return [options.wreath, "coset", "subgroups", f"<{','.join(generators)} | {relators}>", "--index", index, "--threads", threads, "--json", "-q"]


def ours(options, generators, relators, index):
    seconds, output = user_seconds(our_command(options, generators, relators, index, 1))
    return seconds, [int(count) for count in re.search(r'"classes": \[([^]]*)\]', output)[1].split(",")]


def compile_driver(source, folder):
    parts = "lowIndex words coveringSubgraph simsNode stackedSimsNode abstractSimsNode simsTreeBase simsTree simsTreeMultiThreaded".split()
    program = pathlib.Path(folder) / "driver"
    subprocess.run(["g++", "-O3", "-march=native", "-std=c++17", f"-I{source}/cpp_src", "-o", str(program),
                    str(ROOT / "bench/coset/low_index_driver.cpp"), *(f"{source}/cpp_src/{part}.cpp" for part in parts), "-lpthread"],
                   check=True)
    return program


def against_low_index(options, driver):
    for name, generators, short, long, index in AGAINST_LOW_INDEX:
        mine, theirs = [], []
        for _ in range(options.runs):
            seconds, classes = ours(options, generators, ", ".join(short + long), index)
            mine.append(seconds)
            seconds, output = user_seconds([driver, len(generators), index, 1, ",".join(short), ",".join(long)])
            theirs.append(seconds)
        row = {"group": name, "index": index, "classes": sum(classes), "agrees": [int(count) for count in output.split()] == classes,
               "seconds": round(min(mine), 3), "low_index_seconds": round(min(theirs), 3),
               "times_as_fast": round(min(theirs) / min(mine), 1)}
        if options.threads > 1:
            command = our_command(options, generators, ", ".join(short + long), index, options.threads)
            wall = min(wall_seconds(command) for _ in range(options.runs))
            peer = [driver, len(generators), index, options.threads, ",".join(short), ",".join(long)]
            row |= {"threads": options.threads, "wall_seconds": wall, "low_index_wall_seconds": wall_seconds(peer),
                    "times_as_fast_as_one_core": round(min(theirs) / wall, 1)}
        print(row, flush=True)
        yield row


def against_low_index_on_manifolds(options, driver):
    for name, generators, relators in json.loads(pathlib.Path(options.manifolds).read_text()):
        all_of_them = ",".join(relators)
        mine, theirs = [], []
        for _ in range(options.runs):
            seconds, classes = ours(options, generators, all_of_them, MANIFOLD_INDEX)
            mine.append(seconds)
            try:
                seconds, output = user_seconds(["timeout", PEER_SECONDS, driver, len(generators), MANIFOLD_INDEX, 1, "", all_of_them])
            except subprocess.CalledProcessError:
                break
            theirs.append(seconds)
            assert [int(count) for count in output.split()] == classes, (name, output, classes)
        row = {"manifold": name, "classes": sum(classes), "agrees": bool(theirs), "seconds": round(min(mine), 3),
               "low_index_seconds": round(min(theirs), 3) if theirs else f"more than {PEER_SECONDS}"}
        print(row, flush=True)
        yield row


def groups_for_gap(options):
    yield from AGAINST_GAP
    if options.gap_seconds:
        with open(ROOT / "tests/data/low_index_cases.tsv") as file:
            for case in csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t"):
                yield case["generators"].replace(",", ""), case["relators"], int(case["max_index"])


def against_gap(options):
    for generators, relators, index in groups_for_gap(options):
        letters = ";".join(f"{letter}:=F.{k + 1}" for k, letter in enumerate(generators))
        names = ",".join(f'"{letter}"' for letter in generators)
        text = (f"F:=FreeGroup({names});;{letters};;G:=F/[{relators}];;n:={index}-1;;"
                f"repeat n:=n+1;t:=Runtime();L:=LowIndexSubgroupsFpGroup(G,n);t:=Runtime()-t;until t>={1000 * options.gap_seconds};;"
                "L:=List(L,h->Index(G,h));;Print(t,\" \",List([1..n],k->Number(L,i->i=k)),\"\\n\");QUIT;")
        with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
            file.write("SizeScreen([4096,24]);;" + text)
            file.flush()
            output = user_seconds(["gap", "-q", "--nointeract", file.name])[1]
        spent, counts = output.split(" ", 1)
        counts = [int(count) for count in re.findall("[0-9]+", counts)]
        seconds, classes = ours(options, generators, relators, len(counts))
        row = {"group": f"<{','.join(generators)} | {relators}>", "index": len(counts), "classes": sum(classes), "agrees": counts == classes,
               "seconds": round(seconds, 3),
               "gap_seconds": int(spent) / 1000}
        print(row, flush=True)
        yield row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default=ROOT / "build/release/wreath")
    parser.add_argument("--low-index", help="the sources of low_index; without them it is left out")
    parser.add_argument("--manifolds", help="what manifolds.py prints")
    parser.add_argument("--gap-seconds", type=int, default=0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=1)
    record.add_arguments(parser)
    options = parser.parse_args()
    peers, manifolds = [], []
    if options.low_index:
        with tempfile.TemporaryDirectory() as folder:
            driver = compile_driver(options.low_index, folder)
            peers = list(against_low_index(options, driver))
            if options.manifolds:
                manifolds = list(against_low_index_on_manifolds(options, driver))
    gap = list(against_gap(options)) if shutil.which("gap") else []
    record.write(options, "low-index", "conjugacy classes of subgroups by index, on one thread; user seconds, the least of "
                 f"{options.runs} interleaved runs", low_index=peers, manifolds=manifolds, gap=gap)
    return 0 if all(row["agrees"] for row in peers + gap) else 1  # of manifolds, counts that differ end the program


if __name__ == "__main__":
    sys.exit(main())
