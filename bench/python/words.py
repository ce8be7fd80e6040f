#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What it costs to reduce words from Python: a list of strings, packed arrays, and the command line on a file of the same words.

    PYTHONPATH=build/release/python python3 bench/python/words.py --program build/release/wreath --record words.json

Each is measured several times, in turn, and the least is taken. The answers are compared. The cost of a word is what a list takes
beyond the reduction itself, which is the command line's phase `reduce`; the overhead of a call is that of words of three letters.
"""
import argparse
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

from wreath.word import Group


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/wreath", help="the command line (build/release/wreath)")
    parser.add_argument("--group", default="surface:2")
    parser.add_argument("--words", type=int, default=1_000_000)
    parser.add_argument("--length", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", help="write a run record there")
    return parser.parse_args()


def seconds_of(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


class CommandLine:
    """The same words through the program, from a file to a file."""

    def __init__(self, arguments, group, words, folder):
        self.folder = folder
        group.save(folder / "group.wreath")
        (folder / "words.txt").write_text("\n".join(words) + "\n")
        self.command = [arguments.program, "word", "reduce", str(folder / "group.wreath"), "--file", str(folder / "words.txt"),
                        "-o", str(folder / "forms.txt"), "--json", "-q", "--record", str(folder / "record.json")]
        if arguments.threads:
            self.command += ["--threads", str(arguments.threads)]
        self.phases = {}

    def run(self):
        out = subprocess.run(self.command, check=True, stdout=subprocess.PIPE).stdout
        for name, seconds in json.loads(out)["stats"]["seconds"].items():
            self.phases[name] = min(seconds, self.phases.get(name, seconds))

    def forms(self):
        return (self.folder / "forms.txt").read_text().splitlines()

    def record(self):
        return json.loads((self.folder / "record.json").read_text())


def measure(arguments, folder):
    group = Group(arguments.group)
    choose = random.Random(arguments.seed)
    words = ["".join(choose.choices(group.letters, k=arguments.length)) for _ in range(arguments.words)]
    short = [word[:3] for word in words]
    letters, offsets = group.pack(words)
    program = CommandLine(arguments, group, words, folder)
    program.run()
    if group.reduce(words, threads=arguments.threads) != program.forms():
        sys.exit("the two do not agree")
    works = {"command line": program.run,
             "python list": lambda: group.reduce(words, threads=arguments.threads),
             "python packed": lambda: group.reduce_packed(letters, offsets, threads=arguments.threads),
             "python list of short words": lambda: group.reduce(short, threads=arguments.threads)}
    least = {name: min(seconds_of(work) for _ in range(arguments.repeats)) for name, work in works.items()}
    single = min(seconds_of(lambda: [group.reduce("abA") for _ in range(10_000)]) for _ in range(arguments.repeats)) / 10_000
    results = {"group": arguments.group, "words": arguments.words, "length": arguments.length, "repeats": arguments.repeats,
               "seconds": least, "command_line_phases": program.phases,
               "list_over_command_line": least["python list"] / least["command line"],
               "overhead_per_word_us": (least["python list"] - program.phases["reduce"]) / arguments.words * 1e6,
               "short_word_us": least["python list of short words"] / arguments.words * 1e6, "single_call_us": single * 1e6,
               "rows": [{"label": name, "quantity": "time of all words", "unit": "s", "ours": time} for name, time in least.items()]}
    return program.record(), results


def main():
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory() as folder:
        record, results = measure(arguments, pathlib.Path(folder))
    for name, seconds in results["seconds"].items():
        print(f"{name:30} {seconds * 1e3:9.1f} ms")
    for name in ("list_over_command_line", "overhead_per_word_us", "short_word_us", "single_call_us"):
        print(f"{name:30} {results[name]:9.3f}")
    if arguments.record:
        record.update(command="bench/python/words.py", results=results, seed=arguments.seed, phases=[],
                      python=sys.version.split()[0])
        pathlib.Path(arguments.record).write_text(json.dumps(record, indent=2) + "\n")


if __name__ == "__main__":
    main()
