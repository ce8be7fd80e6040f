#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Families of groups x verbs of `wreath word`, against brute force in matrices that share nothing with automatic structures.

Every group below has a faithful representation. Its matrices are taken modulo a prime of 61 bits, so that two different short
words never agree by chance: balls, normal forms, growth, geodesics, products, orders, conjugators and subgroups are found by
going through all short words in ShortLex order. WREATH_SEED repeats a run.
"""
import itertools
import json
import os
import random
import unittest

from cli_test import CliTest

SEED = int(os.environ.get("WREATH_SEED", random.SystemRandom().randrange(2**32)))
PRIME = 2**61 - 1
MOST_POWERS = 40


def times(x, y):
    return tuple(tuple(sum(a * b for a, b in zip(row, column)) % PRIME for column in zip(*y)) for row in x)


def identity(size):
    return tuple(tuple(int(i == j) for j in range(size)) for i in range(size))


def inverse(x):
    """By Gauss and Jordan."""
    size = len(x)
    rows = [list(row) + list(unit) for row, unit in zip(x, identity(size))]
    for i in range(size):
        pivot = next(k for k in range(i, size) if rows[k][i] % PRIME)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = pow(rows[i][i], -1, PRIME)
        rows[i] = [value * scale % PRIME for value in rows[i]]
        for k in range(size):
            if k != i:
                rows[k] = [(a - rows[k][i] * b) % PRIME for a, b in zip(rows[k], rows[i])]
    return tuple(tuple(row[size:]) for row in rows)


def root_of_unity(m):
    return next(w for g in itertools.count(2) if (w := pow(g, (PRIME - 1) // m, PRIME)) != 1)  # m is prime


def two_cosine(m):
    """2cos(pi/m), or one of its conjugates, which gives a faithful representation too."""
    if m in (2, 3, 4, None):
        return {2: 0, 3: 1, 4: pow(2, 31, PRIME), None: 2}[m]
    w = root_of_unity(m)
    return -(w + pow(w, -1, PRIME)) % PRIME


def reflections(size, orders):
    """Tits' representation of a Coxeter group; orders[i, j] for i < j, 2 where there is none."""
    found = []
    for i in range(size):
        rows = [list(row) for row in identity(size)]
        for j in range(size):
            rows[j][i] = PRIME - 1 if i == j else two_cosine(orders.get((min(i, j), max(i, j)), 2))
        found.append(tuple(map(tuple, rows)))
    return found


def linear(*orders):
    return reflections(len(orders) + 1, {(i, i + 1): m for i, m in enumerate(orders)})


def triangle(p, q, r):
    s, t, u = reflections(3, {(0, 1): p, (1, 2): q, (0, 2): r})
    return [times(s, t), times(t, u)]


def braid():
    t = random.Random(SEED).randrange(2, PRIME)
    return [((PRIME - t, 1), (0, 1)), ((1, 0), (t, PRIME - t))]


def dihedral(n):
    w = root_of_unity(n)
    return [((w, 0), (0, pow(w, -1, PRIME))), ((0, 1), (1, 0))]


# Name: its generators as matrices, the radius of the ball, and whether the group is hyperbolic.
GROUPS = {
    "free:2": ([((1, 2), (0, 1)), ((1, 0), (2, 1))], 5, True),
    "abelian:2": ([((3, 0), (0, 1)), ((1, 0), (0, 5))], 8, False),
    "cyclic:7": ([((root_of_unity(7),),)], 4, True),
    "dihedral:5": (dihedral(5), 4, True),
    "symmetric:4": (linear(3, 3), 7, True),
    "symmetric:5": (linear(3, 3, 3), 6, True),
    "coxeter:5,3": (linear(5, 3), 8, True),
    "coxeter:4,4": (linear(4, 4), 8, False),
    "coxeter:5,3,5": (linear(5, 3, 5), 6, "thin triangles take long"),
    "coxeter:3:1-2=7,2-3,1-3=inf": (reflections(3, {(0, 1): 7, (1, 2): 3, (0, 2): None}), 7, True),
    "triangle:2,3,5": (triangle(2, 3, 5), 8, True),
    "triangle:2,3,7": (triangle(2, 3, 7), 10, True),
    "triangle:3,3,4": (triangle(3, 3, 4), 6, True),
    "free-product:2,3": (triangle(2, 3, None), 9, True),
    "braid:3": (braid(), 6, False),
    "surface:-2": ([((1, 0, 1), (0, PRIME - 1, 0), (0, 0, 1)), ((1, 0, PRIME - 1), (0, PRIME - 1, 1), (0, 0, 1))], 6, False),
}


