#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times semigroup commands for several numbers of threads, and writes a speed record with the phases of each.

    bench/semigroup/scaling.py --wreath build/release/wreath --machine "16 Xeon cores" -o bench/results/DATE-semigroup-xeon-16.json
    bench/semigroup/scaling.py --wreath NEW --before OLD ...      the two programs in turn
    bench/semigroup/scaling.py --cases bihecke6,full8 --threads 1,2 --runs 5

A time is that of the whole command. The phases are those of the run with the median time. Results (size, levels, idempotents) must be the
same in all runs.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import record  # noqa: E402  (a neighbour, not a package)

CASES = {  # the command, and the least number of threads with which it is run
    "bihecke6": (["semigroup", "enumerate", "bihecke:6", "--backend", "cpu"], 1),
    "full8": (["semigroup", "enumerate", "full:8", "--backend", "cpu"], 1),
    "full9": (["semigroup", "enumerate", "full:9", "--backend", "cpu"], 8),
    "green6": (["semigroup", "green", "--count", "bihecke:6"], 1),
    "green7": (["semigroup", "green", "--count", "bihecke:7"], 8),
}
RESULTS = ("size", "levels", "idempotents", "r_classes", "l_classes", "d_classes", "regular_d_classes")


def run(wreath, command, threads):
    """Wall seconds, CPU seconds and the JSON that the command prints."""
    before = os.times()
    start = time.monotonic()
    done = subprocess.run([wreath, *command, "--threads", str(threads), "-q", "--json"], capture_output=True, text=True, check=True)
    wall = time.monotonic() - start
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return wall, cpu, json.loads(done.stdout)


def summary(runs):
    """The median of some runs, and the phases of the run nearest to it."""
    median = statistics.median(wall for wall, _, _ in runs)
    wall, cpu, answer = min(runs, key=lambda each: abs(each[0] - median))
    phases = {name: round(seconds, 4) for name, seconds in answer["phases"].items() if seconds >= 0.0005}
    walls = [each[0] for each in runs]
    return {"median_s": round(median, 4), "range_s": [round(min(walls), 4), round(max(walls), 4)], "cpu_s": round(cpu, 3), "phases_s": phases}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--before", help="another wreath to compare with")
    parser.add_argument("--cases", default=",".join(CASES))
    parser.add_argument("--threads", default="1,2,4,8,16")
    parser.add_argument("--runs", type=int, default=3)
    record.add_arguments(parser)
    options = parser.parse_args()

    rows = []
    for case in options.cases.split(","):
        command, least = CASES[case]
        expected = None
        for threads in (int(t) for t in options.threads.split(",")):
            if threads < least:
                continue
            programs = {"after": options.wreath} | ({"before": options.before} if options.before else {})
            runs = {name: [] for name in programs}
            for _ in range(options.runs if case not in ("full9", "green7") else 1):
                for name, program in programs.items():
                    runs[name].append(run(program, command, threads))
                    answer = {key: runs[name][-1][2].get(key) for key in RESULTS}
                    expected = expected or answer
                    if answer != expected:
                        sys.exit(f"{case}: {threads} threads of {program} give another result")
            row = {"case": " ".join(command[:3] if command[1] == "enumerate" else command), "threads": threads} | summary(runs["after"])
            if options.before:
                row["before"] = summary(runs["before"])
                row["ratio"] = round(row["median_s"] / row["before"]["median_s"], 3)
            rows.append(row)
            print(json.dumps(row), flush=True)
    record.write(options, "speed", "wall and CPU seconds of whole commands, and the phases of the median run", rows=rows)


if __name__ == "__main__":
    main()
