#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two versions of the program beside each other: seconds of whole commands, medians of interleaved runs.

    bench/choices/versions.py ~/older/wreath                        twelve commands, two per engine
    bench/choices/versions.py ~/older/wreath --options '--backend cuda' --only coset,perm

Each round runs the older program twice and the present one once, each round beginning with another one: the older program against
itself shows what the machine's noise is. A command counts as slower if the present median is above both of the older ones by more than
3%.
"""
import argparse
import pathlib
import shlex
import statistics
import sys
import tempfile

import choices
from choices import CASES, ROOT, record

TWELVE = ["orbit lrx:12", "orbit mathieu:24", "semigroup full:8", "semigroup count", "coset PSL2_101_S", "coset HN_A12", "perm multiply 2^26",
          "perm inverse 2^26", "flip 3x3x4:29", "flip 2x4x5:33", "word build coxeter", "word reduce file"]
SLOWER = 1.03


def compare(older, wreath, arguments, folder, rounds, longest):
    """The medians: older, older again, present."""
    runs = [[], [], []]
    programs = [older, older, wreath]
    for turn in range(rounds):
        for k in range(3):
            which = (turn + k) % 3
            seconds = choices.takes(programs[which], arguments, folder, longest)
            if seconds is None:
                raise RuntimeError(f"longer than {longest} s")
            runs[which].append(seconds)
    return [statistics.median(times) for times in runs]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("older", help="the program to compare with")
    parser.add_argument("--wreath", default=str(ROOT / "build/release/wreath"))
    parser.add_argument("--only", default=",".join(TWELVE), help="engines or names of cases, with commas between")
    parser.add_argument("--options", default="", help="added to every command, such as '--backend cuda'")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--longest", type=float, default=60, help="seconds after which a run is cut off")
    parser.add_argument("--folder", help="where files are written (default: a temporary folder)")
    record.add_arguments(parser)
    options = parser.parse_args()
    older, wreath = (str(pathlib.Path(path).resolve()) for path in (options.older, options.wreath))
    wanted = options.only.split(",")
    rows = []
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = pathlib.Path(name)
        choices.prepare(wreath, folder)
        for case, (command, _) in CASES.items():
            if case not in wanted and case.split()[0] not in wanted:
                continue
            arguments = (shlex.split(command) if isinstance(command, str) else command) + options.options.split()
            try:
                first, second, present = compare(older, wreath, arguments, folder, options.rounds, options.longest)
            except RuntimeError as error:
                print(f"{case:<24} ({error})")
                continue
            rows.append({"command": case, "older": first, "older again": second, "present": present, "ratio": round(2 * present / (first + second), 3)})
            slower = present > SLOWER * max(first, second)
            print(f"{case:<24} {first:8.4f} {second:8.4f} {present:8.4f}  {rows[-1]['ratio']:.3f}{'  slower' if slower else ''}", flush=True)
            record.write(options, "versions", "seconds of whole commands, medians of interleaved runs: an older program twice, and the present one",
                         added=options.options, rounds=options.rounds, rows=rows)
    print(f"{len(rows)} commands; median ratio {statistics.median(row['ratio'] for row in rows):.3f}" if rows else "nothing was measured")
    return 0


if __name__ == "__main__":
    sys.exit(main())
