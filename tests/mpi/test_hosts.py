#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The program on machines that share nothing but what they are given to share (hosts.py): results, errors, deaths."""
import json
import os
import pathlib
import random
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from cli_test import WREATH, CliTest, load, save  # noqa: E402
from hosts import Hosts, why_not  # noqa: E402

ENDS = 10  # seconds after which no rank of a job may be left when a host has died


class HostsTest(CliTest):
    count, rate = 3, None

    @classmethod
    def setUpClass(cls):
        if reason := why_not():
            raise unittest.SkipTest(reason)

    def setUp(self):
        super().setUp()
        self.hosts = Hosts(self.count, self.rate).__enter__()
        self.addCleanup(self.hosts.__exit__)
        self.folder = self.hosts.shared

    def by_hosts(self, *command, code=0, **options):
        done, stdout, stderr = self.hosts.mpirun(WREATH, *command, **options)
        self.assertEqual(done, code, f"{command}\n{stdout}\n{stderr}")
        return stdout, stderr

    def refused(self, *command, says, cwd, code=1):
        stdout, stderr = self.by_hosts(*command, code=code, cwd=cwd, timeout=60)
        ours = [line for line in stderr.splitlines() if "wreath: " in line]
        self.assertEqual((stdout, len(ours)), ("", 1), stderr)  # not once for every rank
        self.assertRegex(ours[0], says)

    def permutation(self, name, points, seed=1):
        self.wreath("perm", "random", points, "--seed", seed, "-o", name, "-q")


class Answers(HostsTest):
    """Every verb that ranks run, against one process."""

    def same_output(self, *command, **options):
        alone = self.wreath(*command).stdout
        stdout, _ = self.by_hosts(*command, **options)
        self.assertEqual(stdout, alone)

    def same_file(self, *command, options=()):
        self.wreath(*command, "-o", "alone.npy", "-q")
        self.by_hosts(*command, *options, "-o", "ranks.npy", "-q")
        self.assertEqual((self.folder / "ranks.npy").read_bytes(), (self.folder / "alone.npy").read_bytes(), command)

    def test_long_perm(self):
        self.permutation("x.npy", 40009)
        self.permutation("y.npy", 40009, 2)
        for method in ("auto", "files"):
            how = ("--method", method, "--scratch", "/tmp")
            self.same_file("perm", "multiply", "x.npy", "y.npy", options=how)
            self.same_file("perm", "inverse", "x.npy", options=how)
            self.same_file("perm", "divide", "x.npy", "y.npy", options=how)
        self.same_file("perm", "power", "x.npy", "-12345678901234567890123")
        self.same_file("perm", "random", 40009, "--seed", 3)
        self.same_file("perm", "identity", 40009)
        for verb in ("check", "order", "sign"):
            self.same_output("perm", verb, "x.npy")
        alone = json.loads(self.wreath("perm", "cycles", "x.npy", "--json").stdout)
        stdout, _ = self.by_hosts("perm", "cycles", "x.npy", "--json")
        self.assertEqual(json.loads(stdout)["cycle_type"], alone["cycle_type"])
        stdout, _ = self.by_hosts("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--json")
        self.assertEqual(json.loads(stdout)["method"], "messages")
        self.refused("perm", "multiply", "x.npy", "y.npy", "-o", "z.npy", "--method", "shared", cwd=self.folder,
                     says="the ranks are on several machines and cannot share memory")

    def test_long_semigroups(self):
        for command in (["factor", "full:4", "3,3,1,0"], ["member", "bihecke:3", "0,0,0,0,0,1"], ["green", "bihecke:3", "--classes"],
                        ["green", "bihecke:4", "--count"]):
            self.same_output("semigroup", *command)
        self.same_file("semigroup", "cayley", "full:4")
        for name in ("alone.txt", "ranks.txt"):
            command = ("semigroup", "enumerate", "bihecke:4", "--words", name, "-q")
            self.wreath(*command) if name == "alone.txt" else self.by_hosts(*command)
        self.assertEqual((self.folder / "ranks.txt").read_bytes(), (self.folder / "alone.txt").read_bytes())

    def test_long_words_graphs_and_schemes(self):
        rng = random.Random(7)
        words = ["".join(rng.choices("aAbBcCdD", k=rng.randrange(80))) for _ in range(300)]
        (self.folder / "words.txt").write_text("\n".join(words) + "\n")
        self.same_output("word", "reduce", "surface:2", "--file", "words.txt")
        self.same_output("word", "inverse", "surface:2", "--file", "words.txt")
        alone = json.loads(self.wreath("orbit", "growth", "lrx:9", "--backend", "cpu", "--json", "-q").stdout)
        stdout, _ = self.by_hosts("orbit", "growth", "lrx:9", "--json", "-q")
        self.assertEqual(json.loads(stdout)["levels"], alone["levels"])
        stdout, _ = self.by_hosts("flip", "search", "3x3x3", "--backend", "cpu", "--walks", 8, "--target", 23, "-o", "best.txt", "--json", "-q")
        self.assertEqual(json.loads(stdout)["rank"], 23)
        self.assertIn("valid", self.wreath("flip", "verify", "best.txt").stdout)


