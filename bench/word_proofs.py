#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Proofs of automatic structures and of confluent systems, each of them checked.

    bench/word_proofs.py [--wreath build/release/wreath] [--only REGEX] [-o RECORD.json]

Every line has the answer without --proof and with it, the size of the proof, and what wreath-check took. Times are user seconds
of one run each. Families are wreath's own; the presentations are from the literature on automatic groups and on rewriting.
"""
import argparse
import json
import os
import pathlib
import platform
import re
import resource
import subprocess
import sys
import tempfile
import time

BUILD = [
    "free:2", "free:4", "abelian:2", "abelian:3", "abelian:4", "surface:2", "surface:3", "surface:4", "surface:-2", "surface:-3", "surface:-4",
    "triangle:2,3,5", "triangle:2,3,6", "triangle:2,3,7", "triangle:2,3,8", "triangle:2,4,5", "triangle:3,3,4", "triangle:3,3,inf", "triangle:4,4,4",
    "triangle:7,7,7", "triangle:2,3,13", "coxeter:5,3", "coxeter:3,3,3", "coxeter:4,3,4", "coxeter:4,4", "coxeter:4,4,4", "coxeter:5,3,5",
    "coxeter:3,5,3", "coxeter:7,3", "coxeter:6,3", "coxeter:3:1-2=7,2-3,1-3=inf", "coxeter:3:1-2=3,2-3=3,1-3=3", "artin:3", "artin:4", "artin:5",
    "raag:4:1-2,2-3,3-4", "raag:5:1-2,2-3,3-4,4-5,5-1", "braid:3", "symmetric:3", "symmetric:4", "alternating:5", "cyclic:12", "cyclic:inf",
    "dihedral:9", "dihedral:inf", "dicyclic:5", "free-product:2,3", "free-product:3,5", "free-product:0,4", "fibonacci:2,6", "fibonacci:2,8",
    "torusknot:2,3", "torusknot:3,5", "baumslag-solitar:2,2", "baumslag-solitar:1,-1", "trefoil", "figure8", "weeks", "modular", "sl2z", "picard",
    "quaternion",
    "<a,b | a^2, b^3, (ab)^7, (abaB)^8>",      # (2,3,7;8), of order 10752
    "<a,b | a^3, b^3, (ab)^3>",                # a Euclidean triangle group
    "<a,b,c | a^2, b^2, c^2, (ab)^3, (bc)^3, (ca)^3>",
    "<a,b,c,d | [a,b]=[c,d]>",
    "<a,b,t | [a,b], taT=b, tbT=a>",           # Z^2 extended by a swap
]
COMPLETE = [
    ["free:3"], ["abelian:2"], ["abelian:4"], ["cyclic:30"], ["<a | a^12>"], ["dihedral:15"], ["dicyclic:7"], ["quaternion"], ["symmetric:4"], ["symmetric:5"],
    ["symmetric:6"], ["alternating:5"], ["alternating:6"], ["coxeter:3,3,3"], ["coxeter:4,3"], ["coxeter:5,3"], ["coxeter:3,3,3,3"], ["coxeter:5,3,3"],
    ["free-product:2,3"], ["modular"], ["sl2z"], ["baumslag-solitar:1,2", "--word-order", "recursive"], ["baumslag-solitar:1,3", "--word-order", "recursive"],
    ["surface:-2", "--word-order", "recursive"], ["heisenberg-wreath"], ["<a,b | a^2, b^3, (ab)^4>"], ["<a,b | a^2, b^3, (ab)^5>"], ["<a,b | a^2, b^3, (ab)^7, [a,b]^4>"],
    ["<a,b | a^4, a^2=b^2, bab^-1=a^-1>"], ["fibonacci:2,5"], ["<r,s,t | TrtR^2, RsrS^2, StsT^2>"],
    ["monoid<a,b | ab=ba, a^3=a>"], ["monoid<a,b | aba=b>"], ["monoid<a,b | a^3=1, b^3=1, abababab=1>"], ["monoid<p,q | pq=1>"], ["monoid<a,b,c | a^2=1, b^2=1, c^2=1>"],
    ["monoid<a,b | a^2=a, b^2=b, aba=bab>"], ["monoid<a,b,c | aa=a, bb=b, cc=c, aba=bab, bcb=cbc, ac=ca>"],
    ["monoid<a,b | a^5=a^2, b^4=b, ab=ba>", "--word-order", "rt_recursive"], ["semigroup<a,b | ab=ba, aa=a, bb=b>"],
    ["monoid<a,b | bab=ab, aba=ab>"], ["monoid<x,y | xyx=y>", "--word-order", "wtlex", "--weights", "1,2"],
    ["<a,b | ab=ba>", "--word-order", "wtlex", "--weights", "2,2,1,1"], ["monoid<a,b,c | ab=c, bc=a, ca=b>"], ["trefoil-monoid"],
]
NAMED = {
    "heisenberg-wreath": ["<z,y,x | x*z=z*x, y*z=z*y, x*y=y*x*z>", "--word-order", "wreathprod", "--weights", "1,1,2,2,3,3"],
    "trefoil-monoid": ["monoid<a,b,c | ab=c, ca=bc>", "--word-order", "wtlex", "--weights", "1,1,1"],
}


def timed(arguments, folder, limit):
    """User seconds, exit code, output."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(arguments, cwd=folder, capture_output=True, text=True, timeout=limit)
    return round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, 3), done.returncode, done.stdout


