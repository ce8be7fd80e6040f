#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints the tables of docs/measured/word.md, from run records of wreath_bench_word_multiply and wreath_bench_reduce.

    tools/word_tables.py RECORD.json ...         one record of each kind and machine
"""
import collections
import json
import math
import pathlib
import sys

GROUPS = {"S_2": "surface:2", "C_334": "triangle:3,3,4"}
LENGTHS = tuple(10**power for power in range(2, 10))


class Records:
    """The lines of all records, together."""

    def __init__(self, files):
        self.series = collections.defaultdict(list)
        self.measured = []
        self.gpus = set()
        for file in files:
            record = json.loads(pathlib.Path(file).read_text())
            machine = record["machine"]
            for name, lines in record.get("series", {}).items():
                self.series[name] += lines
            if "paper_products" in record.get("series", {}):
                self.gpus.add(machine["gpu"])
            name = "Xeon" if "Xeon" in machine["cpu"] else machine["cpu"]
            self.measured += [line | {"cpu": name} for line in record["results"].get("measured", [])]

    def paper(self, series, group):
        """{letters: {block: seconds}} of path doubling."""
        found = collections.defaultdict(dict)
        for line in self.series[series]:
            if line["group"] == GROUPS[group]:
                found[line["letters"]][line["block"]] = line["seconds"]
        return dict(sorted(found.items()))

    def paper_best(self, series, group):
        return [(letters, min(times.values())) for letters, times in self.paper(series, group).items()]

    def of_one_word(self, group, what, cpu=None):
        """(letters, seconds) of a word, with the base length that wreath chooses; of several records the last counts."""
        chosen = [line for line in self.measured if (line["group"], line["what"]) == (group, what) and line.get("base", 0) == 0]
        seconds = {line["length"]: line["length"] / line["letters_per_second"] for line in chosen if cpu in (None, line["cpu"])}
        return sorted(seconds.items())

    def by_threads(self):
        """{cpu: {(group, length): {threads: seconds}}} of one long word."""
        found = collections.defaultdict(lambda: collections.defaultdict(dict))
        for line in self.measured:
            if line["what"].startswith("one word, "):
                found[line["cpu"]][line["group"], line["length"]][line["threads"]] = line["seconds"]
        return found


def figures(value):
    """Three figures, no exponent."""
    return f"{value:.0f}" if value >= 100 else f"{value:#.3g}".rstrip(".")


def power_name(value):
    """Small numbers, then the nearest power of ten."""
    return str(value) if value < 5000 else f"10^{round(math.log10(value))}"


def table(caption, heads, rows):
    if rows:
        print(f"\n{caption}\n\n| " + " | ".join(heads) + " |\n" + "|---" * len(heads) + "|")
        print("\n".join("| " + " | ".join(row) + " |" for row in rows))


def rates(records, caption, what, unit, key="length", columns=LENGTHS, **fixed):
    """Letters a second: a line for each group, a column for each value of `key`."""
    lines = [line for line in records.measured if line["what"] == what]
    lines = [line for line in lines if all(line.get(name, 0) == value for name, value in fixed.items())]
    columns = [column for column in columns if any(line[key] == column for line in lines)]
    rows = []
    for group in dict.fromkeys(line["group"] for line in lines):
        found = {line[key]: line["letters_per_second"] / unit for line in lines if line["group"] == group}
        rows.append([group] + [figures(found[column]) if column in found else "" for column in columns])
    table(f"{caption}, {power_name(unit)} letters/s", ["group"] + [power_name(column) if column else "chosen" for column in columns], rows)


def threads(records):
    for cpu, words in records.by_threads().items():
        counts = sorted({count for row in words.values() for count in row})
        table(f"One word on threads, {cpu}: ms, and times one thread", ["word"] + [str(count) for count in counts],
              [[f"{group}, {power_name(length)} letters"] + [f"{figures(1e3 * row[count])} ({row[1] / row[count]:.1f})" for count in counts]
               for (group, length), row in words.items()])


def products(records):
    lines = [line for line in records.series["scan"] if line["letters"] > 900_000]
    counts = sorted({int(count) for line in lines for count in line["scan_seconds_by_threads"]} - {1})  # one thread walks
    rows = []
    for line in lines:
        seconds = [line["walk_seconds"], *(line["scan_seconds_by_threads"][str(count)] for count in counts), line.get("gpu_seconds")]
        rows.append([line["group"], power_name(line["letters"]), *(figures(1e3 * value) if value else "" for value in seconds)])
    table("A product that changes the whole word, ms", ["group", "letters", "walk", *(f"{count} threads" for count in counts), "GPU"], rows)


def path_doubling(records):
    for series, caption in (("paper_products", "a product"), ("paper_shortlex", "normal form")):
        rows = []
        for group in GROUPS:
            for letters, times in records.paper(series, group).items():
                best = min(times, key=times.get)
                speed_up = f"{times[1] / times[best]:.1f}" if 1 in times else ""
                rows.append([group, str(letters), str(best), figures(1e3 * times[best]), speed_up, f"{letters / times[best]:.0f}"])
        table(f"Path doubling, {caption}", ["group", "letters", "best block", "ms", "times block 1", "letters/s"], rows)


def main():
    records = Records(sys.argv[1:])
    path_doubling(records)
    products(records)
    for cpu in dict.fromkeys(line["cpu"] for line in records.measured):
        rates(records, f"One core, many words by length, {cpu}", "one core, many words", 10**6, cpu=cpu)
        rates(records, f"One core, one word after another, {cpu}", "one core, word after word", 10**6, cpu=cpu)
        rates(records, f"One core, adversary by |u|, {cpu}", "one core, adversary u(gv)^k", 10**6, cpu=cpu)
        rates(records, f"One core, adversary from left to right, {cpu}", "the same from left to right", 10**6, cpu=cpu)
    threads(records)
    rates(records, "GPU, many words by length", "GPU, many words", 10**9)
    rates(records, "GPU, many words from and to the host", "GPU, many words, there and back", 10**9)
    rates(records, "GPU, one word by length", "GPU, one word", 10**9, base=0)
    rates(records, "GPU, one word from and to the host", "GPU, one word, there and back", 10**9)
    for length in LENGTHS[4:]:
        rates(records, f"GPU, one word of {power_name(length)} letters by base length", "GPU, one word", 10**9, "base",
              (0, 64, 256, 1024, 4096), length=length)


if __name__ == "__main__":
    main()
