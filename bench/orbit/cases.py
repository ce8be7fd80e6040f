#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Searches graphs of tests/data/orbit_cases.tsv and compares the levels, or the diameter and the sum if the file has no levels.

    bench/orbit/cases.py --wreath build/release/wreath --class long --backend cpu --threads 16 --record out.json
    bench/orbit/cases.py --wreath build/release/wreath --class h200 --backend cuda --only pancake14,lx14

The record is written after each case, so that a run that is killed leaves those before it. Cases without a family are left out.
"""
import argparse
import csv
import json
import pathlib
import shlex
import subprocess
import sys
import time

CASES = pathlib.Path(__file__).resolve().parents[2] / "tests/data/orbit_cases.tsv"
FAMILIES = {"GAP MathieuGroup(23) generators with inverses": "mathieu:23", "GAP MathieuGroup(24) generators with inverses": "mathieu:24"}


def compared(case, report):
    """What differs; nothing if all agrees."""
    wrong = []
    if report["states"] != int(case["states"]):
        wrong.append(f"{report['states']} states, expected {case['states']}")
    if case["levels"] and report["levels"] != [int(level) for level in case["levels"].split()]:
        wrong.append("the levels differ")
    if report.get("diameter") != int(case["diameter"]):
        wrong.append(f"diameter {report.get('diameter')}, expected {case['diameter']}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--class", dest="kind", default="long")
    parser.add_argument("--only", default="", help="names of cases, with commas between")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--threads", default="", help="as the program takes it (default: all cores)")
    parser.add_argument("--ranks", type=int, default=0, help="search by this many ranks, with mpirun")
    parser.add_argument("--memory", default="", help="as the program takes it: larger bitmaps go to disk")
    parser.add_argument("--limit", type=float, default=600, help="seconds of a case")
    parser.add_argument("--machine", default="")
    parser.add_argument("--date", default=time.strftime("%Y-%m-%d"))
    parser.add_argument("--record", default="")
    options = parser.parse_args()
    names = [name for name in options.only.split(",") if name]
    record = {"format": "wreath orbit record 1", "date": options.date, "machine": options.machine,
              "command": f"bench/orbit/cases.py --class {options.kind} --backend {options.backend} --threads {options.threads or 'all'}"
              + (f" --ranks {options.ranks}" if options.ranks else "") + (f" --memory {options.memory}" if options.memory else ""), "rows": []}
    failed = 0
    with open(CASES, encoding="utf-8") as file:
        cases = {case["case"]: case for case in csv.DictReader(file, delimiter="\t")}
    for name in names or [name for name, case in cases.items() if case["class"] == options.kind]:
        case = cases[name]
        words = shlex.split(FAMILIES.get(case["input"], case["input"]))
        command = [options.wreath, "orbit", "growth", *words, "--backend", options.backend, "--json", "-q"]
        command += ["--threads", options.threads] if options.threads else []
        command += ["--memory", options.memory] if options.memory else []
        if options.ranks:
            command = ["mpirun", "-n", str(options.ranks), "--oversubscribe", "--allow-run-as-root", "--bind-to", "none", *command]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit, check=False)
        except subprocess.TimeoutExpired:
            print(f"{name}: more than {options.limit} seconds", flush=True)
            continue
        row = {"case": name, "command": " ".join("wreath" if word == options.wreath else word for word in command)}
        if done.returncode != 0:
            row["error"] = done.stderr.strip()[-300:]
        else:
            report = json.loads(done.stdout)
            wrong = compared(case, report)
            row.update({key: report[key] for key in ("backend", "method", "symmetry", "states", "diameter", "memory", "seconds", "phases")})
            row["compared"] = "levels" if case["levels"] else "diameter and number of states"
            row["equal"] = not wrong
            if wrong:
                row["wrong"] = wrong
        failed += not row.get("equal", False)
        print(f"{name}: {'equal' if row.get('equal') else row.get('wrong', row.get('error'))}, {row.get('seconds')} s", flush=True)
        record["rows"].append(row)
        if options.record:
            pathlib.Path(options.record).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
