#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb of perm, for every type of points, in memory and on disk, against the plain definitions. (For ranks: tests/mpi.)

For each type, verb and machine the inputs are drawn: their kinds, and a number of points. WREATH_SEED repeats a run.
"""
import filecmp
import json
import math
import os
import random
import subprocess
import unittest

from cli_test import WREATH, CliTest, load, save

SEED = int(os.environ.get("WREATH_SEED", random.SystemRandom().randrange(2**32)))
# A swapped type of one byte is the plain one; one dimension in Fortran order is the same in C order, and must not be refused.
TYPES = ("|u1", "<u2", "<u4", "<u8", "|i1", "<i2", "<i4", "<i8", ">u2", ">u4", ">i8", "<u4 fortran", ">i4 fortran")
MACHINES = {
    "loop": ("--method", "loop"),
    "partition": ("--method", "partition"),
    "automatic": (),
    "one thread": ("--threads", 1),
    "disk": ("--memory", "40M", "--threads", 2),
}
BY_METHOD = ("multiply", "inverse", "divide")  # verbs that take --method
DISK_TYPES = (("<u4", "<i4", ">u4", "<u4 fortran"), ("<u8", "<i8", ">u8", ">i8"))  # narrower points are too few for a disk
DISK_POINTS = 5 * 2**20 + 3  # 20 MB an array, or 40
with open(WREATH, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()


def most_points(type_):
    return 2 ** (8 * int(type_[2]) - (type_[1] == "i"))


def permutation(draw, kind, n):
    if kind == "reversed":
        return list(range(n))[::-1]
    if kind == "n-cycle":
        return [(i + 1) % n for i in range(n)]
    images = list(range(n))
    if kind == "random":
        draw.shuffle(images)
    return images


def some_map(draw, kind, n):
    if kind == "constant":
        return [n // 2] * n
    return [draw.randrange(n) for _ in range(n)]


def cycles_of(x):
    seen, lengths = set(), []
    for start in range(len(x)):
        length, point = 0, start
        while point not in seen:
            seen.add(point)
            length, point = length + 1, x[point]
        if length:
            lengths.append(length)
    return lengths


def power_of(x, exponent):
    if exponent < 0:
        x, exponent = inverse_of(x), -exponent
    result = list(range(len(x)))
    for _ in range(exponent):
        result = [x[point] for point in result]
    return result


def inverse_of(x):
    result = [0] * len(x)
    for i, point in enumerate(x):
        result[point] = i
    return result


def orbits_of(*generators):
    label = list(range(len(generators[0])))
    changed = True
    while changed:
        changed = False
        for x in generators:
            for i, point in enumerate(x):
                least = min(label[i], label[point])
                changed = changed or label[i] != label[point]
                label[i] = label[point] = least
    return label


class Matrix(CliTest):
    def setUp(self):
        super().setUp()
        self.draw = random.Random(SEED)

    def give(self, name, type_, values):
        save(self.folder / name, values, type_.split()[0])
        if type_.endswith("fortran"):
            raw = (self.folder / name).read_bytes()
            (self.folder / name).write_bytes(raw.replace(b"'fortran_order': False", b"'fortran_order': True ", 1))

    def run_verb(self, verb, machine, *arguments, code=0):
        command = [self.program, "perm", verb, *map(str, arguments), *map(str, MACHINES[machine]), "-q"]
        run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=self.hangs)
        self.assertEqual(run.returncode, code, f"{command} WREATH_SEED={SEED}\n{run.stdout}\n{run.stderr}")
        return run

    def result(self, verb, machine, *arguments):
        self.run_verb(verb, machine, *arguments, "-o", "z.npy")
        return load(self.folder / "z.npy")

    def answer(self, verb, machine, *arguments):
        return json.loads(self.run_verb(verb, machine, *arguments, "--json").stdout)

    def points(self, type_):
        sizes = [n for n in (0, 1, 2, 100, 128, 256, 1000, 5000) if n <= most_points(type_)]
        return self.draw.choice(sizes)

    def check_verb(self, verb, type_, machine):
        n = self.points(type_)
        kinds = [self.draw.choice(("identity", "reversed", "random") if n == 0 else ("identity", "reversed", "random", "n-cycle")) for _ in "xy"]
        x, y = (permutation(self.draw, kind, n) for kind in kinds)
        self.give("x.npy", type_, x)
        self.give("y.npy", type_, y)
        told = f"{verb} of {n} points ({', '.join(kinds)}), {type_}, {machine}, WREATH_SEED={SEED}"
        getattr(self, verb)(x, y, machine, told)
        if n > 1:
            self.reject(verb, type_, some_map(self.draw, self.draw.choice(("constant", "random")), n), y, machine, told)

    def multiply(self, x, y, machine, told):
        self.assertEqual(self.result("multiply", machine, "x.npy", "y.npy"), [y[point] for point in x], told)

    def inverse(self, x, y, machine, told):
        self.assertEqual(self.result("inverse", machine, "x.npy"), inverse_of(x), told)

    def divide(self, x, y, machine, told):
        self.assertEqual(self.result("divide", machine, "x.npy", "y.npy"), [y[point] for point in inverse_of(x)], told)

    def power(self, x, y, machine, told):
        exponent = self.draw.choice((0, 1, 2, -1, 5, -7, 13))
        self.assertEqual(self.result("power", machine, "x.npy", exponent), power_of(x, exponent), f"{exponent}: {told}")

    def cycles(self, x, y, machine, told):
        found = self.answer("cycles", machine, "x.npy")
        lengths = cycles_of(x)
        type_ = [{"length": length, "count": lengths.count(length)} for length in sorted(set(lengths))]
        self.assertEqual(found["cycle_type"], type_, told)
        self.assertEqual(found["order"], math.lcm(*lengths), told)
        self.assertEqual(found["sign"], (-1) ** (len(x) - len(lengths)), told)

    def order(self, x, y, machine, told):
        self.assertEqual(self.run_verb("order", machine, "x.npy").stdout.strip(), str(math.lcm(*cycles_of(x))), told)

    def sign(self, x, y, machine, told):
        self.assertEqual(self.run_verb("sign", machine, "x.npy").stdout.split()[0], str((-1) ** (len(x) - len(cycles_of(x)))), told)

    def check(self, x, y, machine, told):
        self.assertTrue(self.answer("check", machine, "x.npy")["permutation"], told)

    def equal(self, x, y, machine, told):
        self.assertTrue(self.answer("equal", machine, "x.npy", "x.npy")["equal"], told)
        self.assertEqual(self.answer("equal", machine, "x.npy", "y.npy")["equal"], x == y, told)

    def orbits(self, x, y, machine, told):
        self.assertEqual(self.result("orbits", machine, "x.npy", "y.npy"), orbits_of(x, y), told)

    def evaluate(self, x, y, machine, told):
        expected = [x[x[y[point]]] for point in inverse_of(x)]
        self.assertEqual(self.result("evaluate", machine, "x^-1*y*x^2", "x=x.npy", "y=y.npy"), expected, told)

    def convert(self, x, y, machine, told):
        self.assertEqual(self.result("convert", machine, "x.npy", "--type", "uint64"), x, told)
        self.run_verb("convert", machine, "x.npy", "-o", "z.g")
        self.assertEqual(self.result("convert", machine, "z.g"), x, told)

    def reject(self, verb, type_, x, y, machine, told):
        """What is not a permutation is multiplied, and refused by the verbs that need one."""
        self.give("x.npy", type_, x)
        told = f"a map that is not a permutation: {told}"
        if sorted(x) == list(range(len(x))):
            return
        index = next(i for i, point in enumerate(x) if point in x[:i])
        if verb == "multiply":
            self.multiply(x, y, machine, told)
        elif verb == "equal":
            self.assertFalse(self.answer("equal", machine, "x.npy", "y.npy")["equal"], told)
        elif verb == "power":
            self.assertEqual(self.result("power", machine, "x.npy", 3), power_of(x, 3), told)
            self.run_verb("power", machine, "x.npy", -1, "-o", "z.npy", code=1)
        elif verb == "check":
            found = self.answer("check", machine, "x.npy")
            self.assertFalse(found["permutation"], told)
            self.assertEqual(found["index"], index, told)
        elif verb != "convert":
            inputs = {"evaluate": ("x^-1*y", "x=x.npy", "y=y.npy"), "divide": ("x.npy", "y.npy"), "orbits": ("y.npy", "x.npy")}
            output = () if verb in ("cycles", "order", "sign") else ("-o", "z.npy")
            run = self.run_verb(verb, machine, *inputs.get(verb, ("x.npy",)), *output, code=1)
            self.assertIn(f"value {x[index]} at index {index} already appears at index {x.index(x[index])}", run.stderr, told)

    def check_machine(self, machine, verbs, types=TYPES):
        for type_ in types:
            for verb in verbs:
                with self.subTest(verb=verb, type=type_, machine=machine):
                    self.check_verb(verb, type_, machine)

    def test_loop(self):
        self.check_machine("loop", BY_METHOD)

    def test_partition(self):
        self.check_machine("partition", BY_METHOD)

    def test_automatic(self):
        self.check_machine("automatic", ("power", "cycles", "order", "sign", "check", "equal", "orbits", "evaluate", "convert"))

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
