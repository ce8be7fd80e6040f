#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches for schemes of structured matrix products and other tensors that lift, each with a time limit, several at once.

The targets are the published ranks over Z (flip-cpd, data/schemes_paper, 2025), or over Q with --column Q.

    python3 -B bench/flip/structured.py --wreath build/release/wreath --sizes 3,4 --time 60 --jobs 4 -o record.json
    python3 -B bench/flip/structured.py --sizes 4 --ring F3 --column Q --time 60        schemes with coefficients 1/2
    python3 -B bench/flip/structured.py --sizes 5 --ladder 3 --time 40 --jobs 4
    python3 -B bench/flip/structured.py --polynomials --ring F3 --time 20
    python3 -B bench/flip/structured.py --speed ss:4,gt:5 --time 5
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import record  # noqa: E402

FORMATS = "ug sg kg uu us uk ul ss sk kk gt ut st kt".split()
Z_RANKS = {3: [17, 18, 15, 0, 14, 11, 13, 15, 11, 9, 17, 0, 11, 6],
           4: [34, 40, 36, 19, 29, 24, 27, 32, 26, 22, 34, 19, 22, 15],
           5: [63, 75, 70, 32, 52, 45, 47, 59, 50, 48, 63, 32, 39, 30]}
Q_RANKS = {3: {"kg": 14, "uk": 10, "ss": 14, "st": 10},
           4: {"us": 28, "ss": 30, "sk": 24, "kk": 20, "st": 20},
           5: {"st": 35}}
POLYNOMIALS = {"F2": [3, 6, 9, 13, 17, 22], "F3": [3, 6, 9, 12, 15, 19]}


def cases_of(options):
    """(tensor, target) of every case."""
    if options.speed:
        return [(tensor, 0) for tensor in options.speed.split(",")]
    if options.polynomials:
        return [(f"poly:{n},{n}", rank) for n, rank in zip(range(2, 8), POLYNOMIALS[options.ring])]
    cases = []
    for n in map(int, options.sizes.split(",")):
        for name, rank in zip(FORMATS, Z_RANKS[n]):
            target = Q_RANKS[n].get(name, 0) if options.column == "Q" else rank
            if target and (not options.formats or name in options.formats.split(",")):
                cases.append((f"{name}:{n}", target))
    return cases


def lowest_lift(folder, rings):
    """The lowest rank of the lifts in a folder over these rings, by the names of the files."""
    found = []
    for ring in rings:
        path = os.path.join(folder, ring)
        if os.path.isdir(path):
            found += [int(name.split("-")[-2]) for name in os.listdir(path)]
    return min(found, default=None)


def ladder_starts(options, where, tensor):
    """Starts from schemes of the next smaller matrices of the format, extended; beside the standard scheme."""
    name, size = tensor.split(":")
    smaller, pool, starts = f"{name}:{int(size) - 1}", where + "-smaller", where + "-starts"
    subprocess.run([options.wreath, "flip", "search", smaller, "--ring", options.ring, "--time", str(options.ladder), "--seed",
                    str(options.seed), "-q", "--backend", options.backend, "--folder", pool], capture_output=True, check=False)
    os.makedirs(starts, exist_ok=True)
    files = sorted(os.listdir(pool), key=lambda file: int(file.split("-")[-2])) if os.path.isdir(pool) else []
    for number, file in enumerate(files[:16]):
        subprocess.run([options.wreath, "flip", "derive", "extend", os.path.join(pool, file), "--new-shape", tensor, "-o",
                        os.path.join(starts, f"{number}.txt"), "-q"], capture_output=True, check=False)
    return ["--start", tensor] + (["--start", starts] if os.listdir(starts) else [])


def run_case(options, folder, case):
    tensor, target = case
    lifts = bool(target) and not options.polynomials
    where = os.path.join(folder, f"{tensor.replace(':', '-')}-{options.ring}")
    command = [options.wreath, "flip", "search", tensor, "--ring", options.ring, "--time", str(options.time), "--seed",
               str(options.seed), "--json", "-q", "--backend", options.backend]
    if target:
        command += ["--target", str(target)]
    if lifts:
        command += ["--target-ring", options.column, "--keep", "lifting", "--folder", where]
    command += options.extra.split()
    begin = time.monotonic()
    if options.ladder:
        command += ladder_starts(options, where, tensor)
    done = subprocess.run(command, capture_output=True, text=True, timeout=options.time + 120, check=False)
    seconds = time.monotonic() - begin
    if done.returncode not in (0, 2):
        return {"tensor": tensor, "error": done.stderr.strip()[-500:]}
    answer = json.loads(done.stdout)
    result = {"tensor": tensor, "target": target, "reached": answer.get("reached"), "seconds": round(seconds, 2),
              "rank": answer["rank"], "flips_per_second": answer["flips_per_second"], "walks": answer["walks"]}
    if lifts:
        rings = ["ZT", "Z"] + (["Q"] if options.column == "Q" else [])
        result |= {"lifted_rank": lowest_lift(where, rings), "lifts": answer.get("lifts")}
        files = [os.path.join(where, ring, name) for ring in rings if os.path.isdir(os.path.join(where, ring))
                 for name in os.listdir(os.path.join(where, ring)) if int(name.split("-")[-2]) == result["lifted_rank"]]
        if files:
            check = subprocess.run([options.wreath, "flip", "verify", files[0], "--ring", options.column], capture_output=True,
                                   text=True, check=False)
            result["verified"] = check.returncode == 0
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--sizes", default="3,4")
    parser.add_argument("--formats", default="", help="such as ss,gt (default: all 14)")
    parser.add_argument("--ring", default="F2")
    parser.add_argument("--column", default="Z", choices=["Z", "Q"])
    parser.add_argument("--polynomials", action="store_true")
    parser.add_argument("--speed", default="", help="tensors whose flips/s are measured, without a target")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--jobs", type=int, default=1, help="searches at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--extra", default="", help="more options of flip search")
    parser.add_argument("--ladder", type=float, default=0,
                        help="seconds of a search at the next smaller size, whose schemes are extended as starts")
    parser.add_argument("--keep", default="", help="the folder for the lifted schemes (default: a temporary one)")
    record.add_arguments(parser)
    options = parser.parse_args()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or scratch
        results = []
        for result in pool.map(lambda case: run_case(options, folder, case), cases_of(options)):
            results.append(result)
            print(json.dumps(result), flush=True)
    seconds = round(time.monotonic() - begin, 1)
    reached = sum(1 for result in results if result.get("reached"))
    print(f"{reached} of {len(results)} reached in {seconds} s", flush=True)
    record.write(options, "benchmark", "structured products and other tensors: schemes of published rank that lift",
                 settings={"time": options.time, "jobs": options.jobs, "ring": options.ring, "column": options.column,
                           "seed": options.seed, "backend": options.backend, "ladder": options.ladder, "extra": options.extra},
                 results=results, reached=reached, seconds=seconds)


if __name__ == "__main__":
    main()
