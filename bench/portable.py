#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a package costs against a build for this machine: ten pieces of work by both programs, in turns.

    bench/portable.py build/release/wreath PACKAGED/wreath [--times 5] [--threads 1] [--json FILE]

The table has the least user CPU seconds of each, their ratio, and the ratio of the wall times. The bar is 1.03.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

WORK = {
    "word, signature": "bench signature word",
    "word, reduce": "word reduce surface:2 --file words.txt -o out.txt",
    "semigroup, enumerate": "semigroup enumerate bihecke:6",
    "semigroup, green": "semigroup green bihecke:6",
    "coset, signature": "bench signature coset",
    "orbit, growth": "orbit growth lrx:11",
    "perm, multiply": "perm multiply x.npy y.npy -o z.npy",
    "perm, inverse": "perm inverse x.npy -o z.npy",
    "perm, cycles": "perm cycles x.npy",
    "flip, signature": "bench signature flip",
}


def run(program, arguments, folder):
    start = time.perf_counter()
    process = subprocess.Popen([program, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = process.stderr.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{program} {' '.join(arguments)}: exit code {process.returncode}\n{errors}")
    return usage.ru_utime, wall


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("native")
    parser.add_argument("packaged")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--threads", default="1")
    parser.add_argument("--only", default="", help="names that contain this")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    programs = [os.path.abspath(arguments.native), os.path.abspath(arguments.packaged)]
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
        for name, seed in (("x.npy", "1"), ("y.npy", "2")):
            run(programs[0], ["perm", "random", "16M", "--seed", seed, "-o", name], folder)
        with open(os.path.join(folder, "words.txt"), "w", encoding="ascii") as words:
            words.write("\n".join("abABcdCDaBcDbA" * 2000 for _ in range(4000)) + "\n")
        print(f"{'work':24} {'native':>9} {'packaged':>9} {'ratio':>7} {'wall':>7}")
        for name, command in WORK.items():
            if arguments.only not in name:
                continue
            words = command.split()
            if words[0] != "bench":
                words += ["--threads", arguments.threads]
            seconds = [[], []]
            for turn in range(arguments.times):
                for which in (0, 1) if turn % 2 == 0 else (1, 0):
                    seconds[which].append(run(programs[which], words, folder))
            user = [min(each)[0] for each in seconds]
            wall = [min(w for _, w in each) for each in seconds]
            found[name] = {"native": user[0], "packaged": user[1], "ratio": user[1] / user[0], "wall_ratio": wall[1] / wall[0]}
            print(f"{name:24} {user[0]:8.3f}s {user[1]:8.3f}s {user[1] / user[0]:7.3f} {wall[1] / wall[0]:7.3f}", flush=True)
    print(f"median ratio {statistics.median(each['ratio'] for each in found.values()):.3f}")
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump({"format": "wreath portable record 1", "benchmark": "portable", "native": programs[0], "packaged": programs[1], "threads": arguments.threads,
                       "rows": found}, file, indent=2)


if __name__ == "__main__":
    main()
