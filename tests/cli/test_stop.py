#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb is sent SIGTERM at random moments: it ends, with what it has, and leaves no half-written file.

STOPS below has each verb of the program with work that takes long, or as long as the verb can; a new verb must be added to it. A
moment is an amount of processor time, so that it lies within the work on slow and busy machines too. WREATH_SEED repeats a run,
WREATH_ROUNDS makes more of them.
"""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import unittest

from cli_test import ROOT, WREATH, CliTest, is_whole

ENDS = 60                 # seconds in which a command that was asked to stop must have ended
ROUNDS = int(os.environ.get("WREATH_ROUNDS", "1"))
SEED = int(os.environ.get("WREATH_SEED", random.SystemRandom().randrange(2**32)))
LATEST = 0.4              # processor seconds after which the signal comes at the latest
SCHEMES = ROOT / "data" / "schemes"
ENDLESS = "thompson"      # no structure of this group is known: a build has no end
LONG_RELATOR = "<a,b | a^8200>"
MAP = ",".join(map(str, [8, 7, 6, 5, 4, 3, 2, 1, 1]))
HELD = "held open"        # the command reads its standard input, and nothing comes

# Arguments after the verb; HELD last where the command waits for input.
STOPS = {
    "word build": [[ENDLESS, "-o", "out.wreath"], ["<a,b | a*b*A*b = b*a*B*a>", "-o", "out.wreath"], [LONG_RELATOR, "-o", "out.wreath"], [ENDLESS, "-o", "out.wreath", "--checkpoint", "out.ck"]],
    "word info": [[ENDLESS], ["triangle:2,3,7"]],
    "word growth": [[ENDLESS], ["s.wreath", "--terms", "20000"]],
    "word export": [[ENDLESS, "-o", "out"]],
    "word import": [["exported", "-o", "out.wreath"]],
    "word reduce": [["s.wreath", "--file", "words.txt", "-o", "out.txt"], [ENDLESS, "a"], [LONG_RELATOR, "a^8201"], ["s.wreath", "-", HELD]],
    "word inverse": [["s.wreath", "--file", "words.txt", "-o", "out.txt"], ["s.wreath", "-", HELD]],
    "word equal": [[ENDLESS, "a", "b"], [LONG_RELATOR, "a", "b"]],
    "word multiply": [[ENDLESS, "a", "b"], ["s.wreath", "(abAc)^40000", "(bD)^40000"], ["s.wreath", "(abAc)^4000", "(bD)^4000", "--method", "scan"]],
    "word concat": [[ENDLESS, "a", "b"], ["s.wreath", "(abAc)^40000", "(bD)^40000"]],
    "word compare": [["s.wreath", "a", "b"]],
    "word order": [[ENDLESS, "a"], ["s.wreath", "abAc"]],
    "word ball": [["s.wreath", "12", "-o", "out.txt"], ["s.wreath", "8", "--graph", "out.json"]],
    "word automaton": [["not", f"wa:{ENDLESS}", "-o", "out.fsa"], ["enumerate", "wa:s.wreath", "--count", "100000000", "-o", "out.txt"]],
    "word subgroup": [[ENDLESS, "--generators", "a"], ["<a,b | a*b = b*a>", "--generators", "ab", "--time", "1000"]],
    "word geodesics": [[ENDLESS], ["s.wreath", "-o", "out"]],
    "word conjugate": [[ENDLESS, "a", "b"], ["s.wreath", "(abAc)^20000", "(bD)^20000b"]],
    "word class": [[ENDLESS, "a"], ["s.wreath", "abAc"]],
    "word root": [[ENDLESS, "a"], ["s.wreath", "(abAc)^20000"]],
    "word complete": [[ENDLESS], [LONG_RELATOR]],
    "semigroup enumerate": [["full:9"], ["full:7", "--elements", "out.npy"], ["bihecke:6", "--checkpoint", "out.ck"], ["-", HELD]],
    "semigroup member": [["full:9", MAP]],
    "semigroup factor": [["full:9", MAP]],
    "semigroup cayley": [["full:8", "-o", "out.npy"], ["full:4", "-o", "out.dot"]],
    "semigroup green": [["full:8"], ["full:12", "--count"], ["full:11", "--count", "--checkpoint", "out.ck"], ["full:8", "--classes"],
                        ["boolean:5", "--count"], ["reflexive-boolean:4", "--count"], ["partition:7", "--count"]],
    "semigroup generators": [["full:9"]],
    "perm random": [["2^25", "-o", "out.npy"], ["2^24", "-o", "out.npy", "--memory", "48M"]],
    "perm multiply": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "y.npy", "-o", "out.npy", "--memory", "48M"],
                      ["x.npy", "y.npy", "-o", "out.npy", "--memory", "48M", "--checkpoint", "out.ck"]],
    "perm inverse": [["x.npy", "-o", "out.npy"], ["x.npy", "-o", "out.npy", "--memory", "48M"]],
    "perm divide": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "y.npy", "-o", "out.npy", "--memory", "48M"]],
    "perm identity": [["2^25", "-o", "out.npy"]],
    "perm power": [["x.npy", "1000003", "-o", "out.npy"], ["x.npy", "1000003", "-o", "out.npy", "--memory", "64M"]],
    "perm evaluate": [["x^-1*y*x^3", "x=x.npy", "y=y.npy", "-o", "out.npy"]],
    "perm equal": [["x.npy", "x.npy"]],
    "perm order": [["x.npy"]],
    "perm orbits": [["x.npy", "y.npy", "-o", "out.npy"], ["x.npy", "-o", "out.npy", "--schreier", "vector.npy"]],
    "perm sign": [["x.npy"]],
    "perm check": [["x.npy"], ["x.npy", "--memory", "48M"], ["-", HELD]],
    "perm cycles": [["x.npy"], ["x.npy", "--memory", "64M"], ["x.npy", "--label", "out.npy"]],
    "perm convert": [["x.npy", "-o", "out.npy", "--type", "uint64"], ["x.npy", "-o", "out.txt"], ["x.npy", "--cycles", "-o", "out.g"]],
    "perm tune": [["--points", "2^24"]],
    "flip search": [["5x5x5", "-o", "out.json", "--folder", "pool"], ["3x3x4", "--folder", "pool", "--keep", "lifting"], ["4x4x4", "--symmetry", "c3", "--checkpoint", "out.ck"]],
    "flip hunt": [["3x4x5", "--folder", "pool"], ["--up-to", "4x4x5", "--folder", "pool"]],
    "flip verify": [["8x8x8"], ["16x16x16"], ["-", HELD]],
    "flip convert": [["8x8x8", "-o", "out.json"]],
    "flip lift": [[SCHEMES / "5x5x5-93.txt", "-o", "out.json"], ["8x8x8", "-o", "out.json"], [SCHEMES, "-o", "pool"]],
    "flip simplify": [["z.json", "-o", "out.json"]],
    "flip derive": [["product", SCHEMES / "3x3x3-23.txt", SCHEMES / "2x2x2-7.txt", "--reduce", "-o", "out.json"], ["blocks", "2x2x2", SCHEMES, "--new-shape", "7x7x7", "-o", "out.json"]],
    "flip equivalent": [["5x5x5", "5x5x5"]],
    "flip automorphisms": [["5x5x5"]],
    "flip path": [["4x4x4", SCHEMES / "4x4x4-47.txt", "-o", "out.txt"]],
    "flip stats": [[SCHEMES], ["8x8x8"]],
    "flip records": [["--folder", SCHEMES], ["--gaps", "--up-to", "16x16x16"]],
    "orbit growth": [["lrx:12"], ["lrx:12", "--checkpoint", "out.ck"], ["mathieu:24"], ["sliding:3x4"], ["lrx:28", "--start", "0" * 14 + "1" * 14], ["-", HELD]],
    "orbit word": [["lrx:13", "(1,13)(2,12)(3,11)(4,10)"]],
    "orbit antipodes": [["lrx:12"], ["pancake:11", "-o", "out.npy"]],
    "orbit oracle": [["lrx:11", "-o", "out.npy"]],
    "orbit info": [["mathieu:24"]],
    "coset enumerate": [["<a,b | >"], ["<a,b | a^2>", "--strategy", "felsch"], ["<a,b | a^2, (ab)^9>", "--strategy", "sparse"], ["<a,b | a^3>", "-o", "out.coset", "--checkpoint", "out.ck"]],
    "coset verify": [["h.coset", "<a,b | a^2, b^3, (ab)^7, [a,b]^8>"]],
    "coset permutations": [["<a,b | >", "-o", "out"], ["h.coset", "-o", "out"]],
    "coset representatives": [["<a,b | >"], ["h.coset", "-o", "out.words"]],
    "coset trace": [["<a,b | >", "a"]],
    "coset schreier": [["<a,b | >"], ["h.coset"]],
    "coset order": [["<a,b | a^2, b^3>"], ["<a,b | a^2, b^4>", "--strategy", "felsch"], ["<a,b | a^3, b^3>", "--checkpoint", "out.ck"]],
    "coset presentation": [["<a,b | >"], ["h.coset"]],
    "bench signature": [[]],
    "demo": [[]],
    "doctor": [[]],
    "plot": [["run.json"]],
    "completion": [["bash"]],
    "man": [[]],
}
NOT_HANDLED = {"completion", "man"}  # they print a text, and have no run that could be stopped


def verbs(*command):
    """All verbs, as the program's help lists them."""
    text = subprocess.run([WREATH, *command, "--help"], capture_output=True, text=True, check=True).stdout
    found = []
    for group in re.findall(r"^(?:Engines|Commands):\n((?:  .*\n)+)", text, re.MULTILINE):
        for name in re.findall(r"^  ([a-z][a-z-]*)", group, re.MULTILINE):
            found += verbs(*command, name) or [" ".join([*command, name])]
    return found


