#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares orders and memberships with GAP: random groups on up to 50 points, and with --named more than 60 transitive ones, which are
built as products, wreath products and actions; 100 elements for each.

    bench/group/against_gap.py --groups 200 --named --seed 1 -o record.json
    bench/group/against_gap.py --groups 0 --given co1.g --given rubik.g     # files with a list of permutations, as GAP reads it

Prints one line per group that differs, and the number of groups; fails if one does. The record has the seconds of both: of GAP for the
order and the memberships without its start, of wreath for the whole command.
"""
import argparse
import json
import os
import pathlib
import platform
import random
import struct
import subprocess
import sys
import tempfile
import time

# Expressions of GAP. TransGrp, GAP's library of transitive groups, is not needed.
NAMED = [
    *(f"MathieuGroup({n})" for n in (11, 12, 22, 23, 24)),
    *(f"PSL(2,{q})" for q in (5, 7, 8, 9, 11, 13, 16, 17, 19, 23, 25, 27, 29, 31, 32, 37, 41, 43, 47, 49)),
    *(f"PGL(2,{q})" for q in (5, 7, 9, 11, 13)), "PSL(3,3)", "PSL(3,4)", "PSp(4,3)", "PSL(4,2)",
    *(f"DihedralGroup(IsPermGroup,{n})" for n in (6, 10, 12, 24, 40, 100)), *(f"CyclicGroup(IsPermGroup,{n})" for n in (7, 12, 50)),
    *(f"AlternatingGroup({n})" for n in (5, 9, 20)), *(f"SymmetricGroup({n})" for n in (4, 10, 30)),
    *(f"WreathProduct({a},{b})" for a in ("CyclicGroup(IsPermGroup,2)", "SymmetricGroup(3)", "AlternatingGroup(5)")
      for b in ("CyclicGroup(IsPermGroup,4)", "SymmetricGroup(5)", "PSL(2,7)")),
    *(f"WreathProductProductAction(SymmetricGroup({n}),SymmetricGroup(2))" for n in (3, 5, 7)),
    *(f"Action(SymmetricGroup({n}),Combinations([1..{n}],2),OnSets)" for n in (5, 7, 9)),
    "Action(MathieuGroup(12),Combinations([1..12],2),OnSets)", "Action(PSL(2,11),Arrangements([1..12],2),OnTuples)",
    *(f"Action({g},AsList({g}),OnRight)" for g in ("SymmetricGroup(4)", "AlternatingGroup(5)", "DihedralGroup(IsPermGroup,30)")),
    "SylowSubgroup(SymmetricGroup(32),2)", "SylowSubgroup(SymmetricGroup(27),3)",
]
ELEMENTS = r"""
for text in [%s] do
  if IsReadableFile(text) then g := Group(EvalString(ReadAll(InputTextFile(text))));; else g := EvalString(text);; fi;; n := LargestMovedPoint(g);; h := Group(GeneratorsOfGroup(g));;
  xs := List([1..50], i -> PseudoRandom(g));; Append(xs, List(xs, x -> x*(1,2)));;
  h := Group(GeneratorsOfGroup(g));; start := NanosecondsSinceEpoch();; size := Size(h);; ys := List(xs, x -> x in h);;
  Print("GROUP ", text, " ", n, " ", size, " ", NanosecondsSinceEpoch()-start, "\n");
  for x in GeneratorsOfGroup(g) do Print("G ", JoinStringsWithSeparator(ListPerm(x,n), ","), "\n"); od;
  for i in [1..100] do Print("X ", ys[i], " ", JoinStringsWithSeparator(ListPerm(xs[i],n), ","), "\n"); od;
