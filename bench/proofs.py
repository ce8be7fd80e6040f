#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What proofs of coset enumerations cost: ten cases, each with and without --proof, and its check.

    bench/proofs.py CASES.tsv [--wreath build/release/wreath] [--times 5] [-o RECORD.json]

CASES.tsv has lines of name, kind, letters, relators, subgroup and index. The times are the least of several runs, in turns.
"""
import argparse
import csv
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

CASES = "Cam5 E1 F2_7 p87_23_1 tc_M12_1 HN_A12 E7 PSL2_31_S Men5 cfd0R7".split()


def timed(arguments, folder):
    start = time.perf_counter()
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stdout}{done.stderr}")
    return time.perf_counter() - start, done.stdout


def columns_of(proof):
    columns = 0
    with open(proof, "rb") as file:
        for line in file:
            if line.startswith(b"letter "):
                columns += len(set(line.split()[1:]))
            if line.startswith(b"claim "):
                return columns


def measure(wreath, case, times, folder):
    name, _, letters, relators, subgroup, index = case[:6]
    command = [wreath, "coset", "enumerate", f"<{letters} | {relators}>", "--subgroup", subgroup or "1", "--json", "-q"]
    proof = os.path.join(folder, "a.proof")
    seconds = {"plain": [], "with_proof": [], "one_core": [], "check": []}
    for _ in range(times):
        seconds["plain"].append(timed(command, folder)[0])
        spent, printed = timed([*command, "--proof", proof], folder)
        seconds["with_proof"].append(spent)
        seconds["one_core"].append(timed([*command, "--threads", "1"], folder)[0])
        spent, verdict = timed([str(pathlib.Path(wreath).with_name("wreath-check")), proof], folder)
        seconds["check"].append(spent)
    answer = json.loads(printed)
    assert str(answer["index"]) == index and "accepted" in verdict
    peak = answer["max"] * columns_of(proof) * 4
    row = {"case": name, "index": answer["index"], "cosets": answer["total"], "method": answer["method"],
           **{key: round(min(value), 4) for key, value in seconds.items()}, "proof_bytes": os.path.getsize(proof), "peak_table_bytes": peak}
    row["proof_ratio"] = round(row["with_proof"] / row["plain"], 2)
    row["size_ratio"] = round(row["proof_bytes"] / peak, 3)
    row["check_ratio"] = round(row["check"] / row["one_core"], 2)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases")
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("-o", "--output", help="the record")
    args = parser.parse_args()
    wreath = os.path.abspath(args.wreath)
    with open(args.cases, encoding="utf-8") as file:
        cases = {row[0]: row for row in csv.reader(file, delimiter="\t") if row}
    rows = []
    print(f"{'case':10} {'plain':>8} {'proof':>8} {'ratio':>6} {'one core':>8} {'check':>8} {'bytes':>10} {'of the table':>12}")
    with tempfile.TemporaryDirectory() as folder:
        for name in CASES:
            row = measure(wreath, cases[name], args.times, folder)
            rows.append(row)
            print(f"{name:10} {row['plain']:8.3f} {row['with_proof']:8.3f} {row['proof_ratio']:6} {row['one_core']:8.3f} {row['check']:8.3f} "
                  f"{row['proof_bytes']:10} {row['size_ratio']:12}", flush=True)
    if args.output:
        record = {"format": "wreath bench proofs", "command": " ".join(["bench/proofs.py", *sys.argv[1:]]),
                  "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": platform.platform(), "cores": os.cpu_count(),
                  "cases": rows}
        pathlib.Path(args.output).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