def measure(wreath, verb, case, folder):
    command = [wreath, "word", verb, *NAMED.get(case[0], case), "--json", "-q", "--time", "100"]
    row = {"verb": verb, "case": " ".join(case)}
    proof = os.path.join(folder, "a.proof")
    pathlib.Path(proof).unlink(missing_ok=True)
    row["plain"], _, _ = timed(command, folder, 200)
    row["with_proof"], code, _ = timed([*command, "--proof", proof], folder, 200)
    row["exit_code"], row["accepted"] = code, False
    if code == 0:
        row["check"], _, verdict = timed([str(pathlib.Path(wreath).with_name("wreath-check")), proof], folder, 600)
        row["accepted"] = ": accepted: " in verdict
        row["verdict"] = verdict.split(": ", 1)[1].strip()
        row["proof_bytes"] = os.path.getsize(proof)
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--only", default="", help="the cases that this regular expression matches")
    parser.add_argument("-o", "--output", help="the record")
    args = parser.parse_args()
    wreath = os.path.abspath(args.wreath)
    cases = [("build", [group]) for group in BUILD] + [("complete", case) for case in COMPLETE]
    rows = []
    print(f"{'case':45} {'plain':>7} {'proof':>7} {'check':>7} {'bytes':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for verb, case in cases:
            if not re.search(args.only, f"{verb} {' '.join(case)}"):
                continue
            try:
                row = measure(wreath, verb, case, folder)
            except subprocess.TimeoutExpired:
                row = {"verb": verb, "case": " ".join(case), "accepted": False, "exit_code": None}
            rows.append(row)
            print(f"{verb + ' ' + row['case']:45.45} {row.get('plain', ''):>7} {row.get('with_proof', ''):>7} {row.get('check', ''):>7} "
                  f"{row.get('proof_bytes', ''):>9} {'' if row['accepted'] else row.get('verdict', 'no proof')}"[:170], flush=True)
    accepted = {verb: sum(row["accepted"] for row in rows if row["verb"] == verb) for verb in ("build", "complete")}
    print(f"accepted: {accepted['build']} structures, {accepted['complete']} confluent systems")
    if args.output:
        record = {"format": "wreath bench word proofs", "command": " ".join(["bench/word_proofs.py", *sys.argv[1:]]),
                  "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": platform.platform(), "cores": os.cpu_count(),
                  "accepted": accepted, "cases": rows}
        pathlib.Path(args.output).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
