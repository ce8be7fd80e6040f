#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program under mpirun: results, messages that come once, and that a rank's death ends the job."""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from cli_test import HANGS, WREATH, CliTest, load, save  # noqa: E402

ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
MPIRUN = [os.environ.get("MPIRUN", "mpirun"), "--oversubscribe", "--bind-to", "none"]
RANKS = [1, 2, 3, 4, 7]
SHARED_GPUS = {"WREATH_MPI_SHARE_GPUS": "1"}


class MpiTest(CliTest):
    def mpirun(self, *command, env=None):
        return self.start(*MPIRUN, *command, text=True, env=os.environ | ROOT | (env or {}), stdin=subprocess.DEVNULL)

    def finish(self, process, code):
        stdout, stderr = process.communicate(timeout=HANGS)
        self.assertEqual(process.returncode, code, f"{process.args}\n{stdout}\n{stderr}")
        return stdout, stderr

    def ranks(self, count, *arguments, code=0, env=None):
        return self.finish(self.mpirun("-n", count, WREATH, *arguments, "--threads", 1, env=env), code)

    def require_gpu(self):
        probe = subprocess.run([WREATH, "semigroup", "enumerate", "full:3", "--backend", "cuda", "-q"], capture_output=True, text=True)
        if probe.returncode != 0:
            self.skipTest(probe.stderr)

    def permutation(self, name, points, seed, type_="<u4"):
        values = list(range(points))
        random.Random(seed).shuffle(values)
        save(self.folder / name, values, type_)
        return values


class Words(MpiTest):
    GROUP = ["surface:2", "--no-cache"]

    def test_reduce_keeps_the_order(self):
        rng = random.Random(5)
        words = ["".join(rng.choices("aAbBcCdD", k=rng.randrange(60))) for _ in range(500)] + ["", "aA"]
        (self.folder / "words.txt").write_text("\n".join(words) + "\n")
        expected = self.wreath("word", "reduce", *self.GROUP, "--file", "words.txt").stdout
        for count in [1, 2, 3]:
            stdout, _ = self.ranks(count, "word", "reduce", *self.GROUP, "--file", "words.txt")
            self.assertEqual(stdout, expected)
        self.ranks(2, "word", "inverse", *self.GROUP, "--file", "words.txt", "-o", "forms.txt")
        self.assertEqual((self.folder / "forms.txt").read_text(),
                         self.wreath("word", "inverse", *self.GROUP, "--file", "words.txt").stdout)

    def test_errors_come_once(self):
        (self.folder / "words.txt").write_text("ab\nxyz\n")
        _, stderr = self.ranks(3, "word", "reduce", *self.GROUP, "--file", "words.txt", code=1)
        self.assertEqual(stderr.count("words.txt:2:1"), 1)
        _, stderr = self.ranks(3, "word", "reduce", *self.GROUP, "--file", "nothing.txt", code=1)
        self.assertEqual(stderr.count("nothing.txt"), 1)


    def test_a_gpu_for_each_rank(self):
        self.require_gpu()
        rng = random.Random(6)
        words = ["".join(rng.choices("aAbBcCdD", k=rng.randrange(2000))) for _ in range(300)]
        (self.folder / "words.txt").write_text("\n".join(words) + "\n")
        (self.folder / "long.txt").write_text("".join(rng.choices("aAbBcCdD", k=3 << 20)) + "\n")
        for file in ["words.txt", "long.txt"]:
            reduce = ["word", "reduce", *self.GROUP, "--file", file]
            expected = self.wreath(*reduce, "--backend", "cpu").stdout
            for count in [1, 2]:
                stdout, _ = self.ranks(count, *reduce, "--backend", "cuda", "-q", env=SHARED_GPUS)
                self.assertEqual(stdout, expected)

    def test_ranks_do_not_share_a_gpu_unasked(self):
        self.require_gpu()
        (self.folder / "words.txt").write_text("abAB\n")
        many = 17  # more than any machine has GPUs
        _, stderr = self.ranks(many, "word", "reduce", *self.GROUP, "--file", "words.txt", "--backend", "cuda", code=1)
        self.assertEqual(stderr.count("start one rank for each GPU"), 1, stderr)
        self.permutation("x.npy", 100, 1)
        for command in [["semigroup", "enumerate", "full:4"], ["orbit", "growth", "lrx:8"], ["perm", "inverse", "x.npy", "-o", "z.npy"]]:
            _, stderr = self.ranks(many, *command, "--backend", "cuda", code=1)
            self.assertEqual(stderr.count("start one rank for each GPU"), 1, stderr)


