#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Permutations beyond the memory, as a user meets them: kept within --memory, killed at any moment, resumed."""
import hashlib
import json
import os
import random
import signal
import subprocess
import time
import unittest

from cli_test import WREATH, CliTest, load, save

POINTS = 12_000_000  # 48 MB an array
with open(WREATH, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()
MEMORY = 64 << 20


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@unittest.skipIf(SANITIZED, "sanitizers take memory of their own, more than these runs are given")
class DiskCliTest(CliTest):
    def make(self, name, seed, *options):
        self.wreath("perm", "random", POINTS, "--seed", seed, "-o", name, *options)

    def peak(self, *arguments):
        """The most memory that the program held."""
        script = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); " \
                 "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        run = subprocess.run(["python3", "-c", script, WREATH, *map(str, arguments), "-q"], cwd=self.folder,
                             capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, 0, run.stderr)
        return int(run.stdout.splitlines()[-1]) * 1024


class Memory(DiskCliTest):
    def test_every_operation_stays_within_its_memory(self):
        self.make("x.npy", 1)
        self.make("y.npy", 2)
        budget = ["--memory", "64M", "--threads", "2"]
        self.wreath("perm", "inverse", "x.npy", "-o", "w.npy")
        self.wreath("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy")
        self.wreath("perm", "divide", "x.npy", "y.npy", "-o", "q.npy")
        expected = {name: digest(self.folder / f"{name}.npy") for name in "xwzq"}
        commands = {"w": ["inverse", "x.npy"], "z": ["multiply", "x.npy", "y.npy"], "q": ["divide", "x.npy", "y.npy"]}
        for name, command in commands.items():
            for algorithm in ["implicit", "buckets", "sort"]:
                with self.subTest(command=command, algorithm=algorithm):
                    peak = self.peak("perm", *command, "-o", "out.npy", "--algorithm", algorithm, *budget)
                    self.assertLess(peak, MEMORY)
                    self.assertEqual(digest(self.folder / "out.npy"), expected[name])
        self.assertLess(self.peak("perm", "random", POINTS, "--seed", 1, "-o", "out.npy", *budget), MEMORY)
        self.assertEqual(digest(self.folder / "out.npy"), expected["x"])
        self.assertLess(self.peak("perm", "check", "x.npy", *budget), MEMORY)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), sorted(f"{n}.npy" for n in ["x", "y", "w", "z", "q", "out"]))

    def test_it_says_what_it_does(self):
        self.make("x.npy", 1)
        result = json.loads(self.wreath("perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "64M", "--json").stdout)
        self.assertEqual((result["storage"], result["algorithm"]), ("disk", "implicit"))
        text = self.wreath("perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "100M").stdout
        self.assertIn("passes over the disk", text)


class Killed(DiskCliTest):
    def test_killed_runs_leave_the_inputs_and_nothing_else(self):
        self.make("x.npy", 1)
        inputs = digest(self.folder / "x.npy")
        command = [WREATH, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--memory", "64M", "-q", "--algorithm", "buckets"]
        for delay in [0.02, 0.1, 0.3]:
            run = subprocess.Popen(command, cwd=self.folder)
            time.sleep(delay)
            run.send_signal(signal.SIGKILL)
            run.wait()
            left = {path.name for path in self.folder.iterdir()} - {"x.npy", ".wreath-scratch.lock"}
            self.assertLessEqual(left, {"z.npy"})
            self.assertEqual(digest(self.folder / "x.npy"), inputs)
            if "z.npy" in left:
                (self.folder / "z.npy").unlink()

    def test_killed_at_random_moments_and_resumed(self):
        self.make("x.npy", 1)
        self.make("y.npy", 2)
        seed = int(os.environ.get("WREATH_TEST_SEED", random.randrange(10**6)))
        moments = random.Random(seed)
        commands = [["multiply", "x.npy", "y.npy"], ["inverse", "x.npy"], ["divide", "x.npy", "y.npy"]]
        inputs = [digest(self.folder / name) for name in ["x.npy", "y.npy"]]
        for command in commands:
            started = time.monotonic()
            self.wreath("perm", *command, "-o", "whole.npy", "--memory", "64M")
            usual = time.monotonic() - started
            kills = 0
            resume = False
            for attempt in range(12):
                how = ["--resume", "run.ck"] if resume else ["--checkpoint", "run.ck"]
                run = subprocess.Popen([WREATH, "perm", *command, "-o", "z.npy", "--memory", "64M", "-q", *how],
                                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                try:
                    errors = run.communicate(timeout=moments.uniform(0, usual) if attempt < 8 else 300)[1]
                    self.assertEqual(run.returncode, 0, f"seed {seed}: {errors}")
                    break
                except subprocess.TimeoutExpired:
                    run.send_signal(signal.SIGKILL)
                    run.communicate()
                    kills += 1
                if (self.folder / "z.npy").exists():  # killed after the result got its name
                    break
                resume = (self.folder / "run.ck").exists()
            self.assertEqual(digest(self.folder / "z.npy"), digest(self.folder / "whole.npy"), f"seed {seed}, {kills} kills")
            self.assertEqual([digest(self.folder / name) for name in ["x.npy", "y.npy"]], inputs)
            for path in self.folder.iterdir():
                if path.name not in ("x.npy", "y.npy"):
                    path.unlink()


class Refused(DiskCliTest):
    def test_bad_scratch(self):
        save(self.folder / "x.npy", [2, 0, 1, 3])
        good = ["perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--algorithm", "buckets"]
        self.refused(*good, "--scratch", "nowhere", says="nowhere: there is no such folder for scratch files")
        self.refused(*good, "--scratch", "/proc", says="name another folder with --scratch")
        self.refused(*good, "--scratch", ".,", says="a folder's name is empty")
        self.refused(*good, "--checkpoint", "a.ck", says="only --algorithm implicit on disk can be resumed")
        self.refused(*good, "--verify", "all", says="on disk use --verify sample")

    def test_too_little_memory_and_space(self):
        self.make("x.npy", 1)
        good = ["perm", "inverse", "x.npy", "-o", "z.npy"]
        run = self.wreath(*good, "--memory", "20M", code=1)
        self.assertIn("with --memory", run.stderr)

    def test_resuming_something_else(self):
        self.make("x.npy", 1)
        run = subprocess.Popen([WREATH, "perm", "inverse", "x.npy", "-o", "z.npy", "--memory", "64M", "--checkpoint", "c.ck", "-q",
                                "--time", "0.001"], cwd=self.folder)
        run.wait()
        if run.returncode != 2:
            self.skipTest("it was done before it could be stopped")
        save(self.folder / "y.npy", [2, 0, 1, 3])
        says = "this is a checkpoint of"
        self.assertIn(says, self.wreath("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--algorithm", "implicit", "--resume",
                                        "c.ck", "--memory", "64M", code=1).stderr)
        self.wreath("perm", "inverse", "x.npy", "-o", "z.npy", "--memory", "64M", "--resume", "c.ck")
        self.assertEqual(sorted(load(self.folder / "z.npy"))[:3], [0, 1, 2])


if __name__ == "__main__":
    unittest.main()