class Folders(HostsTest):
    """Files that are taken for shared and are not."""

    def on_each(self, *command, hosts=(1, 2, 3)):
        for host in hosts:
            self.hosts.on(host, "sh", "-c", f'cd {self.hosts.own} && exec "$0" "$@"', WREATH, *command)

    def test_long_inputs(self):
        own = self.hosts.own
        self.on_each("perm", "random", 1000, "-o", "x.npy", "-q", hosts=(1, 2))
        multiply = ["perm", "multiply", "x.npy", "x.npy", "-o", self.hosts.shared / "z.npy"]
        for command in (multiply, ["perm", "cycles", "x.npy"], ["perm", "check", "x.npy"]):
            self.refused(*command, cwd=own, says="x.npy: (rank 2 on h3 )?cannot open")
        self.on_each("perm", "random", 1000, "-o", "x.npy", "--seed", 2, "-q", hosts=(3,))
        for command in (multiply, ["perm", "cycles", "x.npy"], ["perm", "check", "x.npy"]):
            self.refused(*command, cwd=own, says="x.npy: rank 2 on h3 reads something else under this name than rank 0")
        self.on_each("perm", "random", 1000, "-o", "x.npy", "-q", hosts=(3,))
        self.by_hosts(*multiply, cwd=own)  # copies
        self.hosts.on(1, "cp", own / "x.npy", self.hosts.shared)
        self.wreath("perm", "multiply", "x.npy", "x.npy", "-o", "w.npy")
        self.assertEqual(load(self.folder / "z.npy"), load(self.folder / "w.npy"))

    def test_long_outputs(self):
        self.permutation("x.npy", 1000)
        for command in (["multiply", self.hosts.shared / "x.npy", self.hosts.shared / "x.npy"], ["random", 1000], ["identity", 1000]):
            self.refused("perm", *command, "-o", "z.npy", cwd=self.hosts.own, says="rank 1 on h2 does not see this file, which rank 0 has made")
            self.assertEqual(self.hosts.on(1, "ls", "-A", self.hosts.own).stdout, "")

    def test_long_generators_and_groups(self):
        own = self.hosts.own
        for host, group in ((1, "surface:2"), (2, "surface:2"), (3, "surface:3")):
            self.on_each("word", "build", group, "-o", "g.wreath", "-q", hosts=(host,))
            self.hosts.on(host, "sh", "-c", f"echo '(1,2,3,4,5,6,7,{host + 7}), (1,2)' > {own}/s8.g")
        self.refused("word", "reduce", "g.wreath", "abAB", cwd=own, says="rank 2 on h3 reads something else")
        self.refused("orbit", "growth", "s8.g", cwd=own, says="rank 1 on h2 reads something else")
        self.by_hosts("orbit", "growth", "lrx:8", "--depth", 9, "--checkpoint", "o.ck", cwd=own, code=2)
        self.refused("orbit", "growth", "lrx:8", "--resume", "o.ck", cwd=own, says="o.ck: rank 1 on h2 cannot open it")

    def test_long_a_disk_is_full(self):
        full = self.hosts.full
        self.refused("perm", "random", "4M", "-o", "r.npy", cwd=full, says="r.npy: this needs 16.0 MiB of disk space")
        self.hosts.on(1, "dd", "if=/dev/zero", f"of={full}/rest", "bs=1M", "count=7", check=False)
        self.permutation("x.npy", "1M")
        x = self.folder / "x.npy"
        self.refused("perm", "multiply", x, x, "-o", "z.npy", "--method", "files", "--scratch", full, cwd=self.folder, says="scratch space in")
        self.refused("orbit", "growth", "lrx:11", "--checkpoint", "o.ck", "--checkpoint-every", 0.01, cwd=full, says="o.ck")
        self.assertIn(self.hosts.on(1, "ls", "-A", full).stdout, ("rest\n", "o.ck\nrest\n"))  # one that was whole