class Growth(MpiTest):
    def test_levels_are_those_of_one_process(self):
        for graph in ["lrx:8", "lrx:9", "pancake:8"]:
            alone = json.loads(self.wreath("orbit", "growth", graph, "--backend", "cpu", "--json", "-q").stdout)
            stdout, _ = self.ranks(3, "orbit", "growth", graph, "--json", "-q")
            self.assertEqual(json.loads(stdout)["levels"], alone["levels"])

    def test_errors_come_once(self):
        _, stderr = self.ranks(3, "orbit", "growth", "mathieu:11", code=1)
        self.assertEqual(stderr.count("only if the states are all permutations"), 1)
        _, stderr = self.ranks(3, "orbit", "growth", "nothing:8", code=1)
        self.assertEqual(stderr.count("nothing:8"), 1)
        _, stderr = self.ranks(2, "orbit", "growth", "lrx:8", "--checkpoint", "no/folder/run.ck", code=1)
        self.assertEqual(stderr.count("no/folder/run.ck"), 1)

    def test_a_checkpoint_is_that_of_one_process(self):
        alone = json.loads(self.wreath("orbit", "growth", "lrx:9", "--json", "-q").stdout)["levels"]
        self.ranks(3, "orbit", "growth", "lrx:9", "--depth", 20, "--checkpoint", "run.ck", "-q", code=2)
        self.wreath("orbit", "growth", "lrx:9", "--depth", 25, "--resume", "run.ck", "--backend", "cpu", "-q", code=2)
        stdout, _ = self.ranks(2, "orbit", "growth", "lrx:9", "--resume", "run.ck", "--json", "-q")
        self.assertEqual(json.loads(stdout)["levels"], alone)


class Searches(MpiTest):
    SEARCH = ["flip", "search", "3x3x3", "--backend", "cpu", "--walks", "8"]

    def test_one_output_and_one_result(self):
        stdout, _ = self.ranks(3, *self.SEARCH, "--target", 23, "-o", "best.txt", "--json", "-q")
        result = json.loads(stdout)
        self.assertEqual((result["rank"], result["reached"], result["ranks"], result["walks"]), (23, True, 3, 24))
        self.assertIn("valid", self.wreath("flip", "verify", "best.txt").stdout)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["best.txt"])

    def test_resumes_with_what_all_had(self):
        self.ranks(2, *self.SEARCH, "--steps", "200K", "--checkpoint", "run.ck", "-q")
        stdout, _ = self.ranks(2, *self.SEARCH, "--steps", "400K", "--resume", "run.ck", "--json", "-q")
        self.assertLessEqual(json.loads(stdout)["rank"], 27)

    def test_errors_come_once(self):
        _, stderr = self.ranks(3, *self.SEARCH, "--start", "nothing.txt", code=1)
        self.assertEqual(stderr.count("nothing.txt"), 1)


