#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Finitely presented monoids of known size, enumerated by `wreath coset monoid` and, beside it, by another program.

    bench/coset/monoids.py build/release/wreath [--peer PROGRAM] [--rounds 3] [--method hlt] [-o RECORD]

PROGRAM is called as PROGRAM FILE and prints the number of elements and its seconds of user time: libsemigroups_monoids.cpp beside
this script. FILE has the numbers of letters and relations, and for each side of each relation its length and its letters. The times
are the least of all rounds, in which the programs take turns: user seconds of the whole process for wreath, which also
verifies the table, and of the enumeration alone for the peer.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import record  # noqa: E402


def coxeter(orders, group, first=0):
    relations = []
    last = first + len(orders)
    for i in range(first, last + 1):
        relations.append(([i, i], [] if group else [i]))
        for j in range(i + 1, last + 1):
            m = orders[i - first] if j == i + 1 else 2
            relations.append(([(i, j)[k % 2] for k in range(m)], [(j, i)[k % 2] for k in range(m)]))
    return relations


def jones(n, first=0):
    hooks = range(first, first + n - 1)
    relations = [([i, i], [i]) for i in hooks]
    relations += [([i, j, i], [i]) for i in hooks for j in hooks if abs(i - j) == 1]
    return relations + [([i, j], [j, i]) for i in hooks for j in hooks if j > i + 1]


def brauer(n):
    p = n - 1
    relations = coxeter([3] * (n - 2), True) + jones(n, p)
    for i in range(p):
        relations += [([i, p + i], [p + i]), ([p + i, i], [p + i])]
        for j in range(p):
            if abs(i - j) == 1:
                relations += [([i, p + j, p + i], [j, p + i]), ([p + i, p + j, i], [p + i, j])]
            elif i != j:
                relations.append(([i, p + j], [p + j, i]))
    return relations


def symmetric_inverse(n):
    e = n - 1
    relations = coxeter([3] * (n - 2), True) + [([e, e], [e])] + [([e, i], [i, e]) for i in range(1, e)]
    return relations + [([e, 0, e, 0], [e, 0, e]), ([0, e, 0, e], [e, 0, e])]


def catalan(n):
    relations = [([i, i], [i]) for i in range(n - 1)] + [([i, j], [j, i]) for i in range(n - 1) for j in range(i + 2, n - 1)]
    for i in range(n - 2):
        relations += [([i, i + 1, i], [i, i + 1]), ([i + 1, i, i + 1], [i, i + 1])]
    return relations


def stylic(n):
    relations = [([x, x], [x]) for x in range(n)]
    for x in range(n):
        for y in range(x, n):
            for z in range(y, n):
                relations += [([y, z, x], [y, x, z])] if x < y else []
                relations += [([x, z, y], [z, x, y])] if y < z else []
    return relations


def kiselman(n):
    relations = [([i, i], [i]) for i in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            relations += [([i, j, i], [i, j]), ([j, i, j], [i, j])]
    return relations


CASES = {"0-Hecke monoid of S8": (coxeter([3] * 6, False), 40320), "S8": (coxeter([3] * 6, True), 40320),
         "0-Hecke monoid of H4": (coxeter([5, 3, 3], False), 14400), "Jones 12": (jones(12), 208012),
         "Brauer 6": (brauer(6), 10395), "Brauer 7": (brauer(7), 135135), "symmetric inverse 7": (symmetric_inverse(7), 130922),
         "Catalan 12": (catalan(12), 208012), "stylic 8": (stylic(8), 21147), "Kiselman 6": (kiselman(6), 83973),
         "semilattice 16": (coxeter([2] * 15, False), 65536)}


def presentation(relations):
    def text(word):
        return "*".join(f"x{x + 1}" for x in word) or "1"
    letters = 1 + max(max(u + v) for u, v in relations)
    return letters, f"monoid<{','.join(f'x{k + 1}' for k in range(letters))} | " + ", ".join(f"{text(u)} = {text(v)}" for u, v in relations) + ">\n"


def run_ours(program, path, method):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run([program, "coset", "monoid", path, "--method", method, "--threads", "1", "--json", "-q"], capture_output=True,
                         text=True, check=True)
    answer = json.loads(run.stdout)
    return answer["size"], resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, answer["total"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--peer")
    parser.add_argument("--peer-version", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--method", nargs="+", default=["auto", "hlt"])
    record.add_arguments(parser)
    options = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, (relations, size) in CASES.items():
            letters, text = presentation(relations)
            ours, peers = pathlib.Path(folder, "m.txt"), pathlib.Path(folder, "m.rel")
            ours.write_text(text)
            peers.write_text(f"{letters} {len(relations)}\n" + "".join(f"{len(w)} {' '.join(map(str, w))}\n" for r in relations for w in r))
            row = {"monoid": name, "elements": size, "letters": letters, "relations": len(relations)}
            times = {}
            for _ in range(options.rounds):
                for method in options.method:
                    found, seconds, total = run_ours(options.program, ours, method)
                    assert found == size, (name, method, found)
                    times.setdefault(method, []).append(seconds)
                    row[f"{method}_nodes"] = total
                if options.peer:
                    found, seconds = subprocess.run([options.peer, peers], capture_output=True, text=True, check=True).stdout.split()
                    assert int(found) == size, (name, "peer", found)
                    times.setdefault("peer", []).append(float(seconds))
            row |= {f"{who}_seconds": round(min(each), 3) for who, each in times.items()}
            print(row, flush=True)
            rows.append(row)
    record.write(options, "peer", "user seconds of one core for the enumeration of finitely presented monoids",
                 peer={"name": "libsemigroups", "version": options.peer_version, "program": "bench/coset/libsemigroups_monoids.cpp"},
                 command=" ".join(["bench/coset/monoids.py", *sys.argv[1:]]), rounds=options.rounds, monoids=rows)


if __name__ == "__main__":
    main()
