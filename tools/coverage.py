#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Which lines the tests run: the worst files of a build made with --coverage, and the headers that no test executes.

    tools/coverage.py BUILD [--worst N] [--all] [FOLDER...]

BUILD is a build folder (build/coverage) in which tests have run. FOLDERs are src, include and cli unless others are given. A file's
lines are those that the compiler made code of in any piece, and a line was run if any piece ran it, so that a template counts once.
The list of files leaves out those of fewer than ten such lines; both leave out code that this machine cannot run (cuda/)."""
import argparse
import collections
import concurrent.futures
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
LEAST_LINES = 10


def counts_of(notes):
    """{file: {line: whether it was run}} for one piece, by its .gcno file."""
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(["gcov", "--json-format", os.fspath(notes)], cwd=folder, capture_output=True, text=True)
        if ran.returncode != 0:
            sys.exit(f"coverage.py: gcov fails for {notes}:\n{ran.stderr}")
        found = collections.defaultdict(dict)
        for path in pathlib.Path(folder).glob("*.gcov.json.gz"):
            with gzip.open(path, "rt") as file:
                report = json.load(file)
            for source in report["files"]:
                name = pathlib.Path(report["current_working_directory"], source["file"]).resolve()
                if not name.is_relative_to(ROOT):
                    continue
                lines = found[name.relative_to(ROOT)]
                for line in source["lines"]:
                    lines[line["line_number"]] = lines.get(line["line_number"], False) or line["count"] > 0
        return found


def lines_run(build):
    """The same for all pieces of the build."""
    notes = sorted(build.rglob("*.gcno"))
    if not notes:
        sys.exit(f"coverage.py: there are no .gcno files in {build}: build it with 'make coverage'")
    total = collections.defaultdict(dict)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(counts_of, notes):
            for name, lines in found.items():
                for line, run in lines.items():
                    total[name][line] = total[name].get(line, False) or run
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("folders", nargs="*", default=["src", "include", "cli"])
    parser.add_argument("--worst", type=int, default=10, metavar="N", help="files to list (10)")
    parser.add_argument("--all", action="store_true", help="list all files")
    arguments = parser.parse_args()
    rows = []
    for name, lines in lines_run(arguments.build).items():
        if name.parts[0] in arguments.folders and "cuda" not in name.parts:
            rows.append((sum(lines.values()), len(lines), name))
    rows.sort(key=lambda row: (row[0] / row[1], -row[1], row[2]))
    run, lines = sum(row[0] for row in rows), sum(row[1] for row in rows)
    print(f"{run:,} of {lines:,} lines in {len(rows)} files are run by the tests ({100 * run / max(lines, 1):.1f}%).")
    print("\nThe least covered files:" if not arguments.all else "\nAll files, the least covered first:")
    listed = rows if arguments.all else [row for row in rows if row[1] >= LEAST_LINES][:arguments.worst]
    for run, lines, name in listed:
        print(f"  {100 * run / lines:5.1f}%  {run:5} of {lines:5} lines  {name}")
    idle = [name for run, _, name in rows if run == 0 and name.suffix == ".hpp"]
    print("\nHeaders whose code no test runs:" if idle else "\nEvery header with code is run by a test.")
    for name in idle:
        print(f"  {name}")


if __name__ == "__main__":
    main()
