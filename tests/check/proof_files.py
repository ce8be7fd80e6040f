# SPDX-License-Identifier: MIT
"""Proof files for the tests: taken apart, changed, put together with checksums that fit, and given to wreath-check.

WREATH and WREATH_CHECK name the programs. EDITS=10000 makes more edits; SEED=7 repeats a run; RECORD=FILE writes its figures down.
"""
import hashlib
import json
import os
import pathlib
import platform
import random
import subprocess
import sys
import tempfile
import time
import unittest

WREATH = os.environ.get("WREATH", "wreath")
WREATH_CHECK = os.environ.get("WREATH_CHECK", "wreath-check")
EDITS = int(os.environ.get("EDITS") or 300)
SEED = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def leb128(number):
    data = bytearray()
    while number > 127:
        data.append(number % 128 + 128)
        number //= 128
    return bytes(data) + bytes([number])


class Parts:
    """A proof: kind, problem (lines), claim (without its word), steps (their number), numbers (all of the steps)."""

    def __init__(self, kind, problem, claim, steps, numbers):
        self.kind, self.problem, self.claim, self.steps, self.numbers = kind, list(problem), claim, steps, list(numbers)

    @classmethod
    def read(cls, data):
        head, _, rest = data.partition(b"\n\n")
        lines = head.decode().split("\n")
        steps, length = map(int, lines[-1].split(" ")[1:])
        numbers, value, shift = [], 0, 0
        for byte in rest[:length]:
            value += (byte & 127) << shift
            shift += 7
            if byte < 128:
                numbers.append(value)
                value = shift = 0
        parts = cls(lines[1].split(" ")[1], lines[4:-2], lines[-2].removeprefix("claim "), steps, numbers)
        assert data == parts.file(by=lines[2].removeprefix("by ")), "the file is not written as the page of the format has it"
        return parts

    def copy(self):
        return Parts(self.kind, self.problem, self.claim, self.steps, self.numbers)

    def file(self, by="a test"):
        problem = "".join(line + "\n" for line in self.problem).encode()
        body = b"".join(map(leb128, self.numbers))
        head = f"wreath proof 1\nkind {self.kind}\nby {by}\ninput {sha256(problem)}\n".encode() + problem
        data = head + f"claim {self.claim}\nsteps {self.steps} {len(body)}\n\n".encode() + body
        return data + f"sha256 {sha256(data)}\n".encode()

    def edited(self, rng):
        """With a random change or two: of numbers of the steps, of words of the problem, of the claim, of the number of steps."""
        parts = self.copy()
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            edit = rng.choice(["number", "number", "number", "words", "words", "claim", "steps", "line"])
            if edit == "number":
                edit_list(rng, parts.numbers, lambda x: max(0, rng.choice([x - 1, x + 1, 0, 1, rng.choice(self.numbers or [0])])))
                if rng.random() < 0.5:
                    parts.steps = len(parts.numbers) * self.steps // max(1, len(self.numbers))
            elif edit == "words":
                at = rng.randrange(len(parts.problem))
                words = parts.problem[at].split(" ")
                others = " ".join(self.problem).split(" ")
                edit_list(rng, words, lambda word: rng.choice([rng.choice(others), word + "0", word[1:], word[::-1], "-", "1", "0"]))
                parts.problem[at] = " ".join(words)
            elif edit == "line":
                edit_list(rng, parts.problem, lambda line: rng.choice(self.problem))
            elif edit == "claim":
                name, _, count = parts.claim.rpartition(" ")
                parts.claim = f"{name} {max(0, int(count) + rng.choice([-1, 1, 2]))}"
            else:
                parts.steps = max(0, parts.steps + rng.choice([-1, 1]))
            parts.problem = parts.problem or ["monoid"]
        return parts


def edit_list(rng, items, change):
    at = rng.randrange(len(items) + 1)
    edit = rng.randrange(6)
    if edit == 0:
        del items[at : at + 1]
    elif edit == 1 and items:
        items.insert(at, rng.choice(items))
    elif at < len(items):
        items[at] = change(items[at])


def write_record(form, figures):
    """A run record, if one is asked for."""
    if path := os.environ.get("RECORD"):
        record = {"format": form, "command": f"EDITS={EDITS} SEED={SEED} python3 tests/check/{pathlib.Path(sys.argv[0]).name}", "seed": SEED,
                  "date": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "machine": platform.platform(), **figures}
        pathlib.Path(path).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


class ProofTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def wreath(self, *arguments, code=0):
        run = subprocess.run([WREATH, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def proof(self, *arguments):
        """The proof that a run of wreath writes."""
        self.wreath(*arguments, "--proof", "a.proof", "-q")
        return Parts.read((self.folder / "a.proof").read_bytes())

    def verdicts(self, files):
        """What wreath-check prints for each."""
        names = [f"{number}.proof" for number in range(len(files))]
        for name, data in zip(names, files):
            (self.folder / name).write_bytes(data)
        run = subprocess.run([WREATH_CHECK, *names], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.stderr, "")
        lines = run.stdout.splitlines()
        self.assertEqual([line.split(": ")[0] for line in lines], names)
        verdicts = [line.split(": ", 1)[1] for line in lines]
        self.assertTrue(all(verdict.startswith(("accepted: ", "rejected: ")) for verdict in verdicts), verdicts)
        self.assertEqual(run.returncode, 0 if all(verdict.startswith("accepted") for verdict in verdicts) else 1)
        return verdicts

    def verdict(self, parts):
        return self.verdicts([parts.file()])[0]

    def assert_rejected(self, parts, reason=""):
        self.assertRegex(self.verdict(parts), "^rejected: .*" + reason)