class Semigroups(MpiTest):
    FILES = {"--elements": "elements.npy", "--words": "words.txt", "--right": "right.npy", "--left": "left.npy", "--rules": "rules.txt"}

    def enumerate(self, *arguments):
        return ["semigroup", "enumerate", *arguments, "--backend", "cpu", "-q"]

    def files(self):
        return {name: (self.folder / name).read_bytes() for name in self.FILES.values()}

    def test_files_are_those_of_one_process(self):
        outputs = [part for pair in self.FILES.items() for part in pair]
        for semigroup in [["bihecke:4"], ["full:4", "--semigroup"], ["renner:4"], ["bihecke:4", "--method", "rows"]]:
            command = self.enumerate(*semigroup, *outputs, "--json")
            alone = json.loads(self.wreath(*command).stdout)
            expected = self.files()
            for count in [1, 2, 4]:
                stdout, _ = self.ranks(count, *command)
                result = json.loads(stdout)
                self.assertEqual(self.files(), expected)
                for key in ["size", "levels", "idempotents", "method", "complete"]:
                    self.assertEqual(result[key], alone[key], key)
                self.assertEqual(result.get("ranks"), None if count == 1 else count)

    def test_other_verbs(self):
        for command in [["factor", "full:4", "3,3,1,0"], ["member", "bihecke:3", "0,0,0,0,0,1"], ["green", "bihecke:3", "--classes"],
                        ["green", "bihecke:4", "--count"]]:
            stdout, _ = self.ranks(3, "semigroup", *command)
            self.assertEqual(stdout, self.wreath("semigroup", *command).stdout)
        self.ranks(2, "semigroup", "cayley", "full:4", "-o", "a.npy")
        self.wreath("semigroup", "cayley", "full:4", "-o", "b.npy")
        self.assertEqual((self.folder / "a.npy").read_bytes(), (self.folder / "b.npy").read_bytes())

    def test_ranks_share_a_gpu(self):
        outputs = [part for pair in self.FILES.items() for part in pair]
        self.require_gpu()
        for semigroup in ["full:5", "bihecke:4"]:
            self.wreath("semigroup", "enumerate", semigroup, "--backend", "cpu", "-q", *outputs)
            expected = self.files()
            stdout, _ = self.ranks(4, "semigroup", "enumerate", semigroup, "--backend", "cuda", "-q", "--json", *outputs,
                                   env=SHARED_GPUS)
            self.assertEqual(json.loads(stdout)["backend"], "cuda")
            self.assertEqual(self.files(), expected)

    def test_generators_from_stdin(self):
        process = self.start(*MPIRUN, "-n", 3, WREATH, *self.enumerate("-", "--json"), text=True, env=os.environ | ROOT,
                             stdin=subprocess.PIPE)
        generators = "2 4\n1 2 3 0\n0 0 2 3\n"
        stdout, stderr = process.communicate(generators, timeout=HANGS)
        self.assertEqual(process.returncode, 0, stderr)
        (self.folder / "generators.txt").write_text(generators)
        alone = self.wreath(*self.enumerate("generators.txt", "--json")).stdout
        self.assertEqual(json.loads(stdout)["levels"], json.loads(alone)["levels"])

    def test_memory_adds_up(self):
        command = self.enumerate("renner:6", "--method", "rows", "--memory", "256M", "--json")  # 339 MiB of rows
        alone = json.loads(self.wreath(*command, code=2).stdout)
        self.assertEqual((alone["complete"], "memory" in alone["ending"]), (False, True))
        stdout, _ = self.ranks(4, *command)
        self.assertEqual(json.loads(stdout)["size"], 13327)
        stdout, _ = self.ranks(4, *self.enumerate("renner:6", "--method", "rows", "--memory", "64M", "--json"), code=2)
        self.assertIn("memory", json.loads(stdout)["ending"])

    def test_resumes_on_another_number_of_ranks(self):
        self.ranks(3, *self.enumerate("bihecke:5", "--until", 9000, "--checkpoint", "run.ck"), code=2)
        stdout, _ = self.ranks(2, *self.enumerate("bihecke:5", "--resume", "run.ck", "--words", "words.txt", "--json"))
        self.assertEqual(json.loads(stdout)["size"], 31103)
        words = (self.folder / "words.txt").read_bytes()
        self.wreath(*self.enumerate("bihecke:5", "--words", "words.txt"))
        self.assertEqual((self.folder / "words.txt").read_bytes(), words)

    def test_errors_come_once(self):
        for arguments, says, code in [(["nothing.txt"], "nothing.txt", 1), (["full:4", "--words", "nowhere/words.txt"], "nowhere", 1),
                                      (["full:4", "--method", "words"], "--method words is for a single process", 64),
                                      (["full:4", "--levels-only"], "--levels-only runs in one process", 64),
                                      (["full:4", "--resume", "gone.ck"], "gone.ck", 1)]:
            stdout, stderr = self.ranks(3, "semigroup", "enumerate", *arguments, code=code)
            self.assertEqual(stdout, "")
            ours = [line for line in stderr.splitlines() if line.startswith("wreath: ")]
            self.assertEqual(len(ours), 1, stderr)
            self.assertIn(says, ours[0])
        self.assertEqual(list(self.folder.iterdir()), [])