od; QUIT;
"""


def gap(text):
    with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
        file.write("SetPrintFormattingStatus(\"*stdout*\",false);;" + text)
        file.flush()
        return subprocess.run(["gap", "-q", "--nointeract", file.name], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout


def cycles(images):
    seen, text = set(), ""
    for i in range(len(images)):
        if i in seen or images[i] == i:
            continue
        cycle, p = [], i
        while p not in seen:
            seen.add(p)
            cycle.append(p + 1)
            p = images[p]
        text += "(" + ",".join(map(str, cycle)) + ")"
    return text or "()"


def permutation(rng, points, swaps):
    images = list(range(points))
    if swaps is None:
        rng.shuffle(images)
    else:
        for _ in range(swaps):
            i, j = rng.randrange(points), rng.randrange(points)
            images[i], images[j] = images[j], images[i]
    return images


def ours(program, gens, points, words):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "group", "contains", *(given(folder, f"g{k}", g) for k, g in enumerate(gens)), f"({points})", "--json", "-q"]
        for k, x in enumerate(words):
            command += ["-x", given(folder, f"x{k}", x)]
        start = time.monotonic()
        answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        return answer, time.monotonic() - start


def given(folder, name, images):
    """A permutation as an argument: in cycles, or as a file if these are too long."""
    if len(images) <= 1000:
        return cycles(images)
    path = pathlib.Path(folder) / f"{name}.npy"
    header = f"{{'descr': '<i4', 'fortran_order': False, 'shape': ({len(images)},), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00v\x00" + header.encode() + struct.pack(f"<{len(images)}i", *images))
    return str(path)


def random_groups(args, rng):
    for number in range(args.groups):
        points = rng.randrange(2, 51)
        gens = [permutation(rng, points, rng.choice([None, 1, 2, 3, 4])) for _ in range(rng.randrange(1, 5))]
        words = []
        for k in range(args.elements):
            x = permutation(rng, points, rng.choice([None, 1, 2]))
            if k % 2 == 0:  # a member
                x = permutation(rng, points, 0)
                for _ in range(20):
                    g = rng.choice(gens)
                    x = [g[i] for i in x]
            words.append(x)
        answers = gap(f"g := Group([{','.join(map(cycles, gens))}],());; t := NanosecondsSinceEpoch();; s := Size(g);; ys := List([{','.join(map(cycles, words))}], x -> x in g);; "
                      "Print(NanosecondsSinceEpoch()-t,\"\\n\",s,\"\\n\"); for y in ys do Print(y,\"\\n\"); od; QUIT;").split()
        yield f"random {number}", gens, points, words, answers[1], [a == "true" for a in answers[2:]], int(answers[0]) / 1e9


def named_groups(names):
    texts = ",".join(f'"{name}"' for name in names)
    group = None
    for line in gap(ELEMENTS % texts).splitlines() + ["GROUP end 0 0 0"]:
        kind, _, rest = line.partition(" ")
        if kind == "GROUP":
            if group:
                yield tuple(group)
            name, points, size, nanoseconds = rest.rsplit(" ", 3)
            group = [name, [], int(points), [], size, [], int(nanoseconds) / 1e9]
        elif kind == "G":
            group[1].append([int(p) - 1 for p in rest.split(",")])
        elif kind == "X":
            answer, _, images = rest.partition(" ")
            group[3].append([int(p) - 1 for p in images.split(",")])
            group[5].append(answer == "true")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--elements", type=int, default=100)
    parser.add_argument("--named", action="store_true", help="the transitive groups, too")
    parser.add_argument("--given", action="append", default=[], metavar="FILE", help="a list of permutations, which generate a group, as GAP text")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-o", "--output", help="the record")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    rows = []
    for source in (random_groups(args, rng), named_groups([*(NAMED if args.named else ()), *args.given])):
        for name, gens, points, words, order, members, seconds in source:
            found, wall = ours(args.wreath, gens, points, words)
            answers = [each["member"] for each in found["elements"]]
            agrees = str(found["order"]) == order and found["proven"] and answers == members
            rows.append({"group": pathlib.Path(name).name, "degree": points, "order": order, "elements": len(words), "members": sum(members), "agrees": agrees,
                         "seconds": round(wall, 4), "gap_seconds": round(seconds, 4)})
            if not agrees:
                print(f"{name}: {' '.join(map(cycles, gens)) if points <= 100 else ''}: order {found['order']} ({found['proven']}), GAP {order}")
    different = sum(not row["agrees"] for row in rows)
    print(f"{len(rows)} groups, {sum(row['elements'] for row in rows)} memberships: {different} differ")
    if args.output:
        record = {"format": "wreath bench group", "command": " ".join(["bench/group/against_gap.py", *sys.argv[1:]]),
                  "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": platform.platform(), "cores": os.cpu_count(),
                  "seed": args.seed, "groups": rows}
        pathlib.Path(args.output).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    return different != 0


if __name__ == "__main__":
    sys.exit(main())
