#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A search by keys that does not fit the memory, against the time that writing and reading its bytes takes.

    bench/orbit/disk_keys.py --wreath build/release/wreath --scratch /fast/disk --threads 2 --machine "..." -o out.json

The floor is the bytes that the search reports (read and written), at the rates that `dd` has in the same folder, past the page cache,
in the same run. The time is that of the whole search, the part in memory included.
"""
import argparse
import json
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import record  # noqa: E402

DD_BYTES = 2 << 30


def rates(folder):
    """Bytes per second of one writer and one reader."""
    path = pathlib.Path(folder) / "wreath-dd"
    try:
        begun = time.perf_counter()
        subprocess.run(["dd", "if=/dev/zero", f"of={path}", "bs=4M", f"count={DD_BYTES >> 22}", "oflag=direct"], check=True, capture_output=True)
        written = DD_BYTES / (time.perf_counter() - begun)
        begun = time.perf_counter()
        subprocess.run(["dd", f"if={path}", "of=/dev/null", "bs=4M", "iflag=direct"], check=True, capture_output=True)
        return written, DD_BYTES / (time.perf_counter() - begun)
    finally:
        path.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--scratch", required=True)
    parser.add_argument("--threads", default="2")
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--graph", default="lrx:11")
    record.add_arguments(parser)
    options = parser.parse_args()
    write_rate, read_rate = rates(options.scratch)
    command = [options.wreath, "orbit", "growth", options.graph, "--method", "keys", "--backend", "cpu", "--threads", options.threads, "--json", "-q"]
    rows = []
    for more in ([], ["--memory", options.memory, "--scratch", options.scratch]):
        done = subprocess.run(command + more, capture_output=True, text=True, check=False)
        report = json.loads(done.stdout)
        row = {"states": report["states"], "complete": report["complete"], "seconds": report["seconds"], "backend": report["backend"],
               "disk": report.get("disk"), "levels": report["levels"]}
        if row["disk"]:
            row["floor_seconds"] = row["disk"]["written"] / write_rate + row["disk"]["read"] / read_rate
            row["ratio"] = row["seconds"] / row["floor_seconds"]
        rows.append(row)
        print({key: value for key, value in row.items() if key != "levels"}, flush=True)
    same = rows[0]["levels"] == rows[1]["levels"]
    print(f"write {write_rate / 1e9:.2f} GB/s, read {read_rate / 1e9:.2f} GB/s, levels {'agree' if same else 'DIFFER'}")
    record.write(options, "orbit disk keys", "a search by keys on disk against the time of its reads and writes", rows=rows,
                 write_rate=write_rate, read_rate=read_rate)
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
