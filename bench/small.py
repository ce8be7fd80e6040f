#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What small commands cost: 20 of them over six engines, each with less than 5 ms of work.

    bench/small.py build/release/wreath [--times 20] [--json FILE]

A command should end in 15 ms: neither plans, nor threads, nor the start of a GPU may cost more than the work. The table has the
least wall time and processor time (user and system) of all runs, and beside them those of `wreath --version`, which does nothing.
"""
import argparse
import json
import os
import subprocess
import tempfile
import time

COMMANDS = [
    "word reduce free:2 abAB",
    "word equal surface:2 abABcdCD 1",
    "word order triangle:2,3,7 ab",
    "word growth free:2 --terms 10",
    "semigroup enumerate full:4",
    "semigroup green full:4",
    "semigroup member full:5 4,3,2,1,0",
    "semigroup factor bihecke:3 0,0,2,2,4,4",
    "perm multiply x.npy y.npy -o z.npy",
    "perm cycles x.npy",
    "perm check x.npy",
    "perm random 1000 -o r.npy",
    "flip verify 2x2x2",
    "flip search 2x2x2 --target 7",
    "flip equivalent 2x2x2 2x2x2",
    "orbit growth lrx:6",
    "orbit word lrx:6 (1,2)",
    "orbit info mathieu:12",
    "coset enumerate <a,b|a^2,b^3,(ab)^5>",
    "coset order <a,b|a^2,b^3,(ab)^5>",
]
LIMIT = 0.015


def measure(program, arguments, folder, times):
    best = [float("inf"), float("inf")]
    for _ in range(times):
        start = time.perf_counter()
        process = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            raise SystemExit(f"{' '.join(arguments)}: exit code {process.returncode}")
        best = [min(best[0], wall), min(best[1], usage.ru_utime + usage.ru_stime)]
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("wreath")
    parser.add_argument("--times", type=int, default=20)
    parser.add_argument("--json")
    options = parser.parse_args()
    program = os.path.abspath(options.wreath)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, seed in (("x.npy", "1"), ("y.npy", "2")):
            subprocess.run([program, "perm", "random", "1000", "--seed", seed, "-o", name, "-q"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        for command in ["--version", *COMMANDS]:
            arguments = command.split() + ([] if command == "--version" else ["-q"])
            wall, processor = measure(program, arguments, folder, options.times)
            rows.append({"command": command, "wall": wall, "processor": processor})
            print(f"{command:40} {1000 * wall:7.1f} ms wall {1000 * processor:7.1f} ms processor{'  LATE' if wall > LIMIT else ''}", flush=True)
    late = sum(row["wall"] > LIMIT for row in rows)
    print(f"{len(rows) - 1 - late} of {len(rows) - 1} commands end in {1000 * LIMIT:.0f} ms")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
