#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every verb of perm against the plain definitions: what the matrices over machines and types of points share.

The inputs of a case are drawn: their kinds, and a number of points. WREATH_SEED repeats a run.
"""
import json
import math
import os
import random
import subprocess

from cli_test import CliTest, load, save

SEED = int(os.environ.get("WREATH_SEED", random.SystemRandom().randrange(2**32)))


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


class PermMatrix(CliTest):
    MACHINES = {}  # the options of each

    def setUp(self):
        super().setUp()
        self.draw = random.Random(SEED)

    def give(self, name, type_, values):
        save(self.folder / name, values, type_.split()[0])
        if type_.endswith("fortran"):
            raw = (self.folder / name).read_bytes()
            (self.folder / name).write_bytes(raw.replace(b"'fortran_order': False", b"'fortran_order': True ", 1))

    def run_verb(self, verb, machine, *arguments, code=0):
        command = [self.program, "perm", verb, *map(str, arguments), *map(str, self.MACHINES[machine]), "-q"]
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
        self.assertEqual(int(found["order"]), math.lcm(*lengths), told)
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

    def check_machine(self, machine, verbs, types):
        for type_ in types:
            for verb in verbs:
                with self.subTest(verb=verb, type=type_, machine=machine):
                    self.check_verb(verb, type_, machine)
