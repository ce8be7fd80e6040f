#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times an enumeration by one process and by ranks on the same cores, in turn, and writes a cluster record.

    bench/semigroup/ranks.py --wreath build/release/wreath --splits 1x16,2x8,4x4 -o bench/results/DATE-semigroup-ranks-xeon-16.json

A split is RANKSxTHREADS; 1xT is one process without mpirun. `seconds` is the time from the start of the program to its result as the program
measures it, `whole` that of the command with mpirun's start and end. Results (size, levels, idempotents) must be the same in all runs.
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

RESULTS = ("size", "levels", "idempotents")
ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def run(options, split):
    ranks, threads = split.split("x")
    command = [options.wreath, "semigroup", "enumerate", options.semigroup, "--backend", options.backend, "--threads", threads, "-q", "--json"]
    if ranks != "1":
        command = [*options.mpirun.split(), "-n", ranks, *command]
    start = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | ROOT, stdin=subprocess.DEVNULL, check=False)
    whole = time.monotonic() - start
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return whole, json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--semigroup", default="bihecke:6")
    parser.add_argument("--backend", default="cpu", help="cpu, or cuda: ranks that share the GPUs of the machine")
    parser.add_argument("--splits", default="1x16,4x4")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--mpirun", default="mpirun --oversubscribe --bind-to none")
    record.add_arguments(parser)
    options = parser.parse_args()

    splits = options.splits.split(",")
    runs = {split: [] for split in splits}
    expected = None
    for _ in range(options.runs):
        for split in splits:
            runs[split].append(run(options, split))
            answer = {key: runs[split][-1][1][key] for key in RESULTS}
            expected = expected or answer
            if answer != expected:
                sys.exit(f"{options.semigroup}: {split} gives another result")
    rows = []
    for split in splits:
        seconds = [answer["seconds"] for _, answer in runs[split]]
        median = statistics.median(seconds)
        _, answer = min(runs[split], key=lambda each: abs(each[1]["seconds"] - median))
        rows.append({"split": split, "median_s": round(median, 4), "range_s": [round(min(seconds), 4), round(max(seconds), 4)],
                     "whole_s": round(statistics.median(whole for whole, _ in runs[split]), 3), "memory": answer["memory"],
                     "phases_s": {name: round(time_, 4) for name, time_ in answer["phases"].items() if time_ >= 0.0005}})
        rows[-1]["ratio"] = round(median / statistics.median(answer["seconds"] for _, answer in runs[splits[0]]), 3)
        print(json.dumps(rows[-1]), flush=True)
    record.write(options, "cluster",
                 f"semigroup enumerate {options.semigroup}{' on the GPU' if options.backend == 'cuda' else ''}: RANKSxTHREADS in turn, {options.runs} "
                 "runs each; seconds of the program, of the whole command, and the phases of the median run as rank 0 saw them, waiting included; "
                 "ratio to the first",
                 rows=rows)


if __name__ == "__main__":
    main()
