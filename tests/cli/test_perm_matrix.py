#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb of perm, for every type of points, in memory and on disk, against the plain definitions. (For ranks: tests/mpi.)"""
import filecmp
import unittest

from cli_test import WREATH, load
from perm_matrix import SEED, PermMatrix

# A swapped type of one byte is the plain one; one dimension in Fortran order is the same in C order, and must not be refused.
TYPES = ("|u1", "<u2", "<u4", "<u8", "|i1", "<i2", "<i4", "<i8", ">u2", ">u4", ">i8", "<u4 fortran", ">i4 fortran",
         "|V5")
BY_METHOD = ("multiply", "inverse", "divide")  # verbs that take --method
DISK_TYPES = (("<u4", "<i4", ">u4", "<u4 fortran"), ("<u8", "<i8", ">u8", ">i8"))  # narrower points are too few for a disk
DISK_POINTS = 5 * 2**20 + 3  # 20 MB an array, or 40
with open(WREATH, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()


class Matrix(PermMatrix):
    MACHINES = {
        "loop": ("--method", "loop"),
        "partition": ("--method", "partition"),
        "automatic": (),
        "one thread": ("--threads", 1),
        "disk": ("--memory", "40M", "--threads", 2),
    }

    def test_loop(self):
        self.check_machine("loop", BY_METHOD, TYPES)

    def test_partition(self):
        self.check_machine("partition", BY_METHOD, TYPES)

    def test_automatic(self):
        self.check_machine("automatic", ("power", "cycles", "order", "sign", "check", "equal", "orbits", "evaluate", "convert"), TYPES)

    def test_one_thread(self):
        self.check_machine("one thread", ("multiply", "power", "cycles", "orbits"), ("|u1", "<u4", ">i8"))

    @unittest.skipIf(SANITIZED, "sanitizers take memory of their own, more than these runs are given")
    def test_disk(self):
        """Against memory, which the other tests are about: a run on disk has more points than Python handles soon."""
        maps = {}
        for name, seed in (("x.npy", SEED % 1000), ("y.npy", SEED % 1000 + 1)):
            self.wreath("perm", "random", DISK_POINTS, "--seed", seed, "-o", name, "-q")
            maps[name] = load(self.folder / name)
        works = {"multiply": ("x.npy", "y.npy"), "inverse": ("x.npy",), "divide": ("x.npy", "y.npy"), "power": ("x.npy", -5),
                 "orbits": ("x.npy",), "evaluate": ("x^-1*y", "x=x.npy", "y=y.npy"), "cycles": ("x.npy",), "check": ("x.npy",)}
        for number, (verb, inputs) in enumerate(works.items()):
            if number % 4 == 0:
                type_ = self.draw.choice(DISK_TYPES[number // 4])
                for name, values in maps.items():
                    self.give(name, type_, values)
            told = f"{verb}, {type_}, WREATH_SEED={SEED}"
            with self.subTest(verb=verb, type=type_):
                if verb in ("cycles", "check"):
                    on_disk, in_memory = (self.answer(verb, machine, *inputs) for machine in ("disk", "automatic"))
                    for field in ("cycle_type", "order", "sign", "permutation"):
                        self.assertEqual(on_disk.get(field), in_memory.get(field), told)
                else:
                    for machine in ("disk", "automatic"):
                        self.run_verb(verb, machine, *inputs, "-o", f"{machine}.npy")
                    self.assertTrue(filecmp.cmp(self.folder / "disk.npy", self.folder / "automatic.npy", shallow=False), told)


if __name__ == "__main__":
    unittest.main()
