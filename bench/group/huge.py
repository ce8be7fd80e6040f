#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""From a presentation to the proven order of a permutation group of huge degree, and a hundred memberships; writes a record.

    bench/group/huge.py --case NAME --cases FILE.tsv      a row of a table with the columns id, generators, relators, subgroup
    bench/group/huge.py --psl 9999991                     PSL(2,q) on q+1 points, for a prime q: how time grows with the degree
    bench/group/huge.py --table FILE.coset --order N      a table that is there already

Known orders are built in for HN_A12, tc_HN, tc_Ly and tc_Th. --memory is passed to the program; --forecast only prints what the group
takes. The record has one entry for each step, with seconds and the peak of the memory.
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

ORDERS = {"HN_A12": 546061824000000, "tc_HN": 273030912000000, "tc_Ly": 51765179004000000, "tc_Th": 90745943887872000,
          "tc_Co1": 4157776806543360000, "tc_Ru": 145926144000, "tc_Suz": 448345497600, "tc_ON": 460815505920}
SLOTS, LEVELS, ARRAYS = 6, 4, 5


def forecast(points, generators):
    """Bytes: the table, the generators, random elements, spare arrays, and the levels of the chain."""
    return points * (4 * (2 * generators + max(SLOTS, generators + 1) + 4 + LEVELS * ARRAYS) + LEVELS + 1)


def run(steps, name, command):
    """Runs a command and notes its time and its peak of memory. Returns its JSON."""
    print("$", " ".join(map(str, command)), flush=True)
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        child = subprocess.Popen([*map(str, command), "--json"], stdout=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    seconds = time.monotonic() - start
    answer = json.loads(text) if text.strip() else {}
    steps.append({"step": name, "seconds": round(seconds, 3), "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 3),
                  "peak_bytes": usage.ru_maxrss * 1024, "code": child.returncode})
    print(f"  {name}: {seconds:.1f} s, {usage.ru_maxrss / 2**20:.1f} GiB, exit code {child.returncode}", flush=True)
    if child.returncode not in (0, 2):
        print(text, file=sys.stderr)
        sys.exit(1)
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--case")
    parser.add_argument("--cases", type=pathlib.Path)
    parser.add_argument("--psl", type=int)
    parser.add_argument("--table")
    parser.add_argument("--order", type=int)
    parser.add_argument("--memory")
    parser.add_argument("--threads", help="default: all")
    parser.add_argument("--folder", default=tempfile.gettempdir(), help="for the table and the elements")
    parser.add_argument("--members", type=int, default=100)
    parser.add_argument("--distinct", type=int, default=11, help="how many random elements are made, each of which is asked for several times")
    parser.add_argument("--time", default="230", help="seconds for the order")
    parser.add_argument("--prove", action="store_true", help="the order without --order, too, by a proof")
    parser.add_argument("--forecast", action="store_true")
    parser.add_argument("-o", "--output", help="the record")
    args = parser.parse_args()
    common = [*(["--threads", args.threads] if args.threads else []), *(["--memory", args.memory] if args.memory else [])]
    folder = pathlib.Path(args.folder)
    steps, order = [], args.order
    if args.psl:
        group, points, generators = f"psl:2,{args.psl}", args.psl + 1, 3
        order = args.psl * (args.psl**2 - 1) // (1 if args.psl == 2 else 2)
    elif args.table:
        group, points, generators = args.table, 0, 0
    else:
        with args.cases.open(encoding="utf-8") as file:
            lines = [line for line in file if not line.startswith("#") or line.startswith("#id")]
        row = next(row for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE) if row["id"] == args.case)
        order = order or ORDERS[args.case]
        points, generators = int(row["index"]), len(row["generators"].split(","))
        group = folder / f"{args.case}.coset"
    if points:
        print(f"{points:,} points, {generators} generators: the group takes about {forecast(points, generators) / 2**30:.1f} GiB")
    if args.forecast:
        return
    if not args.psl and not args.table and not group.exists():
        run(steps, "cosets", [args.wreath, "coset", "enumerate", f"<{row['generators']} | {row['relators']}>", "--subgroup", row["subgroup"],
                              "-o", group, *common])
    answer = run(steps, "order", [args.wreath, "group", "order", group, "--order", order, "--time", args.time, *common])
    print(f"order {answer['order']}, proven: {answer['proven']} ({answer.get('proof')})")
    steps[-1].update({key: answer.get(key) for key in ("order", "proven", "proof", "base", "orbit_lengths", "memory", "phases")})
    if args.prove:
        answer = run(steps, "proof", [args.wreath, "group", "order", group, "--time", args.time, *common])
        print(f"order {answer['order']}, proven: {answer['proven']} ({answer.get('proof')})")
        steps[-1].update({key: answer.get(key) for key in ("order", "proven", "proof", "base", "orbit_lengths", "memory", "phases")})
    if args.members:  # one chain for all: elements of the group, and one that is not in it
        member = folder / "wreath-member"
        distinct = min(args.distinct, args.members - 1)
        run(steps, "random elements", [args.wreath, "group", "random", group, "--order", order, "-o", member, "--seed", 7, "--count", distinct,
                                       *common])
        files = [f"{member}.npy"] if distinct == 1 else [f"{member}-{k + 1}.npy" for k in range(distinct)]
        asked = [["--element", files[k % distinct]] for k in range(args.members - 1)]
        answer = run(steps, "memberships", [args.wreath, "group", "contains", group, "--order", order, *sum(asked, []), "--element", "(1,2)",
                                            *common])
        answers = [each["member"] for each in answer["elements"]]
        assert answers == [True] * (args.members - 1) + [False], answers
        steps[-1].update({"members": args.members - 1, "of them distinct": distinct, "others": 1, "phases": answer.get("phases")})
        for file in files:
            os.unlink(file)
    print(f"together {sum(step['seconds'] for step in steps):.1f} s")
    if args.output:
        record = {"format": "wreath bench group", "machine": platform.platform(), "cores": os.cpu_count(), "group": pathlib.Path(group).name,
                  "degree": points, "expected_order": order, "steps": steps}
        pathlib.Path(args.output).write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
