#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the reduction of one long word with different numbers of threads, in turn, and writes a speed record.

    bench/word/threads.py --wreath build/release/wreath --threads 1,16 --runs 9 -o bench/results/DATE-word-threads-MACHINE.json

The word has uniform letters and is packed; files are in --folder, which should be in memory. Times are those of the phase 'reduce', which
leaves reading and writing out. Results must be the same in all runs.
"""
import argparse
import hashlib
import json
import os
import random
import statistics
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import record  # noqa: E402  (a neighbour, not a package)


def write_npy(path, kind, count, data):
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': ({count},), }}"
    header += " " * (64 - (len(header) + 11) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--group", default="surface:2")
    parser.add_argument("--alphabet", type=int, default=8, help="letters of the group: a power of two")
    parser.add_argument("--letters", type=int, default=10**8)
    parser.add_argument("--threads", default="1,16")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--folder", default="/dev/shm")
    record.add_arguments(parser)
    options = parser.parse_args()

    names = {name: os.path.join(options.folder, f"wreath-threads-{os.getpid()}-{name}.npy") for name in ("letters", "offsets", "forms", "ends")}
    record_file = os.path.join(options.folder, f"wreath-threads-{os.getpid()}.json")
    low = bytes(i % options.alphabet for i in range(256))
    write_npy(names["letters"], "|u1", options.letters, random.Random(1).randbytes(options.letters).translate(low))
    write_npy(names["offsets"], "<u8", 2, struct.pack("<QQ", 0, options.letters))
    threads = [int(count) for count in options.threads.split(",")]
    runs = {count: [] for count in threads}
    expected = None
    try:
        for _ in range(options.runs):
            for count in threads:
                command = [options.wreath, "word", "reduce", options.group, "--packed", names["letters"], "--offsets", names["offsets"], "-o",
                           names["forms"], "--out-offsets", names["ends"], "--threads", str(count), "-q", "--record", record_file]
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                if done.returncode != 0:
                    sys.exit(f"{' '.join(command)}\n{done.stderr}")
                with open(record_file, encoding="utf-8") as file:
                    runs[count].append({phase["name"]: phase["seconds"] for phase in json.load(file)["phases"]})
                with open(names["forms"], "rb") as file:
                    form = hashlib.md5(file.read()).hexdigest()
                expected = expected or form
                if form != expected:
                    sys.exit(f"{count} threads give another normal form")
    finally:
        for name in [*names.values(), record_file]:
            if os.path.exists(name):
                os.unlink(name)
    rows = []
    for count in threads:
        seconds = [phases["reduce"] for phases in runs[count]]
        rows.append({"threads": count, "runs": len(seconds), "median_ms": round(1e3 * statistics.median(seconds), 2),
                     "reduce_ms": [round(1e3 * each, 2) for each in seconds]})
        rows[-1]["times_one"] = round(rows[0]["median_ms"] / rows[-1]["median_ms"], 2)
        print(json.dumps(rows[-1]), flush=True)
    pairs = [one["reduce"] / many["reduce"] for one, many in zip(runs[threads[0]], runs[threads[-1]])]
    record.write(options, "speed",
                 f"wreath word reduce {options.group} --packed of one word of {options.letters} uniform letters, numbers of threads in turn: "
                 "milliseconds of the phase reduce; pairs: the first over the last of each turn",
                 rows=rows, pairs=[round(each, 2) for each in pairs])


if __name__ == "__main__":
    main()
