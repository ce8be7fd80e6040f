#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Does kbmag accept what `wreath word export` writes?

For each group: kbmag's gpaxioms proves the axioms on the exported automata, its fsalequal compares them with those that kbmag's
autgroup makes of the same presentation, and its wordreduce reduces random words as wreath does, by default and with every file that
it can use.

    kbmag_check.py [--wreath PROGRAM] [GROUP ...]       one row per group; the exit code is 1 if one of them fails

kbmag's programs are looked for in the folder $KBMAG, in PATH and in GAP's package folder.
"""
import argparse
import collections
import glob
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

GROUPS = ("free:2", "abelian:3", "surface:2", "surface:3", "surface:-3", "triangle:2,3,7", "triangle:3,3,4", "coxeter:3,3,3",
          "coxeter:5,3,5", "artin:3", "raag:4:1-2,2-3,3-4", "triangle:7,7,7", "symmetric:5", "alternating:5", "cyclic:12", "dihedral:inf",
          "quaternion", "free-product:3,4", "fibonacci:2,5", "fibonacci:2,6", "torusknot:3,5", "trefoil", "figure8", "modular", "sl2z",
          "baumslag-solitar:2,2", "cyclic:1", "<a,b | a=b>")
PROGRAMS = ("autgroup", "gpaxioms", "fsalequal", "wordreduce")
WORDS = 200

Checked = collections.namedtuple("Checked", "acceptor multiplier complete words")  # states, whether the rules are complete


def kbmag_folder():
    """Where kbmag's programs are, or None."""
    folders = [os.environ.get("KBMAG", "")] + os.environ.get("PATH", "").split(os.pathsep)
    for root in ("/usr/share/gap", "/usr/lib/gap", "/usr/local/share/gap", "/usr/local/lib/gap"):
        folders += glob.glob(f"{root}/pkg/kbmag*/bin/*")
    for folder in folders:
        if folder and all(shutil.which(program, path=folder) for program in PROGRAMS):
            return folder
    return None


def run(command, folder, **options):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return done.stdout


def random_words(letters, group):
    generator = random.Random(group)  # the same words in every run
    return [generator.choices(letters, k=generator.randrange(40)) for _ in range(WORDS)]


def kbmag_reduced(kbmag, folder, words, *options):
    """The words as kbmag reduces them, without '*'."""
    listed = ",\n".join("*".join(word) or "IdWord" for word in words)
    (folder / "words").write_text(f"words := [\n{listed}\n];\n")
    run([f"{kbmag}/wordreduce", "-e", *options, "g", "-f", "words"], folder)
    text = "".join((folder / "words.reduced").read_text().split())
    return [word.replace("*", "") for word in text.partition("[")[2].rpartition("]")[0].split(",")]


def check(wreath, kbmag, group, folder):
    """Raises AssertionError if one of kbmag's programs refuses the files, or differs."""
    ours, theirs = folder / "ours", folder / "theirs"
    ours.mkdir()
    theirs.mkdir()
    run([wreath, "word", "export", group, "-o", "g", "-q"], ours)
    shutil.copy(ours / "g", theirs / "g")
    run([f"{kbmag}/autgroup", "-silent", "g"], theirs)
    run([f"{kbmag}/gpaxioms", "-silent", "g"], ours)
    sizes = []
    for ending in ("wa", "gm"):
        run([f"{kbmag}/fsalequal", "-silent", f"ours/g.{ending}", f"theirs/g.{ending}"], folder)
        states = (ours / f"g.{ending}").read_text().partition("states := rec(")[2]
        sizes.append(int(states.partition("size := ")[2].partition(")")[0].partition(",")[0]))

    letters = (ours / "g").read_text().partition("generatorOrder := [")[2].partition("]")[0].split(",")
    words = random_words(letters, group)
    (ours / "words.txt").write_text("".join("*".join(word) + "\n" for word in words))
    expected = run([wreath, "word", "reduce", "g", "--file", "words.txt", "-q"], ours).split("\n")[:-1]
    expected = ["IdWord" if word == "1" else word.replace("*", "") for word in expected]
    complete = (ours / "g.kbprog").exists()
    for options in [[], ["-diff1"], ["-diff2"]] + ([["-kbprog"]] if complete else []):
        reduced = kbmag_reduced(kbmag, ours, words, *options)
        for word, one, other in zip(words, reduced, expected, strict=True):
            if one != other:
                raise AssertionError(f"wordreduce {' '.join(options)}: {'*'.join(word)} is {one} for kbmag and {other} for wreath")
    return Checked(*sizes, complete, len(words))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default=os.environ.get("WREATH", "wreath"))
    parser.add_argument("groups", nargs="*", default=GROUPS, metavar="GROUP")
    options = parser.parse_args()
    kbmag = kbmag_folder()
    if kbmag is None:
        sys.exit("kbmag's programs were not found: name their folder in $KBMAG")
    failed = 0
    print(f"{'group':24} {'acceptor':>9} {'multiplier':>11} {'rules':>10} {'words':>6}")
    for group in options.groups:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = check(options.wreath, kbmag, group, pathlib.Path(folder))
            except AssertionError as error:
                failed += 1
                print(f"{group:24} FAILED: {error}")
                continue
        print(f"{group:24} {found.acceptor:9} {found.multiplier:11} {'complete' if found.complete else '-':>10} {found.words:6}")
    print(f"{len(options.groups) - failed} of {len(options.groups)} groups passed gpaxioms, fsalequal and wordreduce")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