class Families(CliTest):
    def json(self, *arguments):
        return json.loads(self.wreath("word", *arguments, "--json", "-q").stdout)

    def open(self, group):
        generators, self.radius, self.hyperbolic = GROUPS[group]
        self.group = group
        self.wreath("word", "build", group, "-o", "g.wreath", "-q")
        self.letters = self.json("info", "g.wreath", "--no-geometry")["letters"]
        names = sorted({letter.lower() for letter in self.letters})
        self.matrix = {}
        for name, generator in zip(names, generators):
            self.matrix[name] = tuple(tuple(value % PRIME for value in row) for row in generator)
            self.matrix[name.upper()] = inverse(self.matrix[name])
        self.one = identity(len(generators[0]))
        self.least = {self.one: ""}  # of each element of the ball, its ShortLex least word
        self.geodesics = {self.one: 1}
        self.counts = [1]
        level = [self.one]
        for _ in range(self.radius):
            after = {}
            for element in level:
                for letter in self.letters:
                    product = times(element, self.matrix[letter])
                    if product in self.least and product not in after:
                        continue
                    self.least.setdefault(product, self.least[element] + letter)
                    after[product] = after.get(product, 0) + self.geodesics[element]
            self.geodesics |= after
            self.counts.append(sum(after.values()))
            level = list(after)
        self.draw = random.Random(SEED)

    def value(self, word):
        element = self.one
        for letter in "" if word == "1" else word:
            element = times(element, self.matrix[letter])
        return element

    def word(self, most=None):
        return "".join(self.draw.choices(self.letters, k=self.draw.randint(1, most or self.radius)))

    def form(self, element):
        return self.least[element] or "1"

    def check_elements(self):
        self.assertEqual(self.wreath("word", "ball", "g.wreath", self.radius).stdout.split(), [word or "1" for word in self.least.values()])
        lengths = [len(word) for word in self.least.values()]
        spheres = self.json("growth", "g.wreath", "--terms", self.radius)["spheres"]
        self.assertEqual(spheres, [lengths.count(length) for length in range(self.radius + 1)][:len(spheres)])
        if self.hyperbolic:
            found = self.json("automaton", "growth", f"geodesics:{self.group}", "--longest", self.radius)["counts"]
            self.assertEqual(found, self.counts)

    def check_products(self):
        words = [self.word() for _ in range(60)]
        inverses = [self.form(inverse(self.value(word))) for word in words]
        self.assertEqual(self.wreath("word", "reduce", "g.wreath", *words).stdout.split(), [self.form(self.value(word)) for word in words])
        self.assertEqual(self.wreath("word", "inverse", "g.wreath", *words).stdout.split(), inverses)
        far = [self.word(60) for _ in range(20)]
        forms = self.wreath("word", "reduce", "g.wreath", *far).stdout.split()
        self.assertEqual([self.value(form) for form in forms], [self.value(word) for word in far])
        self.assertEqual(self.wreath("word", "reduce", "g.wreath", *forms).stdout.split(), forms)
        for _ in range(4):
            u, v = self.word(self.radius // 2), self.word(self.radius // 2)
            product = self.form(times(self.value(u), self.value(v)))
            for verb in ("multiply", "concat"):
                self.assertEqual(self.wreath("word", verb, "g.wreath", u, v).stdout.strip(), product, (u, v))
            for other in (v, self.form(self.value(u))):
                self.assertEqual(self.json("equal", "g.wreath", u, other)["equal"], self.value(u) == self.value(other), (u, other))
                key = [(len(word), [self.letters.index(x) for x in word]) for word in (self.least[self.value(u)], self.least[self.value(other)])]
                answer = "less" if key[0] < key[1] else "greater" if key[0] > key[1] else "equal"
                self.assertEqual(self.json("compare", "g.wreath", u, other, "--normal")["comparison"], answer)

    def check_orders(self):
        words = [self.word() for _ in range(12)]
        for word, found in zip(words, self.json("order", "g.wreath", *words)["orders"]):
            power, value = self.value(word), self.value(word)
            brute = 1
            while power != self.one and brute < MOST_POWERS:
                power, brute = times(power, value), brute + 1
            self.assertEqual(found["order"], brute if power == self.one else "infinite", (word, found))

    def check_conjugates(self):
        near = [element for element, word in self.least.items() if len(word) <= 3]
        for _ in range(6):
            u, c = self.word(3), self.word(3)
            v = f"({c})^-1*{u}*{c}" if self.draw.random() < 0.5 else self.word(3)
            w = times(times(inverse(self.value(c)), self.value(u)), self.value(c)) if "*" in v else self.value(v)
            pair = self.json("conjugate", "g.wreath", u, v)["pairs"][0]
            brute = any(times(self.value(u), x) == times(x, w) for x in near)
            if pair["conjugate"]:
                self.assertEqual(times(self.value(u), self.value(pair["conjugator"])), times(self.value(pair["conjugator"]), w), (u, v))
            self.assertTrue(pair["conjugate"] or not brute, (u, v))

    def check_subgroups(self):
        """The elements of H with short words in its generators are in it, and cosets do not depend on the word."""
        h = [self.word(3) for _ in range(self.draw.randint(1, 2))]
        steps = [self.value(word) for word in h] + [inverse(self.value(word)) for word in h]
        known = {self.one: ""}
        names = h + ["(" + word + ")^-1" for word in h]
        for _ in range(3):
            for element, word in list(known.items()):
                for step, name in zip(steps, names):
                    known.setdefault(times(element, step), f"{word}*{name}".strip("*"))
        inside = [word for word in known.values() if word][:30]
        others = [self.word() for _ in range(10)]
        asked = ["subgroup", "g.wreath", "--generators", ",".join(h)]
        if not inside:
            return
        self.assertEqual(self.json(*asked, *inside)["contains"], [True] * len(inside), h)
        forms = self.json(*asked, *others)["coset_forms"]
        moved = [f"{inside[0]}*{word}" for word in others]
        self.assertEqual(self.json(*asked, *moved)["coset_forms"], forms, h)
        back = [f"{word}*({form})^-1" if form != "1" else word for word, form in zip(others, forms)]
        self.assertEqual(self.json(*asked, *back)["contains"], [True] * len(others), h)

    def check_finite_subgroups(self):
        """In a finite group the whole subgroup and its index are known."""
        order = self.json("info", "g.wreath", "--no-geometry")["order"]
        if order != len(self.least):
            return
        h = [self.word() for _ in range(self.draw.randint(1, 2))]
        whole, front = {self.one}, [self.one]
        while front:
            front = list({times(x, self.value(word)) for x in front for word in h} - whole)
            whole |= set(front)
        words = [word for word in self.least.values() if word]
        found = self.json("subgroup", "g.wreath", "--generators", ",".join(h), *words)
        self.assertEqual(found["index"], order // len(whole), h)
        self.assertEqual(found["contains"], [self.value(word) in whole for word in words], h)

    def check(self, part):
        for number, group in enumerate(GROUPS):
            if number % 2 != part:
                continue
            with self.subTest(group=group, seed=SEED):
                self.open(group)
                self.check_elements()
                self.check_products()
                self.check_orders()
                if self.hyperbolic is True:
                    self.check_conjugates()
                if self.hyperbolic:
                    self.check_subgroups()
                self.check_finite_subgroups()

    def test_even(self):
        self.check(0)

    def test_odd(self):
        self.check(1)


if __name__ == "__main__":
    unittest.main()
