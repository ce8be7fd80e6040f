#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb of perm that ranks run, for every type of points that they take and every way to exchange them, against the definitions."""
import os
import pathlib
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "cli"))
from perm_matrix import SEED, PermMatrix  # noqa: E402
from cli_test import WREATH, load  # noqa: E402
from test_mpi import MPIRUN, ROOT  # noqa: E402

TYPES = ("<u4", "<u8", "<i4", "<i8", ">u4", ">i8", ">i4 fortran", "|V5")


class PermRanks(PermMatrix):
    MACHINES = {"shared": ("--method", "shared"), "messages": ("--method", "messages"), "files": ("--method", "files"), "automatic": ()}

    def run_verb(self, verb, machine, *arguments, code=0):
        ranks = self.draw.choice((2, 3, 5))
        command = [*MPIRUN, "-n", ranks, WREATH, "perm", verb, *arguments, *self.MACHINES[machine], "--threads", 1, "-q"]
        run = subprocess.run(list(map(str, command)), cwd=self.folder, capture_output=True, text=True, timeout=self.hangs,
                             env=os.environ | ROOT, stdin=subprocess.DEVNULL)
        self.assertEqual(run.returncode, code, f"{command} WREATH_SEED={SEED}\n{run.stdout}\n{run.stderr}")
        return run

    def check_machine(self, machine, verbs, types=TYPES):
        for verb in verbs:  # to start ranks takes most of the time: three types are drawn for each verb
            super().check_machine(machine, (verb,), self.draw.sample(types, 3))

    def test_shared(self):
        self.check_machine("shared", ("multiply", "inverse", "divide"))

    def test_messages(self):
        self.check_machine("messages", ("multiply", "inverse", "divide"))

    def test_files(self):
        self.check_machine("files", ("multiply", "inverse", "divide"))

    def test_powers(self):
        self.check_machine("automatic", ("power", "order", "sign"))

    def test_cycles_and_checks(self):
        self.check_machine("automatic", ("cycles", "check"))

    def test_random_and_identity(self):
        for type_ in ("uint32", "uint40", "uint64"):
            for points in (0, 1, 2, 5000):
                told = f"{points} points, {type_}, WREATH_SEED={SEED}"
                self.assertEqual(self.result("identity", "automatic", points, "--type", type_), list(range(points)), told)
                self.wreath("perm", "random", points, "--type", type_, "--seed", 7, "-o", "alone.npy", "-q")
                drawn = self.result("random", "automatic", points, "--type", type_, "--seed", 7)
                self.assertEqual(drawn, load(self.folder / "alone.npy"), told)
                self.assertEqual(sorted(drawn), list(range(points)), told)


if __name__ == "__main__":
    unittest.main()
