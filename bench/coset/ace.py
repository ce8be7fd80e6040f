#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the strategies of `wreath coset enumerate` on one core with ACE: CPU seconds and cosets defined.

    git clone https://github.com/gap-packages/ace    (and make in its folder src)
    bench/coset/ace.py --ace ace/src/ace tests/data/coset_cases.tsv tc_Ru T_3125 -o record.json
    bench/coset/ace.py --ace ace/src/ace bench/coset/triangle_cases.tsv -o record.json

Runs are interleaved, and the least time of each counts. Fails if indices differ. Words are written out for ACE.
"""
import argparse
import csv
import json
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench"))
import record  # noqa: E402

STRATEGIES = ["hard", "default"]
METHODS = ["auto", "hlt", "mixed", "felsch"]


class Words:
    """The words of a list such as `a^2=b, [a,b]^3, (ab)^c`, letter by letter; capitals are inverses."""

    def __init__(self, text):
        self.text = re.sub(r"[\s*]", "", text)
        self.at = 0

    def next(self):
        return self.text[self.at : self.at + 1]

    def take(self, what):
        assert self.next() == what, (self.text, self.at)
        self.at += 1

    def relators(self):
        relators = []
        while self.next():
            sides = [self.product()]
            while self.next() == "=":
                self.at += 1
                sides.append(self.product())
            relators += [side + inverse(sides[-1]) for side in sides[:-1]] or sides
            self.at += self.next() == ","
        return [word for word in relators if word]

    def product(self):
        word = ""
        while self.next() not in ("", ")", "]", ",", "="):
            word += self.power()
        return word

    def power(self):
        word = self.factor()
        while self.next() == "^":
            self.at += 1
            number = re.match(r"-?\d+", self.text[self.at :])
            if number:
                self.at += number.end()
                times = int(number[0])
                word = (word if times >= 0 else inverse(word)) * abs(times)
            else:
                other = self.factor()
                word = inverse(other) + word + other
        return word

    def factor(self):
        letter = self.next()
        self.at += 1
        if letter == "(":
            word = self.product()
            self.take(")")
        elif letter == "[":
            word = self.product()
            while self.next() == ",":
                self.at += 1
                other = self.product()
                word = inverse(word) + inverse(other) + word + other
            self.take("]")
        else:
            word = "" if letter == "1" else letter
        return word


def inverse(word):
    return word[::-1].swapcase()


def cpu_seconds():
    """Of children that have ended, user and system: how the kernel splits the sum is a matter of ticks."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(command, text, limit):
    """The output and the CPU seconds; None if it takes too long or fails."""
    before = cpu_seconds()
    done = subprocess.run(["timeout", str(limit), *command], input=text, capture_output=True, text=True)
    return (done.stdout if done.returncode == 0 else None), cpu_seconds() - before


def ace(options, case, strategy):
    generators = "".join(re.findall("[a-z]", case["generators"]))
    relators, subgroup = (",".join(Words(case[key]).relators()) for key in ("relators", "subgroup"))
    text = f"gr: {generators};\nrel: {relators};\ngen: {subgroup};\nwo: 800M;\n{strategy};\nmess: 0;\nend;\n"
    output, seconds = run([options.ace], text, options.limit)
    found = output and re.search(r"INDEX = (\d+).* t=(\d+)", output)
    return (int(found[1]), int(found[2]), seconds) if found else None


def ours(options, case, method):
    command = [str(options.wreath), "coset", "enumerate", f"<{case['generators']} | {case['relators']}>", "--subgroup",
               case["subgroup"] or "1", "--method", method, "--threads", "1", "--json", "-q"]
    output, seconds = run(command, "", options.limit)
    answer = output and json.loads(output)
    return (answer["index"], answer["total"], seconds) if answer else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default=ROOT / "build/release/wreath")
    parser.add_argument("--ace", required=True, help="the program")
    parser.add_argument("--methods", nargs="+", default=METHODS)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=int, default=60, help="seconds for each run")
    parser.add_argument("cases", help="a table with columns id, generators, relators, subgroup and index")
    parser.add_argument("names", nargs="*", help="all if none is given")
    record.add_arguments(parser)
    options = parser.parse_args()
    with open(options.cases, encoding="utf-8") as file:
        rows = csv.DictReader((line for line in file if not line.startswith("#")), delimiter="\t")
        cases = {row["id"]: row for row in rows}
    table, right = [], True
    for name in options.names or cases:
        case, least = cases[name], {}
        for _ in range(options.runs):
            for how in STRATEGIES + options.methods:
                if how in least and least[how] is None:
                    continue
                found = (ace if how in STRATEGIES else ours)(options, case, how)
                right = right and (found is None or str(found[0]) == case["index"])
                least[how] = min(found, least.get(how, found), key=lambda result: result[2]) if found else None
        row = {"case": name, "index": int(case["index"])}
        for how, found in least.items():
            key = ("ace " if how in STRATEGIES else "wreath ") + how
            row[key] = {"seconds": round(found[2], 3), "cosets": found[1]} if found else f"more than {options.limit} s"
        print(row, flush=True)
        table.append(row)
    record.write(options, "ace", "coset enumerations on one thread; CPU seconds, the least of "
                 f"{options.runs} interleaved runs, and cosets defined", cases=table)
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
