#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares orders and memberships with GAP: random groups on up to 50 points, 100 elements for each.

    bench/group/against_gap.py --wreath build/release/wreath --groups 20 --seed 1

Prints one line per group that differs, and the number of groups; fails if one does.
"""
import argparse
import json
import random
import subprocess
import sys
import tempfile


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


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--groups", type=int, default=20)
    parser.add_argument("--elements", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = random.Random(args.seed)
    different = 0
    for number in range(args.groups):
        points = rng.randrange(2, 51)
        gens = [permutation(rng, points, rng.choice([None, 1, 2, 3, 4])) for _ in range(rng.randrange(1, 5))]
        words = []
        for _ in range(args.elements):
            x = permutation(rng, points, rng.choice([None, 1, 2]))
            if rng.random() < 0.6:  # a product of generators, perhaps times a transposition
                x = permutation(rng, points, rng.choice([0, 0, 1]))
                for _ in range(20):
                    g = rng.choice(gens)
                    x = [g[i] for i in x]
            words.append(x)
        text = f"g := Group([{','.join(map(cycles, gens))}],());; Print(Size(g),\"\\n\");; for x in [{','.join(map(cycles, words))}] do Print(x in g,\"\\n\"); od; QUIT;"
        with tempfile.NamedTemporaryFile("w", suffix=".g") as file:
            file.write(text)
            file.flush()
            gap = subprocess.run(["gap", "-q", "--nointeract", file.name], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True).stdout.split()
        command = [args.wreath, "group", "contains", *map(cycles, gens), f"({points})", "--json", "-q"]
        for x in words:
            command += ["-x", cycles(x)]
        ours = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        answers = [each["member"] for each in ours["elements"]]
        if str(ours["order"]) != gap[0] or not ours["proven"] or [a == "true" for a in gap[1:]] != answers:
            different += 1
            print(f"group {number}: {' '.join(map(cycles, gens))}: order {ours['order']} ({ours['proven']}), GAP {gap[0]}")
    print(f"{args.groups} groups with {args.elements} elements each: {different} differ")
    return different != 0


if __name__ == "__main__":
    sys.exit(main())
