#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Permutations beyond the memory, as a user meets them: kept within --memory, killed at any moment, resumed."""
import hashlib
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time
import unittest

from cli_test import HANGS, WREATH, CliTest, save

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
        run = subprocess.run([sys.executable, "-c", script, WREATH, *map(str, arguments), "-q"], cwd=self.folder,
                             capture_output=True, text=True, timeout=HANGS)
        self.assertEqual(run.returncode, 0, run.stderr)
        return int(run.stdout.splitlines()[-1]) * 1024


class Memory(DiskCliTest):
    BUDGET = ["--memory", "64M", "--threads", "2"]

    def stays_within_its_memory(self, *command):
        inputs = {name for name in ("x.npy", "y.npy") if name in command}
        for seed, name in enumerate(sorted(inputs), 1):
            self.make(name, seed)
        self.wreath("perm", *command, "-o", "whole.npy")
        self.assertLess(self.peak("perm", *command, "-o", "out.npy", *self.BUDGET), MEMORY)
        self.assertEqual(digest(self.folder / "out.npy"), digest(self.folder / "whole.npy"))
        self.assertEqual({path.name for path in self.folder.iterdir()}, inputs | {"whole.npy", "out.npy"})

    def test_multiply_stays_within_its_memory(self):
        self.stays_within_its_memory("multiply", "x.npy", "y.npy")

    def test_inverse_stays_within_its_memory(self):
        self.stays_within_its_memory("inverse", "x.npy")

    def test_divide_stays_within_its_memory(self):
        self.stays_within_its_memory("divide", "x.npy", "y.npy")

    def test_the_least_memory_is_named_and_is_enough(self):
        for name, seed in (("x.npy", 1), ("y.npy", 2)):
            self.wreath("perm", "random", 1_000_000, "--seed", seed, "-o", name)
        for command in ("multiply x.npy y.npy -o z.npy", "inverse x.npy -o z.npy", "divide x.npy y.npy -o z.npy", "power x.npy 5 -o z.npy",
                        "cycles x.npy", "order x.npy", "check x.npy", "orbits x.npy y.npy", "random 1M -o z.npy", "identity 1M -o z.npy"):
            threads = ["--threads", "2"]  # each takes memory
            error = self.wreath("perm", *command.split(), *threads, "--memory", "1M", code=1).stderr
            self.assertRegex(error, "; give at least --memory [0-9]+M$")
            self.wreath("perm", *command.split(), *threads, "--memory", re.search("--memory ([0-9]+M)", error)[1])

    def test_orbits_report_that_they_are_found_on_disk(self):
        self.make("x.npy", 1)
        self.make("y.npy", 2)
        text = self.on_screen("perm", "orbits", "x.npy", "y.npy", *self.BUDGET, "--record", "r.json")
        self.assertIn("12,000,000 points in 1 orbit under 2 permutations", text)
        self.assertIn("  on disk: the permutations do not fit in memory: at least 38 passes", text)
        self.assertEqual([line for line in text.splitlines() if len(line) > 80], [])
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["choices"]["storage"]["name"], "disk")
        self.assertNotIn("disk", self.wreath("perm", "orbits", "x.npy", "y.npy").stdout)

    def test_random_and_check_stay_within_their_memory(self):
        self.make("x.npy", 1)
        self.assertLess(self.peak("perm", "random", POINTS, "--seed", 1, "-o", "out.npy", *self.BUDGET), MEMORY)
        self.assertEqual(digest(self.folder / "out.npy"), digest(self.folder / "x.npy"))
        self.assertLess(self.peak("perm", "check", "x.npy", *self.BUDGET), MEMORY)
        self.assertEqual({path.stem for path in self.folder.iterdir()}, {"x", "out"})

    def test_power_stays_within_its_memory(self):
        self.stays_within_its_memory("power", "x.npy", "-1000000000000000000007")

    def test_cycles_stay_within_their_memory(self):
        self.make("x.npy", 1)
        whole = json.loads(self.wreath("perm", "cycles", "x.npy", "--json").stdout)["cycle_type"]
        self.wreath("perm", "cycles", "x.npy", "--label", "whole.npy")
        self.assertLess(self.peak("perm", "cycles", "x.npy", "--record", "r.json", "--memory", "40M"), 40 << 20)  # x itself has 46
        record = json.loads((self.folder / "r.json").read_text())
        self.assertEqual(record["choices"]["storage"]["name"], "disk")
        self.assertEqual(record["results"]["cycle_type"], whole)
        self.assertLess(self.peak("perm", "cycles", "x.npy", "--label", "out.npy", *self.BUDGET), MEMORY)
        self.assertEqual(digest(self.folder / "out.npy"), digest(self.folder / "whole.npy"))

    def test_cycles_in_named_scratch_folders(self):
        self.make("x.npy", 1)
        for verb in ("cycles", "order", "sign"):
            whole = self.wreath("perm", verb, "x.npy").stdout
            self.assertEqual(self.wreath("perm", verb, "x.npy", "--memory", "64M", "--scratch", ".").stdout, whole)

    def test_it_says_what_it_does(self):
        self.make("x.npy", 1)
        result = json.loads(self.wreath("perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "64M", "--json").stdout)
        self.assertEqual((result["choices"]["storage"]["name"], result["method"]), ("disk", "partition"))
        text = self.wreath("perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "100M").stdout
        self.assertIn("passes over the disk", text)


class Long(DiskCliTest):
    """2^28 points within 256 MiB, against what memory gives. WREATH_LONG_BITS makes it smaller."""
    hangs = 10 * HANGS
    BITS = int(os.environ.get("WREATH_LONG_BITS", "28"))

    def compare_with_memory(self, type_):
        memory = f"{max(64, 256 >> (28 - self.BITS))}M"
        self.wreath("perm", "random", 2**self.BITS, "--seed", 1, "-o", "x.npy")
        whole = json.loads(self.wreath("perm", "cycles", "x.npy", "--json").stdout)["cycle_type"]
        self.wreath("perm", "power", "x.npy", 10**30 + 7, "-o", "whole.npy")
        self.wreath("perm", "convert", "x.npy", "--type", type_, "-o", "y.npy")
        on_disk = json.loads(self.wreath("perm", "cycles", "y.npy", "--memory", memory, "--scratch", ".", "--json").stdout)
        self.assertEqual(on_disk["cycle_type"], whole)
        self.wreath("perm", "power", "y.npy", 10**30 + 7, "-o", "z.npy", "--memory", memory)
        self.wreath("perm", "equal", "z.npy", "whole.npy", "--test")

    def test_long_uint32(self):
        self.compare_with_memory("uint32")

    def test_long_uint40(self):
        self.compare_with_memory("uint40")


class InMemory(DiskCliTest):
    """With enough memory for the arrays, and with more, but perhaps not for all that would make the work faster."""
    ARRAY = 64 << 20  # 2^24 points, past the caches of most machines

    def keeps_to_its_memory(self, arrays, *command):
        for seed, name in enumerate(("x.npy", "y.npy"), 1):
            if name in command:
                self.wreath("perm", "random", "2^24", "--seed", seed, "-o", name)
        for more in (40, 80, 120, 160):  # the program itself, what it keeps aside, and room for some of the buckets or all
            memory = arrays * self.ARRAY + (more << 20)
            self.assertLess(self.peak("perm", *command, "--memory", memory, "--record", "r.json"), memory)
            record = json.loads((self.folder / "r.json").read_text())
            self.assertNotIn("storage", record["choices"], "it was to be done in memory")

    def test_inverse_counts_its_arrays(self):
        self.keeps_to_its_memory(2, "inverse", "x.npy", "-o", "z.npy")

    def test_divide_counts_its_arrays(self):
        self.keeps_to_its_memory(3, "divide", "x.npy", "y.npy", "-o", "z.npy")

    def test_power_counts_its_arrays(self):
        self.keeps_to_its_memory(4, "power", "x.npy", "5", "-o", "z.npy")

    def test_cycles_count_their_array(self):
        self.keeps_to_its_memory(1, "cycles", "x.npy")

    def test_convert_takes_a_slice_at_a_time(self):
        self.make("x.npy", 1)
        self.assertLess(self.peak("perm", "convert", "x.npy", "--type", "uint64", "-o", "z.npy", "--memory", "32M"), 32 << 20)
        self.wreath("perm", "convert", "z.npy", "--type", "uint32", "-o", "back.npy", "--memory", "32M")
        self.assertEqual(digest(self.folder / "back.npy"), digest(self.folder / "x.npy"))


class Killed(DiskCliTest):
    def kill_when(self, condition, *arguments):
        """Starts the program and kills it when condition(process) holds; whether it was still running."""
        process = self.start(WREATH, "perm", *arguments, "--memory", "64M", "-q", stdin=None, stdout=subprocess.DEVNULL, stderr=None)
        self.wait_until(process, lambda: condition(process))
        process.kill()
        self.assertIn(process.wait(), (0, -signal.SIGKILL))
        return process.returncode != 0

    def test_killed_runs_leave_the_inputs_and_nothing_else(self):
        self.make("x.npy", 1)
        inputs = digest(self.folder / "x.npy")

        def has_written(process, megabytes):
            try:
                return int(re.search(r"wchar: (\d+)", pathlib.Path(f"/proc/{process.pid}/io").read_text()).group(1)) > megabytes << 20
            except (FileNotFoundError, ProcessLookupError):
                return False

        for megabytes in [0, 10, 60]:  # the first bytes, amid the buckets, amid the output
            for attempt in range(20):
                killed = self.kill_when(lambda process: has_written(process, megabytes), "multiply", "x.npy", "x.npy", "-o", "z.npy")
                left = {path.name for path in self.folder.iterdir()} - {"x.npy", ".wreath-scratch.lock"}
                self.assertEqual(digest(self.folder / "x.npy"), inputs)
                if killed and not left:
                    break
                self.assertEqual(left, {"z.npy"})  # it was done before the signal came
                (self.folder / "z.npy").unlink()
            self.assertTrue(killed and not left, f"after {megabytes} MB: always done before the signal came")

    def test_killed_multiply_is_resumed(self):
        self.kill_and_resume("multiply", "x.npy", "y.npy")

    def test_killed_inverse_is_resumed(self):
        self.kill_and_resume("inverse", "x.npy")

    def test_killed_divide_is_resumed(self):
        self.kill_and_resume("divide", "x.npy", "y.npy")

    def test_what_was_finished_is_said_to_be(self):
        """To delete a checkpoint is to delete the link: what it leads to is the last state before the end."""
        self.make("x.npy", 1)
        (self.folder / "run.ck").symlink_to("last.ck")
        command = ["perm", "inverse", "x.npy", "-o", "z.npy", "--memory", "64M", "-q"]
        self.wreath(*command, "--checkpoint", "run.ck")
        result = digest(self.folder / "z.npy")
        text = self.wreath(*command, "--resume", "last.ck").stdout
        self.assertEqual(text, "z.npy = x.npy^-1: 12,000,000 points, already finished; the files left by the killed run are removed\n")
        self.assertEqual(digest(self.folder / "z.npy"), result)
        self.assertEqual({path.name for path in self.folder.iterdir()}, {"x.npy", "z.npy"})

    def kill_and_resume(self, *command):
        """Once as soon as there is a checkpoint, then at random moments; the result is that of a run that nothing disturbed."""
        self.make("x.npy", 1)
        self.make("y.npy", 2)
        inputs = [digest(self.folder / name) for name in ["x.npy", "y.npy"]]
        started = time.monotonic()
        self.wreath("perm", *command, "-o", "whole.npy", "--memory", "64M")
        usual = time.monotonic() - started
        expected = digest(self.folder / "whole.npy")
        seed = int(os.environ.get("WREATH_TEST_SEED", random.randrange(10**6)))
        moments = random.Random(seed)
        checkpoint, result = self.folder / "run.ck", self.folder / "z.npy"
        for attempt in range(20):
            kills = 0
            while not result.exists() and kills < 6:
                patience = time.monotonic() + (0 if kills == 0 else moments.uniform(0, usual))
                how = "--resume" if checkpoint.exists() else "--checkpoint"
                kills += self.kill_when(lambda _: checkpoint.exists() and time.monotonic() >= patience, *command, "-o", "z.npy", how, "run.ck")
            if not result.exists():
                self.wreath("perm", *command, "-o", "z.npy", "--memory", "64M", "--resume", "run.ck")
            self.assertEqual(digest(result), expected, f"seed {seed}, {kills} kills")
            self.assertEqual([digest(self.folder / name) for name in ["x.npy", "y.npy"]], inputs)
            if kills:
                break
            result.unlink()  # it was done before the signal came
        self.assertGreater(kills, 0)


class Refused(DiskCliTest):
    def test_bad_scratch(self):
        save(self.folder / "x.npy", [2, 0, 1, 3])
        self.wreath("perm", "convert", "x.npy", "--type", "uint40", "-o", "wide.npy")  # 40-bit points are worked on on disk
        good = ["perm", "multiply", "wide.npy", "wide.npy", "-o", "z.npy"]
        self.refused(*good, "--scratch", "nowhere", says="nowhere: no such folder for scratch files")
        self.refused("perm", "inverse", "x.npy", "-o", "z.npy", "--scratch", "nowhere", says="nowhere: no such folder")
        self.refused(*good, "--scratch", "/proc", says="name another folder with --scratch")
        self.refused(*good, "--scratch", ".,", says="the name of a folder is empty", code=64)
        self.refused(*good, "--verify", "all", says="on disk use --verify sample")

    def test_too_little_memory_and_space(self):
        self.make("x.npy", 1)
        good = ["perm", "inverse", "x.npy", "-o", "z.npy"]
        run = self.wreath(*good, "--memory", "20M", code=1)
        self.assertIn("; give at least --memory", run.stderr)

    def test_resuming_something_else(self):
        self.make("x.npy", 1)
        inverse = ["perm", "inverse", "x.npy", "-o", "z.npy", "--memory", "64M", "-q"]
        self.wreath(*inverse, "--checkpoint", "c.ck", "--time", "1e-9", code=2)
        save(self.folder / "y.npy", [2, 0, 1, 3])
        says = "this is a checkpoint of"
        self.assertIn(says, self.wreath("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--method", "partition", "--resume",
                                        "c.ck", "--memory", "64M", code=1).stderr)
        self.wreath(*inverse, "--resume", "c.ck")
        self.wreath("perm", "inverse", "x.npy", "-o", "whole.npy")
        self.assertEqual(digest(self.folder / "z.npy"), digest(self.folder / "whole.npy"))

    def test_what_starts_in_some_memory_starts_in_more_and_resumes_in_as_much(self):
        self.wreath("perm", "random", "2^22", "--seed", 1, "-o", "x.npy")
        for verb, inputs in (("divide", ("x.npy", "x.npy")), ("inverse", ("x.npy",)), ("multiply", ("x.npy", "x.npy"))):
            started = False
            for megabytes in range(21, 41):
                run = ("perm", verb, *inputs, "-o", "z.npy", "--memory", f"{megabytes}M")
                code = subprocess.run([WREATH, *run, "--checkpoint", "c.ck", "--time", "1e-9"], cwd=self.folder, capture_output=True,
                                      timeout=HANGS).returncode
                self.assertEqual(code, 2 if started else code, (verb, megabytes))
                started |= code == 2
                if code == 2:
                    self.wreath(*run, "--resume", "c.ck")
            self.assertTrue(started)


if __name__ == "__main__":
    unittest.main()
