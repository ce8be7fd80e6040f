#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches by keys: distinct states per second on the GPU, and on the CPU in the same run, with the levels compared as far as both
have them.

    bench/orbit/keys.py --wreath build/release/wreath --machine "one H200" -o out.json [--only lrx12,words30] [--cpu-seconds 5]

The time is that of the phase "search", without the start of a GPU. Where the number of states is known from theory it is
compared too.
"""
import argparse
import json
import math
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import record  # noqa: E402


def subspaces(n, k, q):
    """The Gaussian binomial: subspaces of dimension k."""
    above = math.prod(q ** (n - i) - 1 for i in range(k))
    return above // math.prod(q ** (i + 1) - 1 for i in range(k))


VECTOR = "[" + ",".join(["1"] + ["0"] * 9) + "]"
CASES = [
    # name, input, start, states that there are
    ("lrx11", "lrx:11", "", math.factorial(11)),
    ("lrx12", "lrx:12", "", math.factorial(12)),
    ("sl37", "sl:3,7", "", 5630688),
    ("sl37vector", "sl:3,7", "[1,0,0]", 7 ** 3 - 1),
    ("sl37plane", "sl:3,7", "<[1,0,0],[0,1,0]>", subspaces(3, 2, 7)),
    ("sl313", "sl:3,13", "", 13 ** 3 * (13 ** 2 - 1) * (13 ** 3 - 1)),
    ("vectors", "sl:10,7", VECTOR, 7 ** 10 - 1),
    ("planes", "sl:7,7", "<[1,0,0,0,0,0,0],[0,1,0,0,0,0,0]>", subspaces(7, 2, 7)),
    ("words30", "topspin:30,4", "100010020101000110010000011110", math.factorial(30) // (math.factorial(18) * math.factorial(11))),
]


def search(options, name, start, more):
    command = [options.wreath, "orbit", "growth", name, "--method", "keys", "--json", "-q", *more]
    if start:
        command += ["--start", start]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in (0, 2):
        return {"error": (done.stderr or done.stdout).strip()[-300:]}
    report = json.loads(done.stdout)
    return {"states": report["states"], "levels": report["levels"], "seconds": round(report["phases"].get("search", 0), 4),
            "memory": report["memory"], "complete": report["complete"], "backend": report["backend"], "ending": report["ending"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--only", default="")
    parser.add_argument("--cpu-seconds", default="5")
    record.add_arguments(parser)
    options = parser.parse_args()
    names = [name for name in options.only.split(",") if name]
    rows = []
    failed = 0
    for name, graph, start, states in CASES:
        if names and name not in names:
            continue
        row = {"case": name, "input": graph, "start": start, "expected": states}
        gpu = search(options, graph, start, ["--backend", "cuda"])
        cpu = search(options, graph, start, ["--backend", "cpu", "--time", options.cpu_seconds])
        wrong = []
        if "error" not in gpu and gpu["complete"] and gpu["states"] != states:
            wrong.append(f"{gpu['states']} states, expected {states}")
        if "error" not in gpu and "error" not in cpu:
            both = min(len(gpu["levels"]), len(cpu["levels"]))
            if gpu["levels"][:both] != cpu["levels"][:both]:
                wrong.append("the levels differ")
        for machine, found in (("gpu", gpu), ("cpu", cpu)):
            if "error" in found:
                row[machine] = found
                continue
            rate = found["states"] / max(found["seconds"], 1e-9)
            row[machine] = {key: value for key, value in found.items() if key != "levels"} | {"rate": round(rate), "levels": len(found["levels"])}
            print(f"{name} {machine}: {found['states']} states, {found['seconds']} s, {rate:.3g} states/s, {found['memory'] >> 20} MiB, "
                  f"{found['ending']}", flush=True)
        if "error" in gpu:
            print(f"{name} gpu: {gpu['error']}", flush=True)
        if wrong:
            failed += 1
            row["wrong"] = wrong
            print(f"{name}: WRONG: {'; '.join(wrong)}", flush=True)
        rows.append(row)
        record.write(options, "orbit keys", "searches by keys: distinct states per second on the GPU and on the CPU", rows=rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