class Deaths(HostsTest):
    """A rank or a host dies: all ranks end within ten seconds, and what was kept is resumed by another number of ranks."""
    rate = "50mbit"
    WAYS = ("rank", "halt", "unplug")
    POINTS = "3M"

    def jobs(self):
        """By name: the command, the file that its result is in (its levels as printed otherwise), and the result."""
        for name, seed in (("x.npy", 1), ("y.npy", 2)):
            self.permutation(name, self.POINTS, seed)
        jobs = {}
        for verb, inputs in (("multiply", ["x.npy", "y.npy"]), ("inverse", ["x.npy"]), ("divide", ["x.npy", "y.npy"])):
            self.wreath("perm", verb, *inputs, "-o", f"{verb}.npy", "-q")
            jobs[verb] = (["perm", verb, *inputs, "-o", "z.npy", "--threads", 1], (self.folder / f"{verb}.npy").read_bytes())
        for command in (["orbit", "growth", "lrx:10"], ["semigroup", "enumerate", "bihecke:5", "--backend", "cpu"]):
            alone = json.loads(self.wreath(*command, "--json", "-q").stdout)
            jobs[command[0]] = ([*command, "--json", "-q", "--threads", 1], alone["levels"])
        return jobs

    def result(self, command, stdout):
        return (self.folder / "z.npy").read_bytes() if command[0] == "perm" else json.loads(stdout)["levels"]

    def kill_and_resume(self, job, way, victim, delay, ranks):
        command, expected = job
        told = f"{command} {way} h{victim} after {delay:.2f} s"
        process = self.hosts.launch(WREATH, *command, "--checkpoint", "run.ck", "--checkpoint-every", 0.05)
        limit = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < limit and not (self.folder / "run.ck").exists():
            time.sleep(0.01)
        begin = time.monotonic()
        while process.poll() is None and time.monotonic() < begin + delay:
            time.sleep(0.01)
        died = self.kill(way, victim)
        others = [host for host in self.hosts.hosts() if way == "rank" or host != victim]
        begin = time.monotonic()
        while any(self.hosts.ranks_on(host, WREATH) for host in others):
            self.assertLess(time.monotonic(), begin + ENDS, told)
            time.sleep(0.05)
        took = time.monotonic() - begin
        if way != "rank":  # mpirun waits for the lost host as long as ssh does, and that host, if only its cable is out, for mpirun
            self.hosts.clear()
        stdout, stderr = process.communicate(timeout=60)
        if way != "rank":
            self.hosts.plug(victim)
        if process.returncode == 0:  # it was done before
            self.assertEqual(self.result(command, stdout), expected, told)
        else:
            self.assertTrue(died, f"{told}\n{stderr}")
            if (self.folder / "run.ck").exists():
                command = [*command, "--resume", "run.ck"]
            stdout, _ = self.by_hosts(*command, ranks=ranks)
            self.assertEqual(self.result(command, stdout), expected, told)
        for left in ("run.ck", "z.npy"):
            (self.folder / left).unlink(missing_ok=True)
        return took, stderr

    def kill(self, way, victim):
        if way == "halt":
            self.hosts.halt(victim)
        elif way == "unplug":
            self.hosts.unplug(victim)
        else:
            ranks = self.hosts.ranks_on(victim, WREATH)
            for pid in ranks:
                self.hosts.signal(pid)
            return bool(ranks)
        return True

    def test_long_a_host_dies(self):
        job = self.jobs()["multiply"]
        _, stderr = self.kill_and_resume(job, "halt", 3, 0.7, 2)
        self.assertRegex(stderr, "rank 2 on h3 has not answered for 5 seconds: its machine or its network has failed; all ranks end")

    def test_long_a_hundred_deaths(self):
        rng = random.Random(seed := random.randrange(1 << 32))
        print("seed", seed)
        jobs = self.jobs()
        took = []
        for number in range(int(os.environ.get("WREATH_DEATHS", "100"))):
            name, way, victim = rng.choice(sorted(jobs)), rng.choice(self.WAYS), rng.choice((2, 3) if number % 4 else (1, 2, 3))
            delay, ranks = rng.random() * 1.5, rng.choice((1, 2, 3, 4))
            with self.subTest(seed=seed, number=number, job=name, way=way, victim=victim, delay=delay, ranks=ranks):
                took.append(self.kill_and_resume(jobs[name], way, victim, delay, ranks)[0])
        print(f"{len(took)} deaths, all ranks ended within {max(took):.1f} s")


if __name__ == "__main__":
    unittest.main()
