#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a user gets who types no options, beside the best of a few options: the automatic choices of all engines.

    bench/choices/choices.py                                    all commands of CASES, the whole table
    bench/choices/choices.py --only orbit,coset --rounds 3      some engines or names of cases, more rounds
    bench/choices/choices.py --machine 'two cores' -o out.json  a record

Each command runs as typed and with each combination of options in turn, --rounds times, or more often if it is short, each round
beginning with another one; the least wall time of the whole program counts, the start of a GPU included. Combinations that need a
GPU are left out on machines without one. A combination that takes longer than the default by half is cut off and shown as '>': only
the best matters. The last lines have the ratios' median, and the commands whose default takes more than 1.15 times the best;
commands whose best takes less than 20 ms are shown and do not count.
"""
import argparse
import csv
import json
import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import record  # noqa: E402  (the module beside this folder)

BAR = 1.15
LEAST = 0.02     # seconds: a command that takes less does not count
SHORT = 0.3      # seconds: a command that takes less runs SHORT_ROUNDS times
SHORT_ROUNDS = 6
CPU, CUDA = "--backend cpu", "--backend cuda"
ONE = "--backend cpu --threads 1"
FEW = "--backend cpu --threads 4"
MACHINES = [CPU, CUDA, ONE, FEW]
COSETS = [CPU, CUDA, ONE, FEW, "--backend cpu --method hlt", "--backend cpu --method felsch", "--backend cpu --method sparse",
          "--backend cuda --method hlt"]
SCHEMES = ROOT / "data" / "schemes"


def coset_case(name):
    """The arguments that enumerate a case of tests/data/coset_cases.tsv."""
    with open(ROOT / "tests/data/coset_cases.tsv", encoding="utf-8") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        case = next(row for row in rows if row["id"] == name)
    arguments = ["coset", "enumerate", f"<{case['generators']} | {case['relators']}>"]
    return arguments + (["--subgroup", case["subgroup"]] if case["subgroup"] else [])


def words_file(folder):
    """A file of words to reduce: 10,000 of 1,000 letters."""
    path = folder / "words.txt"
    letters = "abcdABCD"
    state = 1
    lines = []
    for _ in range(10000):
        line = []
        for _ in range(1000):
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            line.append(letters[state >> 61])
        lines.append("".join(line))
    path.write_text("\n".join(lines) + "\n")


def prepare(wreath, folder):
    """What the commands read."""
    def run(*arguments):
        subprocess.run([wreath, *map(str, arguments), "-q"], cwd=folder, check=True, capture_output=True)
    words_file(folder)
    run("word", "build", "surface:2", "-o", "s2.wreath")
    for size in (22, 24, 26):
        for name, seed in (("x", 1), ("y", 2)):
            run("perm", "random", f"2^{size}", "--seed", seed, "-o", f"{name}{size}.npy")


# name: the command, and the options that it is compared with.
CASES = {
    "orbit burnt-pancake:8": ("orbit growth burnt-pancake:8", MACHINES),
    "orbit lrx:11": ("orbit growth lrx:11", MACHINES),
    "orbit lrx:12": ("orbit growth lrx:12", MACHINES),
    "orbit pancake:11": ("orbit growth pancake:11", MACHINES),
    "orbit sliding:2x6": ("orbit growth sliding:2x6", MACHINES),
    "orbit cyclic-coxeter:12": ("orbit growth cyclic-coxeter:12", MACHINES),
    "orbit rubik222": ("orbit growth rubik222", MACHINES),
    "orbit mathieu:24": ("orbit growth mathieu:24", MACHINES),
    "orbit strings": ("orbit growth lrx:28 --start " + "0" * 14 + "1" * 14, MACHINES),
    "orbit antipodes": ("orbit antipodes topspin:11", MACHINES),
    "semigroup bihecke:5": ("semigroup enumerate bihecke:5", MACHINES),
    "semigroup bihecke:6": ("semigroup enumerate bihecke:6", MACHINES),
    "semigroup full:7": ("semigroup enumerate full:7", MACHINES),
    "semigroup full:8": ("semigroup enumerate full:8", MACHINES),
    "semigroup full:9": ("semigroup enumerate full:9", MACHINES),
    "semigroup partition:6": ("semigroup enumerate partition:6", MACHINES),
    "semigroup partial:7": ("semigroup enumerate partial:7", MACHINES),
    "semigroup graphs": ("semigroup enumerate full:7 --right right.npy --left left.npy", MACHINES),
    "semigroup green": ("semigroup green full:8", MACHINES),
    "semigroup count": ("semigroup green --count bihecke:6", MACHINES),
    "coset PSL2_101_S": (coset_case("PSL2_101_S"), COSETS),
    "coset E7": (coset_case("E7"), COSETS),
    "coset PSL2_61": (coset_case("PSL2_61"), COSETS),
    "coset Men5": (coset_case("Men5"), COSETS),
    "coset SL2_11": (coset_case("SL2_11"), COSETS),
    "coset HN_A12": (coset_case("HN_A12"), COSETS),
    "coset Fi24'": (coset_case("tc_Fi24_dash"), COSETS),
    "coset ON": (coset_case("tc_ON"), COSETS),
    "coset E8_A3": (coset_case("E8_A3"), COSETS),
    "perm random 2^24": ("perm random 2^24 -o out.npy", MACHINES),
    "perm multiply 2^22": ("perm multiply x22.npy y22.npy -o out.npy", MACHINES),
    "perm multiply 2^24": ("perm multiply x24.npy y24.npy -o out.npy", MACHINES),
    "perm multiply 2^26": ("perm multiply x26.npy y26.npy -o out.npy", MACHINES),
    "perm inverse 2^26": ("perm inverse x26.npy -o out.npy", MACHINES),
    "perm divide 2^24": ("perm divide x24.npy y24.npy -o out.npy", MACHINES),
    "perm cycles 2^24": ("perm cycles x24.npy", MACHINES),
    "perm order 2^24": ("perm order x24.npy", MACHINES),
    "perm power 2^24": ("perm power x24.npy 1000003 -o out.npy", MACHINES),
    "flip 3x3x3:23": ("flip search 3x3x3 --target 23", MACHINES),
    "flip 3x3x4:29": ("flip search 3x3x4 --target 29", MACHINES),
    "flip 4x4x4:48": ("flip search 4x4x4 --target 48", MACHINES),
    "flip 2x4x5:33": ("flip search 2x4x5 --target 33", MACHINES),
    "flip lift": (["flip", "lift", str(SCHEMES), "-o", "lifted"], [CPU, CUDA, ONE]),
    "word build surface:4": ("word build surface:4 -o out.wreath", [CPU, ONE]),
    "word build coxeter": ("word build coxeter:5,3,5 -o out.wreath", [CPU, ONE]),
    "word reduce file": ("word reduce s2.wreath --file words.txt -o out.txt", MACHINES),
    "word reduce long": ("word reduce s2.wreath (abAcd)^200000 -o out.txt", MACHINES),
    "word ball": ("word ball s2.wreath 7 -o out.txt", [CPU, ONE]),
}


def takes(wreath, arguments, folder, limit):
    """Wall seconds of a command; None if it is cut off, an exception if it fails."""
    start = time.perf_counter()
    try:
        done = subprocess.run([wreath, *arguments, "-q"], cwd=folder, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None
    seconds = time.perf_counter() - start
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit code {done.returncode}")
    return seconds


def measure(wreath, arguments, options, folder, rounds, longest):
    """The least seconds by options ('' is the default); text if there is no time."""
    best = {}
    limit = longest
    done = 0
    while done < rounds:
        turn = ["", *options]
        turn = turn[done % len(turn):] + turn[:done % len(turn)] if done else turn
        for option in turn:
            if isinstance(best.get(option), str):
                continue
            try:
                seconds = takes(wreath, [*arguments, *option.split()], folder, limit)
            except RuntimeError as error:
                best[option] = f"({error})"
                continue
            if seconds is None:
                best.setdefault(option, f">{limit:.3g}")
            else:
                best[option] = min(seconds, best.get(option, seconds))
            if option == "" and not isinstance(best[""], str):
                limit = min(longest, 1.5 * best[""] + 0.05)
        if isinstance(best[""], str):
            return best
        done += 1
        if best[""] < SHORT:
            rounds = max(rounds, SHORT_ROUNDS)
    return best


def has_gpu(wreath):
    """Whether this build finds a GPU."""
    found = subprocess.run([wreath, "doctor", "--json"], capture_output=True, check=True).stdout
    return bool(json.loads(found)["gpu"]["devices"])


def row_of(name, best):
    """A line of the record: the seconds, and the default over the best."""
    row = {"command": name, "seconds": {option or "default": seconds for option, seconds in best.items()}}
    times = {option: seconds for option, seconds in best.items() if not isinstance(seconds, str)}
    if "" in times:
        fastest = min(times, key=times.get)
        row |= {"best": fastest or "default", "ratio": round(times[""] / times[fastest], 3)}
    return row


def counts(row):
    """Whether the command takes long enough to be judged."""
    return "ratio" in row and row["seconds"][row["best"]] >= LEAST


def print_row(row):
    """A command in two lines or more: the verdict, and all that was measured."""
    print(f"{row['command']:<24} {row.get('ratio', float('nan')):6.2f}  best: {row.get('best', 'unknown')}")
    for option, seconds in row["seconds"].items():
        print(f"    {option:<34} {seconds if isinstance(seconds, str) else format(seconds, '.3f')}")
    sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default=str(ROOT / "build/release/wreath"))
    parser.add_argument("--only", default="", help="engines or names of cases, with commas between")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--longest", type=float, default=60, help="seconds after which a run is cut off")
    parser.add_argument("--folder", help="where files are written (default: a temporary folder)")
    record.add_arguments(parser)
    options = parser.parse_args()
    wreath = str(pathlib.Path(options.wreath).resolve())
    wanted = [name for name in options.only.split(",") if name]
    gpu = has_gpu(wreath)
    cores = len(os.sched_getaffinity(0))
    rows = []
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = pathlib.Path(name)
        prepare(wreath, folder)
        for case, (command, choices) in CASES.items():
            if wanted and case not in wanted and case.split()[0] not in wanted:
                continue
            arguments = shlex.split(command) if isinstance(command, str) else command
            usable = [option for option in choices if (gpu or CUDA not in option) and (cores > 4 or option != FEW)]
            rows.append(row_of(case, measure(wreath, arguments, usable, folder, options.rounds, options.longest)))
            print_row(rows[-1])
            ratios = [row["ratio"] for row in rows if counts(row)]
            record.write(options, "choices", "seconds of whole commands as typed and with options; ratio: default over best",
                         cores=cores, gpu=gpu, rounds=options.rounds, median=statistics.median(ratios) if ratios else None, rows=rows)
    counted = [row for row in rows if counts(row)]
    ratios = [row["ratio"] for row in counted]
    slower = [f"{row['command']} ({row['ratio']:.2f})" for row in counted if row["ratio"] > BAR]
    if not ratios:
        return
    print(f"\n{len(ratios)} commands of {LEAST * 1000:.0f} ms or more; median of default over best {statistics.median(ratios):.3f}; {len(slower)} above {BAR}"
          + (": " + ", ".join(slower) if slower else ""))


if __name__ == "__main__":
    main()
