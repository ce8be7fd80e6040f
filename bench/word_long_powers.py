#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Words whose letters change the whole normal form again and again: the processor time of `wreath word reduce`, and of two calls
of `wreath word conjugate`, the second of which finds what the first one kept.

    bench/word_long_powers.py build/release/wreath -o bench/results/DATE-word-long-powers-MACHINE.json
"""
import argparse
import os
import resource
import subprocess
import tempfile

import record

CASES = [(group, word) for n in (4_000, 10_000, 100_000, 1_000_000) for group, word in (
    ("abelian:2", f"b^{n}*a^{n}"),
    ("braid:3", f"b^{n}*a^{n}"),
    ("braid:3", f"(a*b)^{n // 2}"),
    ("baumslag-solitar:2,2", f"t^{n}*a^{n}"),
)]


def run(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    return round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 3)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wreath")
    record.add_arguments(parser)
    options = parser.parse_args()
    reduced, conjugated = [], []
    with tempfile.TemporaryDirectory() as cache:
        environment = dict(os.environ, XDG_CACHE_HOME=cache)
        for group, word in CASES:
            run([options.wreath, "word", "build", group, "-o", f"{cache}/built", "-q"], environment)
            seconds = run([options.wreath, "word", "reduce", group, word, "-q"], environment)
            reduced.append({"group": group, "word": word, "seconds": seconds})
            print(group, word, seconds, flush=True)
        for group in ("surface:2", "surface:3"):
            calls = [run([options.wreath, "word", "conjugate", group, "abAB", "cabABC", "-q"], environment) for _ in range(2)]
            conjugated.append({"group": group, "first": calls[0], "second": calls[1]})
            print(group, calls, flush=True)
    record.write(options, "word", "processor seconds of words with long walks, and of two calls of conjugate", reduce=reduced,
                 conjugate=conjugated)


if __name__ == "__main__":
    main()