class Results(MpiTest):
    def test_multiply(self):
        x = self.permutation("x.npy", 10007, 1)
        y = self.permutation("y.npy", 10007, 2, "<u8")
        for count in RANKS:
            for method in ["auto", "messages", "files"]:
                stdout, _ = self.ranks(count, "perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--method", method, "--json")
                self.assertEqual(load(self.folder / "z.npy"), [y[i] for i in x])
                result = json.loads(stdout)  # one object: one rank speaks
                self.assertEqual((result["ranks"], result["points"]), (count, 10007))
                self.assertEqual(result["method"], {"auto": "shared"}.get(method, method))
                (self.folder / "z.npy").unlink()
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["x.npy", "y.npy"])

    def test_inverse_and_divide(self):
        x = self.permutation("x.npy", 5003, 1)
        y = self.permutation("y.npy", 5003, 2)
        inverse = [0] * len(x)
        for i, point in enumerate(x):
            inverse[point] = i
        for count, method in [(1, "auto"), (2, "messages"), (3, "files"), (4, "auto"), (7, "messages")]:
            self.ranks(count, "perm", "inverse", "x.npy", "-o", "w.npy", "--method", method)
            self.assertEqual(load(self.folder / "w.npy"), inverse)
            self.ranks(count, "perm", "divide", "x.npy", "y.npy", "-o", "z.npy", "--method", method)
            self.assertEqual(load(self.folder / "z.npy"), [y[i] for i in inverse])

    def test_power_and_cycles(self):
        self.permutation("x.npy", 3001, 1)
        alone = json.loads(self.wreath("perm", "cycles", "x.npy", "--json").stdout)
        self.wreath("perm", "power", "x.npy", "-123456789012345678901", "-o", "w.npy")
        for count in [1, 2, 3, 4]:
            stdout, _ = self.ranks(count, "perm", "cycles", "x.npy", "--json")
            self.assertEqual(json.loads(stdout)["cycle_type"], alone["cycle_type"])
            self.ranks(count, "perm", "power", "x.npy", "-123456789012345678901", "-o", "z.npy")
            self.assertEqual((self.folder / "z.npy").read_bytes(), (self.folder / "w.npy").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["w.npy", "x.npy", "z.npy"])

    def test_more_ranks_than_points(self):
        save(self.folder / "x.npy", [2, 0, 1])
        for method in ["auto", "messages", "files"]:
            self.ranks(7, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", method)
            self.assertEqual(load(self.folder / "z.npy"), [1, 2, 0])

    def test_check_and_record(self):
        self.permutation("x.npy", 1000, 1)
        stdout, _ = self.ranks(3, "perm", "check", "x.npy", "--record", "r.json")
        self.assertEqual(stdout, "yes: x.npy is a permutation of 1,000 points\n")
        self.assertEqual(json.loads((self.folder / "r.json").read_text())["choices"]["ranks"]["name"], "3")

    def test_memory_is_a_limit(self):
        self.permutation("x.npy", 30000, 1)
        self.ranks(2, "perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "1G")
        _, stderr = self.ranks(2, "perm", "inverse", "x.npy", "-o", "w.npy", "--memory", "1K", code=1)
        self.assertIn("give more with --memory, or start more ranks", stderr)

    def test_an_error_of_mpi_has_our_words(self):
        """It is thrown in the library that the program loads, and caught in the program."""
        self.wreath("perm", "random", "4M", "-o", "x.npy", "-q")
        command = f"ulimit -f 9000; '{WREATH}' perm multiply x.npy x.npy -o z.npy --method messages --threads 1 -q"
        process = self.mpirun("-n", 2, "bash", "-c", command)
        _, stderr = self.finish(process, 1)
        self.assertIn("cannot write: is the disk full?", stderr)
        self.assertFalse((self.folder / "z.npy").exists())

    def test_random_is_the_same_for_any_number_of_ranks(self):
        self.wreath("perm", "random", "200000", "--seed", "5", "--type", "uint40", "-o", "a.npy")
        self.ranks(3, "perm", "random", "200000", "--seed", "5", "--type", "uint40", "-o", "b.npy")
        self.assertEqual((self.folder / "a.npy").read_bytes(), (self.folder / "b.npy").read_bytes())
        self.wreath("perm", "multiply", "a.npy", "a.npy", "-o", "c.npy")
        self.ranks(3, "perm", "multiply", "a.npy", "a.npy", "-o", "d.npy", "--method", "messages")
        self.assertEqual((self.folder / "c.npy").read_bytes(), (self.folder / "d.npy").read_bytes())


class Manners(MpiTest):
    def refused(self, count, *arguments, says, code=1):
        before = {path.name: path.read_bytes() for path in self.folder.iterdir()}
        stdout, stderr = self.ranks(count, *arguments, code=code)
        self.assertEqual(stdout, "")
        ours = [line for line in stderr.splitlines() if line.startswith("wreath: ")]
        self.assertEqual(len(ours), 1, stderr)  # not once for every rank
        self.assertIn(says, ours[0])
        self.assertEqual(before, {path.name: path.read_bytes() for path in self.folder.iterdir()})

    def test_errors_in_values_come_once(self):
        save(self.folder / "x.npy", [2, 0, 2, 1])
        save(self.folder / "far.npy", [2, 0, 9, 1])
        save(self.folder / "narrow.npy", [2, 0, 1], "<u2")
        self.refused(3, "perm", "inverse", "x.npy", "-o", "z.npy", says="x.npy: this is not a permutation: value 2 at index 2 already appears")
        self.refused(3, "perm", "multiply", "far.npy", "x.npy", "-o", "z.npy", says="far.npy: value 9 at index 2 is not a point of x.npy")
        self.refused(2, "perm", "multiply", "narrow.npy", "x.npy", "-o", "z.npy", says="4, 5 or 8 bytes")

    def test_errors_in_names_come_once(self):
        save(self.folder / "x.npy", [2, 0, 1])
        self.refused(2, "perm", "multiply", "gone.npy", "x.npy", "-o", "z.npy", says="gone.npy: cannot open")
        self.refused(2, "perm", "multiply", "x.npy", "x.npy", "-o", "nowhere/z.npy", says="nowhere")
        self.refused(2, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", "files", "--scratch", "nowhere",
                     says="no such folder")

    def test_wrong_usage_is_told_once(self):
        save(self.folder / "x.npy", [2, 0, 1])
        self.refused(2, "perm", "mutliply", "x.npy", "x.npy", "-o", "z.npy", says="did you mean 'multiply'?", code=64)
        self.refused(2, "perm", "cycles", "x.npy", "--label", "c.npy", says="are computed by a single process only", code=64)
        self.refused(2, "perm", "tune", says="'wreath perm tune' runs in one process: start it without mpirun.", code=64)
        for verb in ("semigroup enumerate full:3 --levels-only", "semigroup member full:3 0,0,0 --orbits"):
            self.refused(2, *verb.split(), says="runs in one process: start it without mpirun", code=64)
        self.refused(2, "semigroup", "enumerate", "full:3", "--elements", "e.npy", "--words", "e.npy", says="are the same file", code=64)

    def test_negative_values(self):
        save(self.folder / "x.npy", [0, (1 << 32) - 4, 1], "<i4")
        says = "x.npy: value -4 at index 1 is negative; points are 0, 1, 2, ..."
        self.refused(2, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", says=says)
        self.refused(2, "perm", "inverse", "x.npy", "-o", "z.npy", says="value -4 at index 1 is negative")
        stdout, _ = self.ranks(2, "perm", "check", "x.npy")
        self.assertEqual(stdout, f"no: {says}\n")

    def test_help_comes_once(self):
        stdout, _ = self.finish(self.mpirun("-n", 3, WREATH, "perm", "multiply", "--help"), 0)
        self.assertEqual(stdout.count("Usage:"), 1)

    def test_different_arguments(self):
        save(self.folder / "x.npy", [2, 0, 1])
        command = [WREATH, "perm", "multiply", "x.npy", "x.npy", "-o"]
        process = self.mpirun("-n", 2, *command, "z.npy", ":", "-n", 1, *command, "w.npy")
        _, stderr = self.finish(process, 1)
        self.assertIn("rank 2 was started as 'wreath perm multiply x.npy x.npy -o w.npy' and rank 0 as", stderr)
        self.assertEqual(stderr.count("start all ranks with the same command"), 1)

    def test_one_process_knows_nothing_of_ranks(self):
        save(self.folder / "x.npy", [2, 0, 1])
        run = self.wreath("perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", "files", code=64)
        self.assertIn("--method files is for several ranks", run.stderr)

    def test_methods_of_ranks(self):
        x = self.permutation("x.npy", 1009, 1)
        self.ranks(2, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", "messages")
        self.assertEqual(load(self.folder / "z.npy"), [x[i] for i in x])
        self.refused(2, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", "loop",
                     says="--method loop is for a single process: with several ranks use auto, shared, messages or files", code=64)


class Death(MpiTest):
    def children(self, process):
        try:
            return [int(child) for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir()
                    for child in (task / "children").read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            return []

    def test_the_checkpoint_of_an_enumeration_survives(self):
        process = self.mpirun("-n", 3, WREATH, "semigroup", "enumerate", "bihecke:6", "--checkpoint", "run.ck", "--checkpoint-every", 0.1,
                              "--words", "words.txt", "--threads", 1)
        self.wait_until(process, lambda: (self.folder / "run.ck").exists())
        ranks = self.children(process)
        self.assertEqual(len(ranks), 3)
        os.kill(ranks[1], signal.SIGKILL)
        _, stderr = process.communicate(timeout=HANGS)
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("signal 9", stderr)
        self.assertFalse((self.folder / "words.txt").exists())
        stdout, _ = self.ranks(2, "semigroup", "enumerate", "bihecke:6", "--resume", "run.ck", "--until", 1, "--json", "-q", code=2)
        levels = json.loads(stdout)["levels"]
        self.assertGreater(len(levels), 1)
        self.assertEqual(levels[:5], [1, 10, 56, 240, 850][:len(levels)])  # how far it came depends on the machine

    def test_the_checkpoint_of_a_product_survives(self):
        self.a_checkpoint_survives("multiply", "x.npy", "y.npy")

    def test_the_checkpoint_of_an_inverse_survives(self):
        self.a_checkpoint_survives("inverse", "x.npy")

    def test_the_checkpoint_of_a_quotient_survives(self):
        self.a_checkpoint_survives("divide", "x.npy", "y.npy")

    def a_checkpoint_survives(self, operation, *inputs):
        points = 1 << 18
        self.permutation("x.npy", points, 1)
        self.permutation("y.npy", points, 2)
        self.ranks(1, "perm", operation, *inputs, "-o", "expected.npy")
        command = ["perm", operation, *inputs, "-o", "z.npy", "--threads", 1]
        process = self.mpirun("-n", 3, WREATH, *command, "--checkpoint", "run.ck", "--checkpoint-every", 0.001)
        self.wait_until(process, lambda: (self.folder / "run.ck").exists() and any(self.folder.glob("*.partial")))
        ranks = self.children(process)
        if len(ranks) == 3:
            os.kill(ranks[1], signal.SIGKILL)
        process.communicate(timeout=HANGS)
        if (self.folder / "run.ck").exists():  # otherwise it was done before the signal came
            self.assertNotEqual(process.returncode, 0)
            self.ranks(2, *command, "--resume", "run.ck")
        self.assertEqual((self.folder / "z.npy").read_bytes(), (self.folder / "expected.npy").read_bytes())
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["expected.npy", "x.npy", "y.npy", "z.npy"])

    def kill_one_of(self, points, rank):
        """Kills a rank as soon as the output is begun, and waits until all are gone; the job's exit code."""
        save(self.folder / "x.npy", range(points))
        process = self.mpirun("-n", 3, WREATH, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--method", "messages", "--threads", 1)
        self.wait_until(process, lambda: any(path.name.endswith(".tmp") for path in self.folder.iterdir()))
        ranks = self.children(process)
        if len(ranks) == 3:
            os.kill(ranks[rank], signal.SIGKILL)
        _, stderr = process.communicate(timeout=HANGS)
        deadline = time.monotonic() + 60
        while any(pathlib.Path(f"/proc/{child}").exists() for child in ranks):  # also those that nobody has waited for yet
            self.assertLess(time.monotonic(), deadline, "a rank outlives its job")
            time.sleep(0.01)
        return process.returncode, stderr

    def test_the_death_of_rank_0_ends_the_job(self):
        self.a_death_ends_the_job(0)

    def test_the_death_of_rank_2_ends_the_job(self):
        self.a_death_ends_the_job(2)

    def a_death_ends_the_job(self, rank):
        for points in [1 << 20, 1 << 22, 1 << 24, 1 << 26, 1 << 26]:  # until the job is still at work when the signal comes
            code, stderr = self.kill_one_of(points, rank)
            if code != 0:
                break
            (self.folder / "z.npy").unlink()
        self.assertNotEqual(code, 0)
        self.assertIn("signal 9", stderr)
        self.assertFalse((self.folder / "z.npy").exists())
        self.ranks(2, "perm", "multiply", "x.npy", "x.npy", "-o", "z.npy", "--verify", "sample")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["x.npy", "z.npy"])  # what was left is taken away


if __name__ == "__main__":
    unittest.main()
