#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What calling through Python costs: the same calls from Python and inside the library, in turn, in one process, on the same arrays.

    PYTHONPATH=build/release/python python3 bench/python/overhead.py [--points 2^26] [--rounds 15] [--record FILE]

A big call is compared by the least time of each side. The cost of a call itself is found from calls so small that nothing else
counts, where it is the median; as a share of the big call it is free of the noise of a machine that others use too.
"""
import argparse
import json
import statistics
import sys
import time

import numpy as np

from wreath import _wreath, perm


def seconds_of(call):
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def measure_perm(points, rounds):
    """One product of permutations of n points, and the fixed cost of calling."""
    x, y = perm.random(points, 1), perm.random(points, 2)
    z = np.empty_like(x)
    perm.multiply(x, y, out=z)  # takes the pages of z
    from_python, inside = [], []
    for _ in range(rounds):
        inside.append(_wreath.perm.time_multiply(x, y, z))
        from_python.append(seconds_of(lambda: perm.multiply(x, y, out=z)))
    small, out, batch = np.arange(16, dtype=np.uint32), np.empty(16, dtype=np.uint32), 1000
    calls, bare = [], []
    for _ in range(200):
        calls.append(seconds_of(lambda: [perm.multiply(small, small, out=out) for _ in range(batch)]) / batch)
        bare.append(statistics.fmean(_wreath.perm.time_multiply(small, small, out) for _ in range(batch)))
    cost = statistics.median(calls) - statistics.median(bare)
    return {"what": "one product of permutations", "points": points, "rounds": rounds,
            "seconds_in_library": min(inside), "seconds_from_python": min(from_python),
            "median_in_library": statistics.median(inside), "median_from_python": statistics.median(from_python),
            "seconds_per_call": cost, "share_of_big_call": cost / min(inside)}


def rows(measured):
    """For wreath plot."""
    return [{"label": f"{what['points']} points, {where}", "quantity": "time of a product", "unit": "s", "ours": what[name]}
            for what in measured
            for where, name in (("in the library", "seconds_in_library"), ("from Python", "seconds_from_python"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--points", default="2^26", help="points of the big call")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--record", help="write a run record to this file")
    options = parser.parse_args()
    base, _, exponent = options.points.partition("^")
    measured = [measure_perm(int(base) ** int(exponent or 1), options.rounds)]
    for row in measured:
        print(json.dumps(row, indent=2))
    if options.record:
        command = "bench/python/overhead.py " + " ".join(sys.argv[1:])
        with open(options.record, "w", encoding="utf-8") as file:
            file.write(_wreath.record(command.strip(), 0, 1, json.dumps({"measured": measured, "rows": rows(measured)})) + "\n")


if __name__ == "__main__":
    main()
