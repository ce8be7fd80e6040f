#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb is stopped at random moments, by SIGTERM, SIGINT and --time: it ends at once, with what it has, and leaves no
half-written file.

The work of each verb is in stops.py; a new verb must be added to it. A moment is an amount of processor time, so that it lies
within the work on slow and busy machines too; some lie in the first milliseconds. "At once" is measured the same way: no thread
may use more than a second of processor time after the request, whatever else the machine does. WREATH_SEED repeats a run.
"""
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import time
import unittest

from cli_test import WREATH, CliTest, is_whole
from stops import HELD, NO_RUN, SCHEMES, STOPS, verbs

LATE = 5.0 if "WREATH_SANITIZE" in os.environ else 1.0  # processor seconds that a thread may use after the request
WAITS = 10                # seconds after the request in which the process may wait, for a disk above all, and not for a processor
ENDS = 120                # seconds after which a command that was asked to stop counts as hanging, on any machine
LATEST = 0.4              # processor seconds after which the request comes at the latest
EARLY = 0.02              # and the latest of the early ones
MOMENTS = 20              # for each verb and kind of stop, in the long tests
KINDS = ("SIGTERM", "SIGINT", "--time")
SEED = int(os.environ.get("WREATH_SEED", "20261118"))


class Watch:
    """The processor time of each thread of a process, and how long it waited for a processor."""

    def __init__(self, process):
        self.tasks = pathlib.Path(f"/proc/{process.pid}/task")
        self.used = {}  # thread: (nanoseconds at work, nanoseconds of waiting)

    def look(self):
        try:
            for task in self.tasks.iterdir():
                used, waited, _ = (task / "schedstat").read_text().split()
                self.used[task.name] = (int(used), int(waited))
        except (FileNotFoundError, ProcessLookupError, ValueError):  # it ends
            pass

    def processor_seconds(self):
        return sum(used for used, _ in self.used.values()) / 1e9

    def request(self):
        """Now the stop is asked for."""
        self.look()
        self.at_request = dict(self.used)
        self.moment = time.monotonic()

    def lateness(self):
        """Since the request: what the busiest thread worked, and how long the process waited for something else."""
        since = [[now - before for now, before in zip(self.used[task], self.at_request.get(task, (0, 0)))] for task in self.used]
        busiest = max((used for used, _ in since), default=0) / 1e9
        waited = sum(waited for _, waited in since) / 1e9
        return busiest, time.monotonic() - self.moment - busiest - waited


class Stops(CliTest):
    def prepare(self, engine, long):
        """What the verbs of an engine read."""
        if engine == "word":
            self.wreath("word", "build", "surface:2", "-o", "s.wreath", "-q")
            self.wreath("word", "export", "s.wreath", "-o", "exported", "-q")
            draw = random.Random(SEED)
            (self.folder / "words.txt").write_text("".join("".join(draw.choices("abcdABCD", k=1000)) + "\n" for _ in range(10000)))
        if engine in ("perm", "group"):
            points = {"perm": ("2^24", "2^26"), "group": ("2^18", "2^20")}[engine][long]
            for name, seed in (("x.npy", 1), ("y.npy", 2)):
                self.wreath("perm", "random", points, "--seed", seed, "-o", name, "-q")
        if engine == "coset":
            self.wreath("coset", "enumerate", "<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "-o", "h.coset", "-q")
        if engine == "flip":
            self.wreath("flip", "lift", SCHEMES / "3x4x4-38.txt", "-o", "z.json", "-q")
            self.wreath("flip", "derive", "product", SCHEMES / "4x4x4-47.txt", SCHEMES / "4x4x4-47.txt", "-o", "large.json", "-q")
            for name in ("large.exp", "large.npy"):
                self.wreath("flip", "convert", "large.json", "-o", name, "-q")
        if engine == "plot":
            self.wreath("perm", "random", "1000", "-o", "x.npy", "--record", "run.json", "-q")

    def catches_signals(self, process):
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):
            return False
        return all(int(re.search(r"SigCgt:\s*(\w+)", status).group(1), 16) >> (number - 1) & 1 for number in (signal.SIGINT, signal.SIGTERM))

    def stop(self, verb, arguments, kind, after, as_json):
        held = HELD in arguments
        common = [] if verb in NO_RUN else ["-q", *(["--json"] if as_json else []), *(["--time", after] if kind == "--time" else [])]
        arguments = [*(argument for argument in arguments if argument != HELD), *common]
        told = f"wreath {verb} {' '.join(map(str, arguments))}, {kind} after {after:.3f} processor seconds, WREATH_SEED={SEED}"
        before = set(self.folder.rglob("*"))
        out = (self.temporary_folder() / "out").open("w+")
        self.addCleanup(out.close)
        process = self.start(WREATH, *verb.split(), *arguments, stdin=subprocess.PIPE if held else subprocess.DEVNULL, stdout=out)
        watch = Watch(process)
        self.wait_until(process, lambda: self.catches_signals(process))
        if kind == "--time":
            time.sleep(after)  # the program's own clock
        elif not held:  # one that waits for input uses no processor time
            self.wait_until(process, lambda: watch.look() or watch.processor_seconds() >= after)
        watch.request()
        if kind != "--time":
            process.send_signal(getattr(signal, kind))
        deadline = watch.moment + ENDS
        while process.poll() is None and time.monotonic() < deadline:
            watch.look()
            time.sleep(0.002)
        busiest, waited = watch.lateness()
        self.assertIsNotNone(process.poll(), f"it did not end in {ENDS} s: {told}")
        with self.subTest("late", verb=verb):
            self.assertLess(busiest, LATE, f"late by this processor time: {told}")
            self.assertLess(waited, WAITS, f"late, waiting: {told}")
        out.seek(0)
        self.check_output(process, out.read(), kind, as_json and verb not in NO_RUN, told)
        self.check_what_is_left(verb, arguments, set(self.folder.rglob("*")) - before, told)
        for path in sorted(set(self.folder.rglob("*")) - before, reverse=True):  # a run that was resumed may have taken some away
            path.rmdir() if path.is_dir() else path.unlink()

    def check_output(self, process, printed, kind, as_json, told):
        self.assertIn(process.returncode, (0, 2), f"{told}\n{printed[-2000:]}\n{process.stderr.read()[-2000:]}")
        if not as_json:
            return
        result = json.loads(printed)
        self.assertIsInstance(result, dict, told)
        ended = {0: "done", 2: "time" if kind == "--time" else "interrupted"}[process.returncode]
        self.assertEqual(result["ending"], ended, told)

    def check_what_is_left(self, verb, arguments, left, told):
        resumable = "--checkpoint" in arguments
        for path in left:
            if path.is_dir() or path.name == ".wreath-scratch.lock":
                continue
            if path.suffix in (".partial", ".scratch", ".owner"):
                self.assertTrue(resumable, f"{path.name} is left: {told}")
                continue
            self.assertTrue(path.relative_to(self.folder).parts[0].startswith("out") or "pool" in path.parts, f"{path} is left: {told}")
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
            again = ["--resume" if argument == "--checkpoint" else argument for argument in arguments if argument != "--json"]
            if "--time" not in again:
                again += ["--time", "0.05"]
            run = subprocess.run([self.program, *map(str, [*verb.split(), *again])], cwd=self.folder, capture_output=True, text=True, timeout=600)
            self.assertIn(run.returncode, (0, 2), run.stderr)

    def stop_all(self, engine, moments=1):
        """Each verb, by each kind of stop: work and moment are drawn; half of the results are JSON."""
        self.prepare(engine, moments > 1)
        draw = random.Random(SEED)
        for verb, works in STOPS.items():
            if verb.split()[0] != engine:
                continue
            for moment in range(moments):
                for kind in KINDS:
                    latest = EARLY if draw.random() < 0.2 else LATEST
                    drawn = draw.choice(works), kind, draw.uniform(0.001, latest), draw.random() < 0.5
                    with self.subTest(verb=verb, kind=kind):
                        self.stop(verb, *drawn)

    def test_word(self):
        self.stop_all("word")

    def test_orbit(self):
        self.stop_all("orbit")

    def test_group(self):
        self.stop_all("group")

    def test_semigroup(self):
        self.stop_all("semigroup")

    def test_perm(self):
        self.stop_all("perm")

    def test_flip(self):
        self.stop_all("flip")

    def test_coset(self):
        self.stop_all("coset")

    def test_others(self):
        for engine in ("bench", "cluster", "demo", "doctor", "plot", "cite", "completion", "man"):
            self.stop_all(engine)

    def test_long_word(self):
        self.stop_all("word", MOMENTS)

    def test_long_orbit(self):
        self.stop_all("orbit", MOMENTS)

    def test_long_group(self):
        self.stop_all("group", MOMENTS)

    def test_long_semigroup(self):
        self.stop_all("semigroup", MOMENTS)

    def test_long_perm(self):
        self.stop_all("perm", MOMENTS)

    def test_long_flip(self):
        self.stop_all("flip", MOMENTS)

    def test_long_coset(self):
        self.stop_all("coset", MOMENTS)

    def test_long_others(self):
        for engine in ("bench", "cluster", "demo", "doctor", "plot", "cite", "completion", "man"):
            self.stop_all(engine, MOMENTS)


class Table(unittest.TestCase):
    def test_every_verb_is_in_the_table(self):
        self.assertEqual(sorted(verbs()), sorted(STOPS))


if __name__ == "__main__":
    unittest.main()
