#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Times the word problem and the conjugacy problem of braid groups, checks the answers, and writes a speed record.

    bench/word/braids.py --wreath build/release/wreath --strands 4,8,20 -o bench/results/DATE-word-braids-MACHINE.json

Word problem: pairs of random words, half of them equal, where the second is the first with relators put in at random places, and half
with a pure braid put in besides; their normal forms are printed by one call of `wreath word reduce`. Conjugacy: pairs of random words,
half of them conjugate with relators put in at random places, one call of `wreath word conjugate` each, so that times have the start of
the program in them; conjugators are multiplied out.
"""
import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import record  # noqa: E402  (a neighbour, not a package)


def inverse(word):
    return word[::-1].swapcase()


class Braids:
    """Random words of the braid group on n strands; the generators are a, b, c, ..."""

    def __init__(self, strands, seed):
        self.name = f"braid:{strands}"
        self.letters = "abcdefghijklmnopqrstuvwxyz"[:strands - 1]
        self.random = random.Random(f"{seed} {strands}")

    def word(self, length):
        return "".join(self.random.choices(self.letters + self.letters.upper(), k=length))

    def relator(self):
        x, y = self.random.sample(range(len(self.letters)), 2)
        x, y = self.letters[x], self.letters[y]
        sides = (x + y + x, y + x + y) if abs(ord(x) - ord(y)) == 1 else (x + y, y + x)
        word = sides[0] + inverse(sides[1])
        turn = self.random.randrange(len(word))
        return word[turn:] + word[:turn]

    def with_inserted(self, word, piece):
        place = self.random.randrange(len(word) + 1)
        return word[:place] + piece + word[place:]

    def scrambled(self, word, times):
        for _ in range(times):
            word = self.with_inserted(word, self.relator())
        return word

    def shuffled(self, word):
        return "".join(self.random.sample(word, len(word)))


def run(wreath, *arguments):
    done = subprocess.run([wreath, "word", *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"wreath word {' '.join(arguments)[:200]}\n{done.stderr}")
    return done.stdout


def words_row(options, strands):
    group = Braids(strands, options.seed)
    words = []
    for i in range(options.pairs):
        u = group.word(options.length)
        v = group.scrambled(u, options.length // 10)
        words += [u, v if i % 2 == 0 else group.with_inserted(v, "aabbAABB")]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(words) + "\n")
        file.flush()
        start = time.perf_counter()
        forms = run(options.wreath, "reduce", group.name, "--file", file.name, "-q").split("\n")
        seconds = time.perf_counter() - start
    wrong = sum((forms[2 * i] == forms[2 * i + 1]) != (i % 2 == 0) for i in range(options.pairs))
    letters = sum(len(word) for word in words)
    return {"what": "reduce", "group": group.name, "words": len(words), "letters": letters, "wrong": wrong, "seconds": round(seconds, 3),
            "letters_per_second": round(letters / seconds)}


def conjugacy_row(options, strands):
    group = Braids(strands, options.seed)
    times, yes, wrong = [], 0, 0
    for i in range(options.conjugacy_pairs):
        u = group.word(options.conjugacy_length)
        c = group.word(options.conjugacy_length)
        v = group.shuffled(u) if i % 2 == 0 else group.scrambled(inverse(c) + u + c, options.conjugacy_length)
        start = time.perf_counter()
        answer = json.loads(run(options.wreath, "conjugate", group.name, u, v, "--json", "-q"))["pairs"][0]
        times.append(time.perf_counter() - start)
        if answer["conjugate"]:
            yes += 1
            moved = run(options.wreath, "equal", group.name, f"({answer['conjugator']})^-1*({u})*({answer['conjugator']})", v, "-q")
            wrong += not moved.startswith("equal")
        else:
            wrong += i % 2 == 1
    return {"what": "conjugate", "group": group.name, "pairs": len(times), "yes": yes, "wrong": wrong,
            "median_seconds": round(statistics.median(times), 4), "longest_seconds": round(max(times), 4)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wreath", default="build/release/wreath")
    parser.add_argument("--strands", default="4,5,6,7,8,12,16,20")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--length", type=int, default=1000)
    parser.add_argument("--conjugacy-strands", default="4,5,6,7,8")
    parser.add_argument("--conjugacy-pairs", type=int, default=200)
    parser.add_argument("--conjugacy-length", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    record.add_arguments(parser)
    options = parser.parse_args()
    rows = []
    for strands, measure in [(options.strands, words_row), (options.conjugacy_strands, conjugacy_row)]:
        for count in strands.split(",") if strands else []:
            rows.append(measure(options, int(count)))
            print(json.dumps(rows[-1]), flush=True)
    record.write(options, "speed", "wreath word reduce and wreath word conjugate of random braids, whole calls of the program", rows=rows,
                 seed=options.seed)


if __name__ == "__main__":
    main()
