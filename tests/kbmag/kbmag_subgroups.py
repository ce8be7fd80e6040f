#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does `wreath word subgroup` find what kbmag's autcos finds, and in what time?

For each example GROUP, GROUP.SUB of a folder such as kbmag's subgp_data: both find the coset structure and a presentation of the
subgroup; the sizes, the abelian invariants and the coset normal forms of 1000 random words (`wordreduce -cos`) are compared.
Times are CPU seconds of the processes, the least of three.

    kbmag_subgroups.py FOLDER [--wreath PROGRAM] [--limit CPU_SECONDS] [--json FILE] [EXAMPLE ...]

One row per example that kbmag finishes; the exit code is 1 if one of them differs. kbmag's programs are found as by kbmag_check.py.
"""
import argparse
import json
import math
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import kbmag_check

WORDS = 1000
RUNS = 3


def run(command, folder, limit, **options):
    """Exit code, output and CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(["prlimit", f"--cpu={limit}", "--", *map(str, command)], cwd=folder, capture_output=True, text=True, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.returncode, done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def invariants(generators, relators):
    """The abelian invariants of a presentation, 0 for each infinite factor."""
    rows = [list(row) for row in {tuple(sum((k > 0) - (k < 0) for k in relator if abs(k) == x + 1) for x in range(generators))
                                  for relator in relators}]
    divisors = []
    for done in range(min(len(rows), generators)):
        while True:
            entries = [(abs(row[x]), i + done, x) for i, row in enumerate(rows[done:]) for x in range(done, generators) if row[x]]
            if not entries:
                break
            _, i, x = min(entries)
            rows[done], rows[i] = rows[i], rows[done]
            for row in rows:
                row[done], row[x] = row[x], row[done]
            for row in rows[done + 1:]:
                times = row[done] // rows[done][done]
                row[:] = [a - times * b for a, b in zip(row, rows[done])]
            for y in range(done + 1, generators):
                times = rows[done][y] // rows[done][done]
                for row in rows:
                    row[y] -= times * row[done]
            if not any(row[done] for row in rows[done + 1:]) and not any(rows[done][done + 1:]):
                divisors.append(abs(rows[done][done]))
                break
    for i in range(len(divisors)):
        for j in range(i + 1, len(divisors)):
            common = math.gcd(divisors[i], divisors[j])
            divisors[i], divisors[j] = common, divisors[i] * divisors[j] // common
    return sorted(d for d in divisors if d != 1) + [0] * (generators - len(divisors))


def kbmag_presentation(path):
    text = path.read_text()
    body = re.search(r"_x_relators:=\[(.*?)\]", text, re.S)[1]
    relators = []
    for relator in filter(None, map(str.strip, body.split(","))):
        word = []
        for factor in relator.split("*"):
            name, power = re.fullmatch(r"_x(\d+)(?:\^(-?\d+))?", factor.strip()).groups()
            word += [int(name) if int(power or 1) > 0 else -int(name)] * abs(int(power or 1))
        relators.append(word)
    return int(re.search(r"FreeGroup\((\d+)\)", text)[1]), relators


def states(path):
    return int(re.search(r"states\s*:=\s*rec\s*\(.*?size\s*:=\s*(\d+)", path.read_text(), re.S)[1])


def kbmag_cosets(kbmag, folder, group, sub, words):
    listed = ",\n".join("_H*" + "*".join(word) if word else "_H" for word in words)
    (folder / "words").write_text(f"words := [\n{listed}\n];\n")
    suffix = "cos" + sub[3:] if sub.startswith("sub") else sub + "_cos"
    run([f"{kbmag}/wordreduce", "-cos", group, suffix, "-f", "words"], folder, 60)
    text = re.sub(r"\\\n|\s", "", (folder / "words.reduced").read_text())
    return [word.partition("_H")[2] for word in text[text.index("[") + 1:text.rindex("]")].split(",")]


def expand(word, letters):
    """A word of kbmag, such as a^-2*b, as a tuple of letters."""
    result = []
    for factor in filter(lambda part: part not in ("", "IdWord"), word.split("*")):
        name, _, power = factor.partition("^")
        result += [name if int(power or 1) > 0 else letters[name]] * abs(int(power or 1))
    return tuple(result)


def check(example, arguments, kbmag, wreath):
    group, _, sub = example.partition(".")
    source = pathlib.Path(arguments.folder)
    text = re.search(r"subGenerators\s*:=\s*\[(.*?)\]", (source / example).read_text(), re.S)
    if not text:
        return None
    generators = re.sub(r"\s|\\", "", text[1])
    row = {"example": example}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for key, options in (("kbmag_cpu_seconds_without_presentation", []), ("kbmag_cpu_seconds", ["-p"])):
            times = []
            for _ in range(RUNS):
                for old in folder.iterdir():
                    old.unlink()
                shutil.copy(source / group, folder)
                shutil.copy(source / example, folder)
                code, _, seconds = run([f"{kbmag}/autcos", *options, "-silent", group, sub], folder, arguments.limit,
                                       env={**os.environ, "PATH": f"{kbmag}:{os.environ['PATH']}"})
                times.append(seconds)
                if code != 0:
                    return None
            row[key] = round(min(times), 3)
        automata = {file.name.split(".")[-1]: states(file) for file in folder.glob(f"{group}.*") if file.name.split(".")[-1] in ("wa", "gm")}
        kbmag_count, kbmag_relators = kbmag_presentation(folder / f"{group}.{sub}.pres")
        row |= {"kbmag_generators": kbmag_count, "kbmag_relators": len(kbmag_relators)}
        command = [wreath, "word", "subgroup", f"./{group}", "--generators", generators, "--no-cache", "--json", "-q", "--threads", "1"]
        for key, options in (("wreath_cpu_seconds_without_presentation", []), ("wreath_cpu_seconds", ["--presentation"])):
            times = []
            for _ in range(RUNS):
                code, out, seconds = run([*command, *options], folder, arguments.limit)
                times.append(seconds)
                if code != 0:
                    return row | {"same": False, "why": f"exit code {code}"}
            row[key] = round(min(times), 3)
        found = json.loads(out)
        presentation = found["presentation"]
        row |= {"index": found["index"], "generators": len(presentation["generators"]),
                "relators": len(presentation["relators"]), "coset_acceptor_states": found["coset_acceptor_states"],
                "coset_multiplier_states": found["coset_multiplier_states"],
                "abelian_invariants": invariants(len(presentation["generators"]), presentation["relators"])}
        names = re.search(r"generatorOrder\s*:=\s*\[(.*?)\]", (folder / group).read_text(), re.S)[1]
        order = [name.strip() for name in names.split(",")]
        inverses = re.search(r"inverses\s*:=\s*\[(.*?)\]", (folder / group).read_text(), re.S)[1]
        inverse = dict(zip(order, (name.strip() for name in inverses.split(","))))
        generator = random.Random(example)
        words = [generator.choices(order, k=generator.randrange(40)) for _ in range(WORDS)]
        (folder / "words.txt").write_text("".join(("*".join(word) or "1") + "\n" for word in words))
        ours = json.loads(run([*command, "--file", "words.txt"], folder, 60)[1])["coset_forms"]
        theirs = kbmag_cosets(kbmag, folder, group, sub, words)
        split = (lambda form: tuple(form)) if all(len(name) == 1 for name in order) else (lambda form: expand(form, inverse))
        same = sum((() if form == "1" else split(form)) == expand(other, inverse) for form, other in zip(ours, theirs))
        row |= {"words": WORDS, "same_coset_forms": same, "kbmag_states": automata}
        row["same"] = (same == WORDS and invariants(kbmag_count, kbmag_relators) == row["abelian_invariants"] and
                       automata == {"wa": row["coset_acceptor_states"], "gm": row["coset_multiplier_states"]})
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("examples", nargs="*")
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--json")
    arguments = parser.parse_intermixed_args()
    kbmag = kbmag_check.kbmag_folder()
    if kbmag is None:
        sys.exit("kbmag's programs were not found: name their folder in $KBMAG")
    examples = arguments.examples or sorted(path.name for path in pathlib.Path(arguments.folder).glob("*.sub*"))
    rows = []
    for example in examples:
        row = check(example, arguments, kbmag, pathlib.Path(arguments.wreath).resolve())
        if row is None:
            print(f"{example}: not finished by kbmag", flush=True)
            continue
        rows.append(row)
        print(example, "same" if row["same"] else f"DIFFERENT {row}", row.get("index"), "kbmag",
              row["kbmag_cpu_seconds_without_presentation"], row["kbmag_cpu_seconds"], "wreath",
              row.get("wreath_cpu_seconds_without_presentation"), row.get("wreath_cpu_seconds"), flush=True)
        if arguments.json:
            pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=2) + "\n")
    sys.exit(0 if all(row["same"] for row in rows) else 1)


if __name__ == "__main__":
    main()