class Stops(CliTest):
    def prepare(self, engine):
        """What the verbs of an engine read."""
        if engine == "word":
            self.wreath("word", "build", "surface:2", "-o", "s.wreath", "-q")
            self.wreath("word", "export", "s.wreath", "-o", "exported", "-q")
            draw = random.Random(SEED)
            (self.folder / "words.txt").write_text("".join("".join(draw.choices("abcdABCD", k=1000)) + "\n" for _ in range(10000)))
        if engine == "perm":
            for name, seed in (("x.npy", 1), ("y.npy", 2)):
                self.wreath("perm", "random", "2^24", "--seed", seed, "-o", name, "-q")
        if engine == "coset":
            self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "-o", "h.coset", "-q")
        if engine == "flip":
            self.wreath("flip", "lift", SCHEMES / "3x4x4-38.txt", "-o", "z.json", "-q")
        if engine == "plot":
            self.wreath("perm", "random", "1000", "-o", "x.npy", "--record", "run.json", "-q")

    def processor_seconds(self, process):
        try:
            fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self, verb, arguments, after):
        held = HELD in arguments
        arguments = [argument for argument in arguments if argument != HELD]
        before = set(self.folder.rglob("*"))
        out = (self.temporary_folder() / "out").open("w+")
        self.addCleanup(out.close)
        process = self.start(WREATH, *verb.split(), *arguments, *([] if verb in NOT_HANDLED else ["-q"]),
                             stdin=subprocess.PIPE if held else subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT)
        told = f"wreath {verb} {' '.join(map(str, arguments))}, SIGTERM after {after:.3f} processor seconds, WREATH_SEED={SEED}"
        # One that waits for input uses no processor time.
        self.wait_until(process, lambda: self.catches_ctrl_c(process) and (held or self.processor_seconds(process) >= after))
        process.terminate()
        try:
            code = process.wait(timeout=ENDS)
        except subprocess.TimeoutExpired:
            self.fail(f"it did not end in {ENDS} s: {told}")
        out.seek(0)
        self.assertIn(code, (0, 2), f"{told}\n{out.read()[-2000:]}")
        left = set(self.folder.rglob("*")) - before
        self.check_what_is_left(verb, arguments, left, told)
        for path in sorted(set(self.folder.rglob("*")) - before, reverse=True):  # a run that was resumed may have taken some away
            path.rmdir() if path.is_dir() else path.unlink()
        return code

    def check_what_is_left(self, verb, arguments, left, told):
        resumable = "--checkpoint" in arguments
        for path in left:
            if path.is_dir() or path.name == ".wreath-scratch.lock":
                continue
            if path.suffix in (".partial", ".scratch", ".owner"):
                self.assertTrue(resumable, f"{path.name} is left: {told}")
                continue
            self.assertTrue(path.name.startswith("out") or "pool" in path.parts, f"{path} is left: {told}")
            if path.suffix == ".txt" and verb.startswith("word"):  # the words that were done, each on a whole line
                self.assertIn(path.read_text()[-1:], ("", "\n"), told)
                continue
            self.assertGreater(path.stat().st_size, 0, f"{path.name} is empty: {told}")
            if path.suffix == ".npy":
                self.assertTrue(is_whole(path), f"{path.name} is cut off: {told}")
            elif path.suffix == ".json" and (verb.startswith("word") or path.parent.name == "hunts"):
                json.loads(path.read_text())
            elif path.suffix == ".wreath":
                self.wreath("word", "info", path, "--no-geometry")
            elif verb.startswith("flip") and path.suffix in (".json", ".txt") and verb != "flip path":
                self.wreath("flip", "verify", path)
        if resumable and (self.folder / "out.ck").exists():
            again = ["--resume" if argument == "--checkpoint" else argument for argument in arguments]
            self.wreath(*verb.split(), *again, "--time", "0.05", "-q", code=None)

    def wreath(self, *arguments, code=0):
        if code is not None:
            return super().wreath(*arguments, code=code)
        run = subprocess.run([self.program, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=600)
        self.assertIn(run.returncode, (0, 2), run.stderr)
        return run

    def stop_all(self, engine):
        self.prepare(engine)
        draw = random.Random(SEED)
        for verb, works in STOPS.items():
            if verb.split()[0] != engine:
                continue
            for arguments in works * ROUNDS:
                with self.subTest(verb=verb):
                    self.stop(verb, arguments, draw.uniform(0, LATEST))

    def test_word(self):
        self.stop_all("word")

    def test_orbit(self):
        self.stop_all("orbit")

    def test_semigroup(self):
        self.stop_all("semigroup")

    def test_perm(self):
        self.stop_all("perm")

    def test_flip(self):
        self.stop_all("flip")

    def test_coset(self):
        self.stop_all("coset")

    def test_others(self):
        for engine in ("bench", "demo", "doctor", "plot", "completion", "man"):
            self.stop_all(engine)


class Table(unittest.TestCase):
    def test_every_verb_is_in_the_table(self):
        self.assertEqual(sorted(verbs()), sorted(STOPS))


if __name__ == "__main__":
    unittest.main()
